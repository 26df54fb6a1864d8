"""Rule sets and presets: what may be set, what may not,
and that settings come back as they went.
"""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import PRESETS, VARIANTS, Mistake, RuleError, RuleSet, opening, preset
from tests.rule_errors import mistakes_of
from tests.scoring.rules.contract import untimed

LIMITS = st.none() | st.integers(1, 10**30)
POINTS = st.integers(0, 1_000_000)
VALUES = {
    "target_score": LIMITS,
    "round_limit": LIMITS,
    "mercy_lead": LIMITS,
    "tichu_value": POINTS,
    "grand_value": POINTS,
    "sweep_value": POINTS,
    "wish_penalty": POINTS,
    "grand_allowed": st.booleans(),
    "partners_may_both_call": st.booleans(),
    "failed_call_pays_opponents": st.booleans(),
    "tie_at_target": st.sampled_from(["play_on", "draw"]),
    "recording": st.sampled_from(["full", "first"]),
    "deal_passes": st.sampled_from(["left", "right"]),
    "who_sits_out": st.sampled_from(["in_turn", "last_out", "tapped"]),
    "extra_calls": st.dictionaries(st.sampled_from(["blind", "double", "ü"]), POINTS),
}


def test_the_defaults_are_those_of_the_contract():
    common = {
        "tichu_value": 100, "grand_value": 200, "grand_allowed": True, "sweep_value": 200,
        "wish_penalty": 200, "partners_may_both_call": True, "tie_at_target": "play_on",
        "recording": "full", "mercy_lead": None, "failed_call_pays_opponents": False,
        "extra_calls": {},
    }  # fmt: skip
    assert {key: variant.defaults for key, variant in VARIANTS.items()} == {
        "nanking": common | {"target_score": 1000, "round_limit": None},
        "tientsin": common | {"target_score": 1000, "round_limit": None, "sweep_value": 300},
        "trichu": common | {"target_score": None, "round_limit": 9, "deal_passes": "left"},
        "wu_wang": common | {"target_score": None, "round_limit": 9},
        "grand_seigneur": {"round_limit": None},
        "always_last": {"round_limit": None},
        # Our own, which the contract does not know
        "nanking_five": common
        | {"target_score": None, "round_limit": 10, "who_sits_out": "in_turn"},
        "nanking_pairs": common
        | {"target_score": None, "round_limit": 9, "who_sits_out": "in_turn"},
    }


def test_numbers_of_players_are_those_of_the_contract():
    assert {key: (one.min_players, one.max_players) for key, one in VARIANTS.items()} == {
        "nanking": (4, 4),
        "tientsin": (6, 6),
        "trichu": (3, 3),
        "wu_wang": (3, 3),
        "grand_seigneur": (5, 12),
        "always_last": (5, 10),
        "nanking_five": (5, 5),
        "nanking_pairs": (6, 6),
    }


@untimed
@given(data=st.data(), variant=st.sampled_from(list(VARIANTS)))
def test_settings_come_back_and_hold_only_what_differs(data, variant):
    defaults = VARIANTS[variant].defaults
    settings = data.draw(st.fixed_dictionaries({}, optional={key: VALUES[key] for key in defaults}))
    rules = RuleSet.of(variant, settings)
    assert rules.settings() == {
        key: value for key, value in settings.items() if value != defaults[key]
    }
    assert RuleSet.of(variant, rules.settings()) == rules
    assert RuleSet.of(variant, json.loads(json.dumps(rules.settings()))) == rules
    assert hash(rules) == hash(RuleSet.of(variant, settings))


def test_the_order_in_which_own_calls_are_written_makes_no_difference():
    one = RuleSet.of("nanking", {"extra_calls": {"blind": 400, "double": 300}})
    other = RuleSet.of("nanking", {"extra_calls": {"double": 300, "blind": 400}})
    assert one == other
    assert one.call_values() == {"tichu": 100, "grand": 200, "double": 300, "blind": 400}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(
            ("tichu_value", value)
            for value in (-1, 1_000_001, 10**400, True, 100.0, math.nan, "100", None, [], {})
        ),
        *(("target_score", value) for value in (0, -5, True, 1000.0, math.inf, "1000", [1000])),
        *(("round_limit", value) for value in (0, False, 1.5)),
        *(("mercy_lead", value) for value in (0, -400, True, "400")),
        *(("grand_allowed", value) for value in (0, 1, None, "true")),
        *(("recording", value) for value in ("", "Full", None, [], 1)),
        *(("tie_at_target", value) for value in ("replay", True, {})),
        *(
            ("extra_calls", value)
            for value in (None, [], {"": 1}, {" ": 1}, {"tichu": 1}, {1: 1}, {"blind": True})
        ),
        *(
            ("extra_calls", value)
            for value in ({"blind": -1}, {"blind": 1_000_001}, {"blind": "400"})
        ),
    ],
)
def test_a_value_of_the_wrong_kind_or_out_of_range_is_refused(key, value):
    assert mistakes_of(RuleSet.of, "nanking", {key: value}) == [("bad_setting", key)]


def test_every_mistake_of_a_rule_set_is_told_at_once():
    settings = {
        "tichu_value": -1,
        "speed": 3,
        "extra_calls": {"grand": True},
        "deal_passes": "left",
        7: 1,
    }
    assert mistakes_of(RuleSet.of, "nanking", settings) == [
        ("bad_setting", "tichu_value"),
        ("unknown_setting", "speed"),
        ("bad_setting", "extra_calls"),
        ("bad_setting", "extra_calls"),
        ("unknown_setting", "deal_passes"),
        ("unknown_setting", "7"),
    ]


def test_points_alone_cannot_be_recorded_in_wu_wang():
    assert mistakes_of(RuleSet.of, "wu_wang", {"recording": "points"}) == [
        ("bad_setting", "recording")
    ]
    assert RuleSet.of("trichu", {"recording": "points"}).recording == "points"


def test_rank_games_know_a_number_of_rounds_alone():
    assert mistakes_of(RuleSet.of, "always_last", {"recording": "full"}) == [
        ("unknown_setting", "recording")
    ]
    assert RuleSet.of("grand_seigneur", {"round_limit": 5}).settings() == {"round_limit": 5}
    assert RuleSet.of("grand_seigneur").call_values() == {}


@pytest.mark.parametrize("variant", ["", "Nanking", None, 4, [], {}, True])
def test_a_variant_that_is_not_there_is_refused(variant):
    assert mistakes_of(RuleSet.of, variant, None) == [("unknown_variant", "variant")]


@pytest.mark.parametrize("settings", [[], "x", 0, 1, True, [("tichu_value", 1)]])
def test_settings_that_are_no_mapping_are_refused(settings):
    assert mistakes_of(RuleSet.of, "nanking", settings) == [("wrong_type", "settings")]


@pytest.mark.parametrize(
    ("variant", "players"),
    [
        *(("nanking", players) for players in (-4, 0, 3, 5, True)),
        ("tientsin", 4),
        ("trichu", 4),
        ("grand_seigneur", 13),
        ("always_last", 11),
    ],
)
def test_a_table_of_the_wrong_size_cannot_open_a_game(variant, players):
    with pytest.raises(RuleError) as caught:
        opening(RuleSet.of(variant), players)
    assert [one.code for one in caught.value.mistakes] == ["player_count"]


def test_a_number_too_long_to_be_written_out_is_still_answered():
    with pytest.raises(RuleError, match=r"not for 10\^"):
        opening(RuleSet.of("nanking"), 10**5000)
    with pytest.raises(RuleError, match=r"tichu_value is -10\^"):
        RuleSet.of("nanking", {"tichu_value": -(10**5000)})


def test_presets_have_keys_names_and_sentences_of_their_own():
    assert len({one.key for one in PRESETS}) == len(PRESETS)
    assert len({one.sentence for one in PRESETS}) == len(PRESETS)
    assert all(one.name and one.sentence.endswith(".") and one.group for one in PRESETS)
    assert all(preset(one.key) is one for one in PRESETS)
    with pytest.raises(KeyError):
        preset("no such preset")


def test_every_variant_has_its_official_preset():
    official = {
        one.rules.variant: one.rules for one in PRESETS if one.group == preset("nanking").group
    }
    assert official == {key: RuleSet.of(key) for key in VARIANTS}


@pytest.mark.parametrize(
    ("key", "settings"),
    [
        ("short", {"target_score": 500}),
        (
            "german_championship",
            {"target_score": None, "round_limit": 4, "grand_allowed": False, "sweep_value": 100},
        ),
        (
            "goettingen",
            {"target_score": None, "round_limit": 4, "grand_allowed": False, "sweep_value": 100},
        ),
        ("timed", {"target_score": None, "round_limit": 6}),
        ("duplicate", {"target_score": None, "round_limit": 8, "grand_allowed": False}),
        ("league_evening", {"target_score": None, "round_limit": 8}),
        ("jass_style", {"target_score": None, "round_limit": 12}),
        ("cup", {}),
        ("win_by_lead", {"mercy_lead": 400}),
        ("failed_call_pays", {"failed_call_pays_opponents": True}),
        ("blind_tichu", {"extra_calls": {"blind": 400}}),
        ("draw_at_target", {"tie_at_target": "draw"}),
        ("one_call_a_team", {"partners_may_both_call": False}),
    ],
)
def test_a_preset_differs_from_nanking_in_these_settings(key, settings):
    assert preset(key).rules == RuleSet.of("nanking", settings)


def test_a_mistake_shows_names_once_it_is_given_them():
    from scoring.rules import Round, advance

    with pytest.raises(RuleError) as caught:
        advance(opening(RuleSet.of("nanking"), 4), Round((0, 1, 1, 7), {}, (50, 50)))
    twice, stranger = caught.value.mistakes
    assert twice.message == "#2 went out twice; each player goes out once."
    assert (
        twice.named(["Anna", "Beat", "Carla", "Dino"]).message
        == "Beat went out twice; each player goes out once."
    )
    assert stranger.named({7: "Zoe"}).message.startswith(
        "Zoe is in the order of going out but not at the table"
    )
    assert twice == Mistake("duplicate_out", "out", twice.text, {"player": 1}, 1)
