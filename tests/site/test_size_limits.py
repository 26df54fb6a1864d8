"""How large a request may be: each address at its bound and one byte above it."""

import json
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import get_resolver

from tests.addresses import an_address, patterns
from tests.scoring.tables import phone_of, table, told
from tichu_site.server import size_limits
from tichu_site.server.request_size import size_limit_for

pytestmark = pytest.mark.django_db

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"


def test_every_bound_is_of_an_address() -> None:
    assert set(size_limits.OF_ADDRESS) <= {name for name, _ in patterns(get_resolver())}
    assert (
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE == size_limits.LARGEST == size_limits.DOCUMENT + 20_000
    )
    assert size_limits.SMALL == size_limits.ENTRY == 16_000
    assert size_limits.OF_ADDRESS["api_score"] == 256_000


def test_every_address_refuses_what_is_a_byte_too_large_before_it_asks_who_sends_it() -> None:
    game = table(phone_of("Anna"))
    client, taken = Client(), {}
    for name, route in patterns(get_resolver()):
        address, most = an_address(route, game), size_limits.OF_ADDRESS.get(name, size_limits.FORM)
        answers = [
            client.post(address, b"x" * size, content_type=FORM).status_code
            for size in (most, most + 1)
        ]
        assert size_limit_for(address) == most
        assert answers[1] == 413, name
        taken[name] = answers[0]
    assert [name for name, status in taken.items() if status in {413, 500}] == []


@pytest.mark.parametrize("address", ["/api/v1/score/", "/api/v1/games/", "/api/v1/nowhere/"])
def test_programs_are_told_in_the_shape_of_the_house(address: str) -> None:
    answer = Client().post(address, b"x" * 300_000, content_type=JSON)
    if "nowhere" in address:
        assert answer.status_code == 404
        return
    assert (answer.status_code, told(answer)) == (413, [("too_large", "")])
    assert answer.json()["errors"][0]["message"].endswith(
        f"at most {size_limit_for(address) // 1000} kB. Nothing was changed."
    )


def test_people_are_told_on_a_page_with_all_that_keeps_pages_safe() -> None:
    answer = Client().post("/new/", b"x" * 64_001, content_type=FORM)
    assert answer.status_code == 413
    assert "at most 64 kB" in answer.content.decode()
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert answer["X-Tichu-Desk"] == "1"
    german = Client(headers={"Accept-Language": "de"}).post(
        "/new/", b"x" * 64_001, content_type=FORM
    )
    assert "höchstens 64 kB" in german.content.decode()


def test_a_script_is_told_in_words_that_it_can_show() -> None:
    answer = Client().post(
        "/new/", b"x" * 64_001, content_type=FORM, headers={"HX-Request": "true"}
    )
    assert (answer.status_code, told(answer)) == (413, [("too_large", "")])


@pytest.mark.parametrize("length", ["-1", "1e3", "²", "9" * 5000, " "])
def test_a_length_that_is_none_is_too_large(length: str) -> None:
    extra: dict[str, Any] = {"CONTENT_LENGTH": length}
    assert Client().post("/api/v1/score/", b"{}", content_type=JSON, **extra).status_code == 413


def test_a_record_of_a_thousand_rounds_with_names_as_people_have_them_is_let_in() -> None:
    played = {
        "out": ["Annemarie", "Beat", "Carla", "Dino"],
        "calls": {"Annemarie": "tichu", "Beat": "grand"},
        "card_points": [65, 35],
    }
    record = {
        "format": "tichu-score-record",
        "version": 1,
        "variant": "nanking",
        "settings": {"target_score": None},
        "players": played["out"],
        "rounds": [played] * 1000,
    }
    answer = Client().post("/api/v1/score/", json.dumps(record), content_type=JSON)
    assert (answer.status_code, answer.json()["ok"], len(answer.json()["rounds"])) == (
        200,
        True,
        1000,
    )
