"""A round in words, the same on every page: who called what and how it came out, sweeps, missed wishes."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.queries import Line, Table
from scoring.rules import VARIANTS


def call_name(call: str) -> str:
    """What a call is called at the table; a table's own call keeps the name it was given."""
    return {"tichu": _("Tichu"), "grand": _("Grand Tichu")}.get(call, call)


def names_with_dummy(table: Table) -> list[str]:
    """Everybody who has a seat number: the players and, in three-player games, the dummy."""
    variant = VARIANTS[table.game.variant]
    return [*table.names, _(variant.dummy_name)] if variant.has_dummy else table.names


def column_names(table: Table) -> list[str]:
    """The heads of the score columns: a team's names, or a person's, or the dummy's."""
    names = names_with_dummy(table)
    return [" & ".join(names[seat] for seat in column) for column in table.position.columns]


def sweep_size(sides: Sequence[Sequence[int]]) -> int:
    """How many of one side, out first, make a sweep: all of the side. 0 in games without sides."""
    return max((len(side) for side in sides), default=0)


def sweep_name(sides: Sequence[Sequence[int]]) -> str:
    """What a sweep is called: a double victory, with sides of three a triple one."""
    return _("Triple victory") if sides and min(len(side) for side in sides) == 3 else _("Double victory")


def figure(value: int) -> str:
    """A number with a real minus sign: it is as wide as the digits, and read out as "minus"."""
    return str(value).replace("-", "\u2212")


def signed(value: int) -> str:
    """A round's points: with its sign, also the plus."""
    return f"+{value}" if value > 0 else figure(value)


def phrases(table: Table, line: Line) -> list[str]:
    """What is to be said of a round besides its numbers, most important first."""
    names = names_with_dummy(table)
    if not line.result.sides:
        return [f"{place} {names[seat]}" for place, seat in enumerate(line.result.next.seating, start=1)]
    said = []
    if line.played.wish_violation is not None:
        said.append(_("%(name)s did not fulfil the wish") % {"name": names[line.played.wish_violation]})
    if line.result.sweep is not None:
        said.append(sweep_name(line.result.sides))
    for seat, call in line.played.calls:
        made = seat in line.result.calls_made
        words = {"name": names[seat], "call": call_name(call)}
        said.append((_("%(name)s: %(call)s ✓ made") if made else _("%(name)s: %(call)s ✗ failed")) % words)
    return said
