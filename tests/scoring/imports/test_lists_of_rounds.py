"""Lists of rounds as people keep them: merged cells, turned seats, running totals, days as
spreadsheets write them.
"""

from datetime import date, datetime

import pytest

from tests.scoring.imports.readings import totals
from tests.scoring.team_calls import LIST
from tournaments.clubs.imports import Reading, read

HEAD = "date;time;game;player 1;player 2;player 3;player 4;first;second;third;tichu;grand;points 1"
FIRST = "date;game;player 1;player 2;player 3;player 4;first;points 1;points 2;running 1;running 2"


def codes(reading: Reading) -> list[tuple[int | None, str]]:
    return [(one.line, one.mistake.code) for one in reading.refused]


def test_two_spellings_that_look_the_same_are_one_person_within_a_game() -> None:
    lines = [
        "2024-05-03;19:30;1;Anna;Beat;Zoë;Dino;Anna;Beat;3;Anna;;65",
        "2024-05-03;19:30;1;Anna;Beat;Zoe\u0308;Dino;Beat;Anna;4;;;40",
        "2024-05-03;19:30;1;ANNA;Beat;Zoë;Dino;Dino;anna;2;;;55",
    ]
    reading = read("\n".join([HEAD, *lines]).encode())
    assert codes(reading) == []
    (game,) = reading.games
    assert game.record.players == ("Anna", "Beat", "Zoë", "Dino")
    assert len(game.record.rounds) == 3


def test_what_stands_in_a_merged_cell_holds_for_the_lines_below_it() -> None:
    lines = [
        "2024-05-03;19:30;1;Anna;Beat;Carla;Dino;1;2;3;;;65",
        ";;;;;;;2;1;4;;;40",
        ";;;;;;;4;1;2;;;55",
        "2024-05-10;19:30;1;Eva;Finn;Gita;Hans;1;2;3;;;50",
        ";;2;Eva;Finn;Gita;Hans;1;2;3;;;50",
    ]
    reading = read("\n".join([HEAD, *lines]).encode())
    assert codes(reading) == []
    assert [(game.at, len(game.record.rounds)) for game in reading.games] == [
        (datetime.fromisoformat("2024-05-03T19:30"), 3),
        (datetime.fromisoformat("2024-05-10T19:30"), 1),
        (date(2024, 5, 10), 1),
    ]
    assert totals(reading)[0] == (65 + 40 + 55, 35 + 60 + 45)


def test_a_game_goes_on_where_the_seats_are_turned_from_line_to_line() -> None:
    lines = [
        "2024-05-03;1;Anna;Beat;Carla;Dino;Anna;65;35;65;35",
        "2024-05-03;1;Beat;Carla;Dino;Anna;1;80;20;115;85",
        "2024-05-03;1;Carla;Dino;Anna;Beat;Carla;50;50;135;165",
    ]
    reading = read("\n".join([FIRST, *lines]).encode())
    assert codes(reading) == []
    (game,) = reading.games
    assert game.record.players == ("Anna", "Beat", "Carla", "Dino")
    assert [played.out for played in game.record.rounds] == [(0,), (1,), (2,)]
    assert totals(reading) == [(65 + 20 + 50, 35 + 80 + 50)]


def test_other_partners_are_another_game() -> None:
    lines = [
        "2024-05-03;1;Anna;Beat;Carla;Dino;Anna;65;35;;",
        "2024-05-03;1;Anna;Carla;Beat;Dino;Anna;65;35;;",
    ]
    assert len(read("\n".join([FIRST, *lines]).encode()).games) == 2


def test_a_running_total_that_is_another_stops_the_game_at_its_line() -> None:
    lines = [
        "2024-05-03;1;Anna;Beat;Carla;Dino;Anna;65;35;65;35",
        "2024-05-03;1;Anna;Beat;Carla;Dino;Beat;40;60;100;95",
        "2024-05-10;1;Anna;Beat;Carla;Dino;Beat;40;60;40;60",
    ]
    reading = read("\n".join([FIRST, *lines]).encode())
    assert codes(reading) == [(3, "miscounted")]
    assert reading.refused[0].mistake.message == (
        "The list has 100 : 95 after this round; by the rules it is 105 : 95."
    )
    assert [game.at for game in reading.games] == [date(2024, 5, 10)]
    assert codes(
        read("\n".join([FIRST, lines[0].replace("65;35;65;35", "65;35;many;35")]).encode())
    ) == [(2, "wrong_type")]


@pytest.mark.parametrize(
    ("day", "time", "at"),
    [
        ("03.05.24", "19:30", datetime.fromisoformat("2024-05-03T19:30")),
        ("3.5.97", "", date(1997, 5, 3)),
        ("13/05/24", "7:30 PM", datetime.fromisoformat("2024-05-13T19:30")),
        ("2024-05-03", "12:05 am", datetime.fromisoformat("2024-05-03T00:05")),
        ("2024/05/03", "7:05 p.m.", datetime.fromisoformat("2024-05-03T19:05")),
        ("45415", "", date(2024, 5, 3)),
        ("45415.8125", "", datetime.fromisoformat("2024-05-03T19:30")),
        ("45415,8125", "", datetime.fromisoformat("2024-05-03T19:30")),
    ],
)
def test_days_and_times_are_read_as_spreadsheets_write_them(
    day: str, time: str, at: date | datetime
) -> None:
    reading = read(f"{HEAD}\n{day};{time};1;Anna;Beat;Carla;Dino;1;2;3;;;65".encode())
    assert (codes(reading), [game.at for game in reading.games]) == ([], [at])


@pytest.mark.parametrize(
    ("day", "time"),
    [
        ("03/05/24", ""),
        ("13.13.24", ""),
        ("12345", ""),
        ("2024-05-03", "13:00 PM"),
        ("1.2.345", ""),
    ],
)
def test_a_day_that_may_be_another_is_not_guessed(day: str, time: str) -> None:
    reading = read(f"{HEAD}\n{day};{time};1;Anna;Beat;Carla;Dino;1;2;3;;;65".encode())
    assert (codes(reading), reading.games) == ([(2, "bad_date")], ())


TEAMS = "date;game;team 1;team 2;points 1;double;tichu team;grand team"


def test_calls_of_which_only_the_team_is_known_are_kept_and_the_totals_are_right() -> None:
    reading = read(LIST.encode())
    assert (codes(reading), totals(reading), reading.left_out) == ([], [(1145, 155)], ())
    (game,) = reading.games
    assert game.record.rules.recording == "points"
    assert [played.side_calls for played in game.record.rounds] == [
        (),
        ((1, "tichu", True),),
        ((0, "tichu", True),),
        (),
        ((0, "tichu", True),),
        (),
        ((0, "tichu", True),),
        ((1, "grand", False),),
    ]


@pytest.mark.parametrize(
    ("tichu", "grand", "sums"),
    [
        ("1+ 2-", "", (170, -70)),
        ("1+", "2-", (170, -170)),
        ("2 +, 1 −", "", (-30, 130)),
        ("1- 1-/2-", "2+", (-130, 130)),
        ("", "1-2-", (-130, -170)),
    ],
)
def test_each_team_has_its_calls_made_and_failed(
    tichu: str, grand: str, sums: tuple[int, int]
) -> None:
    line = f"2007-04-09;1;Al & Mo;Jo & Ed;70;;{tichu};{grand}"
    turned = f"2007-04-09;1;Jo & Ed;Mo & Al;30;;{tichu.translate(OTHER)};{grand.translate(OTHER)}"
    assert totals(read(f"{TEAMS}\n{line}".encode())) == [sums]
    both = read(f"{TEAMS}\n{line}\n{turned}".encode())
    assert totals(both) == [(2 * sums[0], 2 * sums[1])]


OTHER = str.maketrans("12", "21")


@pytest.mark.parametrize(
    ("cells", "code", "reason"),
    [
        ("70;;1+ 2+;", "made_not_called", "Only one call in a round can be made"),
        ("70;;1+;1+", "made_not_called", "Only one call in a round can be made"),
        (";2;1+;", "sweep_mismatch", "only that team can have swept"),
        (";1;1- 1-;", "sweep_mismatch", "name who made it"),
        ("70;;1- 1- 1-;", "call_not_allowed", "more calls here than its players"),
        ("70;;1;", "unknown_call", "write 1+ if team 1 made it"),
        ("70;;;3+", "unknown_call", "write 1+ if team 1 made it"),
        ("70;;Al;", "unknown_call", "Al is not a call of a team"),
    ],
)
def test_a_call_of_a_team_that_cannot_be_is_refused_at_its_line(
    cells: str, code: str, reason: str
) -> None:
    lines = [TEAMS, "2007-04-09;1;Al & Mo;Jo & Ed;55;;;", f"2007-04-09;1;Al & Mo;Jo & Ed;{cells}"]
    reading = read("\n".join(lines).encode())
    assert (codes(reading), reading.games) == ([(3, code)], ())
    assert reason in reading.refused[0].mistake.message


def test_a_team_call_of_no_kind_and_one_in_a_game_without_teams_are_refused() -> None:
    head = "date;game;team 1;team 2;points 1;call team"
    reading = read(f"{head}\n2007-04-09;1;Al & Mo;Jo & Ed;70;1+".encode())
    assert codes(reading) == [(2, "unknown_call")]
    head = "date;game;variant;player 1;player 2;player 3;points 1;tichu team"
    reading = read(f"{head}\n2007-04-09;1;trichu;Al;Jo;Mo;70;1+".encode())
    assert codes(reading) == [(2, "unknown_key")]


def test_beside_calls_by_name_those_of_teams_stay_apart() -> None:
    head = "date;game;team 1;team 2;first;tichu;points 1;tichu team"
    reading = read(f"{head}\n2007-04-09;1;Al & Mo;Jo & Ed;Al;Al;70;2-".encode())
    assert (codes(reading), totals(reading)) == ([], [(170, -70)])
    (played,) = reading.games[0].record.rounds
    assert (played.calls, played.made, played.out) == (((0, "tichu"),), 0, ())
