"""Shared base of the formats in which everybody plays alone."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from scoring.rules import Conflict, Mistake
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.pairing.format import Format, Whole
from tournaments.pairing.tables import number_tables
from tournaments.pairing.tables_alone.seating import Met
from tournaments.pairing.values import Draw, Field, Id, Note, SessionRound, Table

ROUNDS = Whole(3, 1, 99)
ROUNDS_LABEL = (gettext_noop("Rounds to play"), gettext_noop("How many rounds are played."))
FULL_OF_STRANGERS = Note("all_new", gettext_noop("Nobody here has met anybody else here before."))


class Alone(Format):
    """Everybody plays alone: each side of a table is one person, and games are not listed."""

    units = ("person",)

    def rounds(self, entrants: int, settings: Mapping[str, Any]) -> int:  # noqa: ARG002 - any number of people
        """Return the number in the settings."""
        return int(self.read(settings)["rounds"])


def too_few(field: Field, least: int) -> Conflict:
    """Return the error for a field that does not fill one table."""
    text = ngettext_noop(
        "One table needs at least %(least)s person; there are %(count)s.",
        "One table needs at least %(least)s people; there are %(count)s.",
        "least",
    )
    return Conflict(
        [Mistake("too_few", "entrants", text, {"least": least, "count": len(field.entrants)})]
    )


def seated(
    field: Field,
    groups: Sequence[Sequence[int]],
    byes: Sequence[int],
    met: Met,
    reasons: Mapping[int, Note],
) -> Draw:
    """Build the draw for these groups. `reasons`: group index -> why they sit together."""
    rank = field.ranks.__getitem__
    tables = [
        _table(sorted(group, key=rank), met, reasons.get(index))
        for index, group in enumerate(groups)
    ]
    tables.sort(key=lambda table: rank(table.everybody[0]))
    byes = sorted(byes, key=rank)
    return Draw(
        number_tables(tables, field.fixed_tables),
        tuple(byes),
        warnings=tuple(_bye_note(id_, field.past) for id_ in byes),
    )


def _table(people: Sequence[int], met: Met, reason: Note | None) -> Table:
    """Return a table with a note on how many pairs there have met before."""
    again = sum(frozenset(two) in met for two in combinations(people, 2))
    reasons = [reason] if reason else []
    warnings = []
    if again:
        text = gettext_noop("Pairs at this table who have met before: %(count)s.")
        warnings.append(Note("met_before", text, {"count": again}))
    elif met:
        reasons.append(FULL_OF_STRANGERS)
    sides = tuple((id_,) for id_ in people)
    return Table(sides, reasons=tuple(reasons), warnings=tuple(warnings))


def _bye_note(id_: int, past: Sequence[SessionRound]) -> Note:
    had = sum(id_ in played.had_bye for played in past)
    text = gettext_noop("Bye for %(entrant)s: nobody here had fewer before (%(before)s).")
    return Note("bye", text, {"entrant": Id(id_), "before": had})
