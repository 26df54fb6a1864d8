"""Numbers as spreadsheets read them; for people there is `scoring.wording.figure`."""

from fractions import Fraction

from tournaments.standings.lines import Number


def plain_number(number: Number) -> str:
    """A number as spreadsheets read it: "12", "-2.5"; what does not end, with six decimal places."""
    exact = Fraction(number)
    if exact.denominator == 1:
        return str(exact.numerator)
    return f"{float(exact):.6f}".rstrip("0").rstrip(".")
