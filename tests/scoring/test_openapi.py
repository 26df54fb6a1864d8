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

from scoring.handover import pass_for
from scoring.models import Entry, Game
from scoring.rules import VARIANTS
from tests.scoring.tables import PLAIN, SWEEP, record_on, told, write
from tests.scoring.test_permissions import patterns

KEPT = settings.BASE_DIR / "docs" / "openapi.yaml"


def described() -> dict:
    answer = Client().get("/api/v1/schema/")
    assert answer.status_code == 200
    return json.loads(answer.content)


def test_the_description_beside_the_code_is_what_the_code_says(tmp_path):
    made = tmp_path / "openapi.yaml"
    GENERATOR_STATS.reset()
    call_command("spectacular", file=str(made), validate=True, fail_on_warn=True)
    assert made.read_text(encoding="utf-8") == KEPT.read_text(encoding="utf-8"), "make openapi brings it up to date"


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


def test_every_game_is_in_the_description():
    kinds = described()["components"]["schemas"]["NewGame"]["properties"]["variant"]
    text = json.dumps(described())
    assert all(json.dumps(variant) in text for variant in VARIANTS)
    assert kinds


@pytest.mark.django_db
def test_the_examples_in_the_docs_are_answered_as_they_stand(anna):
    text = (settings.BASE_DIR / "docs" / "api.md").read_text(encoding="utf-8")
    examples = re.findall(r"curl -X POST http://localhost:8000(\S+)(?:(?!curl)[^'])*-d '([^']+)'", text)
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
