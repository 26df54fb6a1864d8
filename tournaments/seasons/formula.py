"""A season's formula as a value: how places become points, and which events count."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from scoring.rules import Mistake, RuleError
from scoring.rules.words import gettext_noop

Number = int | Fraction

PLACES, FIXED, VICTORY, RATING = "places", "fixed", "victory", "rating"
PERCENT = "percent"  # of sessions of duplicate
KINDS = (PLACES, FIXED, VICTORY, PERCENT, RATING)
MOST_EVENTS = 60
MOST_POINTS = 1000
MOST_FIXED = 60  # places with points of their own
MOST_TIMES = 5
MOST_GAMES = 50

NO_KIND = gettext_noop("Choose what the season ranks by.")
NO_NUMBER = gettext_noop("Enter a whole number from %(least)s to %(most)s.")
NO_LIST = gettext_noop(
    "Enter the points for first place, second place and so on: whole numbers up to %(most)s."
)
NO_CHOICE = gettext_noop("Choose whether guests count.")
RISES = gettext_noop("A lower place cannot give more than the one above it.")

# Allowed range of each number
BOUNDS = {
    "behind": (0, 100),
    "win": (0, MOST_POINTS),
    "there": (0, MOST_POINTS),
    "best": (1, MOST_EVENTS),
    "final": (1, MOST_TIMES),
    "least": (0, MOST_GAMES),
    "fewest": (0, MOST_EVENTS),
}


@dataclass(frozen=True)
class Worth:
    """What an event gave a person: for the place, the win and attendance, all `times` times."""

    place: Number = 0
    win: int = 0
    there: int = 0
    times: int = 1

    @property
    def total(self) -> Number:
        return (self.place + self.win + self.there) * self.times


@dataclass(frozen=True)
class Formula:
    """How a season ranks: points by place and field size (PLACES), a list of points by place
    (FIXED), victory points (VICTORY), the mean of percentages (PERCENT), which uses only `best`,
    `fewest` and `guests_out`, or the rating (RATING), which uses only `least` and `guests_out`.
    """

    kind: str = PLACES
    behind: int = 1  # by PLACES: points for each person placed below
    win: int = 0  # by PLACES: extra for the winner
    fixed: tuple[int, ...] = ()  # by FIXED: for the first place, the second ...
    there: int = 0  # for attendance
    best: int | None = None  # number of results that count; None: all
    final: int = 1  # factor of the season's last event
    least: int = 0  # finished games that an evening at home tables must have to count
    guests_out: bool = False  # guests are in no table, and the others move up
    fewest: int = 0  # by PERCENT: sessions that a person needs for a rank

    @property
    def by_place(self) -> bool:
        """Whether points depend on the place alone and so are known beforehand."""
        return self.kind in {PLACES, FIXED}

    @property
    def is_mean(self) -> bool:
        """Whether results are averaged, not added up."""
        return self.kind == PERCENT

    def worth(self, place: int, field: int, scored: Number = 0, *, final: bool = False) -> Worth:
        """Return the worth of a place in a field; `scored`: victory points, or the percentage."""
        if self.kind == PERCENT:
            return Worth(scored)
        given: Number = scored
        if self.kind == PLACES:
            given = self.behind * (field - place)
        elif self.kind == FIXED:
            given = self.fixed[place - 1] if place <= len(self.fixed) else 0
        win = self.win if self.kind == PLACES and place == 1 else 0
        return Worth(given, win, self.there, self.final if final else 1)

    def to_data(self) -> dict[str, Any]:
        """Return it as stored in the database. The reverse of `read`."""
        return {**asdict(self), "fixed": list(self.fixed)}


def read(data: Mapping[str, Any]) -> Formula:
    """Read a formula as stored or typed. Raises RuleError with every mistake, by field."""
    kind = data.get("kind")
    if kind not in KINDS:
        raise RuleError([Mistake("bad_kind", "kind", NO_KIND)])
    numbers, mistakes = _read_numbers(data)
    fixed = data.get("fixed", ())
    if kind == FIXED:
        mistakes += _wrong_list(fixed)
    guests_out = data.get("guests_out", False)
    if not isinstance(guests_out, bool):
        mistakes.append(Mistake("bad_choice", "guests_out", NO_CHOICE))
    if mistakes:
        raise RuleError(mistakes)
    kept = tuple(fixed) if kind == FIXED else ()
    return replace(Formula(kind), **numbers, fixed=kept, guests_out=guests_out)


def _read_numbers(data: Mapping[str, Any]) -> tuple[dict[str, Any], list[Mistake]]:
    """Return the numbers of a formula, and a mistake for each that is out of bounds."""
    numbers: dict[str, Any] = {}
    mistakes = []
    for key, (least, most) in BOUNDS.items():
        found = data.get(key, getattr(Formula, key))
        if found is None and key == "best":
            continue
        if isinstance(found, int) and not isinstance(found, bool) and least <= found <= most:
            numbers[key] = found
        else:
            mistakes.append(Mistake("bad_number", key, NO_NUMBER, {"least": least, "most": most}))
    return numbers, mistakes


def _wrong_list(fixed: object) -> list[Mistake]:
    if (
        not isinstance(fixed, Sequence)
        or isinstance(fixed, str)
        or not 1 <= len(fixed) <= MOST_FIXED
        or not all(
            isinstance(one, int) and not isinstance(one, bool) and 0 <= one <= MOST_POINTS
            for one in fixed
        )
    ):
        return [Mistake("bad_list", "fixed", NO_LIST, {"most": MOST_POINTS})]
    if any(later > before for before, later in pairwise(fixed)):
        return [Mistake("list_rises", "fixed", RISES)]
    return []
