"""Games by the API: started, read, read as a record; the key, the cookie and its token."""

import json
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.access.devices import COOKIE, hash_of
from scoring.games.queries import table_of
from scoring.models import Device, Game
from scoring.rules import PRESETS, VARIANTS
from scoring.rules.record import read_record
from tests.requests import Response
from tests.scoring.tables import (
    PEOPLE,
    PLAIN,
    PLAYERS,
    ROUNDS,
    SWEEP,
    Phone,
    an_entry,
    at,
    choose,
    let_in,
    phone_of,
    record_on,
    table,
    told,
    write,
)

pytestmark = pytest.mark.django_db

START = "/api/v1/games/"
FOUR = {"variant": "nanking", "players": PEOPLE[:4]}


def start(client: Client, body: object, **headers: str) -> Response:
    return client.post(START, json.dumps(body), content_type="application/json", headers=headers)


# Starting
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_client_without_a_key_starts_a_game_and_gets_one(variant):
    answer = start(Client(), {"variant": variant, "players": PEOPLE[: PLAYERS[variant]]})
    assert answer.status_code == 201
    given = answer.json()
    game = Game.objects.get()
    assert (given["id"], given["role"], given["state"], given["next"]) == (
        str(game.pk),
        "owner",
        "running",
        1,
    )
    assert given["players"] == PEOPLE[: PLAYERS[variant]]
    assert given["rounds"] == []
    assert game.device.key_hash == hash_of(given["key"])
    # The key opens the game, and is handed out once.
    mine = Client().get(f"{START}{game.pk}/", headers={"Authorization": f"Device {given['key']}"})
    assert mine.json() == {key: value for key, value in given.items() if key != "key"}


def test_a_second_game_with_the_key_is_the_same_devices(anna):
    key = start(Client(), FOUR).json()["key"]
    answer = start(Client(), FOUR, Authorization=f"Device {key}")
    assert answer.status_code == 201
    assert "key" not in answer.json()
    assert Game.objects.filter(device__key_hash=hash_of(key)).count() == 2


def test_a_browser_is_known_by_its_cookie_and_is_told_no_key():
    client = Client()
    client.get("/new/")
    assert client.cookies[COOKIE].value
    assert "key" not in start(client, FOUR).json()
    assert Device.objects.get().key_hash == hash_of(client.cookies[COOKIE].value)


def test_an_id_makes_the_second_start_give_the_game_of_the_first(anna):
    body = FOUR | {
        "id": str(uuid.uuid4()),
        "table_name": "By the stove",
        "direction": "left",
        "saving": "asks",
    }
    first, second = start(anna.client, body), start(anna.client, body)
    assert first.status_code == second.status_code == 201
    assert first.content == second.content
    game = Game.objects.get()
    assert (str(game.pk), game.table_name, game.direction, game.saving) == (
        body["id"],
        "By the stove",
        "left",
        "asks",
    )
    for other in (
        {"players": PEOPLE[4:8]},
        {"table_name": ""},
        {"settings": {"target_score": 500}},
    ):
        answer = start(anna.client, body | other)
        assert (answer.status_code, told(answer)[0][0]) == (409, "id_used")
    answer = start(phone_of("Beat").client, body)
    assert (answer.status_code, told(answer)[0][0]) == (409, "id_used")
    assert Game.objects.count() == 1


def test_a_preset_is_a_rule_set_by_name_and_settings_change_it(anna):
    for preset in PRESETS:
        variant = preset.rules.variant
        body = {"variant": variant, "players": PEOPLE[: PLAYERS[variant]], "preset": preset.key}
        game = Game.objects.get(pk=start(anna.client, body).json()["id"])
        assert (game.preset, table_of(game).rules) == (preset.key, preset.rules)
    given = start(anna.client, FOUR | {"preset": "short", "settings": {"tichu_value": 150}}).json()
    assert given["settings"] == {"target_score": 500, "tichu_value": 150}
    assert Game.objects.get(pk=given["id"]).preset == ""


@pytest.mark.parametrize(
    ("wrong", "mistakes"),
    [
        ({"preset": "nonsense"}, [("unknown_preset", "preset")]),
        ({"preset": "short", "variant": "tientsin"}, [("unknown_preset", "preset")]),
        ({"preset": 7}, [("invalid", "preset")]),
        ({"variant": "poker"}, [("invalid_choice", "variant")]),
        ({"variant": ["nanking"]}, [("invalid_choice", "variant")]),
        ({"players": "Anna"}, [("not_a_list", "players")]),
        (
            {"players": [1, None, {}]},
            [("invalid", "players.0"), ("null", "players.1"), ("invalid", "players.2")],
        ),
        ({"players": PEOPLE[:3]}, [("player_count", "names")]),
        ({"players": ["x"] * 2_000}, [("max_length", "players")]),
        ({"players": ["An\0na", *PEOPLE[1:4]]}, [("null_characters_not_allowed", "players.0")]),
        (
            {"players": ["\ud83d", *PEOPLE[1:4]]},
            [("surrogate_characters_not_allowed", "players.0")],
        ),
        ({"settings": []}, [("not_a_dict", "settings")]),
        ({"settings": {"nonsense": 1}}, [("unknown_setting", "nonsense")]),
        ({"settings": {"target_score": "1000"}}, [("bad_setting", "target_score")]),
        ({"settings": {"\ud83d": 1}}, [("unknown_setting", "\ufffd")]),
        ({"settings": {"extra_calls": {"a\0": 100}}}, [("bad_setting", "settings")]),
        ({"settings": {"extra_calls": {"a\ud83d": 100}}}, [("bad_setting", "settings")]),
        ({"id": 1}, [("invalid", "id")]),
        ({"id": True}, [("invalid", "id")]),
        ({"id": "x" * 10_000}, [("invalid", "id")]),
        ({"table_name": "x" * 100}, [("too_long", "table_name")]),
        ({"direction": "up"}, [("invalid_choice", "direction")]),
        ({"saving": None}, [("null", "saving")]),
    ],
)
def test_what_starts_no_game_is_refused_and_leaves_no_device_behind(wrong, mistakes):
    client = Client()
    answer = start(client, FOUR | wrong)
    assert (answer.status_code, told(answer)) == (422, mistakes)
    assert len(answer.content) < 2000
    assert not Game.objects.exists()
    assert not Device.objects.exists()
    assert COOKIE not in client.cookies


def test_a_body_that_is_no_object_or_nothing_is_refused():
    for body in ([], "x", 7, None, True):
        assert (answer := start(Client(), body)).status_code == 422
        assert told(answer)[0][0] in {"invalid", "required", "null"}
    assert Client().post(START, content_type="application/json").status_code == 422
    assert Client().post(START, FOUR).status_code == 415


# Reading
# --------------------------------------------------------------------------------------------------


def test_a_game_is_read_with_its_rounds_versions_and_how_far_each_has_come(anna, beat, game):
    first, second = write(game, PLAIN, SWEEP)
    rival = record_on(beat, game, 2, PLAIN)
    record_on(beat, game, 1, PLAIN)
    shown = anna.read(game)
    assert (shown["id"], shown["state"], shown["role"], shown["next"]) == (
        str(game.pk),
        "running",
        "owner",
        3,
    )
    assert (shown["variant"], shown["settings"], shown["sides"]) == (
        "nanking",
        {},
        [[0, 2], [1, 3]],
    )
    assert (shown["totals"], shown["version"]) == ([265, 35], Game.objects.get().version)
    assert shown["rounds"] == [
        {
            "number": 1, "entry": str(first.pk), "round": PLAIN, "phone": anna.device.code,
            "scores": [65, 35], "totals": [65, 35], "place": "agreed", "recording": "full",
            "others": [],
        },
        {
            "number": 2, "entry": str(second.pk), "round": SWEEP, "phone": anna.device.code,
            "scores": [200, 0], "totals": [265, 35], "place": "server", "recording": "full",
            "others": [{"entry": str(rival.pk), "round": PLAIN, "phone": beat.device.code}],
        },
    ]  # fmt: skip
    version = shown["version"]
    choose(game, 2, rival)
    shown = anna.read(game)
    assert shown["version"] > version
    assert shown["rounds"][1]["others"] == []
    assert shown["totals"] == [130, 70]


@pytest.mark.parametrize(("variant", "recording"), ROUNDS)
def test_a_game_read_as_a_record_is_a_score_record_that_reads_back(anna, variant, recording):
    game = table(anna, variant, **({"recording": recording} if recording != "full" else {}))
    write(game, ROUNDS[variant, recording])
    data = anna.get("api_record", game).json()
    record, kept = read_record(data), table_of(game)
    assert (record.rules, list(record.rounds), record.game) == (
        kept.rules,
        kept.played,
        kept.result,
    )
    assert list(record.players) == kept.names


@pytest.mark.parametrize("address", ["api_game", "api_record"])
def test_who_may_write_may_read_and_a_stranger_may_not(game, address):
    beat = phone_of("Beat")
    assert beat.get(address, game).status_code == 404
    assert told(beat.get(address, game)) == [("not_open", "")]
    let_in(beat, game, "scorer")
    answer = beat.get(address, game)
    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")
    assert beat.client.get(f"/api/v1/games/{game.pk}x/").status_code == 404
    assert beat.client.get("/api/v1/games/1/record/").status_code == 404


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        ("api_games", "POST"), ("api_game", "GET"), ("api_record", "GET"), ("api_entries", "POST"),
        ("api_score", "POST"), ("api_session", "GET"), ("api_handover", "POST"),
    ],
)  # fmt: skip
def test_another_method_is_not_allowed_and_told_as_everything_else(anna, game, address, allowed):
    of_game = {"game_id": game.pk} if address in {"api_game", "api_record", "api_entries"} else {}
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - {allowed}:
        answer = anna.client.generic(
            method, reverse(address, kwargs=of_game), b"{}", content_type="application/json"
        )
        assert (answer.status_code, told(answer)) == (405, [("method_not_allowed", "")])


# The cookie and its token
# ---------------------------------------------------------------------------------------------


def careful(phone: Phone) -> Client:
    client = Client(enforce_csrf_checks=True)
    client.cookies = phone.client.cookies
    return client


def test_a_cookie_without_its_token_writes_nothing_and_with_a_fresh_one_it_does(anna, game):
    client, entry = careful(anna), json.dumps(an_entry(1, PLAIN))

    def ask(**headers: str) -> Response:
        return client.post(
            at("api_entries", game), entry, content_type="application/json", headers=headers
        )

    for headers in ({}, {"X-CSRFToken": "x" * 32}):
        refused = ask(**headers)
        assert (refused.status_code, told(refused)) == (403, [("csrf_failed", "")])
    assert not game.entries.exists()
    session = client.get("/api/v1/session/")
    assert session.json()["known"] is True
    assert session["Cache-Control"] == "no-store"
    assert ask(**{"X-CSRFToken": session.json()["csrf"]}).status_code == 201


def test_starting_with_a_cookie_needs_its_token_too(anna):
    assert start(careful(anna), FOUR).status_code == 403
    assert not Game.objects.exists()


def test_a_phone_that_nobody_knows_is_told_so():
    client = Client()
    assert client.get("/api/v1/session/").json()["known"] is False
    assert not Device.objects.exists()
