"""Importing on the club's pages: who may, what is shown first, the button, the list, undoing."""

import json
import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scoring.games.access.limits import LIMITS
from scoring.models import Club, Device, Game, Import, Player
from scoring.pages.carried_file import packed
from scoring.people.actions.people_list import add_person
from tests.requests import Response
from tests.scoring.clubs import a_desk, a_member, an_account
from tests.scoring.games import TWO_ROUNDS, a_client, a_device, a_file, a_game, a_record
from tests.scoring.team_calls import LIST
from tournaments.clubs.imports import LARGEST

pytestmark = pytest.mark.django_db


@pytest.fixture
def keeper(club: Club) -> Client:
    """A phone of the club, signed in by whoever directs it."""
    client = a_client()
    client.force_login(an_account(club, "director", name="Dora"))
    return client


def at(club: Club) -> str:
    return reverse("club_imports", args=[club.pk])


def undoing(made: Import) -> str:
    return reverse("club_import_undo", args=[made.club_id, made.pk])


def look(client: Client, club: Club, content: bytes, **more: Any) -> Response:
    return client.post(at(club), {"file": SimpleUploadedFile("games.jsonl", content), **more})


def said(answer: Response) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def hidden(answer: Response, name: str) -> str:
    found = re.search(rf'name="{name}"\s+value="([^"]*)"', answer.content.decode())
    assert found
    return unescape(found[1])


def press(client: Client, club: Club, answer: Any, **more: Any) -> Any:
    """The button of the page that tells what would come of it."""
    sent = {name: hidden(answer, name) for name in ("packed", "form", "day")}
    return client.post(at(club), sent | {"make": "1"} | more)


def test_a_file_is_looked_at_first_then_made_listed_and_undone(club: Club, keeper: Client) -> None:
    assert at(club) in keeper.get(reverse("club_people", args=[club.pk])).content.decode()
    shown = look(keeper, club, a_file(a_record(), a_record(rounds=[])))
    page = said(shown)
    assert shown.status_code == 200
    assert "Score records, one per line" in page
    assert "Line 2: This game has no rounds" in page
    assert "Import 1 game, 5 rounds, 4 new people" in page
    assert (Game.objects.count(), Player.objects.count(), Import.objects.count()) == (0, 0, 0)
    done = press(keeper, club, shown)
    assert (done.status_code, done.url) == (302, at(club))
    listed = said(keeper.get(at(club)))
    assert "Imported: 1 game, 5 rounds, 4 new people." in listed
    assert "1 game, 5 rounds, 4 new people · Dora" in listed
    made = Import.objects.get()
    assert "This removes 1 game, 5 rounds, 4 new people." in said(keeper.get(undoing(made)))
    assert keeper.post(undoing(made)).url == at(club)
    assert (Game.objects.count(), Player.objects.count()) == (0, 0)
    assert "Undone" in said(keeper.get(at(club)))
    assert keeper.get(undoing(made)).status_code == 302
    again = look(keeper, club, a_file(a_record()))
    assert press(keeper, club, again).status_code == 302


def test_what_is_pasted_names_its_totals_and_a_second_press_finds_it_there(
    club: Club, keeper: Client
) -> None:
    text = (
        "date;game;team 1;team 2;first;tichu;points\n"
        "2024-05-03;1;Anna & Carla;Beat & Dino;Anna;Anna;65\n"
    )
    shown = keeper.post(at(club), {"text": text})
    assert re.search(r"Anna .*Carla .*– .*Beat .*Dino .*Line 2 165 : 35", said(shown))
    assert press(keeper, club, shown).status_code == 302
    late = press(keeper, club, shown)
    assert late.status_code == 409 or "It contains nothing new" in said(late)
    assert "imported before" in said(keeper.post(at(club), {"text": text}))
    assert Game.objects.count() == 1


def test_a_list_with_the_teams_of_calls_says_who_is_not_recorded(
    club: Club, keeper: Client
) -> None:
    shown = keeper.post(at(club), {"text": LIST})
    assert "Line 2 · 5 calls (who: not recorded)" in said(shown)
    assert re.search(r"Al .*Mo .*– .*Jo .*Ed .*1145 : 155", said(shown))
    assert press(keeper, club, shown).status_code == 302
    impossible = LIST.replace("70;30;;2+;", "70;30;;1+ 2+;")
    assert "Line 3: Only one call in a round can be made" in said(
        keeper.post(at(club), {"text": impossible})
    )


def test_one_person_is_ticked_on_the_page(club: Club, keeper: Client) -> None:
    Player.objects.create(club=club, name="Ida Schwarz")
    shown = look(keeper, club, a_file(a_record(("Ida S.", "Beat", "Carla", "Dino"))))
    key = "Ida S.\tIda Schwarz"
    assert hidden(shown, "same") == key
    press(keeper, club, shown, same=key)
    assert set(Player.listed.values_list("name", flat=True)) == {
        "Ida Schwarz",
        "Beat",
        "Carla",
        "Dino",
    }
    stale = press(keeper, club, look(keeper, club, a_file(a_record(seed=2))), same="Nobody\tAnna")
    assert stale.status_code == 409


def test_games_without_a_day_ask_for_one(club: Club, keeper: Client) -> None:
    line = json.dumps(a_record()).encode()
    shown = look(keeper, club, line, day="2019-11-23")
    assert 'type="date"' in shown.content.decode()
    press(keeper, club, shown)
    assert f"{timezone.localtime(Game.objects.get().started_at):%Y-%m-%d}" == "2019-11-23"
    wrong = look(keeper, club, line, day="2019-02-31")
    assert (wrong.status_code, "Enter a date such as 2026-11-21." in said(wrong)) == (422, True)


def test_what_is_wrong_is_told_and_what_was_pasted_stays(club: Club, keeper: Client) -> None:
    for sent, words in (
        ({"text": "hello & <goodbye>"}, "This format is unknown"),
        ({}, "Choose the file"),
        ({"packed": "no base64"}, "Choose the file"),
        ({"packed": packed(b"x" * (LARGEST + 1))}, "larger than 1 MB"),
        ({"file": SimpleUploadedFile("x", b"x" * (LARGEST + 1))}, "larger than 1 MB"),
        ({"file": SimpleUploadedFile("x", b"PK\0\0")}, "This is not text"),
        ({"packed": packed(b"hello there"), "make": "1"}, "This format is unknown"),
    ):
        answer = keeper.post(at(club), sent)
        assert answer.status_code == 422
        assert words in said(answer)
        kept = sent.get("text", "hello there" if "make" in sent else "")
        assert (
            str(kept).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            in answer.content.decode()
        )


def test_names_out_of_a_file_are_shown_as_text(club: Club, keeper: Client) -> None:
    shown = look(keeper, club, b"Name;Other names\n<script>alert(1)</script>;<b>x\n")
    assert "<script>alert" not in shown.content.decode()
    assert "<b>x" not in shown.content.decode()
    assert "<script>alert(1)" in unescape(shown.content.decode())


def test_an_import_whose_game_was_changed_says_so_and_stays(club: Club, keeper: Client) -> None:
    press(keeper, club, look(keeper, club, a_file(a_record())))
    made, game = Import.objects.get(), Game.objects.get()
    Game.objects.filter(pk=game.pk).update(chain_length=99)
    assert "1 of its games has changed since" in said(keeper.get(undoing(made)))
    refused = keeper.post(undoing(made))
    assert refused.status_code == 409
    assert Game.objects.count() == 1


def test_the_page_asks_whether_namesakes_are_the_same_people(club: Club, keeper: Client) -> None:
    add_person(club, "Anna")
    shown = look(keeper, club, a_file(a_record()))
    page = shown.content.decode()
    assert "Already in the list: the same people?" in page
    assert re.search(r'name="known" value="anna" checked', page)
    again = keeper.post(
        at(club),
        {name: hidden(shown, name) for name in ("packed", "form", "day")} | {"asked": "anna"},
    )
    assert re.search(
        r'name="known" value="anna" +>|name="known" value="anna">', again.content.decode()
    )
    press(keeper, club, again, asked="anna")
    assert Player.listed.filter(club=club, name="Anna (2)").exists()
    assert not Player.objects.get(name="Anna").seats.exists()
    again = look(keeper, club, a_file(a_record(seed=5)))
    press(keeper, club, again, asked=["anna", "beat"], known=["anna", "beat"])
    assert Player.objects.get(name="Anna").seats.count() == 1


# Who may
# --------------------------------------------------------------------------------------------------


def test_only_whoever_keeps_the_list_imports_and_undoes(club: Club, keeper: Client) -> None:
    press(keeper, club, look(keeper, club, a_file(a_record())))
    made = Import.objects.get()
    outside, elsewhere = a_client("stranger"), Club.objects.create(name="Elsewhere")
    a_device("stranger")
    director_elsewhere = a_desk(elsewhere, "owner")
    member_elsewhere = a_member(club, "another member's phone")
    member_elsewhere.force_login(an_account(elsewhere, "owner", name="Otto"))
    helper = a_member(club, "helper's phone")
    helper.force_login(an_account(club, "desk", name="Hanna"))
    for client, status in (
        (Client(), 404),
        (outside, 404),
        (director_elsewhere, 404),
        (a_member(club), 403),  # a phone alone
        (helper, 403),
        (member_elsewhere, 403),
    ):
        for address in (at(club), undoing(made)):
            assert client.get(address).status_code == status
            assert client.post(address, {"text": "Name\nEve\n", "make": "1"}).status_code == status
    assert not Player.objects.filter(name="Eve").exists()
    assert a_desk(club, "director").get(at(club)).status_code == 200  # no phone is needed
    assert Game.objects.count() == 1
    page = a_member(club).get(reverse("club_people", args=[club.pk])).content.decode()
    assert at(club) not in page


def test_an_import_is_undone_in_its_own_club_alone(club: Club, keeper: Client) -> None:
    other = Club.objects.create(name="Elsewhere")
    press(keeper, club, look(keeper, club, a_file(a_record())))
    made = Import.objects.get()
    for pk, key in ((club.pk, made.pk + 1), (other.pk, made.pk)):
        address = reverse("club_import_undo", args=[pk, key])
        assert (keeper.get(address).status_code, keeper.post(address).status_code) == (404, 404)
    Import.objects.filter(pk=made.pk).update(club=other)
    assert keeper.post(reverse("club_import_undo", args=[club.pk, made.pk])).status_code == 404
    assert Game.objects.count() == 1


def test_other_methods_are_refused_and_a_form_needs_its_token(club: Club, keeper: Client) -> None:
    for method in ("put", "patch", "delete"):
        assert getattr(keeper, method)(at(club)).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = keeper.cookies
    assert strict.post(at(club), {"text": "Name\nEve\n", "make": "1"}).status_code == 403
    assert not Player.objects.exists()


def test_looking_costs_as_many_queries_for_many_games_as_for_one(
    club: Club, keeper: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    a_game(device=Device.objects.get(), rounds=TWO_ROUNDS)
    keeper.get(at(club))
    for many in (1, 30):
        with django_assert_max_num_queries(30):
            assert (
                look(
                    keeper, club, a_file(*(a_record(seed=seed) for seed in range(many)))
                ).status_code
                == 200
            )


def test_looking_what_undoing_takes_away_costs_as_many_queries_for_many_people_as_for_one(
    club: Club, keeper: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    keeper.get(at(club))
    for people in (1, 40):
        names = "\n".join(
            (
                "name",
                *(f"{chr(97 + number % 26) * 9} {people} {number}" for number in range(people)),
            )
        )
        press(keeper, club, look(keeper, club, names.encode()))
        with django_assert_max_num_queries(30):
            assert keeper.get(undoing(Import.objects.latest("pk"))).status_code == 200
    assert Player.objects.count() == 41


def test_both_steps_count_as_reading_a_document(
    club: Club, keeper: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "documents of an account"
    monkeypatch.setitem(LIMITS, name, replace(LIMITS[name], many=2))
    assert press(keeper, club, look(keeper, club, a_file(a_record()))).status_code == 302
    sent = {"packed": packed(a_file(a_record(seed=2))), "form": "", "day": "", "make": "1"}
    assert keeper.post(at(club), sent).status_code == 429
    assert Game.objects.count() == 1


def test_a_plain_list_is_taken_and_can_be_changed_before_it_is(club: Club, keeper: Client) -> None:
    page = said(keeper.get(at(club)))
    assert "one name per line" in page
    assert "Results without rounds cannot be imported" in page
    shown = keeper.post(at(club), {"text": "Anna Meier\nBeat Frei\nBeat Frei"})
    assert "Line 3: Beat Frei is in line 1 already" not in said(shown)
    assert (
        "Line 3: Beat Frei is already in line 2. If they are two people, write Beat Frei (2) here."
        in said(shown)
    )
    back = press(keeper, club, shown, edit="1")
    assert back.status_code == 200
    assert "Anna Meier\nBeat Frei\nBeat Frei</textarea>" in back.content.decode()
    assert not Player.objects.exists()
    again = keeper.post(at(club), {"text": "Anna Meier\nBeat Frei\nBeat Frei (2)"})
    assert press(keeper, club, again).status_code == 302
    assert set(Player.objects.values_list("name", flat=True)) == {
        "Anna Meier",
        "Beat Frei",
        "Beat Frei (2)",
    }


def test_a_result_sheet_says_what_is_wanted_and_not_that_nothing_is_new(
    club: Club, keeper: Client
) -> None:
    sheet = (
        "Date,Player 1,Player 2,Player 3,Player 4,Points A,Points B\n"
        "2024-05-03,Anna,Beat,Carla,Dino,1005,640"
    )
    page = said(keeper.post(at(club), {"text": sheet}))
    assert (
        "Results without rounds cannot be imported: write one line per round, with the "
        "columns date;" in page
    )
    assert "nothing new" not in page
