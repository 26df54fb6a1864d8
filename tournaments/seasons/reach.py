"""Where everybody in a season's table can still come, and what it would take.

The best is that somebody wins all that is to come while nobody else gains anything; the worst that
they gain nothing and as many others as can at once pass them. A place of a coming event goes to one
person, to two where pairs play. Both are exact with one event to come. With several the best still
is; how many can pass at once is then as hard to say as any puzzle that nobody knows a quick way for
(places of several events shared out so that sums reach what each needs), so the worst is what no
sharing-out could get beyond: never better than it may become.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from tournaments.seasons.formula import Formula, Number
from tournaments.seasons.table import Event, Row


@dataclass(frozen=True)
class Reach:
    """The ranks that somebody can still end on."""

    best: int
    worst: int


@dataclass(frozen=True)
class Coming:
    """The events to come: for each what its places give, the first first. There are as many as the
    season still has, each as large as its largest.
    """

    formula: Formula
    events: Sequence[Sequence[Number]]
    together: int = 1

    @property
    def size(self) -> int:
        """How many places each event has."""
        return len(self.events[0])

    @cached_property
    def firsts(self) -> list[Number]:
        """What somebody can gain by so many results that count, from none on."""
        return [0, *accumulate(sorted((event[0] for event in self.events), reverse=True))]

    def pool(self, people: int) -> list[Number]:
        """What the places for the first so many people give in all events
        together, from nobody on.
        """
        each = [
            sum(
                event[at // self.together]
                for event in self.events
                if at // self.together < len(event)
            )
            for at in range(people)
        ]
        return [0, *accumulate(each)]

    def place_for(self, at: int, beyond: Number) -> int:
        """The worst place of an event that gives more than this; 0 where none does."""
        return bisect_left(self.events[at], True, key=lambda given: given <= beyond)

    def kept(self, row: Row, more: int) -> Number:
        """What somebody has left where so many new results count."""
        best = self.formula.best
        return row.kept_of(None if best is None else best - more)


def coming_after(
    formula: Formula, events: Sequence[Event], count: int, *, final: bool
) -> Coming | None:
    """What is to come after these events: so many, the last of the season among them or not.

    None where nothing is, where nothing was played yet, and where places do not tell what they
    give.
    """
    if not (count and events and formula.by_place):
        return None
    size = max(event.size for event in events)
    together = max(event.together for event in events)

    def gives(*, last: bool) -> list[Number]:
        return [formula.worth(place, size, final=last).total for place in range(1, size + 1)]

    usual = gives(last=False)
    return Coming(formula, [*[usual] * (count - 1), gives(last=True) if final else usual], together)


def reach_of(rows: Sequence[Row], coming: Coming) -> list[Reach]:
    """Where everybody can still come, in the order of the table."""
    totals = sorted(row.total for row in rows)
    pool = coming.pool(len(rows))
    found = []
    for row in rows:
        most = _most(row, coming)
        above = len(totals) - bisect_right(totals, max(most, row.total))
        ahead = len(totals) - bisect_right(totals, row.total)
        behind = [other for other in rows if other is not row and other.total <= row.total]
        found.append(Reach(1 + above, 1 + ahead + _passing(behind, row.total, coming, pool)))
    return found


def _most(row: Row, coming: Coming) -> Number:
    """What somebody has who wins all that is to come."""
    best = coming.formula.best
    worths = sorted([*row.worths, *(event[0] for event in coming.events)], reverse=True)
    return sum(worths if best is None else worths[:best])


def _passing(others: Sequence[Row], total: Number, coming: Coming, pool: Sequence[Number]) -> int:
    """How many of these, who are not ahead, can be at once."""
    if len(coming.events) == 1:
        latest = sorted(
            place
            for place in (coming.place_for(0, total - coming.kept(one, 1)) for one in others)
            if place
        )
        count = 0
        for place in latest:  # each takes the worst place that is left and enough
            count += count < place * coming.together
        return count
    needs = sorted(
        need for need in (_need(one, total, coming) for one in others) if need is not None
    )
    low, high = 0, min(len(needs), coming.together * sum(map(len, coming.events)))
    while low < high:
        middle = (low + high + 1) // 2
        wanted = accumulate(need + 1 for need in reversed(needs[:middle]))  # points are whole
        if all(sum_of <= gives for sum_of, gives in zip(wanted, pool[1:], strict=False)):
            low = middle
        else:
            high = middle - 1
    return low


def _need(row: Row, total: Number, coming: Coming) -> Number | None:
    """The least that must be more than made up in coming events for somebody to pass this total;
    None: they cannot.
    """
    for results in range(1, len(coming.events) + 1):
        if coming.formula.best is not None and results > coming.formula.best:
            return None
        need = total - coming.kept(row, results)
        if coming.firsts[results] > need:
            return need
    return None
