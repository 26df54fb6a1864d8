"""A consolation cup after groups: who plays in which, what it is called, and the final ranking."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import desks
from tests.tournaments.desk_pages import at, text_of
from tests.tournaments.walls import a_screen
from tests.worlds import built_once
from tournaments.actions import drawing, publishing, stages
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import document
from tournaments.models import Tournament
from tournaments.pages.round_names import name_by_number, round_name
from tournaments.stage.history import history_of, rows_of
from tournaments.stage.qualifying import projected_qualifiers
from tournaments.stage.ranking import ranked
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db


def after_groups() -> Tournament:
    """Ten pairs in two groups of five; two of each go on, six play the other cup."""
    cup = desks.a_tournament("groups_and_cup", 10, format_settings={"groups": 2})
    last = desks.stage_of(cup, 2)
    last.format_settings = {"first_round": "seeds", "third_place": False, "consolation": True}
    last.save()
    for number in range(1, 6):
        desks.play_round(desks.draw(cup, number), seed=number)
    stages.finish_stage(desks.stage_of(cup), None)
    stages.begin_stage(last, None, stages.TieDecision("lot"))
    return cup


shared = built_once(after_groups)


@pytest.fixture
def cup(shared: Tournament) -> Tournament:
    return Tournament.objects.get(pk=shared.pk)


def play_all(cup: Tournament) -> None:
    for number in (1, 2, 3):
        desks.play_round(desks.draw(cup, number, stage=2), seed=number)


def test_the_first_of_each_group_play_the_cup_and_all_others_the_consolation_cup(
    cup: Tournament,
) -> None:
    rows = list(desks.stage_of(cup, 2).participations.order_by("seed"))
    groups = ranked(history_of(desks.stage_of(cup)))
    main = {row.entrant_id for row in rows if not row.group}
    assert main == {row.id for row in groups if row.rank <= 2}
    assert [row.group for row in rows] == [""] * 4 + ["C"] * 6
    # The thirds are seeded before the fourths and the fifths.
    by_rank = {row.id: row.rank for row in groups}
    assert [by_rank[row.entrant_id] for row in rows[4:]] == [3, 3, 4, 4, 5, 5]
    last = desks.stage_of(cup, 2)
    found = projected_qualifiers(history_of(desks.stage_of(cup)), last)
    assert found == tuple(row.entrant_id for row in rows)


def test_the_draft_says_of_which_cup_the_seeds_are(cup: Tournament) -> None:
    drawn = desks.draw(cup, 1, stage=2, publish=False)
    page = text_of(desks.desk_of(cup.club).client.get(at("desk_round", cup, 2, 1)))
    assert drawn.state == "draft"
    assert page.count("Seed 1 meets seed 4.") == 1
    assert page.count("Consolation cup: its seed 4 meets its seed 5.") == 1
    assert page.count("Consolation cup: its seed 3 meets its seed 6.") == 1


def test_both_are_drawn_together_and_named(cup: Tournament) -> None:
    first = desks.draw(cup, 1, stage=2)
    assert [match.fixture for match in first.matches.order_by("number")] == [
        *("1:1", "1:2", "C1:2", "C1:4")
    ]
    assert first.places.filter(kind="bye").count() == 2
    (rows,) = rows_of([first])
    assert (round_name(rows), name_by_number(first.stage, 1)) == ("Semi-finals", "Semi-finals")
    page = Client().get(reverse("tournament_round", args=[cup.pk, 2, 1])).content.decode()
    assert re.findall(r'<small class="called">(.*?)</small>', page) == ["Consolation cup"] * 2
    desks.play_round(first, close=False)
    desk = desks.desk_of(cup.club)
    board = text_of(desk.client.get(at("desk_board", cup)))
    assert "Close round 1 (Semi-finals) and draw round 2 (Final)" in board
    publishing.close_round(first, None)
    desks.play_round(desks.draw(cup, 2, stage=2))
    assert "Draw round 3" in text_of(desk.client.get(at("desk_board", cup)))
    last = desks.draw(cup, 3, stage=2)
    assert [match.fixture for match in last.matches.all()] == ["C3:1"]
    board = text_of(desk.client.get(at("desk_board", cup)))
    assert "Final of the consolation cup" in board
    trees = Client().get(reverse("bracket", args=[cup.pk, 2])).context["page"].trees
    assert [(tree.name, [len(one.matches) for one in tree.rounds]) for tree in trees] == [
        ("", [2, 1]),
        ("Consolation cup", [4, 2, 1]),
    ]


def test_those_of_the_consolation_cup_are_ranked_behind_all_of_the_cup(cup: Tournament) -> None:
    play_all(cup)
    last = desks.stage_of(cup, 2)
    rows = ranked(history_of(last))
    assert [row.rank for row in rows] == [1, 2, 3, 3, 5, 6, 7, 7, 9, 9]
    main = set(last.participations.filter(group="").values_list("entrant_id", flat=True))
    assert {row.id for row in rows if row.rank < 5} == main
    assert {row.group for row in rows} == {""}
    assert drawing.total_rounds(last) == 3
    stages.finish_stage(last, None)
    page = Client().get(reverse("standings", args=[cup.pk, 2])).content.decode()
    assert len(re.findall(r'<th scope="row"', page)) == 10


def test_it_travels_with_the_tournament(cup: Tournament) -> None:
    play_all(cup)
    club = desks.a_desk("Ben", "Another club").club
    copy = import_tournament(club, None, json.dumps(document(cup)))
    mine, theirs = (ranked(history_of(desks.stage_of(one, 2))) for one in (cup, copy))
    assert [row.rank for row in theirs] == [row.rank for row in mine]
    rows = desks.stage_of(copy, 2).participations.order_by("seed")
    assert [row.group for row in rows] == [""] * 4 + ["C"] * 6


def test_without_the_setting_the_others_are_out() -> None:
    cup = desks.a_tournament("groups_and_cup", 8)
    for number in (1, 2, 3):
        desks.play_round(desks.draw(cup, number), seed=number)
    stages.finish_stage(desks.stage_of(cup), None)
    stages.begin_stage(desks.stage_of(cup, 2), None, stages.TieDecision("lot"))
    assert desks.stage_of(cup, 2).participations.count() == 4


def test_the_wall_shows_the_consolation_cup_after_the_cup(cup: Tournament) -> None:
    desks.draw(cup, 1, stage=2)
    wall = reverse("screen", args=[token_of(a_screen(cup, ("standings",)))])
    heads = []
    for number in (1, 2):
        page = text_of(Client().get(wall, {"item": 0, "page": number}))
        heads.append([name for name in ("Semi-finals", "Consolation cup") if name in page])
    assert heads == [["Semi-finals"], ["Consolation cup"]]
