"""Invented evenings look like real ones, and the rule book takes every round of them."""

from collections import Counter
from random import Random

import pytest

from scoring import simulation
from scoring.rules import VARIANTS, RuleSet, play

POINTS = [key for key, variant in VARIANTS.items() if not variant.is_rank_game]


def strengths(count: int, lot: Random) -> list[float]:
    """How strong so many people play: mostly near 0, some two below or above it."""
    return [lot.gauss(0, 1) for _ in range(count)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_rule_book_takes_every_invented_round(variant: str) -> None:
    kind = VARIANTS[variant]
    rules = RuleSet.of(variant, {"round_limit": 6} if kind.is_rank_game else {})
    for players in {kind.min_players, kind.max_players}:
        for seed in range(20):
            lot = Random(seed)
            written = simulation.rounds(rules, strengths(players, lot), lot)
            assert play(rules, players, written).finished


@pytest.mark.parametrize("variant", POINTS)
def test_calls_and_sweeps_are_as_frequent_as_at_real_tables(variant: str) -> None:
    rules = RuleSet.of(variant)
    count: Counter[str] = Counter()
    for seed in range(150):
        lot = Random(seed)
        players = VARIANTS[variant].min_players
        written = simulation.rounds(rules, strengths(players, lot), lot)
        for played, result in zip(written, play(rules, players, written).rounds, strict=True):
            count["rounds"] += 1
            count["with a call"] += bool(played.calls)
            count["calls"] += len(played.calls)
            count["made"] += len(result.calls_made)
            count["sweeps"] += result.sweep is not None
    assert count["with a call"] / count["rounds"] == pytest.approx(0.85, abs=0.03)
    assert count["made"] / count["calls"] == pytest.approx(0.73, abs=0.03)
    assert count["sweeps"] / count["rounds"] == pytest.approx(0.13, abs=0.03)


def test_the_stronger_pair_mostly_wins_and_not_always() -> None:
    rules = RuleSet.of("nanking")
    won: Counter[int] = Counter()
    for seed in range(200):
        written = simulation.rounds(rules, [0.5, -0.5, 0.5, -0.5], Random(seed))
        won.update(play(rules, 4, written).winners)
    assert won[0] > 2 * won[1] > 0


def test_the_same_random_numbers_give_the_same_evening() -> None:
    rules = RuleSet.of("tientsin")
    strong = strengths(6, Random(3))
    assert simulation.rounds(rules, strong, Random(5)) == simulation.rounds(
        rules, strong, Random(5)
    )
    assert simulation.rounds(rules, strong, Random(5)) != simulation.rounds(
        rules, strong, Random(6)
    )


def test_thousands_of_people_have_names_of_their_own() -> None:
    names = simulation.people(5000, Random(1))
    assert len({name.casefold() for name in names}) == 5000
    assert max(map(len, names)) <= 40
    assert len(set(simulation.team_names(35))) == 35
