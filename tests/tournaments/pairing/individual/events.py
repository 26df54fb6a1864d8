"""Whole events for the tests: who comes, who goes, and what was drawn."""

import random
from collections.abc import Iterable, Sequence
from itertools import combinations

from tournaments.pairing.individual import Individual
from tournaments.pairing.values import Draw, Entrant, Field, SessionRound, Table, pairs_met

Pairs = dict[frozenset[int], int]


def people(count: int, order: Sequence[int] | None = None) -> tuple[Entrant, ...]:
    """Persons 1 .. count, placed in this order."""
    return tuple(Entrant(id_, place) for place, id_ in enumerate(order or range(1, count + 1), 1))


def field_of(
    entrants: Iterable[Entrant],
    past: Sequence[SessionRound] = (),
    seed: int = 1,
    **settings: object,
) -> Field:
    """The field of the next round."""
    read = Individual().read({"rounds": None, **settings})
    return Field(tuple(entrants), tuple(past), len(past) + 1, seed, read)


def round_of(draw: Draw) -> SessionRound:
    """The drawn round as it is remembered."""
    return SessionRound(draw.tables, draw.byes)


def play(
    fields: Iterable[Sequence[Entrant]], seed: int = 1, **settings: object
) -> list[SessionRound]:
    """Draw a round for each of these fields."""
    past: list[SessionRound] = []
    for entrants in fields:
        past.append(round_of(Individual().draw(field_of(entrants, past, seed, **settings))))
    return past


def shuffled_places(count: int, rounds: int, seed: int) -> list[tuple[Entrant, ...]]:
    """The same persons each round, in another order of places."""
    rng = random.Random(seed)
    fields = []
    for _ in range(rounds):
        order = list(range(1, count + 1))
        rng.shuffle(order)
        fields.append(people(count, order))
    return fields


def any_past(count: int, rounds: int, rng: random.Random) -> list[SessionRound]:
    """Rounds in which everybody sat anywhere: worse than any draw would leave them."""
    past = []
    for _ in range(rounds):
        ids = rng.sample(range(1, count + 1), count)
        tables = [
            Table(((ids[k], ids[k + 1]), (ids[k + 2], ids[k + 3])))
            for k in range(0, count // 4 * 4, 4)
        ]
        past.append(SessionRound(tuple(tables), tuple(ids[count // 4 * 4 :])))
    return past


def met(past: Iterable[SessionRound]) -> tuple[Pairs, Pairs]:
    """Partners and opponents over all rounds."""
    return pairs_met([table for session_round in past for table in session_round.tables])


def repeats(tables: Sequence[Table], partners: Pairs) -> int:
    """What the partners at these tables cost who have been partners:
    each the square of the times.
    """
    now, _ = pairs_met(tables)
    return sum(partners.get(pair, 0) ** 2 for pair in now)


def _least_pairs(left: Sequence[int], pairs: int, partners: Pairs) -> int:
    """The least cost of so many pairs out of these persons, by trying all."""
    if not pairs:
        return 0
    found = []
    first, rest = left[0], left[1:]
    if len(rest) >= 2 * pairs:
        found.append(_least_pairs(rest, pairs, partners))
    for other in rest:
        more = [id_ for id_ in rest if id_ != other]
        found.append(
            partners.get(frozenset((first, other)), 0) ** 2
            + _least_pairs(more, pairs - 1, partners)
        )
    return min(found)


def least_repeats(ids: Sequence[int], fives: int, partners: Pairs) -> int:
    """The least that repeated partners can cost for at most one table of five, by trying every
    seating.
    """
    if not fives:
        return _least_pairs(list(ids), len(ids) // 4 * 2, partners)
    return min(
        sum(partners.get(frozenset(pair), 0) ** 2 for pair in combinations(five, 2))
        + _least_pairs([id_ for id_ in ids if id_ not in five], (len(ids) - 5) // 2, partners)
        for five in combinations(ids, 5)
    )
