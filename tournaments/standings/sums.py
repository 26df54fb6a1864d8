"""The sum behind a number, for the page that opens it."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from scoring.rules.words import in_english
from tournaments.standings.lines import Number


class Id(int):
    """An entrant in the params of a part. Shown as "#7" unless replaced by a name."""

    def __str__(self) -> str:
        return f"#{int(self)}"


class Ids(tuple[Id, ...]):
    """Several entrants in the params of a part, shown as "#7, #9"."""

    __slots__ = ()

    @classmethod
    def of(cls, ids: Iterable[int]) -> "Ids":
        return cls(Id(id_) for id_ in ids)

    def __str__(self) -> str:
        return ", ".join(str(id_) for id_ in self)


class Part(NamedTuple):
    """One addend: an English template marked for translation, its params, and its number.

    The parts of a value always add up to it. Whatever was left out is listed with the number 0.
    """

    text: str
    params: Mapping[str, object]
    number: Number

    @property
    def message(self) -> str:
        """The English sentence, without the number."""
        return in_english(self.text, self.params)


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
