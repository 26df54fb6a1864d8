"""The clock of a session round: starting, pausing, changing and ending it.

It is ended by the director, or automatically when it has run out if the event's rule stops tables
then: `time_up` handles those that still play.
"""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.games.actions.common import again_after_deadlock
from scoring.models import Game
from scoring.rules import RuleError
from scoring.rules.words import gettext_noop
from tournaments import channels
from tournaments.actions.common import (
    check_reason,
    conflict,
    lock,
    lock_match,
    lock_round,
    log,
    rule_error,
)
from tournaments.actions.sealing import seal_grown
from tournaments.actions.time_up import (
    ENDED,
    STOPPING,
    ends_by_itself,
    lock_games,
    stop_tables,
    take_back_end,
    time_is_up,
)
from tournaments.clock import clock_of, clock_of_match, ends_at, is_running, ran_down, remaining
from tournaments.models import Match, SessionRound, Stage, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

MOST_MINUTES = 600  # of a session round
MOST_EXTRA = 120  # of one table, on top
LEAST_LEFT = 30  # seconds that must remain after taking minutes away
CLOCK = (
    "clock_started_at",
    "clock_paused_at",
    "clock_paused_seconds",
    "last_hand_at",
    "clock_ended_at",
)


def start_clock(
    session_round: SessionRound,
    by: "AbstractBaseUser | None",
    *,
    minutes: int | None = None,
    at: datetime | None = None,
) -> SessionRound:
    """Start the clock of a published session round: now, or at a future time.

    `minutes` defaults to the round's own, then to the stage's; typed minutes become the stage's,
    see `_typed`. Starting a running clock changes nothing; one that has not begun may be
    rescheduled. Raises RuleError if no minutes are set.
    """
    with transaction.atomic():
        tournament, row, now = _held(session_round)
        if row.clock_started_at is not None and (
            row.clock_started_at <= now or row.clock_ended_at is not None
        ):
            return row
        row.minutes = (
            _typed(row, minutes)
            if minutes is not None
            else _minutes(row.minutes or row.stage.minutes)
        )
        row.clock_started_at = max(at, now) if at else now
        return _kept(
            tournament,
            row,
            "clock_started",
            by,
            minutes=row.minutes,
            when=at.isoformat() if at and at > now else "",
        )


def pause_clock(session_round: SessionRound, by: "AbstractBaseUser | None") -> SessionRound:
    """Pause the clock. Raises RuleError if it is not running; idempotent."""
    with transaction.atomic():
        tournament, row, now = _going(session_round)
        if row.clock_paused_at is not None:
            return row
        row.clock_paused_at = now
        return _kept(tournament, row, "clock_paused", by)


def resume_clock(session_round: SessionRound, by: "AbstractBaseUser | None") -> SessionRound:
    """Resume the clock after a pause, or after it was ended early, with the time left then.

    A clock that ran out has nothing to resume: see `add_minutes`. Taking back an end resumes the
    games it stopped, and those it dropped can be played. Only what was decided or agreed since
    stays. A running clock is not changed.
    """
    with transaction.atomic():
        games = lock_games(session_round, (Game.State.STOPPED,))
        tournament, row, now = _held(session_round)
        if row.clock_started_at is None:
            raise _not_started()
        if row.clock_ended_at is None and row.clock_paused_at is None:
            return row
        if (
            row.clock_ended_at is not None
            and ran_down(clock_of(row))
            and tournament.unfinished in STOPPING
        ):
            raise conflict(
                "clock_ended",
                "clock",
                gettext_noop("No time is left: give all tables more minutes."),
            )
        _resume(row, games, tournament, now)
        return _kept(tournament, row, "clock_went_on", by, games.values())


def set_minutes(
    session_round: SessionRound, by: "AbstractBaseUser | None", minutes: int | None
) -> SessionRound:
    """Set the session round's minutes from its start, before it or while it is played."""
    with transaction.atomic():
        tournament, row, _now = _held(session_round)
        minutes = _typed(row, minutes)
        if row.minutes == minutes:
            return row
        row.minutes = minutes
        return _kept(tournament, row, "clock_minutes", by, minutes=minutes)


def add_minutes(
    session_round: SessionRound, by: "AbstractBaseUser | None", minutes: int
) -> SessionRound:
    """Give all tables of the session round this many more minutes, or fewer if negative.

    Once time is up they count from now, and tables stopped for it resume. Raises RuleError if less
    than half a minute would be left.
    """
    with transaction.atomic():
        games = lock_games(session_round, (Game.State.STOPPED,))
        tournament, row, now = _held(session_round)
        given = _minutes((row.minutes or row.stage.minutes or 0) + minutes)
        left = remaining(clock_of(row), now)
        if row.clock_started_at is not None and left is not None:
            if minutes < 0 and left + minutes * 60 < LEAST_LEFT:
                raise rule_error(
                    "clock_minutes",
                    "minutes",
                    gettext_noop("That would leave less than half a minute."),
                )
            _take_back_end(row, games, tournament, now)
            left = remaining(clock_of(row), now) or 0
            row.clock_paused_seconds += max(0, -left)
            row.last_hand_at = row.last_hand_at if minutes < 0 else None
        row.minutes = given
        return _kept(tournament, row, "clock_minutes", by, games.values(), minutes=given)


def set_left(
    session_round: SessionRound, by: "AbstractBaseUser | None", minutes: int | None
) -> SessionRound:
    """Set the minutes left from now, of this session round alone. Raises RuleError before its clock
    started.
    """
    with transaction.atomic():
        games = lock_games(session_round, (Game.State.STOPPED,))
        tournament, row, now = _held(session_round)
        minutes = _minutes(minutes)
        if row.clock_started_at is None or row.clock_started_at > now:
            raise _not_started()
        _take_back_end(row, games, tournament, now)
        stopped_at = row.clock_paused_at or now
        # Seconds begun do not count, or a second more than that would be left.
        played = (stopped_at - row.clock_started_at) // timedelta(seconds=1)
        played -= row.clock_paused_seconds
        whole, rest = divmod(max(0, played), 60)
        row.minutes = _minutes(whole + minutes)
        row.clock_paused_seconds += rest
        row.last_hand_at = None
        return _kept(tournament, row, "clock_minutes", by, games.values(), minutes=row.minutes)


def call_last_hand(session_round: SessionRound, by: "AbstractBaseUser | None") -> SessionRound:
    """Announce the last hand to all tables. Idempotent."""
    with transaction.atomic():
        tournament, row, now = _going(session_round)
        if row.last_hand_at is not None:
            return row
        row.last_hand_at = now
        return _kept(tournament, row, "last_hand", by)


@again_after_deadlock
def end_clock(session_round: SessionRound, by: "AbstractBaseUser | None") -> SessionRound:
    """End the time of a session round. `Tournament.unfinished` decides about tables still playing.

    "hand": each stops automatically after the next hand it writes, see `stop_when_time_is_up`.
    "now": games are stopped as they are, except at tables with more time. Otherwise nothing is
    stopped. Idempotent.
    """
    with transaction.atomic():
        games = lock_games(session_round)
        tournament, row, now = _going(session_round, again=True)
        if row.clock_ended_at is not None:
            return row
        if row.clock_paused_at is not None:
            row.clock_paused_seconds += round(
                max(now - row.clock_paused_at, timedelta()).total_seconds()
            )
        row.clock_paused_at, row.clock_ended_at = None, now
        stopped: list[int] = []
        if tournament.unfinished == Tournament.Unfinished.NOW:
            stopped = stop_tables(row, games, tournament, now)
        elif tournament.unfinished == Tournament.Unfinished.HAND:
            stopped = stop_tables(row, {}, tournament, now)  # those between two of their games
        return _kept(tournament, row, ENDED, by, games.values(), tables=stopped)


def end_due_rounds() -> None:
    """End every session round whose clock has run out, if its event's rule stops tables then.

    Also stops tables whose extra minutes have run out since. One query if nothing is due. Called
    every few seconds by the server: a writing table does not wait for it, see `time_up`.
    """
    rows = SessionRound.objects.filter(
        state=SessionRound.State.PUBLISHED,
        clock_started_at__isnull=False,
        stage__tournament__unfinished__in=STOPPING,
        stage__state=Stage.State.RUNNING,
    ).exclude(stage__tournament__state=Tournament.State.FINISHED)
    for row in rows.select_related("stage__tournament"):
        with suppress(RuleError):  # the director was quicker
            if row.clock_ended_at is None:
                if ends_by_itself(row.stage.tournament, row, timezone.now()):
                    end_clock(row, None)
            elif row.stage.tournament.unfinished == Tournament.Unfinished.NOW:
                _stop_extended(row)


def _stop_extended(session_round: SessionRound) -> None:
    """Stop the tables of an ended session round whose extra minutes have run out, if any."""
    more = Q(extra_minutes__gt=0) | Q(called_at__isnull=False)
    playing = Match.objects.filter(
        more, session_round=session_round, done=False, ruling__isnull=True
    )
    now = timezone.now()
    due = [
        match
        for match in playing.select_related("session_round__stage__tournament")
        if time_is_up(match, now)
    ]
    if not any(match.games.filter(game__rounds__isnull=False).exists() for match in due):
        return
    with transaction.atomic():
        games = lock_games(session_round)
        tournament, row, now = _held(session_round)
        if row.clock_ended_at is not None and (tables := stop_tables(row, games, tournament, now)):
            _kept(tournament, row, "clock_stopped_rest", None, games.values(), tables=tables)


def stop_rest(session_round: SessionRound, by: "AbstractBaseUser | None") -> SessionRound:
    """Count every match still playing as it is after the end, including tables with more time.

    A table without entries is left to the director.
    """
    with transaction.atomic():
        games = lock_games(session_round)
        tournament, row, _now = _held(session_round)
        if row.clock_ended_at is None:
            raise conflict(
                "clock_not_ended",
                "clock",
                gettext_noop("The clock is still running: end the time first."),
            )
        stopped = stop_tables(row, games, tournament, None)
        return _kept(tournament, row, "clock_stopped_rest", by, games.values(), tables=stopped)


def give_minutes(
    match: Match, by: "AbstractBaseUser | None", minutes: int, reason: str = ""
) -> Match:
    """Give one table more minutes than the clock, or take some back. They add up.

    Once its time is up they count from now, and a table stopped for it resumes.
    """
    reason = check_reason("extra_minutes", reason)
    with transaction.atomic():
        games = lock_games(match.session_round, (Game.State.STOPPED,), match)
        tournament, row, now = _held(match.session_round)
        match = lock_match(match)
        match.session_round = row
        clock, given = clock_of_match(match), minutes
        left = remaining(clock, now, match.extra_minutes)
        if minutes > 0 and left is not None and left < 0:
            given += -(left // 60)  # whole minutes
        if not minutes or not 0 <= match.extra_minutes + given <= MOST_EXTRA:
            raise rule_error(
                "extra_minutes",
                "minutes",
                gettext_noop("A table can have between 0 and %(most)s extra minutes in all."),
                most=MOST_EXTRA,
            )
        end = ends_at(clock, now, match.extra_minutes)
        match.extra_minutes += given
        match.save(update_fields=["extra_minutes"])
        if games and given > 0 and end is not None and end <= now:
            take_back_end(row, games, tournament, end, match)
        channels.bump_match(match.pk)
        params = _where(row) | {
            "table": match.number,
            "match": match.pk,
            "minutes": minutes,
        }
        log(tournament, "extra_minutes", by, params, reason)
        seal_grown(tournament, games.values())
    return match


def reset_clock(row: SessionRound) -> None:
    """Reset the clock and all extra minutes: the session round is a draft again, or its next shift
    begins.
    """
    row.clock_started_at = row.clock_paused_at = row.clock_ended_at = row.last_hand_at = None
    row.clock_paused_seconds = 0
    row.save(update_fields=[*CLOCK])
    Match.objects.filter(session_round=row).update(
        extra_minutes=0, called_at=None, called_paused_seconds=0
    )


# Internal
# --------------------------------------------------------------------------------------------------


def _held(session_round: SessionRound) -> tuple[Tournament, SessionRound, datetime]:
    """Return the current session round, its tournament locked. Raises RuleError if it is not
    open.
    """
    tournament = lock(session_round.stage.tournament, "lead")
    row = lock_round(session_round, "play")
    row.stage.tournament = tournament
    return tournament, row, timezone.now()


def _going(
    session_round: SessionRound, *, again: bool = False
) -> tuple[Tournament, SessionRound, datetime]:
    """Return the same for a session round with a running clock; `again`: or one already ended."""
    tournament, row, now = _held(session_round)
    if row.clock_started_at is None or row.clock_started_at > now:
        raise _not_started()
    if not again and not is_running(clock_of(row)):
        raise conflict(
            "clock_ended", "clock", gettext_noop("The time for this round is already over.")
        )
    return tournament, row, now


def _not_started() -> Exception:
    return conflict("clock_not_started", "clock", gettext_noop("The clock has not started yet."))


def _minutes(minutes: int | None) -> int:
    if minutes is None or not 1 <= minutes <= MOST_MINUTES:
        raise rule_error(
            "clock_minutes",
            "minutes",
            gettext_noop("Enter the minutes of the round: 1 to %(most)s."),
            most=MOST_MINUTES,
        )
    return minutes


def _resume(
    row: SessionRound, games: dict[Any, Game], tournament: Tournament, now: datetime
) -> None:
    """Resume a paused or ended clock with the time left then."""
    over_since = ends_at(clock_of(row), now)
    stopped_at = row.clock_ended_at or row.clock_paused_at or now
    row.clock_paused_seconds += round(max(now - stopped_at, timedelta()).total_seconds())
    if row.clock_ended_at is not None:
        take_back_end(row, games, tournament, over_since or row.clock_ended_at)
        row.clock_ended_at, row.last_hand_at = None, None
    row.clock_paused_at = None


def _take_back_end(
    row: SessionRound, games: dict[Any, Game], tournament: Tournament, now: datetime
) -> None:
    """Undo the end of a time that is up, whether the server has ended the clock already or not."""
    if row.clock_ended_at is not None:
        _resume(row, games, tournament, now)
        return
    end = ends_at(clock_of(row), now)
    if games and end is not None and end <= now:
        take_back_end(row, games, tournament, end)


def _typed(row: SessionRound, minutes: int | None) -> int:
    """Return typed minutes, of this session round alone; a stage without minutes adopts them."""
    minutes = _minutes(minutes)
    if row.stage.minutes is None:
        row.stage.minutes = minutes
        row.stage.save(update_fields=["minutes"])
    return minutes


def _where(row: SessionRound) -> dict[str, Any]:
    return {"stage": row.stage.number, "round": row.number}


def _kept(
    tournament: Tournament,
    row: SessionRound,
    action: str,
    by: "AbstractBaseUser | None",
    games: Iterable[Game] = (),
    **params: Any,
) -> SessionRound:
    """Save the clock, log it, and update the hall and the phones at the tables.

    `games` are those stopped or resumed: in the tournament's chain they follow the line that gives
    the reason.
    """
    row.save(update_fields=["minutes", *CLOCK])
    channels.bump_matches(row.pk)
    channels.bump_round_screens(row.pk)
    log(tournament, action, by, _where(row) | params)
    seal_grown(tournament, games)
    return row
