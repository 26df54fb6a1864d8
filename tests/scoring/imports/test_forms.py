"""Each form by tables of made-up samples: what is read, what is refused and where."""

import json
import re
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import RuleError
from tournaments.clubs.imports import FORMS, PersonLine, Reading, read
from tournaments.clubs.imports.people import HEADS as PEOPLE
from tournaments.clubs.imports.rounds import HEADS as ROUNDS

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
HEAD = "date;game;player 1;player 2;player 3;player 4"
FOUR = "2024-05-03;1;Anna;Beat;Carla;Dino"


def totals(reading: Reading) -> list[tuple[int, ...]]:
    return [tuple(game.record.game.totals) for game in reading.games]


def wrong(reading: Reading) -> list[tuple[int | None, str, str]]:
    return [(one.line, one.mistake.field, one.mistake.code) for one in reading.refused]


def code_of(content: bytes) -> str:
    """Why nothing of a file is read."""
    with pytest.raises(RuleError) as caught:
        read(content)
    (mistake,) = caught.value.mistakes
    assert mistake.message
    return mistake.code


# People
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Name;Other names;Guest\nAnna Meier;Anni;x\n",
        "name,other names,guest\nAnna Meier,Anni,yes\n",
        "Vorname\tNachname\tSpitzname\tGast\nAnna\tMeier\tAnni\tja\n",
        "\ufeffPrénom;Nom de famille;Surnom;Statut\r\nAnna;Meier;Anni;invitée\r\n",
        "Имя и фамилия;Прозвище;Член\nAnna Meier;Anni;нет\n",
        'sep=;\nImię i nazwisko;Pseudonim;Gość\n"Anna Meier";Anni;tak\n\n;;\n',
        'name,alias,guest\n="Anna Meier",\'Anni,1\n',
    ],
)
def test_a_list_of_people_is_read_in_five_languages_and_as_spreadsheets_save_it(text: str) -> None:
    reading = read(text.encode())
    assert reading.form == "people"
    assert [(one.name, one.other_names, one.guest) for one in reading.people] == [
        ("Anna Meier", ("Anni",), True)
    ]
    assert reading.refused == ()


def test_what_a_list_of_people_does_not_say_stays_open_and_what_nobody_keeps_is_named() -> None:
    reading = read(b"No;Name;Phone\n7;Anna;031\n8;Beat;\n")
    assert reading.people == (PersonLine(2, "Anna"), PersonLine(3, "Beat"))
    assert reading.left_out == ("Phone", "No")


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ('=HYPERLINK("http://a.example")', "formula"),
        ("@SUM(A1)", "formula"),
        ("+41 31", "formula"),
        ("x" * 2001, "line_too_long"),
        ("Anna;;;x", "too_many_columns"),
    ],
)
def test_a_line_that_is_a_trap_is_refused_with_its_number_and_no_other(
    cell: str, code: str
) -> None:
    cell = f'"{cell}"' if '"' not in cell and ";" not in cell else cell.replace('"', "")
    reading = read(f"Name;Guest\nBeat;\n{cell}\nCarla;\n".encode())
    assert [one.name for one in reading.people] == ["Beat", "Carla"]
    assert wrong(reading) == [(3, "line", code)]


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("Name\nJürg Müller\n".encode("cp1252"), "Jürg Müller"),
        ("Name\nŁucja Żak\n".encode("utf-16"), "Łucja Żak"),
        ("\ufeffName\nЖанна\n".encode(), "Жанна"),
    ],
)
def test_letters_are_what_they_were_in_the_encodings_of_spreadsheets(
    content: bytes, name: str
) -> None:
    assert [one.name for one in read(content).people] == [name]


@pytest.mark.parametrize(
    "content", ["Name\nŁucja Żak\n".encode("cp1250"), "Имя\nЖанна\n".encode("cp1251")]
)
def test_letters_that_nobody_can_tell_are_not_guessed(content: bytes) -> None:
    assert code_of(content) == "bad_encoding"


def test_each_head_has_five_languages() -> None:
    for heads in (PEOPLE, ROUNDS):
        assert all(word == word.casefold() for word in heads)
        cyrillic = {
            what for word, what in heads.items() if any("а" <= char <= "я" for char in word)
        }
        assert set(heads.values()) - {"number"} <= cyrillic, heads


# Rounds
# --------------------------------------------------------------------------------------------------


def rounds_of(head: str, *lines: str) -> Reading:
    return read("\n".join([f"{HEAD};{head}", *(f"{FOUR};{line}" for line in lines)]).encode())


def test_a_list_of_rounds_with_the_whole_order_is_a_game_in_full() -> None:
    reading = rounds_of(
        "first;second;third;fourth;tichu;grand;points 1",
        "Anna;Dino;Carla;;Anna;;65",
        "Beat;Dino;;;;Carla;",
    )
    (game,) = reading.games
    assert (reading.form, reading.refused, game.line, game.at) == (
        "rounds",
        (),
        2,
        date(2024, 5, 3),
    )
    assert game.record.rules.settings() == {}
    assert game.record.rounds[0].out == (0, 3, 2)
    assert totals(reading) == [(165 - 200, 35 + 200)]


def test_a_list_with_the_first_out_alone_says_who_swept() -> None:
    reading = rounds_of(
        "first out;tichu;points;double", "Anna;Anna;65;", "Dino;;;x", "Carla;;;1", "1;1;−25;"
    )
    assert reading.refused == ()
    assert reading.games[0].record.rules.settings() == {"recording": "first"}
    assert totals(reading) == [(165 + 200 - 25 + 100, 35 + 200 + 125)]


def test_a_list_of_points_says_whose_call_was_made() -> None:
    reading = rounds_of(
        "punkte 1;punkte 2;tichu;grand;made;sweep",
        "65;35;Anna;;Anna;",
        ";40;Beat;;;",
        ";;;Dino;Dino;Beat",
    )
    assert reading.refused == ()
    assert reading.games[0].record.rules.settings() == {"recording": "points"}
    assert totals(reading) == [(165 + 60, 35 + 40 - 100 + 200 + 200)]


def test_where_one_round_says_less_none_says_more() -> None:
    reading = rounds_of(
        "first;second;third;points", "Anna;Dino;Carla;65", "Beat;;;40", "Beat;Dino;;"
    )
    assert reading.games[0].record.rules.settings() == {"recording": "first"}
    assert totals(reading) == [(105, 295)]


def test_two_teams_may_stand_in_two_cells_and_games_with_their_time() -> None:
    text = "Datum,Zeit,Spiel,Team 1,Team 2,Reihenfolge,Punkte\n" + (
        "3.5.2024,19:30,1,Anna & Carla,Beat & Dino,Anna > Beat > Carla,50\n"
        "3.5.2024,21.15 Uhr,2,Anna & Carla,Beat & Dino,Anna > Beat > Carla,50\n"
    ).replace("21.15", "21:15")
    reading = read(text.encode())
    assert [game.record.players for game in reading.games] == [
        ("Anna", "Beat", "Carla", "Dino")
    ] * 2
    assert [game.at for game in reading.games] == [
        datetime(2024, 5, 3, 19, 30),  # noqa: DTZ001
        datetime(2024, 5, 3, 21, 15),  # noqa: DTZ001
    ]


def test_six_players_are_tientsin_and_three_have_to_say_what_they_played() -> None:
    head = "date;game;variant;" + ";".join(f"player {n}" for n in range(1, 7)) + ";first;points"
    six = f"2024-05-03;1;;{';'.join('ABCDEF')};A;50"
    three = "2024-05-03;2;{};A;B;C;;;;A;50"
    reading = read(
        "\n".join(
            [head, six, three.format(""), three.format("Trichu").replace(";2;", ";3;")]
        ).encode()
    )
    assert [game.record.rules.variant for game in reading.games] == ["tientsin", "trichu"]
    assert wrong(reading) == [(3, "variant", "unknown_variant")]


@pytest.mark.parametrize(
    ("days", "found"),
    [
        (("13/05/2024", "3/5/2024"), [date(2024, 5, 13), date(2024, 5, 3)]),
        (("05/13/2024", "5/3/2024"), [date(2024, 5, 13), date(2024, 5, 3)]),
        (("3/5/2024",), None),
        (("5/5/2024",), [date(2024, 5, 5)]),
        (("31.2.2024",), None),
        (("yesterday",), None),
        (("1924-05-03",), None),
    ],
)
def test_a_day_is_read_where_it_can_be_one_day_alone(
    days: tuple[str, ...], found: list[date] | None
) -> None:
    lines = [f"{day};{number};Anna;Beat;Carla;Dino;Anna;50" for number, day in enumerate(days)]
    reading = read("\n".join([f"{HEAD};first;points", *lines]).encode())
    assert [game.at for game in reading.games] == (found or [])
    assert [code for _line, _field, code in wrong(reading)] == ([] if found else ["bad_date"])


@pytest.mark.parametrize(
    ("line", "field", "code"),
    [
        ("Anna;63;", "card_points", "points_step"),
        ("Anna;many;", "card_points", "wrong_type"),
        ("Anna;200;", "card_points", "points_range"),
        ("Eva;50;", "out", "unknown_player"),
        ("Anna;;2", "sweep", "sweep_mismatch"),
        ("Anna;;Eva", "sweep", "sweep_mismatch"),
        ("Anna;;", "card_points", "points_missing"),
        ("Anna;50;1", "card_points", "points_not_allowed"),
    ],
)
def test_what_breaks_the_rules_is_refused_at_its_line_and_with_it_its_game(
    line: str, field: str, code: str
) -> None:
    reading = rounds_of("first;points;sweep", "Anna;50;", line)
    assert reading.games == ()
    assert (3, field, code) in wrong(reading)


def test_a_line_of_which_nobody_knows_the_game_stops_them_all() -> None:
    """A round that was lost without a word would change who won."""
    reading = rounds_of("first;points", "Anna;50", "=1+1;50", "Anna;50")
    assert (reading.games, wrong(reading)) == ((), [(3, "line", "formula")])


def test_a_round_after_the_end_is_told() -> None:
    ((line, _field, code),) = wrong(rounds_of("first;points;sweep", *["Anna;;1"] * 6))
    assert (line, code) == (7, "game_over")


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


# A plain list, and results without rounds
# ----------------------------------------------------------------------------


def test_a_name_on_each_line_is_a_list_of_people() -> None:
    reading = read(
        (
            "1. Anna Meier\n\n• Beat Frei\nCarla O’Neill\nanna  meier\nDino; Bern\nPeter Müller (2)"
        ).encode()
    )
    assert reading.form == "people"
    assert [(one.line, one.name, one.guest) for one in reading.people] == [
        (1, "Anna Meier", None),
        (3, "Beat Frei", None),
        (4, "Carla O’Neill", None),
        (7, "Peter Müller (2)", None),
    ]
    assert wrong(reading) == [(5, "name", "name_twice"), (6, "name", "not_a_name")]
    assert reading.refused[0].mistake.params == {"name": "anna  meier", "line": 1}


@pytest.mark.parametrize(
    "content", ["hello", "hello & <goodbye>\nyou", '"a"\n"b"', "1\n2\n3", "a b c d e f g\n" * 3]
)
def test_what_is_no_list_of_names_is_not_taken_for_one(content: str) -> None:
    assert code_of(content.encode()) == "unknown_form"


def test_two_lines_of_one_name_are_not_made_one_person() -> None:
    reading = read("Name;Guest\nPeter Müller;x\nPeter müller;\n".encode())
    assert [one.line for one in reading.people] == [2]
    assert wrong(reading) == [(3, "name", "name_twice")]


@pytest.mark.parametrize(
    "content",
    [
        (
            "Date,Player 1,Player 2,Player 3,Player 4,Points A,Points "
            "B\n2024-05-03,Anna,Beat,Carla,Dino,1005,640"
        ),
        (
            "Datum;Spieler 1;Spieler 2;Spieler 3;Spieler 4;Punkte 1;Punkte "
            "2\n3.5.2024;Anna;Beat;Carla;Dino;1005;640"
        ),
        f"{HEAD};points 1;points 2\n{FOUR};1005;640\n{FOUR};500;1010",
    ],
)
@pytest.mark.parametrize("form", ["", "rounds"])
def test_results_without_rounds_say_what_is_wanted(content: str, form: str) -> None:
    reading = read(content.encode(), form)
    assert (reading.form, reading.people, reading.games) == ("rounds", (), ())
    assert wrong(reading) == [(None, "file", "no_rounds")]
    assert "player 4; first" in str(reading.refused[0].mistake)


@pytest.mark.parametrize("points", ["65;35", "65;", "125;-25"])
def test_card_points_alone_are_rounds(points: str) -> None:
    reading = read(f"{HEAD};points 1;points 2\n{FOUR};{points}".encode())
    assert (len(reading.games), reading.refused) == (1, ())


# Nonsense
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty"),
        (b" \n\xef\xbb\xbf", "empty"),
        (b"PK\x03\x04\0\0", "no_text"),
        (b"hello", "unknown_form"),
        (b"{}", "unknown_form"),
        (b"\xff\xfe\x00", "bad_encoding"),
    ],
)
def test_what_is_no_list_of_ours_is_refused_in_a_word(content: bytes, code: str) -> None:
    assert code_of(content) == code


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
