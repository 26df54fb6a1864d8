"""What a formula may be."""

from typing import Any

import pytest

from scoring.rules import RuleError
from tournaments.seasons.formula import Formula, read
from tournaments.seasons.presets import PRESETS


@pytest.mark.parametrize("preset", PRESETS.values(), ids=list(PRESETS))
def test_a_ready_made_formula_is_kept_and_read_as_it_is(preset: Any) -> None:
    assert read(preset.formula.to_data()) == preset.formula


@pytest.mark.parametrize(
    ("data", "fields"),
    [
        ({}, {"kind"}),
        ({"kind": "luck"}, {"kind"}),
        ({"kind": "places", "behind": -1, "win": 1001, "there": "2"}, {"behind", "win", "there"}),
        ({"kind": "places", "best": 0, "final": 6}, {"best", "final"}),
        ({"kind": "places", "there": True}, {"there"}),
        ({"kind": "victory", "least": 51, "guests_out": "yes"}, {"least", "guests_out"}),
        ({"kind": "fixed"}, {"fixed"}),
        ({"kind": "fixed", "fixed": "25, 18"}, {"fixed"}),
        ({"kind": "fixed", "fixed": [5, 6]}, {"fixed"}),
        ({"kind": "fixed", "fixed": [5, -1]}, {"fixed"}),
        ({"kind": "fixed", "fixed": [1] * 61}, {"fixed"}),
    ],
)
def test_what_a_formula_cannot_be_is_said_beside_each_field(
    data: dict[str, Any], fields: set[str]
) -> None:
    with pytest.raises(RuleError) as refused:
        read(data)
    assert {mistake.field for mistake in refused.value.mistakes} == fields


def test_a_formula_asks_for_no_more_than_its_kind_needs() -> None:
    assert read({"kind": "rating", "fixed": "nonsense"}) == Formula("rating")
