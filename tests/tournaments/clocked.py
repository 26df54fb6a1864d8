"""Session rounds with a clock, for the tests of time: two tables of ten hands, and what is written
in them.
"""

import datetime
import uuid
from typing import Any

from django.utils import timezone

from scoring.games.actions.writing import record_round
from scoring.models import Entry, Game
from tests.tournaments import desks
from tests.tournaments.racing import PLAYED, a_phone, game_at, hands
from tournaments.clock import clock_of, remaining
from tournaments.models import LogLine, Match, SessionRound, Tournament

TEN_HANDS = {"target_score": None, "round_limit": 10}
OTHER = {**PLAYED, "card_points": [35, 65]}
MINUTE = datetime.timedelta(minutes=1)


def made(entrants: int, minutes: int | None, **stage: Any) -> SessionRound:
    return desks.draw(
        desks.a_tournament(entrants=entrants, minutes=minutes, rules=TEN_HANDS, **stage)
    )


def a_round(
    unfinished: str = "hand", *, entrants: int = 4, minutes: int | None = 50, **stage: Any
) -> SessionRound:
    """A published session round of pairs, two tables of ten hands each, whose stage has so many
    minutes.
    """
    usual = (entrants, minutes, stage) == (4, 50, {})
    row = SessionRound.objects.earliest("pk") if usual else made(entrants, minutes, **stage)
    Tournament.objects.update(unfinished=unfinished)
    return fresh(row)


def fresh(row: SessionRound) -> SessionRound:
    return SessionRound.objects.select_related("stage__tournament").get(pk=row.pk)


def begun(match: Match, written: int, number: int = 1) -> Game:
    """A game of the match with so many hands written."""
    game = game_at(match, a_phone(f"table {match.number}"), number)
    hands(game, written)
    game.refresh_from_db()
    return game


def passed(row: SessionRound, minutes: int) -> SessionRound:
    """The session round as if so many minutes more had passed."""
    row = fresh(row)
    for name in ("clock_started_at", "clock_paused_at", "clock_ended_at", "last_hand_at"):
        if moment := getattr(row, name):
            setattr(row, name, moment - minutes * MINUTE)
    row.save()
    return row


def left(row: SessionRound) -> int:
    """Minutes left on the clock, the one that has begun counting whole."""
    seconds = remaining(clock_of(fresh(row)), timezone.now())
    assert seconds is not None
    return -(-seconds // 60)


def late_hand(game: Game, number: int) -> Entry:
    """The hand with this number, from the phone of the table, after its time."""
    return record_round(game, uuid.uuid4(), number, PLAYED, desks.table_phone()).entry


def hands_of(match: Match) -> set[int]:
    """How many hands count for those at the table."""
    return {line["hands"] for line in (match.result or {}).values()}


def said(tournament: Tournament) -> list[tuple[str, Any]]:
    """The lines of the log about the clock."""
    about = ("clock", "last_hand", "extra")
    rows = LogLine.objects.filter(tournament=tournament).order_by("pk")
    return [(line.action, line.params) for line in rows if line.action.startswith(about)]
