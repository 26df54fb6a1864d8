"""Exact numbers in storage and for display."""

from fractions import Fraction

from tournaments.standings.lines import Number


def dump(number: Number) -> str:
    """Return a number as stored in the database: "12", "5/2". The reverse of `load`."""
    return str(number)


def load(text: str | int) -> Number:
    """Read a stored number; a whole one becomes an int. Raises ValueError for anything else."""
    if isinstance(text, str) and text.isascii() and text.isdecimal():
        return int(text)  # nearly all of them, and ten times as fast
    exact = Fraction(text)
    return exact.numerator if exact.denominator == 1 else exact


def plain(number: Number) -> int | float:
    """Return a number for JSON: whole ones as they are, others as the nearest float."""
    return (
        number
        if isinstance(number, int)
        else whole(number)
        if number.denominator == 1
        else float(number)
    )


def whole(number: Fraction) -> int:
    return number.numerator
