"""Lists of rounds: how much of each round they say, days, and what breaks the rules."""

from datetime import date, datetime

import pytest

from tests.scoring.imports.readings import FOUR, HEAD, totals, wrong
from tournaments.clubs.imports import Reading, read


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
