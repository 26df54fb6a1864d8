"""The settings of a stage as a form: the text as typed, and the plan that it means."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from scoring.games.names.validation import clean_text
from scoring.games.parsing import number_typed
from scoring.pages import house_rules
from scoring.rules import PRESETS as GAMES
from scoring.rules import VARIANTS, Mistake, RuleError, RuleSet
from scoring.rules.words import gettext_noop
from tournaments.models import Stage
from tournaments.pages.desk.forms.awards import AwardsForm
from tournaments.pages.rounds.queries.rounds import cost_forecast
from tournaments.pages.settings import LONGEST_KEPT, ON, SettingField, SettingGroup, Texts
from tournaments.pairing.formats import FORMATS
from tournaments.plans import StagePlan
from tournaments.plans.plan import tables_of
from tournaments.standings import criteria_settings
from tournaments.standings.criteria import CRITERIA
from tournaments.standings.points import SCORING_SYSTEMS

OWN = "own"  # the stage's own rules, if no preset is the same
MOST_CRITERIA = 12
LEAST_SHOWN = 4
ENDS = ("target_score", "round_limit")
LENGTH = tuple(house_rules.name_of(key) for key in ENDS)
RANKING = SettingGroup("ranking", criteria_settings.SETTINGS, criteria_settings.LABELS, {})
NOT_WHOLE = gettext_noop("Enter a whole number, or leave it empty.")

# Field of the form for each field of the plan that can be wrong.
PLACES = {"variant": "game", "odd": "format_odd", "format_format": "format"}


@dataclass
class StageForm:
    """A stage's form, valid or not. Typed text is kept; `check` finds the errors.

    `game` is the key of a preset rule set or "own"; `own` is the rule set that "own" means.
    `chosen` if a format, game or scoring system was just chosen and its settings have not been seen
    yet.
    """

    unit: str
    number: int
    format: str
    format_texts: Texts
    game: str
    own: RuleSet
    rule_texts: Texts
    points: str
    points_texts: Texts
    criteria: list[str]
    ranking_texts: Texts
    awards: AwardsForm
    # Name, best_of, minutes, unplayed, take, carry, at_line
    about: dict[str, str] = field(default_factory=dict)
    worst_dropped: bool = False
    fixed: bool = False  # being played: only the ranking can be changed
    chosen: bool = False

    # Reading
    # ----------------------------------------------------------------------------------------------

    @classmethod
    def of(cls, stage: Stage, plan: StagePlan) -> "StageForm":
        """Return the form of a stage as stored."""
        own = RuleSet.of(plan.variant, plan.rules)
        first = stage.number == 1
        return cls(
            unit=stage.tournament.unit,
            number=stage.number,
            format=plan.format,
            format_texts=_format(plan.format).texts(plan.format_settings),
            game=_game_of(own),
            own=own,
            rule_texts=house_rules.texts_of(own),
            points=plan.points,
            points_texts=_way(plan.points).texts(plan.points_settings),
            criteria=list(plan.criteria),
            ranking_texts=RANKING.texts(plan.criteria_settings),
            awards=AwardsForm.of(plan.awards, FORMATS[plan.format], first=first, was_asked=True),
            about={
                "name": plan.name,
                "best_of": str(plan.best_of),
                "minutes": "" if plan.minutes is None else str(plan.minutes),
                "unplayed": plan.unplayed,
                "take": "" if plan.take is None else str(plan.take),
                "carry": plan.carry,
                "at_line": plan.at_line,
            },
            worst_dropped=plan.worst_dropped,
            fixed=stage.state != Stage.State.WAITING,
        )

    @classmethod
    def read(
        cls, stage: Stage, plan: StagePlan, data: Mapping[str, str], sent_criteria: list[str]
    ) -> "StageForm":
        """Read the posted form for a stage stored as `plan`."""
        form = cls.of(stage, plan)
        form.take_in(data, sent_criteria)
        return form

    def take_in(self, data: Mapping[str, str], sent_criteria: list[str]) -> None:
        """Replace stored values by posted ones."""
        was_bracket = FORMATS[self.format].ranks_itself
        self._read_format(data)
        self._read_game(data)
        self._read_points(data)
        self.criteria = [key[:LONGEST_KEPT] for key in sent_criteria[:MOST_CRITERIA] if key]
        self.about |= {key: data[key][:LONGEST_KEPT] for key in self.about if key in data}
        self.worst_dropped = bool(data.get("worst_dropped"))
        if any(RANKING.name(key) in data for key in self.ranking_texts):
            self.ranking_texts = RANKING.typed(data)
        if "awards" in data:  # a bracket's form does not ask
            self.awards = AwardsForm.read(data, FORMATS[self.format], first=self.number == 1)
        elif was_bracket:
            self.awards = AwardsForm.of({}, FORMATS[self.format], first=self.number == 1)
        self.chosen = self.chosen or data.get("action") == "choose"

    def _read_format(self, data: Mapping[str, str]) -> None:
        if self.fixed:
            return
        key = data.get("format", self.format)
        if key in FORMATS:
            self.format = key
        self.format_texts = _format(self.format).texts(FORMATS[self.format].suggested)
        if data.get("shown_format", self.format) == self.format:
            self.format_texts = _format(self.format).typed(data)
        else:
            self.chosen = True

    def _read_game(self, data: Mapping[str, str]) -> None:
        if self.fixed:
            return
        shown, sent = data.get("shown_game", self.game), data.get("game", self.game)
        if sent in {OWN, *(one.key for one in GAMES)}:
            self.game = sent
        fitting = FORMATS[self.format].variants
        if fitting and self._rules_of(self.game).variant not in fitting:
            self.game = fitting[0]  # official rule sets are named like their games
        before = self._rules_of(shown) if shown in {OWN, *(one.key for one in GAMES)} else None
        changed = shown != self.game
        self.rule_texts = house_rules.typed_texts(
            data, self._rules_of(self.game), before, choosing=changed
        )
        self.chosen = self.chosen or changed

    def _read_points(self, data: Mapping[str, str]) -> None:
        key = data.get("points", self.points)
        if key in SCORING_SYSTEMS:
            self.points = key
        fitting = [way for way, _name, _sentence in self.ways()]
        if self.points not in fitting:
            self.points = fitting[0]
        self.points_texts = _way(self.points).texts({})
        if data.get("shown_points", self.points) == self.points:
            self.points_texts = _way(self.points).typed(data)
        else:
            self.chosen = True

    # Checking
    # ----------------------------------------------------------------------------------------------

    def check(self, plan: StagePlan) -> StagePlan:
        """Return the plan that was typed. Raises RuleError with all errors, each at its field."""
        mistakes: list[Mistake] = []
        found: dict[str, Any] = {}

        def take(key: str, read: Any) -> None:
            try:
                found[key] = read()
            except RuleError as error:
                mistakes.extend(error.mistakes)

        take("name", lambda: clean_text(self.about["name"], "name", most=60))
        if not self.fixed:
            take("format_settings", lambda: _format(self.format).read(self.format_texts))
            take("rules", lambda: house_rules.read_rules(self.variant, self.rule_texts).settings())
            take("best_of", lambda: self._whole("best_of") or 1)
        take("points_settings", lambda: _way(self.points).read(self.points_texts))
        take(
            "criteria_settings",
            lambda: criteria_settings.without_defaults(RANKING.read(self.ranking_texts)),
        )
        take("awards", self.awards.check)
        take("minutes", lambda: self._whole("minutes"))
        if self.number > 1:
            take("take", lambda: self._whole("take"))
        if mistakes:
            raise RuleError(mistakes)
        changed = replace(
            plan,
            format=self.format,
            variant=self.variant,
            points=self.points,
            criteria=tuple(self.criteria),
            unplayed=self.about["unplayed"],
            worst_dropped=self.worst_dropped,
            carry=self.about["carry"],
            at_line=self.about["at_line"],
            **found,
        )
        mistakes = [
            replace(one, field=PLACES.get(one.field, one.field))
            for one in changed.mistakes(self.unit)
        ]
        if mistakes:
            raise RuleError(mistakes)
        return changed

    def _whole(self, key: str) -> int | None:
        text = self.about[key]
        if not text.strip():
            return None
        number = number_typed(text)
        if number is None or number.denominator != 1:
            raise RuleError([Mistake("bad_setting", key, NOT_WHOLE)])
        return number.numerator

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
            if tables in one.tables and not (ranks and one.needs_scores)
        ]

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

    def format_fields(self, errors: Mapping[str, str]) -> list[SettingField]:
        return _format(self.format).fields(self.format_texts, errors)

    def cost_forecast(self, entered: int) -> list[str]:
        """Forecast the cost of the chosen format as typed; nothing if it is invalid or play has
        begun.
        """
        if self.fixed:
            return []
        format_ = FORMATS[self.format]
        try:
            settings = format_.read(_format(self.format).read(self.format_texts))
        except RuleError:
            return []
        return cost_forecast(format_, settings, entered if self.number == 1 else 0)

    def points_fields(self, errors: Mapping[str, str]) -> list[SettingField]:
        return _way(self.points).fields(self.points_texts, errors)

    def ranking_fields(self, errors: Mapping[str, str]) -> list[SettingField]:
        """Return the settings of single criteria."""
        return RANKING.fields(self.ranking_texts, errors)

    def length_fields(self, errors: Mapping[str, str]) -> list[house_rules.RuleField]:
        """Return the fields for what ends a game: always visible."""
        fields = [one for one in self._rule_fields(errors) if one.name in LENGTH]
        # "Rounds" are session rounds here; the scorer's rounds are hands.
        return [
            replace(one, label=_("Hands in a game")) if one.name == LENGTH[1] else one
            for one in fields
        ]

    def other_rules(self, errors: Mapping[str, str]) -> list[house_rules.RuleField]:
        """Return the game's other settings, which are rarely changed."""
        return [one for one in self._rule_fields(errors) if one.name not in LENGTH]

    def _rule_fields(self, errors: Mapping[str, str]) -> list[house_rules.RuleField]:
        return house_rules.fields_of(self.variant, self.rule_texts, errors)

    def own_calls(
        self, errors: Mapping[str, str]
    ) -> list[tuple[house_rules.RuleField, house_rules.RuleField]]:
        return house_rules.own_call_rows(self.rule_texts, errors)

    def ranks(self) -> Iterator[tuple[int, str]]:
        """Yield the numbered fields of the criteria, with some spare."""
        shown = min(max(LEAST_SHOWN, len(self.criteria) + 1), MOST_CRITERIA)
        yield from enumerate([*self.criteria, *[""] * shown][:shown], start=1)

    @staticmethod
    def all_criteria() -> list[tuple[str, str, str]]:
        return [(key, _(one.name), _(one.sentence)) for key, one in CRITERIA.items()]

    def data(self) -> dict[str, Any]:
        """Return the form as a browser would send it unchanged."""
        sent: dict[str, Any] = {
            "format": self.format,
            "shown_format": self.format,
            "game": self.game,
            "shown_game": self.game,
            "points": self.points,
            "shown_points": self.points,
            "criteria": list(self.criteria),
            **self.about,
            **{
                _format(self.format).name(key): text
                for key, text in self.format_texts.items()
                if text
            },
            **{
                _way(self.points).name(key): text for key, text in self.points_texts.items() if text
            },
            **{RANKING.name(key): text for key, text in self.ranking_texts.items() if text},
            **{
                house_rules.name_of(key): text
                for key, text in self.rule_texts.items()
                if text or key in {"target_score", "round_limit"}
            },
        }
        if self.awards.asks:
            sent |= {"awards": ON} | self.awards.data()
        return sent | ({"worst_dropped": ON} if self.worst_dropped else {})


def _format(key: str) -> SettingGroup:
    one = FORMATS[key]
    return SettingGroup("format", one.settings, one.labels, one.choices)


def _way(key: str) -> SettingGroup:
    one = SCORING_SYSTEMS[key]
    return SettingGroup("points", one.settings, one.labels, one.choices)


def _game_of(rules: RuleSet) -> str:
    """Return the key of the equal preset rule set, "own" if there is none."""
    return next((one.key for one in GAMES if one.rules == rules), OWN)
