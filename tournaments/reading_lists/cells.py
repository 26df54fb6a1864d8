"""From a text to the cells of its lines: quotes, as spreadsheets write them, and what a line has
from a chat.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

LONGEST_CELL_IN_LINES = 5  # lines of the text over which one quoted cell may go

# Nothing of these is part of a name that everybody reads: they are taken out of a cell, and named.
_CONTACT = re.compile(
    r"(?:\b(?:e-?mail|mail|tel|telefon|phone|handy|mobile?|natel)\b[.:]?\s?)?"
    r"(?:[^\s,;<>()]{1,64}@[^\s,;<>()]{1,190}|(?<![\w.])\+?\(?\d[\d ()/.\-]{5,30}\d(?![\w.]))",
    re.IGNORECASE,
)
_STAMP = re.compile(
    r"(?<!\w)\d{1,4}[-./]\d{1,2}[-./]\d{1,4},?(?:[ "
    r"T]\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?"
    r"(?:\s(?:MESZ|MEZ|CES?T|UTC|GMT|[A-Z]{3,4}|[+-]\d{1,2}:?\d{0,2}))?)?(?!\w)"
)
_FEWEST_DIGITS = 7  # of a telephone number
# Bullets, check marks, boxes and the numbers that are pictures, with the blanks behind them
_MARKS = re.compile(
    r"^(?:[\s\u00a0*\u2022\u2023\u25aa-\u25ff\u2043\u2219\u00b7>\u2610-\u2612\u2705\u2713-\u2718\u274c\u274e"
    r"\u2b1b\u2b1c\ufe0f\U0001f51f\U0001f7e0-\U0001f7eb]|[-\u2013\u2014](?=\s)|\[[ "
    r"xX]?\](?=\s)|[0-9#*]\ufe0f?\u20e3)+"
)
_NUMBERING = re.compile(r"^\s*(?:\((\d{1,4})\)|(\d{1,4})\s*([.)]))(?:\s+|(?!\d))")


@dataclass(frozen=True)
class Line:
    """A line of a list. `number` counts from 1 as the text was pasted;
    of several it is the first.
    """

    number: int
    text: str


def lines_of(text: str) -> list[Line]:
    """The lines of a text that hold anything.
    A quoted cell may go on over a few lines (RFC 4180).
    """
    typed = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    found: list[Line] = []
    place = 0
    while place < len(typed):
        last = _last_line_of(typed, place)
        whole = " ".join(typed[place : last + 1]).strip(" \u00a0").replace("\ufeff", "")
        if whole.strip("\ufeff \t;,"):
            found.append(Line(place + 1, whole))
        place = last + 1
    return found


def _last_line_of(typed: Sequence[str], first: int) -> int:
    """Where a line ends whose last quote is open: on the next one that closes it, or else at its
    own end.
    """
    if not _is_open(typed[first]):
        return first
    for place in range(first + 1, min(first + LONGEST_CELL_IN_LINES, len(typed))):
        if typed[place].count('"') % 2:
            return place
    return first


def _is_open(line: str) -> bool:
    """Whether the last cell of a line begins with a quote that it does not close."""
    if line.count('"') % 2 == 0:
        return False
    before = line[: line.rfind('"')].rstrip(" ")
    return not before or before[-1] in ";,\t"


def cells_of(line: str, separator: str) -> list[str]:
    """The cells of one line, quotes taken off. A quote that nobody closed ends with its line."""
    return [cell for cell, _quoted in quoted_cells(line, separator)]


def quoted_cells(line: str, separator: str) -> list[tuple[str, bool]]:
    """The cells of one line, each with whether it stood between quotes."""
    return list(_cells(line, separator))


def _cells(line: str, separator: str) -> Iterator[tuple[str, bool]]:
    place = 0
    while place <= len(line):
        start = place + len(line[place:]) - len(line[place:].lstrip(" "))
        if line.startswith('"', start):
            text, place = _quoted(line, start + 1, separator)
            yield text.strip(), True
        else:
            end = line.find(separator, place)
            end = len(line) if end < 0 else end
            yield line[place:end].strip(), False
            place = end + 1


def _quoted(line: str, place: int, separator: str) -> tuple[str, int]:
    """The text of a quoted cell from behind its quote on, and where the next cell begins."""
    parts: list[str] = []
    while True:
        end = line.find('"', place)
        if end < 0:
            return "".join(parts) + line[place:], len(line) + 1
        parts.append(line[place:end])
        if line.startswith('"', end + 1):
            parts.append('"')
            place = end + 2
            continue
        after = line.find(separator, end + 1)
        after = len(line) if after < 0 else after
        return "".join(parts) + line[end + 1 : after], after + 1


def without_contacts(text: str) -> tuple[str, list[str]]:
    """A cell without time stamps, e-mail addresses and telephone numbers, and these."""
    left_out: list[str] = []

    def out(found: re.Match[str]) -> str:
        digits = sum(char.isdigit() for char in found[0])
        if "@" not in found[0] and digits < _FEWEST_DIGITS and found.re is _CONTACT:
            return found[0]
        left_out.append(found[0].strip())
        return " "

    rest = _CONTACT.sub(out, _STAMP.sub(out, text))
    if not left_out:
        return text, left_out
    rest = re.sub(r"\(\s*\)|<\s*>", " ", rest)
    return " ".join(rest.split()).strip(" ,;<>()-\u2013\u2014"), left_out


def without_marks(text: str) -> str:
    """A line without the bullet, the check mark or the pictured number before it."""
    return _MARKS.sub("", text)


def is_marked(text: str) -> bool:
    """Whether a line begins as an item of a list does: with a bullet, a check mark or a number."""
    return bool(_MARKS.match(text.strip())) or bool(_NUMBERING.match(text))


def counting(texts: Sequence[str]) -> bool:
    """Whether the numbers before these lines count them, so that they are no part of a name ("1. FC
    Tichu").
    """
    found = [_NUMBERING.match(text) for text in texts]
    numbers = [int(one[1] or one[2]) for one in found if one]
    if not numbers or len(numbers) * 2 < len(texts):
        return False
    if len(set(numbers)) == 1:
        return len(numbers) != 2
    steps = [later - sooner for sooner, later in pairwise(numbers)]
    return all(step > 0 for step in steps) and sum(steps) <= 2 * len(numbers)


def without_number(text: str, *, counts: bool) -> str:
    """A line without its number. One with a bracket is always a number, one with a point where the
    lines count.
    """
    found = _NUMBERING.match(text)
    if found is None or (found[3] == "." and not counts):
        return text
    return text[found.end() :]
