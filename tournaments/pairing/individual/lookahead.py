"""Looks ahead in a small field: a draw should leave fresh partners for later rounds."""

from tournaments.pairing.individual.fives import FOUR
from tournaments.pairing.individual.history import History
from tournaments.pairing.individual.seating import Seating

SMALL = 16  # persons; a larger draw leaves enough partners for a long time
FAR = 3  # rounds
PATIENCE = 20_000  # steps; a question still open after them counts as a yes


def leaves_partners(seating: Seating, past: History, left: int) -> bool:
    """Whether the next rounds (at most three) can give every player a new partner.

    Byes may go to anybody then. Always true for more than sixteen persons.
    """
    count = len(seating.where)
    if count > SMALL or left <= 0:
        return True
    ids = seating.costs.ids
    fresh = {
        frozenset((i, j))
        for j in range(count)
        for i in range(j)
        if not past.partners.get(frozenset((ids[i], ids[j])), 0)
    }
    for group in seating.groups:
        if len(group) == FOUR:
            a, b, c, d = seating.split(group)
            fresh -= {frozenset((a, b)), frozenset((c, d))}
    most = len(fresh) // (count // FOUR * 2)
    return _rounds(frozenset(fresh), count, min(left, FAR, most))


def _rounds(fresh: frozenset[frozenset[int]], count: int, left: int) -> bool:
    """Whether these contain `left` rounds of partners without a repetition."""
    wanted = count // FOUR * 2
    steps = 0

    def more(unused: frozenset[frozenset[int]], left: int) -> bool:
        if not left:
            return True
        ordered = sorted(tuple(sorted(pair)) for pair in unused)

        def grow(start: int, chosen: frozenset[frozenset[int]], seated: frozenset[int]) -> bool:
            nonlocal steps
            steps += 1
            if steps > PATIENCE:
                return True
            if len(chosen) == wanted:
                return more(unused - chosen, left - 1)
            for k in range(start, len(ordered)):
                one, other = ordered[k]
                if one not in seated and other not in seated:
                    pair = frozenset((one, other))
                    if grow(k + 1, chosen | {pair}, seated | pair):
                        return True
            return False

        return len(ordered) >= wanted * left and grow(0, frozenset(), frozenset())

    return more(fresh, left)
