"""Chooses the pairings and the bye.

Criteria, most important first; a later one never outweighs an earlier one:

0. as few as possible of those meet whom the desk keeps apart;
1. as few rematches as possible;
2. the bye goes to an entrant with the fewest byes;
3. rematches between those who have met least often, then longest ago;
4. as few tables of one club as possible, if clubs outweigh points;
5. the bye goes to the entrant who missed the fewest rounds, then to the lowest placed;
6. the squares of the differences of points;
7. as few tables of one club as possible, if points outweigh clubs;
8. as few repeated floats in the same direction as possible;
9. the squared distances from ideal opponents, in places;
10. a lot.

Up to EXACT entrants each is compared with each, and so is a larger field if an entrant has met half
of the others. Otherwise rematches can always be avoided, and the minimum number of tables of one
club is known beforehand: see `tournaments.pairing.swiss.large`.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from tournaments.pairing.clubs import ALWAYS, NEVER
from tournaments.pairing.matching import Costs, cheapest
from tournaments.pairing.swiss.large import paired_in_parts
from tournaments.pairing.swiss.past import DOWN, UP, Past
from tournaments.pairing.swiss.standing import SLIDE, ScoreGroups
from tournaments.pairing.values import Number

EXACT = 160  # entrants; each is compared with each

Pairs = list[tuple[int, int]]


def each_with_each(order: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield all pairs of positions."""
    return combinations(range(len(order)), 2)


class Drawing:
    """One draw. `clubs`: club of each entrant to be kept apart; otherwise empty."""

    def __init__(
        self,
        order: Sequence[int],
        points: Mapping[int, Number],
        clubs: Mapping[int, str],
        past: Past,
        method: str,
        lots: Mapping[int, int],
        apart: str,
        never: Collection[frozenset[int]] = frozenset(),
    ) -> None:
        """`order`: entrants present, best first; `method`: how opponents within a group are found;
        `apart`: ALWAYS, POINTS or NEVER: whether clubs outweigh points; `never`: those who must not
        meet.
        """
        self.never = never
        self.order, self.points, self.past, self.method, self.lots = (
            order,
            points,
            past,
            method,
            lots,
        )
        self.clubs = clubs if apart != NEVER else {}
        self.clubs_first = apart == ALWAYS

    def found(self) -> tuple[Pairs, int | None]:
        """Return the pairs, and the id of the bye (None if there is none)."""
        size = len(self.order)
        never = Counter(id_ for pair in self.never for id_ in pair)
        closed = self.past.most_met() + max(never.values(), default=0)
        self.exact = size <= EXACT or 2 * closed + 3 > size
        bye = None
        if size % 2:
            bye = self._bye_exactly() if self.exact else self._bye_in_large_field()
        order = [id_ for id_ in self.order if id_ != bye]
        self.score_groups = self._score_groups(order)
        if self.exact:
            pairs = self.paired(order, each_with_each(order), self.score_groups)
        else:
            pairs = paired_in_parts(self, self.score_groups)
        return (self._polished(pairs) if self.method == SLIDE else pairs), bye

    def same_club(self, a: int, b: int) -> bool:
        """Whether these two should be kept apart."""
        return bool(self.clubs) and a in self.clubs and self.clubs[a] == self.clubs.get(b)

    def have_not_met(self, a: int, b: int) -> bool:
        """Whether these two have not met."""
        return not self.past.met(a, b)[0]

    def may_meet(self, a: int, b: int) -> bool:
        """Whether these two have not met, and are not kept apart by the desk."""
        return self.have_not_met(a, b) and not self.must_not_meet(a, b)

    def must_not_meet(self, a: int, b: int) -> bool:
        """Whether the desk keeps these two apart."""
        return bool(self.never) and frozenset((a, b)) in self.never

    def meeting_costs(self, a: int, b: int) -> Costs:
        """Return the cost of this pairing regardless of points: criteria 0 to 5 of the module's
        list.
        """
        times, last = self.past.met(a, b)
        return (
            int(self.must_not_meet(a, b)),
            int(times > 0),
            0,
            times * times,
            last,
            int(self.clubs_first and self.same_club(a, b)),
            0,
        )

    def repeated_floats(self, a: int, b: int) -> list[int]:
        """Return those who would float in the same direction as in the previous round."""
        level = self.score_groups.level
        if level[a] == level[b]:
            return []
        high, low = (a, b) if level[a] > level[b] else (b, a)
        before = self.past.floats
        return [id_ for id_, float_ in ((high, DOWN), (low, UP)) if before.get(id_) == float_]

    def score_costs(self, a: int, b: int, score_groups: ScoreGroups) -> Costs:
        """Return the cost of this pairing by points and places: criteria 6 to 10 of the module's
        list.
        """
        apart, off, lot = score_groups.quality(a, b)
        same = not self.clubs_first and self.same_club(a, b)
        return apart, int(same), len(self.repeated_floats(a, b)) if apart else 0, off, lot

    def _score_groups(self, order: Sequence[int]) -> ScoreGroups:
        return ScoreGroups(order, self.points, self.method, self.lots)

    def paired(
        self, order: Sequence[int], edges: Iterable[tuple[int, int]], score_groups: ScoreGroups
    ) -> Pairs:
        """Return the best pairs along `edges`: pairs of positions in `order`, the lower first."""
        priced = [
            (
                a,
                b,
                self.meeting_costs(order[a], order[b])
                + self.score_costs(order[a], order[b], score_groups),
            )
            for a, b in edges
        ]
        return [(order[a], order[b]) for a, b in cheapest(len(order), priced)]

    def _bye_exactly(self) -> int:
        """Choose the bye that leaves the best matching of all, by criteria 0 to 5."""
        order = self.order
        bye = len(order)
        edges = [(a, b, self.meeting_costs(order[a], order[b])) for a, b in each_with_each(order)]
        turn = {id_: index for index, id_ in enumerate(self.past.turns())}
        edges += [
            (a, bye, (0, 0, self.past.byes[id_], 0, 0, 0, turn[id_])) for a, id_ in enumerate(order)
        ]
        return next(order[a] for a, b in cheapest(bye + 1, edges) if b == bye)

    def _bye_in_large_field(self) -> int:
        """Choose the best claim to the bye; if a club has more than half of the field, within that
        club.
        """
        turns = self.past.turns()
        fewest = [id_ for id_ in turns if self.past.byes[id_] == self.past.byes[turns[0]]]
        club, size = Counter(self.clubs.values()).most_common(1)[0] if self.clubs else ("", 0)
        if self.clubs_first and 2 * size > len(turns):
            fewest = [id_ for id_ in fewest if self.clubs.get(id_) == club] or fewest
        return fewest[0]

    def _polished(self, pairs: Pairs) -> Pairs:
        """Slide again those who stayed in a group that others floated into or out of, as if they
        were all of it.
        """
        level = self.score_groups.level
        stayed: dict[int, list[int]] = {}
        for a, b in pairs:
            if level[a] == level[b]:
                stayed.setdefault(level[a], []).extend((a, b))
        done = [(a, b) for a, b in pairs if level[a] != level[b]]
        for own, ids in stayed.items():
            if len(self.score_groups.groups[own]) == len(ids) or len(ids) > EXACT:
                done += [(a, b) for a, b in pairs if level[a] == level[b] == own]
            else:
                order = sorted(ids, key=self.score_groups.rank.__getitem__)
                done += self.paired(order, each_with_each(order), self._score_groups(order))
        return done
