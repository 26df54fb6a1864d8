"""Pasting a list: looked at first, then entered whole."""

import re

import pytest
from django.urls import reverse

from scoring.people.actions.people_list import add_person
from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, kept_out, owner_of, text_of
from tests.tournaments.desks import entered
from tournaments.actions import creating
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Tournament:
    return desks.a_tournament("pairs_swiss", 0)


def look(cup: Tournament, text: str) -> Response:
    return owner_of(cup).post(at("desk_list", cup), {"list": text, "look": "1"})


def enter(cup: Tournament, text: str, seen: str | None = None) -> Response:
    seen = look(cup, text).context["seen"] if seen is None else seen
    return owner_of(cup).post(at("desk_list", cup), {"list": text, "enter": "1", "seen": seen})


def wrong(answer: Response) -> dict[int, list[str]]:
    return {line.number: line.errors for line in answer.context["lines"] if line.errors}


def test_what_was_understood_is_shown_before_anybody_is_entered(cup: Tournament) -> None:
    answer = look(cup, "1. Anna / Beat; Bern\n\n2. Dragons: Carla, Dino")
    assert answer.status_code == 200
    assert "2 entrants recognised" in text_of(answer)
    assert "1 Anna & Beat Bern" in text_of(answer)
    assert "3 Carla & Dino Dragons" in text_of(answer)
    assert b"1. Anna / Beat; Bern" in answer.content
    assert entered(cup) == []


def test_what_was_looked_at_is_entered_whole(cup: Tournament) -> None:
    answer = enter(
        cup, "Name;Partner;Verein;Setzplatz;Tisch\r\nAnna;Beat;Bern;2;7\r\nCarla;Dino;;;\r\n"
    )
    assert answer.status_code == 302
    assert entered(cup) == ["Anna & Beat", "Carla & Dino"]
    assert list(cup.entrants.values_list("club_name", "seed", "fixed_table")) == [
        ("Bern", 2, 7),
        ("", None, None),
    ]


def test_five_hundred_names_are_entered_at_once() -> None:
    cup = desks.a_tournament("goettingen", 0)
    answer = enter(
        cup, "\r\n".join(f"{number}. Guest {number}; Club {number % 9}" for number in range(1, 501))
    )
    assert answer.status_code == 302
    assert cup.entrants.count() == 500


def test_what_was_changed_since_is_shown_again_first(cup: Tournament) -> None:
    seen = look(cup, "Anna / Beat").context["seen"]
    answer = enter(cup, "Anna / Zoe", seen)
    assert answer.status_code == 200
    assert entered(cup) == []
    assert enter(cup, "Anna / Zoe", answer.context["seen"]).status_code == 302
    assert entered(cup) == ["Anna & Zoe"]


def test_a_name_that_stands_twice_is_said_at_both_lines(cup: Tournament) -> None:
    answer = look(cup, "Anna / Beat\nCarla / Dino\nZoe / anna")
    assert wrong(answer) == {
        1: ["anna appears again in line 3."],
        3: [
            (
                "anna is already in line 1. If this is another person, add a letter; if "
                "not, remove one of the two."
            )
        ],
    }
    assert not answer.context["may_enter"]


def test_who_is_entered_already_is_said_at_the_line(cup: Tournament) -> None:
    enter(cup, "Anna / Beat")
    assert [*wrong(look(cup, "Carla / Dino\nBeat / Zoe"))] == [2]


def test_every_line_that_is_wrong_is_said_and_the_text_is_kept(cup: Tournament) -> None:
    text = f"Name;Partner;Seed\nAnna;;1\nBeat;Carla;x\n{'D' * 81};Elif;2\nFritz;Gabi;3"
    answer = look(cup, text)
    assert {number: len(errors) for number, errors in wrong(answer).items()} == {2: 1, 3: 1, 4: 1}
    assert "3 lines need correcting" in text_of(answer)
    assert "Fritz;Gabi;3" in answer.content.decode()
    answer = enter(cup, text)
    assert answer.status_code == 422
    assert entered(cup) == []


def test_a_number_that_is_none_keeps_a_list_from_being_entered(cup: Tournament) -> None:
    assert enter(cup, "Name;Partner;Seed\nAnna;Beat;first").status_code == 422
    assert entered(cup) == []


def test_a_list_longer_than_the_room_is_refused_whole(cup: Tournament) -> None:
    creating.change_tournament(cup, None, limit=1)
    answer = enter(cup, "Anna / Beat\nCarla / Dino")
    assert answer.status_code == 409
    assert "There is room for 1 entrant," in text_of(answer)
    assert entered(cup) == []


@pytest.mark.parametrize(
    "text", ["", "\0", "\ufeff", "\ud800", '"' * 3000, "Name;Partner", ";;;\n\t"]
)
def test_nothing_understood_is_nothing_to_enter(cup: Tournament, text: str) -> None:
    answer = owner_of(cup).post(
        at("desk_list", cup),
        {"list": text.encode("utf-8", "replace").decode(), "enter": "1", "seen": "x"},
    )
    assert answer.status_code == 200
    assert entered(cup) == []


def test_columns_that_are_left_out_are_named(cup: Tournament) -> None:
    assert "Ignored columns: E-Mail" in text_of(
        look(cup, "Name;Partner;E-Mail\nAnna;Beat;a@example.org")
    )


def test_a_first_line_that_is_empty_keeps_its_place_in_the_text(cup: Tournament) -> None:
    html = look(cup, "\nAnna / Beat").content.decode()
    kept = re.search(r"<textarea[^>]*>(.*?)</textarea>", html, re.DOTALL)
    assert kept is not None
    assert kept[1] == "\n\nAnna / Beat"  # a browser takes the first line break for its own


def test_only_the_clubs_people_paste_lists(cup: Tournament) -> None:
    seen = look(cup, "Anna / Beat").context["seen"]
    kept_out(
        at("desk_list", cup), cup, {"list": "Anna / Beat", "enter": "1", "seen": seen}, page=True
    )
    assert owner_of(cup).get(at("desk_list", cup)).status_code == 200
    assert owner_of(cup).put(at("desk_list", cup)).status_code == 405


CHAT = (
    "List for Friday\n1) Anna Meier & Beat Frei, Bern 079 555 01 23\n2) Carla Roth / N.N.\n"
    "3) Eva & Finn (krank)"
)


def test_each_line_tells_how_it_was_understood_and_what_was_left_out(cup: Tournament) -> None:
    answer = look(cup, CHAT)
    page = text_of(answer)
    assert "2 Anna Meier & Beat Frei left out: 079 555 01 23 Bern" in page
    assert "3 Carla Roth & partner open One place is open: you can name the person later." in page
    assert "4 Eva & Finn left out: the line says “krank” take in" in page
    assert "1 List for Friday left out: a heading take in" in page
    assert (answer.context["doubtful"], answer.context["skipped"], answer.context["may_enter"]) == (
        1,
        2,
        True,
    )


def test_a_line_that_has_to_be_put_right_is_not_counted(cup: Tournament) -> None:
    answer = look(cup, "Sandra Brandes\nAnna / Beat\nCarla / Dino")
    assert (answer.context["wrong"], answer.context["count"]) == (1, 2)
    form = {
        "preset": "pairs_swiss",
        "name": "Cup",
        "list": "Sandra Brandes\nAnna / Beat\nCarla / Dino",
        "look": "1",
    }
    made = owner_of(cup).post(reverse("desk_new", args=[cup.club_id]), form)
    assert (made.context["wrong"], made.context["count"]) == (1, 2)
    # The button says so too
    assert 'href="#list"' in made.content.decode().partition('class="row make"')[2]


def test_of_two_people_of_one_name_the_page_says_which_is_meant(cup: Tournament) -> None:
    add_person(cup.club, "Peter Müller")
    assert look(cup, "Mia Lang / Peter Müller").context["doubtful"] == 0
    add_person(cup.club, "Peter Müller", beside=True)
    said = (
        "The club has several people called Peter Müller. This line means the one without a "
        "number; write Peter "
    )
    shown = look(cup, "Mia Lang / Peter Müller\nOtto Neumann / Paula Ott")
    assert said + "Müller (2) for the other." in text_of(shown)
    assert (shown.context["doubtful"], shown.context["may_enter"]) == (1, True)
    assert look(cup, "Mia Lang / Peter Müller (2)").context["doubtful"] == 0
    form = {"preset": "pairs_swiss", "name": "Cup", "list": "Mia Lang / Peter Müller", "look": "1"}
    assert said in text_of(owner_of(cup).post(reverse("desk_new", args=[cup.club_id]), form))


def test_a_line_that_was_left_out_is_taken_in_with_a_tick(cup: Tournament) -> None:
    ticked = {"list": CHAT, "take_4": "1", "take_x": "1", f"take_{'9' * 400}": "1"}
    answer = owner_of(cup).post(at("desk_list", cup), {**ticked, "look": "1"})
    assert [line.taken for line in answer.context["lines"]] == [False, False, False, True]
    entered_all = owner_of(cup).post(
        at("desk_list", cup), {**ticked, "enter": "1", "seen": answer.context["seen"]}
    )
    assert entered_all.status_code == 302
    assert entered(cup) == ["Anna Meier & Beat Frei", "Carla Roth", "Eva & Finn"]


def test_three_cells_are_asked_about_and_entered_as_chosen(cup: Tournament) -> None:
    listed = "Drachen;Anna Meier;Beat Frei\nHunde;Carla Roth;Dino Gerber"
    answer = look(cup, listed)
    assert "Lines with three cells are:" in text_of(answer)
    assert answer.context["three_cells"] == "club_first"
    chosen = {"list": listed, "three_cells": "label_first"}
    seen = owner_of(cup).post(at("desk_list", cup), {**chosen, "look": "1"}).context["seen"]
    assert (
        owner_of(cup).post(at("desk_list", cup), {**chosen, "enter": "1", "seen": seen}).status_code
        == 302
    )
    assert list(cup.entrants.values_list("label", "club_name")) == [("Drachen", ""), ("Hunde", "")]


def test_the_draw_warns_of_an_open_place(cup: Tournament) -> None:
    enter(cup, "Anna / Beat\nCarla / N.N.")
    desks.draw(cup, publish=False)
    page = text_of(owner_of(cup).get(at("desk_round", cup, 1, 1)))
    assert "People of Carla: 1 of 2." in page
    assert "add a substitute first" in page


def test_a_pair_with_an_open_place_is_entered_shown_and_filled(
    cup: Tournament,
) -> None:
    assert enter(cup, "Anna / Beat\nCarla / N.N.").status_code == 302
    assert entered(cup) == ["Anna & Beat", "Carla"]
    client = owner_of(cup)
    page = text_of(client.get(at("desk_entrants", cup)))
    assert page.count("partner open") == 1
    assert "Player" not in page.split("partner open")[0][-60:]
    alone = cup.entrants.get(number=2)
    form = text_of(client.get(at("desk_entrant", cup, alone.pk)))
    assert "for the open place" in form
    client.post(
        at("desk_entrant_do", cup, alone.pk, "substitute"), {"instead_of": "", "name": "Dino"}
    )
    assert entered(cup) == ["Anna & Beat", "Carla & Dino"]
    assert "partner open" not in text_of(client.get(at("desk_entrants", cup)))
    refused = client.post(
        at("desk_entrant_do", cup, alone.pk, "substitute"), {"instead_of": "", "name": "Eva"}
    )
    assert refused.status_code == 422
    assert entered(cup) == ["Anna & Beat", "Carla & Dino"]


def test_nobody_is_looked_for_by_a_pair_that_names_nobody(cup: Tournament) -> None:
    assert not look(cup, "N.N. / ?").context["may_enter"]


def test_a_team_of_three_among_pairs_is_led_to_teams(cup: Tournament) -> None:
    assert wrong(look(cup, "Mahjong: Laura, Ursa, Phil")) == {
        1: ["A pair needs two names; this line has 3. Three or more play as a team."]
    }


def test_a_name_may_have_eighty_characters(cup: Tournament) -> None:
    long = "María del Carmen Fernández-Villaverde Sánchez de la Torre y Ruiz de Alarcón Ocampo"[:80]
    assert enter(cup, f"{long} / Beat").status_code == 302
    assert entered(cup) == [f"{long} & Beat"]
