"""What is written about a tournament, and the form that makes one."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext

from scoring.names import clean_text
from scoring.rules import Mistake, RuleError
from scoring.rules.words import gettext_noop
from tournaments.actions.dating import YEARS
from tournaments.models import Tournament
from tournaments.pages.desk.forms.awards import NOTHING_TO_ASK, AwardsForm
from tournaments.pages.settings import LONGEST_KEPT, ON, number_of
from tournaments.pairing.formats import FORMATS
from tournaments.plans import Preset, StagePlan

LONGEST = 80
MOST_ENTRANTS = 10_000
NO_NAME = gettext_noop("Please type a name.")
NO_DAY = gettext_noop("Please type the day as year-month-day, such as 2026-11-21, or leave it empty.")
NO_LIMIT = gettext_noop("Please type a whole number from 2 to %(most)s, or leave it empty for no limit.")


@dataclass
class AboutForm:
    """Name, place, day, who is ranked, whether people may enter by themselves and how many, as typed."""

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
        """The form as it was sent; without a field for who is ranked that stays as it was."""
        texts = {key: data.get(key, "")[:LONGEST_KEPT] for key in cls.KEYS}
        if tournament is not None and texts["unit"] not in Tournament.Unit.values:
            texts["unit"] = tournament.unit
        return cls(texts)

    def check(self) -> dict[str, Any]:
        """The columns of `Tournament`. Raises RuleError with each mistake beside its field."""
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
        return found | {"unit": self.texts["unit"], "registration": bool(self.texts["registration"])}


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


@dataclass
class NewForm:
    """The form that makes a tournament out of a ready-made event: its name, place and day, and the open questions.

    They are asked once, for all stages that have them.
    """

    preset: Preset
    texts: dict[str, str] = field(default_factory=lambda: dict.fromkeys(("name", "place", "starts_on"), ""))
    awards: AwardsForm = field(init=False)

    def __post_init__(self) -> None:
        self.awards = AwardsForm.of({}, FORMATS[self.asking.format])

    @property
    def asking(self) -> StagePlan:
        """The stage whose questions are asked: the first in which a bye counts something."""
        stages = self.preset.stages
        return next((plan for plan in stages if not FORMATS[plan.format].ranks_itself), stages[0])

    @classmethod
    def read(cls, preset: Preset, data: Mapping[str, str]) -> "NewForm":
        form = cls(preset)
        form.texts = {key: data.get(key, "")[:LONGEST_KEPT] for key in form.texts}
        form.awards = AwardsForm.read(data, FORMATS[form.asking.format])
        return form

    def check(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The columns of `Tournament`, and what byes, missed rounds and late entries count.

        Raises RuleError with each mistake beside its field.
        """
        mistakes: list[Mistake] = []
        about: dict[str, Any] = {}
        awards: dict[str, Any] = {}
        try:
            about = AboutForm({**self.texts, "unit": self.preset.unit, "registration": "", "limit": ""}).check()
        except RuleError as error:
            mistakes += error.mistakes
        try:
            awards = self.awards.check()
        except RuleError as error:
            mistakes += error.mistakes
        if mistakes:
            raise RuleError(mistakes)
        return {key: about[key] for key in ("name", "place", "starts_on")}, awards

    def stages(self, awards: Mapping[str, Any]) -> list[StagePlan]:
        """The stages of the ready-made event with these answers, their names in the language that is spoken."""
        found = []
        for number, plan in enumerate(self.preset.stages):
            format_ = FORMATS[plan.format]
            known = NOTHING_TO_ASK if format_.ranks_itself else awards
            own = {key: value for key, value in known.items() if key != "late_entry" or number == 0}
            found.append(replace(plan, awards=own, name=gettext(plan.name) if plan.name else ""))
        return found
