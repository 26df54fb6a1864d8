"""A seating under construction, and its improvement by swaps."""

import random
from collections.abc import Iterable, Sequence

from tournaments.pairing.individual.criteria import Criteria
from tournaments.pairing.individual.fives import FIVE, FOUR, Sizes
from tournaments.pairing.individual.prices import price, prices_with

Quartet = tuple[int, int, int, int]  # a with b against c with d
NEAR = 12  # ranks away: tried first when seating by rank


class Seating:
    """Groups of indexes: tables of four (any order: the best split counts), of five, and byes of
    one.
    """

    def __init__(self, costs: Criteria, groups: Iterable[Sequence[int]]) -> None:
        self.costs = costs
        self.groups = [list(group) for group in groups]
        self.where = {person: index for index, group in enumerate(self.groups) for person in group}
        self.prices = [self.price(group) for group in self.groups]
        self.total = sum(self.prices)
        self._directors = frozenset(costs.directors)

    @property
    def fives(self) -> list[list[int]]:
        """The tables of five."""
        return [group for group in self.groups if len(group) == FIVE]

    def price(self, group: Sequence[int]) -> int:
        """Return the cost of this group."""
        return price(self.costs, group)

    def split(self, group: Sequence[int]) -> Quartet:
        """Return the cheapest split of a table of four; if equal, the first as given."""
        a, b, c, d = group
        gain = self.costs.gain
        splits = ((a, b, c, d), (a, c, b, d), (a, d, b, c))
        return min(splits, key=lambda split: gain[split[0]][split[1]] + gain[split[2]][split[3]])

    def named(self) -> list[list[int]]:
        """Return the ids of the groups in order; at a table of four the first two are partners."""
        ids = self.costs.ids
        ordered = [self.split(group) if len(group) == FOUR else group for group in self.groups]
        return [[ids[person] for person in group] for group in ordered]

    def swap(self, one: int, other: int) -> None:
        """Swap two persons of different groups."""
        here, there = self.where[one], self.where[other]
        for index, old, new in ((here, one, other), (there, other, one)):
            group = self.groups[index]
            group[group.index(old)] = new
            self.where[new] = index
            self.total -= self.prices[index]
            self.prices[index] = self.price(group)
            self.total += self.prices[index]

    def reseat(self, indexes: Sequence[int], groups: Sequence[Sequence[int]]) -> None:
        """Replace these groups by others of the same persons and sizes."""
        for index, group in zip(indexes, groups, strict=True):
            self.groups[index] = list(group)
            self.where |= dict.fromkeys(group, index)
            self.total -= self.prices[index]
            self.prices[index] = self.price(group)
            self.total += self.prices[index]

    def may_swap(self, one: int, other: int) -> bool:
        """Whether two may swap: at different tables, and a director only with another director, so
        that they stay spread over the tables of five.
        """
        if self.where[one] == self.where[other]:
            return False
        return (one in self._directors) == (other in self._directors)

    def _candidates(self, person: int, index: int) -> range:
        """Return swap partners to try: those of close rank if ranks count and nothing is badly
        wrong.
        """
        everybody = len(self.where)
        if not self.costs.level or self.prices[index] >= self.costs.weights.opponent:
            return range(everybody)
        return range(max(0, person - NEAR), min(everybody, person + NEAR + 1))

    def best_swap(self, index: int) -> tuple[int, int, int, int]:
        """Find the swap that makes this table cheapest: (negative saving, one, other, tries)."""
        best, pair, tries = 0, (-1, -1), 0
        group = self.groups[index]
        for person in group:
            candidates = [
                other for other in self._candidates(person, index) if self.may_swap(person, other)
            ]
            tries += len(candidates)
            own = prices_with(
                self.costs, [member for member in group if member != person], candidates
            )
            for other, cost in zip(candidates, own, strict=True):
                there = self.where[other]
                more = cost - self.prices[index] - self.prices[there]
                if more >= best:
                    continue
                more += self.price(
                    [person if member == other else member for member in self.groups[there]]
                )
                if more < best:
                    best, pair = more, (person, other)
        return best, *pair, tries

    def settle(self, queue: list[int], budget: int, log: list[tuple[int, int]]) -> int:
        """Swap as long as that helps, starting with these groups; return the tries left."""
        worth = 1 if self.costs.level else self.costs.weights.club
        while queue and budget > 0:
            index = queue.pop()
            if self.prices[index] < worth:
                continue
            saved, one, other, tries = self.best_swap(index)
            budget -= tries
            if saved < 0:
                log.append((one, other))
                touched = (self.where[other], self.where[one])
                self.swap(one, other)
                queue += [place for place in touched if place not in queue]
        return budget

    def search(self, rng: random.Random, budget: int) -> "Seating":
        """Settle, then shake the tables that still have a cost and settle again, `budget` tries in
        all.
        """
        queue = list(range(len(self.groups)))
        rng.shuffle(queue)
        budget = self.settle(queue, budget, [])
        everybody = sorted(self.where)
        while budget > 0:
            poor = [
                index
                for index, price in enumerate(self.prices)
                if price >= self.costs.weights.club and len(self.groups[index]) > 1
            ]
            if not poor:
                break
            before, log, touched = self.total, [], []
            for _ in range(2):
                one = rng.choice(self.groups[rng.choice(poor)])
                other = rng.choice(everybody)
                if self.may_swap(one, other):
                    log.append((one, other))
                    self.swap(one, other)
                    touched += [self.where[one], self.where[other]]
            budget = self.settle(touched, budget - 2, log)
            if self.total > before:
                for one, other in reversed(log):
                    self.swap(one, other)
        return self


def first_groups(costs: Criteria, order: Sequence[int], size: Sizes) -> list[list[int]]:
    """Cut this order into tables; byes and tables of five go by turn."""
    # If equal, the last in the order: by rank a bye goes to the lowest
    waiting = list(order[::-1])
    waiting.sort(key=lambda person: costs.rest[person] // costs.weights.turn)
    waiting = [*costs.directors, *(person for person in waiting if person not in costs.directors)]
    chosen = waiting[: FIVE * size.fives or size.byes]
    groups = (
        [[person] for person in chosen]
        if size.byes
        else [chosen[k :: size.fives] for k in range(size.fives)]
    )
    rest = [person for person in order if person not in set(chosen)]
    return groups + [rest[k : k + FOUR] for k in range(0, len(rest), FOUR)]
