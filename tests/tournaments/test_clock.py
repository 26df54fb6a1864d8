"""The clock of a session round: held against a clock that really ticks, second by second."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tournaments.clock import Clock, ends_at, is_running, last_hand_from, remaining, state

START = datetime(2026, 11, 28, 19, 30, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def test_a_clock_that_was_not_started_has_all_its_time() -> None:
    clock = Clock(minutes=50)
    assert (state(clock, START), remaining(clock, START), ends_at(clock, START)) == (
        "not_started",
        3000,
        None,
    )
    assert remaining(clock, START, extra=5) == 3300
    assert remaining(Clock(), START) is None


def test_a_clock_that_starts_later_waits_for_its_time_and_then_runs_by_itself() -> None:
    clock = Clock(minutes=50, started_at=START)
    assert (state(clock, at(-60)), remaining(clock, at(-60))) == ("not_started", 3000)
    assert (state(clock, START), remaining(clock, at(1))) == ("running", 2999)


def test_the_last_hand_is_called_by_itself_so_many_minutes_before_the_end() -> None:
    clock = Clock(minutes=50, started_at=START, last_hand_minutes=5)
    assert [state(clock, at(second)) for second in (2699, 2700, 2999, 3000)] == [
        *("running", "last_hand", "last_hand", "over"),
    ]
    assert last_hand_from(clock, START) == at(2700)
    assert last_hand_from(replace(clock, last_hand_minutes=0), START) is None
    assert state(replace(clock, last_hand_minutes=0), at(2999)) == "running"


def test_a_table_with_more_time_has_its_own_last_hand_and_its_own_end() -> None:
    clock = Clock(minutes=50, started_at=START, last_hand_minutes=5, last_hand_at=at(2600))
    assert [state(clock, at(2650), extra) for extra in (0, 10)] == ["last_hand", "running"]
    assert [state(clock, at(3000), extra) for extra in (0, 4, 10)] == [
        "over",
        "last_hand",
        "running",
    ]
    assert ends_at(clock, START, 10) == at(3600)


def test_what_the_director_ended_early_is_over_at_once_but_for_the_extra_minutes() -> None:
    clock = Clock(minutes=50, started_at=START, ended_at=at(1200))
    assert (state(clock, at(1200)), remaining(clock, at(1230))) == ("over", -30)
    assert (state(clock, at(1230), extra=5), remaining(clock, at(1230), extra=5)) == (
        "last_hand",
        270,
    )
    assert is_running(clock) is False


def test_what_the_director_ended_late_was_over_when_its_minutes_were() -> None:
    clock = Clock(minutes=50, started_at=START, ended_at=at(3600))
    assert (remaining(clock, at(3600)), remaining(clock, at(3600), extra=10)) == (-600, 0)


def test_a_clock_without_minutes_runs_until_it_is_ended() -> None:
    clock = Clock(started_at=START)
    assert (state(clock, at(99_999)), remaining(clock, at(99_999)), ends_at(clock, START)) == (
        "running",
        None,
        None,
    )
    assert state(replace(clock, ended_at=at(60)), at(60)) == "over"


def test_a_second_that_has_begun_counts_whole() -> None:
    clock = Clock(minutes=1, started_at=START)
    assert [remaining(clock, at(second)) for second in (0.2, 59.5, 60, 60.5, 61)] == [
        60,
        1,
        0,
        0,
        -1,
    ]


@given(
    minutes=st.integers(1, 5),
    extra=st.integers(0, 2),
    presses=st.lists(
        st.tuples(st.integers(1, 500), st.sampled_from(["pause", "go_on"])), max_size=8
    ),
    ended=st.none() | st.integers(1, 600),
    last_hand_minutes=st.integers(0, 3),
)
def test_the_clock_tells_what_one_tells_that_ticks(
    minutes: int,
    extra: int,
    presses: list[tuple[int, str]],
    ended: int | None,
    last_hand_minutes: int,
) -> None:
    pressed = dict(presses)
    clock = Clock(minutes=minutes, started_at=START, last_hand_minutes=last_hand_minutes)
    whole, left_after_end = (minutes + extra) * 60, extra * 60
    for second in range(700):
        now = at(second)
        if second == ended:
            # As `tournaments.actions.timing` writes it down.
            stood = int((now - clock.paused_at).total_seconds()) if clock.paused_at else 0
            clock = replace(
                clock, paused_at=None, paused_seconds=clock.paused_seconds + stood, ended_at=now
            )
        elif pressed.get(second) == "pause" and clock.ended_at is None and clock.paused_at is None:
            clock = replace(clock, paused_at=now)
        elif pressed.get(second) == "go_on" and clock.paused_at is not None:
            stood = int((now - clock.paused_at).total_seconds())
            clock = replace(clock, paused_at=None, paused_seconds=clock.paused_seconds + stood)
        left = whole if clock.ended_at is None else min(whole, left_after_end)
        assert remaining(clock, now, extra) == left
        if left <= 0:
            assert state(clock, now, extra) == "over"
        elif clock.paused_at is not None:
            assert state(clock, now, extra) == "paused"
        else:
            last = left <= last_hand_minutes * 60 or clock.ended_at is not None
            assert state(clock, now, extra) == ("last_hand" if last else "running")
        if clock.paused_at is None:  # the second passes
            whole -= 1
        if clock.ended_at is not None:
            left_after_end -= 1
