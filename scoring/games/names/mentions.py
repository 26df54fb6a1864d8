"""Find and remove names in typed texts. No Django."""

import re
from collections.abc import Iterable, Sequence

from scoring.games.names.validation import alike

IN_PLACE = "…"


def mentions(texts: Iterable[str], names: Sequence[str]) -> bool:
    """Return whether a text contains one of the names as a whole word or words."""
    any_of = "|".join(re.escape(alike(name)) for name in names if name)
    return bool(any_of) and any(
        re.search(rf"(?<!\w)(?:{any_of})(?!\w)", alike(text)) for text in texts
    )


def without(text: str, names: Sequence[str]) -> str:
    """Return the text with each name replaced by an ellipsis, ignoring case.

    If a name occurs only in another form of its letters, the whole text becomes the ellipsis.
    """
    any_of = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True) if name)
    if not any_of:
        return text
    left = re.sub(rf"(?<!\w)(?:{any_of})(?!\w)", IN_PLACE, text, flags=re.IGNORECASE)
    return IN_PLACE if mentions([left], names) else left
