"""The registry of file formats. A new one is one module and one entry here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scoring.rules import Mistake, RuleError, listed
from scoring.rules.words import gettext_noop
from tournaments.clubs.imports import (
    dragons_count,
    not_readable,
    people,
    records,
    rounds,
    tichu_manager,
)
from tournaments.clubs.imports.found import Reading
from tournaments.clubs.imports.text import decoded

AUTO = ""  # detected by content


@dataclass(frozen=True)
class Form:
    """A file format. `name` is its name for people. `chosen`: users may select it."""

    key: str
    name: str
    recognises: Callable[[str], bool]
    read: Callable[[str], Reading]
    chosen: bool = True


# In the order in which they are tried.
ALL = (
    Form(
        records.FORM,
        gettext_noop("Score records, one per line"),
        records.recognises,
        records.read,
    ),
    Form(dragons_count.FORM, "Dragon’s Count", dragons_count.recognises, dragons_count.read),
    Form(tichu_manager.FORM, "Tichu-Manger", tichu_manager.recognises, tichu_manager.read),
    Form(
        not_readable.FORM,
        gettext_noop("Another app"),
        not_readable.recognises,
        not_readable.read,
        chosen=False,
    ),
    Form(
        rounds.FORM,
        gettext_noop("A list of rounds, one per line"),
        rounds.recognises,
        rounds.read,
    ),
    Form(
        people.FORM,
        gettext_noop("A list of people, one per line"),
        people.recognises,
        people.read,
    ),
)
FORMS: Mapping[str, Form] = MappingProxyType({form.key: form for form in ALL})


def read(content: bytes, key: str = AUTO) -> Reading:
    """Read a file. `key` is the selected format; without one the content decides.

    Raises RuleError if it is not text or has no known format.
    """
    text = decoded(content)
    if not text.strip("\ufeff \t\r\n"):
        raise RuleError([Mistake("empty", "file", gettext_noop("There is nothing in it."))])
    form = FORMS.get(key) if key else next((form for form in ALL if form.recognises(text)), None)
    if form is None:
        words = gettext_noop("This format is unknown. These can be read: %(known)s.")
        known = listed(form.name for form in ALL if form.chosen)
        raise RuleError([Mistake("unknown_form", "file", words, {"known": known})])
    return form.read(text)
