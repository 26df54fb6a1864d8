"""Duplicate records, version 1: results on the same cards, and what the comparison gives.

A record may come from anywhere, so nothing in it is trusted; whatever the JSON, the answer is a
dict. Where the contract leaves something open: the number of a board or a deal is at most a million
million, and `round` of a mistake is the number of the result it is in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.rules import Mistake, RuleError, shown
from scoring.rules.lines import read_line
from scoring.rules.record import refusal
from scoring.rules.record_form import form_mistakes
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.standings.duplicate.ranking import rank
from tournaments.standings.duplicate.results import (
    DIRECTIONS,
    Result,
    missing,
    not_one_of,
    read_result,
)
from tournaments.standings.duplicate.values import VALUE_KEYS, Values, compare
from tournaments.standings.names import read_names

FORMAT = "tichu-duplicate-record"
KEYS = ("format", "version", "pairs", "rank_by", "grand_allowed", "results")
MOST_PAIRS, MOST_RESULTS = 200, 5_000
TOO_DEEP = gettext_noop("The line is nested too deeply; a duplicate record has four levels.")


@dataclass(frozen=True)
class DuplicateRecord:
    """A valid record: the pairs in order of seed, and the results as they were given."""

    pairs: tuple[str, ...]
    rank_by: str
    results: tuple[Result, ...]

    def values(self) -> list[tuple[Values, Values]]:
        """Return what each result is worth for both directions, compared within its deal."""
        deals: dict[tuple[int, int], list[int]] = {}
        for number, result in enumerate(self.results):
            deals.setdefault((result.board, result.deal), []).append(number)
        found: dict[int, tuple[Values, Values]] = {}
        for numbers in deals.values():
            ns, ew = (
                compare([self.results[number].side(direction) for number in numbers])
                for direction in range(len(DIRECTIONS))
            )
            found |= zip(numbers, zip(ns, ew, strict=True), strict=True)
        return [found[number] for number in range(len(self.results))]

    def answer(self) -> dict[str, Any]:
        """Return the comparison in the format of the record's contract."""
        boards: dict[int, list[dict[str, Any]]] = {}
        played: dict[str, list[Values]] = {pair: [] for pair in self.pairs}
        for result, values in zip(self.results, self.values(), strict=True):
            ns, ew = (self.pairs[seed - 1] for seed in result.pairs)
            played[ns].append(values[0])
            played[ew].append(values[1])
            boards.setdefault(result.board, []).append(
                {
                    "ns": ns,
                    "ew": ew,
                    "ns_values": _plain(values[0]),
                    "ew_values": _plain(values[1]),
                }
            )
        return {
            "ok": True,
            "boards": [{"board": board, "results": own} for board, own in boards.items()],
            "standings": [
                {
                    "rank": one.rank,
                    "pair": one.pair,
                    "boards": one.boards,
                    "values": _plain(one.values),
                }
                for one in rank(played, self.rank_by)
            ],
        }


def _plain(values: Values) -> dict[str, float | None]:
    """Return values as JSON has them, in the contract's order; a zero has no sign."""
    found = {key: getattr(values, key) for key in VALUE_KEYS}
    return {key: None if value is None else float(value) + 0.0 for key, value in found.items()}


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


def read_record(record: object) -> DuplicateRecord:
    """Read a record from parsed JSON.

    Raises RuleError with all independent mistakes, those of the record before those of its results.
    """
    if not isinstance(record, Mapping):
        text = gettext_noop("A duplicate record must be a JSON object.")
        raise RuleError([Mistake("wrong_type", "record", text)])
    found = form_mistakes(record, FORMAT, KEYS)
    found += [missing(key) for key in ("pairs", "results") if key not in record]
    pairs = _read_pairs(record, found)
    rank_by = record.get("rank_by", "percent")
    if not isinstance(rank_by, str) or rank_by not in VALUE_KEYS:
        found.append(not_one_of("bad_rank_by", "rank_by", rank_by, VALUE_KEYS))
    results = _read_results(record, pairs, _read_grand_allowed(record, found), found)
    if found:
        raise RuleError(found)
    return DuplicateRecord(tuple(pairs or ()), str(rank_by), tuple(results))


def _read_pairs(record: Mapping[object, object], found: list[Mistake]) -> list[str] | None:
    """Return the names in order of seed; None if some cannot be read."""
    if "pairs" not in record or _is_too_long(record, "pairs", MOST_PAIRS, found):
        return None
    names = read_names(record["pairs"], "pairs", "duplicate_pair", found)
    unclear = any((one.code, one.field) == ("wrong_type", "pairs") for one in found)
    return None if unclear else names


def _read_grand_allowed(record: Mapping[object, object], found: list[Mistake]) -> bool | None:
    allowed = record.get("grand_allowed", True)
    if isinstance(allowed, bool):
        return allowed
    text = gettext_noop("%(setting)s is %(value)s; it must be true or false.")
    params = {"setting": "grand_allowed", "value": shown(allowed)}
    found.append(Mistake("wrong_type", "grand_allowed", text, params))
    return None


def _read_results(
    record: Mapping[object, object],
    pairs: Sequence[str] | None,
    grand_allowed: bool | None,
    found: list[Mistake],
) -> list[Result]:
    if "results" not in record or _is_too_long(record, "results", MOST_RESULTS, found):
        return []
    given = record["results"]
    if not isinstance(given, list | tuple):
        text = gettext_noop("results must be the list of results; it may be empty.")
        found.append(Mistake("wrong_type", "results", text))
        return []
    seeds = None if pairs is None else {name: seed for seed, name in enumerate(pairs, 1)}
    results: list[Result] = []
    seated: set[tuple[int, int]] = set()  # board and pair
    for number, data in enumerate(given, 1):
        result, wrong = read_result(data, seeds, grand_allowed=grand_allowed)
        seats = {(result.board, seed) for seed in result.pairs if result.board and seed}
        for board, seed in sorted(seats & seated):
            text = gettext_noop("%(name)s is on board %(board)s twice; a pair plays it once.")
            params = {"name": shown((pairs or ())[seed - 1]), "board": board}
            wrong.append(Mistake("twice_on_board", "board", text, params))
        seated |= seats
        found += [one.in_round(number) for one in wrong]
        results.append(result)
    return results


def _is_too_long(
    record: Mapping[object, object], key: str, most: int, found: list[Mistake]
) -> bool:
    """Return whether a list has more entries than are read at all, which is a mistake."""
    given = record[key]
    if not isinstance(given, list | tuple) or len(given) <= most:
        return False
    text = ngettext_noop(
        "%(key)s has %(found)s entry; at most %(most)s are allowed.",
        "%(key)s has %(found)s entries; at most %(most)s are allowed.",
        "found",
    )
    found.append(Mistake("wrong_type", key, text, {"key": key, "found": len(given), "most": most}))
    return True
