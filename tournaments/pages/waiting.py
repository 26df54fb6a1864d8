"""Matches that wait for a table, in words: their shift or their place in the queue."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rules.words import gettext_noop
from tournaments.clock import clock_of, ends_at
from tournaments.models import Match, SessionRound, Tournament
from tournaments.room import shifts_needed

SHIFTS = {
    2: gettext_noop("second shift"),
    3: gettext_noop("third shift"),
    4: gettext_noop("fourth shift"),
}
QUEUE = {
    1: gettext_noop("next at the first free table"),
    2: gettext_noop("second in the queue"),
    3: gettext_noop("third in the queue"),
    4: gettext_noop("fourth in the queue"),
}
STEP = timedelta(minutes=5)  # times that are only known roughly


def shift_name(shift: int) -> str:
    """Return "second shift", "shift 5"."""
    if shift in SHIFTS:
        return _(SHIFTS[shift])
    return _("shift %(number)s") % {"number": shift}


def place_in_queue(place: int) -> str:
    """Return "next at the first free table", "second in the queue"."""
    if place in QUEUE:
        return _(QUEUE[place])
    return _("number %(number)s in the queue") % {"number": place}


def needs_more_tables(matches: int, tables: int, plan: str) -> str:
    """Return how a round is played that needs more tables than there are."""
    values = {"matches": matches, "tables": tables}
    if plan == Tournament.RoomPlan.QUEUE:
        said = _(
            "Matches: %(matches)s, tables: %(tables)s. The rest wait in a queue for the next free "
            "table."
        )
        return said % values
    shifts = shifts_needed(matches, tables)
    said = ngettext(
        "Matches: %(matches)s, tables: %(tables)s. It takes %(shifts)s shift.",
        "Matches: %(matches)s, tables: %(tables)s. It takes %(shifts)s shifts.",
        shifts,
    )
    return said % {**values, "shifts": shifts}


def playing_order(matches: Iterable[Match]) -> dict[int, tuple[int, int, int]]:
    """Return the place of every match of a round in a list, by id: by table who plays or played
    last there, then who is next, then earlier matches at the tables.
    """
    rows = list(matches)
    last: dict[int, int] = {}
    for one in rows:
        if not one.waiting:
            last[one.number] = max(one.turn, last.get(one.number, 0))

    def place(one: Match) -> tuple[int, int, int]:
        if one.waits:
            return 1, one.turn, one.number
        now = not one.waiting and one.turn == last[one.number]
        return (0, 0, one.number) if now else (2, one.turn, one.number)

    return {one.pk: place(one) for one in rows}


def wait_words(matches: Iterable[Match], now: datetime | None = None) -> dict[int, str]:
    """Return what the waiting among all matches of a round wait for, by id; empty if none wait.

    Their session round, stage and tournament are loaded.
    """
    rows = list(matches)
    waiting = sorted((one for one in rows if one.waits), key=lambda one: (one.turn, one.number))
    if not waiting:
        return {}
    playing = max((one.turn for one in rows if not one.waiting), default=1)
    now = now or timezone.now()
    # Those of the queue come first: they have no turn
    return {
        one.pk: _shift_words(one, playing, now) if one.turn else place_in_queue(place)
        for place, one in enumerate(waiting, start=1)
    }


def wait_words_of(match: Match, now: datetime | None = None) -> str:
    """Return the same for one match; empty if it does not wait. One query if it does."""
    if not match.waits:
        return ""
    others = Match.objects.filter(session_round=match.session_round_id).exclude(pk=match.pk)
    return wait_words([match, *others.only("number", "turn", "waiting", "done", "ruling")], now)[
        match.pk
    ]


def free_tables(match: Match) -> list[int]:
    """Return the tables to which a match of a queue can be sent now: nobody plays there. A match
    that has been called can be sent until it begins. At most two queries.
    """
    row, tournament = match.session_round, match.session_round.stage.tournament
    if tournament.tables is None or tournament.room_plan != Tournament.RoomPlan.QUEUE:
        return []
    if row.state != SessionRound.State.PUBLISHED or match.done or match.ruling is not None:
        return []
    if match.games.filter(game__isnull=False).exists():
        return []
    others = Match.objects.filter(session_round=row, waiting=False, done=False)
    busy = set(others.values_list("number", flat=True))
    return [number for number in range(1, tournament.tables + 1) if number not in busy]


def shift_tags(matches: Iterable[Match], tournament: Tournament) -> Mapping[int, str]:
    """Return the shift of every match of a round, by id; empty if the round has one shift only."""
    rows = list(matches)
    if tournament.room_plan != Tournament.RoomPlan.SHIFTS or all(one.turn <= 1 for one in rows):
        return {}
    return {one.pk: shift_name(one.turn) if one.turn > 1 else _("first shift") for one in rows}


def early_shift(matches: Iterable[Match], tournament: Tournament) -> str:
    """Return the name of the next shift if it can be called although tables still play; else "".

    The matches of a published round.
    """
    if tournament.tables is None or tournament.room_plan != Tournament.RoomPlan.SHIFTS:
        return ""
    rows = list(matches)
    coming = _coming_shift(rows)
    return shift_name(coming) if coming and _has_free_table(rows, coming) else ""


def _coming_shift(rows: Sequence[Match]) -> int:
    """Return the next shift; 0 if there is none, or some of its tables have been called."""
    coming = min((one.turn for one in rows if one.waits and one.turn), default=0)
    return 0 if any(one.turn == coming and not one.waiting for one in rows) else coming


def _has_free_table(rows: Sequence[Match], shift: int) -> bool:
    """Whether some tables of a shift are free while others still play the one before."""
    playing = {one.number for one in rows if not one.waiting and not one.done}
    tables = {one.number for one in rows if one.waits and one.turn == shift}
    return bool(playing and tables - playing)


def starts_about(session_round: SessionRound, shifts: int, now: datetime) -> datetime | None:
    """Return when the shift so many after the one that plays begins; None if no clock runs."""
    clock = clock_of(session_round)
    end = ends_at(clock, now) if clock.ended_at is None else None
    if end is None or clock.minutes is None:
        return None
    return max(end, now) + timedelta(minutes=clock.minutes) * (shifts - 1)


def _shift_words(match: Match, playing: int, now: datetime) -> str:
    words = {"shift": shift_name(match.turn), "table": match.number}
    start = starts_about(match.session_round, match.turn - playing, now)
    if start is None or match.turn <= playing:
        return _("%(shift)s, table %(table)s") % words
    after = timezone.localtime(start)
    late = timedelta(minutes=after.minute % 5, seconds=after.second)
    rounded = after if not late else after - late + STEP
    words["time"] = time_format(rounded, "TIME_FORMAT")
    return _("%(shift)s, table %(table)s, after about %(time)s") % words
