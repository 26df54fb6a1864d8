"""Marks the rule book's English sentences for translation without depending on a translation library."""


def gettext_noop(text: str) -> str:
    """Hand the text back unchanged.

    The name is what the collector of translations looks for; whoever shows the text translates it then.
    """
    return text


def pgettext_noop(context: str, text: str) -> str:  # noqa: ARG001 - the collector of translations reads it
    """The same for a text that means something else, or is abbreviated otherwise, than the same words elsewhere."""
    return text
