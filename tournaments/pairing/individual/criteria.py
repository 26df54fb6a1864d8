"""Cost of a seating: a single integer in which each criterion outweighs all lower ones."""

import itertools
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tournaments.pairing.clubs import NEVER, apart_now
from tournaments.pairing.individual.history import History
from tournaments.pairing.values import Entrant, Field

Matrix = list[list[int]]


@dataclass(frozen=True)
class Weights:
    """Cost of one unit of each criterion; each outweighs everything below it together.

    From the bottom: `club` two of a club at one table (below it only the distance of ranks),
    `opponent` a repeated opponent, `turn` a bye or table of five out of turn, `partner` a repeated
    partner, `apart` two who need different tables at the same one, or are kept apart by the desk.
    """

    club: int
    opponent: int
    turn: int
    partner: int
    apart: int


@dataclass(frozen=True)
class Criteria:
    """The costs for one draw. Persons are indexes, best placed first; `ids` maps them to ids.

    `partner` and `opponent` are the costs of two as partners or opponents, `gain` is their
    difference, and `both` the cost of two at a table of five, where they are partners once and
    opponents twice. `rest` is what a bye or a table of five costs a person (a round has only one of
    the two).
    """

    ids: tuple[int, ...]
    weights: Weights
    partner: Matrix
    opponent: Matrix
    gain: Matrix
    both: Matrix
    rest: list[int]
    level: bool
    # Persons who sit at a table of five if there is one, in order of turn
    directors: tuple[int, ...]


def _turns(
    entrants: list[Entrant], past: History, times: Mapping[int, int], seats: int
) -> list[int]:
    """Return bye turns as numbers that can be summed: no sum of first times reaches one second
    time.
    """
    turns = [past.turn(entrant.id, times) for entrant in entrants]
    order = {turn: place for place, turn in enumerate(sorted(set(turns)))}
    second_time = len(order) * (seats + 1)
    return [order[turn] + (second_time if turn[0] else 0) for turn in turns]


def criteria(field: Field, past: History, *, level: bool, fives: int, byes: int) -> Criteria:
    """Compute the costs for this field.

    Ranks count by the squared distance between opponents. Over the four pairs of opponents at a
    table that is half of two aims at once: close ranks at the table, and balanced sides (first with
    fourth).
    """
    entrants = field.ranked
    count = len(entrants)
    seats = 5 * fives or byes
    turns = _turns(entrants, past, past.fives if fives else past.byes, seats)
    weights = _weights(past, count, seats * max(turns), level=level)

    index = {entrant.id: i for i, entrant in enumerate(entrants)}
    with_, against = _zeros(count), _distances(count) if level else _zeros(count)
    _add_met(with_, index, past.partners, weights.partner)
    _add_met(against, index, past.opponents, weights.opponent)
    for i, j, cost in _kept_apart(field, entrants, weights):
        _add(with_, i, j, cost)
        _add(against, i, j, cost)
    for pairs, matrices in ((field.apart, (with_, against)), (field.not_partners, (with_,))):
        for matrix in matrices:
            _add_met(matrix, index, dict.fromkeys(pairs, 1), weights.apart)
    rest = [weights.turn * turn for turn in turns]
    if level and byes:
        rest = [cost + (count - 1 - i) ** 2 for i, cost in enumerate(rest)]
    return Criteria(
        ids=tuple(entrant.id for entrant in entrants),
        weights=weights,
        partner=with_,
        opponent=against,
        gain=_each(operator.sub, with_, against),
        both=_each(operator.add, with_, against),
        rest=rest,
        level=level,
        directors=_directors(entrants, turns)[: 5 * fives],
    )


def _directors(entrants: list[Entrant], turns: list[int]) -> tuple[int, ...]:
    """Return those who sit at a table of five if there is one, in order of turn."""
    directors = [i for i, entrant in enumerate(entrants) if entrant.five]
    return tuple(sorted(directors, key=lambda i: (turns[i], i)))


def _weights(past: History, count: int, turns: int, *, level: bool) -> Weights:
    """Compute the weights bottom-up; `turns` is the maximum total for byes and fives."""
    pairs = 4 * count  # at tables of five each pair counts twice
    most_met = max(past.opponents.values(), default=0)
    most_with = max(past.partners.values(), default=0)
    club = 1 + (pairs + 16) * count * count if level else 1
    opponent = club * (pairs + 1)
    turn = opponent * (pairs * most_met * most_met + 1)
    partner = turn * (turns + 1)
    apart = partner * (pairs * most_with * most_with + 1)
    return Weights(club, opponent, turn, partner, apart)


def _kept_apart(
    field: Field, entrants: list[Entrant], weights: Weights
) -> Iterator[tuple[int, int, int]]:
    """Yield pairs to seat apart, with the cost: same club, or different fixed tables."""
    club = weights.club if apart_now(field.settings, field.number) != NEVER else 0
    for (i, one), (j, other) in itertools.combinations(enumerate(entrants), 2):
        cost = club if one.club and one.club == other.club else 0
        if one.fixed_table and other.fixed_table and one.fixed_table != other.fixed_table:
            cost += weights.apart
        if cost:
            yield i, j, cost


def _zeros(count: int) -> Matrix:
    return [[0] * count for _ in range(count)]


def _distances(count: int) -> Matrix:
    """Return the squared distances between ranks."""
    return [[(i - j) ** 2 for j in range(count)] for i in range(count)]


def _each(combine: Callable[[int, int], int], one: Matrix, other: Matrix) -> Matrix:
    """Combine two matrices element by element."""
    return [list(map(combine, *rows)) for rows in zip(one, other, strict=True)]


def _add(matrix: Matrix, i: int, j: int, cost: int) -> None:
    """Add to a symmetric matrix."""
    matrix[i][j] += cost
    matrix[j][i] += cost


def _add_met(
    matrix: Matrix, index: Mapping[int, int], met: Mapping[frozenset[int], int], weight: int
) -> None:
    """Add the cost of repeated meetings: the third time weighs four times as much as the second."""
    for pair, times in met.items():
        i, j = (index.get(id_) for id_ in pair)
        if i is not None and j is not None:
            _add(matrix, i, j, weight * times * times)
