"""Checks whether totals could come from a game, for results entered without hands.

The conditions are necessary, not sufficient: a result without doubts may still be wrong. Totals are
compared with what a single hand can bring under the rule set: card points of 100 in steps, a sweep
or a missed wish, and calls.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations_with_replacement
from math import gcd

from scoring.rules import VARIANTS, RuleSet
from scoring.rules.settings import GRAND, TICHU
from scoring.rules.totals import HIGHEST, IN_THE_DECK, LOWEST, STEP
from scoring.rules.words import gettext_noop, in_english, ngettext_noop

IMPOSSIBLE, DOUBTFUL = "impossible", "doubtful"
# Beyond this only steps and bounds are checked: every sum in between is possible by then
MOST_HANDS_SUMMED = 40


@dataclass(frozen=True)
class Doubt:
    """Something that does not fit. `level` is "impossible" (a mistake) or "doubtful" (check again).

    `code` is stable, `text` an English template marked for translation, `params` its values.
    """

    level: str
    code: str
    text: str
    params: Mapping[str, object] = field(default_factory=dict, hash=False)

    @property
    def message(self) -> str:
        """The English sentence."""
        return in_english(self.text, self.params)


@dataclass(frozen=True)
class HandRange:
    """What one hand can bring: all pairs of both sides' points, and values derived from them.

    May include pairs that no hand brings for a finer reason (who went out first).
    """

    pairs: frozenset[tuple[int, int]]
    sums: frozenset[int]
    least: int
    most: int
    lead: int
    step: int
    sum_step: int


def doubts(
    rules: RuleSet,
    totals: Sequence[int],
    *,
    hands: int | None = None,
    finished: bool | None = True,
) -> tuple[Doubt, ...]:
    """Return what is wrong with these totals, impossible things first; empty if they may be right.

    `totals` are Tichu points by score column (two sides; or three players, or those and the dummy).
    `hands` is the number of hands played, if known; otherwise the rules' maximum applies.
    `finished` is False for a game that was stopped, None for one that the clock may have stopped.
    """
    variant = VARIANTS[rules.variant]
    if variant.is_rank_game:
        text = gettext_noop("This game has no points; enter the order of going out.")
        return (Doubt(IMPOSSIBLE, "no_points", text),)
    columns = (3, 4) if variant.has_dummy else (2,)
    if len(totals) not in columns:
        text = ngettext_noop(
            "There is %(count)s total, but this game has %(columns)s.",
            "There are %(count)s totals, but this game has %(columns)s.",
            "count",
        )
        params = {"count": len(totals), "columns": columns[0]}
        return (Doubt(IMPOSSIBLE, "wrong_count", text, params),)
    hand = hand_range(rules)
    complete = len(totals) == columns[-1]
    found = _steps(hand, totals, dummy=variant.has_dummy)
    found += _limits(rules, hand, totals, hands)
    if complete:
        found += _endings(rules, hand, totals, hands, finished)
        if not found and hands:
            found += _sums(hand, totals, hands, dummy=variant.has_dummy)
    if not found:
        found += _unusual(rules, totals, rules.round_limit if hands is None else hands)
    return tuple(sorted(found, key=lambda doubt: doubt.level != IMPOSSIBLE))


@lru_cache(maxsize=64)
def hand_range(rules: RuleSet) -> HandRange:
    """Return what one hand of a game with points can bring under a rule set."""
    pairs = _pairs(rules)
    sums = frozenset(first + second for first, second in pairs)
    return HandRange(
        pairs=pairs,
        sums=sums,
        least=min(first for first, _ in pairs),
        most=max(first for first, _ in pairs),
        lead=max(first - second for first, second in pairs),
        step=gcd(*(first for first, _ in pairs)),
        sum_step=gcd(*sums),
    )


def _pairs(rules: RuleSet) -> frozenset[tuple[int, int]]:
    """Return what the two sides can get in one hand: card points, a sweep or a wish, and calls."""
    variant = VARIANTS[rules.variant]
    per_side = (variant.min_players + variant.has_dummy) // 2
    callers = per_side if rules.partners_may_both_call else 1
    values = [
        value for call, value in rules.call_values().items() if call != GRAND or rules.grand_allowed
    ]
    bases = {(points, IN_THE_DECK - points) for points in range(LOWEST, HIGHEST + 1, STEP)}
    for value in (rules.sweep_value, rules.wish_penalty):
        bases |= {(value, 0), (0, value)}
    return frozenset(
        (base[0] + effect[0], base[1] + effect[1])
        for effect in _call_effects(values, callers, pays=rules.failed_call_pays_opponents)
        for base in bases
    )


def _call_effects(values: Sequence[int], callers: int, *, pays: bool) -> set[tuple[int, int]]:
    """Return the effects of calls on both sides' points: at most one is made, the others fail."""

    def failed(most: int) -> set[int]:
        return {
            sum(chosen)
            for count in range(most + 1)
            for chosen in combinations_with_replacement(values, count)
        }

    found: set[tuple[int, int]] = set()
    for made in (0, *values):
        for first in failed(callers - (made > 0)):
            for second in failed(callers):
                pair = (made + second, first) if pays else (made - first, -second)
                found |= {pair, pair[::-1]}
    return found


def _steps(hand: HandRange, totals: Sequence[int], *, dummy: bool) -> list[Doubt]:
    found = [
        Doubt(
            IMPOSSIBLE,
            "points_step",
            gettext_noop(
                "%(total)s is impossible: under these rules every total is a multiple of %(step)s."
            ),
            {"total": total, "step": hand.step},
        )
        for total in totals
        if total % hand.step
    ]
    together = sum(totals)
    # With a dummy each side's points are in two columns
    step = hand.sum_step * (2 if dummy else 1)
    if not found and len(totals) != 3 and together % step:
        text = gettext_noop(
            "The totals add up to %(sum)s; under these rules that must be a multiple of %(step)s."
        )
        found.append(Doubt(IMPOSSIBLE, "points_sum", text, {"sum": together, "step": step}))
    return found


def _limits(
    rules: RuleSet, hand: HandRange, totals: Sequence[int], hands: int | None
) -> list[Doubt]:
    if hands is None:
        hands = rules.round_limit  # the maximum
    if hands is None:
        return []
    if rules.round_limit is not None and hands > rules.round_limit:
        text = ngettext_noop(
            "%(hands)s hand is too many: under these rules the game is over after %(limit)s.",
            "%(hands)s hands are too many: under these rules the game is over after %(limit)s.",
            "hands",
        )
        return [
            Doubt(IMPOSSIBLE, "too_many_hands", text, {"hands": hands, "limit": rules.round_limit})
        ]
    found = []
    for total in totals:
        if not hand.least * hands <= total <= hand.most * hands:
            text = gettext_noop(
                "%(total)s is impossible in that many hands (%(hands)s): the range is %(least)s "
                "to %(most)s."
            )
            least, most = hand.least * hands, hand.most * hands
            params = {"total": total, "hands": hands, "least": least, "most": most}
            found.append(Doubt(IMPOSSIBLE, "out_of_range", text, params))
    return found


def _endings(
    rules: RuleSet,
    hand: HandRange,
    totals: Sequence[int],
    hands: int | None,
    finished: bool | None,
) -> list[Doubt]:
    target, limit, mercy = rules.target_score, rules.round_limit, rules.mercy_lead
    best, second = sorted(totals, reverse=True)[:2]
    lead = best - second
    params = {"target": target, "limit": limit, "mercy": mercy, "hands": hands, "best": best}
    reached, too_far = False, False
    if target is not None:
        reached = best >= target
        # Before the last hand no side was over the target, unless both were, and level.
        too_far = best > target - 1 + hand.most and lead > hand.lead
    ended = _has_ended(rules, lead, reached=reached)
    found = []
    if too_far:
        text = gettext_noop("%(best)s is too much: the game was already over at %(target)s.")
        found.append(Doubt(IMPOSSIBLE, "too_far", text, params))
    if finished is False:
        if ended or (limit is not None and hands == limit):
            text = gettext_noop("By the rules this game was over; enter it as finished.")
            found.append(Doubt(DOUBTFUL, "over_already", text, params))
    elif finished and not ended:
        missing = _never_ended(rules, hands, reached=reached)
        if missing is not None:
            found.append(Doubt(IMPOSSIBLE, "no_end", missing, params))
    return found


def _has_ended(rules: RuleSet, lead: int, *, reached: bool) -> bool:
    """Whether a score ended the game: by the target, if `reached`, or by the lead."""
    if reached and (lead > 0 or rules.tie_at_target == "draw"):
        return True
    return rules.mercy_lead is not None and lead >= rules.mercy_lead


def _never_ended(rules: RuleSet, hands: int | None, *, reached: bool) -> str | None:
    """Return what is wrong with a game recorded as finished that no score has ended.

    None if it may have ended with its last hand, or if the rules have no end.
    """
    if rules.round_limit is not None and (hands is None or hands >= rules.round_limit):
        return None
    if reached:
        return gettext_noop(
            "Both sides have reached %(target)s and are level, so the rules call for another hand."
        )
    if rules.target_score is not None:
        return gettext_noop("Nobody has reached %(target)s: was the game stopped?")
    if rules.round_limit is not None:
        return ngettext_noop(
            "The game has %(limit)s hand, not %(hands)s: was it stopped?",
            "The game has %(limit)s hands, not %(hands)s: was it stopped?",
            "limit",
        )
    if rules.mercy_lead is not None:
        return ngettext_noop(
            "Nobody is %(mercy)s point ahead: was the game stopped?",
            "Nobody is %(mercy)s points ahead: was the game stopped?",
            "mercy",
        )
    return None


def _sums(hand: HandRange, totals: Sequence[int], hands: int, *, dummy: bool) -> list[Doubt]:
    """The sum of both sides must be possible for this many hands; for one hand, both numbers."""
    together = sum(totals) // (2 if dummy else 1)
    if hands == 1 and not dummy and (totals[0], totals[1]) not in hand.pairs:
        text = gettext_noop("No single hand gives %(first)s : %(second)s under these rules.")
        return [Doubt(IMPOSSIBLE, "no_such_hand", text, {"first": totals[0], "second": totals[1]})]
    if 0 < hands <= MOST_HANDS_SUMMED and together not in _sums_of(hand, hands):
        text = ngettext_noop(
            "That many hands (%(hands)s) cannot total %(sum)s point under these rules.",
            "That many hands (%(hands)s) cannot total %(sum)s points under these rules.",
            "sum",
        )
        return [Doubt(IMPOSSIBLE, "sum_of_hands", text, {"hands": hands, "sum": together})]
    return []


@lru_cache(maxsize=256)
def _sums_of(hand: HandRange, hands: int) -> frozenset[int]:
    if hands == 1:
        return hand.sums
    return frozenset(sum_ + more for sum_ in _sums_of(hand, hands - 1) for more in hand.sums)


def _unusual(rules: RuleSet, totals: Sequence[int], hands: int | None) -> list[Doubt]:
    """Return doubts about rare totals: those of a very good, or very bad, hand in every hand."""
    tichu = rules.call_values()[TICHU]
    good = max(rules.sweep_value, IN_THE_DECK) + tichu
    found = []
    for total in totals:
        if hands and hands > 1 and not -tichu * hands <= total <= good * hands:
            text = ngettext_noop(
                "%(total)s in %(hands)s hand is possible, but rare; check it.",
                "%(total)s in %(hands)s hands is possible, but rare; check it.",
                "hands",
            )
            found.append(Doubt(DOUBTFUL, "unusual", text, {"total": total, "hands": hands}))
        elif rules.target_score is not None and total >= rules.target_score + good:
            text = gettext_noop(
                "%(total)s is far over %(target)s: possible with a great last hand, but rare; "
                "check it."
            )
            params = {"total": total, "target": rules.target_score}
            found.append(Doubt(DOUBTFUL, "far_over_target", text, params))
    return found
