"""The names of a standings record or a duplicate record, in order of the seeds."""

from collections import Counter
from collections.abc import Iterable

from scoring.rules import Mistake, shown
from scoring.rules.errors import is_text
from scoring.rules.words import gettext_noop


def read_names(given: object, key: str, code: str, found: list[Mistake]) -> list[str] | None:
    """Return the names in seed order, without repetitions; None if it is no list.

    `key` is the list's in the record, `code` that of the mistake of a name that is in it twice.
    """
    if not isinstance(given, list | tuple):
        text = gettext_noop("%(key)s must be the list of names in the order of the seeds.")
        found.append(Mistake("wrong_type", key, text, {"key": key}))
        return None
    names = [name for name in given if isinstance(name, str)]
    if len(names) < len(given):
        text = gettext_noop(
            "%(key)s holds something that is not a name; each entry must be a text."
        )
        found.append(Mistake("wrong_type", key, text, {"key": key}))
    if any(not is_text(name) for name in names):
        text = gettext_noop(
            "A name has an unsupported character (NUL, or half of a surrogate pair)."
        )
        found.append(Mistake("wrong_type", key, text))
    for name in repeated(names):
        text = gettext_noop("%(name)s is in %(key)s twice; each name can appear only once.")
        found.append(Mistake(code, key, text, {"key": key, "name": shown(name)}))
    return list(dict.fromkeys(names))


def repeated(names: Iterable[str]) -> list[str]:
    """Return the names that occur more than once."""
    return [name for name, times in Counter(names).items() if times > 1]
