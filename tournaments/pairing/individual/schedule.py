"""Method "schedule": each partners each once, by a fixed schedule for 4 to 40 persons."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.pairing.individual.designs import STARTERS
from tournaments.pairing.individual.history import history
from tournaments.pairing.individual.proof import SCHEDULE
from tournaments.pairing.individual.seated import Seated, seated_draw
from tournaments.pairing.values import Draw, Field, Note

SMALLEST, LARGEST = 4, 40

Quartet = tuple[int, int, int, int]  # a with b against c with d
# The tables of each round; numbers from 0; anybody missing has a bye
Plan = tuple[tuple[Quartet, ...], ...]


def _turned(number: int, by: int, cycles: tuple[int, ...]) -> int:
    """Return the number after `by` turns of the cycles."""
    turned, weight = 0, 1
    for size in reversed(cycles):
        number, digit = divmod(number, size)
        by, step = divmod(by, size)
        turned += (digit + step) % size * weight
        weight *= size
    return turned


def _developed(persons: int) -> Plan:
    """Develop a starter into all its rounds, in turn order."""
    cycles, text = STARTERS[persons]
    size = 1
    for cycle in cycles:
        size *= cycle
    base = [tuple(int(number) for number in table.split("-")) for table in text.split()]
    rounds = []
    for by in range(size):
        now = [*(_turned(number, by, cycles) for number in range(size)), size]
        rounds.append(tuple((now[a], now[b], now[c], now[d]) for a, b, c, d in base))
    return tuple(rounds)


@cache
def plan(persons: int) -> Plan:
    """Return the whole schedule for 4 to 40 persons.

    One person short of a multiple of four, the schedule for one more is used without its last
    number, and the other three of that table have a bye. Rounds are ordered so that after any of
    them byes are even and opponents repeat as late as possible.
    """
    rounds = _developed(persons + 1 if persons % 4 == 3 else persons)
    rounds = tuple(tuple(table for table in tables if max(table) < persons) for tables in rounds)
    left, ordered = list(rounds), []
    byes: Counter[int] = Counter()
    met: Counter[frozenset[int]] = Counter()
    while left:
        best = min(
            left,
            key=lambda tables: (
                _bye_cost(tables, persons, byes),
                sum(met[p] for p in _opposed(tables)),
            ),
        )
        left.remove(best)
        ordered.append(best)
        byes.update(_resting(best, persons))
        met.update(_opposed(best))
    return tuple(ordered)


def _resting(tables: Sequence[Quartet], persons: int) -> list[int]:
    seated = {number for table in tables for number in table}
    return [number for number in range(persons) if number not in seated]


def _opposed(tables: Sequence[Quartet]) -> list[frozenset[int]]:
    return [frozenset(pair) for a, b, c, d in tables for pair in ((a, c), (a, d), (b, c), (b, d))]


def _bye_cost(tables: Sequence[Quartet], persons: int, byes: Counter[int]) -> int:
    return sum((byes[number] + 1) ** 2 - byes[number] ** 2 for number in _resting(tables, persons))


@dataclass(frozen=True)
class Quality:
    """Quality of the first rounds of a schedule.

    Each of the first three is the (smallest, largest) count over all pairs or persons: times as
    partners, times as opponents, rounds with a bye. `missed` counts pairs who are never partners.
    """

    partners: tuple[int, int]
    opponents: tuple[int, int]
    byes: tuple[int, int]
    missed: int

    @property
    def perfect(self) -> bool:
        """Whether each partners each once and opposes each twice."""
        return self.partners == (1, 1) and self.opponents == (2, 2)


def scheduled(persons: int, number: int) -> tuple[Quartet, ...]:
    """Return the tables of this round, from 1; after the last one the schedule starts again."""
    rounds = plan(persons)
    return rounds[(number - 1) % len(rounds)]


@cache
def quality(persons: int, rounds: int) -> Quality:
    """Compute the quality of the first `rounds` of the schedule for 4 to 40 persons."""
    together: Counter[frozenset[int]] = Counter()
    against: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    for number in range(1, rounds + 1):
        tables = scheduled(persons, number)
        together.update(frozenset(pair) for a, b, c, d in tables for pair in ((a, b), (c, d)))
        against.update(_opposed(tables))
        byes.update(_resting(tables, persons))
    pairs = [frozenset(pair) for pair in itertools.combinations(range(persons), 2)]
    partners, opponents = [together[pair] for pair in pairs], [against[pair] for pair in pairs]
    rests = [byes[number] for number in range(persons)]
    return Quality(
        (min(partners), max(partners)),
        (min(opponents), max(opponents)),
        (min(rests), max(rests)),
        partners.count(0),
    )


def _first_numbers(field: Field) -> dict[int, int]:
    """Assign numbers for round 1 by lot, as number -> id; the resting ones in id order.

    Later rounds rely on that order to read the numbers of persons who had no table.
    """
    ids = sorted(field.ranks)
    random.Random(f"{field.seed}:schedule").shuffle(ids)  # noqa: S311 - a lot, not a secret
    resting = _resting(scheduled(len(ids), 1), len(ids))
    numbers = dict(enumerate(ids))
    return numbers | dict(zip(resting, sorted(numbers[number] for number in resting), strict=True))


def _read_numbers(field: Field) -> dict[int, int] | None:
    """Return the numbers from the keys of round 1's tables; None if it was not a scheduled round.

    Resting persons are numbered in id order, whatever order the draw left them in.
    """
    first = field.past[0]
    numbers: dict[int, int] = {}
    for table in first.tables:
        parts = table.key.split("-")
        if len(parts) != len(table.everybody) or not all(part.isdecimal() for part in parts):
            return None
        numbers |= dict(zip(map(int, parts), table.everybody, strict=True))
    persons = len(numbers) + len(first.byes)
    if not SMALLEST <= persons <= LARGEST:
        return None
    numbers |= dict(zip(_resting(scheduled(persons, 1), persons), sorted(first.byes), strict=False))
    return numbers if sorted(numbers) == list(range(persons)) else None


def schedule_draw(field: Field) -> Draw | Note:
    """Draw this round of the schedule, or return a note why it cannot be played and the lot
    decides.

    Round 1 assigns numbers by lot and stores them in the keys of its tables, so a swap by hand in
    round 1 changes the schedule for good. A later round needs exactly the persons of round 1, and
    no repeated partners that the schedule does not have.
    """
    count = len(field.entrants)
    if not SMALLEST <= count <= LARGEST:
        text = gettext_noop(
            "There are schedules for %(smallest)s to %(largest)s persons; drawn by lot instead."
        )
        return Note("no_schedule", text, {"smallest": SMALLEST, "largest": LARGEST})
    numbers = _read_numbers(field) if field.past else _first_numbers(field)
    if numbers is None:
        return Note(
            "schedule_left", gettext_noop("Round 1 was not a schedule's; drawn by lot instead.")
        )
    if sorted(numbers.values()) != sorted(field.ranks):
        text = gettext_noop(
            "Not the same persons as in round 1, so the schedule does not fit; drawn by lot "
            "instead."
        )
        return Note("schedule_left", text)
    past = history(field.past)
    tables = scheduled(count, field.number)
    times = (field.number - 1) // len(plan(count))  # that the schedule has repeated all partners
    if any(past.partners.get(pair, 0) > times for pair in _partners(tables, numbers)):
        text = gettext_noop(
            "A round was changed and the schedule would repeat partners; drawn by lot instead."
        )
        return Note("schedule_left", text)
    text = ngettext_noop(
        "Round %(number)s of the schedule for %(count)s person.",
        "Round %(number)s of the schedule for %(count)s persons.",
        "count",
    )
    reason = Note("schedule", text, {"number": field.number, "count": count})
    seated = [Seated([numbers[number] for number in table], reason, table) for table in tables]
    seated += [Seated([numbers[number]], reason) for number in _resting(tables, count)]
    known = {"partners_again": SCHEDULE, "opponents_again": SCHEDULE}
    return seated_draw(field, past, seated, (), known)


def _partners(tables: Sequence[Quartet], numbers: Mapping[int, int]) -> Iterator[frozenset[int]]:
    """Yield the ids of each two partners."""
    for a, b, c, d in tables:
        yield frozenset((numbers[a], numbers[b]))
        yield frozenset((numbers[c], numbers[d]))
