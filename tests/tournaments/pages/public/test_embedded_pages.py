"""Standings, bracket and round within the pages of other sites: who may show them, and that they
know nobody.
"""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from scoring.games.access.devices import COOKIE
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, text_of
from tests.tournaments.desks import signed_in
from tournaments.actions.framing import allow_sites
from tournaments.models import Tournament
from tournaments.pages.public.embedding import EMBEDDED
from tournaments.pages.public.remembered_entrant import COOKIE as ME

pytestmark = pytest.mark.django_db

CLUB, OTHER = "https://www.club.example", "https://club.example:8443"
GIVEN = {"tournament_round": (1, 1), "tournament_rounds": (), "standings": (1,), "bracket": (1,)}


def a_cup(*sites: str, preset: str = "pairs_swiss", desk: Any = None) -> Tournament:
    """A tournament with its first session round published."""
    cup = desks.a_tournament(preset, 4, desk=desk)
    desks.draw(cup)
    allow_sites(cup, None, sites)
    return cup


def address_of(cup: Tournament, name: str, query: str = "?embed") -> str:
    return at(name, cup, *GIVEN[name]) + query


def ancestors(response: Any) -> str:
    found = re.search(r"frame-ancestors ([^;]*)", response["Content-Security-Policy"])
    assert found
    return found[1]


def test_every_page_that_can_be_embedded_is_looked_at_here() -> None:
    assert set(GIVEN) == EMBEDDED


@pytest.mark.parametrize("name", GIVEN)
def test_the_sites_that_the_owner_allows_may_show_a_page_and_no_others(name: str) -> None:
    allowed = Client().get(address_of(a_cup(CLUB, OTHER), name))
    assert allowed.status_code == 200
    assert ancestors(allowed) == f"{CLUB} {OTHER}"
    assert "X-Frame-Options" not in allowed
    nobody = Client().get(address_of(a_cup(), name))
    assert nobody.status_code == 200
    assert (ancestors(nobody), nobody["X-Frame-Options"]) == ("'none'", "DENY")


@pytest.mark.parametrize(
    ("name", "given", "query"),
    [
        *((name, given, "") for name, given in GIVEN.items() if name != "tournament_rounds"),
        ("tournament", (), "?embed"),
        ("cross_table", (1,), "?embed"),
        ("register", (), "?embed"),
        ("standings", (7,), "?embed"),  # there is no such stage
        ("tournament_round", (1, 2), "?embed"),  # nor such a round
    ],
)
def test_no_other_page_may_be_shown_anywhere(name: str, given: tuple[int, ...], query: str) -> None:
    page = Client().get(at(name, a_cup(CLUB), *given) + query)
    assert (ancestors(page), page["X-Frame-Options"]) == ("'none'", "DENY")


def test_a_site_that_got_into_the_records_some_other_way_gets_into_no_header() -> None:
    cup = a_cup(CLUB)
    Tournament.objects.filter(pk=cup.pk).update(shown_on=["https://a.example; script-src *", CLUB])
    assert ancestors(Client().get(address_of(cup, "standings"))) == CLUB


@pytest.mark.parametrize("name", GIVEN)
def test_whoever_looks_gets_what_a_stranger_gets_and_no_cookie(name: str) -> None:
    desk = desks.a_desk()
    cup = a_cup(CLUB, desk=desk)
    stranger = Client().get(address_of(cup, name))
    client = signed_in(desk.user)
    client.cookies[ME] = str(cup.entrants.earliest("pk").pk)
    client.cookies[COOKIE] = "somebody-s-phone"
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    known = client.get(address_of(cup, name))
    assert known.content == stranger.content
    assert known["ETag"] == stranger["ETag"]
    page = known.content.decode()
    assert 'aria-current="true"' not in page
    assert "/desk/" not in page
    assert "<form" not in page
    assert not known.cookies
    # The page itself knows them.
    whole = client.get(address_of(cup, name, ""), follow=True).content.decode()
    assert "/desk/" in whole
    assert 'aria-current="true"' in whole


@pytest.mark.parametrize("name", GIVEN)
def test_anybody_may_keep_it_who_asks_first_whether_it_is_the_newest(name: str) -> None:
    cup = a_cup(CLUB)
    first = Client().get(address_of(cup, name))
    assert {one.strip() for one in first["Cache-Control"].split(",")} == {"public", "no-cache"}
    assert "cookie" not in first["Vary"].lower()
    assert "accept-language" in first["Vary"].lower()
    again = {"If-None-Match": first["ETag"]}
    unchanged = Client().get(address_of(cup, name), headers=again)
    assert (unchanged.status_code, unchanged.content, ancestors(unchanged)) == (304, b"", CLUB)
    assert "X-Frame-Options" not in unchanged
    # Who may show it is part of what is kept.
    allow_sites(cup, None, [])
    changed = Client().get(address_of(cup, name), headers=again)
    assert (changed.status_code, ancestors(changed)) == (200, "'none'")


def test_links_leave_the_other_site_s_page_where_it_is() -> None:
    page = Client().get(address_of(a_cup(CLUB, preset="cup"), "bracket")).content.decode()
    assert '<base target="_blank">' in page
    # Those within it lead to no new window.
    own = re.findall(r'<a\s[^>]*href="#[^>]*>', page)
    assert own
    assert all('target="_self"' in link for link in own)


@pytest.mark.parametrize(
    ("query", "marked"),
    [("", ""), ("&theme=dark", "dark"), ("&theme=light", "light"), ("&theme=x", "")],
)
def test_the_site_may_say_whether_it_is_light_or_dark(query: str, marked: str) -> None:
    page = Client().get(address_of(a_cup(CLUB), "standings") + query).content.decode()
    assert f'class="{marked}"' in page
    assert ("themes." in page) == bool(marked)


def test_the_round_that_is_played_is_the_newest_that_is_published() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    allow_sites(cup, None, [CLUB])
    page = address_of(cup, "tournament_rounds")
    assert "No round is published yet." in text_of(Client().get(page))
    desks.play_round(desks.draw(cup))
    desks.draw(cup, 2, publish=False)
    assert "Round 1" in text_of(Client().get(page))
    assert (
        Client().get(address_of(cup, "tournament_round").replace("1/1", "1/2")).status_code == 404
    )


def test_a_tournament_that_is_not_open_shows_nothing_to_its_director_either() -> None:
    desk = desks.a_desk()
    cup = a_cup(CLUB, desk=desk)
    Tournament.objects.filter(pk=cup.pk).update(state=Tournament.State.DRAFT)
    client = signed_in(desk.user)
    assert client.get(reverse("standings", args=[cup.pk, 1])).status_code == 200
    assert client.get(address_of(cup, "standings")).status_code == 404


def test_what_is_kept_for_the_prize_giving_is_kept_here_too() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup))
    allow_sites(cup, None, [CLUB])
    Tournament.objects.filter(pk=cup.pk).update(frozen_stage=1, frozen_round=1)
    page = text_of(Client().get(address_of(cup, "standings")))
    assert "The results are held back for the prize-giving." in page
