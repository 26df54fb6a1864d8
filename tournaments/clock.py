"""The clock of a session round: the time left, and what a table is shown.

Everything follows from a few stored times and the current time; nothing ticks. A clock without
minutes has no end.
"""

from dataclasses import dataclass, replace
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

    `started_at` may be in the future: the round then begins by itself. `paused_at` is the start of
    the current pause, `paused_seconds` the sum of finished pauses. `ended_at` is when the director
    ended the round, `last_hand_at` when the last hand was called. `last_hand_minutes` before the
    end it is called automatically (0: never).
    """

    minutes: int | None = None
    started_at: datetime | None = None
    paused_at: datetime | None = None
    paused_seconds: int = 0
    ended_at: datetime | None = None
    last_hand_at: datetime | None = None
    last_hand_minutes: int = 0


def clock_of(session_round: Any) -> Clock:
    """Return the clock of a session round, whose stage and tournament must be loaded."""
    return Clock(
        minutes=session_round.minutes or session_round.stage.minutes,
        started_at=session_round.clock_started_at,
        paused_at=session_round.clock_paused_at,
        paused_seconds=session_round.clock_paused_seconds,
        ended_at=session_round.clock_ended_at,
        last_hand_at=session_round.last_hand_at,
        last_hand_minutes=session_round.stage.tournament.last_hand_minutes,
    )


def clock_of_match(match: Any) -> Clock:
    """Return the clock of a match, whose session round, stage and tournament must be loaded.

    One that was called out of a queue has the round's minutes from then on. An end or a last hand
    called by the director before that is not its own.
    """
    clock = clock_of(match.session_round)
    called = match.called_at
    if called is None or clock.started_at is None or called <= clock.started_at:
        return clock
    ended = clock.ended_at
    if ended is not None and (ended <= called or ran_down(clock)):
        ended = None
    last_hand = clock.last_hand_at
    return replace(
        clock,
        started_at=called,
        paused_seconds=max(0, clock.paused_seconds - match.called_paused_seconds),
        ended_at=ended,
        last_hand_at=None if last_hand is None or last_hand <= called else last_hand,
    )


def is_running(clock: Clock) -> bool:
    """Return whether the clock was started and not ended by the director, even if paused."""
    return clock.started_at is not None and clock.ended_at is None


def ran_down(clock: Clock) -> bool:
    """Return whether a clock that was ended had used all its minutes."""
    if clock.started_at is None or clock.ended_at is None or clock.minutes is None:
        return False
    return clock.ended_at >= clock.started_at + timedelta(
        minutes=clock.minutes, seconds=clock.paused_seconds
    )


def ends_at(clock: Clock, now: datetime, extra: int = 0) -> datetime | None:
    """Return when the time is over for a table with this many extra minutes, as of now; None if
    never.

    While the clock is paused this moves with the time. If the director ended the round early, the
    extra minutes count from there.
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
    """Return the whole seconds left for a table with this many extra minutes, rounded up.

    Negative after the end, the full time before the start, None if there is no end.
    """
    if clock.started_at is None:
        return None if clock.minutes is None else (clock.minutes + extra) * 60
    end = ends_at(clock, now, extra)
    if end is None:
        return None
    return -((max(now, clock.started_at) - end) // timedelta(seconds=1))


def state(clock: Clock, now: datetime, extra: int = 0) -> str:
    """Return the state for a table with this many extra minutes: one of the five constants above.

    A called last hand survives a pause; automatically it comes that many minutes before the end.
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
    """Return when the last hand is called automatically, as of now; None if never."""
    end = ends_at(clock, now, extra)
    if end is None or not clock.last_hand_minutes:
        return None
    return end - timedelta(minutes=clock.last_hand_minutes)


def _paused(clock: Clock, now: datetime) -> timedelta:
    """Return how long the clock has been paused in total."""
    done = timedelta(seconds=clock.paused_seconds)
    return done if clock.paused_at is None else done + max(now - clock.paused_at, timedelta())
