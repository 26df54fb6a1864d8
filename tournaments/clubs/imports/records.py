"""Score records: one per line (JSON Lines), or a list.

A record stands alone or within {"started_at": "2024-05-03T19:30:00Z", "record": {...}}, which gives
its time.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.rules import Mistake, RuleError, shown
from scoring.rules.lines import read_line
from scoring.rules.record import FORMAT as RECORD
from scoring.rules.words import gettext_noop
from tournaments.clubs.imports.documents import is_json, parsed
from tournaments.clubs.imports.found import Draft, Reading, Refused, When, at_line, checked
from tournaments.clubs.imports.text import moment, no_day

FORM = "records"
AT, GAME = "started_at", "record"


def recognises(text: str) -> bool:
    """Return whether the first value is a record."""
    if not is_json(text):
        return False
    first = text.lstrip("\ufeff \t\r\n").split("\n", 1)[0]
    return any(f'"{key}"' in first or f'"{key}"' in text[:2000] for key in (RECORD,))


def read(text: str) -> Reading:
    """Return the games of all lines. Never raises."""
    refused: list[Refused] = []
    drafts: list[Draft] = []
    for line, found in _found(text.lstrip("\ufeff"), refused):
        try:
            drafts.append(_draft(line, found))
        except RuleError as error:
            refused += at_line(line, error)
    return checked(FORM, drafts, refused)


def _found(text: str, refused: list[Refused]) -> Iterator[tuple[int, object]]:
    """Yield each line's value with its number; for a list over several lines, its
    items, counted.
    """
    try:
        whole = parsed(text) if text.lstrip()[:1] == "[" or "\n" in text.strip() else None
    except RuleError:
        whole = None
    if isinstance(whole, list):
        yield from enumerate(whole, start=1)
        return
    if whole is not None:
        yield 1, whole
        return
    for line, part in enumerate(text.split("\n"), start=1):
        if part.strip():
            try:
                yield line, read_line(part.strip())
            except RuleError as error:
                refused += at_line(line, error)


def _draft(line: int, found: object) -> Draft:
    if not isinstance(found, Mapping) or GAME not in found:
        return Draft(line, found)
    for key in found:
        if key not in {AT, GAME}:
            text = gettext_noop("Beside a record only %(known)s is allowed, not %(key)s.")
            raise RuleError(
                [Mistake("unknown_key", shown(key), text, {"key": shown(key), "known": AT})]
            )
    return Draft(line, found[GAME], _at(found.get(AT)))


def _at(given: Any) -> When:
    if given is None:
        return None
    if not isinstance(given, str):
        raise no_day(shown(given))
    return moment(given)
