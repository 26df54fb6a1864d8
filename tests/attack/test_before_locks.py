"""What is too much, or has the wrong shape, is refused before anything is locked: nobody waits for
it.
"""

import json
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.games.access.handover import MOST_ENTRIES, pass_for
from scoring.models import Entry
from tests.attack.bodies import ENTRIES, GAMES, Body, an_entry
from tests.scoring.tables import PLAIN, at, phone_of, table
from tests.tournaments import desks
from tichu_site.server import size_limits

pytestmark = pytest.mark.django_db

LOCKS = ("BEGIN", "SAVEPOINT", "FOR UPDATE", "FOR NO KEY UPDATE", "INSERT", "UPDATE", "DELETE")
LARGE = size_limits.ENTRY // 4
# Keys that nobody asked for are passed over, and what card points a game takes is for its rules to
# say.
TAKEN = {"keys", "a long number"}
WRONG = {what: made for what, made in ENTRIES.items() if what not in TAKEN}


def locked(ask: Callable[[], Any]) -> tuple[int, list[str]]:
    """The status of an answer, and all that was asked of the database which holds others up."""
    with CaptureQueriesContext(connection) as asked:
        status = ask().status_code
    return status, [one["sql"] for one in asked if any(word in one["sql"] for word in LOCKS)]


def correcting(body: Body) -> Body:
    return body | {"kind": "correction", "replaces": str(uuid.uuid4())}


def test_entries_games_and_what_is_carried() -> None:
    anna = phone_of("Anna")
    game = table(anna)

    def post(address: str, body: Body) -> tuple[int, list[str]]:
        return locked(
            lambda: anna.client.post(address, json.dumps(body), content_type="application/json")
        )

    def carried(*entries: Body) -> Body:
        return {"game": str(game.pk), "pass": pass_for(game, anna.device), "entries": entries}

    assert post(at("api_entries", game), an_entry())[0] == 201
    found = {}
    for what, made in WRONG.items():
        found[what, "entry"] = post(at("api_entries", game), made(LARGE))
        if what != "a long kind":
            found[what, "correction"] = post(at("api_entries", game), correcting(made(LARGE)))
        status, asked = post("/api/v1/handover/", carried(made(LARGE)))
        found[what, "carried"] = 422 if status == 200 else status, asked  # refused one by one
    for what, made in GAMES.items():
        found[what, "game"] = post("/api/v1/games/", made(LARGE))
    found["too many", "carried"] = post(
        "/api/v1/handover/", carried(*[an_entry()] * (MOST_ENTRIES + 1))
    )
    assert {key: seen for key, seen in found.items() if seen != (422, [])} == {}
    assert Entry.objects.count() == 1


def test_forms_of_the_table() -> None:
    anna = phone_of("Anna")
    game = table(anna)
    for name, made in WRONG.items():
        played = json.dumps(made(LARGE // 2).get("round", "x"))
        if played != json.dumps(PLAIN):
            fields = {"id": str(uuid.uuid4()), "number": "1", "round": played}
            assert locked(lambda fields=fields: anna.send("record_round", game, fields)) == (
                422,
                [],
            ), name


def test_documents() -> None:
    desk = desks.a_desk()
    for text in ("[" * 290_000, f"[{'0,' * 145_000}0]", '{"format": "x"}', ""):
        form = {"club": desk.club.pk, "document": text}
        assert locked(lambda form=form: desk.client.post("/desk/import/", form)) == (422, [])
    assert locked(lambda: Client().post("/desk/import/", {"document": "[" * 290_000})) == (302, [])
