"""The form of a season: its name, dates, number of events, ranking. All text is kept as typed."""

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.games.parsing import whole_of
from scoring.rules import Mistake, RuleError
from scoring.rules.words import gettext_noop
from tournaments.models import Season
from tournaments.pages.settings import LONGEST_KEPT
from tournaments.seasons.formula import BOUNDS, FIXED, KINDS, MOST_EVENTS, Formula, read

NO_DAY = gettext_noop("Enter a date.")
NUMBERS = (*BOUNDS, "planned")
BETWEEN = re.compile(r"[,;\s]+")


@dataclass(frozen=True)
class Changed:
    """The values of a form, checked on their own."""

    name: str
    days: tuple[datetime.date, datetime.date]
    planned: int
    formula: Formula


@dataclass
class SeasonForm:
    """The fields as texts, by key."""

    texts: dict[str, str]

    KEYS = ("name", "first", "last", "kind", "fixed", *NUMBERS)

    @classmethod
    def of(cls, season: Season) -> "SeasonForm":
        formula = read(season.formula)
        return cls(
            {
                "name": season.name,
                "first": season.first.isoformat(),
                "last": season.last.isoformat(),
                "planned": str(season.planned),
                "kind": formula.kind,
                "fixed": ", ".join(map(str, formula.fixed)),
                **{
                    key: "" if (found := getattr(formula, key)) is None else str(found)
                    for key in BOUNDS
                },
            }
        )

    @classmethod
    def read(cls, data: Mapping[str, str]) -> "SeasonForm":
        return cls({key: data.get(key, "").replace("\0", "")[:LONGEST_KEPT] for key in cls.KEYS})

    def check(self) -> Changed:
        """Return the values. Raises RuleError with each error at its field."""
        mistakes: list[Mistake] = []
        days = []
        for key in ("first", "last"):
            try:
                days.append(datetime.date.fromisoformat(self.texts[key].strip()))
            except ValueError:
                mistakes.append(Mistake("bad_day", key, NO_DAY))
        formula = Formula()
        try:
            formula = read(self._data())
        except RuleError as error:
            mistakes += error.mistakes
        if mistakes:
            raise RuleError(mistakes)
        planned = whole_of(self.texts["planned"].strip(), MOST_EVENTS + 1, digits=4)
        return Changed(self.texts["name"], (days[0], days[1]), planned, formula)

    def _data(self) -> dict[str, Any]:
        """Return the formula's data.

        Settings that its kind does not use keep their defaults, whatever was typed.
        """
        kind = self.texts["kind"]
        data: dict[str, Any] = {"kind": kind if kind in KINDS else ""}
        for key in BOUNDS:
            typed = self.texts[key].strip()
            if key == "best" and not typed:
                data[key] = None
            elif typed or kind not in KINDS:
                data[key] = whole_of(typed, -1, digits=6)
        if kind == FIXED:
            data["fixed"] = [
                whole_of(one, -1, digits=6)
                for one in BETWEEN.split(self.texts["fixed"].strip())
                if one
            ]
        return data
