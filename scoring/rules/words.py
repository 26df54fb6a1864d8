"""Mark English sentences for translation, without depending on a translation library."""

from collections.abc import Mapping

# By the plural text: the singular text, and the value that decides between them.
PLURALS: dict[str, tuple[str, str]] = {}


def gettext_noop(text: str) -> str:
    """Return the text unchanged. The collector of translations finds it by this name; the page
    translates it.
    """
    return text


def pgettext_noop(context: str, text: str) -> str:  # noqa: ARG001 - the collector of translations reads it
    """Return a text that has another meaning, or abbreviation, than the same words elsewhere."""
    return text


def ngettext_noop(one: str, many: str, number: str) -> str:
    """Return a text with a counted noun; `number` is the name of the value.

    Returns the plural text, a plain string that can be stored. `PLURALS` maps it to the singular.
    """
    PLURALS[many] = (one, number)
    return many


def in_english(text: str, values: Mapping[str, object]) -> str:
    """Return a marked text with its values, in English."""
    one, number = PLURALS.get(text, (text, ""))
    return (one if str(values.get(number)).lstrip("-") == "1" else text) % values
