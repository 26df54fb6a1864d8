"""Score records and the documents of other counters: what is read and what is refused."""

import json
import re
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import RuleError
from tests.scoring.imports.readings import FOUR, HEAD, totals, wrong
from tournaments.clubs.imports import FORMS, PersonLine, read

RECORD = {
    "format": "tichu-score-record",
    "version": 1,
    "variant": "nanking",
    "players": ["Anna", "Beat", "Carla", "Dino"],
    "rounds": [
        {
            "out": ["Anna", "Dino", "Carla", "Beat"],
            "calls": {"Anna": "tichu"},
            "card_points": [65, 35],
        }
    ],
}


# Score records
# --------------------------------------------------------------------------------------------------


def test_records_are_read_a_line_each_with_when_they_were_played() -> None:
    lines = [
        json.dumps(RECORD),
        "",
        json.dumps({"started_at": "2024-05-03T19:30:00Z", "record": RECORD}),
    ]
    reading = read("\n".join(lines).encode())
    assert (reading.form, reading.refused) == ("records", ())
    assert [(game.line, game.at) for game in reading.games] == [
        (1, None),
        (3, datetime(2024, 5, 3, 19, 30, tzinfo=UTC)),
    ]
    assert totals(reading) == [(165, 35)] * 2
    assert totals(read(json.dumps([RECORD, RECORD], indent=2).encode())) == [(165, 35)] * 2
    assert totals(read(json.dumps(RECORD, indent=2).encode())) == [(165, 35)]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{", "not_json"),
        ("[" * 5000, "not_json"),
        ('{"a": 1, "a": 2}', "not_json"),
        ("[]", "wrong_type"),
        ("7", "wrong_type"),
        (json.dumps(RECORD | {"variant": "bridge"}), "unknown_variant"),
        (json.dumps(RECORD | {"rounds": [{}] * 501}), "wrong_type"),
        (json.dumps({"record": RECORD, "started_at": "some day"}), "bad_date"),
        (json.dumps({"record": RECORD, "started_at": 7}), "bad_date"),
        (json.dumps({"record": RECORD, "by": "me"}), "unknown_key"),
    ],
)
def test_a_line_that_is_no_record_is_refused_and_the_others_are_read(line: str, code: str) -> None:
    reading = read("\n".join([json.dumps(RECORD), line, json.dumps(RECORD)]).encode(), "records")
    assert len(reading.games) == 2
    assert {(at, kind) for at, _field, kind in wrong(reading)} == {(2, code)}


# Other counters
# --------------------------------------------------------------------------------------------------


def a_dragon(**more: Any) -> dict[str, Any]:
    """A game of Dragon's Count. Its players 1 and 2 play together."""
    return {
        "createdAt": {"seconds": 1714764600, "nanoseconds": 0},
        "status": "finished",
        "players": [{"uid": None, "guestName": "Anna"}, {"uid": "u2", "guestName": None},
                    {"uid": None, "guestName": "Beat"}, {"uid": None, "guestName": "Dino"}],
        "rounds": [
            {"roundNumber": 2, "team1CardPoints": 0, "team2CardPoints": 0, "tichuCalls": [],
            "grandTichuCalls": [1],
             "oneTwoVictory": 2, "finishedFirst": 4},
            {"roundNumber": 1, "team1CardPoints": 65, "team2CardPoints": 35, "tichuCalls": [1, 3],
             "grandTichuCalls": [], "oneTwoVictory": 0, "finishedFirst": 1, "bombs": [1, 1]},
        ],
    } | more  # fmt: skip


def test_games_of_dragons_count_have_their_seats_calls_and_first_out() -> None:
    document = {"games": {"x": a_dragon()}, "users": {"u2": {"displayName": "Carla"}}}
    reading = read(json.dumps(document).encode())
    (game,) = reading.games
    assert (reading.form, reading.refused, game.record.players) == (
        "dragons_count",
        (),
        ("Anna", "Beat", "Carla", "Dino"),
    )
    assert game.at == datetime(2024, 5, 3, 19, 30, tzinfo=UTC)
    assert totals(reading) == [(65 + 100 - 200, 35 - 100 + 200)]


def test_where_dragons_count_does_not_say_who_was_first_it_is_points_alone() -> None:
    rounds = [
        one | {"finishedFirst": 0} if one["roundNumber"] == 2 else one
        for one in a_dragon()["rounds"]
    ]
    reading = read(
        json.dumps({"games": [a_dragon(rounds=rounds)], "users": {"u2": "Carla"}}).encode()
    )
    assert reading.refused == ()
    assert reading.games[0].record.rules.settings() == {"recording": "points"}
    assert totals(reading) == [(-35, 135)]


def test_an_account_of_which_nobody_says_the_name_is_asked_for() -> None:
    assert wrong(read(json.dumps([a_dragon()]).encode())) == [(1, "players", "empty_name")]


def a_match(**more: Any) -> dict[str, Any]:
    """A match of Tichu-Manger."""
    return {
        "id": 7,
        "play_date": "2026-03-04",
        "status": "FINISHED",
        "team_a_players": [{"id": 1, "name": "Anna"}, {"id": 2, "name": "Carla"}],
        "team_b_players": [{"id": 3, "name": "Beat"}, {"id": 4, "name": "Dino"}],
        "rounds": [
            {
                "round_number": 1,
                "team_a_base_score": 65,
                "team_b_base_score": 35,
                "team_a_total": 165,
                "events": [
                    {"type": "tichu", "player_id": 1, "success": True},
                    {"type": "grand", "player_id": 4, "success": False},
                    {"type": "custom", "memo": "x"},
                ],
            },
            {
                "round_number": 2,
                "team_a_base_score": 0,
                "team_b_base_score": 0,
                "events": [{"type": "one_two", "team": "B"}],
                "direct": False,
            },
        ],
    } | more


def test_matches_of_tichu_manger_have_calls_with_what_became_of_them() -> None:
    reading = read(json.dumps(a_match()).encode())
    (game,) = reading.games
    assert (reading.form, reading.refused, game.at) == ("tichu_manager", (), date(2026, 3, 4))
    assert game.record.players == ("Anna", "Beat", "Carla", "Dino")
    assert totals(reading) == [(165, 35 - 200 + 200)]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("direct", True),
        ("events", [{"type": "tichu", "player_id": 9, "success": True}]),
        ("events", "x"),
        ("events", [{"type": "one_two", "team": ["A"]}]),
        ("team_a_base_score", "65"),
        ("team_a_base_score", None),
    ],
)
def test_a_match_that_cannot_be_told_truly_is_refused(key: str, value: object) -> None:
    rounds = [a_match()["rounds"][0] | {key: value}]
    reading = read(json.dumps([a_match(rounds=rounds), a_match()]).encode())
    assert len(reading.games) == 1
    assert {line for line, _field, _code in wrong(reading)} == {1}


@pytest.mark.parametrize(
    "document",
    [
        {
            "version": 2,
            "scores": {
                "rounds": [{"points": {"A": 65, "B": 35}, "flags": {"A": {"doubleWin": False}}}]
            },
        },
        {"scores": [{"scoreA": 65, "scoreB": 35, "doubleWinA": False}], "settings": {"teamA": "A"}},
        {
            "id": "x",
            "team1": {},
            "team2": {},
            "scores": {"rounds": [{"number": 1, "team1": 165}]},
            "hasEnded": True,
        },
        {"roundScores": [{"round": 1, "team1": 10, "team2": 90}]},
    ],
)
def test_an_export_that_keeps_too_little_is_recognised_and_told_why(document: object) -> None:
    reading = read(json.dumps(document, indent=2).encode())
    assert (reading.games, wrong(reading)) == ((), [(None, "file", "not_readable")])


# What the page of the docs shows
# ---------------------------------------------------------------------------------


def test_the_examples_of_the_docs_are_read_as_they_say() -> None:
    text = (Path(__file__).parents[3] / "docs/import.md").read_text("utf-8")
    blocks = re.findall(r"(?:^    .+\n)+", text, re.MULTILINE)
    examples = [read(block.replace("    ", "").encode()) for block in blocks if ";" in block]
    assert [one.form for one in examples] == ["people", "rounds"]
    assert [one.refused for one in examples] == [(), ()]
    assert examples[0].people == (
        PersonLine(2, "Anna Meier", ("Anni",)),
        PersonLine(3, "Beat Frei", (), True),
    )
    assert totals(examples[1]) == [(165 - 200, 35 + 200)]


def test_every_counter_that_is_read_and_every_one_that_is_not_is_in_the_docs() -> None:
    text = (Path(__file__).parents[3] / "docs/import.md").read_text("utf-8").replace("'", "’")
    assert all(
        form.name in text
        for form in FORMS.values()
        if form.key in {"dragons_count", "tichu_manager"}
    )
    assert "refused" in text


SCRAPS = st.sampled_from(
    ["name", "Name;Guest", HEAD, FOUR, "first", "points", "Anna", ";", ",", "\t", "\n", '"', "=",
    "'", "[", "{", "}",
     "]", ":", '"players"', '"rounds"', '"oneTwoVictory"', '"team1CardPoints"', '"team_a_players"',
     '"team_b_players"', "1", json.dumps(RECORD), json.dumps(a_dragon()), json.dumps(a_match()),
     "null", "\0", "\ufeff",
     "é", "2024-05-03"]
)  # fmt: skip


@given(st.lists(SCRAPS, max_size=12).map("".join), st.sampled_from(["", *FORMS]))
def test_nothing_that_is_sent_makes_a_reader_fail(text: str, form: str) -> None:
    try:
        reading = read(text.encode(), form)
    except RuleError:
        return
    assert reading.form in FORMS


LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-300, 300), st.text(max_size=3), st.just([]), st.just({})
)


@given(st.sampled_from([a_dragon, a_match]), st.data())
def test_no_value_in_a_document_makes_a_reader_fail(make: Any, data: st.DataObject) -> None:
    """One value of a good document is another."""
    document = make()
    place: Any = document
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            place[key] = data.draw(LEAVES)
            break
        place = place[key]
    reading = FORMS["dragons_count" if make is a_dragon else "tichu_manager"].read(
        json.dumps(document)
    )
    assert reading.games or reading.refused or not document
