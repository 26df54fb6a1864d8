"""The API of clubs and people: who sees what, by which key, in what shape, page by page."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver
from django.utils import timezone

from scoring.games.access.claims import Holder
from scoring.games.nights import night_of
from scoring.models import Claim, Club, Player
from scoring.pages.people.queries import PersonPage
from scoring.people.actions.claiming import claim_by_link, end, make_link
from scoring.people.actions.erasing import erase
from scoring.people.statistics.shares import Share
from tests.addresses import patterns
from tests.scoring.clubs import a_person, an_account
from tests.scoring.games import TWO_ROUNDS, a_device, a_game
from tests.scoring.reading_api import (
    NOT_FOUND,
    V1,
    WINS,
    World,
    a_key,
    a_world,
    by_key,
    described,
    refused,
    statuses,
)
from tournaments.models import Role

pytestmark = pytest.mark.django_db

# What everybody sees of a club that everybody may see.
OF_VISITORS = {
    *("api_clubs", "api_club", "api_club_evenings", "api_club_evening", "api_club_year"),
    "api_club_all_time",
}


# Who sees what
# ------------------------------------------------------------------------------------------------


def test_an_account_of_the_club_and_its_phone_see_all_and_the_same(world: World) -> None:
    session = Client()
    session.force_login(world.olga)
    for name, address in world.addresses().items():
        answers = [client.get(address) for client in (world.key, world.phone, session)]
        assert [answer.status_code for answer in answers] == [200] * 3, name
        assert answers[0].content == answers[1].content == answers[2].content, name
        assert answers[0]["Cache-Control"] == "no-store, private", name


def test_strangers_find_nothing_and_are_told_no_more_than_where_nothing_is(world: World) -> None:
    other = a_world("Tichu Basel")
    strangers = (Client(), other.key, other.phone, by_key(a_key(an_account(name="Stan"))))
    nowhere = re.compile(r"(clubs|people)/\d+/")
    for name, address in world.addresses().items():
        for stranger in strangers:
            answer = stranger.get(address)
            if name == "api_clubs":
                assert world.club.name not in answer.content.decode()
                continue
            assert refused(answer) == NOT_FOUND, name
            gone = stranger.get(
                nowhere.sub(r"\1/987654321/", address).replace(
                    f"={world.people['Anna'].pk}", "=98765"
                )
            )
            assert answer.content == gone.content, name


def test_a_visitor_of_a_club_that_everybody_may_see_learns_nobody_s_name(world: World) -> None:
    Club.objects.update(public=True)
    for name, address in world.addresses().items():
        answer = Client().get(address)
        assert answer.status_code == (200 if name in OF_VISITORS else 404), name
        assert not any(person in answer.content.decode() for person in world.people), name
    evening = Client().get(world.addresses()["api_club_evening"]).json()
    assert [evening[key] for key in ("coming", "not_coming", "people", "games")] == [None] * 4
    assert evening["played"] == {"people": 4, "games": 1, "matches_on_paper": 0}
    assert Client().get(world.addresses()["api_club"]).json()["people"] is None


def test_a_visitor_is_shown_the_year_that_the_club_s_page_shows(world: World) -> None:
    Club.objects.update(public=True)
    before = a_game(device=a_device("phone of Tichu Bern"), rounds=WINS)
    type(before).objects.filter(pk=before.pk).update(
        started_at=timezone.now() - timedelta(days=800)
    )
    year = night_of(timezone.now() - timedelta(days=800)).year
    address = f"{V1}clubs/{world.club.pk}/years/{year}/"
    assert refused(Client().get(address)) == NOT_FOUND
    assert world.key.get(address).json()["games"] == 1


def test_who_sits_in_a_list_of_a_phone_is_known_to_that_phone_alone(world: World) -> None:
    a_game(names=("Max", "Nora", "Otto", "Pia"), rounds=TWO_ROUNDS, device=a_device("max's phone"))
    max_ = Player.objects.get(name="Max")
    address = f"{V1}people/{max_.pk}/"
    client = Client(headers={"Authorization": "Device max's phone"})
    assert client.get(address).json() == {
        "id": max_.pk,
        "name": "Max",
        "club": None,
        "guest": False,
        "games": 0,  # it is still played
        "last_game_at": client.get(address).json()["last_game_at"],
    }
    for stranger in (world.key, world.phone, Client()):
        assert refused(stranger.get(address)) == NOT_FOUND
    anna = world.people["Anna"].pk
    assert refused(world.key.get(f"{V1}people/{anna}/with/{max_.pk}/")) == NOT_FOUND
    assert refused(world.key.get(f"{V1}chance/?one={anna}&other={max_.pk}")) == NOT_FOUND


def test_who_is_somebody_by_a_claim_reads_that_one_and_nobody_else(world: World) -> None:
    anna, stan = world.people["Anna"], an_account(name="Stan")
    claim = claim_by_link(
        make_link(anna, a_device("phone of Tichu Bern"), world.olga.pk), Holder(account=stan)
    )
    client = by_key(a_key(stan))
    own = {"api_person", "api_person_statistics", "api_person_year", "api_person_ratings"}
    found = statuses(client, world)
    assert {name for name, status in found.items() if status == 200} == own | {"api_clubs"}
    elsewhere = by_key(a_key(stan, club=a_world("Tichu Basel").club))
    assert {statuses(elsewhere, world)[name] for name in own} == {404}
    end(claim, Claim.End.LEFT, None, stan.pk)
    assert {statuses(client, world)[name] for name in own} == {404}


# What is told
# -------------------------------------------------------------------------------------------------


def test_a_person_s_figures_are_those_of_their_page(world: World) -> None:
    anna = world.people["Anna"]
    a_game(
        device=a_device("phone of Tichu Bern"), names=("Beat", "Anna", "Dino", "Carla"), rounds=WINS
    )
    told, page = (
        world.key.get(f"{V1}people/{anna.pk}/statistics/").json(),
        PersonPage(anna, None).person,
    )
    assert told["won"] == {"hits": 1, "of": 2, "percent": 50, "low": 9, "high": 91, "drawn": 0}
    assert told["won"] == share(page.won) | {"drawn": 0}
    assert told["partners"] == [
        {
            "id": world.people["Carla"].pk,
            "name": "Carla",
            "won": share(page.partners[0].share) | {"drawn": 0},
            "best": False,
        }
    ]
    assert [(one["call"], one["made"]) for one in told["calls"]] == [
        ("grand", share(page.calls.share("grand")))
    ]
    assert told["rounds"] == {
        "rounds": 6,
        "points": 1200,
        "points_of_others": 1200,
        "sweeps": 3,
        "sweeps_of_others": 3,
        "mean_ahead": 0.0,
    }
    assert (told["first_out"]["hits"], told["first_out"]["of"]) == (3, 6)
    assert (told["mean_place"], told["rounds_with_order"]) == (2.25, 6)
    assert told["years"] == [night_of(world.game.started_at).year]


def share(one: Share) -> dict[str, int]:
    low, high = one.percents
    return {"hits": one.hits, "of": one.of, "percent": one.percent, "low": low, "high": high}


def test_two_together_two_pairs_and_the_chance(world: World) -> None:
    addresses = world.addresses()
    pair = world.key.get(addresses["api_person_with"]).json()
    assert [one["name"] for one in pair["people"]] == ["Anna", "Carla"]
    assert (pair["won"]["hits"], pair["won"]["of"]) == (1, 1)
    assert [[one["name"] for one in row["people"]] for row in pair["rivals"]] == [["Beat", "Dino"]]
    pairs = world.key.get(addresses["api_person_against"]).json()
    assert [one["name"] for one in pairs["others"]] == ["Beat", "Dino"]
    assert (pairs["won"]["hits"], pairs["chance"]) == (1, None)
    # After one game nobody can say
    assert world.key.get(addresses["api_chance"]).json()["chance"] is None


def test_somebody_who_was_erased_is_somebody_without_a_page(world: World) -> None:
    carla = world.people["Carla"]
    erase(carla, a_device("phone of Tichu Bern"), world.olga.pk)
    told = world.key.get(f"{V1}people/{world.people['Anna'].pk}/statistics/").json()
    assert [(one["id"], one["name"]) for one in told["partners"]] == [(None, "Somebody")]
    assert refused(world.key.get(f"{V1}people/{carla.pk}/")) == NOT_FOUND
    for address in world.addresses().values():
        assert "Carla" not in world.key.get(address).content.decode()


def test_the_list_of_people_is_searched_and_parted_as_on_the_page(world: World) -> None:
    def names(**query: Any) -> list[str]:
        found = world.key.get(f"{V1}clubs/{world.club.pk}/people/", query).json()["people"]
        return [one["name"] for one in found]

    assert names() == ["Anna", "Beat", "Carla", "Dino", "Eva"]
    assert names(q="AN") == ["Anna"]
    assert names(q="no\0body") == []
    assert names(show="guests") == ["Eva"]
    assert names(show="members", q="a") == ["Anna", "Beat", "Carla"]


def test_what_is_answered_has_the_keys_that_are_described(world: World) -> None:
    shapes, paths = described()["components"]["schemas"], described()["paths"]
    templates = {
        name: "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route)
        for name, route in patterns(get_resolver())
    }

    def as_described(data: Any, shape: dict[str, Any], at: str) -> None:
        for part in (shape, *shape.get("allOf", ())):
            if "$ref" in part:
                return as_described(data, shapes[part["$ref"].rpartition("/")[2]], at)
        if isinstance(data, dict):
            assert set(data) == set(shape["properties"]), at
            for key, inner in data.items():
                as_described(inner, shape["properties"][key], f"{at}.{key}")
        if isinstance(data, list):
            for inner in data:
                as_described(inner, shape["items"], at)
        return None

    for name, address in world.addresses().items():
        answer = paths[templates[name]]["get"]["responses"]["200"]["content"]["application/json"][
            "schema"
        ]
        as_described(world.key.get(address).json(), answer, name)


# Page by page
# -------------------------------------------------------------------------------------------------

LISTS = {
    "api_clubs": "clubs",
    "api_club_evenings": "evenings",
    "api_club_people": "people",
    "api_club_year_people": "people",
    "api_club_ratings": "people",
    "api_person_ratings": "line",
}


def test_page_by_page_a_list_is_what_it_is_as_a_whole(world: World) -> None:
    a_game(device=a_device("phone of Tichu Bern"), rounds=WINS)
    Role.objects.create(club=a_world("Tichu Basel").club, user=world.olga, name="desk")
    assert {
        name
        for name in world.addresses()
        if "next" in world.key.get(world.addresses()[name]).json()
    } == set(LISTS)
    client = world.key
    for name, rows in LISTS.items():
        address = world.addresses()[name]
        whole = client.get(address).json()
        assert whole["next"] is None
        assert len(whole[rows]) > 1, name
        found, following = [], f"{address}?limit=1"
        while following:
            answer = client.get(following)
            found += answer.json()[rows]
            link = re.fullmatch(
                r'<http://testserver(.*)>; rel="next"', answer.headers.get("Link", "")
            )
            assert (link is None) == (answer.json()["next"] is None), name
            following = link[1] if link else ""
        assert found == whole[rows], name


def test_what_is_no_page_is_told(world: World) -> None:
    for name in LISTS:
        address = world.addresses()[name]
        for after in ("", "x", "-1", "0", "9" * 30, "\0", "1.5"):
            answer = world.key.get(address, {"after": after})
            assert refused(answer) == (422, [("no_such_page", "after")]), (name, after)
        for limit in ("", "0", "-1", "201", "9" * 30, "x", "\0", "1.5"):
            answer = world.key.get(address, {"limit": limit})
            assert refused(answer) == (422, [("bad_limit", "limit")]), (name, limit)
        assert len(answer.content) < 500


def test_nonsense_in_an_address_is_nothing_there(world: World) -> None:
    big = "9" * 40
    club, person = f"{V1}clubs/{world.club.pk}/", f"{V1}people/{world.people['Anna'].pk}/"
    for address in (
        *(
            f"{V1}clubs/{big}/",
            f"{V1}people/{big}/",
            f"{person}with/{big}/",
            f"{person}years/{big}/",
        ),
        *(f"{club}years/{big}/", f"{club}years/0/", f"{club}years/1500/", f"{person}years/1500/"),
        *(f"{club}evenings/{big}/", f"{club}evenings/2026-13-01/", f"{club}evenings/0001-01-01/"),
        *(f"{club}ratings/nonsense/", f"{person}ratings/nonsense/"),
        *(
            f"{person}with/{world.people['Anna'].pk}/",
            f"{club}evenings/nonsense/",
            f"{person}nonsense/",
        ),
    ):
        assert refused(world.key.get(address)) == NOT_FOUND, address
    anna = world.people["Anna"].pk
    for query in (
        "",
        f"one={anna}",
        f"one={anna}&other=x",
        f"one={anna}&other=-1",
        "&".join(f"one={n}" for n in range(9)),
    ):
        status, ((code, _field),) = refused(world.key.get(f"{V1}chance/?{query}"))
        assert (status, code) == (422, "bad_side"), query
    assert refused(world.key.get(f"{V1}chance/?one={anna}&other={anna}")) == NOT_FOUND
    assert refused(world.key.get(f"{world.addresses()['api_chance']}&family=x")) == NOT_FOUND


# Kept answers, queries
# ----------------------------------------------------------------------------------------


def test_an_answer_that_has_not_changed_is_told_without_a_body(world: World) -> None:
    client = world.key
    for name, address in {**world.addresses(), "api_schema": f"{V1}schema/"}.items():
        first = client.get(address)
        for tag in (first["ETag"], f'"x", {first["ETag"]}', first["ETag"].removeprefix("W/"), "*"):
            again = client.get(address, headers={"If-None-Match": tag})
            assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"]), (
                name
            )
        assert client.get(address, headers={"If-None-Match": '"x"'}).status_code == 200
        assert client.head(address)["ETag"] == first["ETag"]
    people = world.addresses()["api_club_people"]
    seen = {"If-None-Match": client.get(people)["ETag"]}
    a_person(world.club, "Zoe")
    assert client.get(people, headers=seen).status_code == 200


def test_who_may_not_see_it_is_not_told_that_it_has_not_changed(world: World) -> None:
    for name, address in world.addresses().items():
        tag = world.key.get(address)["ETag"]
        if name != "api_clubs":
            assert Client().get(address, headers={"If-None-Match": tag}).status_code == 404, name


def test_a_game_s_answers_bear_tags_too(world: World) -> None:
    for rest in ("", "record/"):
        address = f"{V1}games/{world.game.pk}/{rest}"
        first = world.phone.get(address)
        assert world.phone.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
        assert first["Cache-Control"] == "no-store"


MOST_QUERIES = 20


def test_answers_take_as_many_queries_for_many_people_as_for_few(world: World) -> None:
    client = world.key

    def queries() -> dict[str, int]:
        found = {}
        for name, address in world.addresses().items():
            client.get(address)  # what is brought up to date once
            with CaptureQueriesContext(
                connection,
            ) as asked:
                assert client.get(address).status_code == 200
            found[name] = len(asked)
        return found

    few = queries()
    assert max(few.values()) <= MOST_QUERIES, few
    phone = a_device("phone of Tichu Bern")
    for names in (
        ("Eva", "Franz", "Gül", "Hans"),
        ("Anna", "Gül", "Eva", "Beat"),
        ("Anna", "Beat", "Franz", "Kim"),
    ):
        a_game(device=phone, names=names, rounds=WINS)
    for number in range(30):
        a_person(world.club, f"Member {number}")
    many = queries()
    assert {name: (few[name], many[name]) for name in few if many[name] > few[name]} == {}
