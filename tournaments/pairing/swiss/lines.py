"""Orders the field so that a large club and all others alternate with minimal point differences."""

from collections.abc import Sequence
from itertools import pairwise

from tournaments.pairing.swiss.standing import ScoreGroups


def nearest_line(
    score_groups: ScoreGroups, some: Sequence[int], others: Sequence[int]
) -> list[int]:
    """Return everybody in one line: each of the smaller part next to one of the larger, whose
    surplus stands in twos.

    Both parts come in seating order, and the larger exceeds the smaller by an even number. The sum
    of squared point differences of neighbours is minimal over all ways to pair the parts like that.
    If two neighbours of the smaller part would meet two of the larger crosswise, or meet past a
    surplus couple, swapping them never increases a sum; so only orders without that need to be
    considered, step by step: the minimum after this many of the smaller part and this many couples.
    Ties go by the seating order.
    """
    few, many = (some, others) if len(some) <= len(others) else (others, some)
    level = score_groups.level
    place = {id_: index for index, id_ in enumerate(score_groups.seating)}
    wide = 1 + len(place) ** 3  # more than all squares of places together

    def square(a: int, b: int) -> int:
        return wide * (level[a] - level[b]) ** 2 + (place[a] - place[b]) ** 2

    couples = (len(many) - len(few)) // 2
    together = [square(a, b) for a, b in pairwise(many)]
    least = [0]
    for left in range(couples):
        least.append(least[-1] + together[2 * left])
    before: list[list[bool]] = [[False] + [True] * couples]  # whether the last step was a couple
    for number, one in enumerate(few):
        now, steps = [least[0] + square(one, many[number])], [False]
        for left in range(1, couples + 1):
            at = number + 2 * left
            meets = least[left] + square(one, many[at])
            couple = now[-1] + together[at - 1]
            steps.append(couple < meets)
            now.append(min(couple, meets))
        least = now
        before.append(steps)
    return _walked_back(few, many, before, couples)


def _walked_back(
    few: Sequence[int], many: Sequence[int], before: Sequence[Sequence[bool]], left: int
) -> list[int]:
    """Rebuild the line from these steps, from its end."""
    line: list[int] = []
    number = len(few)
    while number or left:
        if before[number][left]:
            line += [many[number + 2 * left - 1], many[number + 2 * left - 2]]
            left -= 1
        else:
            line += [many[number + 2 * left - 1], few[number - 1]]
            number -= 1
    return line[::-1]
