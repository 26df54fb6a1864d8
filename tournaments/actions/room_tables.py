"""Gives the matches of a round their tables in a room with too few, by `tournaments.room`.

Nothing is logged here: `common` calls the next of the queue after each change of a tournament.
"""

from collections.abc import Iterable, Sequence, Set
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils import timezone

from tournaments.channels import bump_match
from tournaments.models import (
    Match,
    MatchGame,
    Participation,
    Place,
    SessionRound,
    Stage,
    Tournament,
)
from tournaments.pairing.formats import FORMATS
from tournaments.room import QUEUED, RoomMatch, Spot, in_queue, in_shifts

SPOT = ("number", "turn", "waiting", "called_at", "called_paused_seconds")
ASIDE = 10_000  # turns of rows that are about to be renumbered


def tables_for(stage: Stage) -> int | None:
    """Return how many tables a round of this stage can use at once; None if the room sets no limit.

    Matches of a league with dates of their own are not played in one room at one time.
    """
    if "weeks" in FORMATS[stage.format].read(stage.format_settings):
        return None
    return stage.tournament.tables


def assign_tables(session_round: SessionRound) -> list[Match]:
    """Give the matches of a round tables and turns; return those that were called to a table.

    The tournament is locked. Matches that have begun, are decided, or are called in a published
    round keep their table, if it is in the room. A round that fits into the room is left as it is.
    """
    stage = session_round.stage
    rows = list(Match.objects.filter(session_round=session_round).annotate(opened=_OPENED))
    tables = tables_for(stage)
    short = tables is not None and len(rows) > tables
    if not short and not any(row.waiting or row.turn != 1 for row in rows):
        return []
    if tables is None or not short:
        tables = max([len(rows), *(row.number for row in rows)])
    published = session_round.state == SessionRound.State.PUBLISHED
    matches = _room_matches(rows, tables, kept_if_called=published)
    queue = short and stage.tournament.room_plan == Tournament.RoomPlan.QUEUE
    spots = (in_queue if queue else in_shifts)(matches, tables)
    return _save(session_round, rows, spots, queue=queue)


def wait_last(match: Match) -> None:
    """Put a match added late behind all others, if the room has too few tables."""
    row = match.session_round
    tables = tables_for(row.stage)
    if tables is not None and row.matches.count() > tables:
        match.turn, match.waiting = QUEUED, True
        match.save(update_fields=["turn", "waiting"])


def call_waiting(tournament: Tournament) -> list[Match]:
    """Call matches to tables that are free now: of the queue, or the rest of a shift that was
    called early. Return them. No query if the room has enough tables.
    """
    if tournament.tables is None:
        return []
    if tournament.room_plan != Tournament.RoomPlan.QUEUE:
        return _call_rest_of_shift(tournament)
    waiting = Match.objects.filter(
        waiting=True, done=False, ruling__isnull=True, session_round=OuterRef("pk")
    )
    rounds = SessionRound.objects.filter(
        Exists(waiting),
        stage__tournament=tournament,
        state=SessionRound.State.PUBLISHED,
        stage__state=Stage.State.RUNNING,
    )
    called = []
    for row in rounds.select_related("stage__tournament").order_by("stage__number", "number"):
        called += assign_tables(row)
    return called


def _call_rest_of_shift(tournament: Tournament) -> list[Match]:
    """Call the matches of a shift of which others are called already, if their table is free."""
    of_round = Match.objects.filter(session_round=OuterRef("session_round"), waiting=False)
    rows = Match.objects.filter(
        Exists(of_round.filter(turn=OuterRef("turn"))),
        ~Exists(of_round.filter(number=OuterRef("number"), done=False)),
        session_round__stage__tournament=tournament,
        session_round__state=SessionRound.State.PUBLISHED,
        waiting=True,
        done=False,
        ruling__isnull=True,
    )
    called = list(rows.select_related("session_round__stage__tournament"))
    call_at_their_tables(called)
    return called


def call_at_their_tables(rows: Iterable[Match]) -> None:
    """Call matches of a shift to the tables that they have: their own time counts from now."""
    now = timezone.now()
    for row in rows:
        call_to(row, Spot(row.number, row.turn), row.session_round, now)


def call_to(row: Match, spot: Spot, session_round: SessionRound, now: datetime) -> None:
    """Call one match to a table."""
    if row.waiting:
        _call(row, session_round, now)
    row.number, row.turn, row.waiting = spot.table, spot.turn, False
    row.save(update_fields=[*SPOT])
    bump_match(row.pk)


def waiting_turn(rows: Iterable[Match]) -> int | None:
    """Return the next shift of a round that has not begun, from its matches; None if there is
    none.
    """
    return min((row.turn for row in rows if row.waits and row.turn), default=None)


# Internal
# --------------------------------------------------------------------------------------------------

_OPENED = Exists(MatchGame.objects.filter(match=OuterRef("pk"), game__isnull=False))


def _room_matches(rows: Sequence[Any], tables: int, *, kept_if_called: bool) -> list[RoomMatch]:
    seated = Place.objects.filter(match__in=rows).values_list(
        "match_id", "entrant_id", "entrant__fixed_table"
    )
    who: dict[int, int] = {}
    wish: dict[int, int] = {}
    for match_id, entrant, fixed in seated.order_by("pk"):
        who.setdefault(match_id, entrant)
        if fixed is not None:
            wish.setdefault(match_id, fixed)
    groups = dict(
        Participation.objects.filter(
            stage__session_rounds__matches__in=rows[:1], entrant__in=who.values()
        ).values_list("entrant_id", "group")
    )

    def kept(row: Any) -> Spot | None:
        # Moving a result back may leave a game to a match of the queue: that one needs a table
        begun = (row.opened and row.turn) or row.done or row.ruling is not None
        called = kept_if_called and not row.waiting and row.number <= tables
        return Spot(row.number, row.turn) if begun or called else None

    return [
        RoomMatch(
            id=row.pk,
            group=groups.get(who.get(row.pk, 0), ""),
            wish=wish.get(row.pk),
            kept=kept(row),
            over=_is_over(row),
            decided=row.waiting and not row.waits,
        )
        for row in sorted(rows, key=lambda row: (not row.turn, row.turn, row.number))
    ]


def _is_over(row: Match) -> bool:
    """Whether a match no longer needs its table: it is over by its scores or ruled, and nobody
    disputes the result.
    """
    return row.done and row.agreement != Match.Agreement.DISPUTED


def _save(
    session_round: SessionRound, rows: Sequence[Match], spots: dict[int, Spot], *, queue: bool
) -> list[Match]:
    """Save what has changed. In two steps: rows that swap numbers would collide."""
    playing = 1 if queue else _playing_turn(session_round, rows)
    busy = _busy(rows, playing)
    waiting = {row.pk: _waits(row, spots[row.pk], playing, busy, queue=queue) for row in rows}
    changed = [row for row in rows if _spot_of(row) != (spots[row.pk], waiting[row.pk])]
    called = _call_all(session_round, changed, waiting) if queue or busy else []
    for row in changed:
        spot = spots[row.pk]
        row.number, row.turn, row.waiting = spot.table, spot.turn, waiting[row.pk]
    save_spots(changed)
    # Those that wait have another place in the queue
    moved_up = [row for row in rows if row.waits] if called else []
    for row in dict.fromkeys([*changed, *moved_up]):
        bump_match(row.pk)
    return called


def _call_all(
    session_round: SessionRound, rows: Sequence[Match], waiting: dict[int, bool]
) -> list[Match]:
    """Call those that waited so far and no longer do (`waiting`: by id); return them."""
    now = timezone.now()
    called = [row for row in rows if row.waits and not waiting[row.pk]]
    for row in called:
        _call(row, session_round, now)
    return called


def _busy(rows: Iterable[Match], playing: int) -> set[int]:
    """Return the tables that still play the shift before the one that was called early."""
    return {row.number for row in rows if not (row.waiting or row.done) and row.turn < playing}


def _spot_of(row: Match) -> tuple[Spot, bool]:
    return Spot(row.number, row.turn), row.waiting


def _waits(row: Match, spot: Spot, playing: int, busy: Set[int], *, queue: bool) -> bool:
    """Whether a match waits for a table at its new spot."""
    if queue:
        return not spot.turn
    return spot.turn > playing or (row.waits and spot.table in busy)


def _playing_turn(session_round: SessionRound, rows: Iterable[Match]) -> int:
    """Return the shift that plays, or that will play first."""
    if session_round.state != SessionRound.State.PUBLISHED:
        return 1
    return max((row.turn for row in rows if not row.waiting), default=1)


def save_spots(rows: Sequence[Match]) -> None:
    """Save new tables and turns of matches of a round, whose old ones may be among them."""
    if not rows:
        return
    final = [(row.turn, row.number) for row in rows]
    for aside, row in enumerate(rows):
        row.turn, row.number = ASIDE, aside
    Match.objects.bulk_update(rows, ["turn", "number"])
    for row, (turn, number) in zip(rows, final, strict=True):
        row.turn, row.number = turn, number
    Match.objects.bulk_update(rows, [*SPOT])


def _call(row: Match, session_round: SessionRound, now: datetime) -> None:
    """Note when a match is called: its time counts from then."""
    paused = session_round.clock_paused_seconds
    if session_round.clock_paused_at is not None:
        paused += max(0, round((now - session_round.clock_paused_at).total_seconds()))
    row.called_at, row.called_paused_seconds = now, paused
