"""What the pages about people show: the figures of one person in words and bars, with what each leads to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.models import Device, Game, Player
from scoring.names import alphabetical
from scoring.pages.people.bars import Bar
from scoring.pages.sheet_words import CallMade
from scoring.queries import names_known_to
from scoring.rules.settings import GRAND, TICHU
from scoring.statistics.calls import (
    LEADING,
    LEVEL,
    TRAILING,
    CalledRound,
    Counted,
    called_rounds,
    calls_of_people,
    counted_calls,
    standings_of,
)
from scoring.statistics.games import PlayedGame, counted_games, people_known_to
from scoring.statistics.person import Partner, Person, share_of
from scoring.statistics.shares import Share
from scoring.wording import call_name

MOST_PEOPLE = 500
MOST_PARTNERS = 12
MOST_DOTS = 60  # rounds behind an opened figure that are drawn
LINES = 3  # and those that are told
ENOUGH = 20  # cases from which on a share is written in bold
THIRD = 1 / 3
STOOD = {
    (LEADING,): gettext_noop("leading"),
    (LEVEL,): gettext_noop("level"),
    (TRAILING,): gettext_noop("trailing"),
    (LEADING, LEVEL): gettext_noop("leading or level"),
    (LEVEL, TRAILING): gettext_noop("level or trailing"),
    (LEADING, TRAILING): gettext_noop("leading or trailing"),
}


def listed(device: Device | None) -> list[Player]:
    """The people whom a phone knows, by name; each with `n_games` and `last_seen`: one query."""
    counted = Q(seats__game__in=counted_games())
    people = people_known_to(device).annotate(
        n_games=Count("seats", filter=counted), last_seen=Max("seats__game__started_at", filter=counted)
    )
    return sorted(people[:MOST_PEOPLE], key=lambda one: alphabetical(one.name))


def may_be_opened(device: Device | None, games: Iterable[UUID]) -> set[UUID]:
    """Those of these games that are open on this phone: one query."""
    if device is None:
        return set()
    return set(Game.objects.filter(open_to(device), pk__in=set(games)).values_list("pk", flat=True))
