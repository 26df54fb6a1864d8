"""Plays knock-outs to the end for the tests, and recounts them from the tables alone."""

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from scoring.rules import RuleError
from tournaments.pairing.elimination import Elimination
from tournaments.pairing.values import Draw, Entrant, Field, SessionRound, Table

Winner = Callable[[Table], int]


def entrants(count: int, clubs: Sequence[str] = ()) -> tuple[Entrant, ...]:
    """Entrants whose id is 100 more than their seed."""
    return tuple(
        Entrant(100 + seed, seed, club=clubs[seed - 1] if clubs else "")
        for seed in range(1, count + 1)
    )


def by_chance(seed: int) -> Winner:
    lot = random.Random(seed)
    return lambda table: lot.randrange(len(table.sides))


def the_better(table: Table) -> int:
    """The one with the better seed wins."""
    return min((0, 1), key=lambda side: table.sides[side])


def drawn(
    format_: Elimination,
    there: Iterable[Entrant],
    past: Sequence[SessionRound] = (),
    *,
    seed: int = 7,
    **settings: Any,
) -> Draw:
    field = Field(tuple(there), tuple(past), len(past) + 1, seed, format_.read(settings))
    return format_.draw(field)


def played(draw: Draw, winner: Winner) -> SessionRound:
    """The round with a winner at every table."""
    return SessionRound(
        tuple(replace(table, winner=winner(table)) for table in draw.tables), draw.byes
    )


def whole(
    format_: Elimination,
    there: Iterable[Entrant],
    winner: Winner,
    *,
    seed: int = 7,
    **settings: Any,
) -> list[SessionRound]:
    """All rounds until the stage is over."""
    past: list[SessionRound] = []
    field = tuple(there)
    while True:
        try:
            draw = drawn(format_, field, past, seed=seed, **settings)
        except RuleError as error:
            if [mistake.code for mistake in error.mistakes] != ["stage_over"]:
                raise
            return past
        past.append(played(draw, winner))


def with_leavers(
    format_: Elimination,
    there: Iterable[Entrant],
    chance: random.Random,
    share: float,
    *,
    shuffled: bool = False,
    **settings: Any,
) -> tuple[list[SessionRound], set[int]]:
    """All rounds while people leave between them; also who was still there at the end.

    `shuffled`: places change after every round, as standings do.
    """
    past: list[SessionRound] = []
    here = list(there)
    while True:
        try:
            draw = drawn(format_, here, past, **settings)
        except RuleError as error:
            if [mistake.code for mistake in error.mistakes] != ["stage_over"]:
                raise
            return past, {entrant.id for entrant in here}
        assert not {id_ for table in draw.tables for id_ in table.everybody} & set(draw.byes)
        assert {id_ for table in draw.tables for id_ in table.everybody} <= {
            entrant.id for entrant in here
        }
        past.append(played(draw, by_chance(chance.randrange(1000))))
        here = [entrant for entrant in here if chance.random() > share]
        if shuffled:
            chance.shuffle(here)
            here = [replace(entrant, place=place) for place, entrant in enumerate(here, 1)]


def places(
    format_: Elimination,
    past: Sequence[SessionRound],
    ids: Iterable[int],
    *,
    here: Collection[int] | None = None,
    **settings: Any,
) -> list[tuple[int, ...]]:
    """Who shares a place, best first. `here` are those who have not left, by default everybody."""
    everybody = tuple(ids)
    return list(
        format_.reached(past, everybody, settings, everybody if here is None else here).levels
    )


def losses(past: Iterable[SessionRound], leave_out: str = "") -> Counter[int]:
    """How often everybody lost a match;
    `leave_out` is the key of a match that counts for nothing.
    """
    count: Counter[int] = Counter()
    for session_round in past:
        for table in session_round.tables:
            if table.winner is not None and table.key != leave_out:
                count[table.sides[1 - table.winner][0]] += 1
    return count
