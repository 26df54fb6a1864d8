"""Imports into the club of a phone, and all that is kept and said afterwards."""

from collections.abc import Iterable
from typing import Any

from django.apps import apps

from scoring.models import Club, Device, Import, Player, Seat
from scoring.people.rated.queries import rating_of
from scoring.people.statistics.person import Person
from tournaments.clubs.actions.imports import make_import, preview_import
from tournaments.clubs.actions.imports.preview import Plan
from tournaments.clubs.imports import read

# What whoever asks next takes away, or makes anew.
MARKS = {"RatingMark", "RatingList", "Use", "LimitHit"}


def club_of(device: Device) -> Club:
    assert device.club is not None
    return device.club


def planned(device: Device, content: bytes, **more: Any) -> Plan:
    return preview_import(club_of(device), read(content), **more)


def imported(device: Device, content: bytes, **more: Any) -> Import:
    return make_import(planned(device, content, **more), device)


def everything(*, besides: Iterable[str] = ()) -> dict[str, list[Any]]:
    """All that is kept of games and people, table by table, but for marks that whoever rates takes
    away.
    """
    left_out = MARKS | set(besides)
    models = [
        model
        for model in apps.get_app_config("scoring").get_models()
        if model.__name__ not in left_out
    ]
    return {
        model.__name__: sorted(map(repr, model._base_manager.values_list())) for model in models
    }


def codes(plan: Plan) -> list[str]:
    return [one.mistake.code for one in plan.refused]


def said_of(device: Device) -> dict[str, Any]:
    """What is said of everybody in a club who has played, by names; and where each game ended."""
    played = Player.listed.filter(club=device.club, seats__game__deleted_at__isnull=True).distinct()
    found: dict[str, Any] = {}
    for player in played:
        of, rated = Person(player), rating_of(player, "teams")
        ends = Seat.objects.filter(player=player, game__deleted_at__isnull=True).order_by(
            "game__started_at"
        )
        found[player.name] = (
            list(ends.values_list("game__variant", "number", "place", "total")),
            (of.won, of.out, of.sums, of.calls.cases, of.against.cases),
            rated and (rated.shown, rated.games),
        )
    return found
