"""Shared by the JSON formats: parse the text, and access unchecked values."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from scoring.rules import VARIANTS, Mistake, RuleError, shown
from scoring.rules.lines import read_line
from scoring.rules.record import FORMAT
from scoring.rules.record_form import VERSION
from scoring.rules.settings import is_whole
from scoring.rules.words import gettext_noop
from tournaments.clubs.imports.found import When
from tournaments.clubs.imports.text import moment

TOO_DEEP = gettext_noop("It is nested too deeply to be read.")


def parsed(text: str) -> object:
    """Parse a text as JSON. Raises RuleError (`not_json`)."""
    return read_line(text.strip(), TOO_DEEP)


def is_json(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n")[:1] in {"{", "["}


def objects(found: object) -> Iterator[Mapping[str, Any]]:
    """Yield the objects of a list, or the single one."""
    for one in found if isinstance(found, list) else [found]:
        if isinstance(one, Mapping):
            yield one


def wrong(key: str) -> RuleError:
    """The error for a value that is missing or has the wrong type."""
    text = gettext_noop("%(key)s is missing, or not as this app writes it.")
    return RuleError([Mistake("wrong_type", shown(key), text, {"key": shown(key)})])


def whole(given: Mapping[str, Any], key: str) -> int:
    """Return an integer of an object. Raises RuleError."""
    value = given.get(key)
    if not isinstance(value, int) or not is_whole(value) or abs(value) > 10**6:
        raise wrong(key)
    return value


def listed(given: Mapping[str, Any], key: str, *, most: int) -> list[Any]:
    """Return a list of an object, [] if missing. Raises RuleError."""
    value = given.get(key)
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > most:
        raise wrong(key)
    return value


def team_game(n_players: int) -> str:
    """Return the two-team game for this number of players, or ""."""
    return next(
        (key for key, game in VARIANTS.items() if game.has_teams and game.min_players == n_players),
        "",
    )


def of_two_teams(
    players: list[str], settings: dict[str, Any], rounds: list[dict[str, Any]]
) -> dict[str, Any]:
    """Return the score record of a game of two teams."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "variant": team_game(len(players)),
        "players": players,
        "settings": settings,
        "rounds": rounds,
    }


def day_of(given: object) -> When:
    """Parse a date or time: ISO 8601, or seconds since 1970 as document databases write it. None if
    empty.

    Raises RuleError for an invalid date.
    """
    if given is None:
        return None
    if isinstance(given, Mapping):
        given = given.get("seconds", given.get("_seconds"))
    if isinstance(given, int) and is_whole(given):
        seconds = given // 1000 if abs(given) > 10**11 else given  # some write milliseconds
        if not 0 <= seconds < 2**33:
            raise wrong("createdAt")
        return datetime.fromtimestamp(seconds, UTC)
    if not isinstance(given, str):
        raise wrong("createdAt")
    return moment(given)
