"""The people in a game of ranks: current rank, all places so far, how often first and last."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby, takewhile

from django.utils.formats import number_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games.queries import Table
from scoring.pages import chart
from scoring.rules import rank_name

# Rounds in a chart no wider than the screen: with more, its lines are too thin to follow
ROUNDS_SHOWN = 12


@dataclass(frozen=True)
class Count:
    """How often a person had a place, and how often in a row at most."""

    times: int
    in_a_row: int


@dataclass(frozen=True)
class Person:
    """A person in a game of ranks: current rank, all places so far, and statistics.

    `mean` is given to one decimal place, so that the figures line up; `sample` is their line in a
    legend.
    """

    seat: int
    name: str
    rank: str
    places: tuple[int, ...]
    first: Count
    last: Count
    mean: str
    sample: chart.Curve


@dataclass(frozen=True)
class End:
    """The end of a person's line in the chart, where the name is placed."""

    x: float
    y: float
    name: str


def people_of(table: Table) -> tuple[Person, ...]:
    """Return the people by current rank."""
    orders = [result.next.seating for result in table.result.rounds]
    ranks = table.result.rounds[-1].next.ranks if orders else ()
    return tuple(
        Person(
            seat=seat,
            name=table.names[seat],
            rank=rank_word(ranks[position]) if ranks else "",
            places=(places := tuple(order.index(seat) + 1 for order in orders)),
            first=_count(places, 1),
            last=_count(places, table.n_players),
            mean=number_format(round(Decimal(sum(places)) / max(len(orders), 1), 1), 1),
            sample=chart.sample(seat),
        )
        for position, seat in enumerate(table.position.seating)
    )


def places_of(people: Sequence[Person], most: int | None = None, *, before: int = 0) -> chart.Chart:
    """Chart their places round by round, the current first on top; with `most`, the last rounds
    only. `before` is how many rounds were carried over.

    A line is one person's all evening, whatever their rank.
    """
    left_out = max(len(people[0].places) - most, 0) if most else 0
    rows = [person.places[left_out:] for person in people]
    return chart.places(rows, first=before + left_out + 1, lines=[person.seat for person in people])


def line_ends(lines: chart.Chart, people: Sequence[Person]) -> list[End]:
    """Return the positions of the names in such a chart."""
    return [
        End(curve.x, curve.y, person.name)
        for curve, person in zip(lines.curves, people, strict=True)
    ]


def reign_of(people: Sequence[Person]) -> str:
    """Return since when the first has held the rank; "" before the first round."""
    first = people[0]
    if not first.places:
        return ""
    rounds = len(list(takewhile(lambda place: place == 1, reversed(first.places))))
    text = ngettext("%(rank)s for %(rounds)s round", "%(rank)s for %(rounds)s rounds", rounds)
    return capfirst(
        text % {"rank": first.rank if not first.rank.isdigit() else _("First"), "rounds": rounds}
    )


def ends_of(people: Sequence[Person]) -> tuple[str, str]:
    """Return the names of the first and the last rank."""
    return people[0].rank or _("First"), people[-1].rank or _("Last")


def _count(places: Sequence[int], place: int) -> Count:
    runs = [len(list(run)) for same, run in groupby(places) if same == place]
    return Count(sum(runs), max(runs, default=0))


def rank_word(key: str) -> str:
    """Return the name of a rank; a numeric rank is its own name."""
    name = rank_name(key)
    return name if name == key else _(name)
