"""The desk's list of entrants, those who ask to play, and entering one more."""

import re
import uuid
from typing import Any

import pytest
from django.utils import timezone

from tests.tournaments import desks
from tests.tournaments.desk_pages import (
    at,
    kept_out,
    not_a_page,
    number,
    owner_of,
    queries,
    text_of,
)
from tournaments.actions import creating, entering, registering
from tournaments.actions.new_entrants import NewEntrant
from tournaments.models import Entrant, LogLine, Tournament

pytestmark = pytest.mark.django_db


def asks(cup: Tournament, *names: str, **about: Any) -> Entrant:
    creating.change_tournament(cup, None, registration=True)
    return registering.register(cup, NewEntrant(names, **about))


# The list
# --------------------------------------------------------------------------------------------------


def test_once_a_round_is_on_nobody_is_here_only_where_somebody_was_ticked() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.draw(cup)
    client = owner_of(cup)
    assert "4 entered All" in text_of(client.get(at("desk_entrants", cup)))
    entering.check_in(Entrant.objects.filter(tournament=cup)[0], None)
    assert "4 entered · 1 here" in text_of(client.get(at("desk_entrants", cup)))


def test_the_list_says_who_is_entered_and_with_what() -> None:
    cup = desks.a_tournament("pairs_swiss", 0)
    entering.enter(cup, None, [NewEntrant(("Anna", "Beat"), "Dragons", "Bern", 3, 7, alias="Duo")])
    entering.enter(cup, None, [NewEntrant(("Carla", "Dino"), hidden=True)])
    said = text_of(owner_of(cup).get(at("desk_entrants", cup)))
    assert "2 entered · 0 here" in said
    assert "1 Dragons Anna , Beat · Bern seed 3 always at table 7 in public: Duo" in said
    assert "2 Carla & Dino in public: number only" in said


def test_a_list_without_anybody_says_the_one_thing_to_do() -> None:
    cup = desks.a_tournament("pairs_swiss", 0)
    page = owner_of(cup).get(at("desk_entrants", cup)).content.decode()
    assert (page.count('class="sketch"'), page.count("button main")) == (1, 1)
    assert f'<a class="button main big" href="{at("desk_list", cup)}">Paste a list' in page
    desks.enter(cup, 1)
    assert 'class="sketch"' not in owner_of(cup).get(at("desk_entrants", cup)).content.decode()


def test_the_strip_has_the_draw_as_its_red_button_and_the_door_has_none(cup: Tournament) -> None:
    client = owner_of(cup)
    Entrant.objects.filter(tournament=cup, number=1).update(checked_in_at=timezone.now())
    page = client.get(at("desk_entrants", cup)).content.decode()
    assert re.findall(r'class="button main[^>]*>([^<]+)', page) == ["Begin and draw round 1"]
    assert "Only those checked in: 1 of 4" in text_of(client.get(at("desk_entrants", cup)))
    assert (
        "button main" not in client.get(at("desk_entrants", cup), {"show": "door"}).content.decode()
    )


def test_who_asks_stands_first_and_each_answer_is_a_button(cup: Tournament) -> None:
    entrant = asks(cup, "Zoe", "Yann", club_name="Bern")
    answer = owner_of(cup).get(at("desk_entrants", cup))
    said = text_of(answer)
    assert said.index("Zoe & Yann") < said.index("Player 1 & Player 2")
    for action in ("confirm", "wait", "refuse"):
        assert at("desk_entrant_do", cup, entrant.pk, action).encode() in answer.content


@pytest.mark.parametrize(
    ("action", "state", "said"),
    [
        ("confirm", "entered", "Zoe & Yann: entered."),
        ("wait", "waiting", "Zoe & Yann: on the waiting list."),
        ("refuse", "refused", "Zoe & Yann: refused."),
    ],
)
def test_a_request_is_answered_from_the_list(
    cup: Tournament, action: str, state: str, said: str
) -> None:
    entrant = asks(cup, "Zoe", "Yann")
    owner = owner_of(cup)
    answer = owner.post(at("desk_entrant_do", cup, entrant.pk, action), {"on": "list"}, follow=True)
    assert answer.redirect_chain == [(at("desk_entrants", cup), 302)]
    assert said in text_of(answer)
    entrant.refresh_from_db()
    assert entrant.state == state


def test_a_request_that_cannot_be_confirmed_stays_with_the_reason_on_the_list(
    cup: Tournament,
) -> None:
    entrant = asks(cup, "Zoe", "Yann")
    creating.change_tournament(cup, None, limit=4)
    answer = owner_of(cup).post(at("desk_entrant_do", cup, entrant.pk, "confirm"), {"on": "list"})
    assert answer.status_code == 409
    assert "There is room for 4 entrants" in text_of(answer)
    entrant.refresh_from_db()
    assert entrant.state == "asked"


def test_all_who_ask_are_refused_at_once_but_for_those_who_came_after_the_list_was_read(
    cup: Tournament,
) -> None:
    first, second = asks(cup, "Zoe", "Yann"), asks(cup, "Xeno", "Wim")
    registering.refuse_entrant(second, None, wait=True)
    owner, address = owner_of(cup), at("desk_refuse_all", cup)
    page = owner.get(at("desk_entrants", cup))
    assert address.encode() in page.content
    assert (page.context["asked_last"], "Refuse 2 requests" in text_of(page)) == (6, True)
    later = asks(cup, "Vera", "Udo")
    for said in ("2 requests refused.", "0 requests refused."):
        answer = owner.post(address, {"up_to": "6"}, follow=True)
        assert answer.redirect_chain == [(at("desk_entrants", cup), 302)]
        assert said in text_of(answer)
    states = dict(cup.entrants.values_list("number", "state"))
    assert states == dict.fromkeys(range(1, 5), "entered") | {
        5: "refused",
        6: "refused",
        7: "asked",
    }
    lines = LogLine.objects.filter(tournament=cup, action="refused_all")
    assert [line.params for line in lines] == [{"entrants": [first.pk, second.pk]}]
    assert "Refused all requests to play: Zoe & Yann , Xeno & Wim" in text_of(
        owner.get(at("desk_log", cup))
    )
    page = owner.get(at("desk_entrants", cup))
    # One can be refused with the button beside the name
    assert address.encode() not in page.content
    assert later.number == 7
    registering.confirm(Entrant.objects.select_related("tournament").get(pk=first.pk), None)


@pytest.mark.parametrize("up_to", ["", "-1", "x", "\0", "9" * 40])
def test_nonsense_refuses_nobody(cup: Tournament, up_to: str) -> None:
    asks(cup, "Zoe", "Yann")
    assert owner_of(cup).post(at("desk_refuse_all", cup), {"up_to": up_to}).status_code == 302
    assert number(cup, 5).state == "asked"


def test_refusing_all_is_for_the_directors_of_a_tournament_that_is_not_finished(
    cup: Tournament,
) -> None:
    asks(cup, "Zoe", "Yann")
    asks(cup, "Xeno", "Wim")
    address = at("desk_refuse_all", cup)
    kept_out(address, cup, {"up_to": "6"})
    not_a_page(address, cup)
    assert owner_of(cup).post(at("desk_refuse_all", Tournament(pk=uuid.uuid4()))).status_code == 404
    creating.finish_tournament(cup, None)
    answer = owner_of(cup).post(address, {"up_to": "6"})
    assert answer.status_code == 409
    assert address.encode() not in answer.content
    assert {number(cup, which).state for which in (5, 6)} == {"asked"}


def test_above_the_list_stand_its_views_the_search_all_here_and_the_way_to_enter_one() -> None:
    cup = desks.a_tournament("pairs_swiss", 9)
    shown = owner_of(cup).get(at("desk_entrants", cup)).content.decode()
    tools, _found, rest = shown.partition('<div class="list-tools')[2].partition('id="found"')
    assert len(re.findall(r'<a\s+class="button"', tools.partition("</ul>")[0])) == 3
    assert at("desk_all_here", cup) in tools
    assert re.search(
        r'role="search".*?<svg class="sign".*?<span class="unseen">Search</span>', tools, re.DOTALL
    )
    assert re.search(r'href="#add".*?<span class="unseen">Add an entrant</span>', tools, re.DOTALL)
    assert at("desk_list", cup) not in tools
    assert at("desk_list", cup) in rest.partition('id="add"')[2]


def test_the_list_takes_as_many_queries_for_twelve_as_for_four() -> None:
    few, many = desks.a_tournament("pairs_swiss", 4), desks.a_tournament("pairs_swiss", 12)
    for cup in (few, many):
        asks(cup, "Zoe", "Yann")
    asks(many, "Xeno", "Wim")
    assert queries(owner_of(many), at("desk_entrants", many)) == queries(
        owner_of(few), at("desk_entrants", few)
    )


@pytest.mark.parametrize("name", ["desk_entrants", "desk_list"])
def test_pages_of_the_desk_are_for_its_people(cup: Tournament, name: str) -> None:
    address = at(name, cup)
    assert desks.signed_in(desks.a_user("Stranger")).get(address).status_code == 404
    assert desks.Client().get(address).status_code == 302
    assert owner_of(cup).get(at(name, Tournament(pk=uuid.uuid4()))).status_code == 404
    director = desks.let_direct(desks.Desk(cup.club, None), "Dora")
    answer = director.get(address)
    assert answer.status_code == 200
    assert "no-store" in answer.headers["Cache-Control"]


# Entering one
# --------------------------------------------------------------------------------------------------


def test_one_more_is_entered_and_the_form_stands_ready_for_the_next(cup: Tournament) -> None:
    data = {
        "name_0": " Zoe ",
        "name_1": "Yann",
        "label": "Zebras",
        "club_name": "Bern",
        "seed": "2",
    }
    answer = owner_of(cup).post(at("desk_enter", cup), data, follow=True)
    assert answer.redirect_chain == [(at("desk_entrants", cup) + "?added=5", 302)]
    assert "Entered as number 5: Zebras" in text_of(answer)
    assert b"autofocus" in answer.content
    fifth = number(cup, 5)
    assert (fifth.label, fifth.club_name, fifth.seed) == ("Zebras", "Bern", 2)
    assert [member.player.name for member in fifth.members.all()] == ["Zoe", "Yann"]


def test_what_is_wrong_stands_beside_its_field_and_all_that_was_typed_is_kept(
    cup: Tournament,
) -> None:
    data = {
        "name_0": "Zoe",
        "name_1": "Player 1",
        "label": "Zebras",
        "club_name": "Bern",
        "seed": "",
    }
    answer = owner_of(cup).post(at("desk_enter", cup), data)
    assert answer.status_code == 422
    assert answer.context["form"].wrong.keys() == {"name_1"}
    for typed in ("Zoe", "Player 1", "Zebras", "Bern"):
        assert f'value="{typed}"'.encode() in answer.content
    assert "Player 1 is already in the list" in text_of(answer)
    assert cup.entrants.count() == 4


def test_a_seed_that_is_no_number_is_said(cup: Tournament) -> None:
    answer = owner_of(cup).post(
        at("desk_enter", cup), {"name_0": "Zoe", "name_1": "Yann", "seed": "first"}
    )
    assert answer.status_code == 422
    assert answer.context["form"].wrong == {
        "seed": "Enter a whole number from 1 to 9999, or nothing."
    }


def test_a_full_tournament_is_a_conflict(cup: Tournament) -> None:
    creating.change_tournament(cup, None, limit=4)
    answer = owner_of(cup).post(at("desk_enter", cup), {"name_0": "Zoe", "name_1": "Yann"})
    assert answer.status_code == 409
    assert "There is room for 4 entrants" in text_of(answer)
    assert b'value="Zoe"' in answer.content


def test_only_the_clubs_people_enter(cup: Tournament) -> None:
    kept_out(at("desk_enter", cup), cup, {"name_0": "Zoe", "name_1": "Yann"})
    not_a_page(at("desk_enter", cup), cup)
    director = desks.let_direct(desks.Desk(cup.club, None), "Dora")
    assert (
        director.post(at("desk_enter", cup), {"name_0": "Zoe", "name_1": "Yann"}).status_code == 302
    )
    assert cup.entrants.count() == 5


@pytest.mark.parametrize(("preset", "fields"), [("pairs_swiss", 2), ("tientsin_teams", 8)])
def test_there_are_as_many_fields_for_names_as_the_unit_takes(preset: str, fields: int) -> None:
    cup = desks.a_tournament(preset, 0)
    html = owner_of(cup).get(at("desk_entrants", cup)).content.decode()
    assert html.count('name="name_') == fields
