"""The clock of a session round as pages show it: the remaining time, and the buttons available
now.
"""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from tournaments.clock import (
    LAST_HAND,
    NOT_STARTED,
    OVER,
    PAUSED,
    Clock,
    ends_at,
    last_hand_from,
    ran_down,
    remaining,
    state,
)


@dataclass(frozen=True)
class ClockFace:
    """What a page shows of a clock.

    `left` is "34:10", with a minus once the time is over, empty if there is no end. `ends` is the
    time for the countdown script, None if nothing counts down. `then` is when the last hand is due,
    if that is still to come.
    """

    state: str
    left: str
    word: str
    ends: datetime | None = None
    then: datetime | None = None

    @property
    def shown(self) -> tuple[object, ...]:
        """Return what a live page has to compare besides the version: this state changes with time
        alone.
        """
        return (self.state,)


def face_of(clock: Clock, now: datetime, extra: int = 0) -> ClockFace:
    """Return the clock as a table with this many extra minutes sees it."""
    now_state = state(clock, now, extra)
    left = remaining(clock, now, extra)
    counts = now_state not in {NOT_STARTED, PAUSED} and clock.ended_at is None and left is not None
    due = last_hand_from(clock, now, extra)
    return ClockFace(
        state=now_state,
        left=minutes_and_seconds(left),
        word=_word(clock, now_state),
        ends=ends_at(clock, now, extra) if counts else None,
        then=due if counts and due is not None and due > now and now_state != LAST_HAND else None,
    )


def over_since(clock: Clock, now: datetime) -> datetime | None:
    """Return when the time ran out; None if it has not."""
    return (clock.ended_at or ends_at(clock, now)) if state(clock, now) == OVER else None


def _word(clock: Clock, now_state: str) -> str:
    if now_state == NOT_STARTED and clock.started_at is not None:
        at = time_format(timezone.localtime(clock.started_at), "H:i")
        return _("starts at %(time)s") % {"time": at}
    if clock.ended_at is not None and now_state == OVER:
        return _("the time is over")
    return {
        NOT_STARTED: _("not started"),
        PAUSED: _("paused"),
        LAST_HAND: _("last hand"),
        OVER: _("time is up"),
    }.get(now_state, _("left"))


def minutes_and_seconds(left: int | None) -> str:
    """Format seconds like a clock: 34:10, −2:05."""
    if left is None:
        return ""
    minutes, seconds = divmod(abs(left), 60)
    return f"{'−' if left < 0 else ''}{minutes}:{seconds:02}"


def minutes_to_set(clock: Clock, now: datetime) -> int | None:
    """Return the initial value of the minutes field: all of them before the start, then the
    remaining ones, rounded up.
    """
    if state(clock, now) == NOT_STARTED:
        return clock.minutes
    left = remaining(clock, now)
    return None if left is None else max(1, -(-left // 60))


@dataclass(frozen=True)
class ClockButton:
    """A button of the clock: the action in its address, its label, whether it is the main button,
    and the question that it asks first, empty for none.
    """

    action: str
    label: str
    main: bool = False
    asks: str = ""


def buttons_of(clock: Clock, now: datetime, *, playing: int) -> list[ClockButton]:
    """Return what the director can do with the clock now, the likeliest first.

    `playing` is the number of unfinished tables.
    """
    now_state = state(clock, now)
    end = ClockButton(
        "end",
        _("Time is up now"),
        asks=_("All tables see it immediately and stop by the event's rule."),
    )
    if clock.ended_at is not None:
        rest = [ClockButton("stop", _("Count the rest as is"), main=True)] if playing else []
        return rest if ran_down(clock) else [*rest, ClockButton("go_on", _("Go on after all"))]
    if clock.started_at is None:
        return [ClockButton("start", _("Start the clock"), main=True)] if clock.minutes else []
    if now_state == NOT_STARTED:
        return [ClockButton("start", _("Start now"))]
    if clock.paused_at is not None:
        return [ClockButton("go_on", _("Resume"), main=True), end]
    if now_state == OVER:
        return [end]
    last = [] if clock.last_hand_at else [ClockButton("last_hand", _("Last hand"))]
    return [ClockButton("pause", _("Pause")), *last, end]
