"""Qualification from one stage to the next: who advances, with which seed."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
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
    missing = [
        id_
        for name in names
        for id_ in groups[name][per_group:]
        if values is None or id_ not in values
    ]
    if missing or values is None:
        text = gettext_noop(
            "The best of the rest are found by their values; %(count)s of them have none."
        )
        raise RuleError([Mistake("values_missing", "values", text, {"count": len(missing)})])
    places = dict.fromkeys(names, per_group)
    found: list[tuple[int, str]] = []
    while len(found) < rest:
        heads = [name for name in names if places[name] < len(groups[name])]
        if not heads:
            break
        name = min(
            heads,
            key=lambda name: (_reversed(values[groups[name][places[name]]]), places[name], name),
        )
        found.append((groups[name][places[name]], name))
        places[name] += 1
    return found


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
    count = len(seeded)
    rival = [
        next((other for other in range(count) if meets[seed][other] == 1), None)
        for seed in range(count)
    ]
    tier = [number for number, size in enumerate(sizes) for _ in range(size)]
    order = list(range(count))  # index (seed so far) of the holder of each seed

    def together(seed: int) -> bool:
        other = rival[seed]
        return other is not None and seeded[order[seed]][1] == seeded[order[other]][1]

    def clashes() -> int:
        return sum(together(seed) for seed in range(count)) // 2

    def price() -> tuple[int, ...]:
        """Cost of the changes: out of tier, winners out of order, early meetings, others out of
        order.
        """
        moved = [(seed, one) for seed, one in enumerate(order) if seed != one]
        early = sum(
            4 ** (count.bit_length() - meets[seed][other])
            for seed in range(count)
            for other in range(seed)
            if seeded[order[seed]][1] == seeded[order[other]][1]
        )
        return (
            sum((tier[seed] - tier[one]) ** 2 for seed, one in moved),
            sum((seed - one) ** 2 for seed, one in moved if tier[one] == 0),
            early,
            sum((seed - one) ** 2 for seed, one in moved),
        )

    def swapped(one: int, other: int) -> None:
        order[one], order[other] = order[other], order[one]

    now = clashes()
    while now:
        found: list[tuple[int, tuple[int, ...], int, int]] = []
        for one in filter(together, range(count)):
            for other in range(count):
                swapped(one, other)
                after = clashes()
                if after < now:
                    found.append((after, price(), one, other))
                swapped(one, other)
        if not found:
            break
        now, _, one, other = min(found)
        swapped(one, other)
    return [seeded[one] for one in order]
