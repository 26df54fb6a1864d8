"""Names within what somebody typed: finding them, and taking them out. Pure."""

import re
from collections.abc import Iterable, Sequence

from scoring.games.names.validation import alike

IN_PLACE = "…"


def mentions(texts: Iterable[str], names: Sequence[str]) -> bool:
    """Whether a text has one of the names in it, as a word or words of its own."""
    any_of = "|".join(re.escape(alike(name)) for name in names if name)
    return bool(any_of) and any(
        re.search(rf"(?<!\w)(?:{any_of})(?!\w)", alike(text)) for text in texts
    )


def without(text: str, names: Sequence[str]) -> str:
    """The text with an ellipsis in the place of each name, whatever its capitals. Where a name is
    only found in another form of its letters, nothing but the ellipsis is left.
    """
    any_of = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True) if name)
    if not any_of:
        return text
    left = re.sub(rf"(?<!\w)(?:{any_of})(?!\w)", IN_PLACE, text, flags=re.IGNORECASE)
    return IN_PLACE if mentions([left], names) else left
