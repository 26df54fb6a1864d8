"""Numbers for people are written in one way on every page: 2½, never 2.5 here and 2½ there."""

import re
from fractions import Fraction

import pytest
from django.test import Client
from django.utils import translation

from scoring.games.round_words import MINUS, figure, signed
from tests.tournaments.desk_pages import at, text_of
from tests.tournaments.roles.ways import WAYS
from tests.tournaments.roles.world import PERSONAL, TABLE, WALL, World, the_world
from tournaments.actions import judging
from tournaments.match.results import count_stage
from tournaments.models import Screen
from tournaments.pages.printed.views import PAGES

# Whose link opens which page; and what programs read, which keeps plain decimals.
LINKS = {"own": PERSONAL, "match": TABLE, "card": TABLE, "screen": WALL}
FILES = {
    *("standings_csv", "results_csv", "travellers_csv", "session_record"),
    *("desk_export", "tournament_picture"),
}
SECOND_WAY = re.compile(r"(?<![\d.,])[-\u2212+]?\d+[.,]5(?![\d.,])")
HALF_SAID = {
    *("tournament_match", "standings", "standings_value", "cross_table", "entrant", "own_page"),
    *("desk_match", "desk_penalties", "desk_log", "own_log", "desk_stage", "screen"),
    *("desk_print_page standings", "desk_print_page cross_table"),
}


def test_a_number_is_a_whole_one_a_half_or_has_two_decimals_at_most() -> None:
    for number, english, german in (
        (3, "3", "3"),
        (-1, f"{MINUS}1", f"{MINUS}1"),
        (0.5, "½", "½"),
        (Fraction(-5, 2), f"{MINUS}2½", f"{MINUS}2½"),
        (2.0, "2", "2"),
        (Fraction(31, 10), "3.1", "3,1"),
        (3.1, "3.1", "3,1"),
        (Fraction(9, 4), "2.25", "2,25"),
        (Fraction(-1, 3), f"{MINUS}0.33", f"{MINUS}0,33"),
    ):
        assert figure(number) == english
        assert signed(number) == (f"+{english}" if number > 0 else english)
        with translation.override("de"):
            assert figure(number) == german


@pytest.fixture
def world(db: None) -> World:
    """The event of the roles, where a win gives two and a half points and somebody has lost half a
    point.
    """
    found = the_world()
    stage = found.played.session_round.stage
    stage.points_settings = {"win": 2.5, "draw": 1.5, "loss": 0.5}
    stage.awards = {"absent_points": -0.5, "bye_points": 2.5}
    stage.save()
    judging.penalise(
        stage, found.entrant, None, kind="penalty", points=Fraction(-1, 2), reason="Late"
    )
    count_stage(stage)
    Screen.objects.filter(pk=found.screen.pk).update(
        playlist=[{"show": "standings", "seconds": 20}]
    )
    return found


@pytest.mark.any_database
def test_no_page_of_an_event_with_half_points_writes_them_in_a_second_way(world: World) -> None:
    owner, wrong, halves = world.clients["owner"], [], set()
    asked = {
        key: (
            Client() if way.page else owner,
            way.address(key, world, LINKS.get(way.page, "owner")),
        )
        for key, way in WAYS.items()
        if "GET" in way.methods
        and key not in FILES
        and not key.startswith("api_")
        and key != "desk_print_page"
    }
    asked |= {
        f"desk_print_page {what}": (owner, at("desk_print_page", world.tournament, what))
        for what in PAGES
    }
    for key, (client, address) in asked.items():
        answer = client.get(address)
        if answer.status_code == 200:
            said = text_of(answer)
            wrong += [f"{key}: {found}" for found in SECOND_WAY.findall(said)]
            halves |= {key} if "½" in said else set()
    assert wrong == []
    assert HALF_SAID - halves == set(), sorted(halves)
