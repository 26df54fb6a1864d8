"""Matches for places, from the draw to the final ranking: on the board, on public pages, in names
of rounds, and where nobody wins one.
"""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import desks
from tests.tournaments.desk_pages import at, text_of
from tests.tournaments.walls import a_screen
from tests.worlds import built_once
from tournaments.actions import judging, publishing
from tournaments.models import SessionRound, Tournament
from tournaments.pages.round_names import round_name
from tournaments.stage.history import history_of, rows_of
from tournaments.stage.ranking import ranked
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

EIGHT = {"first_round": "seeds", "third_place": True, "placement": "8"}


def a_cup_at_its_semi_finals() -> Tournament:
    cup = desks.a_tournament("cup", 8, format_settings=EIGHT)
    desks.play_round(desks.draw(cup), seed=3)
    desks.draw(cup, 2)
    return cup


shared = built_once(a_cup_at_its_semi_finals)


@pytest.fixture
def cup(shared: Tournament) -> Tournament:
    return Tournament.objects.get(pk=shared.pk)


def second_round(cup: Tournament) -> SessionRound:
    return SessionRound.objects.get(stage__tournament=cup, number=2)


def trees(cup: Tournament) -> list[tuple[str, list[tuple[str, int]]]]:
    page = Client().get(reverse("bracket", args=[cup.pk, 1])).context["page"]
    return [
        (tree.name, [(one.name, len(one.matches)) for one in tree.rounds]) for tree in page.trees
    ]


def test_the_losers_have_trees_of_their_own_beside_that_of_the_cup(cup: Tournament) -> None:
    assert trees(cup) == [
        ("", [("Quarter-finals", 4), ("Semi-finals", 2), ("Final", 1)]),
        ("Match for third place", [("Match for third place", 1)]),
        ("Places 5 to 8", [("Places 5 to 8", 2), ("Match for place 5", 1)]),
        ("Match for place 7", [("Match for place 7", 1)]),
    ]


def test_tables_are_named_by_what_they_are_for_and_the_round_by_the_cup(cup: Tournament) -> None:
    desk = desks.desk_of(cup.club)
    names = ["Semi-final 1", "Semi-final 2", "Places 5 to 8", "Places 5 to 8"]
    (rows,) = rows_of([second_round(cup)])
    assert round_name(rows) == "Semi-finals"
    board = desk.client.get(at("desk_board", cup)).content.decode()
    tags = re.findall(r"<small>(.*?)</small>", board)
    assert [tag for tag in tags if tag in names] == names
    page = Client().get(reverse("tournament_round", args=[cup.pk, 1, 2])).content.decode()
    assert re.findall(r'<small class="called">(.*?)</small>', page) == names
    desks.play_round(second_round(cup), seed=5)
    last = desks.draw(cup, 3)
    (rows,) = rows_of([last])
    assert round_name(rows) == "Final"
    page = Client().get(reverse("tournament_round", args=[cup.pk, 1, 3])).content.decode()
    assert re.findall(r'<small class="called">(.*?)</small>', page) == [
        *("Final", "Match for third place", "Match for place 5", "Match for place 7")
    ]


def test_the_places_are_those_of_the_matches_and_the_ranking_has_them(cup: Tournament) -> None:
    desks.play_round(second_round(cup), seed=5)
    last = desks.draw(cup, 3)
    open_ = ranked(history_of(desks.first_stage(cup)))
    assert [row.rank for row in open_] == [1, 1, 3, 3, 5, 5, 7, 7]
    desks.play_round(last, seed=7)
    expected = []
    for match in last.matches.order_by("number"):
        winner = match.places.get(side=match.winner).entrant_id
        loser = match.places.get(side=1 - match.winner).entrant_id
        expected += [winner, loser]
    rows = ranked(history_of(desks.first_stage(cup)))
    assert [(row.rank, row.id) for row in rows] == list(enumerate(expected, start=1))
    assert not any(row.open for row in rows if row.rank > 4)


def test_both_who_lose_a_match_for_places_are_behind_the_others_who_play_for_them(
    cup: Tournament,
) -> None:
    row = second_round(cup)
    both = row.matches.order_by("number")[2]
    assert both.fixture == "P5-8:1"
    for match in row.matches.exclude(pk=both.pk):
        desks.play_match(match)
    judging.rule_match(both, None, {"kind": "both_lose"}, "nobody came")
    publishing.close_round(row, None)
    last = desks.draw(cup, 3)
    assert [match.fixture for match in last.matches.order_by("number")] == ["3:1", "3:2"]
    byes = set(last.places.filter(kind="bye").values_list("entrant_id", flat=True))
    others = row.matches.get(fixture="P5-8:2")
    assert byes == set(others.places.values_list("entrant_id", flat=True))
    rows = ranked(history_of(desks.first_stage(cup)))
    assert [row.rank for row in rows if row.rank > 4] == [5, 6, 7, 7]
    assert {row.id for row in rows if row.rank == 7} == set(
        both.places.values_list("entrant_id", flat=True)
    )


def test_the_wall_shows_the_trees_for_places_after_that_of_the_cup(cup: Tournament) -> None:
    wall = reverse("screen", args=[token_of(a_screen(cup, ("standings",)))])
    heads = []
    for number in (1, 2):
        page = Client().get(wall, {"item": 0, "page": number}).content.decode()
        assert f'data-step="standings-{number}"' in page
        heads.append(
            [
                head.split("<")[0].strip()
                for head in re.findall(r"<h3[^>]*>(.*?)</h3>", page, re.DOTALL)
            ]
        )
    assert heads == [
        ["Quarter-finals", "Semi-finals", "Final", "Match for third place"],
        ["Places 5 to 8", "Match for place 5", "Match for place 7"],
    ]


def test_the_set_up_says_which_places_are_played_for(cup: Tournament) -> None:
    desk = desks.desk_of(cup.club)
    page = text_of(desk.client.get(at("desk_stage", cup, 1)))
    assert "matches for places 5 to 8" in page
