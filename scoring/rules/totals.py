"""Rounds of which only each side's total was recorded, calls included, as in duplicate.

What was called is then not known. A total is accepted if some order of going out with some calls,
or a missed wish, explains it.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from .errors import Mistake, shown
from .position import Position
from .rounds import Round
from .settings import GRAND
from .words import gettext_noop

if TYPE_CHECKING:
    from .rulesets import RuleSet

# Card points of one side; the Phoenix is worth -25
LOWEST, HIGHEST, STEP, IN_THE_DECK = -25, 125, 5, 100
ALONE = (
    *("out", "calls", "card_points", "sweep", "made", "wish_violation"),
    *("side_calls", "bombs", "sits_out"),
)

Totals = tuple[int, int]


def total_mistakes(position: Position, played: Round) -> list[Mistake]:
    """Return what is wrong with a round that must have two totals and nothing else."""
    text = gettext_noop("This game records two totals only; leave out %(key)s.")
    found = [
        Mistake("unknown_key", key, text, {"key": key})
        for key in ALONE
        if getattr(played, key) not in (None, ())
    ]
    if played.totals is None:
        text = gettext_noop("The two totals are missing; give what each side scored in all.")
        return [*found, Mistake("points_missing", "totals", text)]
    params = dict(zip(("first", "second"), map(shown, played.totals), strict=True))
    steps = possible_totals(position.rules, len(position.sides[0]))
    if any(total % STEP for total in played.totals) and played.totals not in steps:
        text = gettext_noop(
            "Totals of %(first)s and %(second)s are impossible: they must be multiples of 5."
        )
        found.append(Mistake("points_step", "totals", text, params))
    elif played.totals not in steps:
        text = gettext_noop(
            "No order of going out brings %(first)s : %(second)s, whatever was called."
        )
        found.append(Mistake("points_sum", "totals", text, params))
    return found


def totals_not_here(played: Round) -> list[Mistake]:
    """Return the mistake of totals in a round that is recorded in more detail."""
    if played.totals is None:
        return []
    text = gettext_noop("Only a game that records two totals has them; leave them out.")
    return [Mistake("unknown_key", "totals", text)]


@cache
def possible_totals(rules: "RuleSet", size: int) -> frozenset[Totals]:
    """Return what a round can bring the two sides, of `size` players each, with any calls."""
    cards = {(points, IN_THE_DECK - points) for points in range(LOWEST, HIGHEST + STEP, STEP)}
    wishes = {(0, rules.wish_penalty), (rules.wish_penalty, 0)}
    values = [
        value for call, value in rules.call_values().items() if call != GRAND or rules.grand_allowed
    ]
    most = size if rules.partners_may_both_call else 1
    pays = rules.failed_call_pays_opponents
    found: set[Totals] = set()
    for first in (None, 0, 1):  # whose player was first out; nobody, before a missed wish
        sweep = (rules.sweep_value, 0) if first == 0 else (0, rules.sweep_value)
        scored = wishes if first is None else {*cards, *wishes, sweep}
        sides = [_of_calls(values, size, most, first=first == side, pays=pays) for side in (0, 1)]
        for (own, given), (others, taken) in product(*sides):
            found |= {(north + own + taken, east + others + given) for north, east in scored}
    return frozenset(found)


def _of_calls(
    values: Sequence[int], size: int, most: int, *, first: bool, pays: bool
) -> set[tuple[int, int]]:
    """Return what the calls of one side can bring it and the other. `first`: one of its players was
    first out, so that a call of theirs is made.
    """
    failed = [(0, value) if pays else (-value, 0) for value in values]
    # By how many have called: what their calls bring, first with those of the first out
    found = {0: {(0, 0)}} | ({1: {(value, 0) for value in values}} if first else {})
    for _ in range(size - first):
        longer: dict[int, set[tuple[int, int]]] = {}
        for callers, sums in found.items():
            longer.setdefault(callers, set()).update(sums)
            if callers < most:
                longer.setdefault(callers + 1, set()).update(
                    (own + a, other + b) for own, other in sums for a, b in failed
                )
        found = longer
    return set().union(*found.values())
