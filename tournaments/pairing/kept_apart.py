"""Pairs that the desk keeps apart: they must not meet, or must not be partners."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.pairing.values import Draw, Field, Id, Note, Table

Pair = frozenset[int]
TOGETHER = "kept_apart_met"  # code of a note on two who are together all the same
KEPT = "kept_apart"


def broken(groups: Sequence[Sequence[int]], apart: Iterable[Pair]) -> int:
    """Count the pairs that sit in the same group."""
    where = {id_: index for index, group in enumerate(groups) for id_ in group}
    return sum(
        one in where and where[one] == where.get(other)
        for one, other in (sorted(pair) for pair in apart)
    )


def separated(groups: Sequence[Sequence[int]], apart: Iterable[Pair]) -> list[list[int]]:
    """Return groups in order of places with as few pairs together as swaps of two can reach.

    Each time the swap over the fewest places is taken that puts fewer pairs together.
    """
    found = [list(group) for group in groups]
    pairs = list(apart)
    while (now := broken(found, pairs)) and _swapped(found, pairs, now):
        pass
    return found


def _swapped(groups: list[list[int]], apart: Sequence[Pair], now: int) -> bool:
    """Make the nearest swap that helps; return whether there was one."""
    seats = [(index, place) for index, group in enumerate(groups) for place in range(len(group))]
    mates = {id_ for pair in apart for id_ in pair}
    options = sorted(
        (abs(a - b), a, b)
        for a, b in combinations(range(len(seats)), 2)
        if seats[a][0] != seats[b][0]
        and (_at(groups, seats[a]) in mates or _at(groups, seats[b]) in mates)
    )
    for _, a, b in options:
        (i, x), (j, y) = seats[a], seats[b]
        groups[i][x], groups[j][y] = groups[j][y], groups[i][x]
        if broken(groups, apart) < now:
            return True
        groups[i][x], groups[j][y] = groups[j][y], groups[i][x]
    return False


def _at(groups: Sequence[Sequence[int]], seat: tuple[int, int]) -> int:
    return groups[seat[0]][seat[1]]


def together(table: Table, field: Field) -> list[Pair]:
    """Return the pairs that are together at a table although they are kept apart."""
    met = table.opponents | table.partners
    found = [pair for pair in field.apart if pair in met]
    found += [pair for pair in field.not_partners - field.apart if pair in table.partners]
    return sorted(found, key=sorted)


def notes_on(table: Table, field: Field) -> tuple[Note, ...]:
    """Return a note on each pair that is together at a table."""
    text = gettext_noop("%(first)s and %(second)s are together, although you keep them apart.")
    return tuple(
        Note(TOGETHER, text, {"first": Id(first), "second": Id(second)})
        for first, second in map(sorted, together(table, field))
    )


def with_notes(draw: Draw, field: Field) -> Draw:
    """Add what became of the pairs that are kept apart.

    The notes are warnings, which only the desk sees, and never reasons.
    """
    here = {entrant.id for entrant in field.entrants}
    pairs = [pair for pair in field.apart | field.not_partners if pair <= here]
    if not pairs:
        return draw
    tables = tuple(
        replace(table, warnings=(*table.warnings, *notes_on(table, field))) for table in draw.tables
    )
    kept = len(pairs) - len({pair for table in tables for pair in together(table, field)})
    text = ngettext_noop(
        "Kept apart as noted at the desk: %(count)s pair.",
        "Kept apart as noted at the desk: %(count)s pairs.",
        "count",
    )
    note = (Note(KEPT, text, {"count": kept}),) if kept else ()
    return replace(draw, tables=tables, warnings=(*draw.warnings, *note))


def pairs_of(
    noted: Iterable[Sequence[object]], ids: Mapping[int, int]
) -> tuple[frozenset[Pair], frozenset[Pair]]:
    """Return those who must not meet and those who must not be partners, as ids.

    `noted` are (number, number, kind), see `Tournament.kept_apart`; `ids` by number. Entrants who
    are not among them are left out.
    """
    found: dict[bool, set[Pair]] = {True: set(), False: set()}
    for one, other, kind in noted:
        if one in ids and other in ids:
            found[kind == PARTNERS].add(frozenset((ids[one], ids[other])))  # type: ignore[index]
    return frozenset(found[False]), frozenset(found[True])


MEET, PARTNERS = "meet", "partners"
