"""The API's description: made from the code, kept beside it, and the same as what is answered."""

import json
import re

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import get_resolver
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.validation import validate_schema

from scoring.games.access.handover import pass_for
from scoring.models import Entry, Game
from scoring.rules import VARIANTS
from tests.addresses import patterns
from tests.scoring.reading_api import described
from tests.scoring.tables import PLAIN, SWEEP, at, record_on, told, write

KEPT = settings.BASE_DIR / "docs" / "openapi.yaml"


def test_the_description_beside_the_code_is_what_the_code_says(tmp_path):
    made = tmp_path / "openapi.yaml"
    GENERATOR_STATS.reset()
    call_command("spectacular", file=str(made), validate=True, fail_on_warn=True)
    assert made.read_text(encoding="utf-8") == KEPT.read_text(encoding="utf-8"), (
        "make openapi brings it up to date"
    )


def test_the_description_is_served_to_everybody_as_a_good_one():
    validate_schema(described())


def test_every_address_of_the_api_is_in_the_description():
    routes = {
        "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route)
        for name, route in patterns(get_resolver())
        if name.startswith("api_") and name != "api_schema"
    }
    assert set(described()["paths"]) == routes


def test_every_operation_says_how_it_refuses():
    for path, methods in described()["paths"].items():
        for method, operation in methods.items():
            refused = {status for status in operation["responses"] if status >= "400"}
            if method == "post":
                assert refused >= {"400", "403", "413", "415"}, path
            if "_id}" in path:
                assert "404" in refused, path
            for status in refused:
                shape = operation["responses"][status]["content"]["application/json"]["schema"]
                assert shape == {"$ref": "#/components/schemas/Errors"}, path


WITHOUT_A_KEY = {"start_game", "score_record", "read_session", "hand_over"}


def operations() -> dict[str, tuple[str, str, dict]]:
    """By its id: path, method and what is said of it."""
    return {
        each["operationId"]: (path, method, each)
        for path, methods in described()["paths"].items()
        for method, each in methods.items()
    }


@pytest.mark.django_db
def test_what_the_description_opens_without_a_key_is_open_and_all_else_is_not(game):
    """Asked by nobody at all: 404 stands where a key is needed, and where it is not, the request
    itself is judged.
    """
    for name, (path, method, each) in operations().items():
        if {"account_key": []} in each["security"]:
            assert {} in each["security"], name
            assert ({"device": []} in each["security"]) == ("/tournaments/" not in path), name
            continue
        answer = Client().generic(
            method.upper(), path.format(game_id=game.pk), b"{}", content_type="application/json"
        )
        assert ({} in each["security"], answer.status_code) == (
            name in WITHOUT_A_KEY,
            {"read_session": 200, "score_record": 200}.get(
                name, 422 if name in WITHOUT_A_KEY else 404
            ),
        ), name


@pytest.mark.django_db
def test_every_key_that_the_description_names_opens_what_it_says(anna, game):
    schemes = described()["components"]["securitySchemes"]
    header, cookie = schemes["device"], schemes["device_cookie"]
    by_header = Client(headers={header["name"]: f"Device {anna.key}"})
    by_cookie = Client()
    by_cookie.cookies[cookie["name"]] = anna.key
    for client in (by_header, by_cookie):
        assert client.get(at("api_game", game)).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("blank", ["", " ", "\n\t"])
def test_a_text_that_may_not_be_blank_says_so_and_is_refused_when_it_is(blank):
    shapes = described()["components"]["schemas"]
    told_of = {
        (name, key): bool(re.search(found["pattern"], blank)) if "pattern" in found else True
        for name in ("NewGame", "Handover")
        for key, shape in shapes[name]["properties"].items()
        for found in (shape, shape.get("items", {}))
        if found.get("type") == "string" and "enum" not in found and "format" not in found
    }
    taken = {key: key[1] in {"table_name", "players", "names"} for key in told_of}
    assert told_of == taken
    assert set(told_of) == {
        ("NewGame", "preset"),
        ("NewGame", "players"),
        ("NewGame", "table_name"),
        ("Handover", "names"),
        ("Handover", "pass"),
    }
    start = {"variant": "nanking", "players": ["a", "b", "c", "d"]}
    for wrong, status in (
        ({"preset": blank}, 422),
        ({"players": ["a", "b", "c", blank]}, 201),
        ({"table_name": blank}, 201),
    ):
        answer = Client().post("/api/v1/games/", start | wrong, content_type="application/json")
        assert answer.status_code == status, wrong
    carried = {"game": "0" * 32, "entries": [], "pass": blank}
    assert (
        Client().post("/api/v1/handover/", carried, content_type="application/json").status_code
        == 422
    )


def test_every_game_is_in_the_description():
    kinds = described()["components"]["schemas"]["NewGame"]["properties"]["variant"]
    text = json.dumps(described())
    assert all(json.dumps(variant) in text for variant in VARIANTS)
    assert kinds


@pytest.mark.django_db
def test_the_examples_in_the_docs_are_answered_as_they_stand(anna):
    text = (settings.BASE_DIR / "docs" / "api.md").read_text(encoding="utf-8")
    examples = re.findall(
        r"curl -X POST http://localhost:8000(\S+)(?:(?!curl)[^'])*-d '([^']+)'", text
    )
    assert [address.split("/")[-2] for address, _ in examples] == ["games", "entries", "handover"]
    key = carried = ""
    for address, body in examples:
        headers = {"Authorization": f"Device {key}"} if key and "entries" in address else {}
        body = body.replace("<pass>", carried)  # noqa: PLW2901
        answer = Client().post(address, body, content_type="application/json", headers=headers)
        assert answer.status_code < 300, answer.content
        key = key or answer.json()["key"]
        game = Game.objects.get()
        carried = pass_for(game, game.device)
    assert [entry.outcome for entry in Entry.objects.all()] == ["counted", "counted"]


@pytest.mark.django_db
def test_what_is_answered_has_the_keys_that_are_described(anna, beat, game):
    shapes = described()["components"]["schemas"]

    def is_as_described(data: dict, name: str, *left_out: str) -> None:
        assert set(data) == set(shapes[name]["properties"]) - set(left_out)
        assert set(shapes[name].get("required", ())) <= set(data)

    write(game, PLAIN)
    record_on(beat, game, 1, SWEEP)
    shown = anna.read(game)
    is_as_described(shown, "GameShown")
    is_as_described(shown["rounds"][0], "RoundShown")
    is_as_described(shown["rounds"][0]["others"][0], "Version")
    is_as_described(anna.write(game, 2, PLAIN).json(), "RecordedEntry")
    is_as_described(anna.client.get("/api/v1/session/").json(), "Session")
    refused = anna.write(game, 9, PLAIN)
    assert told(refused)
    is_as_described(refused.json(), "Errors")
    is_as_described(refused.json()["errors"][0], "Error")
