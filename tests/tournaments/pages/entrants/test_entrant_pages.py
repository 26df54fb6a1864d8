"""The desk's list of entrants, and the page of each."""

import re
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.models import Player
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
from tests.worlds import built_once
from tournaments.actions import common, creating, entering, judging, renaming
from tournaments.actions.entering import NewEntrant
from tournaments.models import Absence, Entrant, LogLine, Tournament
from tournaments.names import names_of
from tournaments.tokens import entrant_of, token_of

pytestmark = pytest.mark.django_db


shared = built_once(lambda: desks.a_tournament("pairs_swiss", 4))


@pytest.fixture
def cup(shared: Tournament) -> Tournament:
    """Four pairs in a Swiss event that is open."""
    return Tournament.objects.get(pk=shared.pk)


def do(cup: Tournament, which: int, action: str, **data: Any) -> Any:
    address = at("desk_entrant_do", cup, number(cup, which).pk, action)
    return owner_of(cup).post(address, data)


def asks(cup: Tournament, *names: str, **about: Any) -> Entrant:
    creating.change_tournament(cup, None, registration=True)
    return entering.register(cup, NewEntrant(names, **about))


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
    entering.refuse_entrant(second, None, wait=True)
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
    entering.confirm(Entrant.objects.select_related("tournament").get(pk=first.pk), None)


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
    assert re.search(r'href="#add".*?<span class="unseen">Enter one</span>', tools, re.DOTALL)
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


# One entrant
# --------------------------------------------------------------------------------------------------


def test_the_page_of_an_entrant_shows_who_plays_and_the_own_link(cup: Tournament) -> None:
    entrant = number(cup, 1)
    answer = owner_of(cup).get(at("desk_entrant", cup, entrant.pk))
    assert answer.status_code == 200
    assert answer.context["address"] == f"http://testserver/own/{token_of(entrant)}/"
    assert "1 Player 1 & Player 2" in text_of(answer)
    assert b'class="qr"' in answer.content


def test_an_entrant_of_another_tournament_is_not_found(cup: Tournament) -> None:
    other = desks.a_tournament("pairs_swiss", 2, desk=desks.Desk(cup.club, desks.a_user()))
    owner = owner_of(cup)
    stranger = number(other, 1).pk
    assert owner.get(at("desk_entrant", cup, stranger)).status_code == 404
    assert owner.get(at("desk_entrant", cup, 10**30)).status_code == 404
    assert owner.post(at("desk_entrant_do", cup, stranger, "withdraw")).status_code == 404
    assert owner.post(at("desk_entrant_do", cup, number(cup, 1).pk, "explode")).status_code == 404
    assert owner.post(at("desk_check_in", cup, stranger), {"here": "1"}).status_code == 404


@pytest.mark.parametrize(
    "action", ["change", "withdraw", "new-link", "remove", "rename", "substitute", "absent"]
)
def test_only_the_clubs_people_do_something_with_an_entrant(cup: Tournament, action: str) -> None:
    address = at("desk_entrant_do", cup, number(cup, 1).pk, action)
    kept_out(address, cup, {"name": "Zoe"})
    not_a_page(address, cup)


def test_what_is_written_about_them_is_changed(cup: Tournament) -> None:
    data = {
        "label": "Lions",
        "club_name": "Bern",
        "seed": "4",
        "fixed_table": "2",
        "shown": "alias",
        "alias": "Duo",
    }
    assert do(cup, 1, "change", **data).status_code == 302
    first = number(cup, 1)
    kept = (
        first.label,
        first.club_name,
        first.seed,
        first.fixed_table,
        first.alias,
        first.hidden,
        first.five,
    )
    assert kept == ("Lions", "Bern", 4, 2, "Duo", False, False)
    do(
        cup,
        1,
        "change",
        label="",
        club_name="",
        seed="",
        fixed_table="",
        shown="number",
        alias="Duo",
        five="1",
    )
    first.refresh_from_db()
    kept = (
        first.label,
        first.club_name,
        first.seed,
        first.fixed_table,
        first.alias,
        first.hidden,
        first.five,
    )
    assert kept == ("", "", None, None, "", True, True)


def test_a_refused_change_keeps_what_was_typed_beside_what_is_wrong(cup: Tournament) -> None:
    data = {
        "label": "L" * 81,
        "club_name": "Bern",
        "seed": "0",
        "fixed_table": "x",
        "shown": "alias",
        "alias": " ",
    }
    answer = do(cup, 1, "change", **data)
    assert answer.status_code == 422
    assert answer.context["change"].wrong.keys() == {"seed", "fixed_table", "alias"}
    assert b'value="Bern"' in answer.content
    answer = do(cup, 1, "change", **{**data, "seed": "", "fixed_table": "", "shown": "name"})
    assert answer.context["change"].wrong == {"label": "At most 80 characters, please."}
    assert answer.context["errors"] == []
    assert number(cup, 1).club_name == ""


def test_a_typing_mistake_in_a_name_is_put_right_everywhere(cup: Tournament) -> None:
    member = number(cup, 1).members.get(order=0)
    assert do(cup, 1, "rename", member=member.pk, name="Anna ").status_code == 302
    assert names_of(cup, public=False)[number(cup, 1).pk] == "Anna & Player 2"
    assert Player.objects.get(pk=member.player_id).name == "Anna"
    assert LogLine.objects.latest("pk").action == "renamed"


def test_the_page_says_before_which_published_results_a_new_name_changes(cup: Tournament) -> None:
    desk = desks.Desk(cup.club, cup.created_by)
    other = desks.a_tournament("pairs_swiss", 4, desk=desk)
    draft = desks.a_tournament("pairs_swiss", 4, desk=desk, opened=False)
    Tournament.objects.filter(pk=other.pk).update(name="Spring cup")
    Tournament.objects.filter(pk=draft.pk).update(name="Secret cup")
    client = desks.desk_of(cup.club).client
    page = client.get(reverse("desk_entrant", args=[cup.pk, number(cup, 1).pk])).content.decode()
    said = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert "These published results will also show the new name: Spring cup" in said
    assert "Secret cup" not in said


def test_the_page_says_before_that_the_name_of_a_pair_changes_published_results(
    cup: Tournament,
) -> None:
    told = "Published results will also show the new name."
    client = desks.desk_of(cup.club).client

    def about() -> str:
        page = client.get(
            reverse("desk_entrant", args=[cup.pk, number(cup, 1).pk])
        ).content.decode()
        return page.partition('id="about"')[2].partition("</section>")[0]

    assert told not in about()
    desks.draw(cup)
    assert told in about()


def test_before_a_name_is_changed_every_tournament_that_shows_it_is_held_and_then_the_list(
    cup: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = desks.Desk(cup.club, cup.created_by)
    others = [desks.a_tournament("pairs_swiss", 4, desk=desk) for _ in range(2)]
    middle, last = others
    desks.a_tournament("pairs_swiss", 0, desk=desk)  # they do not play here
    versions = dict(Tournament.objects.values_list("pk", "version"))
    held: list[uuid.UUID] = []

    def lock(tournament: Tournament, action: str = "") -> Tournament:
        held.append(tournament.pk)
        return common.lock(tournament, action)

    monkeypatch.setattr(renaming, "lock", lock)
    with CaptureQueriesContext(connection) as caught:
        renaming.rename_person(number(middle, 1).members.get(order=0), None, "Anna")
    assert held == sorted((cup.pk, middle.pk, last.pk))
    # Sealing reads columns, the end of its chain among them, and of a tournament that is held
    # already.
    asked = [query["sql"] for query in caught]
    columns = tuple(f'SELECT "tournaments_tournament".{one}' for one in ('"chain_', '"id" AS "pk"'))
    sealing = [sql for sql in asked if sql.startswith(columns)]
    assert all(any(pk.hex in sql.replace("-", "") for pk in held) for sql in sealing)
    asked = [sql for sql in asked if sql not in sealing]
    touched = [
        (words[0], table)
        for sql in asked
        if (words := sql.split())[0] in {"SELECT", "UPDATE"}
        for table in ("tournaments_tournament", "scoring_club", "scoring_player")
        if f'{"FROM" if words[0] == "SELECT" else "UPDATE"} "{table}"' in sql
    ]
    change = touched.index(("UPDATE", "scoring_player"))
    assert ("SELECT", "scoring_club") in touched[:change]
    assert ("UPDATE", "tournaments_tournament") not in touched[:change]
    assert ("SELECT", "tournaments_tournament") not in touched[
        touched.index(("SELECT", "scoring_club")) :
    ]
    grown = {
        pk
        for pk, version in Tournament.objects.values_list("pk", "version")
        if version > versions[pk]
    }
    assert grown == {cup.pk, middle.pk, last.pk}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Player 3", "Player 3 is already in the club"),
        ("PLAYER 3", "PLAYER 3 is already in the club"),
        ("Somebody", "Somebody is already in the club"),
        (" ", "Enter the correct name"),
        ("x" * 81, "At most 80 characters"),
        ("Dummy", "reserved for the dummy"),
    ],
)
def test_a_name_that_is_taken_or_none_is_refused_beside_its_field(
    cup: Tournament, name: str, said: str
) -> None:
    Player.objects.create(club=cup.club, name="Somebody")
    member = number(cup, 1).members.get(order=0)
    answer = do(cup, 1, "rename", member=member.pk, name=name)
    assert answer.status_code == 422
    assert (
        answer.context["rename"].wrong["name"].startswith(said)
        or said in answer.context["rename"].wrong["name"]
    )
    assert answer.context["errors"] == []
    assert Player.objects.get(pk=member.player_id).name == "Player 1"


def test_a_name_keeps_its_case_changed_by_the_same_person(cup: Tournament) -> None:
    member = number(cup, 1).members.get(order=0)
    assert do(cup, 1, "rename", member=member.pk, name="PLAYER 1").status_code == 302
    assert (
        do(cup, 1, "rename", member=number(cup, 2).members.get(order=0).pk, name="Zoe").status_code
        == 404
    )


def test_a_substitute_takes_a_place_and_the_former_is_still_named(cup: Tournament) -> None:
    member = number(cup, 1).members.get(order=0)
    answer = do(cup, 1, "substitute", instead_of=member.pk, name="Zoe", reason="ill")
    assert answer.status_code == 302
    said = text_of(owner_of(cup).get(at("desk_entrant", cup, number(cup, 1).pk)))
    assert "Zoe & Player 2" in said
    assert "Played for them earlier: Player 1" in said
    assert LogLine.objects.latest("pk").reason == "ill"


def test_a_substitute_who_plays_already_is_refused_and_stays_typed(cup: Tournament) -> None:
    member = number(cup, 1).members.get(order=1)
    answer = do(cup, 1, "substitute", instead_of=member.pk, name="Player 3", reason="ill")
    assert answer.status_code == 422
    assert b'value="Player 3"' in answer.content
    assert re.search(rf'value="{member.pk}"\s+required\s+checked', answer.content.decode())
    assert "already entered" in text_of(answer)


def test_a_team_takes_one_more_in_and_a_pair_does_not(cup: Tournament) -> None:
    team = desks.a_tournament("tientsin_teams", 2)
    assert do(team, 1, "substitute", instead_of="", name="Zoe").status_code == 302
    assert number(team, 1).members.count() == 4
    answer = do(cup, 1, "substitute", instead_of="", name="Zoe")
    assert answer.status_code == 422
    assert answer.context["substitute"].wrong == {"name": "Choose whom they replace."}


def test_a_round_is_missed_and_not_missed_after_all() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup, 1))
    page = at("desk_entrant", cup, number(cup, 1).pk)
    assert owner_of(cup).get(page).context["next_round"] == 2
    assert do(cup, 1, "absent", stage="1", round="2", missing="1").status_code == 302
    assert "Misses round 2." in text_of(owner_of(cup).get(page))
    do(cup, 1, "absent", stage="1", round="2", missing="0")
    assert not Absence.objects.exists()
    answer = do(cup, 1, "absent", stage="1", round="1", missing="1")
    assert answer.status_code == 409
    assert "Round 1 is published" in answer.context["absent"].wrong["round"]
    assert do(cup, 1, "absent", stage="1", round="soon", missing="1").status_code == 422
    assert do(cup, 1, "absent", stage="9", round="2", missing="1").status_code == 404


def test_who_withdraws_comes_back(cup: Tournament) -> None:
    assert do(cup, 1, "withdraw", reason="last tram").status_code == 302
    assert number(cup, 1).state == "withdrawn"
    assert LogLine.objects.latest("pk").reason == "last tram"
    assert "withdrawn" in text_of(owner_of(cup).get(at("desk_entrants", cup)))
    assert do(cup, 1, "withdraw").status_code == 302
    assert do(cup, 1, "come-back").status_code == 302
    assert number(cup, 1).state == "entered"
    assert do(cup, 1, "come-back").status_code == 409


def test_who_withdrew_and_sits_in_a_draft_is_pointed_out() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.draw(cup, 1, publish=False)
    do(cup, 1, "withdraw")
    assert "are still at a table in a draft" in text_of(
        owner_of(cup).get(at("desk_entrant", cup, number(cup, 1).pk))
    )


def test_a_new_link_shuts_the_old_one(cup: Tournament) -> None:
    old = token_of(number(cup, 1))
    assert do(cup, 1, "new-link").status_code == 302
    assert entrant_of(old) is None
    assert entrant_of(token_of(number(cup, 1))) == number(cup, 1)


def test_who_was_never_drawn_is_taken_out_and_who_was_stays() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    answer = owner_of(cup).post(
        at("desk_entrant_do", cup, number(cup, 4).pk, "remove"), follow=True
    )
    assert "Player 7 & Player 8: removed from the list." in text_of(answer)
    assert cup.entrants.count() == 3
    desks.enter(cup, 1, 7)
    desks.draw(cup, 1)
    answer = do(cup, 1, "remove")
    assert answer.status_code == 409
    assert "They have already been drawn" in text_of(answer)
    assert "Remove from the list" not in text_of(answer)


def test_a_finished_tournament_changes_nobody() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    creating.finish_tournament(cup, None)
    answer = do(cup, 1, "change", label="Lions", shown="name")
    assert answer.status_code == 409
    assert "The tournament is finished" in text_of(answer)


def test_the_page_of_an_entrant_takes_as_many_queries_after_three_rounds() -> None:
    cup = desks.a_tournament("pairs_swiss", 8)
    desks.play_round(desks.draw(cup, 1))
    address = at("desk_entrant", cup, number(cup, 1).pk)
    once = queries(owner_of(cup), address)
    for played in (2, 3):
        desks.play_round(desks.draw(cup, played), played)
    assert queries(owner_of(cup), address) == once


def test_withdrawing_names_the_running_match_that_loses_a_side() -> None:
    desk = desks.a_desk()
    tournament = desks.draw(desks.a_tournament(entrants=4, desk=desk)).stage.tournament
    first = tournament.entrants.get(number=1)
    table = first.places.get().match
    assert table is not None
    address = at("desk_entrant_do", tournament, first.pk, "withdraw")
    said = f"Table {table.number} in round 1 loses a side"
    looked = desk.client.post(address, {"reason": "last tram"})
    assert said in text_of(looked)
    done = desk.client.post(address, {"reason": "last tram", "sure": "1"})
    assert said in text_of(desk.client.get(done["Location"]))
    # Whose matches are over loses nothing by it.
    other = tournament.entrants.exclude(places__match=table).first()
    assert other is not None
    judging.rule_match(other.places.get().match, None, {"kind": "half"}, "late")
    looked = desk.client.post(
        at("desk_entrant_do", tournament, other.pk, "withdraw"), {"reason": "last tram"}
    )
    assert "loses a side" not in text_of(looked)
