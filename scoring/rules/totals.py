"""Rounds of which only each side's total was recorded, calls included, as in duplicate.

What was called is then not known. A total is accepted if some order of going out with some calls,
or a missed wish, explains it.
"""

from collections.abc import Sequence
from functools import lru_cache
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
    if is_possible(position.rules, len(position.sides[0]), played.totals):
        return found
    if any(total % STEP for total in played.totals):
        text = gettext_noop(
            "Totals of %(first)s and %(second)s are impossible: they must be multiples of 5."
        )
        return [*found, Mistake("points_step", "totals", text, params)]
    text = gettext_noop("%(first)s : %(second)s is not a possible score, whatever was called.")
    return [*found, Mistake("points_sum", "totals", text, params)]


def totals_not_here(played: Round) -> list[Mistake]:
    """Return the mistake of totals in a round that is recorded in more detail."""
    if played.totals is None:
        return []
    text = gettext_noop("This game does not record totals; leave them out.")
    return [Mistake("unknown_key", "totals", text)]


def is_possible(rules: "RuleSet", size: int, totals: Totals) -> bool:
    """Return whether a round can bring the two sides, of `size` players each, these totals with any
    calls.
    """
    first, second = totals
    return any(
        (second - east - given, first - north - own) in others
        for scored, calls, others in _ways(rules, size)
        for north, east in scored
        for own, given in calls
    )


# Only the last few: a rule set may have forty calls of its own
@lru_cache(maxsize=8)
def _ways(rules: "RuleSet", size: int) -> Sequence[tuple[set[Totals], set[Totals], set[Totals]]]:
    """Return what a round brings without calls, and what the calls of each side can bring it and
    the other: if nobody was out, before a missed wish; if the first out is of either side.
    """
    cards = {(points, IN_THE_DECK - points) for points in range(LOWEST, HIGHEST + STEP, STEP)}
    wishes = {(0, rules.wish_penalty), (rules.wish_penalty, 0)}
    values = [
        value for call, value in rules.call_values().items() if call != GRAND or rules.grand_allowed
    ]
    most = size if rules.partners_may_both_call else 1
    pays = rules.failed_call_pays_opponents
    silent, made = (
        _of_calls(values, size, most, first=first, pays=pays) for first in (False, True)
    )
    return (
        (wishes, silent, silent),
        ({*cards, *wishes, (rules.sweep_value, 0)}, made, silent),
        ({*cards, *wishes, (0, rules.sweep_value)}, silent, made),
    )


def _of_calls(
    values: Sequence[int], size: int, most: int, *, first: bool, pays: bool
) -> set[Totals]:
    """Return what the calls of one side can bring it and the other. `first`: one of its players was
    first out, so that a call of theirs is made.
    """
    failed = [(0, value) if pays else (-value, 0) for value in values]
    # By how many have called: what their calls bring, first with those of the first out
    found = {0: {(0, 0)}} | ({1: {(value, 0) for value in values}} if first else {})
    for _ in range(size - first):
        longer: dict[int, set[Totals]] = {}
        for callers, sums in found.items():
            longer.setdefault(callers, set()).update(sums)
            if callers < most:
                longer.setdefault(callers + 1, set()).update(
                    (own + a, other + b) for own, other in sums for a, b in failed
                )
        found = longer
    return set().union(*found.values())
