"""A finished event of two stages has one ranking of everybody, on all pages."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import desks, qualifying
from tests.tournaments.desk_pages import at, csv_rows, text_of
from tests.tournaments.hall import plain
from tests.tournaments.walls import a_screen
from tests.worlds import built_once
from tournaments.actions import creating, publishing, revealing
from tournaments.models import SessionRound, Tournament
from tournaments.names import names_of
from tournaments.pages.season.events import places_in
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db


def a_final() -> Tournament:
    """A group of four, whose second then beats its first in the final."""
    cup = qualifying.groups_then_cup()
    final = SessionRound.objects.get(stage__tournament=cup, stage__number=2)
    for match in final.matches.select_related("session_round__stage__tournament"):
        qualifying.wins(match, 2)
    publishing.close_round(final, None)
    return creating.finish_tournament(cup, None)


shared = built_once(a_final)


@pytest.fixture
def over(shared: Tournament) -> Tournament:
    return Tournament.objects.get(pk=shared.pk)


def ranking(cup: Tournament) -> list[tuple[str, str]]:
    """Everybody with their place: the final in front of the group."""
    names = names_of(cup)
    by_number = {one.number: names[one.pk] for one in cup.entrants.all()}
    return [(str(place), by_number[number]) for place, number in enumerate((2, 1, 3, 4), start=1)]


def rows(page: str) -> list[tuple[str, str]]:
    found = re.findall(r'<tr><td>(\d+)<td>.*?<th scope="row">.*?<bdi>(.*?)</bdi>', page, re.DOTALL)
    return [(rank, plain(name)) for rank, name in found]


def test_the_public_standings_and_the_desks_rank_everybody(over: Tournament) -> None:
    address = reverse("standings", args=[over.pk, 2])
    for client in (Client(), desks.desk_of(over.club).client):
        page = client.get(address).content.decode()
        assert rows(page) == ranking(over)
        assert "Final standings" in page
        assert page.count("<small>Groups</small>") == 2
    # Every public page leads there, and each stage has its own.
    for page_name, args in (("tournament", ()), ("bracket", (2,)), ("standings", (1,))):
        page = Client().get(reverse(page_name, args=[over.pk, *args])).content.decode()
        assert re.search(rf'href="{address}"[^>]*><i class="sign of-spread">', page)
    first = Client().get(reverse("standings", args=[over.pk, 1])).content.decode()
    assert len(rows(first)) == 4
    assert rows(first)[0][1] == ranking(over)[1][1]


def test_paper_spreadsheet_overview_and_season_rank_everybody_too(over: Tournament) -> None:
    names = [name for _place, name in ranking(over)]
    desk = desks.desk_of(over.club)
    printed = desk.client.get(at("desk_print_page", over, "standings") + "?stage=2")
    assert "Final standings" in text_of(printed)
    assert all(name in text_of(printed) for name in names)
    sheet = csv_rows(Client().get(reverse("standings_csv", args=[over.pk, 2])))
    assert [tuple(row[:2]) for row in sheet[1:]] == ranking(over)
    overview = Client().get(reverse("tournament", args=[over.pk])).content.decode()
    best = overview.partition('id="ranking"')[2].partition("</section>")[0]
    assert [plain(name) for name in re.findall(r"<bdi>(.*?)</bdi>", best)] == names
    found = places_in(over.pk, over.version)
    assert [found[one.pk].place for one in over.entrants.order_by("number")] == [2, 1, 3, 4]


def test_everybody_gets_a_certificate_with_the_place_among_all(over: Tournament) -> None:
    address = at("desk_print_page", over, "certificates")
    page = desks.desk_of(over.club).client.get(f"{address}?stage=2&count=all")
    text = text_of(page)
    places = [text.find(words) for words in ("First", "Second", "Third", "4th place")]
    assert -1 not in places
    assert places == sorted(places)
    assert text.count("4 pairs") == 4
    assert ", Group" not in text


def test_the_prize_giving_reveals_all_places_and_ends_on_everybody(
    over: Tournament,
) -> None:
    wall = reverse("screen", args=[token_of(a_screen(over, ("reveal",)))])
    end = Client().get(wall, {"item": 0, "page": 2}).content.decode()
    shown = re.findall(r'class="place.*?<bdi>(.*?)</bdi>', end)
    assert [plain(name) for name in shown] == [name for _place, name in ranking(over)]
    revealing.freeze(over, None, 2, 1)
    page = desks.desk_of(over.club).client.get(at("desk_reveal", over))
    assert [(line.rank, line.name) for line in page.context["lines"]] == [
        (int(place), name) for place, name in ranking(over)
    ]
    # The others have their places already.
    public = Client().get(reverse("standings", args=[over.pk, 2])).content.decode()
    assert rows(public)[2:] == ranking(over)[2:]
