"""The form that makes a tournament from a preset: its name and its people; everything else has a
default.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from scoring.pages.forms import LONGEST_KEPT, Texts, number_of
from scoring.pages.house_rules import texts_of
from scoring.rules import Mistake, RuleError, RuleSet, collect
from tournaments.actions import entering
from tournaments.actions.entering import NewEntrant
from tournaments.pages.desk.forms.about import AboutForm
from tournaments.pages.desk.forms.awards import NOTHING_TO_ASK, AwardsForm
from tournaments.pages.desk.forms.stage import ENDS, LENGTH, NOT_WHOLE, GameForm
from tournaments.pages.forms import RegulationForm
from tournaments.pages.pasted_list import TAKE, THREE_CELLS, entrants_in, read_posted
from tournaments.pairing.formats import FORMATS
from tournaments.plans import Preset, StagePlan
from tournaments.plans.usual import usual_awards
from tournaments.reading_lists.found import Reading

ROUNDS, GROUPS, MINUTES = "rounds", "groups", "minutes"
KEPT = ("name", "place", "starts_on", "list")  # what is kept when another preset is chosen


@dataclass
class NewForm:
    """The form as typed.

    `texts` are name, place, day and list; `format_rounds` or `format_groups`; and `minutes` and the
    two fields of a game's length if the preset has one stage. Fields that were not sent have the
    preset's values.
    """

    preset: Preset
    texts: Texts = field(default_factory=dict)
    # Choices at lines of the list: see `pasted_list.read_posted`
    chosen: Texts = field(default_factory=dict)
    count: RegulationForm = field(init=False)  # of session rounds or groups, if it can be chosen
    rules: GameForm = field(init=False)
    awards: AwardsForm = field(init=False)

    def __post_init__(self) -> None:
        first = self.preset.stages[0]
        format_, rules = FORMATS[first.format], RuleSet.of(first.variant, first.rules)
        self.texts = {**dict.fromkeys(KEPT, ""), **self._usual(), **self.texts}
        self.count = RegulationForm(
            "format",
            {self.counts: format_.settings[self.counts]} if self.counts else {},
            format_.labels,
            format_.choices,
            sent=self.texts,
        )
        stored = texts_of(rules)
        ends = {
            key: self.texts[name] for key, name in zip(ENDS, LENGTH, strict=True) if key in stored
        }
        self.rules = GameForm(rules, stored | ends)
        self.awards = AwardsForm(FORMATS[self.asking.format], awards=usual_awards(self.asking))

    def _usual(self) -> Texts:
        """Return the preset's values as texts."""
        first = self.preset.stages[0]
        rules = texts_of(RuleSet.of(first.variant, first.rules))
        found = dict(zip(LENGTH, (rules.get(key, "") for key in ENDS), strict=True))
        found[MINUTES] = "" if first.minutes is None else str(first.minutes)
        if not self.counts:
            return found
        count = FORMATS[first.format].read(first.format_settings)[self.counts]
        return found | {f"format_{self.counts}": "" if count is None else str(count)}

    @property
    def asking(self) -> StagePlan:
        """Return the stage whose questions are asked: the first in which a bye counts something."""
        stages = self.preset.stages
        return next((plan for plan in stages if not FORMATS[plan.format].ranks_itself), stages[0])

    @property
    def counts(self) -> str:
        """Return which number of the first stage can be chosen, its session rounds or its groups;
        empty if neither.
        """
        settings = FORMATS[self.preset.stages[0].format].settings
        key = ROUNDS if self.is_one else GROUPS
        return key if key in settings else ""

    @property
    def is_one(self) -> bool:
        """Whether the preset has one stage: its length can be changed here, otherwise in each
        stage's settings.
        """
        return len(self.preset.stages) == 1

    @property
    def reading(self) -> Reading:
        """Parse the list."""
        return read_posted(self.texts["list"], self.preset.unit, self.chosen)

    @property
    def entrants(self) -> list[NewEntrant]:
        return entrants_in(self.reading)

    @classmethod
    def read(cls, preset: Preset, data: Mapping[str, str]) -> "NewForm":
        """Read the posted form; after a change of preset, drop what belongs to the previous one."""
        usual = cls(preset)
        keys = usual.texts if data.get("preset") in {None, preset.key} else KEPT
        longest = {"list": len(data.get("list", ""))}
        sent = {
            key: data[key][: longest.get(key, LONGEST_KEPT)].replace("\0", "\ufffd")
            for key in keys
            if key in data
        }
        chosen = {
            key: value[:LONGEST_KEPT]
            for key, value in data.items()
            if key.startswith((TAKE, THREE_CELLS))
        }
        form = cls(preset, sent, chosen)
        if "awards" in data and keys is usual.texts:
            form.awards = AwardsForm(FORMATS[form.asking.format], sent=data)
        return form

    # Checking
    # ----------------------------------------------------------------------------------------------

    def list_mistakes(self) -> list[Mistake]:
        """Return the mistakes that keep the list from being entered."""
        reading = self.reading
        return [*reading.mistakes, *entering.check_among(self.preset.unit, entrants_in(reading))]

    def check(self) -> tuple[dict[str, Any], list[StagePlan]]:
        """Return columns of `Tournament`, and the stages.

        Raises RuleError with each error at its field.
        """
        mistakes: list[Mistake] = []
        stages: list[StagePlan] = []
        about = AboutForm({**self.texts, "unit": self.preset.unit})
        mistakes += about.mistakes
        with collect(mistakes):
            stages = self.stages()
        mistakes += self.list_mistakes()
        if mistakes:
            raise RuleError(mistakes)
        return {key: about.cleaned_data[key] for key in ("name", "place", "starts_on")}, stages

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
            known = NOTHING_TO_ASK if FORMATS[plan.format].ranks_itself else awards
            own = {key: value for key, value in known.items() if key != "late_entry" or number == 0}
            found.append(replace(plan, awards=own, name=_(plan.name) if plan.name else ""))
        return found

    def _changed(self, plan: StagePlan) -> StagePlan:
        """Apply the typed rounds or groups, minutes and length to a stage. Raises RuleError."""
        mistakes: list[Mistake] = []
        found: dict[str, Any] = {}
        with collect(mistakes):
            found["rules"] = self.rules.rule_set().settings()
        with collect(mistakes):
            found["format_settings"] = {**plan.format_settings, **self.count.read()}
        try:
            minutes = number_of(self.texts[MINUTES]) if self.texts[MINUTES].strip() else None
            if isinstance(minutes, float):
                raise ValueError(minutes)
            found["minutes"] = minutes
        except ValueError:
            mistakes.append(Mistake("bad_setting", MINUTES, NOT_WHOLE))
        if mistakes:
            raise RuleError(mistakes)
        return replace(plan, **found)

    # Showing
    # ----------------------------------------------------------------------------------------------

    def shown(self) -> list[StagePlan]:
        """Return the stages as the form has them, for a one-line summary; the preset's own if the
        form is invalid.
        """
        try:
            return self.stages()
        except RuleError:
            return [replace(plan, awards=usual_awards(plan)) for plan in self.preset.stages]
