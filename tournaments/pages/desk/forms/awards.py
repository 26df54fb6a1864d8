"""Questions that rule books leave open: what a bye or a missed round counts, and late entries.

There is no silent default. A number is an answer, and so is "decide later": the draw asks then. An
empty field is an error.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from scoring.rules import Mistake, RuleError
from scoring.rules.words import gettext_noop
from tournaments.pages.settings import ON, SettingField, SettingGroup, Texts
from tournaments.pairing.format import Format
from tournaments.standings.points import adjust

ASKED = SettingGroup("awards", adjust.SETTINGS, adjust.LABELS, adjust.CHOICES)
NOTHING_TO_ASK: Mapping[str, Any] = {
    "bye_points": 0,
    "bye_score": 0,
    "absent_points": 0,
    "absent_score": 0,
}
KINDS = ("bye", "absent")
UNANSWERED = gettext_noop("Enter a number, or 0, or tick “Decide later”.")
HALF_ANSWERED = gettext_noop("Enter a number here too, or 0.")
LATE_UNANSWERED = gettext_noop("Choose one of these.")
LATE_NEEDS_MISSED = gettext_noop(
    "Enter above what a missed round is worth, or choose something else."
)


@dataclass(frozen=True)
class Question:
    """One open question, ready to be shown."""

    kind: str
    legend: str
    later: bool
    points: SettingField
    score: SettingField
    error: str

    @property
    def fields(self) -> tuple[SettingField, SettingField]:
        return self.points, self.score


@dataclass
class AwardsForm:
    """The answers as typed. `asks_late` if late entries are possible at all."""

    texts: Texts
    later: dict[str, bool]
    asks_late: bool = True
    asks: bool = True
    mistakes: list[Mistake] = field(default_factory=list)

    @classmethod
    def of(
        cls,
        awards: Mapping[str, Any],
        format_: Format,
        *,
        first: bool = True,
        was_asked: bool = False,
    ) -> "AwardsForm":
        """Return the answers given. With `was_asked`, missing ones were deferred."""
        texts = ASKED.texts(awards)
        texts["late_entry"] = str(awards.get("late_entry", ""))
        later = {kind: was_asked and not texts[f"{kind}_points"] for kind in KINDS}
        return cls(texts, later, *_asked(format_, first=first))

    @classmethod
    def read(cls, data: Mapping[str, str], format_: Format, *, first: bool = True) -> "AwardsForm":
        """Read the posted answers."""
        later = {kind: bool(data.get(f"{kind}_later")) for kind in KINDS}
        return cls(ASKED.typed(data), later, *_asked(format_, first=first))

    def check(self) -> dict[str, Any]:
        """Return what a stage stores.

        Raises RuleError with each unanswered question at its field.
        """
        if not self.asks:
            return dict(NOTHING_TO_ASK)
        mistakes: list[Mistake] = []
        wanted: list[str] = []
        for kind in KINDS:
            keys = [f"{kind}_points", f"{kind}_score"]
            empty = [key for key in keys if not self.texts[key].strip()]
            if len(empty) == 1:
                mistakes.append(Mistake("bye_not_settled", ASKED.name(empty[0]), HALF_ANSWERED))
            elif empty and not self.later[kind]:
                mistakes.append(Mistake("bye_not_settled", f"awards_{kind}", UNANSWERED))
            elif not empty:
                wanted += keys
        if self.asks_late:
            wanted.append("late_entry")
            if self.texts["late_entry"] not in adjust.CHOICES:
                mistakes.append(Mistake("bye_not_settled", "awards_late_entry", LATE_UNANSWERED))
            elif self.texts["late_entry"] == "absent" and "absent_points" not in wanted:
                mistakes.append(Mistake("bye_not_settled", "awards_late_entry", LATE_NEEDS_MISSED))
        if mistakes:
            raise RuleError(mistakes)
        typed = SettingGroup(
            "awards", {key: adjust.SETTINGS[key] for key in wanted}, adjust.LABELS, adjust.CHOICES
        )
        return typed.read(self.texts)

    def questions(self, errors: Mapping[str, str]) -> list[Question]:
        """Return the questions with two numbers each, in order."""
        fields = {one.name: one for one in ASKED.fields(self.texts, errors)}
        legends = {
            "bye": _("What is a bye worth?"),
            "absent": _("What is a missed round worth?"),
        }
        return [
            Question(
                kind,
                legends[kind],
                self.later[kind],
                fields[f"awards_{kind}_points"],
                fields[f"awards_{kind}_score"],
                errors.get(f"awards_{kind}", ""),
            )
            for kind in KINDS
        ]

    def late(self, errors: Mapping[str, str]) -> SettingField:
        """Return the question about late entries."""
        return next(
            one for one in ASKED.fields(self.texts, errors) if one.name == "awards_late_entry"
        )

    def data(self) -> dict[str, str]:
        """Return the form as a browser would send it unchanged."""
        sent = {ASKED.name(key): text for key, text in self.texts.items() if text}
        return sent | {f"{kind}_later": ON for kind in KINDS if self.later[kind]}


def _asked(format_: Format, *, first: bool) -> tuple[bool, bool]:
    asks = not format_.ranks_itself
    return asks and format_.takes_late and first, asks
