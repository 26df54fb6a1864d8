"""The numbers of pages: 1500 is who has not played, and 400 more on average wins ten games for one
lost.
"""

from dataclasses import dataclass
from math import floor

from scoring.people.ratings.model import Model, Skill

MIDDLE = 1500
TEN_TO_ONE = 400
BAND = 1.96  # how often sigma the band reaches to each side: 19 of 20 are within it
PROVISIONAL_UNTIL = 15  # games
SUREST = 95  # of a hundred games: more is said of nobody


@dataclass(frozen=True, slots=True)
class Shown:
    """A rating as pages show it: 1612 ± 48."""

    rating: int
    band: int


def shown(model: Model, skill: Skill) -> Shown:
    """A guess on the scale of pages."""
    scale = TEN_TO_ONE / model.ten_to_one
    return Shown(
        round(MIDDLE + (skill.mu - model.start.mu) * scale),
        round(BAND * skill.sigma * scale),
    )


def in_a_hundred(chance: float) -> int:
    """Of how many games in a hundred that is, whole, never more than 95 to 5."""
    return min(max(floor(100 * chance + 0.5), 100 - SUREST), SUREST)
