"""Score records as JSON Lines: one answer per line, whatever the line."""

import json
from typing import Any, NoReturn

from .bounds import FROM_FILE, Bounds
from .errors import Mistake, RuleError, shown
from .record import answer, refusal
from .words import gettext_noop, ngettext_noop

# Levels; how deep Python itself would read depends on who calls, and an answer must not
DEEPEST = 100
MOST_DIGITS = 600  # of a number; Python refuses much longer ones
TOO_DEEP = gettext_noop("This line is nested too deeply; a score record has four levels.")


class RepeatedKeyError(ValueError):
    """A JSON object has a duplicate key. Python would keep the last, and silently lose a call."""


def answer_line(line: str | bytes, bounds: Bounds = FROM_FILE) -> dict[str, Any]:
    """Return the answer to a line; `not_json` if it is not JSON in UTF-8. Never raises."""
    if bounds.size is not None and len(line) > bounds.size:
        text = ngettext_noop(
            "The record has %(found)s byte; at most %(most)s are allowed.",
            "The record has %(found)s bytes; at most %(most)s are allowed.",
            "found",
        )
        mistake = Mistake("wrong_type", "record", text, {"found": len(line), "most": bounds.size})
        return refusal([mistake], bounds.mistakes)
    try:
        record = read_line(line)
    except RuleError as error:
        return refusal(error.mistakes, bounds.mistakes)
    return answer(record, bounds)


def read_line(line: str | bytes, too_deep: str = TOO_DEEP) -> object:
    """Parse a line. Raises RuleError (`not_json`) if it is not JSON in UTF-8, and nothing else.

    `too_deep` is the message for hundreds of nested brackets.
    """
    try:
        found = _DECODER.decode(line if isinstance(line, str) else line.decode("utf-8"))
    except RepeatedKeyError as repeated:
        text = gettext_noop(
            "The key %(key)s appears twice in one object; each key may appear once."
        )
        raise RuleError(
            [Mistake("not_json", "record", text, {"key": shown(repeated.args[0])})]
        ) from repeated
    except RecursionError as error:
        raise RuleError([Mistake("not_json", "record", too_deep)]) from error
    except ValueError as error:
        text = gettext_noop(
            "This line is not valid JSON; each line must be one JSON object in UTF-8."
        )
        raise RuleError([Mistake("not_json", "record", text)]) from error
    if is_deep(found, DEEPEST):
        raise RuleError([Mistake("not_json", "record", too_deep)])
    return found


def is_deep(found: object, most: int) -> bool:
    """Return whether JSON is nested more than `most` levels deep."""
    level = [found] if isinstance(found, dict | list) else []
    for _ in range(most):
        level = [
            inner
            for one in level
            for inner in (one.values() if isinstance(one, dict) else one)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return False
    return True


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        raise RepeatedKeyError(next(key for key, _ in pairs if key in seen or seen.add(key)))  # type: ignore[func-returns-value]
    return found


def _whole_number(digits: str) -> int:
    """Parse an integer of JSON. One too long to be read is cut, keeping sign and last digit.

    The result is still far out of range for card points, and yields the same mistakes.
    """
    return int(digits if len(digits) <= MOST_DIGITS else digits[: MOST_DIGITS - 1] + digits[-1])


def _no_constant(word: str) -> NoReturn:
    raise ValueError(word + " is no JSON, although Python reads it")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole_number, parse_constant=_no_constant
)
