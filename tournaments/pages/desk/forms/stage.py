"""The settings of a stage as a form: the text as typed, and the plan that it means."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.games.round_words import recordings_of
from scoring.pages.forms import LONGEST_KEPT, ShortTextField, Texts, mistakes_of
from scoring.pages.house_rules import RulesForm, typed_texts
from scoring.rules import PRESETS as GAMES
from scoring.rules import VARIANTS, RuleError, RuleSet, collect
from scoring.rules.words import gettext_noop
from tournaments.models import Stage, Tournament
from tournaments.pages.desk.forms.awards import AwardsForm
from tournaments.pages.forms import RegulationForm, WholeNumberField
from tournaments.pages.rounds.stage_list import cost_forecast
from tournaments.pairing.formats import FORMATS
from tournaments.plans import StagePlan
from tournaments.plans.plan import tables_of
from tournaments.standings import criteria_settings
from tournaments.standings.criteria import CRITERIA, OF_BOARDS
from tournaments.standings.points import SCORING_SYSTEMS, ScoringSystem

OWN = "own"  # the stage's own rules, if no preset is the same
MOST_CRITERIA = 12
LEAST_SHOWN = 4
ENDS = ("target_score", "round_limit")
NOT_WHOLE = gettext_noop("Enter a whole number, or leave it empty.")

# Field of the form for each field of the plan that can be wrong.
PLACES = {"variant": "game", "odd": "format_odd", "format_format": "format"}


class GameForm(RulesForm):
    """The rules of a stage's game. Its rounds are hands; "rounds" are session rounds here.

    Where boards are compared, their number ends a game: nothing else is asked.
    """

    def __init__(self, rules: RuleSet, format_: str, texts: Texts | None = None) -> None:
        super().__init__(rules, texts)
        self.fields["round_limit"].label = _("Hands in a game")
        duplicate = FORMATS[format_].compares_boards
        self.kept = {key: getattr(rules, key) for key in ENDS} if duplicate else {}
        for key in self.kept:
            del self.fields[key]
        if recordings := recordings_of(rules.variant, duplicate=duplicate):
            self.fields["recording"].label = _("How much is recorded")
            self.fields["recording"].choices = recordings  # type: ignore[attr-defined]

    def read(self) -> dict[str, Any]:
        return {**self.kept, **super().read()}

    @property
    def length(self) -> list[BoundField]:
        """Return the fields for what ends a game: always visible."""
        return [self[key] for key in ENDS if key in self.fields]

    @property
    def others(self) -> list[BoundField]:
        """Return the other settings, which are rarely changed."""
        return [one for one in self.settings if one.name not in ENDS]

    @property
    def recording(self) -> BoundField | None:
        """Return the field for how much tables record; None in games of ranks."""
        return self["recording"] if "recording" in self.fields else None


def _whole() -> WholeNumberField:
    return WholeNumberField(message=gettext_lazy(NOT_WHOLE), required=False)


class StageForm(forms.Form):
    """A stage's settings: as stored in its plan, or as posted.

    `game` is the key of a preset rule set or "own"; `own` is the rule set that "own" means. `fixed`
    if the stage is being played: only the ranking can be changed. `chosen` if a format, game or
    scoring system was just chosen and its settings have not been seen yet.
    """

    name = ShortTextField(most=60, required=False)
    best_of = _whole()
    minutes = _whole()
    take = _whole()
    # The plan itself checks these.
    unplayed = forms.Field(required=False)
    carry = forms.Field(required=False)
    at_line = forms.Field(required=False)

    def __init__(
        self,
        stage: Stage,
        plan: StagePlan,
        data: Mapping[str, str] | None = None,
        criteria: Sequence[str] = (),
    ) -> None:
        stored = {key: getattr(plan, key) for key in self.base_fields}
        sent = {key: (data or {}).get(key, value) for key, value in stored.items()}
        super().__init__(
            {key: "" if value is None else str(value)[:LONGEST_KEPT] for key, value in sent.items()}
        )
        self.unit, self.number = stage.tournament.unit, stage.number
        self.fixed, self.chosen = stage.state != Stage.State.WAITING, False
        if self.fixed:
            del self.fields["best_of"]
        if self.number == 1:
            del self.fields["take"]
        self.rooms = SCORING_SYSTEMS[plan.points].rooms
        self.own = RuleSet.of(plan.variant, plan.rules)
        self.format, self.game, self.points = plan.format, _game_of(self.own), plan.points
        self.format_settings = _format(
            plan.format, first=self.number == 1, values=plan.format_settings
        )
        self.rules = GameForm(self.own, plan.format)
        self.points_settings = _way(plan.points, values=plan.points_settings)
        self.ranking = _ranking(values=plan.criteria_settings)
        self.criteria, self.worst_dropped = list(plan.criteria), plan.worst_dropped
        self.awards = AwardsForm(
            FORMATS[plan.format], first=self.number == 1, awards=plan.awards, was_asked=True
        )
        if data is not None:
            self._take_in(data)
            self.criteria = [key[:LONGEST_KEPT] for key in criteria[:MOST_CRITERIA] if key]
            if data.get("shown_format", self.format) != self.format:
                self._suit_criteria()

    # Reading
    # ----------------------------------------------------------------------------------------------

    def _take_in(self, data: Mapping[str, str]) -> None:
        """Replace stored values by posted ones."""
        asked = FORMATS[self.format].needs_awards
        if not self.fixed:
            self._read_format(data)
            self._read_game(data)
        self._read_points(data)
        self.worst_dropped = bool(data.get("worst_dropped"))
        if any(one.html_name in data for one in self.ranking):
            self.ranking = _ranking(sent=data)
        if "awards" in data or not asked:  # the form of such a format does not ask
            sent = data if "awards" in data else None
            self.awards = AwardsForm(FORMATS[self.format], first=self.number == 1, sent=sent)
        self.chosen = self.chosen or data.get("action") == "choose"

    def _read_format(self, data: Mapping[str, str]) -> None:
        key = data.get("format", self.format)
        if key in FORMATS:
            self.format = key
        if data.get("shown_format", self.format) == self.format:
            self.format_settings = _format(self.format, first=self.number == 1, sent=data)
        else:
            self.format_settings = _format(
                self.format, first=self.number == 1, values=FORMATS[self.format].suggested
            )
            self.chosen = True

    def _format_values(self) -> dict[str, Any]:
        """Return the format's settings; those that need an earlier stage are off in the first."""
        one, read = FORMATS[self.format], self.format_settings.read()
        return {key: read.get(key, setting.default) for key, setting in one.settings.items()}

    def _read_game(self, data: Mapping[str, str]) -> None:
        shown, sent = data.get("shown_game", self.game), data.get("game", self.game)
        if sent in {OWN, *(one.key for one in GAMES)}:
            self.game = sent
        fitting = FORMATS[self.format].variants
        if fitting and self._rules_of(self.game).variant not in fitting:
            self.game = fitting[0]  # official rule sets are named like their games
        before = self._rules_of(shown) if shown in {OWN, *(one.key for one in GAMES)} else None
        changed = shown != self.game
        rules = self._rules_of(self.game)
        self.rules = GameForm(
            rules, self.format, typed_texts(data, rules, before, choosing=changed)
        )
        self.chosen = self.chosen or changed

    def _read_points(self, data: Mapping[str, str]) -> None:
        key = data.get("points", self.points)
        if key in SCORING_SYSTEMS:
            self.points = key
        fitting = [way for way, _name, _sentence in self.ways()]
        if self.points not in fitting:
            self.points = fitting[0]
        shown = data.get("shown_points", self.points) == self.points
        self.points_settings = _way(self.points, sent=data if shown else None)
        self.chosen = self.chosen or not shown

    def _suit_criteria(self) -> None:
        """Replace the criteria if the chosen format cannot rank by them."""
        boards = FORMATS[self.format].compares_boards
        if boards != any(key in OF_BOARDS for key in self.criteria):
            self.criteria = (
                ["board_percent", "log_difference"] if boards else ["points", "difference"]
            )

    # Checking
    # ----------------------------------------------------------------------------------------------

    def clean_best_of(self) -> int:
        return self.cleaned_data["best_of"] or 1

    def check(self, plan: StagePlan) -> StagePlan:
        """Return the plan that was typed. Raises RuleError with all errors, each at its field."""
        mistakes, found = mistakes_of(self), {**self.cleaned_data}
        if not self.fixed:
            with collect(mistakes):
                found["format_settings"] = self._format_values()
            with collect(mistakes):
                found["rules"] = self.rules.rule_set().settings()
        with collect(mistakes):
            found["points_settings"] = self.points_settings.read()
        with collect(mistakes):
            found["criteria_settings"] = criteria_settings.without_defaults(self.ranking.read())
        with collect(mistakes):
            found["awards"] = self.awards.check()
        if mistakes:
            raise RuleError(mistakes)
        changed = replace(
            plan,
            format=self.format,
            variant=self.variant,
            points=self.points,
            criteria=tuple(self.criteria),
            worst_dropped=self.worst_dropped,
            **found,
        )
        mistakes = [
            replace(one, field=PLACES.get(one.field, one.field))
            for one in changed.mistakes(self.unit)
        ]
        if mistakes:
            raise RuleError(mistakes)
        return changed

    # Showing
    # ----------------------------------------------------------------------------------------------

    @property
    def variant(self) -> str:
        return self._rules_of(self.game).variant

    def _rules_of(self, game: str) -> RuleSet:
        return next((one.rules for one in GAMES if one.key == game), self.own)

    def formats(self) -> list[tuple[str, str, str]]:
        """Return key, name and description of the formats for this unit, always including the
        chosen one.
        """
        return [
            (key, _(one.name), _(one.sentence))
            for key, one in FORMATS.items()
            if self.unit in one.units or key == self.format
        ]

    def ways(self) -> list[tuple[str, str, str]]:
        """Return key, name and description of the scoring systems that fit the game."""
        tables, ranks = tables_of(self.variant), VARIANTS[self.variant].is_rank_game
        return [
            (key, _(one.name), _(one.sentence))
            for key, one in SCORING_SYSTEMS.items()
            if tables in one.tables
            and not (ranks and one.needs_scores)
            and one.compares_boards == FORMATS[self.format].compares_boards
            and self._fits_tables(one)
        ]

    def _fits_tables(self, system: ScoringSystem) -> bool:
        """Whether a match has as many tables as in this stage; at two, teams play."""
        if self.fixed:
            return system.rooms == self.rooms
        return system.rooms == 1 or self.unit == Tournament.Unit.TEAM

    def games(self) -> list[tuple[str, list[tuple[str, str, str]]]]:
        """Return the preset rule sets that fit the format, under their headings: key, name,
        description.
        """
        own = [(OWN, _("As set here"), "")] if _game_of(self.own) == OWN else []
        fitting = FORMATS[self.format].variants
        offered = [
            one
            for one in GAMES
            if one.rules.variant in fitting
            or (not fitting and tables_of(one.rules.variant) == "two_sides")
        ]
        grouped = [
            (_(heading), [(one.key, _(one.name), _(one.sentence)) for one in members])
            for heading, members in groupby(offered, key=lambda one: one.group)
        ]
        return [*([("", own)] if own else []), *grouped]

    def cost_forecast(self, entered: int) -> list[str]:
        """Forecast the cost of the chosen format as typed; nothing if it is invalid or play has
        begun.
        """
        if self.fixed:
            return []
        format_ = FORMATS[self.format]
        try:
            settings = format_.read(self.format_settings.read())
        except RuleError:
            return []
        return cost_forecast(format_, settings, entered if self.number == 1 else 0)

    def show(self, errors: Mapping[str, str]) -> None:
        """Show these errors at the settings."""
        for part in (self.format_settings, self.rules, self.points_settings, self.ranking):
            part.show(errors)

    def ranks(self) -> Iterator[tuple[int, str]]:
        """Yield the numbered fields of the criteria, with some spare."""
        shown = min(max(LEAST_SHOWN, len(self.criteria) + 1), MOST_CRITERIA)
        yield from enumerate([*self.criteria, *[""] * shown][:shown], start=1)

    @staticmethod
    def all_criteria() -> list[tuple[str, str, str]]:
        return [(key, _(one.name), _(one.sentence)) for key, one in CRITERIA.items()]


def _format(key: str, *, first: bool, **content: Any) -> RegulationForm:
    """Return the settings of a format; `first`: without those that need an earlier stage."""
    one = FORMATS[key]
    settings = {
        name: setting
        for name, setting in one.settings.items()
        if not (first and name in one.later_only)
    }
    return RegulationForm("format", settings, one.labels, one.choices, **content)


def _way(key: str, **content: Any) -> RegulationForm:
    one = SCORING_SYSTEMS[key]
    return RegulationForm("points", one.settings, one.labels, one.choices, **content)


def _ranking(**content: Any) -> RegulationForm:
    """Return the settings of single criteria."""
    one = criteria_settings
    return RegulationForm("ranking", one.SETTINGS, one.LABELS, {}, **content)


def _game_of(rules: RuleSet) -> str:
    """Return the key of the equal preset rule set, "own" if there is none."""
    return next((one.key for one in GAMES if one.rules == rules), OWN)
