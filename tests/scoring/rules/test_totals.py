"""Two totals alone: taken where some order of going out with some calls explains them, held against
every order and every way of calling.
"""

from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules import Round, RuleError, RuleSet, advance, opening, play, recording_of
from scoring.rules.breakdown import breakdown_of
from scoring.rules.record import answer, read_record, write_record
from scoring.rules.totals import is_possible

NAMES = ["Anna", "Beat", "Carla", "Dino"]
CARDS = range(-25, 130, 5)
TOTALS = {"target_score": None, "round_limit": 3, "recording": "totals"}


def rules(**more: Any) -> RuleSet:
    return RuleSet.of("nanking", TOTALS | more)


def explained(given: RuleSet) -> set[tuple[int, int]]:
    """All totals over every order of the first two, every way of calling, and every missed wish."""
    worth = {"": 0, "tichu": given.tichu_value, **dict(given.extra_calls)}
    if given.grand_allowed:
        worth["grand"] = given.grand_value
    bases: dict[int | None, set[tuple[int, int]]] = {}  # by who was first out
    for first, second in permutations(range(4), 2):
        together = first % 2 == second % 2
        swept = (given.sweep_value, 0) if first % 2 == 0 else (0, given.sweep_value)
        cards = {swept} if together else {(points, 100 - points) for points in CARDS}
        bases.setdefault(first, set()).update(cards)
    for first in (None, 0, 1, 2, 3):
        missed = {(given.wish_penalty, 0), (0, given.wish_penalty)}
        bases.setdefault(first, set()).update(missed)
    found = set()
    for called in product(worth, repeat=4):
        alone = all("" in called[side::2] for side in (0, 1))
        if not alone and not given.partners_may_both_call:
            continue
        for first, scored in bases.items():
            sums = [0, 0]
            for seat, call in enumerate(called):
                if seat == first:
                    sums[seat % 2] += worth[call]
                elif given.failed_call_pays_opponents:
                    sums[1 - seat % 2] += worth[call]
                else:
                    sums[seat % 2] -= worth[call]
            found |= {(one + sums[0], other + sums[1]) for one, other in scored}
    return found


def near(totals: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """These, and others beside them."""
    moves = ((0, 0), (5, 0), (0, -5), (5, 5), (100, 0), (1, -1))
    return sorted({(one + a, other + b) for one, other in totals for a, b in moves})


def test_by_the_usual_rules_every_total_is_possible_that_something_explains() -> None:
    for usual in (rules(), rules(grand_allowed=False)):
        expected = explained(usual)
        assert {one for one in near(expected) if is_possible(usual, 2, one)} == expected


@settings(max_examples=8)
@given(
    st.fixed_dictionaries(
        {
            "tichu_value": st.sampled_from([0, 100, 150]),
            "grand_value": st.sampled_from([200, 300]),
            "grand_allowed": st.booleans(),
            "sweep_value": st.sampled_from([200, 300, 7]),
            "wish_penalty": st.sampled_from([200, 0]),
            "partners_may_both_call": st.booleans(),
            "failed_call_pays_opponents": st.booleans(),
            "extra_calls": st.sampled_from([{}, {"blind": 400}]),
        }
    )
)
def test_so_it_is_by_house_rules(house: dict[str, Any]) -> None:
    given = rules(**house)
    expected = explained(given)
    beside = near(expected)
    some = set(Random(1).sample(beside, min(len(beside), 400)))
    assert {one for one in some if is_possible(given, 2, one)} == expected & some


def test_forty_calls_of_a_house_take_no_time() -> None:
    given = rules(extra_calls={f"call {n}": 601 * n * n + n for n in range(1, 41)})
    assert is_possible(given, 2, (100 + 601 * 1600 + 40, -602))
    assert not is_possible(given, 2, (100 + 601 * 1600 + 41, -602))


@pytest.mark.parametrize(
    "totals", [(300, 0), (160, 40), (50, 50), (-25, 125), (60, -60), (0, 200), (-400, -200)]
)
def test_a_possible_hand_scores_what_was_typed(totals: tuple[int, int]) -> None:
    position = opening(rules(), 4)
    result, after = advance(position, Round(totals=totals), recorded=True)
    assert (result.scores, result.side_scores, after.totals) == (totals, totals, totals)
    assert (result.sweep, result.calls_made, result.calls_failed) == (None, (), ())
    assert result.next.leader is None


def mistakes(played: Round, given: RuleSet | None = None) -> list[tuple[str, str]]:
    try:
        advance(opening(given or rules(), 4), played, recorded=True)
    except RuleError as error:
        return [(one.code, one.field) for one in error.mistakes]
    return []


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        (Round(), [("points_missing", "totals")]),
        (Round(totals=(170, 20)), [("points_sum", "totals")]),
        (Round(totals=(51, 49)), [("points_step", "totals")]),
        (Round(totals=(10**30, -(10**30))), [("points_sum", "totals")]),
        (Round(totals=(500, 0)), [("points_sum", "totals")]),
        (Round(totals=(50, 50), calls={0: "tichu"}), [("unknown_key", "calls")]),
        (Round(totals=(50, 50), out=(0,)), [("unknown_key", "out")]),
        (Round(totals=(50, 50), bombs=()), []),
        (Round(totals=(50, 50), bombs=[(0,)]), [("unknown_key", "bombs")]),
        (Round(totals=(50, 50), sweep=0), [("unknown_key", "sweep")]),
        (Round(totals=(200, 0), wish_violation=1), [("unknown_key", "wish_violation")]),
        (
            Round(out=(0, 1, 2), card_points=(50, 50)),
            [("unknown_key", "out"), ("unknown_key", "card_points"), ("points_missing", "totals")],
        ),
    ],
)
def test_everything_wrong_with_it_is_said(played: Round, expected: list[tuple[str, str]]) -> None:
    assert mistakes(played) == expected


def test_what_is_impossible_is_said_in_plain_words() -> None:
    with pytest.raises(RuleError, match="170 : 20 is not a possible score"):
        advance(opening(rules(), 4), Round(totals=(170, 20)))


def test_no_other_level_of_detail_takes_totals() -> None:
    for recording in ("full", "first", "points"):
        found = mistakes(Round(totals=(50, 50)), rules(recording=recording))
        assert ("unknown_key", "totals") in found


def test_a_round_of_totals_goes_back_and_forth_as_data() -> None:
    played = Round(totals=(300, -100))
    assert played.to_data() == {"totals": [300, -100]}
    assert Round.from_data(played.to_data()) == played
    assert recording_of(played) == recording_of(played, "full") == "totals"
    with pytest.raises(RuleError, match="totals must be a list of two whole numbers"):
        Round.from_data({"totals": [300]})


def test_a_score_record_has_neither_the_level_nor_the_totals() -> None:
    """The contract knows three levels, and no key for totals."""
    record = {
        "format": "tichu-score-record",
        "version": 1,
        "variant": "nanking",
        "players": NAMES,
        "settings": TOTALS,
        "rounds": [{"totals": [300, 0]}],
    }
    found = answer(record)
    assert [(one["code"], one["field"]) for one in found["errors"]] == [
        ("bad_setting", "recording"),
        ("unknown_key", "totals"),
    ]
    assert "full, first, points" in found["errors"][0]["message"]
    with pytest.raises(RuleError, match="export the tournament"):
        write_record(NAMES, rules(), [Round(totals=(300, 0))])


def test_what_this_program_keeps_has_them() -> None:
    rounds = (Round(totals=(300, 0)), Round(totals=(-25, 125)))
    kept = write_record(NAMES, rules(), rounds, kept=True)
    read = read_record(kept, kept=True)
    assert (read.rules, read.rounds, read.game.totals) == (rules(), rounds, (275, 125))


def test_hands_recorded_otherwise_become_totals_beside_them() -> None:
    tapped = Round(out=(0, 2), calls={0: "tichu"}, recording="full")
    rounds = [tapped, Round(totals=(60, -60), recording="totals")]
    kept = write_record(NAMES, rules(), rounds, kept=True)
    assert kept["rounds"] == [{"totals": [300, 0]}, {"totals": [60, -60]}]
    assert read_record(kept, kept=True).game.totals == (360, -60)


def test_its_parts_are_not_known_and_still_add_up() -> None:
    rounds = [Round(totals=(300, -100))]
    one, other = breakdown_of(rounds, play(rules(), 4, rounds))[0].scores
    assert (one.points, other.points) == (300, -100)
    # Nothing of it is a call, so it is in the part that nobody adds up
    parts = [(each.card_points, each.calls, each.sweep, each.penalty) for each in (one, other)]
    assert parts == [(300, 0, 0, 0), (-100, 0, 0, 0)]


@pytest.mark.parametrize("variant", ["tientsin", "trichu", "wu_wang", "grand_seigneur"])
def test_other_games_have_no_such_level(variant: str) -> None:
    with pytest.raises(RuleError):
        RuleSet.of(variant, {"recording": "totals"})
