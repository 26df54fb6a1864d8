"""Small fields for the tests of standings, written as matches."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from tournaments.standings import CRITERIA, Standing, rank
from tournaments.standings.field import Field
from tournaments.standings.lines import ABSENT, BYE, FORFEIT, PLAYED, Entered, Line, Number

Match = tuple[str, str | None, Number, Number] | tuple[str, str | None, Number, Number, str]

NAMES = "ABCDEFGHIJ"
IDS = {name: seed for seed, name in enumerate(NAMES, 1)}


def entered(names: str, *rounds: Sequence[Match]) -> list[Entered]:
    """Entrants by name, one letter each. A match: a, b, points of a, points of b, and "forfeit"
    where it was one.

    Without a b it is a bye, or an absence where the fifth entry says so. Who stands in no match of
    a round was absent.
    """
    lines: dict[str, list[Line]] = {name: [] for name in names}
    for number, matches in enumerate(rounds, 1):
        there: dict[str, Line] = {}
        for a, b, of_a, of_b, *kind in matches:
            if b is None:
                there[a] = Line(number, str(kind[0]) if kind else BYE, of_a)
            else:
                of_kind = str(kind[0]) if kind else PLAYED
                there[a] = Line(number, of_kind, of_a, 0, of_b, 0, (IDS[b],))
                there[b] = Line(number, of_kind, of_b, 0, of_a, 0, (IDS[a],))
        for name, own in lines.items():
            own.append(there.get(name) or Line(number, ABSENT))
    return [Entered(IDS[name], IDS[name], tuple(own)) for name, own in lines.items()]


def values(of: Sequence[Entered], key: str, **settings: Any) -> dict[str, Number]:
    """Everybody's value by name."""
    field = Field(of, **settings)
    found = CRITERIA[key].values(field, [list(field.ids)])
    return {NAMES[id_ - 1]: found[id_] for id_ in sorted(found)}


def told(of: Sequence[Entered], key: str, name: str, **settings: Any) -> list[tuple[str, Number]]:
    """The parts behind one value, as sentences."""
    field = Field(of, **settings)
    return [
        (part.message, part.number) for part in CRITERIA[key].explain(field, IDS[name], field.ids)
    ]


def order(of: Sequence[Entered], *criteria: str, **settings: Any) -> list[tuple[int, str]]:
    """Ranks and names, best first."""
    standings: tuple[Standing, ...] = rank(of, criteria, **settings)
    return [(one.rank, NAMES[one.id - 1]) for one in standings]


HALF = Fraction(1, 2)
__all__ = [
    "ABSENT",
    "BYE",
    "FORFEIT",
    "HALF",
    "IDS",
    "PLAYED",
    "Entered",
    "Line",
    "entered",
    "order",
    "told",
    "values",
]
