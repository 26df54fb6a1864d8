"""Typed totals: what cannot be, and what may be but should be looked at again."""

from random import Random

import pytest
from hypothesis import strategies as st

from scoring.rules import PRESETS, VARIANTS, Preset, RuleSet, play, preset
from tests.lengths import examples
from tests.tournaments.standings.points.matches import random_rounds
from tournaments.standings.points.plausible import DOUBTFUL, IMPOSSIBLE, doubts

NANKING = RuleSet.of("nanking")
FOUR = preset("german_championship").rules


def codes(
    rules: RuleSet, *totals: int, hands: int | None = None, finished: bool | None = True
) -> list[tuple[str, str]]:
    found = doubts(rules, totals, hands=hands, finished=finished)
    assert all("%(" not in doubt.message for doubt in found)
    return [(doubt.level, doubt.code) for doubt in found]


@pytest.mark.parametrize(
    ("totals", "hands", "finished", "code"),
    [
        ((1003, 597), None, True, "points_step"),
        ((1005, 590), None, True, "points_sum"),
        ((980, 720), None, True, "no_end"),
        ((2300, 200), None, None, "too_far"),
        ((1003, 597), None, None, "points_step"),
        ((1000, 1000), None, True, "no_end"),
        ((2300, 200), None, True, "too_far"),
        ((1000, 400), 2, True, "out_of_range"),
        ((305, 95), 1, False, "no_such_hand"),
        ((1000, 1000, 0), None, True, "wrong_count"),
    ],
)
def test_totals_of_a_game_to_1000_that_cannot_be_are_told(
    totals: tuple[int, ...], hands: int | None, finished: bool | None, code: str
) -> None:
    assert (IMPOSSIBLE, code) in codes(NANKING, *totals, hands=hands, finished=finished)


def test_of_sums_alone_the_rules_say_how_many_hands_there_were_at_most() -> None:
    three = RuleSet.of("nanking", {"target_score": None, "round_limit": 3})
    assert codes(three, 1590, 10) == [(IMPOSSIBLE, "out_of_range")]
    assert codes(three, 10, -1810, finished=False) == [(IMPOSSIBLE, "out_of_range")]
    assert codes(three, 590, 10) == []
    assert codes(NANKING, 1590, 1010) != [(IMPOSSIBLE, "out_of_range")]


@pytest.mark.parametrize(
    ("totals", "hands", "code"),
    [((210, 190), 5, "too_many_hands"), ((210, 190), 3, "no_end"), ((500, 700), 4, "sum_of_hands")],
)
def test_totals_of_four_hands_that_cannot_be_are_told(
    totals: tuple[int, ...], hands: int, code: str
) -> None:
    assert codes(
        RuleSet.of("nanking", {**FOUR.settings(), "wish_penalty": 100}), *totals, hands=hands
    ) == [(IMPOSSIBLE, code)]


@pytest.mark.parametrize(
    ("rules", "totals", "hands", "finished", "code"),
    [
        (NANKING, (1300, 400), None, True, "far_over_target"),
        # Level at 1100 or more, then another hand
        (NANKING, (1500, 1200), None, True, "far_over_target"),
        (NANKING, (1100, 400), None, False, "over_already"),
        (FOUR, (300, 100), 4, False, "over_already"),
        (FOUR, (900, 100), 4, True, "unusual"),
        (FOUR, (900, 100), None, True, "unusual"),  # there are at most four
    ],
)
def test_rare_totals_are_only_doubted(
    rules: RuleSet, totals: tuple[int, ...], hands: int | None, finished: bool, code: str
) -> None:
    assert codes(rules, *totals, hands=hands, finished=finished) == [(DOUBTFUL, code)]


@pytest.mark.parametrize(
    ("rules", "totals", "hands", "finished"),
    [
        (NANKING, (1005, 595), None, True),
        (NANKING, (1005, 595), None, None),
        (NANKING, (640, 560), None, None),
        (NANKING, (1000, 1000), None, None),
        (FOUR, (200, 100), 3, None),
        (NANKING, (1010, 1190), 12, True),
        (NANKING, (-25, 125), 1, False),
        (NANKING, (0, 0), 0, False),
        (FOUR, (200, 200), None, True),
        (FOUR, (200, 200), 4, True),
        (RuleSet.of("trichu"), (300, 500, 400), 9, True),
    ],
)
def test_ordinary_totals_are_not_doubted(
    rules: RuleSet, totals: tuple[int, ...], hands: int | None, finished: bool | None
) -> None:
    assert codes(rules, *totals, hands=hands, finished=finished) == []


def test_where_one_of_a_side_may_call_no_call_is_made_beside_a_failed_one() -> None:
    own = {"target_score": None, "extra_calls": {"seven": 7}}  # 50 + 7 - 100 : 50
    assert codes(RuleSet.of("nanking", own), -43, 50, hands=1, finished=False) == []
    alone = RuleSet.of("nanking", {**own, "partners_may_both_call": False})
    assert codes(alone, -43, 50, hands=1, finished=False) == [(IMPOSSIBLE, "no_such_hand")]


def test_a_game_without_points_has_no_totals() -> None:
    assert codes(RuleSet.of("grand_seigneur"), 1, 2, 3, 4, 5) == [(IMPOSSIBLE, "no_points")]


@examples(
    40,
    200,
    st.integers(0, 10**9),
    st.sampled_from(
        [
            entry
            for entry in PRESETS
            for variant in [VARIANTS[entry.rules.variant]]
            if variant.in_tournaments and not variant.is_rank_game
        ]
    ),
    st.integers(1, 12),
)
def test_no_game_that_was_really_played_is_called_impossible(
    seed: int, entry: Preset, hands: int
) -> None:
    variant = VARIANTS[entry.rules.variant]
    result = play(
        entry.rules,
        variant.min_players,
        random_rounds(entry.rules, variant.min_players, hands, Random(seed)),
    )
    played = len(result.rounds)
    every = [result.totals, result.totals[:3]] if variant.has_dummy else [result.totals]
    for totals in every:
        for told in (played, None):
            for finished in (result.finished, None):
                found = codes(entry.rules, *totals, hands=told, finished=finished)
                assert not [code for level, code in found if level == IMPOSSIBLE]
