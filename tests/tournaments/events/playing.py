"""Random whole events of every format, each one known by its number: `play(17)` is the same event
every time.

Nothing in here looks at what a draw gave: that is the checker's part.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.rules import RuleError
from tests.tournaments.events.counting import award
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.values import Draw, Entrant, Field, SessionRound, Table
from tournaments.standings.lines import ABSENT, BYE, Entered, Line
from tournaments.standings.ranking import rank

MOST_ENTRANTS = 40
MOST_ROUNDS = {
    "round_robin": 90,
    "groups": 90,
    "league": 90,
    "duplicate": 45,
    "duplicate_individual": 20,
    "knockout": 20,
    "double_elimination": 30,
}
BYE_POINTS, BYE_SCORE = 2, 0
# Nobody says how long
RUNS_OUT = frozenset(
    {
        *("round_robin", "groups", "league", "knockout", "double_elimination"),
        *("duplicate", "duplicate_individual"),
    }
)
BRACKETS = frozenset({"knockout", "double_elimination"})


@dataclass(frozen=True)
class Step:
    """One session round: what the draw was made from, what came out,
    and the same with the winners.
    """

    field: Field
    draw: Draw
    played: SessionRound


@dataclass
class Event:
    """An event as it went. `refusal` is the code with which a last draw was refused, "" where none
    was.

    `steady`: the same people in every round.
    """

    number: int
    format: str
    settings: Mapping[str, Any]
    steps: list[Step] = field(default_factory=list)
    entered: tuple[Entered, ...] = ()
    refusal: str = ""
    refused: Field | None = None
    steady: bool = True
    way: str = ""


@dataclass
class _Person:
    """Somebody of an event: from which round on, and the last one (None: to the end)."""

    entrant: Entrant
    first: int = 1
    last: int | None = None
    lines: list[Line] = field(default_factory=list)


def play(number: int, format_: str | None = None) -> Event:
    """Event `number`, of a format by turns or of the one that is named."""
    lot = random.Random(f"event {number}")
    keys = sorted(FORMATS)
    key = format_ or keys[number % len(keys)]
    event = Event(
        number, key, _settings(key, lot), steady=lot.random() < 0.4, way=lot.choice(WAYS[key])
    )
    people = _people(event, lot)
    past: list[SessionRound] = []
    seed = lot.randrange(10**6)
    most = MOST_ROUNDS.get(key) or event.settings["rounds"]
    for round_ in range(1, most + 1):
        there = _there(event, people, round_, lot)
        now = Field(
            _placed(event, people, there),
            tuple(past),
            round_,
            _seed(event, seed, round_),
            event.settings,
        )
        try:
            draw = FORMATS[key].draw(now)
        except RuleError as error:
            event.refusal, event.refused = error.mistakes[0].code, now
            break
        _keep_groups(people, draw)
        past.append(_played(event, people, there, draw, lot))
        event.steps.append(Step(now, draw, past[-1]))
    event.entered = tuple(_entered(one, seed) for seed, one in enumerate(people, 1))
    return event


WAYS: Mapping[str, Sequence[str]] = {
    "swiss": ("match", "hands", "margin", "score", "difference", "plain"),
    "individual": ("match", "hands", "margin", "score", "plain"),
    "round_robin": ("match", "hands", "score", "plain"),
    "groups": ("match", "difference", "plain"),
    "league": ("match", "margin", "plain"),
    "evening_of_four": ("shares", "score"),
    "duplicate": ("score", "plain"),
    "duplicate_individual": ("score", "plain"),
    "knockout": ("match", "plain"),
    "double_elimination": ("match", "plain"),
    "tables_of_three": ("places", "score", "difference", "plain"),
    "large_tables": ("places", "plain"),
}


def _settings(key: str, lot: random.Random) -> dict[str, Any]:
    rounds = lot.choice([1, 2, 3, 4, 5, 6, 7, 9])
    odd, method = lot.choice(["fives", "byes"]), lot.choice(["even", "level"])
    least = lot.choice([5, 5, 6])
    prefer = least + lot.randrange(2)
    chosen: dict[str, dict[str, Any]] = {
        "swiss": {
            "rounds": rounds,
            "first_round": lot.choice(["random", "slide", "adjacent"]),
            "clubs_apart": lot.choice(["never", "first_rounds", "points", "always"]),
            "clubs_rounds": lot.randrange(1, 4),
        },
        "individual": {
            "rounds": rounds,
            "method": lot.choice(["random", "level", "schedule"]),
            "odd": odd,
            "clubs_apart": lot.random() < 0.3,
        },
        "round_robin": {"legs": lot.choice([1, 1, 2]), "numbers": lot.choice(["lot", "seeds"])},
        "groups": {
            "groups": lot.randrange(1, 7),
            "legs": lot.choice([1, 1, 2]),
            "numbers": lot.choice(["lot", "seeds"]),
        },
        "league": {"groups": lot.randrange(1, 4), "legs": lot.choice([1, 1, 2])},
        "duplicate": {
            "boards": lot.randrange(1, 5),
            "rounds": lot.choice([None, rounds]),
            "boards_move": lot.choice(["sets", "levelled"]),
        },
        "duplicate_individual": {
            "boards": lot.randrange(1, 5),
            "rounds": lot.choice([None, rounds]),
        },
        "evening_of_four": {
            "rounds": rounds,
            "method": "plan" if method == "even" else method,
            "odd": odd,
        },
        "knockout": {
            "first_round": lot.choice(["seeds", "lot"]),
            "third_place": lot.random() < 0.5,
        },
        "double_elimination": {
            "first_round": lot.choice(["seeds", "lot"]),
            "reset": lot.random() < 0.5,
        },
        "tables_of_three": {"rounds": rounds},
        "large_tables": {
            "rounds": rounds,
            "method": method,
            "least": least,
            "prefer": prefer,
            "most": prefer + lot.randrange(4),
        },
    }
    return FORMATS[key].read(chosen[key])


def _people(event: Event, lot: random.Random) -> list[_Person]:
    most = 8 if lot.random() < 0.4 else MOST_ENTRANTS
    if event.format in {"round_robin", "league"} and lot.random() < 0.8:
        most = min(most, 16)  # every round of a large field is much the same
    count = lot.randrange(1, most + 1)
    if event.format == "duplicate_individual" and lot.random() < 0.8:
        count = lot.choice([8, 12, 16, 20])
    late = 0 if event.steady or event.format in BRACKETS else lot.choice([0, 1, 2, 3])
    ids = lot.sample(range(1, 900), count + late)
    people = [
        _Person(Entrant(id_, place, club=lot.choice(["", "", "lake", "hill", "wood"])))
        for place, id_ in enumerate(ids, 1)
    ]
    for one in people[count:]:
        one.first = lot.randrange(2, 5)
    for one in lot.sample(people, min(len(people), lot.choice([0, 0, 0, 1, 2]))):
        one.entrant = replace(one.entrant, fixed_table=lot.randrange(1, 9))
    if event.format == "individual" and lot.random() < 0.2:
        people[0].entrant = replace(people[0].entrant, five=True)
    return people


def _there(event: Event, people: Sequence[_Person], round_: int, lot: random.Random) -> set[int]:
    """Who plays in this round; somebody may leave for good just before it."""
    there = set()
    for one in people:
        if one.first > round_ or (one.last is not None and one.last < round_):
            continue
        if not event.steady and round_ > 1 and lot.random() < 0.03:
            one.last = round_ - 1
        elif event.steady or lot.random() > 0.04:
            there.add(one.entrant.id)
    return there


def _placed(event: Event, people: Sequence[_Person], there: set[int]) -> tuple[Entrant, ...]:
    if event.format in BRACKETS:
        return tuple(one.entrant for one in people if one.entrant.id in there)
    standings = rank(
        [_entered(one, seed) for seed, one in enumerate(people, 1)], ("points", "score")
    )
    place = {row.id: position for position, row in enumerate(standings, 1)}
    points = {row.id: row.values["points"] for row in standings}
    return tuple(
        replace(one.entrant, place=place[one.entrant.id], points=points[one.entrant.id])
        for one in people
        if one.entrant.id in there
    )


def _seed(event: Event, seed: int, round_: int) -> int:
    return seed if FORMATS[event.format].whole_stage else seed + round_


def _keep_groups(people: Sequence[_Person], draw: Draw) -> None:
    dealt = dict(draw.groups)
    for one in people:
        one.entrant = replace(one.entrant, group=dealt.get(one.entrant.id, one.entrant.group))


def _played(
    event: Event, people: Sequence[_Person], there: set[int], draw: Draw, lot: random.Random
) -> SessionRound:
    """Give every table a result: everybody's line, and the side that won."""
    by_id = {one.entrant.id: one for one in people}
    round_ = len(event.steps) + 1
    tables: list[Table] = []
    for table in draw.tables:
        lines = award(event.way, table, round_, lot)
        for id_, line in lines.items():
            by_id[id_].lines.append(line)
        tables.append(replace(table, winner=_winner(event, table, lines, lot)))
    for id_ in draw.byes:
        by_id[id_].lines.append(Line(round_, BYE, BYE_POINTS, BYE_SCORE))
    drawn = {id_ for table in draw.tables for id_ in table.everybody} | set(draw.byes)
    absent = []
    for one in people:
        if one.entrant.id in drawn:
            continue
        one.lines.append(Line(round_, ABSENT))
        if (
            one.first <= round_
            and one.entrant.id not in there
            and (one.last is None or one.last >= round_)
        ):
            absent.append(one.entrant.id)
    return SessionRound(tuple(tables), draw.byes, tuple(sorted(absent)))


def _winner(
    event: Event, table: Table, lines: Mapping[int, Line], lot: random.Random
) -> int | None:
    if len(table.sides) != 2:
        return None
    first, second = (lines[side[0]].points for side in table.sides)
    if first == second:
        return lot.randrange(2) if event.format in BRACKETS else None
    return 0 if first > second else 1


def _entered(one: _Person, seed: int) -> Entered:
    return Entered(one.entrant.id, seed, tuple(one.lines))
