"""Exact sums and means: whole numbers are ints, everything else is a Fraction."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm

from tournaments.standings.lines import Number

WIDEST = 64  # bits of a common denominator; beyond that plain fractions are as fast


def tidy(number: Number) -> Number:
    """Return the same number, as an int if whole: ints are fast to add and compare."""
    if isinstance(number, int):
        return number
    return number.numerator if number.denominator == 1 else number


def total(numbers: Iterable[Number]) -> Number:
    """Return the sum; 0 if empty."""
    numbers = list(numbers)
    if set(map(type, numbers)) <= {int}:  # nearly always
        return sum(numbers)
    whole = 0
    # Numerators by denominator: adding fractions one by one is slow
    broken: dict[int, int] = {}
    for number in numbers:
        if isinstance(number, int):
            whole += number
        else:
            broken[number.denominator] = broken.get(number.denominator, 0) + number.numerator
    above, below = whole, 1
    for denominator, numerator in broken.items():
        above, below = above * denominator + numerator * below, below * denominator
    return quotient(above, below)


def in_order(values: Mapping[int, Number]) -> Mapping[int, Number]:
    """Scale numbers to integers in the same proportion if possible, which compare much faster."""
    below = {value.denominator for value in values.values() if type(value) is not int}
    scale = lcm(*below)
    if scale.bit_length() > WIDEST:
        return values
    return (
        {id_: value.numerator * (scale // value.denominator) for id_, value in values.items()}
        if below
        else values
    )


def divided(number: Number, by: Number) -> Number:
    """Return the quotient; 0 for a divisor of 0, which here always means "of nothing"."""
    if not by:
        return 0
    return quotient(number.numerator * by.denominator, number.denominator * by.numerator)


def quotient(above: int, below: int) -> Number:
    """Return the exact quotient of two integers. Raises ZeroDivisionError if `below` is 0."""
    whole, rest = divmod(above, below)
    return Fraction(above, below) if rest else whole


def mean(numbers: Sequence[Number]) -> Number:
    """Return the mean; 0 if empty."""
    return numbers[0] if len(numbers) == 1 else divided(total(numbers), len(numbers))
