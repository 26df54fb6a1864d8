"""One draw from a field: by lot or by ranks, the same search for both."""

import random
from collections.abc import Mapping

from tournaments.pairing.individual.criteria import Criteria, criteria
from tournaments.pairing.individual.exact import all_fives, with_matching
from tournaments.pairing.individual.fives import FIVE, Sizes
from tournaments.pairing.individual.history import History
from tournaments.pairing.individual.outlook import leaves_partners
from tournaments.pairing.individual.seating import Seating, first_groups
from tournaments.pairing.values import Field

TRIES = 20_000  # swaps looked at for a draw, and so many more for each person:
TRIES_EACH = 100
TIGHT = 12  # draws of a small field until one leaves fresh partners for the rounds to come


def _seated(costs: Criteria, size: Sizes, rng: random.Random) -> Seating:
    """The best seating that a search finds; where partners repeat in it, no seating has fewer repeats.

    (With tables of five that holds up to 13 persons; above that it is the best of several searches.)
    """
    count = len(costs.ids)
    budget = TRIES + TRIES_EACH * count

    def fresh() -> Seating:
        order = list(range(count))
        if not costs.level:
            rng.shuffle(order)
        return Seating(costs, first_groups(costs, order, size)).search(rng, budget)

    best = fresh()
    if not _could_be_better(best, size):
        return best
    if size.fives:
        proven = all_fives(costs, size, rng)
        others = [proven] if proven is not None else [fresh() for _ in range(2)]
        if proven is None:
            fives = [group for group in min([best, *others], key=lambda it: it.total).groups if len(group) == FIVE]
            others.append(with_matching(costs, fives, 0, rng))
    else:
        others = [with_matching(costs, (), size.byes, rng)]
    return min([best, *(other.search(rng, budget) for other in others)], key=lambda seating: seating.total)


def _could_be_better(seating: Seating, size: Sizes) -> bool:
    """Whether partners come again, or somebody has a bye or a five out of turn that another might have had."""
    costs = seating.costs
    seats = FIVE * size.fives or size.byes
    fair = sum(sorted(cost // costs.weights.turn for cost in costs.rest)[:seats])
    return seating.total // costs.weights.turn > fair


def drawn(field: Field, past: History, size: Sizes, *, level: bool) -> tuple[Seating, random.Random]:
    """Seat the field; `level` by ranks, else by lot. Hands back the random numbers too: the lots go on."""
    rng = random.Random(f"{field.seed}:{field.number}")  # noqa: S311 - a lot, not a secret
    costs = criteria(field, past, level=level, fives=size.fives, byes=size.byes)
    best = _seated(costs, size, rng)
    left = rounds_left(field.settings, field.number)
    if size.fives or best.total >= costs.weights.partner:
        return best, rng
    for _ in range(TIGHT):
        if leaves_partners(best, past, left):
            break
        other = with_matching(costs, (), size.byes, rng).search(rng, TRIES // 10)
        if other.total < costs.weights.partner and leaves_partners(other, past, left):
            best = other
    return best, rng


def rounds_left(settings: Mapping[str, object], number: int) -> int:
    """Rounds after this one; one where there is no limit."""
    limit = settings["rounds"]
    return limit - number if isinstance(limit, int) else 1
