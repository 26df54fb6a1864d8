"""Qualification from one stage to the next: who advances, with which seed."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import rustworkx

from scoring.rules import Mistake, RuleError, shown
from scoring.rules.settings import is_whole
from scoring.rules.words import gettext_noop
from tournaments.pairing.brackets import bracket_size, seeds_in_order

Value = int | Fraction | Sequence[int | Fraction]
PER_GROUP, BEST_OF_REST = "per_group", "best_of_rest"


def qualify(
    groups: Mapping[str, Sequence[int]],
    take: int | Mapping[str, int],
    values: Mapping[int, Value] | None = None,
) -> tuple[int, ...]:
    """Return the ids that advance, in the order of their new seeds.

    `groups` are the standings of each group, best first (a single one if there are no groups).
    `take` is the number per group, or {"per_group": k, "best_of_rest": m}: also the best m of all
    others by `values`, larger is better; ties go by place in the group, then by the group's name.
    Nobody advances before a better placed member of the same group.

    Group winners are seeded by `values` if given, otherwise by group name. The others are seeded
    crosswise: in a bracket by seeds, two of a group meet as late as possible, so winners meet
    runners-up of other groups. Two of a group meet in the first round only if no bracket avoids it;
    if nothing less helps, winners swap seeds for that, or an entrant swaps with one of another
    place in the group. Raises RuleError: `bad_take`, `values_missing`.
    """
    per_group, rest = _numbers(take)
    names = sorted(name for name, ids in groups.items() if ids)
    tiers = _tiers(groups, names, per_group, values)
    best = _best_of_rest(groups, names, per_group, rest, values)
    seeded = _seeded([tier for tier in (*tiers, best) if tier], cross=len(names) > 1)
    return tuple(id_ for id_, _ in seeded)


def _tiers(
    groups: Mapping[str, Sequence[int]],
    names: Sequence[str],
    per_group: int,
    values: Mapping[int, Value] | None,
) -> list[list[tuple[int, str]]]:
    """Return winners, runners-up and so on, each with the group; winners by value if given."""
    tiers = [
        [(groups[name][place], name) for name in names if place < len(groups[name])]
        for place in range(per_group)
    ]
    if values is not None and tiers and len(names) > 1:
        tiers[0].sort(key=lambda one: _by_value(one, values))
    return tiers


def _seeded(tiers: Sequence[list[tuple[int, str]]], *, cross: bool) -> list[tuple[int, str]]:
    """Return the tiers in seed order. Without `cross` it is that of a single standings."""
    seeded: list[tuple[int, str]] = []
    count = sum(map(len, tiers))
    if not cross or count < 2:
        return [one for tier in tiers for one in tier]
    meets = _rounds_of_meeting(count)
    for tier in tiers:
        seeded += _cross_seed(tier, seeded, meets) if seeded else tier
    return _separate_rivals(seeded, [len(tier) for tier in tiers], meets)


def _by_value(one: tuple[int, str], values: Mapping[int, Value]) -> tuple[Any, str]:
    """Return the sort key among entrants of the same place: value, then group name."""
    id_, group = one
    return _reversed(values[id_]) if id_ in values else (), group


def _numbers(take: int | Mapping[str, int]) -> tuple[int, int]:
    """Return the number per group, and the number of best of the rest."""
    if isinstance(take, Mapping):
        per_group, rest = take.get(PER_GROUP, 0), take.get(BEST_OF_REST, 0)
        good = set(take) <= {PER_GROUP, BEST_OF_REST}
    else:
        per_group, rest, good = take, 0, True
    if not (
        good
        and is_whole(per_group)
        and is_whole(rest)
        and per_group >= 0
        and rest >= 0
        and per_group + rest > 0
    ):
        text = gettext_noop(
            "%(take)s does not say who qualifies: enter a whole number from 1 for each group, or "
            "%(per_group)s and %(best_of_rest)s with such numbers."
        )
        params = {"take": shown(str(take)), "per_group": PER_GROUP, "best_of_rest": BEST_OF_REST}
        raise RuleError([Mistake("bad_take", "take", text, params)])
    return per_group, rest


def _best_of_rest(
    groups: Mapping[str, Sequence[int]],
    names: Sequence[str],
    per_group: int,
    rest: int,
    values: Mapping[int, Value] | None,
) -> list[tuple[int, str]]:
    if not rest:
        return []
    others = [id_ for name in names for id_ in groups[name][per_group:]]
    values = _complete(values, others)
    found: list[tuple[int, str]] = []
    place = dict.fromkeys(names, per_group)
    while len(found) < min(rest, len(others)):
        heads = [
            (_reversed(values[groups[name][place[name]]]), place[name], name)
            for name in names
            if place[name] < len(groups[name])
        ]
        *_, name = min(heads)
        found.append((groups[name][place[name]], name))
        place[name] += 1
    return found


def _complete(values: Mapping[int, Value] | None, ids: Sequence[int]) -> Mapping[int, Value]:
    """Return the values. Raises RuleError if there are none, or not for all of these ids."""
    missing = [id_ for id_ in ids if values is None or id_ not in values]
    if missing or values is None:
        text = gettext_noop(
            "The best of the rest are found by their values; %(count)s of them have none."
        )
        raise RuleError([Mistake("values_missing", "values", text, {"count": len(missing)})])
    return values


def _reversed(value: Value) -> tuple[int | Fraction, ...]:
    """Return a key that sorts larger values first."""
    return tuple(-part for part in value) if isinstance(value, Sequence) else (-value,)


def _rounds_of_meeting(count: int) -> list[list[int]]:
    """Return the round (from 1) of a bracket by seeds in which each two seeds (from 0) meet."""
    size = bracket_size(count)
    slot = {seed - 1: position for position, seed in enumerate(seeds_in_order(size))}
    return [
        [(slot[one] ^ slot[other]).bit_length() for other in range(count)] for one in range(count)
    ]


def _cross_seed(
    tier: Sequence[tuple[int, str]],
    seeded: Sequence[tuple[int, str]],
    meets: Sequence[Sequence[int]],
) -> list[tuple[int, str]]:
    """Order a tier by seeds so that members of a group meet as late as possible; else keep its
    order.

    An early meeting weighs more than all later ones together, so the smallest sum has the fewest
    early meetings.
    """
    size, start = len(tier), len(seeded)
    last = len(meets).bit_length()
    base = 4 * (size + start)
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(list(range(2 * size)))
    for position, (_, group) in enumerate(tier):
        for offset in range(size):
            early = sum(
                base ** (last - meets[start + offset][seed])
                for seed, (_, of) in enumerate(seeded)
                if of == group
            )
            out_of_order = (position - offset) ** 2
            graph.add_edge(position, size + offset, -(early * 4 * size**3 + out_of_order))
    chosen = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    who = {max(pair) - size: min(pair) for pair in chosen}
    return [tier[who[offset]] for offset in range(size)]


def _separate_rivals(
    seeded: list[tuple[int, str]], sizes: Sequence[int], meets: Sequence[Sequence[int]]
) -> list[tuple[int, str]]:
    """Change the seeds as little as possible so that no two of a group meet in the first round.

    `sizes` are those of the tiers. Swaps are made one at a time, each the cheapest that separates
    two without bringing others together: keeping tiers comes before the order of the winners, and
    that before all other orders.
    """
    seeds = _Seeds([group for _, group in seeded], sizes, meets)
    while seeds.clashes():
        swap = seeds.best_swap()
        if swap is None:
            break
        seeds.swap(*swap)
    return [seeded[one] for one in seeds.order]


class _Seeds:
    """Who holds each seed. `order` has the earlier seed of each holder."""

    def __init__(
        self, groups: Sequence[str], sizes: Sequence[int], meets: Sequence[Sequence[int]]
    ) -> None:
        self.groups, self.meets = groups, meets
        self.tier = [number for number, size in enumerate(sizes) for _ in range(size)]
        self.order = list(range(len(groups)))
        self.rival = [rounds.index(1) if 1 in rounds else None for rounds in meets]

    def clashes(self) -> int:
        """Count the first matches between two of a group."""
        return sum(map(self._clashes_at, range(len(self.order)))) // 2

    def best_swap(self) -> tuple[int, int] | None:
        """Return the cheapest swap that leaves the fewest clashes; None if no swap helps."""
        now = self.clashes()
        found: list[tuple[int, tuple[int, ...], int, int]] = []
        for one in filter(self._clashes_at, range(len(self.order))):
            for other in range(len(self.order)):
                self.swap(one, other)
                after = self.clashes()
                if after < now:
                    found.append((after, self._price(), one, other))
                self.swap(one, other)
        return min(found)[2:] if found else None

    def swap(self, one: int, other: int) -> None:
        self.order[one], self.order[other] = self.order[other], self.order[one]

    def _same_group(self, one: int, other: int) -> bool:
        return self.groups[self.order[one]] == self.groups[self.order[other]]

    def _clashes_at(self, seed: int) -> bool:
        other = self.rival[seed]
        return other is not None and self._same_group(seed, other)

    def _price(self) -> tuple[int, ...]:
        """Return the cost of the changes: out of tier, winners out of order, early meetings, others
        out of order.
        """
        moved = [(seed, one) for seed, one in enumerate(self.order) if seed != one]
        last = len(self.order).bit_length()
        early = sum(
            4 ** (last - self.meets[one][other])
            for one, other in combinations(range(len(self.order)), 2)
            if self._same_group(one, other)
        )
        return (
            sum((self.tier[seed] - self.tier[one]) ** 2 for seed, one in moved),
            sum((seed - one) ** 2 for seed, one in moved if self.tier[one] == 0),
            early,
            sum((seed - one) ** 2 for seed, one in moved),
        )
