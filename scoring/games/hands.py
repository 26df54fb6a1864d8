"""What a deal is called: a round at home; at a tournament, which has rounds of its own, a hand.

Which of the two the game's host says (`Host.deal`), and all words of a game's pages follow: what
templates and code translate, and so what the script is told. Texts are written once, with "round".
English alone needs another word: German says "Runde" of both, a tournament's rounds being
"Durchgänge". A further language that needs one is added to `SAID`.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.utils.translation import trans_real

# Neither a round of the tournament, which its texts call so, nor the name of a value that is filled
# in.
ROUND = re.compile(r"(?<!tournament's )(?<!%\()\b([Rr])ound(s?)\b")


def _in_english(text: str) -> str:
    return ROUND.sub(lambda found: ("Hand" if found[1] == "R" else "hand") + found[2], text)


# For a language: a text about rounds, said of hands.
SAID: dict[str, Callable[[str], str]] = {"en": _in_english}


class InHands:
    """A language's texts, with the word for a hand where they say that for a round."""

    def __init__(self, texts: Any, said: Callable[[str], str]) -> None:
        self.texts, self.said = texts, said

    def __getattr__(self, name: str) -> Any:
        return getattr(self.texts, name)

    def gettext(self, message: str) -> str:
        found: str = self.texts.gettext(message)
        # A text with a context that the language does not know is its own translation, less the
        # context.
        return self.said(found.rpartition("\x04")[2])

    def ngettext(self, one: str, many: str, number: int) -> str:
        return self.said(self.texts.ngettext(one, many, number).rpartition("\x04")[2])


@contextmanager
def called(deal: str) -> Iterator[None]:
    """Until the block ends, texts speak of a "round" or a "hand"."""
    # Where Django keeps the active language has no public name, and is another object once a test
    # has set its settings.
    active = trans_real._active  # type: ignore[attr-defined]  # noqa: SLF001
    before = getattr(active, "value", None)
    texts = before or trans_real.translation(settings.LANGUAGE_CODE)
    said = SAID.get(texts.to_language().partition("-")[0])
    if deal == "round" or said is None or isinstance(texts, InHands):
        yield
        return
    active.value = InHands(texts, said)
    try:
        yield
    finally:
        active.value = before
