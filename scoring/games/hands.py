"""The word for a deal: a round at home, a hand at a tournament, which has rounds of its own.

A game's host decides (`Host.deal`), and all texts of the game's pages follow: templates, code, and
so the script. Texts are written once, with "round". Only English needs another word: German uses
"Runde" for both, a tournament's rounds being "Durchgänge". Add further languages that need one to
`TRANSLATORS`.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.utils.translation import trans_real

# Not a tournament's round, which its texts name so, and not the name of a placeholder
ROUND = re.compile(r"(?<!tournament's )(?<!%\()\b([Rr])ound(s?)\b")


def _in_english(text: str) -> str:
    return ROUND.sub(lambda found: ("Hand" if found[1] == "R" else "hand") + found[2], text)


# Per language: turns a text about rounds into one about hands.
TRANSLATORS: dict[str, Callable[[str], str]] = {"en": _in_english}


class HandTranslations:
    """A language's translations, with its word for hand in place of round."""

    def __init__(self, texts: Any, to_hands: Callable[[str], str]) -> None:
        self.texts, self.to_hands = texts, to_hands

    def __getattr__(self, name: str) -> Any:
        return getattr(self.texts, name)

    def gettext(self, message: str) -> str:
        found: str = self.texts.gettext(message)
        # A text with a context that has no translation comes back with the context: strip it.
        return self.to_hands(found.rpartition("\x04")[2])

    def ngettext(self, one: str, many: str, number: int) -> str:
        return self.to_hands(self.texts.ngettext(one, many, number).rpartition("\x04")[2])


@contextmanager
def deal_word(deal: str) -> Iterator[None]:
    """Use the word "round" or "hand" in all texts until the block ends."""
    # Django's store of the active language is private, and is replaced when a test sets its
    # settings.
    active = trans_real._active  # type: ignore[attr-defined]  # noqa: SLF001
    before = getattr(active, "value", None)
    texts = before or trans_real.translation(settings.LANGUAGE_CODE)
    to_hands = TRANSLATORS.get(texts.to_language().partition("-")[0])
    if deal == "round" or to_hands is None or isinstance(texts, HandTranslations):
        yield
        return
    active.value = HandTranslations(texts, to_hands)
    try:
        yield
    finally:
        active.value = before
