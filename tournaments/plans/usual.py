"""What a ready-made event takes for granted, until somebody says otherwise: byes, missed rounds,
late entries.

No rule book says what these count. A value that is shown beside "change" is quicker to agree with
than a question.
"""

from fractions import Fraction
from typing import Any

from scoring.rules import VARIANTS, RuleSet
from tournaments.pairing.formats import FORMATS
from tournaments.standings.lines import Number
from tournaments.standings.points import SCORING_SYSTEMS
from tournaments.standings.points.kinds import written
from tournaments.standings.points.tally import plain

from .plan import StagePlan
from .words import typical_points

# The way whose points are the Tichu points themselves, and the criterion that adds them up
ADDED_UP = "score"


def usual_awards(plan: StagePlan) -> dict[str, Any]:
    """A bye counts as a level match, a missed round and the rounds before a late entry nothing.

    A clear win would be more than most have from a round that they play: whoever has a bye would
    gain by it. A bye has the Tichu points of a level match where their sum ranks and their
    difference does not, else none.
    """
    if FORMATS[plan.format].ranks_itself:
        return {"bye_points": 0, "bye_score": 0, "absent_points": 0, "absent_score": 0}
    _full, level = typical_points(plan)
    return {
        "bye_points": written(halved(level)),
        "bye_score": _level_score(plan),
        "absent_points": 0,
        "absent_score": 0,
        "late_entry": "nothing",
    }


def halved(number: Number) -> Number:
    """The nearest whole number or half, which is what a bye can count."""
    return plain(Fraction(round(Fraction(number) * 2), 2))


def _level_score(plan: StagePlan) -> Any:
    hands = RuleSet.of(plan.variant, plan.rules).round_limit
    if hands is not None:
        hands *= FORMATS[plan.format].at_four
    if hands is None or ADDED_UP not in plan.criteria or "difference" in plan.criteria:
        return 0
    way = SCORING_SYSTEMS[ADDED_UP]
    return way.level(way.read({}), hands=hands, players=VARIANTS[plan.variant].min_players)
