"""The pages of a tournament's stages: what is saved, what is refused, and what may still change."""

import re

import pytest

from tests.tournaments.desk_pages import as_sent, at, save_stage, stage_data, words_of
from tests.tournaments.desks import AWARDS, a_desk, a_tournament, draw, enter, first_stage
from tournaments.actions import creating
from tournaments.models import Stage
from tournaments.pages.desk.forms.stage import StageForm
from tournaments.plans import PRESETS
from tournaments.stage.words import plan_of

pytestmark = pytest.mark.django_db

SETTLED = {**AWARDS, "late_entry": "nothing"}


def test_a_stage_is_saved_and_what_will_be_played_is_said_back() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, awards=SETTLED)
    response = save_stage(
        desk,
        tournament,
        format_rounds="4",
        rule_target_score="",
        rule_round_limit="8",
        points="match",
        points_win="3",
        criteria=["points", "wins", ""],
        awards_bye_points="1.5",
    )
    assert response["Location"] == at("desk_stage", tournament, 1)
    stage = first_stage(tournament)
    assert (stage.format_settings["rounds"], stage.rules, stage.criteria) == (
        4,
        {"target_score": None, "round_limit": 8},
        ["points", "wins"],
    )
    assert (stage.points_settings["win"], stage.awards["bye_points"]) == (3, 1.5)
    shown = words_of(desk.client.get(response["Location"]))
    for said in (
        "Saved. This is what will be played:",
        "A game has 8 hands.",
        "3 for a win, 1 for a draw, 0 for a loss.",
        "Ranked by: Points, Wins.",
        "A bye counts: points 1½, Tichu points 0.",
    ):
        assert said in shown


@pytest.mark.parametrize("preset", PRESETS)
def test_the_set_up_of_every_ready_made_event_can_be_opened_and_saved_untouched(
    preset: str,
) -> None:
    desk = a_desk()
    tournament = a_tournament(preset, 0, desk=desk, awards=SETTLED)
    for stage in tournament.stages.select_related("tournament"):
        before = plan_of(stage).columns()
        assert desk.client.get(at("desk_stage", tournament, stage.number)).status_code == 200
        assert save_stage(desk, tournament, stage.number).status_code == 302
        stage.refresh_from_db()
        after = plan_of(stage).columns()
        for filled in ("format_settings", "points_settings", "awards"):
            before.pop(filled)
            after.pop(filled)
        assert after == before


def test_a_format_just_chosen_is_shown_with_its_settings_and_saved_with_the_next_tap() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, awards=SETTLED)
    response = save_stage(desk, tournament, format="groups")
    assert response.status_code == 200
    assert "Not saved yet." in words_of(response)
    assert 'id="format_groups"' in response.content.decode()
    assert first_stage(tournament).format == "swiss"
    stage = first_stage(tournament)
    typed = stage_data(
        stage, format="groups", shown_format="groups", format_groups="2", format_legs="1"
    )
    typed |= {"format_numbers": "lot", "format_withdrawals": "half"}
    assert desk.client.post(at("desk_stage", tournament, 1), typed).status_code == 302
    stage.refresh_from_db()
    assert (stage.format, stage.format_settings) == (
        "groups",
        {"groups": 2, "legs": 1, "numbers": "lot", "withdrawals": "half"},
    )


def test_choosing_without_saving_keeps_all_that_was_typed() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, awards=SETTLED)
    response = save_stage(desk, tournament, action="choose", minutes="77", points_win="9")
    assert response.status_code == 200
    content = response.content.decode()
    assert re.search(r'name="minutes"[^>]* value="77"', content)
    assert 'name="points_win" value="9"' in content
    assert first_stage(tournament).minutes is None


def test_what_is_wrong_with_a_stage_stands_beside_its_field_and_nothing_is_saved() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, awards=SETTLED)
    response = save_stage(desk, tournament, format_rounds="many", best_of="2", minutes="7")
    assert response.status_code == 422
    content = response.content.decode()
    assert 'id="format_rounds" name="format_rounds" value="many"' in content
    assert 'id="format_rounds-error"' in content
    assert "Not saved: check the fields marked below." in words_of(response)
    assert first_stage(tournament).minutes is None


def test_questions_left_open_must_be_answered_or_put_off() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, awards={})
    assert (
        'name="bye_later" value="on" checked'
        in desk.client.get(at("desk_stage", tournament, 1)).content.decode()
    )
    response = save_stage(desk, tournament, bye_later=None, awards_late_entry="nothing")
    assert response.status_code == 422
    assert "Enter a number, or 0, or tick “Decide later”." in words_of(response)
    assert save_stage(desk, tournament, awards_late_entry="average").status_code == 302
    assert first_stage(tournament).awards == {"late_entry": "average"}


def test_while_a_stage_is_played_only_what_ranks_it_changes() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, entrants=4, awards=SETTLED)
    draw(tournament)
    page = desk.client.get(at("desk_stage", tournament, 1)).content.decode()
    assert 'name="format"' not in page
    assert (
        save_stage(
            desk,
            tournament,
            format="knockout",
            game="short",
            points_win="3",
            reason="agreed",
            sure="1",
        ).status_code
        == 302
    )
    stage = first_stage(tournament)
    assert (stage.format, stage.rules, stage.points_settings["win"]) == ("swiss", {}, 3)


def test_what_a_bye_counts_cannot_be_left_open_again_once_there_was_one() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, entrants=5, awards=SETTLED)
    draw(tournament)
    response = save_stage(
        desk, tournament, awards_bye_points="", awards_bye_score="", bye_later="on"
    )
    assert response.status_code == 409
    assert "This was already drawn, so it must count something" in words_of(response)
    assert first_stage(tournament).awards["bye_points"] == 2


def test_a_finished_stage_shows_its_words_and_no_form() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, entrants=4, awards=SETTLED)
    Stage.objects.update(state="finished")
    page = desk.client.get(at("desk_stage", tournament, 1))
    assert "This stage is finished" in words_of(page)
    assert 'class="stage-form"' not in page.content.decode()
    assert save_stage(desk, tournament, minutes="7").status_code == 409


def test_a_stage_is_added_with_what_suits_it_and_taken_away_again() -> None:
    desk = a_desk()
    tournament = a_tournament("tientsin_teams", 0, desk=desk)
    response = desk.client.post(at("desk_stage_add", tournament), {"format": "knockout"})
    assert response["Location"] == at("desk_stage", tournament, 2)
    added = tournament.stages.get(number=2)
    assert (added.format, added.variant, added.take, added.awards["bye_points"]) == (
        "knockout",
        "tientsin",
        4,
        0,
    )
    assert desk.client.post(at("desk_stage_remove", tournament, 1)).status_code == 409
    assert desk.client.post(at("desk_stage_remove", tournament, 2))["Location"] == at(
        "desk_about", tournament
    )
    assert tournament.stages.count() == 1


def test_no_such_format_and_too_many_stages_are_refused() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, entrants=0)
    address = at("desk_stage_add", tournament)
    assert desk.client.post(address, {"format": "lottery"}).status_code == 422
    for _ in range(creating.MOST_STAGES - 1):
        assert desk.client.post(address, {"format": "knockout"}).status_code == 302
    assert desk.client.post(address, {"format": "knockout"}).status_code == 409
    assert tournament.stages.count() == creating.MOST_STAGES


def test_how_many_get_to_a_later_stage_and_what_comes_along_is_set_there() -> None:
    desk = a_desk()
    tournament = a_tournament("groups_and_cup", 0, desk=desk, awards=SETTLED)
    assert (
        save_stage(desk, tournament, 2, take="8", carry="matches", at_line="lot").status_code == 302
    )
    cup = tournament.stages.get(number=2)
    assert (cup.take, cup.carry, cup.at_line) == (8, "matches", "lot")
    enter(tournament, 16)
    page = words_of(desk.client.get(at("desk_stage", tournament, 2)))
    assert "Format Knock-out, third place is shared" in page  # said before anything is opened
    assert "Advance the first 8" in page
    assert "Level at the line Lot" in page
    assert "16 pairs" not in page  # not all of them get here
    for name, rest in (("desk_stage", (1,)), ("desk_about", ())):
        assert "Format 4 groups of 4" in words_of(desk.client.get(at(name, tournament, *rest)))
    response = save_stage(desk, tournament, 2, take="0")
    assert response.status_code == 422
    assert 'id="take-error"' in response.content.decode()


def test_a_stage_that_there_is_not_is_not_there() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    assert desk.client.get(at("desk_stage", tournament, 7)).status_code == 404
    assert desk.client.post(at("desk_stage_remove", tournament, 7)).status_code == 404


def test_nonsense_in_the_form_of_a_stage_is_refused_and_never_breaks_it() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, awards=SETTLED)
    address = at("desk_stage", tournament, 1)
    for data in (
        {},
        {"format": "\0", "game": "?", "points": "?", "criteria": ["?"], "awards": "on"},
        {
            "format": "swiss",
            "format_rounds": "9" * 5000,
            "criteria": ["points"] * 50,
            "name": "x" * 5000,
        },
        {
            "unplayed": "?",
            "carry": "?",
            "at_line": "?",
            "take": "-1",
            "best_of": "½",
            "criteria": "points",
        },
    ):
        assert desk.client.post(address, data).status_code in {200, 422}


def test_how_long_clubs_are_kept_apart_is_chosen_in_the_form() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, awards=SETTLED)
    assert "Among those with similar points" in words_of(
        desk.client.get(at("desk_stage", tournament, 1))
    )
    for typed, rounds, words in (
        ("first_rounds", "3", "In the first rounds (3) members of the same club are kept apart."),
        (
            "always",
            "2",
            "Members of the same club are kept apart where possible, whatever the points.",
        ),
    ):
        assert (
            save_stage(
                desk, tournament, format_clubs_apart=typed, format_clubs_rounds=rounds
            ).status_code
            == 302
        )
        settings = first_stage(tournament).format_settings
        assert (settings["clubs_apart"], settings["clubs_rounds"]) == (typed, int(rounds))
        assert words in words_of(desk.client.get(at("desk_stage", tournament, 1)))
    for wrong in ({"format_clubs_apart": "sometimes"}, {"format_clubs_rounds": "0"}):
        assert save_stage(desk, tournament, **wrong).status_code == 422


def test_a_stage_is_a_page_of_facts_and_opens_what_is_wrong_or_not_decided() -> None:
    desk = a_desk()
    tournament = a_tournament("pairs_swiss", 4, desk=desk, awards={}, format_settings={"rounds": 4})
    address = at("desk_stage", tournament, 1)

    def folds(page: str) -> dict[str, bool]:
        found = re.findall(r'<details\s+class="fact"\s+id="([\w-]+)"\s*(open)?', page)
        return {name.removesuffix("-part"): bool(is_open) for name, is_open in found}

    page = desk.client.get(address).content.decode()
    assert {name for name, is_open in folds(page).items() if is_open} == {"awards", "awards-absent"}
    assert "Swiss system, 4 rounds" in page
    sent = as_sent(StageForm(tournament.stages.get(), plan_of(tournament.stages.get())))
    sent |= {
        "bye_later": "on",
        "absent_later": "on",
        "awards_late_entry": "nothing",
        "action": "save",
    }
    wrong = desk.client.post(address, sent | {"minutes": "x"})
    opened = {name for name, is_open in folds(wrong.content.decode()).items() if is_open}
    assert (wrong.status_code, "minutes" in opened, "points" in opened) == (422, True, False)
    chosen = desk.client.post(
        address, sent | {"points": "margin", "action": "choose"}
    ).content.decode()
    assert folds(chosen)["points"]
    assert not folds(chosen)["minutes"]
