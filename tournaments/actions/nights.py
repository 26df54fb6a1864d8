"""The nights to which a tournament's games count: one that is played on through a morning is one
evening in statistics.
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from uuid import UUID

from scoring.games.database import batched
from scoring.games.nights import LONGEST, night_of, start_of
from scoring.models import Game
from tournaments.models import Tournament

# From the start of a game to that of the next; after a longer one it is another evening
PAUSE = timedelta(hours=3)
BATCH = 500  # rows per statement


def assign_nights(tournament: Tournament) -> None:
    """Store to which night each game counts, where it is not that of its start.

    Called when the tournament is finished: statistics read its games from then on. One query, and
    one for each 500 games whose night changes.
    """
    games = Game.objects.filter(match_game__match__session_round__stage__tournament=tournament)
    rows = list(games.order_by("started_at", "pk").values_list("pk", "started_at", "of_night"))
    changed: dict[date | None, list[UUID]] = {}
    for (pk, _at, had), night in zip(rows, nights_of(at for _pk, at, _had in rows), strict=True):
        if night != had:
            changed.setdefault(night, []).append(pk)
    for night, pks in changed.items():
        for some in batched(pks, BATCH):
            Game.objects.filter(pk__in=some).update(of_night=night)


def nights_of(starts: Iterable[datetime]) -> list[date | None]:
    """Return the night to which each game counts, None for that of its start, the oldest first.

    A night goes on over five in the morning while there is no pause, and lasts two days at most.
    """
    found: list[date | None] = []
    night, last = None, None
    for at in starts:
        own = night_of(at)
        goes_on = night is not None and last is not None and at - last <= PAUSE
        if not goes_on or night is None or at >= start_of(night) + LONGEST:
            night = own
        found.append(None if night == own else night)
        last = at
    return found
