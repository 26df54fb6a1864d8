"""The best seating of a small field by looking at every one there is, and what a draw that was made
costs.
"""

from functools import cache
from itertools import combinations

from tournaments.pairing.individual.criteria import Criteria
from tournaments.pairing.individual.fives import Sizes
from tournaments.pairing.individual.seating import Seating
from tournaments.pairing.values import Draw


def least_cost(costs: Criteria, size: Sizes) -> int:
    """What the best of all seatings costs, by subsets: whoever is first of those who are left sits
    with any others.
    """
    price = cache(Seating(costs, []).price)

    @cache
    def least(left: tuple[int, ...], fives: int, byes: int) -> int:
        if not left:
            return 0
        first, others = left[0], left[1:]
        found = []
        fours = len(left) - 5 * fives - byes
        for members, room, rest in (
            (4, fours, (fives, byes)),
            (5, fives, (fives - 1, byes)),
            (1, byes, (fives, byes - 1)),
        ):
            for more in combinations(others, members - 1) if room else ():
                after = tuple(one for one in others if one not in more)
                found.append(price((first, *more)) + least(after, *rest))
        return min(found)

    return least(tuple(range(len(costs.ids))), size.fives, size.byes)


def cost_of(draw: Draw, costs: Criteria) -> int:
    """What these tables cost with the partners that they have."""
    index = {id_: number for number, id_ in enumerate(costs.ids)}
    total = sum(costs.rest[index[id_]] for id_ in draw.byes)
    for table in draw.tables:
        sides = [[index[id_] for id_ in side] for side in table.sides]
        if len(sides) == 2:
            one, other = sides
            total += costs.partner[one[0]][one[1]] + costs.partner[other[0]][other[1]]
            total += sum(costs.opponent[a][b] for a in one for b in other)
        else:
            members = [side[0] for side in sides]
            total += sum(costs.both[a][b] for a, b in combinations(members, 2)) + sum(
                costs.rest[a] for a in members
            )
    return total
