"""Setting up: what is written about a tournament, and what is said back in plain words."""

import re

import pytest
from django.test import Client

from tests.tournaments.desk_pages import at, queries, save_stage, stage_data, words_of
from tests.tournaments.desks import (
    AWARDS,
    a_desk,
    a_tournament,
    draw,
    enter,
    first_stage,
    play_round,
)
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

SETTLED = {**AWARDS, "late_entry": "nothing"}


def about(**typed: str) -> dict[str, str]:
    return {
        "name": "Spring cup",
        "place": "",
        "starts_on": "",
        "limit": "",
        "unit": "pair",
        **typed,
    }


def test_name_place_day_limit_and_registration_are_kept() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    typed = about(place=" Bear ", starts_on="2027-03-01", limit="24", registration="on")
    response = desk.client.post(at("desk_about", tournament), typed)
    assert (response.status_code, response["Location"]) == (302, at("desk_about", tournament))
    tournament.refresh_from_db()
    assert (
        tournament.name,
        tournament.place,
        str(tournament.starts_on),
        tournament.limit,
        tournament.registration,
    ) == (
        "Spring cup",
        "Bear",
        "2027-03-01",
        24,
        True,
    )
    page = desk.client.get(at("desk_about", tournament))
    shown = words_of(page)
    assert "Saved." in shown
    # Each is said in a line of its own, and its field is behind "change"
    for said in (
        "Name of the tournament Spring cup",
        "Day and place 1 March 2027 · Bear",
        "confirms · at most 24",
    ):
        assert f"{said}change" in shown
    assert not re.search(r'<details class="fact"[^>]*\bopen\b', page.content.decode())
    assert desk.client.post(at("desk_about", tournament), about()).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.place, tournament.starts_on, tournament.limit, tournament.registration) == (
        "",
        None,
        None,
        False,
    )


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("name", " ", "Enter a name."),
        ("starts_on", "tomorrow", "Enter the day as year-month-day"),
        ("starts_on", "0001-01-01", "Enter the day as year-month-day"),
        ("starts_on", "9999-12-31", "Enter the day as year-month-day"),
        ("limit", "1", "Enter a whole number from 2 to 10000"),
        ("limit", "many", "Enter a whole number from 2 to 10000"),
    ],
)
def test_what_is_wrong_about_a_tournament_stands_beside_its_field(
    field: str, typed: str, said: str
) -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk)
    response = desk.client.post(at("desk_about", tournament), about(**{field: typed}))
    assert response.status_code == 422
    content = response.content.decode()
    assert said in words_of(response)
    assert f'id="{field}-error"' in content
    assert f'value="{typed}"' in content
    assert len(re.findall(r'<details class="fact"\s+open', content)) == 1
    tournament.refresh_from_db()
    assert tournament.name == "Autumn cup"


def test_who_is_ranked_can_be_changed_only_while_nobody_has_entered() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, entrants=0)
    address = at("desk_about", tournament)
    assert desk.client.post(address, about(unit="team")).status_code == 302
    tournament.refresh_from_db()
    assert tournament.unit == "team"
    enter(tournament, 2)
    assert desk.client.post(address, about(unit="pair")).status_code == 409
    assert 'name="unit"' not in desk.client.get(address).content.decode()


def test_a_finished_tournament_is_not_changed() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, entrants=0, awards=SETTLED)
    Tournament.objects.update(state="finished")
    assert desk.client.post(at("desk_about", tournament), about()).status_code == 409
    assert save_stage(desk, tournament).status_code == 409


def test_the_set_up_of_a_finished_tournament_is_facts_without_fields() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, entrants=0, awards=SETTLED)
    address = at("desk_about", tournament)
    assert (
        desk.client.post(
            address, about(name="Autumn cup", place="Old mill", starts_on="2026-11-28")
        ).status_code
        == 302
    )
    fields = re.compile(r'<input(?! type="hidden")|<select|Change this')
    assert fields.search(desk.client.get(address).content.decode())
    Tournament.objects.update(state="finished")
    page = desk.client.get(address)
    main = page.content.decode().partition("<main")[2]
    assert fields.search(main) is None
    shown = words_of(page)
    assert (
        "The tournament is finished: a director can reopen it. Name of the tournament Autumn cup "
        "Day " in shown
    ), shown
    assert "Place Old mill" in shown


def test_a_running_stage_says_that_it_can_be_ended_early_and_where() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, entrants=4, awards=SETTLED)
    address, rounds = at("desk_stage", tournament, 1), at("desk_draw", tournament)
    link = f'<a href="{rounds}#stage-1">end the stage before its last round</a>'
    assert link not in desk.client.get(address).content.decode()
    row = draw(tournament)
    assert link in desk.client.get(address).content.decode()
    play_round(row)
    there = desk.client.get(rounds).content.decode()
    assert ('id="stage-1"' in there, "End the stage before its last round" in there) == (True, True)
    stage = first_stage(tournament)
    stage.format_settings |= {"rounds": 1}
    stage.save()
    assert link not in desk.client.get(address).content.decode()


def test_the_stages_are_said_back_in_plain_words() -> None:
    desk = a_desk()
    tournament = a_tournament("groups_and_cup", desk=desk)
    shown = words_of(desk.client.get(at("desk_about", tournament)))
    assert (
        "A game goes to 1000 points. Points for a match: 2 for a win, 1 for a draw, 0 for a loss."
        in shown
    )
    assert "The first 2 of the previous stage, or of each of its groups, play here." in shown


@pytest.mark.parametrize("name", ["desk_about", "desk_stage"])
def test_others_cannot_save_a_set_up(name: str) -> None:
    desk, other = a_desk(), a_desk("Otto", "Tichu Basel")
    tournament = a_tournament(desk=desk, awards=SETTLED)
    address = at(name, tournament, *((1,) if name == "desk_stage" else ()))
    data = about() if name == "desk_about" else stage_data(first_stage(tournament), points_win="7")
    assert other.client.post(address, data).status_code == 404
    assert Client().post(address, data)["Location"].startswith("/account/login/")
    tournament.refresh_from_db()
    assert (tournament.name, first_stage(tournament).points_settings) == ("Autumn cup", {})


def test_the_set_up_needs_as_many_queries_with_many_entrants_as_with_few() -> None:
    desk = a_desk()
    few, many = a_tournament(desk=desk, entrants=2), a_tournament(desk=desk, entrants=20)
    assert queries(desk.client, at("desk_about", few)) == queries(
        desk.client, at("desk_about", many)
    )
