"""A room with fewer tables than matches: how many there are, the next shift, a free table."""

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from scoring.rules import RuleError
from scoring.rules.words import gettext_noop
from tournaments.actions.common import (
    conflict,
    lock,
    lock_match,
    lock_round,
    log,
    match_params,
    rule_error,
)
from tournaments.actions.room_tables import (
    assign_tables,
    call_at_their_tables,
    call_to,
    tables_for,
    waiting_turn,
)
from tournaments.actions.timing import reset_clock
from tournaments.channels import bump_matches, bump_round_screens
from tournaments.models import Match, SessionRound, Stage, Tournament
from tournaments.room import Spot, next_turn

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

MOST_TABLES = 500


def set_room(
    tournament: Tournament, by: "AbstractBaseUser | None", *, tables: int | None, room_plan: str
) -> Tournament:
    """Set the number of tables in the room (None: as many as a round needs), and shifts or a queue.

    Possible while a round is played: matches that have begun or have been called keep their table
    if it is in the room, all others are placed again. Idempotent.
    """
    if tables is not None and not 1 <= tables <= MOST_TABLES:
        raise rule_error(
            "tables_in_room",
            "tables",
            gettext_noop("Enter the tables in the room: 1 to %(most)s, or nothing."),
            most=MOST_TABLES,
        )
    with transaction.atomic():
        held = lock(tournament, "set_up")
        if (held.tables, held.room_plan) == (tables, room_plan):
            return held
        held.tables, held.room_plan = tables, room_plan
        held.save(update_fields=["tables", "room_plan"])
        rounds = SessionRound.objects.filter(stage__tournament=held).exclude(
            state=SessionRound.State.CLOSED
        )
        for row in rounds.exclude(stage__state=Stage.State.FINISHED).select_related("stage"):
            row.stage.tournament = held
            assign_tables(row)
        log(held, "room_changed", by, {"tables": tables, "plan": room_plan})
    return held


def call_shift(
    session_round: SessionRound,
    by: "AbstractBaseUser | None",
    shift: int,
    *,
    early: bool = False,
) -> SessionRound:
    """Call the next shift of a round to the tables, and reset the clock for it.

    `early`: also while tables still play. The clock goes on for those; the matches called now have
    their own time, and the others of the shift follow when their table is done. Idempotent: a shift
    that plays already is left alone. Raises RuleError if a table still plays, or with `early` if
    all of them do.
    """
    with transaction.atomic():
        tournament = lock(session_round.stage.tournament, "lead")
        row = lock_round(session_round, "play")
        row.stage.tournament = tournament
        matches = list(Match.objects.filter(session_round=row))
        if waiting_turn(matches) != shift:
            return row
        playing = {match.number for match in matches if not (match.waiting or match.done)}
        params = {"stage": row.stage.number, "round": row.number, "shift": shift}
        if not playing:
            _call_all(row, shift)
        elif early:
            params["free"] = _call_free(row, matches, shift, playing)
        else:
            raise _still_plays(playing)
        bump_matches(row.pk)
        bump_round_screens(row.pk)
        log(tournament, "shift_called", by, params)
    return row


def _call_free(
    session_round: SessionRound, matches: Sequence[Match], shift: int, playing: Collection[int]
) -> int:
    """Call the matches of a shift whose tables are free; return how many. The clock goes on for the
    tables that play. Raises RuleError if all of them do.
    """
    of_shift = [match for match in matches if match.waits and match.turn == shift]
    free = [match for match in of_shift if match.number not in playing]
    if not free:
        raise _still_plays(playing)
    for match in free:
        match.session_round = session_round
    call_at_their_tables(free)
    return len(free)


def _call_all(session_round: SessionRound, shift: int) -> None:
    """Call a whole shift, and reset the clock for it."""
    called = Match.objects.filter(session_round=session_round, waiting=True, turn=shift)
    called.update(waiting=False)
    reset_clock(session_round)


def _still_plays(tables: Iterable[int]) -> RuleError:
    return conflict(
        "shift_plays",
        "shift",
        gettext_noop("These tables still play: %(tables)s."),
        tables=", ".join(map(str, sorted(tables))),
    )


def send_to_table(match: Match, by: "AbstractBaseUser | None", table: int) -> Match:
    """Send a match of a queue to a table where nobody plays: one that waits, or that has been
    called and has not begun.

    Raises RuleError if somebody plays there, if there is no such table, and if the match has begun.
    """
    with transaction.atomic():
        tournament = lock(match.session_round.stage.tournament, "lead")
        match = lock_match(match)
        row = lock_round(match.session_round, "play")
        row.stage.tournament = tournament
        begun = match.done or match.ruling is not None
        if begun or match.games.filter(game__isnull=False).exists():
            raise conflict("match_begun", "match", gettext_noop("This match has begun."))
        if not match.waiting and match.number == table:
            return match
        rows = list(Match.objects.filter(session_round=row).exclude(pk=match.pk))
        _check_free(table, row, rows)
        spots = [Spot(one.number, one.turn) for one in rows if one.turn]
        call_to(match, Spot(table, next_turn(spots, table)), row, timezone.now())
        log(tournament, "sent_to_table", by, match_params(match))
    return match


def _check_free(table: int, session_round: SessionRound, rows: Iterable[Match]) -> None:
    """Raise RuleError if a queue has no such table, or one of these matches is played there."""
    tables = tables_for(session_round.stage)
    queue = session_round.stage.tournament.room_plan == Tournament.RoomPlan.QUEUE
    if tables is None or not queue or not 1 <= table <= tables:
        raise conflict("no_such_table", "table", gettext_noop("There is no such free table."))
    if any(one.number == table and not one.waiting and not one.done for one in rows):
        raise conflict(
            "table_plays", "table", gettext_noop("Table %(table)s still plays."), table=table
        )
