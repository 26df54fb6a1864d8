"""What every kind of record has in common: its format and version, and that its keys are known."""

from collections.abc import Collection, Mapping

from .errors import Mistake, RuleError, listed, shown
from .settings import is_whole
from .words import gettext_noop

VERSION = 1


def form_mistakes(
    record: Mapping[object, object], expected: str, keys: Collection[str]
) -> list[Mistake]:
    """Return the mistakes in format, version and keys of a record in the format `expected`.

    Raises RuleError for another format or version, in which the keys would mean something else.
    """
    found: list[Mistake] = []
    declared, version = record.get("format"), record.get("version")
    if declared != expected:
        text = gettext_noop("The format is %(format)s; it must be %(expected)s.")
        params = {"format": shown(declared), "expected": expected}
        found.append(Mistake("unknown_format", "format", text, params))
    if not is_whole(version) or version != VERSION:
        text = gettext_noop(
            "The version is %(version)s; this program reads version 1, written as a number."
        )
        found.append(Mistake("unknown_format", "version", text, {"version": shown(version)}))
    foreign = isinstance(declared, str) and declared != expected
    if foreign or (is_whole(version) and version != VERSION):
        raise RuleError(found)
    return found + key_mistakes(record, keys)


def key_mistakes(data: Mapping[object, object], keys: Collection[str]) -> list[Mistake]:
    """Return a mistake for each key that is not one of these."""
    text = gettext_noop("There is no key %(key)s here; the keys are: %(known)s.")
    return [
        Mistake("unknown_key", shown(key), text, {"key": shown(key), "known": listed(keys)})
        for key in data
        if key not in keys
    ]
