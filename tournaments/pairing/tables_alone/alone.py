"""Shared base of the formats in which everybody plays alone."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.rules import Conflict, Mistake
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.pairing.format import Format
from tournaments.pairing.tables import number_tables
from tournaments.pairing.tables_alone.numbers import Whole
from tournaments.pairing.tables_alone.seating import Met
from tournaments.pairing.values import Draw, Field, Id, Note, Table

ROUNDS = Whole(3, 1, 99)
ROUNDS_LABEL = (gettext_noop("Number of rounds"), gettext_noop("How many rounds are played."))
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
    place = {entrant.id: (entrant.place, entrant.id) for entrant in field.entrants}
    tables = []
    for index, group in enumerate(groups):
        people = sorted(group, key=place.__getitem__)
        again = sum(
            frozenset((one, other)) in met
            for n, one in enumerate(people)
            for other in people[n + 1 :]
        )
        why = (reasons[index],) if index in reasons else ()
        warnings: tuple[Note, ...] = ()
        if again:
            text = gettext_noop("Pairs at this table who have met before: %(count)s.")
            warnings = (Note("met_before", text, {"count": again}),)
        elif met:
            why = (*why, FULL_OF_STRANGERS)
        tables.append(Table(tuple((id_,) for id_ in people), reasons=why, warnings=warnings))
    tables.sort(key=lambda table: place[table.everybody[0]])
    fixed = {one.id: one.fixed_table for one in field.entrants if one.fixed_table is not None}
    notes = []
    for id_ in sorted(byes, key=place.__getitem__):
        had = sum(id_ in played.byes for played in field.past)
        text = gettext_noop("Bye for %(entrant)s: nobody here had fewer before (%(before)s).")
        notes.append(Note("bye", text, {"entrant": Id(id_), "before": had}))
    return Draw(
        number_tables(tables, fixed),
        tuple(sorted(byes, key=place.__getitem__)),
        warnings=tuple(notes),
    )
