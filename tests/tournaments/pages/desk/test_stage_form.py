"""The form of a stage: what is typed becomes a plan, and what is wrong is said beside its field."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.pages.forms import number_of
from scoring.rules import RuleError
from tests.tournaments import desks
from tests.tournaments.desk_pages import as_sent
from tournaments.models import Stage, Tournament
from tournaments.pages.desk.forms.awards import AwardsForm
from tournaments.pages.desk.forms.stage import StageForm
from tournaments.pairing.formats import FORMATS
from tournaments.plans import PRESETS, StagePlan
from tournaments.stage.words import plan_of

SETTLED: dict[str, Any] = {
    "bye_points": 2,
    "bye_score": 0,
    "absent_points": 0,
    "absent_score": 0,
    "late_entry": "nothing",
}


def a_plan(preset: str = "pairs_swiss", **changes: Any) -> StagePlan:
    return replace(PRESETS[preset].stages[0], **{"awards": SETTLED, **changes})


def sent(
    plan: StagePlan, unit: str = "pair", number: int = 1, state: str = "waiting", **changes: Any
) -> StageForm:
    """The form of a stage as a browser sends it after these fields were touched; None takes one
    out.
    """
    stage = Stage(tournament=Tournament(unit=unit), number=number, state=state, **plan.columns())
    data = as_sent(StageForm(stage, plan)) | changes
    data = {key: value for key, value in data.items() if value is not None}
    return StageForm(stage, plan, data, data["criteria"])


def mistakes(form: StageForm, plan: StagePlan) -> dict[str, str]:
    with pytest.raises(RuleError) as refused:
        form.check(plan)
    return {mistake.field: mistake.code for mistake in refused.value.mistakes}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_form_that_nobody_touched_changes_nothing(preset: str) -> None:
    unit = PRESETS[preset].unit
    for number, stage_plan in enumerate(PRESETS[preset].stages, start=1):
        plan = replace(stage_plan, awards=SETTLED)
        form = sent(plan, unit, number)
        assert not form.chosen
        made = form.check(plan)
        assert made.columns()["rules"] == plan.columns()["rules"]
        filled = replace(
            plan,
            format_settings=FORMATS[plan.format].read(plan.format_settings),
            points_settings=made.points_settings,
            awards=made.awards,
        )
        assert made == filled
        assert dict(made.format_settings) == dict(filled.format_settings)


def test_everything_typed_arrives_in_the_plan() -> None:
    plan = a_plan()
    form = sent(
        plan,
        name="  Main   stage ",
        format_rounds="7",
        rule_target_score="",
        rule_round_limit="8",
        best_of="3",
        minutes="45",
        points_win="3",
        points_draw="1,5",
        criteria=["points", "wins", "lot"],
        unplayed="own_points",
        worst_dropped="on",
        ranking_koya_limit="60",
        ranking_place_points="10 6 3,5 1",
        awards_bye_points="2.5",
    )
    made = form.check(plan)
    assert (made.name, made.format_settings["rounds"], dict(made.rules)) == (
        "Main stage",
        7,
        {"target_score": None, "round_limit": 8},
    )
    assert (made.best_of, made.minutes, made.criteria) == (3, 45, ("points", "wins", "lot"))
    assert (made.points_settings["win"], made.points_settings["draw"]) == (3, 1.5)
    assert (made.unplayed, made.worst_dropped, made.awards["bye_points"]) == (
        "own_points",
        True,
        2.5,
    )
    assert made.criteria_settings == {"koya_limit": 60, "place_points": [10, 6, 3.5, 1]}


def test_what_is_wrong_stands_beside_its_field_and_what_was_typed_stays() -> None:
    plan = a_plan()
    form = sent(
        plan,
        format_rounds="many",
        points_win="two",
        minutes="half",
        best_of="3",
        awards_bye_score="",
        ranking_koya_limit="101",
        ranking_place_points="",
    )
    assert mistakes(form, plan) == {
        "format_rounds": "bad_setting",
        "points_win": "bad_setting",
        "minutes": "bad_setting",
        "awards_bye_score": "bye_not_settled",
        "ranking_koya_limit": "bad_setting",
        "ranking_place_points": "bad_setting",
    }
    assert (
        form.format_settings.texts["rounds"],
        form.points_settings.texts["win"],
        form["minutes"].data,
    ) == (
        "many",
        "two",
        "half",
    )


def test_an_even_number_of_games_and_an_empty_ranking_are_refused() -> None:
    plan = a_plan()
    assert mistakes(sent(plan, best_of="2", criteria=[]), plan) == {
        "best_of": "bad_setting",
        "criteria": "no_criterion",
    }
    assert mistakes(sent(plan, criteria=["points", "points"]), plan) == {
        "criteria": "criterion_twice"
    }


def test_tables_of_five_need_a_number_of_hands_that_four_divides_and_the_field_says_so() -> None:
    plan = a_plan("german_championship")
    assert mistakes(sent(plan, "person", rule_round_limit="6"), plan) == {
        "format_odd": "fives_uneven"
    }


def test_a_format_just_chosen_comes_with_its_own_settings_and_is_not_saved_yet() -> None:
    plan = a_plan()
    form = sent(plan, format="knockout")
    assert form.chosen
    assert form.format_settings.texts == {
        "first_round": "seeds",
        "third_place": "",
        "placement": "none",
    }
    assert not form.awards.asks


@pytest.mark.django_db
def test_a_consolation_cup_is_offered_after_another_stage_alone() -> None:
    cup = desks.a_tournament("groups_and_cup", 8)
    first, last = (desks.stage_of(cup, number) for number in (1, 2))
    assert "consolation" in StageForm(last, plan_of(last)).format_settings.texts
    plan = replace(plan_of(last), format_settings={"consolation": True})
    form = StageForm(first, plan)  # ticked by another way, where nobody can play it
    assert "consolation" not in form.format_settings.texts
    assert not form.check(plan).format_settings.get("consolation")


def test_from_a_bracket_to_a_league_the_open_questions_are_asked() -> None:
    plan = a_plan(
        "cup", awards={"bye_points": 0, "bye_score": 0, "absent_points": 0, "absent_score": 0}
    )
    form = sent(plan, format="round_robin")
    assert form.awards.asks
    assert (form.awards.texts["bye_points"], form.awards.later) == (
        "",
        {"bye": False, "absent": False},
    )


def test_a_game_for_one_s_own_hand_brings_a_way_of_counting_that_fits() -> None:
    plan = a_plan("german_championship")
    form = sent(plan, "person", format="large_tables")
    assert (form.variant, form.points, form.chosen) == ("grand_seigneur", "places", True)
    settled = sent(plan, "person", **as_sent(form))
    assert settled.check(plan).mistakes("person") == []


def test_rules_just_chosen_fill_the_fields_and_what_was_touched_stays() -> None:
    plan = a_plan()
    form = sent(plan, game="short", rule_tichu_value="150")
    assert form.chosen
    assert (form.rules.texts["target_score"], form.rules.texts["tichu_value"]) == ("500", "150")


def test_a_stage_that_is_played_keeps_its_format_and_game_whatever_is_sent() -> None:
    plan = a_plan()
    form = sent(plan, state="running", format="knockout", game="short", best_of="3", points_win="3")
    made = form.check(plan)
    assert (made.format, made.rules, made.best_of) == (plan.format, plan.rules, 1)
    assert made.points_settings["win"] == 3


def test_nothing_is_no_answer_but_later_is_one() -> None:
    form = FORMATS["swiss"]
    empty = AwardsForm(form, sent={})
    with pytest.raises(RuleError) as refused:
        empty.check()
    assert [mistake.field for mistake in refused.value.mistakes] == [
        "awards_bye",
        "awards_absent",
        "awards_late_entry",
    ]
    later = AwardsForm(
        form, sent={"bye_later": "on", "absent_later": "on", "awards_late_entry": "average"}
    )
    assert later.check() == {"late_entry": "average"}


def test_who_comes_late_cannot_have_missed_what_nobody_has_put_a_number_on() -> None:
    later = {"bye_later": "on", "absent_later": "on", "awards_late_entry": "absent"}
    with pytest.raises(RuleError) as refused:
        AwardsForm(FORMATS["swiss"], sent=later).check()
    assert [mistake.field for mistake in refused.value.mistakes] == ["awards_late_entry"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1000", 1000),
        ("1 000", 1000),
        ("2,5", 2.5),
        ("2.5", 2.5),
        ("\u22121", -1),
        ("½", 0.5),
        ("+3", 3),
        ("4.0", 4),
    ],
)
def test_numbers_are_read_as_people_type_them(typed: str, meant: float) -> None:
    assert number_of(typed) == meant


@pytest.mark.parametrize("typed", ["", "two", "1e3", "0x10", "1.2.3", "٣", "9" * 40])
def test_what_is_no_number_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="is no number"):
        number_of(typed)


@pytest.mark.parametrize(
    ("typed", "meant"), [("4 3 2 1", [4, 3, 2, 1]), ("4,3,2,1", [4, 3, 2, 1]), ("5, 2,5", [5, 2.5])]
)
def test_a_list_of_points_is_read_with_spaces_or_commas(typed: str, meant: list[float]) -> None:
    plan = a_plan("league_evening")
    form = sent(plan, "person", points_ladder=typed)
    assert form.check(plan).points_settings["ladder"] == meant


def test_how_much_is_recorded_is_chosen_and_two_totals_in_duplicate_alone() -> None:
    plan = a_plan("duplicate_evening", awards={})
    made = sent(plan, recording="totals").check(plan)
    assert made.columns()["rules"] == {**plan.columns()["rules"], "recording": "totals"}
    swiss = a_plan()
    assert sent(swiss, recording="points").check(swiss).rules["recording"] == "points"
    assert mistakes(sent(swiss, recording="totals"), swiss) == {"recording": "bad_setting"}
