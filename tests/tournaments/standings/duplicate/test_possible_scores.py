"""Which scores are accepted: those that some order of going out explains."""

from itertools import product
from typing import Any

import pytest

from tests.tournaments.standings.duplicate.records import SEATS, errors, record
from tests.tournaments.standings.duplicate.second_count import explained, explained_by_any_calls
from tournaments.standings.duplicate.possible_scores import with_any_calls, with_calls

IMPOSSIBLE = [(1, "score", "impossible_score")]
NOBODY: dict[str, str] = {}
EVERYBODY = dict.fromkeys(SEATS, "tichu")


def found(ns: int, ew: int, **more: Any) -> list[tuple[int | None, str, str]]:
    """What is wrong with a score."""
    result = {"board": 1, "ns": "1", "ew": "2", "score": {"ns": ns, "ew": ew}}
    allowed = more.pop("grand_allowed", True)
    return errors(record(result | more, grand_allowed=allowed))


@pytest.mark.parametrize(
    ("ns", "ew", "calls"),
    [
        (50, 50, NOBODY),
        (125, -25, NOBODY),
        (-25, 125, NOBODY),
        (200, 0, NOBODY),
        (0, 200, NOBODY),
        (100, 0, NOBODY),
        (300, 0, {"north": "tichu"}),  # made, with a double victory
        (100, 0, {"north": "tichu"}),  # failed, with a double victory of the partner's
        (-100, 200, {"north": "tichu"}),  # failed, after the others' double victory
        (150, 50, {"south": "tichu"}),
        (400, 0, {"south": "grand"}),
        (0, 400, {"west": "grand"}),
        (-150, 50, {"north": "grand"}),
        (200, 0, {"north": "tichu", "south": "tichu"}),  # one made, one failed
        (300, 0, {"north": "grand", "south": "tichu"}),
        (100, 0, {"north": "tichu", "south": "grand"}),
        (300, -100, {"north": "tichu", "east": "tichu"}),
        (50, -150, EVERYBODY),  # one made it, three failed
    ],
)
def test_some_order_of_going_out_explains_it(ns: int, ew: int, calls: dict[str, str]) -> None:
    assert found(ns, ew, calls=calls) == []


@pytest.mark.parametrize(
    ("ns", "ew", "calls"),
    [
        (130, -30, NOBODY),
        (51, 49, NOBODY),
        (50, 45, NOBODY),
        (200, 5, NOBODY),
        (205, 0, NOBODY),
        (300, 0, NOBODY),
        (0, 0, NOBODY),
        (300, 100, {"east": "tichu"}),
        (200, 100, {"east": "tichu"}),  # made, so the other side was not out first and second
        (100, 200, {"north": "tichu"}),
        (50, 50, {"north": "tichu"}),  # made or failed, but never nothing
        (350, 0, {"north": "tichu"}),
        (150, 50, {"north": "grand"}),  # worth twice that
        (150, 150, {"north": "tichu", "east": "tichu"}),  # only one can be out first
        (400, 0, {"north": "tichu", "south": "tichu"}),
        (0, 200, {"north": "tichu", "south": "tichu"}),
        (-50, -50, EVERYBODY),  # nobody was out first
        (10**400, -(10**400), NOBODY),
    ],
)
def test_no_order_of_going_out_explains_it(ns: int, ew: int, calls: dict[str, str]) -> None:
    assert found(ns, ew, calls=calls) == IMPOSSIBLE


def test_calls_that_are_left_out_are_nobodys() -> None:
    assert found(50, 50) == []
    assert found(150, 50) == IMPOSSIBLE


def test_calls_that_were_not_recorded_may_be_any() -> None:
    assert found(50, 50, calls=None) == []
    assert found(400, 0, calls=None) == []
    assert found(-125, -275, calls=None) == []  # made one, failed everybody else's
    assert found(405, 0, calls=None) == IMPOSSIBLE
    assert found(51, 49, calls=None) == IMPOSSIBLE
    assert found(500, 0, calls=None) == IMPOSSIBLE


def test_where_no_grand_tichu_is_allowed_it_explains_nothing() -> None:
    assert found(400, 0, calls=None, grand_allowed=False) == IMPOSSIBLE
    assert found(300, 0, calls=None, grand_allowed=False) == []
    assert found(400, 0, calls=None, wish="east", grand_allowed=False) == IMPOSSIBLE


def test_after_a_missed_wish_the_other_side_has_200() -> None:
    assert found(200, 0, wish="east") == []
    assert found(200, 0, wish="west") == []
    assert found(0, 200, wish="south") == []
    assert found(200, 0, wish="north") == IMPOSSIBLE
    assert found(50, 50, wish="north") == IMPOSSIBLE


def test_after_a_missed_wish_calls_count_as_usual() -> None:
    called = {"north": "tichu", "east": "grand"}
    assert found(300, -200, wish="east", calls=called) == []
    assert found(100, 200, wish="west", calls=called) == []
    assert found(100, -200, wish="east", calls=called) == []
    assert found(200, 0, wish="east", calls=called) == IMPOSSIBLE
    assert found(300, 200, wish="east", calls=called) == IMPOSSIBLE
    assert found(300, -200, wish="east", calls=None) == []
    assert found(300, -205, wish="east", calls=None) == IMPOSSIBLE


def test_a_wish_may_be_missed_before_anybody_is_out() -> None:
    assert found(0, -200, wish="east", calls=EVERYBODY) == []
    assert found(200, -200, wish="east", calls=EVERYBODY) == []
    assert found(100, -100, wish="east", calls=EVERYBODY) == IMPOSSIBLE


@pytest.mark.parametrize("wish", [None, *SEATS])
def test_every_score_is_possible_or_not_as_every_order_of_going_out_says(wish: str | None) -> None:
    missed = None if wish is None else SEATS.index(wish)
    for chosen in product((None, "tichu", "grand"), repeat=4):
        calls = [(seat, call) for seat, call in zip(SEATS, chosen, strict=True) if call]
        numbered = tuple((SEATS.index(seat), call) for seat, call in calls)
        assert with_calls(numbered, missed) == explained(frozenset(calls), wish), calls
    for allowed in (True, False):
        assert with_any_calls(missed, grand_allowed=allowed) == explained_by_any_calls(
            wish, allowed
        )
