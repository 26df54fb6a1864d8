"""What is played after midnight belongs to the night before, also where the clocks change."""

from datetime import UTC, date, datetime

import pytest

from scoring.games.nights import night_of


@pytest.mark.parametrize(
    ("at", "night"),
    [
        (datetime(2026, 11, 20, 19, 30, tzinfo=UTC), date(2026, 11, 20)),
        (datetime(2026, 11, 21, 3, 59, tzinfo=UTC), date(2026, 11, 20)),  # 04:59 in Zurich
        (datetime(2026, 11, 21, 4, 0, tzinfo=UTC), date(2026, 11, 21)),
        (datetime(2026, 7, 11, 2, 59, tzinfo=UTC), date(2026, 7, 10)),  # in summer two hours ahead
        # 04:30, after the clocks went back
        (datetime(2026, 10, 25, 3, 30, tzinfo=UTC), date(2026, 10, 24)),
        (datetime(2026, 12, 31, 23, 30, tzinfo=UTC), date(2026, 12, 31)),
    ],
)
@pytest.mark.usefixtures("in_zurich")
def test_a_night_lasts_until_five_in_the_morning(at: datetime, night: date) -> None:
    assert night_of(at) == night
