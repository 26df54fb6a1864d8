"""Marks English sentences for translation without depending on a translation library."""

from collections.abc import Mapping

# By the text for many: the text for one, and the value that decides between them.
PLURALS: dict[str, tuple[str, str]] = {}


def gettext_noop(text: str) -> str:
    """Return the text unchanged. The collector of translations finds it by this name; the page
    translates it.
    """
    return text


def pgettext_noop(context: str, text: str) -> str:  # noqa: ARG001 - the collector of translations reads it
    """The same for a text that means something else, or is abbreviated otherwise, than the same
    words elsewhere.
    """
    return text


def ngettext_noop(one: str, many: str, number: str) -> str:
    """The same for a text with a noun that goes by a number: `number` is the name of that value.

    Returns the text for many, a plain string that can be stored. `PLURALS` gives the other form by
    it.
    """
    PLURALS[many] = (one, number)
    return many


def in_english(text: str, values: Mapping[str, object]) -> str:
    """A marked text with its values, in English."""
    one, number = PLURALS.get(text, (text, ""))
    return (one if str(values.get(number)).lstrip("-") == "1" else text) % values
