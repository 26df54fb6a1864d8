"""A league held again: who goes up and down is proposed, changed by hand, and then drawn so."""

import re

import pytest
from django.urls import reverse

from tests.requests import html_of
from tests.tournaments import desks
from tests.tournaments.desk_pages import errors, text_of
from tests.tournaments.leagues import a_finished_league, again, fields
from tournaments.actions import attendance, creating, stages
from tournaments.actions.next_divisions import propose_divisions
from tournaments.models import Entrant, Participation, Tournament
from tournaments.names import names_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> Tournament:
    return a_finished_league()


def last_table(cup: Tournament) -> dict[str, list[str]]:
    """The names of each division, best first, off the public page."""
    page = html_of(desks.desk_of(cup.club).client, reverse("standings", args=[cup.pk, 1]))
    names = {name: pk for pk, name in names_of(cup).items()}
    division = dict(
        Participation.objects.filter(stage__tournament=cup).values_list("entrant", "group")
    )
    found: dict[str, list[str]] = {"A": [], "B": []}
    for name in dict.fromkeys(re.findall(r"<bdi>([^<]+ (?:&amp;|&) [^<]+)</bdi>", page)):
        plain = name.replace("&amp;", "&")
        if plain in names:
            found[division[names[plain]]].append(plain)
    assert [len(found[name]) for name in "AB"] == [4, 4], found
    return found


def divisions_of(cup: Tournament) -> dict[str, set[str]]:
    """As they are drawn when the new season begins."""
    creating.open_tournament(cup, None)
    for entrant in Entrant.objects.filter(tournament=cup):
        entrant.checked_in = True
        entrant.save()
    desks.draw(cup)
    names = names_of(cup)
    found: dict[str, set[str]] = {}
    for one in Participation.objects.filter(stage__tournament=cup):
        found.setdefault(one.group, set()).add(names[one.entrant_id])
    return found


def test_two_go_up_and_two_go_down_and_it_is_said_who(league: Tournament) -> None:
    table = last_table(league)
    client = desks.desk_of(league.club).client
    answer = client.get(again(league))
    page = text_of(answer)
    for rank in (3, 4):
        assert f"{table['A'][rank - 1]} rank {rank} in A ▼ down to division B" in page
    for rank in (1, 2):
        assert f"{table['B'][rank - 1]} rank {rank} in B ▲ up to division A" in page
    assert page.count("▲") == page.count("▼") == 2
    form = fields(league, answer.content.decode())
    client.post(again(league), {"name": "Second season", "people": "1", "starts_on": ""} | form)
    made = Tournament.objects.get(name="Second season")
    assert divisions_of(made) == {
        "A": {*table["A"][:2], *table["B"][:2]},
        "B": {*table["A"][2:], *table["B"][2:]},
    }


def test_a_change_by_hand_holds_if_another_is_moved_in_exchange(league: Tournament) -> None:
    table = last_table(league)
    client = desks.desk_of(league.club).client
    form = fields(league, client.get(again(league)).content.decode())
    by_name = {name: f"division-{pk}" for pk, name in names_of(league).items()}
    form[by_name[table["A"][2]]] = "A"  # the third stays
    asked = {"name": "Second season", "people": "1", "starts_on": ""}
    answer = client.post(again(league), asked | form)
    assert answer.status_code == 422
    assert errors(answer) == [
        "Entrants in the divisions: 5 + 3. Needed: 4 + 4. Move others in exchange."
    ]
    assert fields(league, answer.content.decode()) == form  # as it was chosen
    assert not Tournament.objects.filter(name="Second season").exists()
    form[by_name[table["B"][1]]] = "B"  # for the second of the other, who stays too
    assert client.post(again(league), asked | form).status_code == 302
    made = Tournament.objects.get(name="Second season")
    assert divisions_of(made)["A"] == {*table["A"][:3], table["B"][0]}


def test_without_the_people_sizes_do_not_matter(league: Tournament) -> None:
    client = desks.desk_of(league.club).client
    form = dict.fromkeys(fields(league, client.get(again(league)).content.decode()), "A")
    answer = client.post(again(league), {"name": "Empty", "people": "", "starts_on": ""} | form)
    assert answer.status_code == 302
    assert not Entrant.objects.filter(tournament__name="Empty").exists()


def test_nonsense_for_a_division_is_the_proposal(league: Tournament) -> None:
    client = desks.desk_of(league.club).client
    form = dict.fromkeys(fields(league, client.get(again(league)).content.decode()), "Z")
    answer = client.post(again(league), {"name": "Second", "people": "1", "starts_on": ""} | form)
    assert answer.status_code == 302


def test_who_has_left_is_in_no_division_and_the_place_is_filled(league: Tournament) -> None:
    table = last_table(league)
    leaves = {name: pk for pk, name in names_of(league).items()}[table["A"][0]]
    creating.reopen_tournament(league, None)
    attendance.withdraw(Entrant.objects.get(pk=leaves), None)
    creating.finish_tournament(Tournament.objects.get(pk=league.pk), None)
    found = propose_divisions(Tournament.objects.get(pk=league.pk))
    assert found is not None
    names = names_of(league)
    first = [names[move.id] for move in found.moves if move.after == "A"]
    assert table["A"][0] not in first
    assert set(first) == {table["A"][1], *table["B"][:2], table["A"][2]}


def test_there_is_no_proposal_before_the_end_nor_without_divisions() -> None:
    for groups, finished in ((1, True), (2, False)):
        cup = desks.a_tournament(
            "pairs_league",
            4,
            desk=desks.a_desk(f"Owner {groups}"),
            format_settings={"groups": groups},
        )
        for number in (1, 2, 3)[: 3 if groups == 1 else 1]:
            desks.play_round(desks.draw(cup, number))
        if finished:
            stages.finish_stage(desks.first_stage(cup), None)
        assert propose_divisions(cup) is None
        page = html_of(desks.desk_of(cup.club).client, again(cup))
        assert "<select" not in page.partition("<main")[2]
