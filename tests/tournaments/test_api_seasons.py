"""The API of seasons, and keys of accounts at tournaments."""

import datetime
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.models import Player
from tests.scoring.games import a_client, a_device
from tests.scoring.reading_api import V1, a_key, by_key, refused
from tests.tournaments import desks
from tests.tournaments.asking_api import ADDRESSES, at
from tests.tournaments.seasons.seasons import an_evening, of_evenings
from tournaments.clubs.actions import seasons
from tournaments.models import Season, Tournament
from tournaments.seasons.formula import Formula

pytestmark = pytest.mark.django_db

AB, CD = ("Anna Amsler", "Beat Brun"), ("Carla Cadisch", "Dino Dürst")
NIGHTS = (datetime.date(2025, 10, 3), datetime.date(2025, 11, 7))
NOT_FOUND = (404, [("not_found", "")])


def a_season(desk: desks.Desk) -> Season:
    for night in NIGHTS:
        an_evening(desk.club, night, (AB, CD, 200))
    season = seasons.make_season(
        desk.club, desk.user, "Season 2025", Formula(there=1, win=3), 2, 2025
    )
    return seasons.choose_events(season, set(), set(NIGHTS))


def addresses(season: Season) -> dict[str, str]:
    own, person = f"{V1}seasons/{season.pk}/", Player.objects.get(name=AB[0]).pk
    return {"season": own, "table": f"{own}table/", "reasons": f"{own}table/?explain={person}"}


def test_the_table_and_its_reasons_are_those_of_the_page() -> None:
    desk = desks.a_desk()
    season = a_season(desk)
    client, where = by_key(a_key(desk.user)), addresses(season)
    told = client.get(where["season"]).json()
    assert (told["name"], told["kind"], told["coming"], told["over"]) == (
        "Season 2025",
        "places",
        0,
        True,
    )
    assert [(one["day"], one["tournament"]) for one in told["events"]] == [
        (str(night), None) for night in NIGHTS
    ]
    rows = client.get(where["table"]).json()["rows"]
    assert [(row["rank"], row["name"]) for row in rows] == [
        (1, AB[0]),
        (1, AB[1]),
        (3, CD[0]),
        (3, CD[1]),
    ]
    page = desk.client.get(f"/seasons/{season.pk}/?open={rows[0]['id']}").content.decode()
    assert f"<b>{rows[0]['total']}</b>" in page
    assert client.get(where["table"]).json()["explained"] is None
    row = client.get(where["reasons"]).json()["explained"]
    assert row["id"] == rows[0]["id"]
    assert sum(part["points"] for part in row["counted"]) == rows[0]["total"]
    assert [part["place"] for part in row["counted"]] == [1, 1]
    assert all(sentence in page for sentence in row["change"])


def test_who_is_not_of_the_club_finds_a_season_only_where_everybody_may() -> None:
    desk = desks.a_desk()
    season = a_season(desk)
    phone = a_device("phone that joined")
    phone.club = desk.club
    phone.save()
    inside = (desk.client, by_key(a_key(desk.user)), a_client("phone that joined"))
    outside = (Client(), desks.a_desk("Ben", "Other").client, by_key(a_key(desks.a_user("Ben"))))
    for address in addresses(season).values():
        assert [client.get(address).status_code for client in inside] == [200] * 3
        for client in outside:
            assert refused(client.get(address)) == NOT_FOUND
    lists = [client.get(f"{V1}seasons/").json()["seasons"] for client in (*inside, *outside)]
    assert [len(one) for one in lists] == [1, 1, 1, 0, 0, 0]
    Season.objects.update(public=True)
    assert {
        client.get(address).status_code
        for client in outside
        for address in addresses(season).values()
    } == {200}


def test_visitors_see_of_a_name_what_its_person_chose_and_of_a_minor_never_all() -> None:
    desk = desks.a_desk()
    season = a_season(desk)
    Season.objects.update(public=True)
    for name, choice in (
        (AB[0], {"shown": "hidden"}),
        (AB[1], {"shown": "alias", "alias": "The fox"}),
        (CD[0], {"minor": True}),
    ):
        Player.objects.filter(name=name).update(**choice)
    secret = [*AB, CD[0], "Amsler", "Brun", "Cadisch"]
    for address in addresses(season).values():
        told = Client().get(address).content.decode()
        assert not any(name in told for name in secret), address
    names = [row["name"] for row in Client().get(addresses(season)["table"]).json()["rows"]]
    assert sorted(names) == ["Carla C.", CD[1].replace("ü", "ü"), "Somebody", "The fox"]
    # Nor whoever is somewhere else at home, nor with a key that is for another club.
    other = desks.a_desk("Ben", "Other")
    for client in (other.client, by_key(a_key(desk.user, club=other.club))):
        assert AB[0] not in client.get(addresses(season)["table"]).content.decode()
    assert (
        AB[0]
        in by_key(a_key(desk.user, club=desk.club))
        .get(addresses(season)["table"])
        .json()["rows"][0]["name"]
    )


def test_page_by_page_the_table_is_what_it_is_as_a_whole_and_unchanged_it_is_not_sent() -> None:
    desk = desks.a_desk()
    season = a_season(desk)
    client, address = by_key(a_key(desk.user)), addresses(season)["table"]
    whole = client.get(address).json()["rows"]
    found: list[Any] = []
    following = f"{address}?limit=3"
    while following:
        answer = client.get(following)
        found += answer.json()["rows"]
        link = re.search(r"<http://testserver([^>]*)>", answer.headers.get("Link", ""))
        following = link[1] if link else ""
    assert found == whole
    for one in (*addresses(season).values(), f"{V1}seasons/"):
        tag = client.get(one)["ETag"]
        assert client.get(one, headers={"If-None-Match": tag}).status_code == 304
    for rest in ("?after=x", "?after=0", "?limit=0", "?limit=201"):
        assert client.get(address + rest).status_code == 422
    for explain, code in (
        ("0", "unknown_person"),
        ("9" * 40, "wrong_type"),
        ("x", "wrong_type"),
        ("", "wrong_type"),
    ):
        assert refused(client.get(address, {"explain": explain})) == (422, [(code, "explain")])
    assert refused(client.get(f"{V1}seasons/{season.pk}/nonsense/")) == NOT_FOUND


def test_a_long_season_takes_as_many_queries_as_a_short_one() -> None:
    desk = desks.a_desk()
    few, many = of_evenings(desk, 2, Formula()), of_evenings(desk, 8, Formula())
    client = by_key(a_key(desk.user))
    for rest in ("", "table/"):
        found = []
        for season in (few, many):
            client.get(f"{V1}seasons/{season.pk}/{rest}")
            with CaptureQueriesContext(connection) as asked:
                assert client.get(f"{V1}seasons/{season.pk}/{rest}").status_code == 200
            found.append(len(asked))
        assert found[0] >= found[1], rest
        assert found[0] <= 12, rest


# Tournaments, by keys
# -----------------------------------------------------------------------------------------


def test_a_key_sees_the_drafts_of_its_account_s_clubs_and_of_its_own_club_alone() -> None:
    desk, other = desks.a_desk(), desks.a_desk("Ben", "Other")
    cup = desks.a_tournament(desk=desk)
    desks.enter(cup, 1, first=31, hidden=True)
    desks.draw(cup)
    desks.a_tournament(desk=other, opened=False, entrants=0)
    Tournament.objects.filter(pk=cup.pk).update(state="draft")
    for client, status in (
        (by_key(a_key(desk.user)), 200),
        (by_key(a_key(desk.user, club=desk.club)), 200),
        (by_key(a_key(desk.user, club=other.club)), 404),
        (by_key(a_key(other.user)), 404),
    ):
        assert {client.get(at(cup, rest)).status_code for rest in ADDRESSES} == {status}
        listed = [row["id"] for row in client.get(f"{V1}tournaments/").json()["tournaments"]]
        assert (str(cup.pk) in listed) == (status == 200)
    Tournament.objects.filter(pk=cup.pk).update(state="open")
    for client in (Client(), by_key(a_key(desk.user, club=other.club)), by_key(a_key(other.user))):
        assert "Player 31" not in client.get(at(cup)).content.decode()
    assert "Player 31" in by_key(a_key(desk.user)).get(at(cup)).content.decode()
    for rest in ADDRESSES:
        answer = by_key(a_key(desk.user, "seasons:read")).get(at(cup, rest))
        assert refused(answer) == (403, [("scope_missing", "")])
