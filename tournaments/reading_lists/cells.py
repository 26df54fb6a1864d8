"""Splits text into the cells of its lines: spreadsheet quoting, and debris from chats."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

LONGEST_CELL_IN_LINES = 5  # maximum lines of the text in one quoted cell

# Never part of a public name: removed from cells and reported.
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
# Bullets, check marks, boxes and keycap digits, with the blanks after them
_MARKS = re.compile(
    r"^(?:[\s\u00a0*\u2022\u2023\u25aa-\u25ff\u2043\u2219\u00b7>\u2610-\u2612\u2705\u2713-\u2718\u274c\u274e"
    r"\u2b1b\u2b1c\ufe0f\U0001f51f\U0001f7e0-\U0001f7eb]|[-\u2013\u2014](?=\s)|\[[ "
    r"xX]?\](?=\s)|[0-9#*]\ufe0f?\u20e3)+"
)
# "(4)", "#4", "Nr. 4", "4.", "4)", "4:", "4/", "4 -"
_NUMBERING = re.compile(
    r"^\s*(?:\((?P<bracketed>\d{1,4})\)|(?:\#|(?:No|Nr)\b\.?|\u2116)\s*(?P<marked>\d{1,4})\b[.):]?"
    r"|(?P<plain>\d{1,4})(?:\s*(?P<sign>[.):/])|\s+[-\u2013\u2014](?=\s)))(?:\s+|(?!\d))",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Line:
    """A line of a list. `number` counts from 1 in the pasted text; of several lines it is the
    first.
    """

    number: int
    text: str


def lines_of(text: str) -> list[Line]:
    """Return the non-empty lines of a text. A quoted cell may span a few lines (RFC 4180)."""
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
    """Return where a line with an open last quote ends: on the line that closes it, else on its
    own.
    """
    if not _is_open(typed[first]):
        return first
    for place in range(first + 1, min(first + LONGEST_CELL_IN_LINES, len(typed))):
        if typed[place].count('"') % 2:
            return place
    return first


def _is_open(line: str) -> bool:
    """Whether the last cell of a line starts with a quote that it does not close."""
    if line.count('"') % 2 == 0:
        return False
    before = line[: line.rfind('"')].rstrip(" ")
    return not before or before[-1] in ";,\t"


def cells_of(line: str, separator: str) -> list[str]:
    """Return the cells of one line without quotes. An unclosed quote ends with its line."""
    return [cell for cell, _quoted in quoted_cells(line, separator)]


def quoted_cells(line: str, separator: str) -> list[tuple[str, bool]]:
    """Return the cells of one line, each with whether it was quoted."""
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
    """Return a quoted cell's text after its opening quote, and the start of the next cell."""
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
    """Return a cell without time stamps, e-mail addresses and telephone numbers, and these."""
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
    """Return a line without a leading bullet, check mark or keycap digit."""
    return _MARKS.sub("", text)


def is_marked(text: str) -> bool:
    """Whether a line starts like a list item: with a bullet, a check mark or a number."""
    return bool(_MARKS.match(text.strip())) or bool(_NUMBERING.match(text))


def counting(texts: Sequence[str]) -> bool:
    """Whether leading numbers count the lines, rather than belong to names ("1. FC Tichu").

    If fewer than half of the lines have one, two that agree with their places do, or three in turn.
    """
    numbered = [
        (place, int(found["bracketed"] or found["marked"] or found["plain"]))
        for place, text in enumerate(texts, start=1)
        if (found := _NUMBERING.match(text))
    ]
    places, numbers = [place for place, _ in numbered], [number for _, number in numbered]
    if len(numbers) * 2 < len(texts):
        return _few_count(places, numbers)
    if len(set(numbers)) <= 1:
        return len(numbers) not in {0, 2}
    steps = [later - sooner for sooner, later in pairwise(numbers)]
    return min(steps) > 0 and sum(steps) <= 2 * len(numbers)


def _few_count(places: Sequence[int], numbers: Sequence[int]) -> bool:
    """Whether numbers of less than half of the lines, at these places among them, count."""
    in_turn = list(numbers) == list(range(1, len(numbers) + 1))
    return in_turn and (len(numbers) > 2 or (len(numbers) == 2 and places == numbers))


def without_number(text: str, *, counts: bool) -> str:
    """Remove a line's number: with a point only if the lines count, else always."""
    found = _NUMBERING.match(text)
    if found is None or (found["sign"] == "." and not counts):
        return text
    return text[found.end() :]
