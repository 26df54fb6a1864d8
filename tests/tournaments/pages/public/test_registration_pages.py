"""People enter by themselves, and a director confirms."""

import datetime
import re
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.games.access.limits import LIMITS
from scoring.games.names.visibility import INITIAL
from scoring.people.actions.name_visibility import show_club
from tests.requests import Response
from tests.rule_errors import mistakes_of
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, number, owner_of, text_of
from tournaments.actions import creating, entering, registering
from tournaments.models import Entrant, Tournament
from tournaments.names import names_of
from tournaments.tokens import token_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]

ZOE = {"name_0": "Zoe", "name_1": "Yann", "shown": "name"}


@pytest.fixture
def cup() -> Tournament:
    """Open to everybody who wants to play."""
    return creating.change_tournament(desks.a_tournament("pairs_swiss", 2), None, registration=True)


def ask(cup: Tournament, **data: Any) -> Response:
    return Client().post(at("register", cup), {**ZOE, **data})


def test_who_asks_gets_a_page_of_their_own_to_keep(cup: Tournament) -> None:
    answer = Client().post(
        at("register", cup), {**ZOE, "label": "Zebras", "club_name": "Bern"}, follow=True
    )
    entrant = number(cup, 3)
    assert answer.redirect_chain == [(f"/own/{token_of(entrant)}/?new=1", 302)]
    assert "Bookmark this page now" in text_of(answer)
    kept = (
        entrant.state,
        entrant.asked_names,
        entrant.label,
        entrant.club_name,
        entrant.alias,
        entrant.hidden,
    )
    assert kept == ("asked", ["Zoe", "Yann"], "Zebras", "Bern", "", False)
    assert not entrant.members.exists()


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ({"shown": "alias", "alias": "The cats"}, ("The cats", False)),
        ({"shown": "number", "alias": "The cats"}, ("", True)),
        ({"shown": "name", "alias": "The cats"}, ("", False)),
    ],
)
def test_people_choose_how_the_public_sees_them(cup: Tournament, typed: Any, kept: Any) -> None:
    assert ask(cup, **typed).status_code == 302
    entrant = number(cup, 3)
    assert (entrant.alias, entrant.hidden) == kept


def test_what_is_wrong_stands_beside_its_field_and_what_was_typed_is_kept(cup: Tournament) -> None:
    answer = ask(cup, name_1="Player 1", club_name="Bern")
    assert answer.status_code == 422
    assert answer.context["form"].wrong.keys() == {"name_1"}
    assert b'value="Bern"' in answer.content
    answer = ask(cup, shown="alias", alias="")
    assert answer.context["form"].wrong.keys() == {"alias"}
    assert cup.entrants.count() == 2


def test_the_same_form_sent_twice_asks_once_and_leads_to_the_same_page(cup: Tournament) -> None:
    form_id = Client().get(at("register", cup)).context["form_id"]
    first, second = ask(cup, form_id=form_id), ask(cup, form_id=form_id)
    assert first.headers["Location"] == second.headers["Location"]
    assert cup.entrants.count() == 3


def test_somebody_who_has_asked_is_not_asked_for_again(cup: Tournament) -> None:
    ask(cup)
    answer = ask(cup, name_0="Xeno", name_1="zoe")
    assert answer.status_code == 409
    assert "There is already a request from zoe" in text_of(answer)
    assert cup.entrants.count() == 3


def test_when_all_places_are_taken_people_wait(cup: Tournament) -> None:
    creating.change_tournament(cup, None, limit=2)
    page = Client().get(at("register", cup))
    assert "2 of 2 places are taken." in text_of(page)
    assert "You can join the waiting list (0 names): a director lets you in" in text_of(page)
    answer = Client().post(at("register", cup), ZOE, follow=True)
    assert "You are on the waiting list." in text_of(answer)
    assert number(cup, 3).state == Entrant.State.WAITING


def test_nobody_enters_where_the_directors_enter(cup: Tournament) -> None:
    creating.change_tournament(cup, None, registration=False)
    page = Client().get(at("register", cup))
    assert page.status_code == 200
    assert "You cannot enter yourself here" in text_of(page)
    assert b"form_id" not in page.content
    answer = ask(cup)
    assert answer.status_code == 409
    assert "You cannot enter yourself here" in text_of(answer)
    assert cup.entrants.count() == 2


def test_a_finished_tournament_says_so(cup: Tournament) -> None:
    creating.finish_tournament(cup, None)
    assert "This tournament is finished." in text_of(Client().get(at("register", cup)))
    assert ask(cup).status_code == 409


def test_a_tournament_in_preparation_is_not_found_but_by_its_directors() -> None:
    cup = desks.a_tournament("pairs_swiss", 2, opened=False)
    creating.change_tournament(cup, None, registration=True)
    assert Client().get(at("register", cup)).status_code == 404
    assert ask(cup).status_code == 404
    assert "still being prepared" in text_of(owner_of(cup).get(at("register", cup)))


def test_the_form_shows_no_name_of_anybody(cup: Tournament) -> None:
    assert "Player 1" not in text_of(Client().get(at("register", cup))).replace(
        "Player 1 Player 2 Name of", ""
    )
    assert Client().put(at("register", cup)).status_code == 405


def test_how_many_are_entered_is_said_as_soon_as_somebody_is() -> None:
    empty = creating.change_tournament(
        desks.a_tournament("pairs_swiss", 0), None, registration=True
    )
    assert "are entered." not in text_of(Client().get(at("register", empty)))
    some = creating.change_tournament(desks.a_tournament("pairs_swiss", 2), None, registration=True)
    assert "2 are entered." in text_of(Client().get(at("register", some)))


# Who is not shown by name, and who asks too often
# ---------------------------------------------------------------


@pytest.mark.parametrize(
    "shown", [{"alias": "The foxes"}, {"hidden": True}], ids=["alias", "number"]
)
def test_the_form_does_not_tell_that_somebody_is_entered_who_is_not_shown_by_name(
    cup: Tournament, shown: Any
) -> None:
    known = ask(cup, name_0="Player 1", name_1="Yann")
    assert known.status_code == 422
    assert "Player 1 is already in the list" in text_of(known)
    entering.change_entrant(number(cup, 1), None, **shown)
    assert ask(cup, name_0="Player 1", name_1="Yann").status_code == 302
    # Of the second pair, which is shown
    assert ask(cup, name_0="Player 3", name_1="Xeno").status_code == 422
    assert mistakes_of(registering.confirm, number(cup, 3), None) == [
        ("duplicate_person", "name_0")
    ]
    assert number(cup, 3).state == Entrant.State.ASKED


def test_nor_that_somebody_has_asked_who_does_not_want_to_be_shown_by_name(cup: Tournament) -> None:
    ask(cup, shown="number")
    assert ask(cup, name_1="Wim").status_code == 302
    # Who asked second wants to be shown
    assert ask(cup, name_0="Vera", name_1="Wim").status_code == 409


def test_a_form_of_somebody_not_shown_by_name_that_is_sent_twice_asks_once(cup: Tournament) -> None:
    form_id = Client().get(at("register", cup)).context["form_id"]
    first, second = (ask(cup, form_id=form_id, shown="number") for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"]
    assert cup.entrants.count() == 3


def from_address(cup: Tournament, address: str, name: str, **data: Any) -> Response:
    return Client(REMOTE_ADDR=address).post(
        at("register", cup), {**ZOE, "name_0": name, "name_1": f"{name}2"} | data
    )


def test_from_one_address_people_ask_so_often_in_an_hour_and_no_more(
    cup: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = LIMITS["registrations of an address"]
    monkeypatch.setitem(LIMITS, "registrations of an address", replace(limit, many=2))
    form_id = "a" * 32
    assert from_address(cup, "192.0.2.1", "Ada", form_id=form_id).status_code == 302
    # A name that is guessed counts too
    assert from_address(cup, "192.0.2.1", "Player 1").status_code == 422
    answer = from_address(cup, "192.0.2.1", "Cleo", club_name="Bern")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "600")
    assert "Too many requests from your connection" in text_of(answer)
    assert b'value="Cleo"' in answer.content
    assert b'value="Bern"' in answer.content
    # It was taken: here is its page
    assert from_address(cup, "192.0.2.1", "Ada", form_id=form_id).status_code == 302
    assert Client(REMOTE_ADDR="192.0.2.1").get(at("register", cup)).status_code == 200
    assert from_address(cup, "192.0.2.2", "Cleo").status_code == 302
    assert cup.entrants.count() == 4


# What will be shown
# ---------------------------------------------------------------------------------------------


@pytest.fixture
def by_initials(cup: Tournament) -> Tournament:
    """In a club that shows visitors a first name and an initial."""
    show_club(cup.club, INITIAL)
    return cup


def row_of(cup: Tournament, address: str = "192.0.2.1", **typed: Any) -> Response:
    return Client(REMOTE_ADDR=address).post(at("register_row", cup), typed)


@pytest.mark.parametrize(
    ("typed", "row"),
    [
        (
            {
                "name_0": "\u0141ucja Wi\u015bniewska",
                "name_1": "Przemys\u0142aw D\u0105b",
                "club_name": "Bern",
            },
            "3 \u0141ucja W. & Przemys\u0142aw D. Bern",
        ),
        ({"name_0": "Zoe Zwei"}, "3 Zoe Z."),
        (
            {"name_0": "Zoe Zwei", "name_1": "Yann Y", "label": "Zebras", "club_name": "Bern"},
            "3 Zebras Bern",
        ),
        # It tells a name
        ({"name_0": "Zoe Zwei", "name_1": "Yann Y", "label": "Team Zwei"}, "3 Zoe Z. & Yann Y."),
        ({"name_0": "Zoe Zwei", "shown": "number", "club_name": "Bern"}, "3 No. 3"),
        (
            {"name_0": "Zoe Zwei", "shown": "alias", "alias": "The <cats>", "club_name": "Bern"},
            "3 The &lt;cats&gt;",
        ),
        ({"name_0": "Zoe Zwei", "shown": "alias"}, "3 Zoe Z."),
        ({}, "3 Anna M. & Jan M."),
        ({"name_0": "\0\u202e", "name_1": " "}, "3 Anna M. & Jan M."),
    ],
)
def test_the_row_that_somebody_will_have_is_read_back_as_the_list_will_have_it(
    by_initials: Tournament, typed: dict[str, str], row: str
) -> None:
    answer = row_of(by_initials, **typed)
    assert answer.status_code == 200
    assert (
        " ".join(
            re.sub("<[^>]+>", " ", answer.content.decode())
            .replace("\xa0", " ")
            .replace("&amp;", "&")
            .split()
        )
        == row
    )
    assert "no-store" in answer["Cache-Control"]


def test_the_row_is_that_of_the_public_list_once_a_director_has_confirmed(
    by_initials: Tournament,
) -> None:
    cup = by_initials
    typed = {"name_0": "Zoe Zwei", "name_1": "Yann Ypsilon", "shown": "name"}
    told = row_of(cup, **typed).content.decode()
    assert ask(cup, **typed).status_code == 302
    registering.confirm(number(cup, 3), None)
    assert names_of(cup)[number(cup, 3).pk] == "Zoe Z. & Yann Y."
    assert "Zoe Z. &amp;</span> <span>Yann Y.<" in told


def test_what_is_typed_is_kept_nowhere_and_as_much_of_it_is_read_as_fits(cup: Tournament) -> None:
    with CaptureQueriesContext(connection) as queries:
        answer = row_of(
            cup,
            name_0="Z" * 50_000,
            label="L" * 5_000,
            alias="A" * 5_000,
            shown="alias",
            name_99="x",
        )
    assert len(answer.content) < 600
    assert not [query["sql"] for query in queries if not query["sql"].startswith("SELECT")]
    assert cup.entrants.count() == 2


def test_nobody_is_told_a_row_where_nobody_enters_nor_who_has_asked_too_often(
    cup: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Client().get(at("register_row", cup)).status_code == 405
    few = replace(LIMITS["registrations of an address"], many=1)
    monkeypatch.setitem(LIMITS, "registrations of an address", few)
    assert Client(REMOTE_ADDR="192.0.2.1").post(at("register", cup), ZOE).status_code == 302
    assert (row_of(cup).status_code, row_of(cup).content) == (204, b"")
    assert row_of(cup, address="192.0.2.9").status_code == 200
    creating.change_tournament(cup, None, registration=False)
    assert row_of(cup, address="192.0.2.9").status_code == 204


def test_without_script_each_answer_has_an_example_and_what_was_typed_comes_back_with_errors(
    by_initials: Tournament,
) -> None:
    cup = by_initials
    page = text_of(Client().get(at("register", cup)))
    for said in (
        "What will be shown",
        "Your row in the list 3 Anna M. & Jan M.",
        "by name Anna M. & Jan M.",
        "by number only No. 3",
        "by another name: Dragons of Bern",
    ):
        assert said in page.replace("\xa0", " "), said
    again = text_of(ask(cup, name_1="Player 1", club_name="Bern")).replace("\xa0", " ")
    assert "Your row in the list 3 Zoe & Player 1 Bern" in again


def test_what_is_asked_for_stands_in_one_line_with_the_places_left(cup: Tournament) -> None:
    Tournament.objects.filter(pk=cup.pk).update(
        limit=8, place="Bern", starts_on=datetime.date(2026, 11, 27)
    )
    page = text_of(Client().get(at("register", cup)))
    assert "I would like to play 27 November 2026 · Bern 2 of 8 places are taken." in page
