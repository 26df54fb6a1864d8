"""From one stage into the next: who gets through, and with which seed."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

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
    """The ids that go through, in the order of their new seeds.

    `groups` are the standings of each group, best first (a single one where there are no groups). `take` is how many
    of each group, or {"per_group": k, "best_of_rest": m}: then also the best m of all others by `values`, larger is
    better; where they are level, the better place in the group and then the name of the group decide. Nobody gets
    through before somebody better of the own group.

    The seeds of the first are in the order of `values` where they are given, otherwise of the groups' names. The
    others are seeded crosswise: in a bracket by seeds, two of a group meet as late as can be, winners thus runners-up
    of other groups. Raises RuleError: `bad_take`, `values_missing`.
    """
    per_group, rest = _numbers(take)
    names = sorted(name for name, ids in groups.items() if ids)
    tiers = [[(groups[name][place], name) for name in names if place < len(groups[name])] for place in range(per_group)]
    best = _best_of_rest(groups, names, per_group, rest, values)
    if values is not None and tiers and len(names) > 1:
        tiers[0].sort(key=lambda one: (_reversed(values[one[0]]) if one[0] in values else (), one[1]))
    tiers = [tier for tier in (*tiers, best) if tier]
    count = sum(map(len, tiers))
    if len(names) == 1 or count < 2:  # one standings: its order is the order of the seeds
        return tuple(id_ for tier in tiers for id_, _ in tier)
    meets = _rounds_of_meeting(count)
    seeded: list[tuple[int, str]] = []
    for tier in tiers:
        seeded += tier if not seeded else _crossed(tier, seeded, meets)
    return tuple(id_ for id_, _ in seeded)


def _numbers(take: int | Mapping[str, int]) -> tuple[int, int]:
    """How many of each group, and how many of the rest."""
    if isinstance(take, Mapping):
        per_group, rest = take.get(PER_GROUP, 0), take.get(BEST_OF_REST, 0)
        good = set(take) <= {PER_GROUP, BEST_OF_REST}
    else:
        per_group, rest, good = take, 0, True
    if not (good and is_whole(per_group) and is_whole(rest) and per_group >= 0 and rest >= 0 and per_group + rest > 0):
        text = gettext_noop(
            "%(take)s does not say who goes through: a whole number from 1 for each group is needed, "
            "or %(per_group)s and %(best_of_rest)s with such numbers."
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
    missing = [id_ for name in names for id_ in groups[name][per_group:] if values is None or id_ not in values]
    if missing or values is None:
        text = gettext_noop("The best of the rest are found by values; there are none for %(count)s of them.")
        raise RuleError([Mistake("values_missing", "values", text, {"count": len(missing)})])
    places = dict.fromkeys(names, per_group)
    found: list[tuple[int, str]] = []
    while len(found) < rest:
        heads = [name for name in names if places[name] < len(groups[name])]
        if not heads:
            break
        name = min(heads, key=lambda name: (_reversed(values[groups[name][places[name]]]), places[name], name))
        found.append((groups[name][places[name]], name))
        places[name] += 1
    return found


def _reversed(value: Value) -> tuple[int | Fraction, ...]:
    """A key that puts larger values first."""
    return tuple(-part for part in value) if isinstance(value, Sequence) else (-value,)


def _rounds_of_meeting(count: int) -> list[list[int]]:
    """In which round of a bracket by seeds (from 1) seeds meet, by seed from 0."""
    size = bracket_size(count)
    slot = {seed - 1: position for position, seed in enumerate(seeds_in_order(size))}
    return [[(slot[one] ^ slot[other]).bit_length() for other in range(count)] for one in range(count)]


def _crossed(
    tier: Sequence[tuple[int, str]], seeded: Sequence[tuple[int, str]], meets: Sequence[Sequence[int]]
) -> list[tuple[int, str]]:
    """The tier in the order of its seeds: those of a group meet as late as can be, in order where it does not matter.

    An early meeting weighs more than all later ones together: the sum is smallest where the earliest are fewest.
    """
    size, start = len(tier), len(seeded)
    last = len(meets).bit_length()
    base = 4 * (size + start)
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(list(range(2 * size)))
    for position, (_, group) in enumerate(tier):
        for offset in range(size):
            early = sum(
                base ** (last - meets[start + offset][seed]) for seed, (_, of) in enumerate(seeded) if of == group
            )
            out_of_order = (position - offset) ** 2
            graph.add_edge(position, size + offset, -(early * 4 * size**3 + out_of_order))
    chosen = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    who = {max(pair) - size: min(pair) for pair in chosen}
    return [tier[who[offset]] for offset in range(size)]
