"""A stage's configuration: format, game, match length, scoring system, criteria; and its checks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.rules import USUAL, VARIANTS, Mistake, RuleError, RuleSet
from scoring.rules.settings import TOTALS
from scoring.rules.words import gettext_noop
from tournaments.pairing.formats import FORMATS
from tournaments.standings import criteria_settings
from tournaments.standings.criteria import CRITERIA, OF_BOARDS
from tournaments.standings.field import UNPLAYED
from tournaments.standings.points import ALONE, SCORING_SYSTEMS, TWO_SIDES, adjust
from tournaments.standings.points.team_imps import FEWEST_BOARDS, MOST_BOARDS

MOST_GAMES = 9  # of a match
MOST_MINUTES = 600
CARRY = ("none", "points", "matches")
AT_LINE = ("play_off", "lot", "all")


@dataclass(frozen=True)
class StagePlan:
    """Everything that is decided about a stage before its first draw.

    `criteria_settings` are those of single criteria (`standings.criteria_settings`). `rules` are
    the settings of the rule set of `variant`, without its defaults. `best_of` games make a match,
    `minutes` is the time for a match (None: no clock). `awards` are those of `points.adjust`,
    without what is not settled yet. `take` is the number of qualifiers from (each group of) the
    previous stage, None for all. `tables` are "two_sides" or "alone".
    """

    format: str
    variant: str = USUAL
    rules: Mapping[str, Any] = field(default_factory=dict, hash=False)
    points: str = "match"
    criteria: tuple[str, ...] = ("points", "difference")
    name: str = ""
    format_settings: Mapping[str, Any] = field(default_factory=dict, hash=False)
    points_settings: Mapping[str, Any] = field(default_factory=dict, hash=False)
    criteria_settings: Mapping[str, Any] = field(default_factory=dict, hash=False)
    awards: Mapping[str, Any] = field(default_factory=dict, hash=False)
    best_of: int = 1
    minutes: int | None = None
    unplayed: str = "zero"
    worst_dropped: bool = False
    take: int | None = None
    carry: str = "none"
    at_line: str = "play_off"

    def columns(self) -> dict[str, Any]:
        """Return the plan as a stage's columns, settings without defaults."""
        return {
            "format": self.format,
            "format_settings": dict(self.format_settings),
            "variant": self.variant,
            "rules": RuleSet.of(self.variant, self._game_rules()).settings(),
            "points": self.points,
            "points_settings": dict(self.points_settings),
            "criteria": list(self.criteria),
            "criteria_settings": dict(self.criteria_settings),
            "name": self.name,
            "awards": {key: value for key, value in self.awards.items() if value is not None},
            "best_of": self.best_of,
            "minutes": self.minutes,
            "unplayed": self.unplayed,
            "worst_dropped": self.worst_dropped,
            "take": self.take,
            "carry": self.carry,
            "at_line": self.at_line,
        }

    def _game_rules(self) -> Mapping[str, Any]:
        """Return the rules; where boards are compared, a game has a hand for each board."""
        format_ = FORMATS[self.format]
        if not format_.compares_boards:
            return self.rules
        boards = format_.read(self.format_settings)["boards"]
        return {**self.rules, "target_score": None, "round_limit": boards}

    def mistakes(self, unit: str) -> list[Mistake]:
        """Return all inconsistencies, for a tournament that ranks persons, pairs or teams."""
        return list(self._mistakes(unit))

    def _mistakes(self, unit: str) -> Iterator[Mistake]:
        if self.format not in FORMATS:
            text = gettext_noop("There is no format %(format)s; the formats are: %(known)s.")
            yield Mistake(
                "unknown_format",
                "format",
                text,
                {"format": self.format, "known": ", ".join(FORMATS)},
            )
            return
        if self.points not in SCORING_SYSTEMS:
            text = gettext_noop(
                "There is no scoring system %(points)s; the systems are: %(known)s."
            )
            yield Mistake(
                "unknown_points",
                "points",
                text,
                {"points": self.points, "known": ", ".join(SCORING_SYSTEMS)},
            )
            return
        yield from _read(FORMATS[self.format].read, self.format_settings, "format")
        yield from _read(SCORING_SYSTEMS[self.points].read, self.points_settings, "points")
        yield from _read(adjust.read, self.awards, "awards")
        yield from _read(criteria_settings.read, self.criteria_settings, "ranking")
        rules, found = _rules(self.variant, self.rules)
        yield from found
        if rules is None:
            return
        yield from self._fitting(unit)
        yield from self._length(rules)
        yield from self._ranking()
        yield from self._boards()
        yield from self._rooms(unit, rules)

    def _fitting(self, unit: str) -> Iterator[Mistake]:
        format_ = FORMATS[self.format]
        if unit not in format_.units:
            text = gettext_noop(
                "This format cannot rank these: choose another format, or rank %(units)s."
            )
            yield Mistake("unit_mismatch", "format", text, {"units": ", ".join(format_.units)})
        if format_.variants and self.variant not in format_.variants:
            text = gettext_noop("This format is played with: %(games)s.")
            yield Mistake(
                "variant_mismatch", "variant", text, {"games": ", ".join(format_.variants)}
            )
        elif tables_of(self.variant) == ALONE and not format_.variants:
            text = gettext_noop(
                "In this game everyone plays for themselves: choose a format for that, such as "
                "large tables."
            )
            yield Mistake("variant_mismatch", "variant", text)
        system = SCORING_SYSTEMS[self.points]
        ranks = VARIANTS[self.variant].is_rank_game
        if tables_of(self.variant) not in system.tables or (ranks and system.needs_scores):
            text = gettext_noop("This scoring system does not suit the game: choose another.")
            yield Mistake("points_mismatch", "points", text)
        elif system.compares_boards != format_.compares_boards:
            text = gettext_noop("This scoring system does not suit the format: choose another.")
            yield Mistake("points_mismatch", "points", text)

    def _length(self, rules: RuleSet) -> Iterator[Mistake]:
        if not 1 <= self.best_of <= MOST_GAMES or self.best_of % 2 == 0:
            text = gettext_noop(
                "A match needs an odd number of games, 1 to %(most)s, so that somebody wins it."
            )
            yield Mistake("bad_setting", "best_of", text, {"most": MOST_GAMES})
        if self.minutes is not None and not 1 <= self.minutes <= MOST_MINUTES:
            text = gettext_noop("Minutes must be from 1 to %(most)s, or empty for no clock.")
            yield Mistake("bad_setting", "minutes", text, {"most": MOST_MINUTES})
        hands = rules.round_limit
        if self.format_settings.get("odd", _default(self.format, "odd")) in ("fives", "by_size"):
            games = 3 if self.format == "evening_of_four" else 1
            if hands is None or hands * games % 4:
                text = gettext_noop(
                    "Tables of five need a fixed number of hands divisible by four, so that "
                    "everybody plays equally often. Choose another number, or byes."
                )
                yield Mistake("fives_uneven", "odd", text)

    def _boards(self) -> Iterator[Mistake]:
        compares = FORMATS[self.format].compares_boards
        of_boards = [key for key in self.criteria if key in OF_BOARDS]
        if of_boards and not compares:
            text = gettext_noop("Only duplicate is ranked by %(key)s: choose another criterion.")
            yield Mistake("criterion_mismatch", "criteria", text, {"key": of_boards[0]})
        if compares and self.criteria[:1] != tuple(of_boards[:1]):
            text = gettext_noop(
                "Duplicate is ranked by what the boards are worth: begin with one of these: "
                "%(known)s."
            )
            known = {"known": ", ".join(OF_BOARDS)}
            yield Mistake("criterion_mismatch", "criteria", text, known)
        if not compares and self.rules.get("recording") == TOTALS:
            text = gettext_noop(
                "Only duplicate can record two totals, since they say nothing about calls. Choose "
                "another level of detail."
            )
            yield Mistake("bad_setting", "recording", text)
        if compares:
            yield from self._session()

    def _session(self) -> Iterator[Mistake]:
        """Yield what does not fit a session of duplicate."""
        if self.best_of != 1:
            text = gettext_noop("In duplicate a match is one game: each board is played once.")
            yield Mistake("bad_setting", "best_of", text)
        if self.carry == "matches":
            text = gettext_noop(
                "A session of duplicate carries over all boards, or nothing: choose one of these."
            )
            yield Mistake("bad_setting", "carry", text)

    def _rooms(self, unit: str, rules: RuleSet) -> Iterator[Mistake]:
        """Yield what does not fit a match that is played at two tables at the same time."""
        if SCORING_SYSTEMS[self.points].rooms == 1:
            return
        if unit != "team" or VARIANTS[self.variant].side_size != 2:
            text = gettext_noop(
                "This scoring system is for teams of four in a game of two against two: a team "
                "sits at two tables."
            )
            yield Mistake("points_mismatch", "points", text)
        boards = rules.round_limit
        fits = boards is not None and FEWEST_BOARDS <= boards <= MOST_BOARDS and boards % 2 == 0
        if rules.target_score is not None or not fits:
            text = gettext_noop(
                "Two tables swap boards half-way: choose an even number of hands from %(least)s to "
                "%(most)s, and no target."
            )
            params = {"least": FEWEST_BOARDS, "most": MOST_BOARDS}
            yield Mistake("boards_uneven", "rule_round_limit", text, params)
        if self.best_of != 1:
            text = gettext_noop("In duplicate a match is one game: each board is played once.")
            yield Mistake("bad_setting", "best_of", text)

    def _ranking(self) -> Iterator[Mistake]:
        if not self.criteria:
            text = gettext_noop("Choose at least one criterion for the standings.")
            yield Mistake("no_criterion", "criteria", text)
        for key in self.criteria:
            if key not in CRITERIA:
                text = gettext_noop("There is no criterion %(key)s; the criteria are: %(known)s.")
                yield Mistake(
                    "unknown_criterion",
                    "criteria",
                    text,
                    {"key": key, "known": ", ".join(CRITERIA)},
                )
        if len(set(self.criteria)) < len(self.criteria):
            text = gettext_noop(
                "A criterion is in the list twice: the second one separates nobody."
            )
            yield Mistake("criterion_twice", "criteria", text)
        choices = (
            ("unplayed", self.unplayed, UNPLAYED),
            ("carry", self.carry, CARRY),
            ("at_line", self.at_line, AT_LINE),
        )
        for key, value, known in choices:
            if value not in known:
                text = gettext_noop("%(key)s is %(value)s; it must be one of: %(known)s.")
                yield Mistake(
                    "bad_setting",
                    key,
                    text,
                    {"key": key, "value": value, "known": ", ".join(known)},
                )
        if self.take is not None and self.take < 1:
            text = gettext_noop("Enter at least one, or leave it empty for all.")
            yield Mistake("bad_setting", "take", text)


def cannot_carry(before: StagePlan, after: StagePlan) -> bool:
    """Whether a stage would carry over what says nothing in it: boards elsewhere than into another
    session of duplicate, or points into one.
    """
    kinds = {FORMATS[plan.format].compares_boards for plan in (before, after)}
    return after.carry != "none" and len(kinds) > 1


def tables_of(variant: str) -> str:
    """Return whether two sides meet at a table of this game, or everybody plays alone."""
    return TWO_SIDES if VARIANTS[variant].has_teams else ALONE


def _default(format_: str, key: str) -> Any:
    setting = FORMATS[format_].settings.get(key)
    return None if setting is None else setting.default


def _read(reader: Any, settings: Mapping[str, Any], prefix: str) -> Iterator[Mistake]:
    try:
        reader(settings)
    except RuleError as error:
        for mistake in error.mistakes:
            yield replace(mistake, field=f"{prefix}_{mistake.field}")


def _rules(variant: str, settings: Mapping[str, Any]) -> tuple[RuleSet | None, tuple[Mistake, ...]]:
    try:
        return RuleSet.of(variant, settings), ()
    except RuleError as error:
        return None, error.mistakes
