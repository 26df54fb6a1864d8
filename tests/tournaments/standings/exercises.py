"""Published tables: the FIDE exercises in tie-breaking.

Mario Held, "Exercises in Tie-Breaking", revision 2403220900, for chapter C.07 in its 2023 form,
published by FIDE's technical commission on 18 March 2024:
https://tec.fide.com/2024/03/18/tie-break-exercise/. The numbers are facts and all printed there.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tournaments.standings.lines import Entered, Line

# Section 2.1: sixteen persons, five rounds. "+W9" won against 9, "=" a draw, "BYE" won: given by
# the draw, drawn: asked for; "F" a forfeit, "--" not there.
PERSONS: Mapping[int, str] = {
    1: "+W9 =B13 =W2 +B15 =W4",
    2: "+B10 +W7 =B1 +W16 =B3",
    3: "=W11 +B6 +W8 =B4 =W2",
    4: "+B12 =BYE +W13 =W3 =B1",
    5: "-W13 -B15 +W11 =B7 +W10",
    6: "-B14 -W3 +BYE +W10 +B8",
    7: "+W15 -B2 -B16 =W5 -B11",
    8: "=B16 +W14 -B3 +W13 -W6",
    9: "-B1 -W10 =BYE -F11 +BYE",
    10: "-W2 +B9 -W15 -B6 -B5",
    11: "=B3 -W16 -B5 +F9 +W7",
    12: "-W4 +BYE +F14 -- --",
    13: "+B5 =W1 -B4 -B8 -W14",
    14: "+W6 -B8 -F12 -- +B13",
    15: "-B7 +W5 +B10 -W1 -B16",
    16: "=W8 +B11 +W7 -B2 +W15",
}
# points, Buchholz, cut 1, Sonneborn-Berger, cut 1 (exercises 1 to 13), won at the board (28),
# progressive (32)  # noqa: ERA001
PERSONS_VALUES: Mapping[int, tuple[float, ...]] = {
    1: (3.5, 12.5, 11, 8, 7.25, 2, 11),
    2: (4, 13, 12, 9.5, 8.5, 3, 13),
    3: (3.5, 15.5, 13, 10.5, 9.25, 2, 11),
    4: (3.5, 15, 11.5, 9.75, 8, 2, 11.5),
    5: (2.5, 8.5, 7.5, 4.25, 3.25, 2, 5),
    6: (3, 12, 11, 6.5, 5.5, 2, 6),
    7: (1.5, 14.5, 12.5, 3.25, 1.25, 1, 6),
    8: (2.5, 13.5, 12, 5.25, 3.75, 2, 8.5),
    9: (1.5, 9, 7.5, 2.25, 2.25, 0, 2.5),
    10: (1, 13, 11.5, 1.5, 0, 1, 4),
    11: (2.5, 13.5, 12, 5.75, 4.25, 1, 5.5),
    12: (2, 11.5, 9.5, 4, 4, 0, 7),
    13: (1.5, 14, 12, 4.25, 4.25, 1, 7),
    14: (2, 11, 9, 4.5, 3, 2, 6),
    15: (2, 12, 11, 3.5, 2.5, 2, 7),
    16: (3.5, 12.5, 11, 7.25, 5.75, 3, 10.5),
}
PERSONS_KEYS = (
    "points", "buchholz", "buchholz_cut_1", "sonneborn_berger", "sonneborn_berger_cut_1",
    "wins_played", "progressive",
)  # fmt: skip

# Section 2.3: fourteen teams of four, seven rounds: opponent and game points of four. PAB given by
# the draw (1 match point, 2 game points), HPB asked for (1 and 2), ZPB asked for (0 and 0), "+F6"
# and "-F1" a forfeit (2 and 4; 0 and 0).
TEAMS: Mapping[int, str] = {
    1: "8:2.5 4:1.5 7:3 2:2.5 5:1.5 +F6 3:2.5",
    2: "9:3 3:4 5:0 1:1.5 13:3 4:2.5 10:3",
    3: "10:2.5 2:0 9:3 6:2.5 4:3 5:3.5 1:1.5",
    4: "11:3 1:2.5 13:3 5:3.5 3:1 2:1.5 9:2.5",
    5: "12:4 6:3 2:4 4:0.5 1:2.5 3:0.5 13:3.5",
    6: "13:2 5:1 8:3 3:1.5 11:2.5 -F1 12:2.5",
    7: "14:2 8:2 1:1 10:2.5 9:2 13:2 ZPB",
    8: "1:1.5 7:2 6:1 12:3.5 10:2 9:2 11:3",
    9: "2:1 12:4 3:1 14:3 7:2 8:2 4:1.5",
    10: "3:1.5 11:1.5 12:2.5 7:1.5 8:2 14:3 2:1",
    11: "4:1 10:2.5 14:2 13:1.5 6:1.5 12:2 8:1",
    12: "5:0 9:0 10:1.5 8:0.5 PAB 11:2 6:1.5",
    13: "6:2 14:2.5 4:1 11:2.5 2:1 7:2 5:0.5",
    14: "7:2 13:1.5 11:2 9:1 HPB 10:1 PAB",
}
# Exercise 34 a: match points, then game points
TEAMS_ORDER = [5, 1, 2, 4, 3, 8, 6, 9, 7, 13, 10, 11, 14, 12]
# match points, Buchholz and cut 1 on match points (exercises 35, 36)
MATCH_POINTS: Mapping[int, tuple[float, ...]] = {
    1: (10, 64, 57),
    2: (10, 57, 52),
    3: (10, 58, 53),
    4: (10, 56, 52),
    5: (10, 55, 53),
    6: (7, 46, 39),
    7: (6, 44, 38),
    8: (7, 41, 39),
    9: (6, 50, 48),
    10: (5, 44, 42),
    11: (4, 41, 39),
    12: (2, 41, 39),
    13: (6, 52, 48),
    14: (4, 36, 32),
}
# game points, Buchholz and cut 1 on game points (exercise 37)
GAME_POINTS: Mapping[int, tuple[float, ...]] = {
    1: (17.5, 114, 100.5),
    2: (17, 107.5, 96),
    3: (16, 109.5, 97),
    4: (17, 106, 94.5),
    5: (18, 99, 91.5),
    6: (12.5, 92, 79.5),
    7: (11.5, 94.5, 83),
    8: (15, 90, 82.5),
    9: (14.5, 97.5, 90),
    10: (13, 92, 84.5),
    11: (11.5, 88, 80.5),
    12: (7.5, 92, 84.5),
    13: (11.5, 101, 89.5),
    14: (11.5, 87, 75.5),
}
# Opponents' match points times own match points, in all and cut 1 (exercise 38). A share of the
# match is half of it.
SHARED_MATCH_POINTS = {1: (88, 74), 2: (74, 64), 3: (76, 66), 4: (72, 64), 5: (70, 66)}
# Opponents' game points times own game points (exercise 41). A share of the match is a quarter of
# it.
SHARED_GAME_POINTS = {6: 157.5, 8: 181.5}

# Page 61: opponents' game points times own match points, opponents' match points times own game
# points.
MIXED: Mapping[int, tuple[float, float]] = {
    1: (158, 158.5),
    2: (144, 131),
    3: (150, 128),
    4: (146, 130),
    5: (132, 125),
    6: (79.5, 73),
    7: (78.5, 68.5),
    8: (79, 77),
    9: (66.5, 83),
    10: (53, 72.5),
    11: (45, 61),
    12: (19, 33.5),
    13: (72, 73),
    14: (48, 58),
}


def record(
    rounds: list[list[dict[str, Any]]], entrants: int, criteria: list[str], **settings: Any
) -> dict[str, Any]:
    """A standings record with numbers for names."""
    return {
        "format": "tichu-standings-record",
        "version": 1,
        "entrants": [str(number) for number in range(1, entrants + 1)],
        "rounds": rounds,
        "criteria": criteria,
        "settings": settings,
    }


def persons() -> list[list[dict[str, Any]]]:
    """The rounds of section 2.1."""
    worth = {"+": 1, "=": 0.5, "-": 0}
    rows = {number: row.split() for number, row in PERSONS.items()}
    rounds = []
    for played in range(5):
        matches: list[dict[str, Any]] = []
        for number, row in rows.items():
            cell = row[played]
            if cell == "--":
                continue
            points = [worth[cell[0]], 1 - worth[cell[0]]]
            if cell.endswith("BYE"):
                kind = "bye" if cell[0] == "+" else "absent"
                matches.append(
                    {
                        "a": str(number),
                        "b": None,
                        "kind": kind,
                        "points": [points[0], 0],
                        "score": [0, 0],
                    }
                )
            elif number < int(cell[2:]):
                kind = "forfeit" if cell[1] == "F" else "played"
                match = {
                    "a": str(number),
                    "b": cell[2:],
                    "kind": kind,
                    "points": points,
                    "score": [0, 0],
                }
                matches.append(match)
        rounds.append(matches)
    return rounds


def teams(*, by_games: bool) -> list[list[dict[str, Any]]]:
    """The rounds of section 2.3, with match points for points and game points for score, or the
    reverse.
    """
    unplayed = {"PAB": ("bye", 1, 2), "HPB": ("absent", 1, 2), "ZPB": ("absent", 0, 0)}
    rows = {number: row.split() for number, row in TEAMS.items()}
    rounds = []
    for played in range(7):
        matches = []
        for number, row in rows.items():
            cell = row[played]
            match: dict[str, Any] = {"a": str(number)}
            if cell in unplayed:
                kind, points, games = unplayed[cell]
                match |= {"b": None, "kind": kind, "points": [points, 0], "score": [games, 0]}
            elif cell.startswith("+F"):
                match |= {"b": cell[2:], "kind": "forfeit", "points": [2, 0], "score": [4, 0]}
            elif cell.startswith("-F") or number > int(cell.split(":")[0]):
                continue
            else:
                opponent, own = cell.split(":")
                game_points = float(own)
                points = 2 if game_points > 2 else 1 if game_points == 2 else 0
                match |= {
                    "b": opponent,
                    "points": [points, 2 - points],
                    "score": [game_points, 4 - game_points],
                }
            if by_games:
                match["points"], match["score"] = match["score"], match["points"]
            matches.append(match)
        rounds.append(matches)
    return rounds


# FIDE's Arbiters' Manual of 2026, worked examples on pages 258 to 261, as repeated by the project
# tiebreak-core (tests/corpus/fide2026_unplayed.json): each round as own points and the opponent's
# total; None for a round without an opponent. A forfeited match has the rounds that its opponent
# missed after it. The numbers are facts and all printed there.
Cell = tuple[float, float | None] | tuple[float, float, int]
LAXMAN: Sequence[Cell] = (
    (1, 5), (1, 5), (0, 6.5), (0, None), (1, 4.5), (0.5, 6), (1, 5), (0.5, 6.5), (1, 5.5), (1, 6),
)  # fmt: skip
EXAMPLE_01: Sequence[Cell] = (
    (1, 5), (1, 5.5), (0.5, 5), (1, 4.5), (0, 6), (1, 5.5), (1, 4.5, 2), (0.5, 6.5), (1, 6),
)  # fmt: skip
# Of the nine opponents only the sum is used, 64.5.
EXAMPLE_04: Sequence[Cell] = (
    (1, 0, 9), (1, 6), (1, 6), (1, 7), (1, 7), (1, 7), (1, 7.5), (0.5, 8), (1, 8), (1, 8),
)  # fmt: skip


def of_one(cells: Sequence[Cell]) -> list[Entered]:
    """The person of an example, with the number 1, and the opponents."""
    own: list[Line] = []
    others: list[Entered] = []
    for number, (points, total, *missed) in enumerate(cells, 1):
        mine = Fraction(points)
        if total is None:
            own.append(Line(number, "absent", mine))
            continue
        theirs, kind, who = 1 - mine, "forfeit" if missed else "played", number + 1
        own.append(Line(number, kind, mine, points_against=theirs, opponents=(who,)))
        met = Line(number, kind, theirs, points_against=mine, opponents=(1,))
        gone = [Line(number + later, "absent") for later in range(1, sum(missed) + 1)]
        before = Fraction(total) - theirs
        others.append(Entered(who, who, (met, *gone), carried_points=before))
    return [Entered(1, 1, tuple(own)), *others]
