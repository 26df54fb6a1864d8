"""Limits: what an honest hall does is never met by one, what is beyond is told to come later, and
others go on.
"""

import uuid
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.games.access.limit_counts import check_limit, count_use
from scoring.games.access.limits import DAY, HOUR, LIMITS, TooManyError
from scoring.models import Club, Device, Game, Use
from tests.requests import Response
from tests.scoring.tables import PEOPLE, phone_of, table, told
from tests.tournaments import desks
from tests.tournaments.desk_pages import ANSWERS
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

TABLES, PHONES = 200, 800  # behind one address, in one hour
NAMES = {f"name_{seat}": name for seat, name in enumerate(PEOPLE[:4])}
START = {"variant": "nanking", "action": "start", **NAMES}


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """`only("games of a phone", 2)`: from now on so many."""

    def to(name: str, many: int) -> None:
        monkeypatch.setitem(LIMITS, name, replace(LIMITS[name], many=many))

    return to  # type: ignore[return-value]


# The table
# --------------------------------------------------------------------------------------------------


def test_no_limit_is_met_by_a_hall_behind_one_address() -> None:
    evening = {
        "games of an address": 2 * TABLES,
        "phones of an address": 3 * PHONES,
        "registrations of an address": PHONES,
        "wrong codes of an address": 2 * TABLES,
        "wrong codes of a loud address": TABLES // 4,
        "streams of an address": 3 * PHONES,
        "games of a phone": 20,
        "streams of a phone": 6,
        "tournaments of an account": 20,
        "documents of an account": 20,
        "sign-ins of an address": 40,
        "mails of an address": 40,
    }
    assert {
        name: LIMITS[name].many for name, count in evening.items() if LIMITS[name].many <= count
    } == {}


def test_every_limit_says_by_whom_it_is_counted_and_why() -> None:
    assert {limit.per for limit in LIMITS.values()} == {
        "phone", "account", "address", "mailbox", "entrant", "site", "address and account",
        "club",
    }  # fmt: skip
    assert [name for name, limit in LIMITS.items() if len(limit.why) < 30 or limit.many < 1] == []
    assert {limit.seconds for limit in LIMITS.values()} <= {0, 60, 300, 600, HOUR, DAY}


# Counting
# --------------------------------------------------------------------------------------------------


def test_what_was_done_is_counted_for_as_long_as_the_limit_says_and_forgotten_after_a_day(
    only: Any,
) -> None:
    only("games of an address", 2)
    for _ in range(2):
        check_limit("games of an address", "anna")
        count_use("games of an address", "anna")
    with pytest.raises(TooManyError) as reached:
        check_limit("games of an address", "anna")
    assert reached.value.wait == 600
    check_limit("games of an address", "beat")
    check_limit("phones of an address", "anna")
    Use.objects.update(at=timezone.now() - timedelta(seconds=HOUR))
    check_limit("games of an address", "anna")
    Use.objects.update(at=timezone.now() - timedelta(seconds=DAY + 1))
    count_use("games of an address", "beat")
    assert list(Use.objects.values_list("whose", flat=True)) == ["beat"]


def test_counting_goes_by_an_index() -> None:
    with CaptureQueriesContext(connection) as asked:
        check_limit("games of an address", "anna")
        count_use("games of an address", "anna")
    assert len(asked) == 3
    with connection.cursor() as cursor:
        explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
        if connection.vendor == "postgresql":
            # An empty table is read whole otherwise
            cursor.execute("SET LOCAL enable_seqscan = off")
        plans = []
        for query in asked.captured_queries[:2]:
            cursor.execute(f"{explain} {query['sql']}")
            plans.append(str(cursor.fetchall()))
    assert "uses_of_somebody" in plans[0]
    assert "uses_by_time" in plans[1] or "uses_of_somebody" in plans[1]


# Games and phones
# -----------------------------------------------------------------------------------------------


def started(client: Client, address: str = "192.0.2.1") -> Response:
    return client.post("/new/", START, REMOTE_ADDR=address)


def test_a_phone_starts_so_many_games_and_its_neighbours_go_on(only: Any) -> None:
    only("games of a phone", 2)
    anna = Client()
    assert [started(anna).status_code for _ in range(3)] == [302, 302, 429]
    assert started(Client()).status_code == 302
    Game.objects.update(started_at=timezone.now() - timedelta(hours=1))
    assert started(anna).status_code == 302


def test_games_of_matches_are_not_counted(only: Any) -> None:
    only("games of a phone", 2)
    anna = phone_of("Anna")
    for _ in range(3):
        table(anna)
    Game.objects.update(of_match=True)
    assert started(anna.client).status_code == 302


@pytest.mark.parametrize("way", ["form", "program"])
def test_scripts_that_keep_no_cookie_are_counted_by_their_address(only: Any, way: str) -> None:
    only("games of an address", 2)
    body = {"variant": "nanking", "players": list(NAMES.values())}

    def start(address: str) -> Any:
        if way == "form":
            return started(Client(), address)
        return Client().post(
            "/api/v1/games/", body, content_type="application/json", REMOTE_ADDR=address
        )

    answers = [start("192.0.2.1") for _ in range(3)]
    assert answers[0].status_code == answers[1].status_code == (302 if way == "form" else 201)
    assert (answers[2].status_code, answers[2]["Retry-After"]) == (429, "600")
    if way == "program":
        assert told(answers[2]) == [("too_many", "")]
    else:
        assert "Try again in 10 minutes." in answers[2].content.decode()
    assert start("192.0.2.2").status_code < 400
    assert Game.objects.count() == Device.objects.count() == 3


def test_what_was_refused_is_not_counted(only: Any) -> None:
    only("games of an address", 1)
    assert (
        Client().post("/new/", START | {"name_0": "a\0b"}, REMOTE_ADDR="192.0.2.1").status_code
        == 422
    )
    assert not Use.objects.exists()
    assert started(Client()).status_code == 302


def test_the_same_people_again_are_counted_too(only: Any) -> None:
    only("games of a phone", 2)
    anna = phone_of("Anna")
    game = table(anna)
    assert anna.send("rematch", game, {}).status_code == 302
    assert anna.send("rematch", game, {"turned": "1"}).status_code == 429
    assert Game.objects.count() == 2


def test_an_address_brings_so_many_phones(only: Any) -> None:
    only("phones of an address", 1)
    assert [started(Client()).status_code for _ in range(2)] == [302, 429]
    assert started(Client(), "192.0.2.2").status_code == 302


def test_a_hall_of_phones_without_cookies_is_let_in() -> None:
    """Two hundred of them would take a while: what is counted stands there already."""
    assert started(Client()).status_code == 302
    by_address = Use.objects.get(what="games of an address").whose
    Use.objects.bulk_create(
        Use(what="games of an address", whose=by_address) for _ in range(2 * TABLES)
    )
    Use.objects.bulk_create(
        Use(what="phones of an address", whose=by_address) for _ in range(2 * PHONES)
    )
    assert started(Client()).status_code == 302


def test_no_address_is_kept() -> None:
    started(Client())
    assert {len(whose) for whose in Use.objects.values_list("whose", flat=True)} == {64}
    assert not [row for row in Use.objects.values_list("whose", flat=True) if "192.0.2.1" in row]


# Clubs and tournaments
# ------------------------------------------------------------------------------------------


def test_an_account_makes_so_many_tournaments_and_clubs(only: Any) -> None:
    desk = desks.a_desk()
    only("tournaments of an account", 1)
    form = {"preset": "german_championship", "name": "Cup", **ANSWERS}
    address = reverse("desk_new", args=[desk.club.pk])
    first = desk.client.post(address, form)
    assert first.status_code == 302, first.content.decode()
    assert desk.client.post(address, form).status_code == 429
    (cup,) = Tournament.objects.all()
    again = desk.client.post(
        reverse("desk_again", args=[cup.pk]), {"name": "Cup 2", "starts_on": ""}
    )
    document = desk.client.get(reverse("desk_export", args=[cup.pk])).content.decode()
    pasted = desk.client.post(reverse("desk_import"), {"club": desk.club.pk, "document": document})
    assert (again.status_code, pasted.status_code, Tournament.objects.count()) == (429, 429, 1)
    only("clubs of an account", 1)
    clubs = [
        desk.client.post(reverse("desk_club"), {"name": f"Club {n}"}).status_code for n in range(2)
    ]
    assert (clubs, Club.objects.count()) == ([302, 429], 2)
    other = desks.let_direct(desk, "Dora")
    assert other.post(address, form).status_code == 302


def test_an_account_looks_at_so_many_whole_documents(only: Any) -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", 2, desk=desk)
    document = desk.client.get(reverse("desk_export", args=[cup.pk])).content.decode()
    only("documents of an account", 2)

    def look(text: str) -> int:
        form = {"club": desk.club.pk, "document": text}
        return int(desk.client.post(reverse("desk_import"), form).status_code)

    # What is no document costs little, and is not counted.
    assert [look(text) for text in ("{}", document, "{}", document, document)] == [
        422,
        200,
        422,
        200,
        429,
    ]
    other = desks.let_direct(desk, "Dora")
    form = {"club": desk.club.pk, "document": document}
    assert other.post(reverse("desk_import"), form).status_code == 200


def test_accounts_of_one_address_start_so_many_clubs_together(only: Any) -> None:
    only("clubs of an address", 2)
    answers = []
    for name in ("Ada", "Ben", "Cleo"):
        client = desks.a_desk(name, f"Club of {name}").client
        answers.append(
            client.post(reverse("desk_club"), {"name": f"Another of {name}"}).status_code
        )
    assert answers == [302, 302, 429]


def test_a_room_of_directors_shares_its_address_and_each_has_an_account(only: Any) -> None:
    only("tournaments of an address", 2)
    form = {"preset": "german_championship", "name": "Cup", **ANSWERS}
    answers = []
    for name in ("Ada", "Ben", "Cleo"):
        desk = desks.a_desk(name, f"Club of {name}")
        answers.append(desk.client.post(reverse("desk_new", args=[desk.club.pk]), form).status_code)
    assert answers == [302, 302, 429]


def test_a_second_try_of_a_start_that_was_taken_is_answered_as_the_first(only: Any) -> None:
    only("games of a phone", 2)
    anna, form = Client(), START | {"start_id": str(uuid.uuid4())}
    first = anna.post("/new/", form)
    assert anna.post("/new/", form)["Location"] == first["Location"]
