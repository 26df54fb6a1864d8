"""Kinds of settings for ranking points beyond those of the rule book: halves, lists and tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from scoring.rules import Mistake, shown
from scoring.rules.settings import LARGEST_VALUE, Setting, is_whole
from scoring.rules.words import gettext_noop
from tournaments.standings.lines import Number

MOST_ENTRIES = 100  # of a list or table


def number_of(value: object) -> Number | None:
    """Return an integer or a half as an exact number; None for anything else.

    JSON writes a half as 0.5, which a float holds exactly; it becomes a Fraction here and stays
    one.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        return None
    if isinstance(value, float) and not (-LARGEST_VALUE <= value <= LARGEST_VALUE):
        return None  # an infinity has no fraction
    exact = Fraction(value)
    if abs(exact) > LARGEST_VALUE or exact * 2 != int(exact * 2):
        return None
    return int(exact) if exact.denominator == 1 else exact


def json_number(value: Number) -> int | float:
    """Return an integer or a half for JSON: 2 or 0.5."""
    return int(value) if Fraction(value).denominator == 1 else float(value)


@dataclass(frozen=True)
class Halves(Setting):
    """A number of ranking points: whole or a half, not below `least`. `open_` allows None.

    None means not set yet (a bye), or unlimited (a cap).
    """

    default: Number | None
    least: Number = 0
    open_: bool = False

    def mistakes(self, key: str, value: object) -> list[Mistake]:
        if value is None and self.open_:
            return []
        number = number_of(value)
        if number is not None and number >= self.least:
            return []
        params = {
            "setting": key,
            "value": shown(value),
            "least": json_number(self.least),
            "largest": LARGEST_VALUE,
        }
        text = gettext_noop(
            "%(setting)s is %(value)s; it must be a whole number or a half (such as 0.5) from "
            "%(least)s to %(largest)s."
        )
        return [Mistake("bad_setting", key, text, params)]

    def frozen(self, value: Any) -> Number | None:
        return number_of(value)

    def thawed(self, value: Any) -> int | float | None:
        return None if value is None else json_number(value)


@dataclass(frozen=True)
class Whole(Setting):
    """An integer from 1 upwards."""

    default: int

    def mistakes(self, key: str, value: object) -> list[Mistake]:
        if is_whole(value) and 1 <= value <= LARGEST_VALUE:  # type: ignore[operator]
            return []
        text = gettext_noop(
            "%(setting)s is %(value)s; it must be a whole number from 1 to %(largest)s."
        )
        return [
            Mistake(
                "bad_setting",
                key,
                text,
                {"setting": key, "value": shown(value), "largest": LARGEST_VALUE},
            )
        ]


@dataclass(frozen=True)
class Ladder(Setting):
    """A list of ranking points, first place first, such as [3, 2, 1]."""

    default: tuple[Number, ...]
    kind = "list"

    def mistakes(self, key: str, value: object) -> list[Mistake]:
        if numbers_of(value):
            return []
        text = gettext_noop(
            "%(setting)s is %(value)s; it must be a list of numbers such as [3, 2, 1], best first."
        )
        return [Mistake("bad_setting", key, text, {"setting": key, "value": shown(value)})]

    def frozen(self, value: Any) -> tuple[Number, ...]:
        return numbers_of(value) or ()

    def thawed(self, value: Any) -> list[int | float]:
        return [json_number(number) for number in value]


@dataclass(frozen=True)
class Ladders(Setting):
    """Lists of ranking points, each for tables with as many people as it has numbers; may be
    empty.
    """

    default: tuple[tuple[Number, ...], ...] = ()
    kind = "lists"

    def mistakes(self, key: str, value: object) -> list[Mistake]:
        text = gettext_noop(
            "%(setting)s is %(value)s; it must be lists of numbers, best place first, such as "
            "[[4, 3, 2, 1]]."
        )
        params = {"setting": key, "value": shown(value)}
        if not isinstance(value, list | tuple) or len(value) > MOST_ENTRIES:
            return [Mistake("bad_setting", key, text, params)]
        ladders = [numbers_of(entry) for entry in value]
        if not all(ladders):
            return [Mistake("bad_setting", key, text, params)]
        sizes = [len(ladder or ()) for ladder in ladders]
        if len(set(sizes)) < len(sizes):
            text = gettext_noop(
                "%(setting)s has two lists for tables of the same size; leave one of them out."
            )
            return [Mistake("bad_setting", key, text, params)]
        return []

    def frozen(self, value: Any) -> tuple[tuple[Number, ...], ...]:
        return tuple(sorted((numbers_of(entry) or () for entry in value), key=len))

    def thawed(self, value: Any) -> list[list[int | float]]:
        return [[json_number(number) for number in ladder] for ladder in value]


@dataclass(frozen=True)
class MarginTable(Setting):
    """A table of margins: pairs of a margin and the winner's points from it on, smallest first.

    It starts at margin 0 with the points of a level match. Two sides always have twice those points
    together, so no line may give more than that.
    """

    default: tuple[tuple[int, Number], ...]
    kind = "lists"

    def mistakes(self, key: str, value: object) -> list[Mistake]:
        params: dict[str, object] = {"setting": key, "value": shown(value)}
        table = margins_of(value)
        if not table:
            text = gettext_noop(
                "%(setting)s is %(value)s; it must be a list of margins and points such as [[0, "
                "10], [20, 11]]."
            )
            return [Mistake("bad_setting", key, text, params)]
        margins, points = [margin for margin, _ in table], [given for _, given in table]
        if margins[0] != 0 or any(low >= high for low, high in pairwise(margins)):
            text = gettext_noop(
                "The margins of %(setting)s must begin with 0 and increase from line to line."
            )
            return [Mistake("bad_setting", key, text, params)]
        if any(low > high for low, high in pairwise(points)) or points[-1] > 2 * points[0]:
            text = gettext_noop(
                "The points of %(setting)s must not fall from line to line, nor exceed %(most)s, "
                "twice those of a level match."
            )
            return [
                Mistake("bad_setting", key, text, {**params, "most": json_number(2 * points[0])})
            ]
        return []

    def frozen(self, value: Any) -> tuple[tuple[int, Number], ...]:
        return margins_of(value) or ()

    def thawed(self, value: Any) -> list[list[int | float]]:
        return [[margin, json_number(points)] for margin, points in value]


def numbers_of(value: object) -> tuple[Number, ...] | None:
    """Return a list of integers and halves; None if it is anything else, or empty."""
    if not isinstance(value, list | tuple) or not 0 < len(value) <= MOST_ENTRIES:
        return None
    numbers = [number_of(entry) for entry in value]
    return None if None in numbers else tuple(number for number in numbers if number is not None)


def margins_of(value: object) -> tuple[tuple[int, Number], ...] | None:
    """Return a list of margins with points, none negative; None if it is anything else, or
    empty.
    """
    if not isinstance(value, list | tuple) or not 0 < len(value) <= MOST_ENTRIES:
        return None
    found: list[tuple[int, Number]] = []
    for entry in value:
        margin = _margin_of(entry)
        if margin is None:
            return None
        found.append(margin)
    return tuple(found)


def _margin_of(entry: object) -> tuple[int, Number] | None:
    """Return a margin with its points, None if it is anything else."""
    if not isinstance(entry, Sequence) or isinstance(entry, str) or len(entry) != 2:
        return None
    margin, points = entry[0], number_of(entry[1])
    if not is_whole(margin) or not 0 <= margin <= LARGEST_VALUE or points is None or points < 0:
        return None
    return margin, points
