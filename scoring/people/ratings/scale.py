"""The scale of pages: 1500 for somebody who has not played; 400 more on average wins ten games per
loss.
"""

from dataclasses import dataclass
from math import floor

from scoring.people.ratings.model import Model, Skill

MIDDLE = 1500
TEN_TO_ONE = 400
BAND = 1.96  # half-width of the band in sigmas: 19 of 20 are within it
PROVISIONAL_UNTIL = 15  # games
SUREST = 95  # percent: the highest chance shown


@dataclass(frozen=True, slots=True)
class Shown:
    """A rating as shown: 1612 ± 48."""

    rating: int
    band: int


def shown(model: Model, skill: Skill) -> Shown:
    """Convert a skill to the scale of pages."""
    scale = TEN_TO_ONE / model.ten_to_one
    return Shown(
        round(MIDDLE + (skill.mu - model.start.mu) * scale),
        round(BAND * skill.sigma * scale),
    )


def in_a_hundred(chance: float) -> int:
    """Convert a chance to whole percent, never more than 95 to 5."""
    return min(max(floor(100 * chance + 0.5), 100 - SUREST), SUREST)
