"""Parse numbers in forms and addresses, sent by our pages or typed by people. No Django."""

import re
from fractions import Fraction
from typing import TypeVar

T = TypeVar("T")

# Of a number sent by a page: enough for any id, and well below the databases' limits
MOST_DIGITS = 15
LONGEST = 40  # characters of a typed number
A_NUMBER = re.compile(r"([+-]?)(?=\d|½)(\d{0,9})(?:[.,](\d{1,4})|(½))?", re.ASCII)
PARTED = re.compile(r"[\s'’]")


def whole_of(text: str, otherwise: T, *, digits: int = MOST_DIGITS) -> int | T:
    """Parse a whole number of digits only, as our pages send it; return `otherwise` for anything
    else.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else otherwise


def number_typed(text: str) -> Fraction | None:
    """Parse a number as people type it: 1000, 1 000, 2.5, 2,5, ½, 2½, with any kind of minus. None
    if it is invalid.
    """
    found = A_NUMBER.fullmatch(PARTED.sub("", text[:LONGEST]).replace("\u2212", "-"))
    if found is None or len(text) > LONGEST:
        return None
    sign, whole, decimals, half = found.groups()
    return Fraction(f"{sign}{whole or 0}.{decimals or (5 if half else 0)}")
