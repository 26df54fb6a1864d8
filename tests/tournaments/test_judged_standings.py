"""Penalties, a dropped worst round, and what both are on the way into the next stage and on the
pages.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import desks
from tests.tournaments.asking_api import read
from tests.tournaments.desks import stage_of
from tournaments.actions import creating, drawing, judging, publishing, stages
from tournaments.models import Entrant, SessionRound, Stage, Tournament
from tournaments.plans import StagePlan
from tournaments.stage.history import history_of
from tournaments.stage.ranking import Ranked, ranked

pytestmark = pytest.mark.django_db


def an_event(*plans: StagePlan, entrants: int = 2) -> Tournament:
    desk = desks.a_desk()
    tournament = creating.make_tournament(desk.club, desk.user, "Autumn cup", "pair", list(plans))
    desks.enter(tournament, entrants)
    return creating.open_tournament(tournament, desk.user)


def play(
    session_round: SessionRound, points: tuple[int, int], score: tuple[int, int] = (600, 400)
) -> None:
    """At every table the entrant with the lower number gets the first of these; then the round is
    closed.
    """
    for match in session_round.matches.all():
        first = match.places.order_by("entrant__number").first()
        assert first is not None
        order = 1 if first.side == 0 else -1
        typed = {
            "points": [str(one) for one in points[::order]],
            "score": [str(one) for one in score[::order]],
        }
        judging.rule_match(match, None, {"kind": "given", **typed}, "typed for a test")
    publishing.close_round(session_round, None)


def play_all(tournament: Tournament, number: int, *points: tuple[int, int]) -> Stage:
    """Draw a stage that is drawn as a whole, and give these results in its session rounds."""
    stages.begin_stage(stage_of(tournament, number), None)
    for drawn, given in zip(
        drawing.draw_all(stage_of(tournament, number), None), points, strict=True
    ):
        play(publishing.publish_round(drawn, None), given)
    return stage_of(tournament, number)


def penalise(
    stage: Stage, entrant: Entrant, points: Any, score: int = 0, round_number: int | None = None
) -> None:
    judging.penalise(
        stage,
        entrant,
        None,
        kind="penalty",
        reason="late",
        points=points,
        score=score,
        round_number=round_number,
    )


def standings(stage: Stage) -> dict[int, Ranked]:
    """The rows by the entrants' numbers."""
    history = history_of(stage)
    numbers = {row.entrant_id: row.entrant.number for row in history.participations}
    return {numbers[row.id]: row for row in ranked(history)}


def brought(stage: Stage) -> dict[int, tuple[str, str]]:
    return {
        row.entrant.number: (row.carried_points, row.carried_score)
        for row in stage.participations.all()
    }


# Into the next stage
# ----------------------------------------------------------------------------------------------


def test_all_points_come_along_less_the_penalties_and_with_those_of_all_stages_before() -> None:
    plan = StagePlan("round_robin", criteria=("points", "score"), carry="points")
    cup = an_event(plan, plan, plan)
    first, second = cup.entrants.order_by("number")
    stage = play_all(cup, 1, (1, 2))
    penalise(stage, first, -3, score=-50)
    penalise(stage, second, Fraction(-1, 2), round_number=1)
    stages.finish_stage(stage, None)
    stage = play_all(cup, 2, (2, 0))
    assert brought(stage) == {1: ("-2", "550"), 2: ("3/2", "400")}
    stages.finish_stage(stage, None)
    stage = stages.begin_stage(stage_of(cup, 3), None)
    assert brought(stage) == {1: ("0", "1150"), 2: ("3/2", "800")}
    assert {number: row.points for number, row in standings(stage).items()} == {
        1: 0,
        2: Fraction(3, 2),
    }


@pytest.mark.parametrize(
    ("carry", "expected"),
    [
        ("points", {1: ("5", "650"), 2: ("2", "400")}),
        ("matches", {1: ("4", "1150"), 2: ("2", "800")}),
    ],
)
def test_a_dropped_round_comes_along_as_a_match_only(
    carry: str, expected: dict[int, tuple[str, str]]
) -> None:
    twice = StagePlan(
        "round_robin", format_settings={"legs": 2}, criteria=("points", "score"), worst_dropped=True
    )
    cup = an_event(twice, StagePlan("round_robin", carry=carry))
    first = cup.entrants.get(number=1)
    stage = play_all(cup, 1, (5, 2), (1, 0))
    penalise(stage, first, -2, score=-50, round_number=2)
    judging.penalise(stage, first, None, kind="bonus", reason="cake", points=2, score=100)
    stages.finish_stage(stage, None)
    after = stages.begin_stage(stage_of(cup, 2), None)
    assert brought(after) == {1: expected[1], 2: expected[2]}


# The worst round dropped
# ------------------------------------------------------------------------------------------


@pytest.fixture
def dropping() -> Stage:
    """Three rounds of four pairs; the first has 5 : 2, 1 : 0 and 3 : 3, and the worst does not
    count.
    """
    plan = StagePlan("round_robin", criteria=("points", "score", "wins"), worst_dropped=True)
    return play_all(an_event(plan, entrants=4), 1, (5, 2), (1, 0), (3, 3))


@pytest.mark.parametrize("number", [1, 2])
def test_a_penalty_in_a_round_neither_vanishes_with_it_nor_makes_it_the_worst(
    dropping: Stage, number: int
) -> None:
    assert standings(dropping)[1].values == {"points": 8, "score": 1200, "wins": 2}
    penalise(
        dropping, dropping.tournament.entrants.get(number=1), -5, score=-700, round_number=number
    )
    assert standings(dropping)[1].values == {"points": 3, "score": 500, "wins": 2}


def test_every_page_has_the_same_total(dropping: Stage) -> None:
    cup, first = dropping.tournament, dropping.tournament.entrants.get(number=1)
    penalise(dropping, first, Fraction(-1, 2), round_number=2)
    row = standings(dropping)[1]
    assert row.points == row.values["points"] == Fraction(15, 2)
    (shown,) = Client().get(reverse("entrant", args=[cup.pk, first.pk])).context["page"].stages
    assert shown.points == "7½"
    assert [(one.points, one.running) for one in shown.rounds] == [
        ("3", "7½"),
        ("½", "4½"),
        ("5", "5"),
    ]  # newest first
    (told,) = (row for row in read(cup, "standings/1/")["rows"] if row["entrant"] == 1)
    assert told["points"] == told["values"]["points"] == "15/2"


# Matches
# --------------------------------------------------------------------------------------------------


def test_a_penalty_takes_no_win_away() -> None:
    criteria = ("points", "head_to_head", "wins", "wins_played")
    stage = play_all(an_event(StagePlan("round_robin", criteria=criteria)), 1, (2, 1))
    penalise(stage, stage.tournament.entrants.get(number=1), -1, round_number=1)
    rows = standings(stage)
    assert (rows[1].rank, rows[1].values) == (
        1,
        {"points": 1, "wins": 1, "wins_played": 1, "head_to_head": 2},
    )
    assert (rows[2].rank, rows[2].values) == (
        2,
        {"points": 1, "wins": 0, "wins_played": 0, "head_to_head": 1},
    )


def test_the_mean_of_the_own_rounds_is_that_of_the_matches() -> None:
    twice = StagePlan("round_robin", format_settings={"legs": 2})
    stage = play_all(an_event(twice), 1, (5, 2), (1, 1))
    penalise(stage, stage.tournament.entrants.get(number=1), -3, round_number=1)
    last = stage.session_rounds.get(number=2).matches.get()
    judging.rule_match(last, None, {"kind": "both_average"}, "the cards were wet")
    assert {number: row.points for number, row in standings(stage).items()} == {
        1: 5 - 3 + 5,
        2: 2 + 2,
    }


# Groups
# --------------------------------------------------------------------------------------------------


def explained(tournament: Tournament, number: int) -> dict[str, Sequence[tuple[str, object]]]:
    told = read(tournament, f"standings/1/?explain={number}")["explained"]["criteria"]
    return {
        one["criterion"]: [(part["message"], part["number"]) for part in one["parts"]]
        for one in told
    }


def test_the_sums_of_a_group_name_nobody_of_another() -> None:
    groups = StagePlan("groups", format_settings={"groups": 2}, criteria=("points", "head_to_head"))
    cup = an_event(groups, entrants=4)
    stage = play_all(cup, 1, (1, 1))
    for row in standings(stage).values():
        assert row.values == {"points": 1, "head_to_head": 1}
    for number in (1, 2, 3, 4):
        ((message, points),) = explained(cup, number)["head_to_head"]
        assert (message.startswith("round 1, against Player"), points) == (True, 1)
