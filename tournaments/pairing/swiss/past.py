"""Meetings, byes and missed rounds so far, and claims to the next bye."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.rules.words import gettext_noop
from tournaments.pairing.values import Id, Note, Number, SessionRound, Table, pairs_met


@dataclass(frozen=True)
class Claim:
    """A claim to the bye; the lowest key goes first. `lowest` is the place, counted from the
    bottom.
    """

    byes: int
    missed: int
    lowest: int

    @property
    def key(self) -> tuple[int, int, int]:
        """Return the sort key."""
        return self.byes, self.missed, self.lowest


class Past:
    """Meetings, byes and missed rounds of the entrants present."""

    def __init__(self, rounds: Sequence[SessionRound], ids: Sequence[int]) -> None:
        """`rounds` as drawn, oldest first; `ids` of the entrants present, best placed first."""
        present = set(ids)
        self.floats = previous_floats(rounds)
        self._met: dict[tuple[int, int], tuple[int, int]] = {}
        self.byes = dict.fromkeys(ids, 0)
        self.missed = dict.fromkeys(ids, len(rounds))
        for number, drawn in enumerate(rounds, 1):
            for pair in pairs_met(drawn.tables)[1]:
                low, high = sorted(pair)
                if low in present and high in present:
                    self._met[low, high] = (self._met.get((low, high), (0, 0))[0] + 1, number)
            for id_ in present.intersection(drawn.had_bye):
                self.byes[id_] += 1
                self.missed[id_] -= 1
            for id_ in present.intersection(
                id_ for table in drawn.tables for id_ in table.everybody
            ):
                self.missed[id_] -= 1
        self.claims = {
            id_: Claim(self.byes[id_], self.missed[id_], number)
            for number, id_ in enumerate(reversed(ids))
        }

    def met(self, a: int, b: int) -> tuple[int, int]:
        """Return how often these two have met and in which round last; (0, 0) if never."""
        return self._met.get((a, b) if a < b else (b, a), (0, 0))

    def most_met(self) -> int:
        """Return the largest number of different opponents an entrant present has met."""
        return max(Counter(id_ for pair in self._met for id_ in pair).values(), default=0)

    def turns(self) -> list[int]:
        """Return the entrants present by claim to the bye: fewest byes, fewest rounds missed,
        lowest place.
        """
        return sorted(self.claims, key=lambda id_: self.claims[id_].key)


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
