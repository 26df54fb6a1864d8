"""Composable checkers for the parts of a document, reporting all errors at once.

A checker takes a value and its path (`entrants.3.name`), adds errors to a list, and returns the
parsed value, or None if it is invalid. Checks that depend on it are then skipped.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import Field, Model

from scoring.games.names.validation import tidy
from scoring.rules import DUMMY_NAME, Mistake, RuleError, listed, more_mistakes, shown
from scoring.rules.errors import MOST_MISTAKES
from scoring.rules.settings import is_whole
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.actions.match_dates import YEARS
from tournaments.standings.lines import Number
from tournaments.standings.numbers import dump, load

SMALL, LARGE, HUGE = 32_767, 2**31 - 1, 10**9
LARGEST = 10**12
# Least and largest of each type of integer column, in every database
RANGES = BaseDatabaseOperations.integer_field_ranges
UNKEPT = re.compile("[\\0\ud800-\udfff]")
NUMBER = re.compile(r"-?[0-9]{1,15}(/[1-9][0-9]{0,15})?")
TEMPLATE = re.compile(r"%\(\w{1,40}\)s|%%")


@dataclass
class Found:
    """The errors so far: those that are shown, and the total."""

    mistakes: list[Mistake] = field(default_factory=list)
    count: int = 0

    def add(self, code: str, at: str, text: str, **params: object) -> None:
        self.count += 1
        if len(self.mistakes) < MOST_MISTAKES:
            self.mistakes.append(Mistake(code, at, text, {"field": _last(at), **params}))

    def extend(self, mistakes: Iterable[Mistake]) -> None:
        for mistake in mistakes:
            self.count += 1
            if len(self.mistakes) < MOST_MISTAKES:
                self.mistakes.append(mistake)

    def check(self) -> None:
        """Raise RuleError if there are errors."""
        if self.count > MOST_MISTAKES:
            raise RuleError([*self.mistakes[:-1], more_mistakes(self.count - MOST_MISTAKES + 1)])
        if self.count:
            raise RuleError(self.mistakes)


def _last(at: str) -> str:
    """Return the last part of a path, for a sentence: "seed", "members.3"."""
    *way, last = at.split(".")
    return f"{way[-1]}.{last}" if way and last.isdigit() else last


Check = Callable[[Any, str, Found], Any]


def wrong(found: Found, at: str, what: str, value: object) -> None:
    """Report a value of the wrong kind. `what` is a template that describes the right kind."""
    found.add("wrong_type", at, what, value=shown(value))


def a_text(most: int, *, least: int = 0, name: bool = False, tidied: bool = True) -> Check:
    """Return a checker for a short text. `tidied`: a single line, as it would be saved here.
    `name`: a person's name.
    """

    def check(value: Any, at: str, found: Found) -> str | None:
        if not isinstance(value, str):
            wrong(found, at, gettext_noop("%(field)s is %(value)s; it must be a text."), value)
            return None
        if not least <= len(value) <= most:
            text = gettext_noop(
                "%(field)s must have %(least)s to %(most)s characters; it has %(found)s."
            )
            found.add(
                "too_long" if value else "empty_name",
                at,
                text,
                least=least,
                most=most,
                found=len(value),
            )
            return None
        if (tidied and tidy(value) != value) or (name and value.casefold() == DUMMY_NAME):
            text = gettext_noop(
                "%(field)s is %(value)s; it must be one line without spaces at its ends, and not "
                "dummy."
            )
            found.add("bad_text", at, text, value=shown(value))
            return None
        return value

    return check


def a_number(least: int = 0, most: int = LARGE, *, or_none: bool = False) -> Check:
    """Return a checker for an integer in a range."""

    def check(value: Any, at: str, found: Found) -> int | None:
        if or_none and value is None:
            return None
        if not is_whole(value):
            wrong(
                found, at, gettext_noop("%(field)s is %(value)s; it must be a whole number."), value
            )
            return None
        if not least <= value <= most:
            text = gettext_noop("%(field)s is %(value)s; it must be from %(least)s to %(most)s.")
            found.add("out_of_range", at, text, value=shown(value), least=least, most=most)
            return None
        return int(value)

    return check


def yes_or_no(value: Any, at: str, found: Found) -> bool | None:
    if not isinstance(value, bool):
        wrong(found, at, gettext_noop("%(field)s is %(value)s; it must be true or false."), value)
        return None
    return value


def one_of(choices: Collection[str]) -> Check:
    """Return a checker for a fixed set of words."""

    def check(value: Any, at: str, found: Found) -> str | None:
        if not isinstance(value, str) or value not in choices:
            text = gettext_noop("%(field)s is %(value)s; it must be one of: %(known)s.")
            found.add("unknown_choice", at, text, value=shown(value), known=listed(choices))
            return None
        return value

    return check


def exact_number(text: object) -> Number | None:
    """Parse stored points ("12", "5/2"). None if invalid."""
    return load(text) if isinstance(text, str) and NUMBER.fullmatch(text) else None


def points_text(value: Any, at: str, found: Found) -> str | None:
    number = exact_number(value)
    if number is None or dump(number) != value:
        wrong(
            found,
            at,
            gettext_noop('%(field)s is %(value)s; it must be a number as a text: "12" or "5/2".'),
            value,
        )
        return None
    return str(value)


def a_moment(value: Any, at: str, found: Found) -> datetime | None:
    """Check a time with its zone, or null, within years that every zone and clock supports."""
    if value is None:
        return None
    try:
        read = datetime.fromisoformat(value)
        if read.tzinfo is None or read.year not in YEARS:
            raise ValueError(value)
        return read.astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        text = gettext_noop(
            "%(field)s is %(value)s; it must be null or a time such as 2026-11-21T19:30:00+00:00, "
            "in the years 1900 to 2200."
        )
        wrong(found, at, text, value)
        return None


def a_known_moment(value: Any, at: str, found: Found) -> datetime | None:
    """Check a time that must not be null."""
    if value is None:
        found.add("missing_key", at, gettext_noop("%(field)s is missing."))
    return a_moment(value, at, found)


def a_day(value: Any, at: str, found: Found) -> date | None:
    if value is None:
        return None
    try:
        read = date.fromisoformat(value)
        if read.year not in YEARS:
            raise ValueError(value)
        return read
    except (TypeError, ValueError):
        wrong(
            found,
            at,
            gettext_noop(
                "%(field)s is %(value)s; it must be null or a date such as 2026-11-21, in the "
                "years 1900 to 2200."
            ),
            value,
        )
        return None


def several(of: Check, most: int = 100_000) -> Check:
    """Return a checker for a list. Invalid items are left out."""

    def check(value: Any, at: str, found: Found) -> list[Any] | None:
        if not isinstance(value, list):
            wrong(found, at, gettext_noop("%(field)s is %(value)s; it must be a list."), value)
            return None
        if len(value) > most:
            text = ngettext_noop(
                "%(field)s has %(found)s member; the limit is %(most)s.",
                "%(field)s has %(found)s members; the limit is %(most)s.",
                "found",
            )
            found.add("too_many", at, text, found=len(value), most=most)
            return None
        read = [of(one, f"{at}.{index}", found) for index, one in enumerate(value)]
        return [one for one in read if one is not None]

    return check


def an_object(
    keys: Mapping[str, Check],
    *,
    or_none: bool = False,
    later: Mapping[str, Any] | None = None,
    optional: Collection[str] = (),
) -> Check:
    """Return a checker for an object with exactly these keys. It returns None if one is missing, or
    is invalid and not nullable.

    `later`: keys that older documents lack, with their defaults. `optional`: keys without any.
    """

    known = listed(keys)

    def check(value: Any, at: str, found: Found) -> dict[str, Any] | None:
        if or_none and value is None:
            return None
        given = a_mapping(value, at, found)
        if given is None:
            return None
        before = found.count
        inside = f"{at}." if at else ""
        given = {**(later or {}), **given}
        for key in given.keys() - keys.keys():
            text = gettext_noop("There is no key %(key)s here; the keys are: %(known)s.")
            found.add("unknown_key", f"{inside}{shown(key)}", text, key=shown(key), known=known)
        for key in keys.keys() - given.keys() - {*optional}:
            found.add("missing_key", f"{inside}{key}", gettext_noop("%(field)s is missing."))
        read = {
            key: of(given[key], f"{inside}{key}", found) for key, of in keys.items() if key in given
        }
        return read if found.count == before else None

    return check


def a_column(column: "Field[Any, Any]", *, typed: bool = True) -> Check:
    """Return a checker for what a model's column can hold.

    `typed`: a text is one tidy line, as it would be saved from a form.
    """
    kind = column.get_internal_type()
    if column.choices:
        return one_of([*([""] if column.blank else []), *dict(column.flatchoices)])
    if kind == "CharField":
        return a_text(column.max_length or 0, tidied=typed)
    if kind in RANGES:
        return a_number(*RANGES[kind], or_none=column.null)
    time = a_moment if column.null else a_known_moment
    return {"BooleanField": yes_or_no, "DateTimeField": time, "DateField": a_day}.get(
        kind, anything
    )


def columns(model: type[Model], names: Iterable[str]) -> dict[str, Check]:
    """Return checkers by column."""
    return {name: a_column(model._meta.get_field(name)) for name in names}  # type: ignore[arg-type]  # noqa: SLF001


def anything(value: Any, at: str, found: Found) -> Any:  # noqa: ARG001
    """Accept anything: another checker handles it."""
    return value


def a_mapping(value: Any, at: str, found: Found) -> dict[str, Any] | None:
    """Check for an object whose keys another checker handles."""
    if not isinstance(value, dict):
        wrong(found, at, gettext_noop("%(field)s is %(value)s; it must be an object."), value)
        return None
    return value


MOST_GAMES_OF_A_MATCH, MOST_SIDES = 20, 200


def are_figures(value: object) -> bool:
    """Return whether this is a result as entered by a side: see tournaments.match.figures."""
    return (
        isinstance(value, list)
        and len(value) <= MOST_GAMES_OF_A_MATCH
        and all(isinstance(game, list) and len(game) <= MOST_SIDES for game in value)
        and all(is_whole(number) and abs(number) <= HUGE for game in value for number in game)
    )


def is_entered(value: object, sides: int) -> bool:
    """Return whether this maps side indexes to blindly entered results; or null."""
    known = {str(side) for side in range(sides)}
    return value is None or (
        isinstance(value, dict)
        and value.keys() <= known
        and all(are_figures(one) for one in value.values())
    )


def a_template(value: Any, at: str, found: Found) -> str | None:
    """Check a template sentence. Any other format specification (a width of millions)
    is rejected.
    """
    if not isinstance(value, str) or len(value) > 400 or "%" in TEMPLATE.sub("", value):
        text = gettext_noop(
            "%(field)s is not a valid note of a draw: 400 characters at most, with named "
            "placeholders."
        )
        found.add("bad_text", at, text)
        return None
    return value


def _members(value: dict[Any, Any] | list[Any], inside: str) -> list[tuple[str, Any]]:
    """Return the keys and values, or the items, with the field that each is in."""
    if isinstance(value, list):
        return [(f"{inside}{index}", one) for index, one in enumerate(value)]
    return [
        *((f"{inside}{shown(key)}", key) for key in value),
        *((f"{inside}{shown(key)}", one) for key, one in value.items()),
    ]


def check_values(document: Any, found: Found) -> None:
    """Reject what no database stores, anywhere in the document: invalid characters and huge
    numbers.
    """
    level: list[tuple[str, Any]] = [("", document)]
    while level:
        at, value = level.pop()
        if isinstance(value, dict | list):
            level += _members(value, f"{at}." if at else "")
        elif isinstance(value, str) and UNKEPT.search(value):
            found.add(
                "bad_character",
                at,
                gettext_noop("%(field)s has an unsupported character."),
            )
        elif isinstance(value, int | float) and not -LARGEST <= value <= LARGEST:
            text = gettext_noop(
                "%(field)s is %(value)s; the largest number allowed is a million million."
            )
            found.add("out_of_range", at, text, value=shown(value))
