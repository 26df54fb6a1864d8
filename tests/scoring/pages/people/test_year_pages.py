"""Somebody's year as a card: what is counted, who sees it, the picture."""

import io
import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from scoring.models import Game, Player
from scoring.pages.people.year import Picture, YearCard
from scoring.people.statistics.year import Year
from scoring.rules import Round
from tests.scoring.games import PEOPLE, a_client, a_game, words

pytestmark = pytest.mark.django_db
OWN = [Round(out=(0, 2), calls={0: "grand"})] * 3  # Anna's side has 1,200 points after them
THEIRS = [Round(out=(0, 2), calls={1: "tichu"}), *[Round(out=(1, 3), calls={1: "grand"})] * 3]
START = datetime(2025, 12, 29, 12, tzinfo=UTC)


def a_winter(games: str) -> Player:
    """A game every other day from 29 December 2025 on: "w" where Anna's side wins, "l" where the
    others do.
    """
    for number, mark in enumerate(games):
        game = a_game(names=PEOPLE[:4], rounds=OWN if mark == "w" else THEIRS)
        Game.objects.filter(pk=game.pk).update(started_at=START + timedelta(days=2 * number))
    return Player.objects.get(name="Anna")


def test_a_year_has_the_games_that_began_in_it() -> None:
    anna = a_winter("wlwwl")
    old, new = Year(anna, 2025), Year(anna, 2026)
    assert ((old.won.hits, old.won.of), (new.won.hits, new.won.of)) == ((1, 2), (2, 3))
    assert [(month.first.month, len(month.games), month.won.hits) for month in new.months] == [
        (1, 3, 2)
    ]
    assert (old.months[-1].first.month, len(old.months)) == (12, 12)
    assert (old.calls.share("grand").of, new.calls.share("grand").of) == (3, 6)
    assert old.sums.rounds + new.sums.rounds == 3 * 3 + 2 * 4
    assert new.closest is not None
    assert new.closest.margin == -900


def test_few_games_are_told_without_dots() -> None:
    anna = a_winter("wlwwl")
    page = words(a_client(), "year", anna.pk, 2026)
    assert "3 team games, 2 won" in page
    assert (
        'class="months"'
        not in a_client().get(reverse("year", args=[anna.pk, 2026])).content.decode()
    )
    assert "Grand Tichu 6 of 6 made" in page
    assert "2 team games, 1 won" in words(a_client(), "year", anna.pk, 2025)


def test_many_are_drawn_month_by_month_with_the_longest_run() -> None:
    anna = a_winter("lw" + "wwwlw" * 6)
    page = a_client().get(reverse("year", args=[anna.pk, 2026])).content.decode()
    assert "4 in a row, the longest" in page
    assert page.count("in-run") == 4
    assert re.search(r"Jan</span>", page)
    card = YearCard(anna, 2026)
    picture = Picture(card)
    assert len(picture.circles) == card.won.of == 30
    (stroke,) = picture.strokes
    assert 4 * 2 * picture.radius < stroke.length < 4 * 60
    for line in (*picture.heading, picture.below, *picture.figure, *picture.months, *picture.rows):
        assert 0 < line.y < 1240


@pytest.mark.parametrize(
    ("hour", "current"),
    [(0, True), (5, False)],
    ids=["in the night of New Year's Eve", "after it"],
)
def test_a_year_is_the_current_one_until_its_last_night_is_over(hour: int, current: bool) -> None:
    anna = a_winter("w")
    moment = datetime(2026, 1, 1, hour, 1, tzinfo=timezone.get_current_timezone())
    with time_machine.travel(moment, tick=False):
        assert bool(YearCard(anna, 2025).until) == current


def test_the_year_is_sent_as_a_picture() -> None:
    anna = a_winter("lw" + "wwwlw" * 4)
    answer = a_client().get(reverse("year_picture", args=[anna.pk, 2026]))
    assert answer["Content-Type"] == "image/png"
    assert Image.open(io.BytesIO(answer.content)).size == (1080, 1350)
    page = a_client().get(reverse("year", args=[anna.pk, 2026])).content.decode()
    assert "Anna at the Tichu table in 2026: 20 team games" in page


def test_the_page_of_a_person_leads_to_the_newest_year_and_that_to_the_others() -> None:
    anna = a_winter("wlw")
    newest = reverse("year", args=[anna.pk, 2026])
    assert newest in a_client().get(reverse("person", args=[anna.pk])).content.decode()
    assert reverse("year", args=[anna.pk, 2025]) in a_client().get(newest).content.decode()


@pytest.mark.parametrize("year", [0, 1969, 2024, 9999, 10**20])
def test_a_year_without_a_game(year: int) -> None:
    anna = a_winter("w")
    for name in ("year", "year_picture"):
        assert a_client().get(reverse(name, args=[anna.pk, year])).status_code == 404


def test_a_year_is_for_phones_that_know_the_person() -> None:
    anna = a_winter("w")
    for name in ("year", "year_picture"):
        way = reverse(name, args=[anna.pk, 2025])
        assert [asking.get(way).status_code for asking in (a_client("another"), Client())] == [
            404,
            404,
        ]
        assert a_client().post(way).status_code == 405


def test_a_year_costs_few_queries(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    anna = a_winter("lw" + "wwwlw" * 2)
    with django_assert_max_num_queries(10):
        a_client().get(reverse("year", args=[anna.pk, 2026]))
