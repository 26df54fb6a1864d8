"""The frame of a tournament's pages: the same places in the same order on each of them, the open
one marked.
"""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.scoring.games import a_client, a_device
from tests.tournaments.desk_pages import at
from tests.tournaments.desks import a_desk, a_tournament, draw, let_direct
from tournaments.clubs.actions.seasons import make_season
from tournaments.models import Role
from tournaments.seasons.presets import PRESETS

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

PLACES = ["Board", "Entrants", "Rounds", "Standings"]
TOOLS = ["Set-up", "Screens", "Print", "Log", "Public page", "Tournaments"]
CLUB = [
    *("Club", "Tournaments", "Seasons", "People", "Evenings"),
    *("Ratings", "Me", "What a visitor sees", "Webhooks", "My account"),
]
PUBLIC = ["Overview", "Standings", "Rounds", "Cross table"]


def frame(client: Client, address: str) -> tuple[list[str], list[str]]:
    """The places beside a page, and those of them that are marked as open."""
    page = client.get(address).content.decode()
    nav = page.partition('<nav class="tabs"')[2].partition("</nav>")[0]
    links = re.findall(r"<a\b([^>]*)>.*?</(?:svg|i)>\s*([^<]+?)\s*</a>", nav, re.DOTALL)
    return [name for _, name in links], [
        name for attributes, name in links if "aria-current" in attributes
    ]


def test_all_pages_of_the_desk_have_the_same_places_and_the_open_one_is_marked() -> None:
    desk = a_desk()
    tournament = a_tournament(entrants=4, desk=desk)
    draw(tournament)
    for name, further, current in (
        ("desk_board", (), "Board"),
        ("desk_entrants", (), "Entrants"),
        ("desk_missing", (), "Entrants"),
        ("desk_draw", (), "Rounds"),
        ("desk_round", (1, 1), "Rounds"),
        ("standings", (1,), "Standings"),
        ("desk_about", (), "Set-up"),
        ("desk_screens", (), "Screens"),
        ("desk_print", (), "Print"),
        ("desk_log", (), "Log"),
    ):
        assert frame(desk.client, at(name, tournament, *further)) == (PLACES + TOOLS, [current]), (
            name
        )


def test_whoever_directs_nothing_has_the_tools_that_are_theirs() -> None:
    desk = a_desk()
    tournament = a_tournament(entrants=4, desk=desk)
    helper = let_direct(desk, "Hanna")
    Role.objects.filter(user__name="Hanna").update(name="desk")
    for address in (at("desk_board", tournament), at("standings", tournament, 1)):
        assert frame(helper, address)[0] == [*PLACES, "Print", "Log", "Public page", "Tournaments"]


def test_everybody_else_has_the_public_places_and_the_desk_s_people_the_way_back() -> None:
    desk = a_desk()
    tournament = a_tournament(entrants=4, desk=desk)
    draw(tournament)
    standings, about = at("standings", tournament, 1), reverse("tournament", args=[tournament.pk])
    assert frame(Client(), standings) == ([*PUBLIC, "Tournaments"], ["Standings"])
    assert frame(Client(), about) == ([*PUBLIC, "Tournaments"], ["Overview"])
    assert frame(desk.client, about) == ([*PUBLIC, "Desk", "Tournaments"], ["Overview"])


def test_a_club_s_own_pages_and_the_desk_have_one_menu() -> None:
    desk = a_desk()
    at_club = [desk.club.pk]
    for address, current in (
        (reverse("club_home", args=at_club), "Club"),
        (reverse("desk"), "Tournaments"),
        (reverse("desk_new", args=at_club), "Tournaments"),
        (reverse("desk_seasons", args=at_club), "Seasons"),
        (reverse("club_people", args=at_club), "People"),
        (reverse("club_evenings", args=at_club), "Evenings"),
        (reverse("club_ratings", args=at_club), "Ratings"),
        (reverse("desk_names", args=at_club), "What a visitor sees"),
        (reverse("desk_webhooks", args=at_club), "Webhooks"),
    ):
        assert frame(desk.client, address) == (CLUB, [current]), address


def test_a_helper_and_a_player_have_of_that_menu_what_is_theirs() -> None:
    desk = a_desk()
    helper = let_direct(desk, "Hanna")
    Role.objects.filter(user__name="Hanna").update(name="desk")
    theirs = ["Club", "Tournaments", "People", "Evenings", "Ratings", "Me", "My account"]
    home = reverse("club_home", args=[desk.club.pk])
    for address in (home, reverse("desk")):
        assert frame(helper, address)[0] == theirs, address
    make_season(desk.club, desk.user, "Winter", PRESETS["best_of"].formula, 12, 2026)
    theirs.insert(2, "Seasons")
    for address in (home, reverse("desk")):
        assert frame(helper, address)[0] == theirs, address
    phone = a_device()
    phone.club = desk.club
    phone.save()
    assert frame(a_client(), home)[0] == ["Club", "Seasons", "People", "Evenings", "Ratings", "Me"]
