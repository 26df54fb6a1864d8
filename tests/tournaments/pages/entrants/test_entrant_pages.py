"""The desk's list of entrants, and the page of each."""

import re
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Player
from tests.requests import Response
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
from tournaments.actions import common, creating, judging, renaming
from tournaments.models import Absence, Entrant, LogLine, Tournament
from tournaments.names import names_of
from tournaments.tokens import entrant_of, token_of

pytestmark = pytest.mark.django_db


def do(cup: Tournament, which: int, action: str, **data: Any) -> Response:
    address = at("desk_entrant_do", cup, number(cup, which).pk, action)
    return owner_of(cup).post(address, data)


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
    columns = tuple(
        f'SELECT "tournaments_tournament".{one}'
        for one in ('"id" AS "pk"', '"id", "tournaments_tournament"."chain_')
    )
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
    assert list(owner_of(cup).get(page).context["off_rounds"].rounds) == [2, 3, 4, 5]
    assert do(cup, 1, "absent", stage="1", round="2", missing="1").status_code == 302
    assert "Misses round 2." in text_of(owner_of(cup).get(page))
    do(cup, 1, "absent", stage="1", round="2", missing="0")
    assert not Absence.objects.exists()
    answer = do(cup, 1, "absent", stage="1", round="1", missing="1")
    assert answer.status_code == 409
    assert "Round 1 is published" in answer.context["errors"][0]
    assert do(cup, 1, "absent", stage="1", round="soon", missing="1").status_code == 422
    assert do(cup, 1, "absent", stage="9", round="2", missing="1").status_code == 404


@pytest.mark.parametrize(
    ("preset", "entrants", "instead"),
    [
        ("duplicate_evening", 4, "Their opponents sit out, or the pair that would sit out plays"),
        ("individual_duplicate", 8, "The other three at their table sit out, at no loss."),
    ],
)
def test_in_duplicate_the_movement_goes_on_without_them(
    preset: str, entrants: int, instead: str
) -> None:
    cup = desks.a_tournament(preset, entrants, awards={})
    shown = text_of(owner_of(cup).get(at("desk_entrant", cup, number(cup, 1).pk)))
    assert f"They do not play in these rounds. {instead}" in shown
    assert "extra rounds" not in shown
    assert "a fixed movement, so it cannot keep anybody apart" in shown
    assert "Every draw" not in shown
    assert "Keep apart from" not in shown


def test_a_pair_that_needs_a_table_has_it_in_duplicate_too() -> None:
    cup = desks.a_tournament("duplicate_evening", 6, awards={})
    Entrant.objects.filter(pk=number(cup, 1).pk).update(fixed_table=3)
    for round_number in (1, 2, 3, 4, 5):
        drawn = desks.draw(cup, round_number)
        assert drawn.places.get(entrant__number=1).match.number == 3
        desks.play_round(drawn)


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
