"""Files that are imported, filled to the brim with one kind of thing: the work grows with what
there is.
"""

import json
from collections.abc import Callable

import pytest

from scoring.rules import RuleError
from tests.work import GROWTH, grows
from tournaments.clubs.imports import FORMS, LARGEST, read

HEAD = "date;game;player 1;player 2;player 3;player 4;first;tichu;points\n"
ROUND = "2024-05-03;{};Anna;Beat;Carla;Dino;Anna;Anna;65\n"
RECORD = {
    "format": "tichu-score-record",
    "version": 1,
    "variant": "nanking",
    "settings": {"target_score": None},
    "players": ["Anna", "Beat", "Carla", "Dino"],
    "rounds": [],
}
DRAGON = {"players": [{}] * 4, "oneTwoVictory": 0, "team1CardPoints": 0}


def whole(of: str, size: int) -> str:
    return (of * (size // len(of) + 1))[:size]


FILES: dict[str, Callable[[int], str]] = {
    "people": lambda size: "Name\n" + whole("Anna Meier\n", size),
    "people whose names are short": lambda size: "Name\n" + whole("A\n", size),
    "formulas": lambda size: "Name\n" + whole("=1\n", size),
    "quotes": lambda size: "Name\n" + whole('"\n', size),
    "other names": lambda size: "Name;Alias\n" + whole("A;" + "b," * 900 + "\n", size),
    "one line": lambda size: "Name;" * (size // 5),
    "blanks": lambda size: "Name\n" + " " * size,
    "rounds of one game": lambda size: HEAD + whole(ROUND.format(1), size),
    "rounds of many games": lambda size: HEAD + "".join(ROUND.format(n) for n in range(size // 50)),
    "days": lambda size: HEAD + whole("1/2/2024;1;A;B;C;D;A;;50\n", size),
    "records": lambda size: whole(json.dumps(RECORD) + "\n", size),
    "records in a list": lambda size: json.dumps([RECORD] * (size // 150)),
    "records with rounds": lambda size: whole(
        json.dumps(RECORD | {"rounds": [{"out": ["Anna", "Carla"]}] * 90}) + "\n", size
    ),
    "brackets": lambda size: whole('"tichu-score-record"[', size),
    "dragons": lambda size: json.dumps(
        [{"players": [{}] * 4, "oneTwoVictory": 0, "team1CardPoints": 0}] * (size // 90)
    ),
}


@pytest.mark.parametrize("what", FILES)
def test_a_file_that_is_full_costs_in_growth_what_it_holds(what: str) -> None:
    def look(size: int) -> None:
        for form in ("", *FORMS) if size < 1000 else ("",):
            try:
                read(FILES[what](size).encode(), form)
            except RuleError:
                continue

    look(900)
    assert grows(look, 24_000) < GROWTH
    assert len(FILES[what](LARGEST).encode()) > LARGEST // 2
