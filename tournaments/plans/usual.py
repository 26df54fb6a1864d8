"""What a ready-made event takes for granted, until somebody says otherwise: byes, missed rounds, late entries.

No rule book says what these count. A value that is shown beside "change" is quicker to agree with than a question.
"""

from typing import Any

from scoring.rules import VARIANTS, RuleSet
from tournaments.pairing.formats import FORMATS
from tournaments.standings.points import WAYS

from .plan import StagePlan
from .words import typical_points

ADDED_UP = "score"  # the way whose points are the Tichu points themselves: a clear win there is more than anybody has


def usual_awards(plan: StagePlan) -> dict[str, Any]:
    """A bye counts as a clear win, a missed round and the rounds before a late entry nothing.

    Where Tichu points are added up, or a way has no clear win, a bye is a level match. It has the Tichu points of a
    level match where their sum ranks and their difference does not, else none.
    """
    if FORMATS[plan.format].ranks_itself:
        return {"bye_points": 0, "bye_score": 0, "absent_points": 0, "absent_score": 0}
    full, level = typical_points(plan)
    return {
        "bye_points": level if full is None or plan.points == ADDED_UP else full,
        "bye_score": _level_score(plan),
        "absent_points": 0,
        "absent_score": 0,
        "late_entry": "nothing",
    }


def _level_score(plan: StagePlan) -> Any:
    hands = RuleSet.of(plan.variant, plan.rules).round_limit
    if hands is None or ADDED_UP not in plan.criteria or "difference" in plan.criteria:
        return 0
    way = WAYS[ADDED_UP]
    return way.level(way.read({}), hands=hands, players=VARIANTS[plan.variant].min_players)
