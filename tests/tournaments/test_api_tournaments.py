"""The API of tournaments: who sees which, in what shape, and how an answer that has not changed is
told.
"""

import uuid
from itertools import product

import pytest
from django.test import Client

from tests.tournaments import desks
from tests.tournaments.asking_api import ADDRESSES, at, listed, read, told
from tests.tournaments.exchange.events import entrant
from tournaments.actions import attendance, registering
from tournaments.actions.new_entrants import NewEntrant
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

# Who sees what
# ------------------------------------------------------------------------------------------------


def test_a_tournament_in_preparation_is_seen_by_its_directors_and_not_there_for_all_others() -> (
    None
):
    desk = desks.a_desk()
    cup = desks.a_tournament(desk=desk)
    desks.draw(cup)
    Tournament.objects.update(state="draft")
    director = desks.let_direct(desk, "Dora")
    strangers = (
        Client(),
        desks.signed_in(desks.a_user("Stan")),
        desks.a_desk("Ben", "Other").client,
    )
    for rest in ADDRESSES:
        seen = [desk.client.get(at(cup, rest)).status_code, director.get(at(cup, rest)).status_code]
        assert seen == [200, 200], rest
        missing = Client().get(f"/api/v1/tournaments/{uuid.uuid4()}/{rest}")
        for stranger in strangers:
            answer = stranger.get(at(cup, rest))
            assert told(answer) == (404, [("not_found", "")]), rest
            assert answer.content == missing.content, rest


def test_the_list_has_what_the_one_who_asks_may_see_newest_first() -> None:
    desk, other = desks.a_desk(), desks.a_desk("Ben", "Other")
    cup = desks.a_tournament(desk=desk)
    hidden = desks.a_tournament(desk=desk, opened=False)
    theirs = desks.a_tournament(desk=other, entrants=0)
    assert [row["id"] for row in listed(Client())["tournaments"]] == [str(theirs.pk), str(cup.pk)]
    assert [row["id"] for row in listed(desk.client)["tournaments"]] == [
        str(one.pk) for one in (theirs, hidden, cup)
    ]
    assert listed(Client())["tournaments"][1] == {
        "id": str(cup.pk),
        "name": "Autumn cup",
        "club": "Tichu club",
        "place": "",
        "starts_on": None,
        "unit": "pair",
        "state": "open",
        "version": cup.version,
    }


def test_the_list_comes_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.api.paging.ROWS", 2)
    desk = desks.a_desk()
    cups = [str(desks.a_tournament(desk=desk, entrants=0).pk) for _ in range(5)]
    found, after = [], None
    while True:
        page = listed(Client(), **({"after": after} if after else {}))
        found += [[row["id"] for row in page["tournaments"]]]
        after = page["next"]
        if after is None:
            break
    assert found == [cups[4:2:-1], cups[2:0:-1], cups[:1]]


@pytest.mark.parametrize("after", ["", "x", "5", "0e9bf6f8-d00a-4b2b-ac43-73b6f31402fd"])
def test_a_page_that_there_is_not_is_told(after: str) -> None:
    answer = Client().get("/api/v1/tournaments/", {"after": after})
    assert told(answer) == (422, [("no_such_page", "after")])


def test_who_asked_to_play_or_has_an_alias_is_known_to_directors_alone() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament(desk=desk, entrants=2)
    desks.enter(cup, 1, first=11, alias="The foxes")
    desks.enter(cup, 1, first=21, hidden=True)
    attendance.withdraw(entrant(cup, 2), None)
    Tournament.objects.update(registration=True)
    cup.refresh_from_db()
    registering.register(cup, NewEntrant(("Ada", "Bob")))
    assert [tuple(row.values()) for row in read(cup)["entrants"]] == [
        (1, "Player 1 & Player 2", "entered", None),
        (2, "Player 3 & Player 4", "withdrawn", None),
        (3, "The foxes", "entered", None),
        (4, "No. 4", "entered", None),
    ]
    assert [tuple(row.values()) for row in read(cup, client=desk.client)["entrants"]] == [
        (1, "Player 1 & Player 2", "entered", None),
        (2, "Player 3 & Player 4", "withdrawn", None),
        (3, "Player 11 & Player 12", "entered", None),
        (4, "Player 21 & Player 22", "entered", None),
        (5, "Ada & Bob", "asked", None),
    ]


def test_a_draft_of_a_session_round_is_flagged_to_directors_and_not_there_for_others() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament(desk=desk)
    desks.play_round(desks.draw(cup))
    desks.draw(cup, 2, publish=False)
    assert [(one["number"], one["state"]) for one in read(cup, "rounds/")["rounds"]] == [
        (1, "closed")
    ]
    assert [
        (one["number"], one["state"]) for one in read(cup, "rounds/", desk.client)["rounds"]
    ] == [
        (1, "closed"),
        (2, "draft"),
    ]
    assert read(cup, "rounds/1/2/", desk.client)["state"] == "draft"
    assert told(Client().get(at(cup, "rounds/1/2/"))) == (404, [("not_found", "")])
    assert read(cup, "results/1/1/", desk.client) == read(cup, "results/1/1/")
    for client in (desk.client, Client()):
        assert told(client.get(at(cup, "results/1/2/"))) == (404, [("not_found", "")])


def test_what_a_tournament_does_not_have_is_a_404_in_the_shape_of_the_house() -> None:
    cup = desks.a_tournament()
    for rest in (
        "rounds/1/9/",
        "rounds/2/1/",
        f"rounds/1/{'9' * 40}/",
        "standings/2/",
        "nonsense/",
        "results/",
        "results/1/9/",
        "results/2/1/",
        f"results/1/{'9' * 40}/",
    ):
        assert told(Client().get(at(cup, rest))) == (404, [("not_found", "")]), rest


@pytest.mark.parametrize("path", ["/api/", "/api/v1/", "/api/v1/tournaments/7/", "/api/v2/games/"])
def test_an_address_of_the_api_that_there_is_not_is_told_in_json(path: str) -> None:
    assert told(Client().get(path)) == (404, [("not_found", "")])


def test_other_addresses_that_there_are_not_are_a_page() -> None:
    answer = Client().get("/nothing/")
    assert (answer.status_code, answer["Content-Type"]) == (404, "text/html; charset=utf-8")


def test_nothing_is_written_by_these_addresses() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament(desk=desk)
    desks.draw(cup)
    for rest, method in product(ADDRESSES, ("post", "put", "patch", "delete")):
        answer = getattr(desk.client, method)(at(cup, rest), "{}", content_type="application/json")
        assert told(answer) == (405, [("method_not_allowed", "")]), (rest, method)


# Keeping an answer
# --------------------------------------------------------------------------------------------


def test_an_answer_that_has_not_changed_is_told_without_a_body() -> None:
    cup = desks.a_tournament(entrants=4)
    drawn = desks.draw(cup)
    tags = {}
    for rest in ADDRESSES:
        first = Client().get(at(cup, rest))
        assert first["Cache-Control"] == "private, no-cache", rest
        assert {"Authorization", "Cookie", "Accept-Language"} <= {
            word.strip() for word in first["Vary"].split(",")
        }, rest
        again = Client().get(at(cup, rest), headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"]), rest
        german = Client().get(
            at(cup, rest), headers={"If-None-Match": first["ETag"], "Accept-Language": "de"}
        )
        assert german.status_code == 200, rest
        tags[rest] = first["ETag"]
    desks.play_match(drawn.matches.get(number=1))
    for rest, tag in tags.items():
        assert Client().get(at(cup, rest), headers={"If-None-Match": tag}).status_code == 200, rest


def test_the_list_has_changed_when_a_tournament_has() -> None:
    cup = desks.a_tournament(entrants=4)
    first = Client().get("/api/v1/tournaments/")
    seen = {"If-None-Match": first["ETag"]}
    assert Client().get("/api/v1/tournaments/", headers=seen).status_code == 304
    desks.draw(cup)
    assert Client().get("/api/v1/tournaments/", headers=seen).status_code == 200


def test_what_directors_see_is_kept_by_nobody() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament(desk=desk)
    desks.draw(cup)
    for address in ("/api/v1/tournaments/", *(at(cup, rest) for rest in ADDRESSES)):
        answer = desk.client.get(address)
        assert answer["Cache-Control"] == "no-store, private", address
        assert (
            desk.client.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304
        ), address
