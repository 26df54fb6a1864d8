"""When a message is tried again, and when it is given up."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from tournaments.webhooks.sending import (
    LONGEST_REST,
    OFF_AFTER,
    TRIES,
    pause_after,
    suspension_after,
)

SECONDS = [5, 30, 120, 600, 1800, 3600, 7200, 14400, 57600]


def test_there_are_ten_tries_within_a_day_and_each_pause_is_longer() -> None:
    pauses = [pause_after(tries, lambda: 0.5) for tries in range(1, 12)]
    assert pauses == [*(timedelta(seconds=each) for each in SECONDS), None, None]
    assert TRIES == 10
    assert (
        timedelta(hours=23)
        < sum((pause for pause in pauses if pause), timedelta())
        < timedelta(hours=25)
    )
    assert pause_after(0, lambda: 0.5) is None


@given(tries=st.integers(1, 9), chance=st.floats(0, 1, exclude_max=True))
def test_by_chance_a_pause_is_a_fifth_longer_or_shorter_at_most(tries: int, chance: float) -> None:
    pause = pause_after(tries, lambda: chance)
    assert pause is not None
    assert 0.8 * SECONDS[tries - 1] <= pause.total_seconds() <= 1.2 * SECONDS[tries - 1]
    # Two that failed together come back apart.
    assert pause_after(tries, lambda: (chance + 0.5) % 1) != pause


@given(failures=st.integers(1, 10_000))
def test_a_webhook_rests_for_ten_minutes_at_most(failures: int) -> None:
    assert timedelta(seconds=5) <= suspension_after(failures) <= timedelta(seconds=LONGEST_REST)
    assert suspension_after(failures + 1) >= suspension_after(failures)
    assert suspension_after(failures) < OFF_AFTER
