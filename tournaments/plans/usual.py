"""Default points for byes, missed rounds and late entries in preset events.

No rule book defines them. A default with a "change" button is quicker to accept than a question.
"""

from fractions import Fraction
from typing import Any

from scoring.rules import VARIANTS, RuleSet
from tournaments.pairing.formats import FORMATS
from tournaments.standings.lines import Number
from tournaments.standings.points import SCORING_SYSTEMS
from tournaments.standings.points.adjust import FULL_BYE, HALF_BYE, NOTHING
from tournaments.standings.points.kinds import json_number
from tournaments.standings.points.tally import plain

from .plan import StagePlan
from .words import typical_points

# The scoring system whose points are Tichu points, and the criterion that adds them up
ADDED_UP = "score"


def usual_awards(plan: StagePlan) -> dict[str, Any]:
    """Return defaults: a bye counts as a level match, or as is customary; missed rounds and those
    before a late entry as nothing.

    A clear win would be more than most have from a round they play, so a bye would be an advantage.
    A bye has the Tichu points of a level match if the ranking uses their sum and not their
    difference, otherwise none.
    """
    if not FORMATS[plan.format].needs_awards:
        return {"bye_points": 0, "bye_score": 0, "absent_points": 0, "absent_score": 0}
    _full, level = typical_points(plan)
    usual = SCORING_SYSTEMS[plan.points].usual_bye
    return {
        "bye_points": json_number(halved(level)) if usual is None else usual,
        "bye_score": _level_score(plan),
        "absent_points": 0,
        "absent_score": 0,
        "late_entry": "nothing",
    }


def requested_byes(plan: StagePlan) -> dict[str, tuple[Number, Number]]:
    """Return the points and Tichu points of a requested bye by what it is worth.

    Nothing, a level match, or a clear win; the last is missing if the scoring system has no number
    for it. Empty in a schedule, where the match is played later, and in a bracket, where it is
    lost.
    """
    if not FORMATS[plan.format].byes_count:
        return {}
    full, level = typical_points(plan)
    score = _level_score(plan)
    found: dict[str, tuple[Number, Number]] = {NOTHING: (0, 0), HALF_BYE: (level, score)}
    return found if full is None else {**found, FULL_BYE: (full, score)}


def halved(number: Number) -> Number:
    """Round to the nearest whole number or half, the possible values of a bye."""
    return plain(Fraction(round(Fraction(number) * 2), 2))


def _level_score(plan: StagePlan) -> Any:
    hands = RuleSet.of(plan.variant, plan.rules).round_limit
    if hands is not None:
        hands *= FORMATS[plan.format].at_four
    if hands is None or ADDED_UP not in plan.criteria or "difference" in plan.criteria:
        return 0
    system = SCORING_SYSTEMS[ADDED_UP]
    return system.level(system.read({}), hands=hands, players=VARIANTS[plan.variant].min_players)
