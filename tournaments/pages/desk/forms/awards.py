"""Questions that rule books leave open: what a bye or a missed round counts, and late entries.

There is no silent default. A number is an answer, and so is "decide later": the draw asks then. An
empty field is an error.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext as _

from scoring.rules import Mistake, RuleError
from scoring.rules.words import gettext_noop
from tournaments.pages.forms import RegulationForm
from tournaments.pairing.format import Format
from tournaments.standings.points import adjust

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
    points: BoundField
    score: BoundField
    error: str
    again: tuple[BoundField, ...] = ()  # the two numbers from the second time on

    @property
    def fields(self) -> tuple[BoundField, BoundField]:
        return self.points, self.score


class AwardsForm(RegulationForm):
    """The answers as sent, or else the stored `awards`.

    `asks` if the format has questions, `asks_late` if late entries are possible at all. With
    `was_asked`, missing answers were deferred.
    """

    def __init__(
        self,
        format_: Format,
        *,
        first: bool = True,
        sent: Mapping[str, str] | None = None,
        awards: Mapping[str, Any] | None = None,
        was_asked: bool = False,
    ) -> None:
        super().__init__(
            "awards",
            adjust.SETTINGS,
            adjust.LABELS,
            adjust.CHOICES,
            sent=sent,
            values={"late_entry": "", **(awards or {})},
        )
        self.later = {
            kind: was_asked and not self.texts[f"{kind}_points"]
            if sent is None
            else bool(sent.get(f"{kind}_later"))
            for kind in KINDS
        }
        self.asks = format_.needs_awards
        self.asks_late = self.asks and format_.takes_late and first
        if not self.asks_late:
            del self.fields["late_entry"]

    def check(self) -> dict[str, Any]:
        """Return what a stage stores.

        Raises RuleError with each unanswered question at its field.
        """
        if not self.asks:
            return dict(NOTHING_TO_ASK)
        mistakes = [mistake for kind in KINDS for mistake in self._unanswered(kind)]
        mistakes += self._unanswered_late() if self.asks_late else ()
        if mistakes:
            raise RuleError(mistakes)
        return {key: value for key, value in self.read().items() if value is not None}

    def _empty(self, kind: str) -> list[str]:
        keys = (f"{kind}_points", f"{kind}_score")
        return [key for key in keys if not self.texts[key].strip()]

    def _unanswered(self, kind: str) -> Iterator[Mistake]:
        empty = self._empty(kind)
        if len(empty) == 1:
            yield Mistake("bye_not_settled", self.add_prefix(empty[0]), HALF_ANSWERED)
        elif empty and not self.later[kind]:
            yield Mistake("bye_not_settled", self.add_prefix(kind), UNANSWERED)

    def _unanswered_late(self) -> Iterator[Mistake]:
        answer = self.texts["late_entry"]
        if answer not in adjust.CHOICES:
            yield Mistake("bye_not_settled", "awards_late_entry", LATE_UNANSWERED)
        elif answer == "absent" and self._empty("absent"):
            yield Mistake("bye_not_settled", "awards_late_entry", LATE_NEEDS_MISSED)

    def questions(self, errors: Mapping[str, str]) -> list[Question]:
        """Return the questions with two numbers each, in order."""
        legends = {
            "bye": _("What is a bye worth?"),
            "absent": _("What is a missed round worth?"),
        }
        return [
            Question(
                kind,
                legend,
                self.later[kind],
                self[f"{kind}_points"],
                self[f"{kind}_score"],
                errors.get(self.add_prefix(kind), ""),
                (self["bye_again_points"], self["bye_again_score"]) if kind == "bye" else (),
            )
            for kind, legend in legends.items()
        ]
