"""Preset seasons."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.rules.words import gettext_noop
from tournaments.seasons.formula import FIXED, PERCENT, PLACES, RATING, VICTORY, Formula


@dataclass(frozen=True)
class Preset:
    """A formula with a name, a line on its purpose, and the usual number of events."""

    key: str
    name: str
    about: str
    formula: Formula
    planned: int


_ALL = (
    Preset(
        "best_of",
        gettext_noop("Best 8 of 12"),
        gettext_noop("Points by place; missing a few evenings costs nothing."),
        Formula(PLACES, behind=1, win=3, there=1, best=8),
        12,
    ),
    Preset(
        "sum",
        gettext_noop("Sum"),
        gettext_noop("Points by place, and every evening counts."),
        Formula(PLACES, behind=1, there=1),
        12,
    ),
    Preset(
        "formula_one",
        gettext_noop("As in Formula 1"),
        gettext_noop("The first ten get points, the winner far more than the others."),
        Formula(FIXED, fixed=(25, 18, 15, 12, 10, 8, 6, 4, 2, 1)),
        12,
    ),
    Preset(
        "goettingen",
        gettext_noop("Göttingen’s league"),
        gettext_noop("The victory points of all events, added up."),
        Formula(VICTORY),
        10,
    ),
    Preset(
        "jass_year",
        gettext_noop("A jass club’s year"),
        gettext_noop(
            "Attendance counts, the two worst evenings do not, the last one counts twice."
        ),
        Formula(PLACES, behind=1, there=5, best=10, final=2),
        12,
    ),
    Preset(
        "percent",
        gettext_noop("Duplicate, by percent"),
        gettext_noop("The mean of everybody’s percentages; a rank takes three sessions."),
        Formula(PERCENT, fewest=3),
        10,
    ),
    Preset(
        "rating",
        gettext_noop("By rating"),
        gettext_noop("Ranked by playing strength at the end."),
        Formula(RATING),
        12,
    ),
)
PRESETS: Mapping[str, Preset] = {one.key: one for one in _ALL}
USUAL = _ALL[0]
