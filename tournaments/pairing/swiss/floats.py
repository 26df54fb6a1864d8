"""Floats of the previous round: entrants should not float in the same direction twice in a row.

The note on a table records who floated and is stored with it, so a later draw reads what was drawn,
even if points have been corrected since.
"""

from collections.abc import Mapping, Sequence

from scoring.rules.words import gettext_noop
from tournaments.pairing.values import Id, Note, Number, SessionRound, Table

FLOATED = "floated"
DOWN, UP = -1, 1


def previous_floats(past: Sequence[SessionRound]) -> dict[int, int]:
    """Return the floats of the previous round by id: DOWN or UP."""
    found: dict[int, int] = {}
    for table in past[-1].tables if past else ():
        for note in table.reasons:
            who = note.params.get("floated")
            if note.code == FLOATED and isinstance(who, int) and who in table.everybody:
                found |= {id_: DOWN if id_ == who else UP for id_ in table.everybody}
    return found


def manual_float_note(table: Table, points: Mapping[int, Number]) -> tuple[Note, ...]:
    """Return the float note of a table set by hand."""
    ids = [id_ for id_ in table.everybody if id_ in points]
    if len(ids) != 2 or points[ids[0]] == points[ids[1]]:
        return ()
    text = gettext_noop("%(floated)s floated down.")
    return (Note(FLOATED, text, {"floated": Id(max(ids, key=points.__getitem__))}),)
