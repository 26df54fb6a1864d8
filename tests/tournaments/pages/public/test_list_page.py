"""The list of tournaments: all of them, however many, by club and by what is looked for."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Club
from tests.tournaments import desks
from tests.tournaments.desk_pages import text_of
from tournaments.actions import creating
from tournaments.models import Tournament
from tournaments.pages.public.tournaments import A_PAGE
from tournaments.plans import PRESETS

pytestmark = pytest.mark.django_db
DAY = date(2026, 5, 1)
PLAN = PRESETS["pairs_swiss"]


def held(desk: desks.Desk, name: str, day: date | None = None, **about: Any) -> Tournament:
    cup = creating.make_tournament(
        desk.club, desk.user, name, PLAN.unit, list(PLAN.stages), starts_on=day, place="Bern"
    )
    Tournament.objects.filter(pk=cup.pk).update(**{"state": "finished", **about})
    return cup


def names(client: Client | None = None, **asked: object) -> list[str]:
    page = (client or Client()).get(
        reverse("tournaments"), query_params={k: str(v) for k, v in asked.items()}
    )
    assert page.status_code == 200
    return [row.name for row in page.context["list"].rows]


@pytest.fixture
def many() -> list[str]:
    """Two hundred and thirty of one club, the latest first, and one of another, which is open."""
    desk, other = desks.a_desk(), desks.a_desk("Otto", "Spielgruppe Zürich")
    one = held(desk, "Cup 1", DAY)
    rows = []
    for number in range(2, 231):
        row = Tournament.objects.get(pk=one.pk)
        device = row.desk
        device.pk, device.key_hash = None, f"{number:064}"
        device.save()
        row.pk, row.desk, row.name, row.starts_on = (
            None,
            device,
            f"Cup {number}",
            DAY + timedelta(days=number),
        )
        row.id = Tournament._meta.get_field("id").get_default()  # type: ignore[union-attr]
        rows.append(row)
    Tournament.objects.bulk_create(rows)
    held(other, "Züri-Cup", None, state="open")
    return ["Züri-Cup", *(f"Cup {number}" for number in range(230, 0, -1))]


def test_every_tournament_stands_on_one_of_the_pages(many: list[str]) -> None:
    pages = -(-len(many) // A_PAGE)
    assert [name for page in range(1, pages + 1) for name in names(page=page)] == many
    first = text_of(Client().get(reverse("tournaments")))
    assert f"1 of {pages}" in first
    assert "Older" in first
    assert names(page=10_000) == many[A_PAGE * (pages - 1) :]
    for nonsense in ("", "-1", "x", "9" * 30):
        assert names(page=nonsense) == many[:A_PAGE]


def test_a_search_finds_names_places_and_clubs_however_they_are_spelt(many: list[str]) -> None:
    assert names(q="cup 17") == [f"Cup {number}" for number in (*range(179, 169, -1), 17)]
    assert names(q="zurich") == names(q="ZUERICH") == ["Züri-Cup"]
    assert len(names(q="bern")) == A_PAGE
    assert names(q="nowhere") == []
    assert "No tournament, place or club matches “nowhere”" in text_of(
        Client().get(reverse("tournaments") + "?q=nowhere")
    )


def test_a_club_s_own_are_shown_alone(many: list[str]) -> None:
    club, other = Club.objects.order_by("pk")
    assert names(club=other.pk) == ["Züri-Cup"]
    assert names(club=club.pk) == many[1 : A_PAGE + 1]
    assert names(club=club.pk, q="züri") == []
    page = Client().get(reverse("tournaments")).content.decode()
    assert f'href="?club={other.pk}"' in page
    for nonsense in ("0", "x", str(10**30)):
        assert names(club=nonsense) == many[:A_PAGE]


def test_drafts_and_hidden_ones_are_in_no_count_and_no_search_of_a_stranger() -> None:
    desk = desks.a_desk()
    held(desk, "Open cup", DAY)
    held(desk, "Secret cup", DAY, state="draft")
    held(desk, "Hidden cup", DAY, concealed=True)
    assert names() == names(q="cup") == names(club=desk.club.pk) == ["Open cup"]
    assert sorted(names(desk.client)) == ["Hidden cup", "Open cup", "Secret cup"]
    assert names(desks.a_desk("Otto", "Another club").client, q="secret") == []


def test_a_long_list_asks_no_more_than_a_short_one(many: list[str]) -> None:
    with CaptureQueriesContext(connection) as queries:
        names()
    assert len(queries) == 2


def test_it_is_for_reading_alone() -> None:
    assert Client().post(reverse("tournaments")).status_code == 405
