"""Validate a document, reporting all errors at once, and parse every value."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from scoring.rules import VARIANTS, Mistake, RuleError, shown
from scoring.rules.lines import read_line
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.exchange import FORMAT, VERSION
from tournaments.exchange.document_shape import A_DECISION, A_DOCUMENT, A_SHEET
from tournaments.exchange.games import check_game
from tournaments.exchange.log_shape import check_undone
from tournaments.exchange.shapes import (
    Found,
    a_mapping,
    are_figures,
    check_values,
    is_entered,
    points_text,
)
from tournaments.match.paper_sheet import is_paper, mistakes_in
from tournaments.models import SessionRound
from tournaments.pairing.formats import FORMATS
from tournaments.plans import StagePlan
from tournaments.standings.points.adjust import NOT_IN_BRACKETS, NOT_PLAYED

AWARDS = ("percent", "points", "score")
MOST_NAMES = 20_000  # people: some databases accept at most 32,766 parameters per query
TOO_DEEP = gettext_noop("The document is nested too deeply.")


def read_text(text: str | bytes) -> dict[str, Any]:
    """Parse a JSON document. Raises RuleError with all errors."""
    try:
        data = read_line(text, TOO_DEEP)
    except RuleError as error:
        raise RuleError(replace(mistake, field="document") for mistake in error.mistakes) from error
    return read(data)


def read(data: object) -> dict[str, Any]:
    """Parse and validate a document from JSON data. Times and dates are converted, and `played`
    (the game replayed) is added beside every record.

    Raises RuleError with all independent errors. Checks that depend on an unreadable value are
    skipped.
    """
    if not isinstance(data, dict):
        text = gettext_noop("A tournament is a JSON object, as downloaded from the desk.")
        raise RuleError([Mistake("wrong_type", "document", text)])
    _check_format(data)
    found = Found()
    check_values(data, found)
    found.check()
    document: dict[str, Any] = A_DOCUMENT(data, "", found)
    found.check()
    _check_entrants(document, found)
    for index, stage in enumerate(document["stages"]):
        _StageCheck(document, stage, index, found).check()
    check_undone(document["log"], found)
    found.check()
    return document


def _check_format(data: dict[str, Any]) -> None:
    declared, version = data.get("format"), data.get("version")
    mistakes = []
    if declared != FORMAT:
        text = gettext_noop(
            "The format is %(format)s; a tournament has the format tichu-tournament."
        )
        mistakes.append(Mistake("unknown_format", "format", text, {"format": shown(declared)}))
    if isinstance(version, bool) or not isinstance(version, int) or version != VERSION:
        text = gettext_noop(
            "The version is %(version)s; this program reads version 1, written as a number."
        )
        mistakes.append(Mistake("unknown_version", "version", text, {"version": shown(version)}))
    if mistakes:
        raise RuleError(mistakes)


def _check_entrants(document: dict[str, Any], found: Found) -> None:
    numbers: set[int] = set()
    people: set[str] = set()
    names = sum(len(entrant["members"]) for entrant in document["entrants"])
    if names > MOST_NAMES:
        text = ngettext_noop(
            "%(field)s has %(found)s member; the limit is %(most)s.",
            "%(field)s has %(found)s members; the limit is %(most)s.",
            "found",
        )
        found.add("too_many", "entrants", text, found=names, most=MOST_NAMES)
    for index, entrant in enumerate(document["entrants"]):
        at = f"entrants.{index}"
        if entrant["number"] in numbers:
            found.add(
                "number_twice",
                f"{at}.number",
                gettext_noop("Two entrants have this number; each needs its own."),
            )
        numbers.add(entrant["number"])
        for place, member in enumerate(entrant["members"]):
            if member["active"] and member["name"] in people:
                text = gettext_noop(
                    "%(name)s plays for two entrants; nobody can sit at two tables."
                )
                found.add(
                    "duplicate_person",
                    f"{at}.members.{place}.name",
                    text,
                    name=shown(member["name"]),
                )
            if member["active"]:
                people.add(member["name"])
    if not document["stages"]:
        found.add("no_stage", "stages", gettext_noop("A tournament needs at least one stage."))


@dataclass
class _StageCheck:
    """Consistency checks within a stage."""

    document: dict[str, Any]
    stage: dict[str, Any]
    index: int
    found: Found

    @property
    def at(self) -> str:
        return f"stages.{self.index}"

    def check(self) -> None:
        stage, at = self.stage, self.at
        self._number(stage["number"], self.index + 1, f"{at}.number")
        mistakes = plan_of(stage).mistakes(self.document["about"]["unit"])
        self.found.extend(replace(one, field=f"{at}.{one.field}") for one in mistakes)
        known = {entrant["number"] for entrant in self.document["entrants"]}
        self.participants = {row["entrant"] for row in stage["participations"]}
        self._entrants("participations", known)
        self._once("participations", ("entrant",))
        self._once("participations", ("seed",))
        self._once("absences", ("entrant", "round"))
        self._entrants("absences", known)
        self._entrants("rulings", self.participants)
        if not mistakes:
            for index, session_round in enumerate(stage["session_rounds"]):
                self._round(index, session_round)

    def _number(self, number: int, expected: int, at: str) -> None:
        if number != expected:
            text = gettext_noop(
                "The number is %(value)s; numbers count up from 1, and %(expected)s is next."
            )
            self.found.add("out_of_order", at, text, value=number, expected=expected)

    def _entrants(self, key: str, known: Set[int]) -> None:
        for index, row in enumerate(self.stage[key]):
            if row["entrant"] not in known:
                self._unknown(row["entrant"], f"{self.at}.{key}.{index}.entrant")

    def _unknown(self, number: int, at: str) -> None:
        text = gettext_noop(
            "There is no entrant %(number)s in this stage; use the number of one who takes part."
        )
        self.found.add("unknown_entrant", at, text, number=number)

    def _once(self, key: str, fields: tuple[str, ...]) -> None:
        seen = set()
        for index, row in enumerate(self.stage[key]):
            value = tuple(row[field] for field in fields)
            if value in seen:
                text = gettext_noop("%(field)s appears twice; it can appear only once.")
                self.found.add("number_twice", f"{self.at}.{key}.{index}.{fields[0]}", text)
            seen.add(value)

    def _round(self, index: int, session_round: dict[str, Any]) -> None:
        at = f"{self.at}.session_rounds.{index}"
        self._number(session_round["number"], index + 1, f"{at}.number")
        seated: set[int] = set()
        for key in ("byes", "absent"):
            self._seat(session_round[key], f"{at}.{key}", seated)
        tables: set[tuple[int, int]] = set()
        for place, table in enumerate(session_round["tables"]):
            where = f"{at}.tables.{place}"
            if (table["turn"], table["number"]) in tables:
                text = gettext_noop("Two tables have this number; each needs its own.")
                self.found.add("number_twice", f"{where}.number", text)
            tables.add((table["turn"], table["number"]))
            before = self.found.count
            self._seat([who for side in table["sides"] for who in side], f"{where}.sides", seated)
            if not table["sides"] or not all(table["sides"]):
                self.found.add(
                    "empty_side", f"{where}.sides", gettext_noop("Somebody must sit on each side.")
                )
            if self.found.count == before:
                self._table(table, where, draft=session_round["state"] == SessionRound.State.DRAFT)
        for notes, where in _notes(session_round, at):
            self._check_notes(notes, where)

    def _seat(self, who: Sequence[int], at: str, seated: set[int]) -> None:
        for number in who:
            if number not in self.participants:
                self._unknown(number, at)
            elif number in seated:
                text = gettext_noop("Entrant %(number)s appears twice in this round.")
                self.found.add("twice_in_round", at, text, number=number)
            seated.add(number)

    def _check_notes(self, notes: Sequence[dict[str, Any]], at: str) -> None:
        for index, note in enumerate(notes):
            plain = all(isinstance(value, str | int) for value in note["params"].values())
            listed = all(
                isinstance(who, list) and all(type(one) is int for one in who)
                for who in note["who"].values()
            )
            if not plain or not listed:
                text = gettext_noop(
                    "A note has texts and numbers in params, and lists of entrants in who."
                )
                self.found.add("wrong_type", f"{at}.{index}", text)

    def _table(self, table: dict[str, Any], at: str, *, draft: bool) -> None:
        at_table = {who for side in table["sides"] for who in side}
        for number, sides in enumerate(table["plan"]):
            self._sides_of_game(sides, at_table, f"{at}.plan.{number}")
        for number, game in enumerate(table["games"]):
            self._sides_of_game(game["sides"], at_table, f"{at}.games.{number}.sides")
        self._people(table, at_table, f"{at}.people")
        self._stand_ins(table, f"{at}.stand_ins")
        if draft and (table["games"] or table["ruling"] is not None):
            text = gettext_noop("A draft cannot have games or rulings.")
            self.found.add("draft_played", at, text)
        table["ruling"] = self._ruling(table, f"{at}.ruling")
        self._agreement(table, at)
        for index, game in enumerate(table["games"]):
            self._game(game, index + 1, f"{at}.games.{index}")

    def _people(self, table: dict[str, Any], at_table: set[int], at: str) -> None:
        for index, one in enumerate(table["people"]):
            members = self._members.get(one["entrant"], set()) | {
                other["name"] for other in table["stand_ins"] if other["entrant"] == one["entrant"]
            }
            if one["entrant"] not in at_table or not one["names"] or not {*one["names"]} <= members:
                text = gettext_noop(
                    "Each player here must be a member of an entrant at this table."
                )
                self.found.add("wrong_people", f"{at}.{index}", text)

    def _stand_ins(self, table: dict[str, Any], at: str) -> None:
        there = {one["entrant"]: {*one["names"]} for one in table["people"]}
        for index, one in enumerate(table["stand_ins"]):
            members = self._members.get(one["entrant"], set())
            if one["for"] not in members or one["name"] not in there.get(one["entrant"], ()):
                text = gettext_noop(
                    "A stand-in plays for a member of an entrant at this table, and is among its "
                    "people there."
                )
                self.found.add("wrong_stand_in", f"{at}.{index}", text)

    def _game(self, game: dict[str, Any], expected: int, at: str) -> None:
        self._number(game["number"], expected, f"{at}.number")
        if game["game"] is not None:
            check_game(game, self.stage["variant"], at, self.found)
        elif game["seats"]:
            text = gettext_noop("A game that has not begun has no players: seats must be empty.")
            self.found.add("wrong_seats", f"{at}.seats", text)

    @cached_property
    def _members(self) -> dict[int, set[str]]:
        """Return the names of everyone who ever played for an entrant."""
        entrants = self.document["entrants"]
        return {one["number"]: {member["name"] for member in one["members"]} for one in entrants}

    def _sides_of_game(self, sides: Sequence[Sequence[int]], at_table: set[int], at: str) -> None:
        listed = [who for side in sides for who in side]
        if (
            not set(listed) <= at_table
            or len(set(listed)) < len(listed)
            or len(sides) < 2
            or not all(sides)
        ):
            text = gettext_noop("A game needs two or more sides of its table, each once.")
            self.found.add("wrong_sides", at, text)

    def _agreement(self, table: dict[str, Any], at: str) -> None:
        sides = len(table["sides"])
        claims = [(table["agreed_side"], None, f"{at}.agreed_side")]
        for index, remark in enumerate(table["remarks"]):
            where = f"{at}.remarks.{index}"
            claims.append((remark["side"], remark["figures"], where))
            if remark["entrant"] is not None and remark["entrant"] not in self.participants:
                self._unknown(remark["entrant"], f"{where}.entrant")
        if not is_entered(table["entered"], sides):
            text = gettext_noop(
                "What the sides entered must map their index, from 0, to their figures, or be null."
            )
            self.found.add("bad_figures", f"{at}.entered", text)
        for side, figures, where in claims:
            if side is not None and side >= sides:
                text = gettext_noop("There is no side %(side)s at this table; sides count from 0.")
                self.found.add("no_such_side", where, text, side=side)
            if figures is not None and not are_figures(figures):
                text = gettext_noop(
                    "Figures must be a list with one list per game, with a whole number for "
                    "each side."
                )
                self.found.add("bad_figures", where, text)

    def _paper(self, table: dict[str, Any], at: str) -> dict[str, Any] | None:
        """Return the ruling that contains a paper score sheet."""
        ruling: dict[str, Any] = table["ruling"]
        before = self.found.count
        A_SHEET(ruling, at, self.found)
        ranks = VARIANTS[self.stage["variant"]].is_rank_game
        sides = [len(game["sides"]) for game in table["games"]]
        mistakes = mistakes_in(ruling.get("games"), sides, ranks=ranks)
        self.found.extend(replace(one, field=f"{at}.{one.field}") for one in mistakes)
        return ruling if self.found.count == before else None

    def _ruling(self, table: dict[str, Any], at: str) -> dict[str, Any] | None:
        data = table["ruling"]
        if data is None:
            return None
        if isinstance(data, dict) and is_paper(data):
            return self._paper(table, at)
        return self._decision(data, len(table["sides"]), at)

    def _decision(self, data: Any, sides: int, at: str) -> dict[str, Any] | None:
        before = self.found.count
        ruling = a_mapping(data, at, self.found)
        if ruling is None:
            return None
        A_DECISION(_without_nulls(ruling), at, self.found)
        for key in AWARDS:
            values = ruling.get(key) or []
            if isinstance(values, list) and not _are_awards(values, sides):
                text = gettext_noop("%(field)s must have one number per side, or be null.")
                self.found.add("bad_ruling", f"{at}.{key}", text)
        if ruling.get("kind") == NOT_PLAYED and FORMATS[self.stage["format"]].ranks_itself:
            self.found.add("bad_ruling", f"{at}.kind", NOT_IN_BRACKETS)
        return ruling if self.found.count == before else None


def _without_nulls(ruling: dict[str, Any]) -> dict[str, Any]:
    """Replace null by [] for lists that were left empty."""
    return {key: [] if value is None and key in AWARDS else value for key, value in ruling.items()}


def _are_awards(values: Sequence[Any], sides: int) -> bool:
    return len(values) in {0, sides} and all(map(_is_award, values))


def _is_award(value: Any) -> bool:
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return True
    return isinstance(value, str) and points_text(value, "", Found()) is not None


def _notes(session_round: dict[str, Any], at: str) -> list[tuple[list[dict[str, Any]], str]]:
    found = [(session_round[key], f"{at}.{key}") for key in ("relaxed", "warnings")]
    for index, table in enumerate(session_round["tables"]):
        found += [(table[key], f"{at}.tables.{index}.{key}") for key in ("reasons", "warnings")]
    return found


def plan_of(stage: dict[str, Any]) -> StagePlan:
    """Return the plan of a document's stage."""
    keys = StagePlan.__dataclass_fields__.keys()
    return StagePlan(
        **{key: stage[key] for key in keys}
        | {
            "criteria": tuple(stage["criteria"]),
            "format_settings": _renamed(stage["format"], stage["format_settings"]),
        }
    )


def _renamed(format_: object, settings: dict[str, Any]) -> dict[str, Any]:
    """Rename format settings of older documents, which call a slide a fold."""
    if format_ == "swiss" and settings.get("first_round") == "fold":
        return {**settings, "first_round": "slide"}
    return settings
