"""A second-chance cup on pages: on the board, in the bracket, in names of rounds and in the set-up,
and to the end of an event of ten.
"""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import desks
from tests.tournaments.desk_pages import at, text_of
from tests.worlds import built_once
from tournaments.actions import drawing, stages
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import document
from tournaments.models import SessionRound, Tournament
from tournaments.stage.history import history_of
from tournaments.stage.ranking import ranked

pytestmark = pytest.mark.django_db

SECOND = {"first_round": "seeds", "third_place": True, "placement": "second_chance"}


def ten_after_two_rounds() -> Tournament:
    """Six have a bye in the first round of ten, and two lose it. The quarter-finals are over."""
    cup = desks.a_tournament("cup", 10, format_settings=SECOND)
    for number in (1, 2):
        desks.play_round(desks.draw(cup, number), seed=number)
    return cup


shared = built_once(ten_after_two_rounds)


@pytest.fixture
def cup(shared: Tournament) -> Tournament:
    return Tournament.objects.get(pk=shared.pk)


def play_on(cup: Tournament) -> list[SessionRound]:
    stage = desks.first_stage(cup)
    rounds = []
    while drawing.total_rounds(stage) is None:
        rounds.append(desks.draw(cup, drawing.next_number(stage)))
        desks.play_round(rounds[-1], seed=len(rounds))
    return rounds


def at_end(session_round: SessionRound, *, won: bool) -> set[int]:
    """Who won, or lost, a match in it."""
    found = set()
    for match in session_round.matches.all():
        assert match.winner is not None
        side = match.winner if won else 1 - match.winner
        found.add(match.places.get(side=side).entrant_id)
    return found


def test_ten_play_it_out_and_those_who_lost_first_rank_behind_the_others(cup: Tournament) -> None:
    first, second = SessionRound.objects.filter(stage__tournament=cup).order_by("number")
    in_it = at_end(first, won=False) | at_end(second, won=False) - at_end(first, won=True)
    rounds = play_on(cup)
    played = {
        place.entrant_id
        for row in (second, *rounds)
        for match in row.matches.filter(fixture__startswith="S")
        for place in match.places.all()
    }
    assert played == in_it
    rows = ranked(history_of(desks.first_stage(cup)))
    assert {row.id for row in rows[-len(in_it) :]} == in_it
    assert {row.rank for row in rows[:4]} == {1, 2, 3, 4}
    stages.finish_stage(desks.first_stage(cup), None)
    page = Client().get(reverse("standings", args=[cup.pk, 1])).content.decode()
    assert len(re.findall(r'<th scope="row"', page)) == 10


def test_it_has_a_tree_of_its_own_and_its_tables_are_named(cup: Tournament) -> None:
    drawn = desks.draw(cup, 3)
    page = Client().get(reverse("bracket", args=[cup.pk, 1])).context["page"]
    assert [(tree.name, [len(one.matches) for one in tree.rounds]) for tree in page.trees] == [
        ("", [8, 4, 2, 1]),
        ("Match for third place", [1]),
        ("Second-chance cup", [4, 2, 1]),
    ]
    board = text_of(desks.desk_of(cup.club).client.get(at("desk_board", cup)))
    beside = drawn.matches.filter(fixture__startswith="S").count()
    assert beside > 0
    assert board.count("Second-chance cup") == beside
    public = Client().get(reverse("tournament_round", args=[cup.pk, 1, 3])).content.decode()
    assert re.findall(r'<small class="called">(.*?)</small>', public) == [
        *("Semi-final 1", "Semi-final 2"),
        *["Second-chance cup"] * beside,
    ]


def test_the_set_up_offers_it_and_says_that_it_is_on(cup: Tournament) -> None:
    desk = desks.desk_of(cup.club)
    assert "with a second-chance cup" in text_of(desk.client.get(at("desk_stage", cup, 1)))
    other = desks.a_tournament("cup", 10)
    form = desks.desk_of(other.club).client.get(at("desk_stage", other, 1)).content.decode()
    assert '<option value="second_chance">' in form
    rules = text_of(Client().get(reverse("tournament", args=[cup.pk])))
    assert "Those who lose their first match before the semi-finals play" in rules


def test_it_travels_with_the_tournament(cup: Tournament) -> None:
    play_on(cup)
    club = desks.a_desk("Ben", "Another club").club
    copy = import_tournament(club, None, json.dumps(document(cup)))
    mine, theirs = (ranked(history_of(desks.first_stage(one))) for one in (cup, copy))
    assert [row.rank for row in theirs] == [row.rank for row in mine]
