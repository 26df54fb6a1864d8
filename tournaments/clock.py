"""The clock of a session round: how long is left, and what a table should know of it.

Everything follows from a few moments that are kept with the session round and from the time it is
now; nothing ticks. A clock that nobody gave any minutes has no end.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

NOT_STARTED, RUNNING, PAUSED, LAST_HAND, OVER = (
    "not_started",
    "running",
    "paused",
    "last_hand",
    "over",
)


@dataclass(frozen=True)
class Clock:
    """A session round's clock.

    `started_at` may lie ahead: the round begins at that time by itself. `paused_at` is when a pause
    began that is still on; `paused_seconds` are those of all pauses that are over. `ended_at` is
    when the director ended the round, `last_hand_at` when the last hand was called;
    `last_hand_minutes` before the end it is called by itself (0: never).
    """

    minutes: int | None = None
    started_at: datetime | None = None
    paused_at: datetime | None = None
    paused_seconds: int = 0
    ended_at: datetime | None = None
    last_hand_at: datetime | None = None
    last_hand_minutes: int = 0


def clock_of(session_round: Any) -> Clock:
    """The clock of a session round, whose stage and tournament are at hand."""
    return Clock(
        minutes=session_round.minutes or session_round.stage.minutes,
        started_at=session_round.clock_started_at,
        paused_at=session_round.clock_paused_at,
        paused_seconds=session_round.clock_paused_seconds,
        ended_at=session_round.clock_ended_at,
        last_hand_at=session_round.last_hand_at,
        last_hand_minutes=session_round.stage.tournament.last_hand_minutes,
    )


def is_going(clock: Clock) -> bool:
    """Whether the clock has been started and the director has not ended it; also while it is
    paused.
    """
    return clock.started_at is not None and clock.ended_at is None


def ran_down(clock: Clock) -> bool:
    """Whether all minutes of a clock that was ended were over by then."""
    if clock.started_at is None or clock.ended_at is None or clock.minutes is None:
        return False
    return clock.ended_at >= clock.started_at + timedelta(
        minutes=clock.minutes, seconds=clock.paused_seconds
    )


def ends_at(clock: Clock, now: datetime, extra: int = 0) -> datetime | None:
    """When the time is over for a table with so many extra minutes, as it looks now; None where
    there is no end.

    While the clock is paused this moves on with the time. Where the director ended the round early,
    the extra minutes count from there.
    """
    if clock.started_at is None:
        return None
    given = timedelta(minutes=extra)
    ends = []
    if clock.minutes is not None:
        ends.append(
            clock.started_at + timedelta(minutes=clock.minutes) + _paused(clock, now) + given
        )
    if clock.ended_at is not None:
        ends.append(clock.ended_at + given)
    return min(ends, default=None)


def remaining(clock: Clock, now: datetime, extra: int = 0) -> int | None:
    """Whole seconds left for a table with so many extra minutes, a second that has begun counting
    whole.

    Negative once the time is over; all of it before the start; None where there is no end.
    """
    if clock.started_at is None:
        return None if clock.minutes is None else (clock.minutes + extra) * 60
    end = ends_at(clock, now, extra)
    if end is None:
        return None
    return -((max(now, clock.started_at) - end) // timedelta(seconds=1))


def state(clock: Clock, now: datetime, extra: int = 0) -> str:
    """What a table with so many extra minutes should know: one of the five words above.

    A call of the last hand holds through a pause; by itself it comes so many minutes before the
    end.
    """
    if clock.started_at is None or now < clock.started_at:
        return NOT_STARTED
    left = remaining(clock, now, extra)
    if left is not None and left <= 0:
        return OVER
    if clock.paused_at is not None:
        return PAUSED
    due = left is not None and left <= clock.last_hand_minutes * 60
    called = clock.ended_at is not None or (clock.last_hand_at is not None and extra <= 0)
    return LAST_HAND if due or called else RUNNING


def last_hand_from(clock: Clock, now: datetime, extra: int = 0) -> datetime | None:
    """When the last hand is called by itself, as it looks now; None where it never is."""
    end = ends_at(clock, now, extra)
    if end is None or not clock.last_hand_minutes:
        return None
    return end - timedelta(minutes=clock.last_hand_minutes)


def _paused(clock: Clock, now: datetime) -> timedelta:
    """How long the clock has stood still so far."""
    done = timedelta(seconds=clock.paused_seconds)
    return done if clock.paused_at is None else done + max(now - clock.paused_at, timedelta())
