"""The details of a tournament, and the form that creates one."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.games.names.validation import clean_text
from scoring.rules import Mistake, RuleError
from scoring.rules.words import gettext_noop
from tournaments.actions.match_dates import YEARS
from tournaments.models import Tournament
from tournaments.pages.settings import LONGEST_KEPT, ON, number_of

LONGEST = 80
MOST_ENTRANTS = 10_000
NO_NAME = gettext_noop("Enter a name.")
NO_DAY = gettext_noop("Enter the day as year-month-day, such as 2026-11-21, or leave it empty.")
NO_LIMIT = gettext_noop("Enter a whole number from 2 to %(most)s, or leave it empty for no limit.")


@dataclass
class AboutForm:
    """Name, place, day, what is ranked, self-registration and its limit, as typed."""

    texts: dict[str, str]

    KEYS = ("name", "place", "starts_on", "unit", "registration", "limit")

    @classmethod
    def of(cls, tournament: Tournament) -> "AboutForm":
        return cls(
            {
                "name": tournament.name,
                "place": tournament.place,
                "starts_on": tournament.starts_on.isoformat() if tournament.starts_on else "",
                "unit": tournament.unit,
                "registration": ON if tournament.registration else "",
                "limit": "" if tournament.limit is None else str(tournament.limit),
            }
        )

    @classmethod
    def read(cls, data: Mapping[str, str], tournament: Tournament | None = None) -> "AboutForm":
        """Read the posted form; without a field for what is ranked, keep the current value."""
        texts = {key: data.get(key, "")[:LONGEST_KEPT] for key in cls.KEYS}
        if tournament is not None and texts["unit"] not in Tournament.Unit.values:
            texts["unit"] = tournament.unit
        return cls(texts)

    def check(self) -> dict[str, Any]:
        """Return columns of `Tournament`. Raises RuleError with each error at its field."""
        found: dict[str, Any] = {}
        mistakes: list[Mistake] = []
        for key in ("name", "place"):
            try:
                found[key] = clean_text(self.texts[key], key, most=LONGEST)
            except RuleError as error:
                mistakes += error.mistakes
        if found.get("name") == "":
            mistakes.append(Mistake("empty_name", "name", NO_NAME))
        try:
            found["starts_on"] = _day(self.texts["starts_on"])
        except ValueError:
            mistakes.append(Mistake("bad_day", "starts_on", NO_DAY))
        try:
            found["limit"] = _limit(self.texts["limit"])
        except ValueError:
            mistakes.append(Mistake("bad_limit", "limit", NO_LIMIT, {"most": MOST_ENTRANTS}))
        if mistakes:
            raise RuleError(mistakes)
        return found | {
            "unit": self.texts["unit"],
            "registration": bool(self.texts["registration"]),
        }


def _day(text: str) -> datetime.date | None:
    if not text.strip():
        return None
    day = datetime.date.fromisoformat(text.strip())
    if day.year not in YEARS:
        raise ValueError(text)
    return day


def _limit(text: str) -> int | None:
    if not text.strip():
        return None
    number = number_of(text)
    if not isinstance(number, int) or not 2 <= number <= MOST_ENTRANTS:
        raise ValueError(text)
    return number
