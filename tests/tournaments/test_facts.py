"""A stage in short facts, beside the sentences that say all of it."""

from dataclasses import replace

import pytest
from django.utils import translation

from scoring.rules.words import in_english
from tests.signs import SIGNS
from tournaments.models import Stage, Tournament
from tournaments.plans import PRESETS, StagePlan
from tournaments.plans.facts import facts
from tournaments.stage.words import facts_of

SETTLED = {"bye_points": 2, "bye_score": 0}


def told(plan: StagePlan, unit: str, rounds: int | None = None) -> list[tuple[str, str]]:
    """Head and foot of each fact, in English."""
    return [(in_english(*fact.head), in_english(*fact.foot)) for fact in facts(plan, unit, rounds)]


@pytest.mark.parametrize(
    ("preset", "rounds", "expected"),
    [
        (
            "pairs_swiss",
            5,
            [
                ("Pairs", "fixed partners"),
                ("5 rounds", "Swiss system"),
                ("To 1000", "a game"),
                ("Grand 200", "Tichu 100"),
                ("2 · 1 · 0", "win, draw, loss"),
            ],
        ),
        (
            "german_championship",
            1,
            [
                ("Players", "partners change"),
                ("1 round", "Individuals with changing partners"),
                ("4 hands", "a game"),
                ("Tichu 100", "no Grand"),
                ("2 · 1 · 0", "win, draw, loss of a hand"),
            ],
        ),
        (
            "team_cup",
            None,
            [
                ("Teams", "fixed partners"),
                ("Knock-out", ""),
                ("To 1000", "best of 3"),
                ("Grand 200", "Tichu 100"),
                ("2 · 1 · 0", "win, draw, loss"),
            ],
        ),
        (
            "grand_seigneur",
            None,
            [
                ("Grand Seigneur", ""),
                ("Players", "each alone"),
                ("Large tables", ""),
                ("6 hands", "a game"),
                ("Points by place", ""),
            ],
        ),
    ],
)
def test_what_people_ask_first_of_a_stage(
    preset: str, rounds: int | None, expected: list[tuple[str, str]]
) -> None:
    assert told(PRESETS[preset].stages[0], PRESETS[preset].unit, rounds) == expected


def test_time_hands_and_a_bye_are_told_where_they_are_settled() -> None:
    plan = replace(PRESETS["pairs_swiss"].stages[0], minutes=60, awards=SETTLED)
    assert {("To 1000", "or 60 minutes"), ("Bye: 2", "0 Tichu points")} <= set(told(plan, "pair"))
    for rules, expected in (
        ({"round_limit": 8}, ("To 1000", "or 8 hands")),
        ({"target_score": None, "round_limit": 1}, ("1 hand", "a game")),
        ({"target_score": None}, ("30 minutes", "a match")),
    ):
        minutes = 30 if expected[0] == "30 minutes" else None
        assert expected in told(replace(plan, rules=rules, minutes=minutes), "pair")
    both = replace(plan, rules={"round_limit": 8}, minutes=25)
    assert ("To 1000", "or 8 hands, 25 min") in told(both, "pair")
    cup = replace(PRESETS["cup"].stages[0], awards=SETTLED)
    assert not any(head.startswith("Bye") for head, _ in told(cup, "pair"))


def test_every_ready_made_event_has_its_facts_in_every_language_with_signs_that_there_are() -> None:
    for language in ("en", "de"):
        with translation.override(language):
            for preset in PRESETS.values():
                for plan in preset.stages:
                    stage = Stage(tournament=Tournament(unit=preset.unit), **plan.columns())
                    for sign, head, foot in facts_of(stage, 3):
                        assert sign in SIGNS
                        assert head, (preset.key, sign)
                        assert "%(" not in head + foot
