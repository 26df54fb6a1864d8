"""Ranking points for the eye."""

from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format

from scoring.wording import figure
from tournaments.standings.lines import Number

MINUS = "\u2212"


def points_shown(number: Number) -> str:
    """A number of points: "12", "2½", "−½", "3.33" with the decimal sign of the language."""
    if number.denominator == 1:
        return figure(number.numerator)
    if number.denominator == 2:
        whole = abs(number.numerator) // 2
        sign = MINUS if number < 0 else ""
        return f"{sign}{whole or ''}½"
    tenths = (number * 10).denominator == 1
    return number_format(round(Decimal(number.numerator) / number.denominator, 2), 1 if tenths else 2).replace(
        "-", MINUS
    )


def plain_number(number: Number) -> str:
    """A number as spreadsheets read it: "12", "-2.5"; what does not end, with six decimal places."""
    exact = Fraction(number)
    if exact.denominator == 1:
        return str(exact.numerator)
    return f"{float(exact):.6f}".rstrip("0").rstrip(".")
