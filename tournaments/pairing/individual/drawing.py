"""Draws a field by lot or by rank, with the same search for both."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing.individual.criteria import Criteria, criteria
from tournaments.pairing.individual.exact import best_tables, with_matching
from tournaments.pairing.individual.exhaustive import improve_by_parts, is_small, seat_optimally
from tournaments.pairing.individual.fives import FIVE, FOUR, Sizes
from tournaments.pairing.individual.history import History
from tournaments.pairing.individual.lookahead import leaves_partners
from tournaments.pairing.individual.precomputed import ScheduledRound, next_scheduled_round
from tournaments.pairing.individual.proof import AHEAD, GIVEN, OPEN, PROVEN, Known
from tournaments.pairing.individual.seating import Seating, first_groups
from tournaments.pairing.values import Field

TRIES = 20_000  # swaps tried for a draw of a large field, plus TRIES_EACH for each person
TRIES_EACH = 100
TRIES_SMALL = 4_000  # if an exhaustive search follows
STEPS = 200_000  # of the exhaustive search
TIGHT = 12  # draws of a small field until one leaves fresh partners for later rounds
LOTS = 12  # assignments of a schedule's numbers, of which the best is taken


@dataclass(frozen=True)
class Drawn:
    """Who sits together, by ids: at a table of four the first two are partners; one alone has a
    bye.

    `known` says, for each wish given up, whether that was proven necessary.
    """

    groups: list[list[int]]
    known: Known


def draw_by_ranks(field: Field, past: History, size: Sizes) -> Drawn:
    """Draw by rank: close ranks at a table, best tables first."""
    costs = criteria(field, past, level=True, fives=size.fives, byes=size.byes)
    seating, proven = _seated(costs, size, _lots(field))
    seating.groups.sort(key=lambda group: (sum(group) / len(group), group))
    for group in seating.groups:
        group.sort()
    return Drawn(seating.named(), _known(field, size, proven=proven))


def draw_by_lot(field: Field, past: History, size: Sizes) -> Drawn:
    """Draw by lot within the other wishes; with tables of five, over all rounds where possible."""
    rng = _lots(field)
    costs = criteria(field, past, level=False, fives=size.fives, byes=size.byes)
    rounds = field.settings["rounds"]
    if size.fives and rounds is not None and not costs.directors:
        ahead = _scheduled_groups(field, costs, rounds, rng)
        if ahead is not None:
            return _scheduled_draw(field, costs, size, ahead, rng)
    seating, proven = _seated(costs, size, rng)
    if not size.fives and seating.total < costs.weights.partner:
        other = _keep_fresh_partners(
            seating, past, size, rounds_left(field.settings, field.number), rng
        )
        proven &= other is seating
        seating = other
    rng.shuffle(seating.groups)
    for group in seating.groups:
        rng.shuffle(group)
    return Drawn(seating.named(), _known(field, size, proven=proven))


def rounds_left(settings: Mapping[str, object], number: int) -> int:
    """Return the number of rounds after this one; one if unlimited."""
    limit = settings["rounds"]
    return limit - number if isinstance(limit, int) else 1


def _lots(field: Field) -> random.Random:
    return random.Random(f"{field.seed}:{field.number}")  # noqa: S311 - a lot, not a secret


def _seated(costs: Criteria, size: Sizes, rng: random.Random) -> tuple[Seating, bool]:
    """Search for the best seating; also return whether it is proven optimal."""
    count = len(costs.ids)
    budget = TRIES_SMALL if is_small(size) else TRIES + TRIES_EACH * count

    def fresh() -> Seating:
        order = list(range(count))
        if not costs.level:
            rng.shuffle(order)
        return Seating(costs, first_groups(costs, order, size)).search(rng, budget)

    best = fresh()
    if best.total <= _bound(costs, size):
        return best, True
    if is_small(size) and seat_optimally(best, range(len(best.groups)), rng, STEPS):
        return best, True
    if _could_be_better(best, size):
        others = [fresh() for _ in range(2)] if size.fives else []
        fives = _cheapest([best, *others]).fives if size.fives else []
        others.append(with_matching(costs, fives, size.byes, rng))
        best = _cheapest([best, *(other.search(rng, budget) for other in others)])
    improve_by_parts(best, rng)
    return best, False


def _cheapest(seatings: Sequence[Seating]) -> Seating:
    return min(seatings, key=lambda seating: seating.total)


def _bound(costs: Criteria, size: Sizes) -> int:
    """Return a lower bound for the cost: byes or tables of five for directors and those in turn."""
    directors = set(costs.directors)
    others = sorted(cost for person, cost in enumerate(costs.rest) if person not in directors)
    seats = FIVE * size.fives or size.byes
    return sum(costs.rest[person] for person in directors) + sum(others[: seats - len(directors)])


def _could_be_better(seating: Seating, size: Sizes) -> bool:
    """Whether partners repeat, or a bye or a five went to a person out of turn."""
    costs = seating.costs
    seats = FIVE * size.fives or size.byes
    fair = sum(sorted(cost // costs.weights.turn for cost in costs.rest)[:seats])
    return seating.total // costs.weights.turn > fair


def _known(field: Field, size: Sizes, *, proven: bool) -> Known:
    """State what is known of each wish given up. `proven`: the seating is optimal in all wishes."""
    demands = bool(field.apart or field.not_partners) or any(
        entrant.five or entrant.fixed_table is not None for entrant in field.entrants
    )
    best = GIVEN if proven else OPEN
    partners = proven or not size.fives  # without tables of five a matching has found the partners
    return {
        "partners_again": OPEN if not partners else GIVEN if demands else PROVEN,
        "opponents_again": best,
        "same_club": best,
    }


def _keep_fresh_partners(
    best: Seating, past: History, size: Sizes, left: int, rng: random.Random
) -> Seating:
    """Return this seating, or one nearly as good that leaves fresh partners for later rounds."""
    for _ in range(TIGHT):
        if leaves_partners(best, past, left):
            break
        other = with_matching(best.costs, (), size.byes, rng).search(rng, TRIES // 10)
        if other.total < best.costs.weights.partner and leaves_partners(other, past, left):
            best = other
    return best


# Over all rounds
# ----------------------------------------------------------------------------------------


def _scheduled_groups(
    field: Field, costs: Criteria, rounds: int, rng: random.Random
) -> list[list[int]] | None:
    """Return this round's groups from a schedule, as indexes; the best of several number lots."""
    best: tuple[int, list[list[int]]] | None = None
    for _ in range(LOTS):
        ahead = next_scheduled_round(field.past, costs.ids, rounds, rng)
        if ahead is None:
            break
        groups = _grouped(costs, ahead)
        total = sum(_price(costs, group) for group in groups)
        if best is None or total < best[0]:
            best = total, groups
    return best[1] if best is not None and best[0] < costs.weights.apart else None


def _grouped(costs: Criteria, ahead: ScheduledRound) -> list[list[int]]:
    index = {id_: number for number, id_ in enumerate(costs.ids)}
    pairs = [(index[one], index[other]) for one, other in ahead.pairs]
    return [
        *([index[id_] for id_ in five] for five in ahead.fives),
        *map(list, best_tables(costs, pairs)),
    ]


def _price(costs: Criteria, group: Sequence[int]) -> int:
    """Return the cost of a table with these partners, even if others would cost less."""
    if len(group) == FIVE:
        return Seating(costs, [group]).total
    a, b, c, d = group
    against = costs.opponent
    return (
        costs.partner[a][b]
        + costs.partner[c][d]
        + against[a][c]
        + against[a][d]
        + against[b][c]
        + against[b][d]
    )


def _scheduled_draw(
    field: Field, costs: Criteria, size: Sizes, groups: list[list[int]], rng: random.Random
) -> Drawn:
    """Return the draw of these groups, noting if this round alone could repeat fewer partners."""
    known = {"partners_again": AHEAD, "opponents_again": OPEN, "same_club": OPEN}
    again = sum(_price(costs, group) for group in groups) // costs.weights.partner
    if again and is_small(size):
        alone = Seating(costs, groups)
        if (
            seat_optimally(alone, range(len(groups)), rng, STEPS)
            and alone.total // costs.weights.partner == again
        ):
            known = {**_known(field, size, proven=True), "opponents_again": OPEN, "same_club": OPEN}
    rng.shuffle(groups)
    for group in groups:
        _shuffle(group, rng)
    return Drawn([[costs.ids[person] for person in group] for group in groups], known)


def _shuffle(group: list[int], rng: random.Random) -> None:
    """Shuffle a table without separating partners."""
    if len(group) != FOUR:
        rng.shuffle(group)
        return
    sides = [group[:2], group[2:]]
    rng.shuffle(sides)
    for side in sides:
        rng.shuffle(side)
    group[:] = [*sides[0], *sides[1]]
