"""Settings of a server that publishes table by table, each committed alone: the control of
test_killed_desk.

DJANGO_SETTINGS_MODULE=tests.tournaments.piecemeal
"""

from collections.abc import Callable, Iterable
from contextlib import nullcontext
from types import SimpleNamespace

from django.http import HttpRequest, HttpResponse

from tichu_site.settings import *  # noqa: F403
from tichu_site.settings import MIDDLEWARE as MIDDLEWARE_OF_THE_SITE

MIDDLEWARE = ["tests.tournaments.piecemeal.Piecemeal", *MIDDLEWARE_OF_THE_SITE]


class Piecemeal:
    """Takes the transactions away from publishing, and lays the games out one by one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        from tournaments.actions import publishing
        from tournaments.models import MatchGame, Tournament
        from tournaments.pages.rounds import rounds

        def unlocked(tournament: Tournament, _action: str = "") -> Tournament:
            return tournament

        def one_by_one(rows: Iterable[MatchGame]) -> None:
            for row in rows:
                row.save()

        for module in (publishing, rounds):
            module.transaction = SimpleNamespace(atomic=nullcontext)  # type: ignore[attr-defined]
            module.lock = unlocked  # type: ignore[attr-defined]
        MatchGame.objects.bulk_create = one_by_one  # type: ignore[method-assign,assignment]

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)
