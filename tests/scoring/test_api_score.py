"""Scoring a record by the API: the same answer as the command's, whatever the body, and nothing is
kept.
"""

import json
from pathlib import Path

import pytest
from django.test import Client

from scoring.models import Device, Game
from scoring.rules.lines import answer_line
from tests.scoring.rules.contract import GAME, LINE, answers
from tests.scoring.tables import told

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/score/"
REAL = Path(__file__).parents[2].parent / "shared" / "data" / "real-games.jsonl"

LINES = {
    "a game": json.dumps(GAME).encode(),
    "a game with a mistake": json.dumps(
        GAME | {"rounds": [{"out": ["Anna", "Anna"], "card_points": [1, 2]}]}
    ).encode(),
    "a game nobody knows": json.dumps(GAME | {"variant": "poker"}).encode(),
    "half a surrogate pair": json.dumps(
        GAME | {"players": ["Zoë", "Ян", "\ud83d", "🀄"], "rounds": []}
    ).encode(),
    "names in UTF-8": LINE.replace(b"Anna", "Ян".encode()).replace(b"Beat", "أنا".encode()),
    "no JSON": b"{",
    "no UTF-8": b"\xff\xfe",
    "NaN": b'{"players": NaN}',
    "a list": b"[]",
    "a key twice": b'{"format": 1, "format": 2}',
    "a number of 5000 digits": b'{"version": ' + b"9" * 5000 + b"}",
    "a number beyond floats": b'{"version": 1e999}',
    "nested deep": b"[" * 20_000 + b"]" * 20_000,
    "nested less deep": b'{"rounds": ' + b"[" * 900 + b"]" * 900 + b"}",
    "a NUL": b'{"players": ["\\u0000"]}',
}


def score(body: bytes) -> dict:
    answer = Client().post(ADDRESS, body, content_type="application/json")
    assert answer.status_code == 200
    return answer.json()


@pytest.mark.parametrize("kind", LINES)
def test_a_record_is_answered_as_by_the_command(kind, tmp_path):
    found = score(LINES[kind])
    assert [found] == answers(LINES[kind], tmp_path)
    assert found["ok"] == (kind in {"a game", "names in UTF-8"})
    assert not Game.objects.exists()
    assert not Device.objects.exists()


def test_nothing_at_all_is_answered_too():
    assert score(b"") == answer_line(b"")


@pytest.mark.skipif(not REAL.exists(), reason="the real games are not beside the project")
def test_the_real_games_score_as_by_the_command():
    for line in REAL.read_bytes().splitlines():
        assert score(line) == answer_line(line)


def test_a_record_larger_than_any_evening_is_refused():
    answer = Client().post(ADDRESS, b"x" * 256_001, content_type="application/json")
    assert (answer.status_code, told(answer)) == (413, [("too_large", "")])


def test_a_form_is_no_record():
    answer = Client().post(ADDRESS, GAME | {"rounds": "", "players": ""})
    assert (answer.status_code, told(answer)) == (415, [("unsupported_media_type", "")])
