"""Warnings on a draw, including one changed by hand."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scoring.rules.words import gettext_noop
from tournaments.pairing.values import Entrant, Id, Note, SessionRound, Table, pairs_met


def table_warnings(
    table: Table, past: Sequence[SessionRound], entrants: Mapping[int, Entrant]
) -> tuple[Note, ...]:
    """Return warnings on a table: repeated partners or opponents, one club, a fixed table missed.

    `entrants` are those of the field by id; others have no club and no fixed table.
    """
    partners, opponents = pairs_met([before for drawn in past for before in drawn.tables])
    notes = _again("partners_again", table.partners, partners)
    alone = all(len(side) == 1 for side in table.sides)
    if not (alone and len(table.sides) > 2) and not table.games:
        if alone:
            notes += _again("rematch", table.opponents, opponents)
        notes += _clubs_met(table, entrants)
    return (*notes, *_tables_missed(table, entrants))


def _again(
    code: str, now: Iterable[frozenset[int]], before: Mapping[frozenset[int], int]
) -> list[Note]:
    """Return a note on each two who were partners before, or opponents (`rematch`)."""
    text = (
        gettext_noop("%(first)s and %(second)s have met before.")
        if code == "rematch"
        else gettext_noop("%(first)s and %(second)s have been partners before.")
    )
    pairs = sorted(sorted(pair) for pair in now if before.get(pair))
    return [Note(code, text, {"first": Id(first), "second": Id(second)}) for first, second in pairs]


def _clubs_met(table: Table, entrants: Mapping[int, Entrant]) -> Iterator[Note]:
    """Yield a note on each two opponents of one club."""
    no_others = len(table.everybody) == 2
    for first, second in sorted(map(sorted, table.opponents)):
        if _same_club(first, second, entrants):
            yield _of_one_club(first, second, entrants[first].club, alone=no_others)


def _tables_missed(table: Table, entrants: Mapping[int, Entrant]) -> Iterator[Note]:
    """Yield warnings for entrants who need another table; none until the table has a number."""
    text = gettext_noop("Table needed by %(who)s: %(fixed)s.")
    for who in sorted(table.everybody):
        fixed = entrants[who].fixed_table if who in entrants else None
        if fixed is not None and table.number and fixed != table.number:
            yield Note("fixed_table_missed", text, {"who": Id(who), "fixed": fixed})


def bye_warnings(byes: Sequence[int], past: Sequence[SessionRound]) -> tuple[Note, ...]:
    """Return warnings for entrants who would have a second bye."""
    had = {who for drawn in past for who in drawn.had_bye}
    text = gettext_noop("Not the first bye for %(who)s.")
    return tuple(Note("bye_again", text, {"who": Id(who)}) for who in sorted(byes) if who in had)


def _of_one_club(first: int, second: int, club: str, *, alone: bool) -> Note:
    """`alone`: these two are the whole table."""
    if alone:
        return Note("same_club", gettext_noop("Both are from %(club)s."), {"club": club})
    text = gettext_noop("%(first)s and %(second)s are of the same club: %(club)s.")
    return Note("same_club", text, {"first": Id(first), "second": Id(second), "club": club})


def _same_club(first: int, second: int, entrants: Mapping[int, Entrant]) -> bool:
    return (
        first in entrants
        and second in entrants
        and bool(entrants[first].club)
        and entrants[first].club == entrants[second].club
    )
