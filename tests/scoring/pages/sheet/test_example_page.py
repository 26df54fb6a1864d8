"""A finished game to look at, made of a fixed record by the rules: nobody's, and not in the
database.
"""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scoring.models import Entry, Game, Player
from scoring.pages.sheet.views import ROUNDS, example
from scoring.rules import RuleSet, play
from tests.requests import page_of

pytestmark = pytest.mark.django_db


def test_the_example_is_a_whole_game_by_the_rules() -> None:
    result = play(RuleSet.of("nanking", {}), 4, ROUNDS)
    assert (result.winners, list(result.rounds[-1].totals)) == ((0,), [1035, 765])
    assert [[cell.total for cell in row.cells] for row in example().rows] == [
        [str(total) for total in line.totals] for line in result.rounds
    ]
    everything = [call for played in ROUNDS for _seat, call in played.calls]
    assert set(everything) == {"tichu", "grand"}
    assert any(len(played.out) == 2 for played in ROUNDS)


def test_the_card_of_its_end_and_its_sheet_stand_there_and_it_is_called_an_example() -> None:
    text = " ".join(re.sub("<[^>]+>", " ", page_of(Client(), "example_game")).split())
    for said in (
        "A finished game",
        "An example.",
        "Score sheet",
        "Best round",
        "Calls made",
        "won after 8 rounds",
    ):
        assert said in text, said
    assert page_of(Client(), "example_game").count('<details class="round"') == 8


def test_it_takes_no_query_keeps_nothing_and_nothing_in_it_can_be_changed(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(0):
        shown = page_of(Client(), "example_game")
    assert (Game.objects.count(), Entry.objects.count(), Player.objects.count()) == (0, 0, 0)
    assert re.findall('action="([^"]+)"', shown) == [reverse("set_language")]
    assert "/games/" not in shown
    assert Client().post(reverse("example_game")).status_code == 405
