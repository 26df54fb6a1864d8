"""Draws tables of five over all rounds, from schedules that repeat as few partners as possible.

Round 1 is drawn by lot as usual. After that the rounds played are searched for at the beginning of
a schedule. If they match, they determine everybody's number, as far as the lot need not decide it.
If they do not (an entrant arrived, left, was away, or was moved by hand), each round is drawn on
its own.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from string import ascii_letters

from tournaments.pairing.individual.designs_fives import FIVES
from tournaments.pairing.individual.fives import FIVE
from tournaments.pairing.values import SessionRound, pairs_met

MOST_STEPS = 20_000  # of the search for a schedule's numbers

Mates = Mapping[int, frozenset[int]]  # everybody's partners in one round


@dataclass(frozen=True)
class ScheduledRound:
    """One round of a schedule: the members of each table of five, and the pairs of the others."""

    fives: tuple[tuple[int, ...], ...]
    pairs: tuple[tuple[int, int], ...]

    @property
    def mates(self) -> dict[int, frozenset[int]]:
        """Return everybody's partners."""
        return {
            one: frozenset(group) - {one} for group in (*self.fives, *self.pairs) for one in group
        }

    def with_ids(self, id_of: Mapping[int, int]) -> "ScheduledRound":
        """Return the round with ids in place of numbers."""
        return ScheduledRound(
            tuple(tuple(id_of[number] for number in five) for five in self.fives),
            tuple((id_of[one], id_of[other]) for one, other in self.pairs),
        )


def repeats(rounds: Sequence[ScheduledRound]) -> int:
    """Count the repeated partnerships."""
    seen: set[frozenset[int]] = set()
    found = 0
    for one in rounds:
        now = {
            frozenset(pair) for group in (*one.fives, *one.pairs) for pair in combinations(group, 2)
        }
        found += len(seen & now)
        seen |= now
    return found


def unevenness(rounds: Sequence[ScheduledRound]) -> int:
    """Return the largest difference in tables of five between two persons after any round."""
    had = dict.fromkeys((one for group in (*rounds[0].fives, *rounds[0].pairs) for one in group), 0)
    most = 0
    for one in rounds:
        for person in (person for five in one.fives for person in five):
            had[person] += 1
        most = max(most, max(had.values()) - min(had.values()))
    return most


@cache
def schedule_for(persons: int, rounds: int) -> tuple[ScheduledRound, ...] | None:
    """Return the best known schedule for this many persons and rounds, None if there is none.

    Fewest repeated partners first, then tables of five as even as possible.
    """
    known = [_read(text) for text in FIVES.get(persons, "").split("\n\n") if text]
    fitting = [one for one in known if len(one) >= rounds]
    return min(
        fitting, key=lambda one: (repeats(one[:rounds]), unevenness(one[:rounds])), default=None
    )


def _read(text: str) -> tuple[ScheduledRound, ...]:
    rounds = []
    for words in text.split():
        groups = [
            tuple(ascii_letters.swapcase().index(letter) for letter in group)
            for group in words.split(".")
        ]
        fives = tuple(group for group in groups if len(group) == FIVE)
        rounds.append(
            ScheduledRound(
                fives, tuple((group[0], group[1]) for group in groups if len(group) == 2)
            )
        )
    return tuple(rounds)


def next_scheduled_round(
    past: Sequence[SessionRound], ids: Sequence[int], rounds: int, rng: random.Random
) -> ScheduledRound | None:
    """Return the schedule's next round; None if the past is not its beginning."""
    schedule = schedule_for(len(ids), rounds)
    if schedule is None or not past or len(past) >= rounds:
        return None
    played = [_mates(one) for one in past]
    if any(one.keys() != set(ids) for one in played):
        return None
    numbers = _Numbers([one.mates for one in schedule[: len(past)]], played, rng).found()
    if numbers is None:
        return None
    return schedule[len(past)].with_ids({number: id_ for id_, number in numbers.items()})


def _mates(one: SessionRound) -> dict[int, frozenset[int]]:
    """Return everybody's partners in a round played; none for a bye."""
    partners, _ = pairs_met(one.tables)
    found: dict[int, set[int]] = {id_: set() for table in one.tables for id_ in table.everybody}
    for pair in partners:
        first, second = pair
        found[first].add(second)
        found[second].add(first)
    return {id_: frozenset(mates) for id_, mates in found.items()} | dict.fromkeys(
        one.byes, frozenset()
    )


class _Numbers:
    """Assigns numbers so that everybody's partners in each round are those of the schedule.

    Persons get numbers one at a time; next is always the one with most partners already numbered.
    """

    def __init__(
        self, schedule: Sequence[Mates], played: Sequence[Mates], rng: random.Random
    ) -> None:
        self.schedule, self.played, self.rng = schedule, played, rng
        self.numbers: dict[int, int] = {}
        self.steps = MOST_STEPS
        self.order = sorted(played[0])
        rng.shuffle(self.order)
        self.all_numbers = sorted(schedule[0])
        rng.shuffle(self.all_numbers)

    def found(self) -> dict[int, int] | None:
        """Return the numbers by id, None if there are none or the search takes too long."""
        return self.numbers if self._grow() else None

    def _grow(self) -> bool:
        if len(self.numbers) == len(self.order):
            return True
        self.steps -= 1
        if self.steps < 0:
            return False
        left = [id_ for id_ in self.order if id_ not in self.numbers]
        one = max(
            left,
            key=lambda id_: sum(len(mates[id_] & self.numbers.keys()) for mates in self.played),
        )
        taken = set(self.numbers.values())
        for number in self.all_numbers:
            if number not in taken and self._fits(one, number):
                self.numbers[one] = number
                if self._grow():
                    return True
                del self.numbers[one]
        return False

    def _fits(self, one: int, number: int) -> bool:
        """Whether this number has the partners of this person, as far as those are numbered."""
        for mates, wanted in zip(self.played, self.schedule, strict=True):
            if len(mates[one]) != len(wanted[number]):
                return False
            if any(
                (other in mates[one]) != (at in wanted[number])
                for other, at in self.numbers.items()
            ):
                return False
        return True
