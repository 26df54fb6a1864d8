"""Stages: who is in them, when they end, who goes on with what."""

import pytest

from tests.tournaments import desks
from tests.tournaments.desks import stage_of
from tests.tournaments.refusing import refused
from tournaments.actions import attendance, creating, drawing, judging, publishing, stages
from tournaments.models import Participation, Ruling, Stage, Tournament
from tournaments.plans import PRESETS, StagePlan
from tournaments.stage.history import history_of
from tournaments.stage.ranking import ranked

pytestmark = pytest.mark.django_db

FIVE_ROUNDS = {"rounds": 5, "clubs_apart": "points"}  # the preset's


def after_groups(entrants: int = 8, **second: object) -> Tournament:
    """Two groups of four that have played, each against each."""
    cup = desks.a_tournament("groups_and_cup", entrants, format_settings={"groups": 2})
    if second:
        Stage.objects.filter(tournament=cup, number=2).update(**second)
    stages.begin_stage(stage_of(cup, 1), None)
    for drawn in drawing.draw_all(stage_of(cup, 1), None):
        publishing.publish_round(drawn, None)
        desks.play_round(drawn, drawn.number)
    stages.finish_stage(stage_of(cup, 1), None)
    return cup


def test_the_first_two_of_each_group_go_on_and_those_of_one_group_do_not_meet_at_once() -> None:
    cup = after_groups()
    groups: dict[str, list[int]] = {}
    for row in ranked(history_of(stage_of(cup, 1))):
        groups.setdefault(row.group, []).append(row.id)
    through = {who for ids in groups.values() for who in ids[:2]}
    drawn = desks.draw(cup, 1, stage=2)
    assert set(drawn.places.values_list("entrant_id", flat=True)) == through
    group_of = {who: name for name, ids in groups.items() for who in ids}
    for match in drawn.matches.all():
        first, second = (group_of[place.entrant_id] for place in match.places.all())
        assert first != second


def test_a_cup_after_groups_is_played_to_its_winner() -> None:
    cup = after_groups()
    for number in (1, 2):
        desks.play_round(desks.draw(cup, number, stage=2), number)
    with refused("stage_over"):
        drawing.draw_round(stage_of(cup, 2), None, 3)
    stages.finish_stage(stage_of(cup, 2), None)
    standings = ranked(history_of(stage_of(cup, 2)))
    assert [row.rank for row in standings][:2] == [1, 2]
    assert creating.finish_tournament(cup, None).state == "finished"


def test_who_withdrew_is_passed_over() -> None:
    cup = after_groups()
    first = ranked(history_of(stage_of(cup, 1)))[0].id
    attendance.withdraw(cup.entrants.get(pk=first), None)
    stages.begin_stage(stage_of(cup, 2), None)
    assert first not in set(stage_of(cup, 2).participations.values_list("entrant_id", flat=True))
    assert stage_of(cup, 2).participations.count() == 4


@pytest.mark.parametrize("carry", ["none", "points", "matches"])
def test_what_comes_along_into_the_next_stage(carry: str) -> None:
    cup = after_groups(format="round_robin", format_settings={}, carry=carry)
    stages.begin_stage(stage_of(cup, 2), None)
    before = {row.id: row.points for row in ranked(history_of(stage_of(cup, 1)))}
    brought = {row.id: row.points for row in ranked(history_of(stage_of(cup, 2)))}
    if carry == "none":
        assert set(brought.values()) == {0}
    elif carry == "points":
        assert brought == {who: before[who] for who in brought}
    else:  # one match of each group was between the two that got through
        assert sorted(brought.values()) in ([0, 0, 2, 2], [0, 1, 1, 2], [1, 1, 1, 1])


def test_a_stage_begins_after_the_one_before_and_ends_after_its_rounds() -> None:
    cup = desks.a_tournament("groups_and_cup", 8)
    with refused("stage_before_running"):
        stages.begin_stage(stage_of(cup, 2), None)
    desks.draw(cup)
    with refused("round_not_closed"):
        stages.finish_stage(stage_of(cup, 1), None)
    with refused("rounds_open"):
        creating.finish_tournament(cup, None)


def test_a_finished_stage_is_reopened_until_the_next_has_begun() -> None:
    cup = after_groups()
    assert stages.reopen_stage(stage_of(cup, 1), None).state == "running"
    stages.finish_stage(stage_of(cup, 1), None)
    stages.begin_stage(stage_of(cup, 2), None)
    with refused("next_stage_begun"):
        stages.reopen_stage(stage_of(cup, 1), None)


def test_a_round_is_not_reopened_once_the_next_stage_has_begun() -> None:
    cup = after_groups()
    stages.begin_stage(stage_of(cup, 2), None)
    with refused("next_stage_begun"):
        publishing.reopen_round(stage_of(cup, 1).session_rounds.order_by("number")[0], None)
    through = Participation.objects.get(stage=stage_of(cup, 2), seed=1).entrant
    assert judging.penalise(
        stage_of(cup, 2), through, None, kind="penalty", reason="late", points=-1
    ).pk


# Set-up
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", PRESETS)
def test_every_preset_fits_together(key: str) -> None:
    preset = PRESETS[key]
    assert [plan.mistakes(preset.unit) for plan in preset.stages] == [[]] * len(preset.stages)


@pytest.mark.parametrize(
    ("plan", "unit", "codes"),
    [
        (StagePlan("chess"), "pair", ["unknown_format"]),
        (StagePlan("knockout", points="goals"), "pair", ["unknown_points"]),
        (StagePlan("knockout"), "person", ["unit_mismatch"]),
        (StagePlan("knockout", variant="bridge"), "pair", ["unknown_variant"]),
        (StagePlan("knockout", variant="trichu", points="score"), "pair", ["variant_mismatch"]),
        (
            StagePlan("tables_of_three", variant="trichu", points="hands"),
            "person",
            ["points_mismatch"],
        ),
        (
            StagePlan("large_tables", variant="always_last", points="score"),
            "person",
            ["points_mismatch"],
        ),
        (StagePlan("knockout", best_of=2), "pair", ["bad_setting"]),
        (StagePlan("knockout", minutes=0), "pair", ["bad_setting"]),
        (StagePlan("knockout", criteria=()), "pair", ["no_criterion"]),
        (
            StagePlan("knockout", criteria=("points", "beauty", "points")),
            "pair",
            ["unknown_criterion", "criterion_twice"],
        ),
        (StagePlan("knockout", rules={"target": 1}), "pair", ["unknown_setting"]),
        (StagePlan("knockout", format_settings={"seats": 1}), "pair", ["unknown_setting"]),
        (StagePlan("knockout", awards={"bye_points": "many"}), "pair", ["bad_setting"]),
        (StagePlan("individual", format_settings={"odd": "fives"}), "person", ["fives_uneven"]),
        (StagePlan("knockout", take=0), "pair", ["bad_setting"]),
        (
            StagePlan("knockout", unplayed="half", carry="all"),
            "pair",
            ["bad_setting", "bad_setting"],
        ),
    ],
)
def test_what_does_not_fit_together_is_named(plan: StagePlan, unit: str, codes: list[str]) -> None:
    assert [mistake.code for mistake in plan.mistakes(unit)] == codes


def test_what_is_played_already_is_not_set_up_anew_but_its_ranking_may_change() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.draw(cup)
    first = stage_of(cup, 1)
    plan = StagePlan(
        "swiss", criteria=("points", "buchholz", "difference"), format_settings=FIVE_ROUNDS
    )
    with refused("stage_running"):
        creating.set_stage(first, None, StagePlan("knockout"))
    creating.set_stage(first, None, StagePlan(**{**plan.__dict__, "criteria": ("points", "lot")}))
    assert stage_of(cup, 1).criteria == ["points", "lot"]


def test_stages_are_added_and_the_last_taken_away() -> None:
    cup = desks.a_tournament("pairs_swiss", 0)
    second = creating.add_stage(cup, None, StagePlan("knockout", take=4))
    assert second.number == 2
    with refused("stage_needed"):
        creating.remove_stage(stage_of(cup, 1), None)
    creating.remove_stage(second, None)
    assert cup.stages.count() == 1


def test_only_what_was_never_opened_is_deleted() -> None:
    cup = desks.a_tournament("pairs_swiss", 4, opened=False)
    desks.draw(cup, publish=False)
    creating.delete_tournament(cup)
    assert not Tournament.objects.exists()
    opened = desks.a_tournament("pairs_swiss", 4)
    with refused("tournament_open"):
        creating.delete_tournament(opened)


def test_a_tournament_in_preparation_is_deleted_with_its_penalties() -> None:
    cup = desks.a_tournament("pairs_swiss", 4, opened=False)
    begun = stages.begin_stage(stage_of(cup, 1), None)
    judging.penalise(begun, cup.entrants.get(number=1), None, kind="wish", reason="missed")
    creating.delete_tournament(cup)
    assert (Tournament.objects.count(), Ruling.objects.count()) == (0, 0)


def test_a_tournament_that_is_not_open_publishes_nothing() -> None:
    cup = desks.a_tournament("pairs_swiss", 4, opened=False)
    drawn = desks.draw(cup, publish=False)
    with refused("tournament_draft"):
        publishing.publish_round(drawn, None)


def test_another_way_of_counting_counts_what_was_played_anew() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup))
    tichu_points = {
        row.id: row.values["difference"] for row in ranked(history_of(stage_of(cup, 1)))
    }
    plan = StagePlan(
        "swiss", points="difference", criteria=("points",), format_settings=FIVE_ROUNDS
    )
    creating.set_stage(stage_of(cup, 1), None, plan)
    assert {row.id: row.points for row in ranked(history_of(stage_of(cup, 1)))} == tichu_points
