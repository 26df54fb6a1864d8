"""The form that makes a tournament from a preset: its name and its people; everything else has a
default.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.pages.forms import LONGEST_KEPT, mistakes_of
from scoring.pages.house_rules import name_of, texts_of
from scoring.rules import Mistake, RuleError, RuleSet, collect
from tournaments.actions.new_entrants import NewEntrant, check_among
from tournaments.pages.desk.forms.about import NamePlaceDayForm
from tournaments.pages.desk.forms.awards import NOTHING_TO_ASK, AwardsForm
from tournaments.pages.desk.forms.stage import ENDS, NOT_WHOLE, GameForm
from tournaments.pages.forms import RegulationForm, WholeNumberField
from tournaments.pages.pasted_list import TAKE, THREE_CELLS, entrants_in, read_posted
from tournaments.pairing.formats import FORMATS
from tournaments.plans import Preset, StagePlan
from tournaments.plans.usual import usual_awards
from tournaments.reading_lists.found import Reading

ROUNDS, GROUPS, MINUTES = "rounds", "groups", "minutes"
OF_BOARDS = ("boards", "dealing")  # what duplicate asks in place of the length of a game
KEPT = {"name", "place", "starts_on", "list"}  # what is kept when another preset is chosen


class NewForm(NamePlaceDayForm):
    """The form of a new tournament. What is not sent has the preset's value.

    `count` is the number of session rounds or groups, if it can be chosen. `pasted` is the list of
    entrants, `chosen` are the choices at its lines: see `pasted_list.read_posted`.
    """

    minutes = WholeNumberField(message=gettext_lazy(NOT_WHOLE), required=False)

    def __init__(self, preset: Preset, data: Mapping[str, str]) -> None:
        self.preset = preset
        first = preset.stages[0]
        rules = RuleSet.of(first.variant, first.rules)
        sent = _sent(preset, data)
        super().__init__({MINUTES: str(first.minutes or ""), **sent})
        self.pasted = sent.get("list", "")
        self.chosen = {
            key: text[:LONGEST_KEPT]
            for key, text in data.items()
            if key.startswith((TAKE, THREE_CELLS))
        }
        self.count = _format(first, sent, self.counts)
        self.boards = _format(first, sent, *OF_BOARDS)
        ends = {key: sent[name_of(key)][:LONGEST_KEPT] for key in ENDS if name_of(key) in sent}
        self.rules = GameForm(rules, first.format, texts_of(rules) | ends)
        self.awards = AwardsForm(
            FORMATS[self.asking.format],
            sent=data if "awards" in sent else None,
            awards=usual_awards(self.asking),
        )

    @property
    def asking(self) -> StagePlan:
        """Return the stage whose questions are asked: the first in which a bye counts something."""
        stages = self.preset.stages
        return next((plan for plan in stages if FORMATS[plan.format].needs_awards), stages[0])

    @property
    def counts(self) -> str:
        """Return which number can be chosen, the session rounds of the only stage or the groups of
        the first, if it has one.
        """
        return ROUNDS if self.is_one else GROUPS

    @property
    def is_one(self) -> bool:
        """Whether the preset has one stage: its length can be changed here, otherwise in each
        stage's settings.
        """
        return len(self.preset.stages) == 1

    @property
    def reading(self) -> Reading:
        """Parse the list."""
        return read_posted(self.pasted, self.preset.unit, self.chosen)

    @property
    def entrants(self) -> list[NewEntrant]:
        return entrants_in(self.reading)

    # Checking
    # ----------------------------------------------------------------------------------------------

    def list_mistakes(self) -> list[Mistake]:
        """Return the mistakes that keep the list from being entered."""
        reading = self.reading
        return [
            *reading.mistakes,
            *check_among(self.preset.unit, entrants_in(reading)),
        ]

    def check(self) -> tuple[dict[str, Any], list[StagePlan]]:
        """Return columns of `Tournament`, and the stages.

        Raises RuleError with each error at its field.
        """
        mistakes = [one for one in mistakes_of(self) if one.field != MINUTES]
        stages: list[StagePlan] = []
        with collect(mistakes):
            stages = self.stages()
        mistakes += self.list_mistakes()
        if mistakes:
            raise RuleError(mistakes)
        return {key: self.cleaned_data[key] for key in ("name", "place", "starts_on")}, stages

    @property
    def length(self) -> list[BoundField]:
        """Return the fields for how long a match is; in duplicate those of its boards."""
        return [*self.rules.length, *self.boards] if self.is_one else []

    def stages(self) -> list[StagePlan]:
        """Return the preset's stages as the form changes them, with names in the current language.

        Raises RuleError.
        """
        mistakes: list[Mistake] = []
        awards: Mapping[str, Any] = {}
        first = self.preset.stages[0]
        with collect(mistakes):
            awards = self.awards.check()
        with collect(mistakes):
            first = self._changed(first)
            mistakes += first.mistakes(self.preset.unit)
        if mistakes:
            raise RuleError(mistakes)
        found = []
        for number, plan in enumerate((first, *self.preset.stages[1:])):
            known = awards if FORMATS[plan.format].needs_awards else NOTHING_TO_ASK
            own = {key: value for key, value in known.items() if key != "late_entry" or number == 0}
            found.append(replace(plan, awards=own, name=_(plan.name) if plan.name else ""))
        return found

    def _changed(self, plan: StagePlan) -> StagePlan:
        """Apply the typed rounds or groups, minutes and length to a stage. Raises RuleError."""
        mistakes = [one for one in mistakes_of(self) if one.field == MINUTES]
        found: dict[str, Any] = {"minutes": self.cleaned_data.get(MINUTES)}
        with collect(mistakes):
            found["rules"] = self.rules.rule_set().settings()
        with collect(mistakes):
            found["format_settings"] = {
                **plan.format_settings,
                **self.count.read(),
                **self.boards.read(),
            }
        if mistakes:
            raise RuleError(mistakes)
        changed = replace(plan, **found)
        return replace(changed, rules=changed.columns()["rules"])

    # Showing
    # ----------------------------------------------------------------------------------------------

    def shown(self) -> list[StagePlan]:
        """Return the stages as the form has them, for a one-line summary; the preset's own if the
        form is invalid.
        """
        with suppress(RuleError):
            return self.stages()
        return [replace(plan, awards=usual_awards(plan)) for plan in self.preset.stages]


def _format(plan: StagePlan, sent: Mapping[str, str], *keys: str) -> RegulationForm:
    """Return the form of these settings of the format, of those that it has."""
    one = FORMATS[plan.format]
    return RegulationForm(
        "format",
        {key: setting for key, setting in one.settings.items() if key in keys},
        one.labels,
        one.choices,
        sent=sent if any(f"format_{key}" in sent for key in keys) else None,
        values=plan.format_settings,
    )


def _sent(preset: Preset, data: Mapping[str, str]) -> dict[str, str]:
    """Return what was sent, without what belongs to the form of another preset."""
    keys = data.keys() if data.get("preset") in {None, preset.key} else KEPT & data.keys()
    return {key: data[key].replace("\0", "\ufffd") for key in keys}
