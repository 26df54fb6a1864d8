"""An action whose transaction PostgreSQL has ended to break a deadlock begins again."""

import pytest
from django.db import OperationalError, transaction

from scoring.games.actions.common import again_after_deadlock


class DriverError(Exception):
    """The driver's error."""

    def __init__(self, sqlstate: str) -> None:
        super().__init__(sqlstate)
        self.sqlstate = sqlstate


class Stuck:
    """An action that ends in an error of this SQLSTATE so many times."""

    def __init__(self, times: int, sqlstate: str = "40P01") -> None:
        self.times, self.sqlstate, self.tried = times, sqlstate, 0

    def __call__(self) -> str:
        self.tried += 1
        if self.tried > self.times:
            return "done"
        error = OperationalError("deadlock detected")
        error.__cause__ = DriverError(self.sqlstate)
        raise error


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("times", [0, 1, 2])
def test_it_is_tried_three_times_at_most(times: int) -> None:
    stuck = Stuck(times)
    assert again_after_deadlock(stuck)() == "done"
    assert stuck.tried == times + 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("stuck", "tried"), [(Stuck(3), 3), (Stuck(1, "57014"), 1)])
def test_then_it_is_said_and_other_errors_at_once(stuck: Stuck, tried: int) -> None:
    with pytest.raises(OperationalError):
        again_after_deadlock(stuck)()
    assert stuck.tried == tried


@pytest.mark.django_db(transaction=True)
def test_a_part_of_somebody_s_transaction_is_not_begun_again() -> None:
    stuck = Stuck(1)
    with pytest.raises(OperationalError), transaction.atomic():
        again_after_deadlock(stuck)()
    assert stuck.tried == 1
