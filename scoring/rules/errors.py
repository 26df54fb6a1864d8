"""Mistakes in rounds, rule sets and score records, all of one shape."""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice

from .words import in_english, ngettext_noop

LONGEST_SHOWN = 40
LARGEST_SHOWN = 10**15
MOST_MISTAKES = 20  # mistakes per answer: nobody reads more, and a thousand are a megabyte
MOST_LISTED = 20  # words in a list of valid values
# Invisible, but families of emoji and several scripts fall apart without them
JOINERS = "\u200c\u200d"


class Seat(int):
    """A seat index among a mistake's params.

    The rules know no names. `Mistake.named` replaces the seat by a name; until then seat 0 is shown
    as "#1", which needs no translation.
    """

    def __str__(self) -> str:
        return f"#{shown(int(self) + 1)}"


@dataclass(frozen=True)
class Mistake:
    """One mistake, for people and for programs.

    `code` is one of the score record's codes, `field` the key it is about, `text` an English
    template marked for translation, `params` its values. `round` counts from 1 and is None for the
    whole record or rule set.
    """

    code: str
    field: str
    text: str
    params: Mapping[str, object] = dataclasses.field(default_factory=dict, hash=False)
    round: int | None = None

    @property
    def message(self) -> str:
        """The English sentence: what is wrong, and what would be right."""
        return in_english(self.text, self.params)

    def named(self, names: Sequence[str] | Mapping[int, str]) -> "Mistake":
        """Return the mistake with names (by seat index, the dummy's last) in place of seats.

        Seats without a name stay as they are.
        """
        table = names if isinstance(names, Mapping) else dict(enumerate(names))
        params = {
            key: shown(table[value]) if isinstance(value, Seat) and value in table else value
            for key, value in self.params.items()
        }
        return replace(self, params=params)

    def in_round(self, number: int) -> "Mistake":
        """Return the mistake as one of the round with this number, from 1."""
        return replace(self, round=number)


class RuleError(Exception):
    """Raised with all mistakes, never with the first one alone."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes: tuple[Mistake, ...] = tuple(mistakes)
        super().__init__(self.mistakes)

    def __str__(self) -> str:
        # Built on demand: most are shown in another language, and there may be thousands.
        return " ".join(mistake.message for mistake in first_mistakes(self.mistakes))


class Conflict(RuleError):  # noqa: N818 - the name says what it is
    """The input is valid, but other people's changes or the current state are in the way.

    Only the code that raises it can know, so no list of codes is needed. Of several mistakes, one
    of this kind is enough.
    """


@contextmanager
def collect(mistakes: list[Mistake]) -> Iterator[None]:
    """Add the mistakes found within to this list, in place of raising them."""
    try:
        yield
    except RuleError as error:
        mistakes += error.mistakes


def first_mistakes(mistakes: Iterable[Mistake], most: int = MOST_MISTAKES) -> tuple[Mistake, ...]:
    """Return the mistakes to show, at most `most`. If there are more, the last one says
    how many.
    """
    found = tuple(mistakes)
    return (
        found if len(found) <= most else (*found[: most - 1], more_mistakes(len(found) - most + 1))
    )


def more_mistakes(count: int) -> Mistake:
    """Return the mistake that stands for this many others."""
    text = ngettext_noop(
        "There is %(count)s more mistake. Correct these first.",
        "There are %(count)s more mistakes. Correct these first.",
        "count",
    )
    return Mistake("more_mistakes", "", text, {"count": count})


def listed(words: Iterable[object]) -> str:
    """Return valid values for a message: "a, b, c", no more than a reader takes in."""
    first = [shown(word) for word in islice(words, MOST_LISTED + 1)]
    return ", ".join(first if len(first) <= MOST_LISTED else [*first[:MOST_LISTED], "…"])


def shown(value: object) -> str:
    """Return a value for a message: short, on one line, the same in every language.

    Never fails. The traps are names of a megabyte, half a surrogate pair, integers with more digits
    than Python converts, and lists nested deeper than the interpreter's stack.
    """
    if isinstance(value, str):
        return _shown_text(value)
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    if isinstance(value, int):
        if abs(value) < LARGEST_SHOWN:
            return str(int(value))
        return f"{'-' if value < 0 else ''}10^{int((value.bit_length() - 1) * 0.30103)}"
    if isinstance(value, float):
        return repr(value)
    return "{…}" if isinstance(value, Mapping) else "[…]"


def _shown_text(value: str) -> str:
    text = value if len(value) <= LONGEST_SHOWN else value[:LONGEST_SHOWN] + "…"
    return "".join(
        letter if letter.isprintable() or letter in JOINERS else "\ufffd" for letter in text
    )


def is_text(text: str) -> bool:
    """Return whether a text can be stored and sent: no NUL, no half of a surrogate pair."""
    return not any(char == "\0" or "\ud800" <= char <= "\udfff" for char in text)
