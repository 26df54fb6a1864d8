"""Other rules for a game that is being played: held against playing the same rounds from the
beginning.
"""

from typing import Any

import pytest

from scoring.games.rule_changes import changed_settings, play_under
from scoring.rules import Mistake, Round, RuleError, RuleSet, play
from tests.lengths import in_short
from tests.scoring.games import believable

OTHER: dict[str, list[dict[str, Any]]] = {
    "nanking": [
        {"target_score": 500},
        {"target_score": 100000, "tichu_value": 150, "grand_value": 0},
        {"round_limit": 3, "target_score": None},
        {"grand_allowed": False},
        {"mercy_lead": 200},
        {"sweep_value": 300, "failed_call_pays_opponents": True, "wish_penalty": 50},
        {"partners_may_both_call": False, "target_score": 700, "tie_at_target": "draw"},
        {"extra_calls": {"blind": 400}},
        {"recording": "first"},
    ],
    "tientsin": [{"target_score": 300}, {"grand_allowed": False, "sweep_value": 0}],
    "trichu": [
        {"deal_passes": "right"},
        {"round_limit": 4},
        {"round_limit": None, "target_score": 400},
    ],
    "wu_wang": [{"round_limit": 12}, {"mercy_lead": 100}],
    "grand_seigneur": [{"round_limit": 2}, {"round_limit": 50}],
    "always_last": [{"round_limit": 5}],
}
PEOPLE = {
    "nanking": 4,
    "tientsin": 6,
    "trichu": 3,
    "wu_wang": 3,
    "grand_seigneur": 7,
    "always_last": 5,
}


def test_the_settings_that_differ_are_told_in_the_order_of_the_rule_book() -> None:
    old, new = (
        RuleSet.of("nanking"),
        RuleSet.of("nanking", {"mercy_lead": 400, "target_score": 500}),
    )
    assert changed_settings(old, new) == ["target_score", "mercy_lead"]
    assert changed_settings(old, old) == []


@pytest.mark.parametrize("seed", in_short(range(12), [1]))
def test_rounds_bear_rules_under_which_they_could_have_been_played(seed: int) -> None:
    """Yes where playing them from the beginning works, with the same partners; no in all other
    cases.
    """
    borne = refused = 0
    for variant, changes in OTHER.items():
        official = RuleSet.of(variant)
        whole = believable(official, PEOPLE[variant], 9, seed)
        for rounds in (whole[:n] for n in range(len(whole) + 1)):
            now = play(official, PEOPLE[variant], rounds)
            for settings in changes:
                rules = RuleSet.of(variant, settings)
                try:
                    expected = play(rules, PEOPLE[variant], rounds)
                except RuleError:
                    expected = None
                if expected and [each.sides for each in expected.rounds] != [
                    each.sides for each in now.rounds
                ]:
                    expected = None
                if expected:
                    assert play_under(rules, now, rounds) == expected
                    borne += 1
                else:
                    with pytest.raises(RuleError):
                        play_under(rules, now, rounds)
                    refused += 1
    assert borne > 70
    assert refused > 30


def against(
    settings: dict[str, Any], *rounds: Round, variant: str = "nanking", before: Any = None
) -> list[Mistake]:
    now = play(RuleSet.of(variant, before or {}), PEOPLE[variant], rounds)
    with pytest.raises(RuleError) as caught:
        play_under(RuleSet.of(variant, settings), now, rounds)
    return list(caught.value.mistakes)


PLAIN = Round(out=(0, 1, 2, 3), card_points=(65, 35))
SWEEP = Round(out=(0, 2))
GRAND = Round(out=(0, 1, 2, 3), calls={1: "grand"}, card_points=(65, 35))
BOTH = Round(out=(0, 1, 2, 3), calls={0: "tichu", 2: "tichu"}, card_points=(65, 35))


def test_the_first_round_that_stands_against_a_setting_is_named_beside_it() -> None:
    cases = [
        (
            {"grand_allowed": False},
            (PLAIN, GRAND, GRAND),
            "grand_allowed",
            "Round 2 has a Grand Tichu",
        ),
        (
            {"partners_may_both_call": False},
            (BOTH,),
            "partners_may_both_call",
            "Both partners called in round 1",
        ),
        (
            {"target_score": 300},
            (SWEEP, SWEEP, PLAIN),
            "target_score",
            "ended with round 2, but it has 3 rounds",
        ),
        ({"round_limit": 1}, (PLAIN, PLAIN), "round_limit", "ended with round 1"),
        ({"mercy_lead": 150}, (SWEEP, PLAIN), "mercy_lead", "ended with round 1"),
    ]
    for settings, rounds, field, words in cases:
        (mistake,) = against(settings, *rounds)
        assert mistake.field == field
        assert words in mistake.message


def test_a_call_that_would_be_gone_and_other_partners_stand_against_it() -> None:
    blind = Round(out=(0, 1, 2, 3), calls={0: "blind"}, card_points=(65, 35))
    (mistake,) = against({}, blind, before={"extra_calls": {"blind": 400}})
    assert (mistake.field, "blind" in mistake.message) == ("extra_calls", True)
    of_team = Round(card_points=(65, 35), side_calls=[(0, "grand", True), (0, "tichu", False)])
    points = {"recording": "points"}
    (mistake,) = against(points | {"grand_allowed": False}, of_team, before=points)
    assert (mistake.field, "Grand Tichu" in mistake.message) == ("grand_allowed", True)
    (mistake,) = against(points | {"partners_may_both_call": False}, of_team, before=points)
    assert (mistake.field, "Both" in mistake.message) == ("partners_may_both_call", True)
    three = Round(out=(0, 2, 1, 3), card_points=(50, 50))
    (mistake,) = against({"deal_passes": "right"}, three, three, variant="trichu")
    assert (mistake.code, mistake.field) == ("others_together", "deal_passes")
    assert "round 2" in mistake.message


def test_each_setting_that_cannot_change_has_its_reason_and_those_that_can_have_none() -> None:
    found = against({"grand_allowed": False, "round_limit": 1, "tichu_value": 50}, GRAND, PLAIN)
    assert [mistake.field for mistake in found] == ["round_limit", "grand_allowed"]


def test_settings_that_fit_alone_and_not_together_are_told_as_rules() -> None:
    """Tichu at 200 brings 265, and a target of 250 alone is not reached with 165."""
    called = Round(out=(0, 1, 2, 3), calls={0: "tichu"}, card_points=(65, 35))
    (mistake,) = against({"target_score": 250, "tichu_value": 200}, called, PLAIN)
    assert (mistake.code, mistake.field) == ("ended_before", "rules")


def test_a_game_that_is_over_may_go_on_under_other_rules_and_one_may_end() -> None:
    rounds = [SWEEP, SWEEP, PLAIN]
    now = play(RuleSet.of("nanking", {"target_score": 450}), 4, rounds)
    assert now.finished
    assert not play_under(RuleSet.of("nanking"), now, rounds).finished
    back = play(RuleSet.of("nanking"), 4, rounds)
    assert play_under(RuleSet.of("nanking", {"target_score": 450}), back, rounds).finished
