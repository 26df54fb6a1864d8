"""Exact numbers as they are kept and shown."""

from fractions import Fraction

from tournaments.standings.lines import Number


def dump(number: Number) -> str:
    """A number as the database keeps it: "12", "5/2". The reverse of `load`."""
    return str(number)


def load(text: str | int) -> Number:
    """A number that was kept; a whole one is an int. Raises ValueError for anything else."""
    if isinstance(text, str) and text.isascii() and text.isdecimal():
        return int(text)  # nearly all of them, and ten times as quick
    exact = Fraction(text)
    return exact.numerator if exact.denominator == 1 else exact


def plain(number: Number) -> int | float:
    """A number as JSON writes it: whole ones as such, others as the nearest float."""
    return (
        number
        if isinstance(number, int)
        else whole(number)
        if number.denominator == 1
        else float(number)
    )


def whole(number: Fraction) -> int:
    return number.numerator
