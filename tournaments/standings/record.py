"""Standings records, version 1: published results with names, and the resulting standings.

A record may come from anywhere, so nothing in it is trusted; whatever the JSON, the answer is a
dict. Where the contract leaves something open: `score` may be missing and is then 0 : 0, and so may
the `points` of an absence; numbers are limited to a million million.

Beyond the contract there are the kinds `both_lose` (a forfeit that both lost) and `void` (a match
that does not count, as if it did not exist), further criteria, and settings that some of them need:
`round_robin` (opponents were known beforehand, which FIDE's ways ask for), `koya_limit` and
`place_points`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.rules import Mistake, RuleError, shown
from scoring.rules.lines import read_line
from scoring.rules.record import refusal
from scoring.rules.record_form import form_mistakes
from scoring.rules.settings import is_whole
from scoring.rules.words import gettext_noop
from tournaments.standings import criteria_settings
from tournaments.standings.field import UNPLAYED, ZERO, Settings
from tournaments.standings.lines import ABSENT, Entered, Line
from tournaments.standings.matches import Match, read_match
from tournaments.standings.names import read_names, repeated
from tournaments.standings.numbers import plain
from tournaments.standings.ranking import rank

FORMAT = "tichu-standings-record"
KEYS = ("format", "version", "entrants", "rounds", "criteria", "settings")
CRITERIA = (
    "points", "score", "score_against", "difference", "wins", "wins_played", "head_to_head",
    "buchholz", "buchholz_cut_1", "buchholz_cut_2", "buchholz_median", "opponents_average",
    "sonneborn_berger", "sonneborn_berger_cut_1", "progressive", "best_round",
    "without_worst_round", "lot",
)  # fmt: skip
FURTHER_CRITERIA = (
    "head_to_head_score", "koya", "sonneborn_berger_own_score", "sonneborn_berger_own_points",
    "sonneborn_berger_olympiad", "percentage", "place_points",
)  # fmt: skip
SETTINGS = ("unplayed", "lot_seed", "round_robin", *criteria_settings.SETTINGS)
LARGEST_SEED = 2**63
TOO_DEEP = gettext_noop("The line is nested too deeply; a standings record has five levels.")


@dataclass(frozen=True)
class StandingsRecord:
    """A valid record. An entrant's id is its place in seed order, from 1."""

    names: tuple[str, ...]
    entered: tuple[Entered, ...]
    criteria: tuple[str, ...]
    settings: Settings

    def answer(self) -> dict[str, Any]:
        """Return the standings in the format of the record's contract."""
        standings = rank(self.entered, self.criteria, **self.settings)
        return {
            "ok": True,
            "standings": [
                {
                    "rank": one.rank,
                    "entrant": self.names[one.id - 1],
                    "values": {key: plain(value) for key, value in one.values.items()},
                }
                for one in standings
            ],
        }


def answer_line(line: str | bytes) -> dict[str, Any]:
    """Return the answer to one line; a line that is not JSON in UTF-8 gets `not_json`. Never
    raises.
    """
    try:
        record = read_line(line, TOO_DEEP)
    except RuleError as error:
        return refusal(error.mistakes)
    return answer(record)


def answer(record: object) -> dict[str, Any]:
    """Return the answer to a record of parsed JSON. Never raises."""
    try:
        return read_record(record).answer()
    except RuleError as error:
        return refusal(error.mistakes)


def read_record(record: object) -> StandingsRecord:
    """Read a record from parsed JSON.

    Raises RuleError with all independent mistakes, those of the record before those of its rounds.
    Consequential errors are left out: if the entrants cannot be read, names are not reported as
    unknown.
    """
    if not isinstance(record, Mapping):
        text = gettext_noop("A standings record must be a JSON object.")
        raise RuleError([Mistake("wrong_type", "record", text)])
    found = form_mistakes(record, FORMAT, KEYS)
    names = read_names(record.get("entrants"), "entrants", "duplicate_entrant", found)
    criteria = _read_criteria(record, found)
    settings = _read_settings(record, found)
    lines = _read_rounds(record, names, found)
    if found:
        raise RuleError(found)
    entered = tuple(
        Entered(seed, seed, tuple(lines[name])) for seed, name in enumerate(names or (), 1)
    )
    return StandingsRecord(tuple(names or ()), entered, tuple(criteria), settings)


def _read_criteria(record: Mapping[object, object], found: list[Mistake]) -> list[str]:
    given = record.get("criteria")
    if not isinstance(given, list | tuple):
        text = gettext_noop("criteria must be the list of criteria, the most important first.")
        found.append(Mistake("wrong_type", "criteria", text))
        return []
    criteria = [key for key in given if isinstance(key, str)]
    if len(criteria) < len(given):
        text = gettext_noop(
            "criteria has an item that is not a text; each entry must be the name of a criterion."
        )
        found.append(Mistake("wrong_type", "criteria", text))
    for key in dict.fromkeys(criteria):
        if key not in CRITERIA + FURTHER_CRITERIA:
            text = gettext_noop(
                "There is no criterion %(criterion)s; a standings record has: %(known)s."
            )
            params = {"criterion": shown(key), "known": ", ".join(CRITERIA + FURTHER_CRITERIA)}
            found.append(Mistake("unknown_criterion", "criteria", text, params))
    return criteria


def _read_settings(record: Mapping[object, object], found: list[Mistake]) -> Settings:
    settings = record.get("settings", {})
    if not isinstance(settings, Mapping):
        text = gettext_noop(
            "settings must be an object, with unplayed and lot_seed where they are needed."
        )
        found.append(Mistake("wrong_type", "settings", text))
        return {}
    found += _wrong_settings(settings)
    if found:
        return {}
    own = {key: settings[key] for key in criteria_settings.SETTINGS if key in settings}
    return {
        "unplayed": settings.get("unplayed", ZERO),
        "lot_seed": settings.get("lot_seed", 0),
        "round_robin": settings.get("round_robin", False),
        **criteria_settings.settings_of(own),
    }


def _wrong_settings(settings: Mapping[object, Any]) -> list[Mistake]:
    """Return all mistakes in the settings."""
    found = []
    for key in settings:
        if key not in SETTINGS:
            text = gettext_noop(
                "A standings record has no setting %(setting)s; its settings are: %(known)s."
            )
            params = {"setting": shown(key), "known": ", ".join(SETTINGS)}
            found.append(Mistake("bad_setting", shown(key), text, params))
    unplayed, lot_seed = settings.get("unplayed", ZERO), settings.get("lot_seed", 0)
    if unplayed not in UNPLAYED:
        text = gettext_noop("unplayed is %(value)s; it must be one of: %(known)s.")
        params = {"value": shown(unplayed), "known": ", ".join(UNPLAYED)}
        found.append(Mistake("bad_setting", "unplayed", text, params))
    if not is_whole(lot_seed) or abs(lot_seed) >= LARGEST_SEED:
        text = gettext_noop(
            "lot_seed is %(value)s; it must be a whole number of at most 18 digits."
        )
        found.append(Mistake("bad_setting", "lot_seed", text, {"value": shown(lot_seed)}))
    round_robin = settings.get("round_robin", False)
    if not isinstance(round_robin, bool):
        text = gettext_noop("round_robin is %(value)s; it must be true or false.")
        found.append(Mistake("bad_setting", "round_robin", text, {"value": shown(round_robin)}))
    for key, setting in criteria_settings.SETTINGS.items():
        if key in settings:
            found += setting.mistakes(key, settings[key])
    return found


def _read_rounds(
    record: Mapping[object, object], names: Sequence[str] | None, found: list[Mistake]
) -> Mapping[str, list[Line]]:
    """Return everybody's lines, one for each round; entrants missing from a round were absent."""
    rounds = record.get("rounds")
    if not isinstance(rounds, list | tuple):
        text = gettext_noop("rounds must be the list of rounds, oldest first; it may be empty.")
        found.append(Mistake("wrong_type", "rounds", text))
        rounds = []
    ids = {name: seed for seed, name in enumerate(names or (), 1)}
    lines: dict[str, list[Line]] = {name: [] for name in ids}
    for number, matches in enumerate(rounds, 1):
        read, wrong = _read_round(matches, number, None if names is None else ids)
        found += [one.in_round(number) for one in wrong]
        for name, own in lines.items():
            own.append(read.get(name) or Line(number, ABSENT))
    return lines


def _read_round(
    matches: object, number: int, ids: Mapping[str, int] | None
) -> tuple[Mapping[str, Line], Iterable[Mistake]]:
    """Return the lines of one round, and its mistakes."""
    if not isinstance(matches, list | tuple):
        text = gettext_noop("A round must be the list of its matches, byes and absences.")
        return {}, [Mistake("wrong_type", "rounds", text)]
    found: list[Mistake] = []
    named: list[str] = []
    lines: dict[str, Line] = {}
    for data in matches:
        match, wrong = read_match(data)
        found += wrong
        named += match.names
        if ids is not None:
            found += _unknown_names(match, ids)
        if ids is not None and not found:
            lines |= match.lines(number, ids)
    for name in repeated(named):
        text = gettext_noop("%(name)s appears twice in one round; each entrant can be in it once.")
        found.append(Mistake("twice_in_round", "rounds", text, {"name": shown(name)}))
    return lines, found


def _unknown_names(match: Match, ids: Mapping[str, int]) -> list[Mistake]:
    text = gettext_noop("No entrant is called %(name)s; every name used must be in entrants.")
    named = {"a": match.a, "b": match.b}
    return [
        Mistake("unknown_entrant", key, text, {"name": shown(name)})
        for key, name in named.items()
        if name is not None and name not in ids
    ]
