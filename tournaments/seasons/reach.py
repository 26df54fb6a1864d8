"""Ranks each person in a season's table can still reach, and what that takes.

The best rank assumes that a person wins all coming events while nobody else gains anything; the
worst, that they gain nothing and as many others as possible pass them at the same time. A place of
a coming event goes to one person, or two if pairs play. Both are exact with one event to come. With
several the best still is; the number that can pass at the same time is then a hard combinatorial
problem (sharing out places of several events so that sums reach what each needs), so the worst is a
bound that no assignment exceeds: never better than it may become.
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
    """The best and worst final rank a person can still have."""

    best: int
    worst: int


@dataclass(frozen=True)
class ComingEvents:
    """The coming events: what each of their places gives, first place first.

    There are as many as the season has left, each as large as its largest so far.
    """

    formula: Formula
    events: Sequence[Sequence[Number]]
    together: int = 1

    @property
    def size(self) -> int:
        """The number of places of each event."""
        return len(self.events[0])

    @cached_property
    def firsts(self) -> list[Number]:
        """The maximum gain by number of counting results, from none on."""
        return [0, *accumulate(sorted((event[0] for event in self.events), reverse=True))]

    def pool(self, people: int) -> list[Number]:
        """Return the points of the first places in all events together, by number of people from
        none on.
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
        """Return the worst place of an event that gives more than this; 0 if none does."""
        return bisect_left(self.events[at], True, key=lambda given: given <= beyond)

    def kept(self, row: Row, more: int) -> Number:
        """Return what a person keeps if `more` new results count."""
        best = self.formula.best
        return row.kept_of(None if best is None else best - more)


def coming_events(
    formula: Formula, events: Sequence[Event], count: int, *, final: bool
) -> ComingEvents | None:
    """Return what is to come after these events; None if nothing is.

    `count` is the number of coming events, `final` whether the season's last is among them. Also
    None before the first event, and if points do not depend on the place alone.
    """
    if not (count and events and formula.by_place):
        return None
    size = max(event.size for event in events)
    together = max(event.together for event in events)

    def gives(*, last: bool) -> list[Number]:
        return [formula.worth(place, size, final=last).total for place in range(1, size + 1)]

    usual = gives(last=False)
    return ComingEvents(
        formula, [*[usual] * (count - 1), gives(last=True) if final else usual], together
    )


def reach_of(rows: Sequence[Row], coming: ComingEvents) -> list[Reach]:
    """Return the reachable ranks of everybody, in table order."""
    totals = sorted(row.total for row in rows)
    pool = coming.pool(len(rows))
    found = []
    for row in rows:
        most = _most(row, coming)
        above = len(totals) - bisect_right(totals, max(most, row.total))
        ahead = len(totals) - bisect_right(totals, row.total)
        rivals = [other for other in rows if other is not row and other.total <= row.total]
        found.append(Reach(1 + above, 1 + ahead + _passing(rivals, row.total, coming, pool)))
    return found


def _most(row: Row, coming: ComingEvents) -> Number:
    """Return the total of a person who wins all coming events."""
    best = coming.formula.best
    worths = sorted([*row.worths, *(event[0] for event in coming.events)], reverse=True)
    return sum(worths if best is None else worths[:best])


def _passing(
    others: Sequence[Row], total: Number, coming: ComingEvents, pool: Sequence[Number]
) -> int:
    """Return how many of these, who are not ahead, can pass at the same time."""
    if len(coming.events) == 1:
        return _passing_at_once(others, total, coming)
    needs = sorted(
        need for need in (_need(one, total, coming) for one in others) if need is not None
    )
    low, high = 0, min(len(needs), coming.together * sum(map(len, coming.events)))
    while low < high:
        middle = (low + high + 1) // 2
        wanted = accumulate(need + 1 for need in reversed(needs[:middle]))  # points are integers
        if all(sum_of <= gives for sum_of, gives in zip(wanted, pool[1:], strict=False)):
            low = middle
        else:
            high = middle - 1
    return low


def _passing_at_once(others: Sequence[Row], total: Number, coming: ComingEvents) -> int:
    """Return how many of these can pass in the only event to come."""
    places = (coming.place_for(0, total - coming.kept(one, 1)) for one in others)
    count = 0
    for place in sorted(filter(None, places)):  # each takes the worst place left that suffices
        count += count < place * coming.together
    return count


def _need(row: Row, total: Number, coming: ComingEvents) -> Number | None:
    """Return what a person must exceed in coming events to pass this total; None: impossible."""
    for results in range(1, len(coming.events) + 1):
        if coming.formula.best is not None and results > coming.formula.best:
            return None
        need = total - coming.kept(row, results)
        if coming.firsts[results] > need:
            return need
    return None
