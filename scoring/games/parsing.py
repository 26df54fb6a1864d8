"""Numbers as they come in by forms and addresses: sent by a page of ours, or typed by a person.
Pure.
"""

import re
from fractions import Fraction
from typing import TypeVar

T = TypeVar("T")

# Of a number that a page sends by itself: every row's id, and far below what a database takes
MOST_DIGITS = 15
LONGEST = 40  # characters of a number that is typed
A_NUMBER = re.compile(r"([+-]?)(?=\d|½)(\d{0,9})(?:[.,](\d{1,4})|(½))?", re.ASCII)
PARTED = re.compile(r"[\s'’]")


def whole_of(text: str, otherwise: T, *, digits: int = MOST_DIGITS) -> int | T:
    """A whole number as a page of ours sends it, nothing but digits;
    `otherwise` for anything else.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else otherwise


def number_typed(text: str) -> Fraction | None:
    """A number as people type it: 1000, 1 000, 2.5, 2,5, ½, 2½, with any kind of minus; None for
    what is no number.
    """
    found = A_NUMBER.fullmatch(PARTED.sub("", text[:LONGEST]).replace("\u2212", "-"))
    if found is None or len(text) > LONGEST:
        return None
    sign, whole, decimals, half = found.groups()
    return Fraction(f"{sign}{whole or 0}.{decimals or (5 if half else 0)}")
