"""Notes on a draw: why these meet, what could not be kept, and why the bye goes where it goes."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from scoring.rules.words import gettext_noop
from tournaments.pairing.clubs import NEVER
from tournaments.pairing.swiss.drawing import Drawing
from tournaments.pairing.swiss.past import FLOATED
from tournaments.pairing.swiss.standing import ADJACENT, RANDOM, SLIDE
from tournaments.pairing.values import Entrant, Id, Note, Table

LOOK = 16  # ideal opponents on either side searched for one of the same club

FIRST_ROUND: Mapping[str, Note] = {
    RANDOM: Note("drawn_by_lot", gettext_noop("Drawn by lot.")),
    SLIDE: Note(
        "first_slide", gettext_noop("First round: the top half of the seeds meets the bottom half.")
    ),
    ADJACENT: Note(
        "first_adjacent", gettext_noop("First round: neighbours in the order of the seeds meet.")
    ),
}


class NoteWriter:
    """Builds the tables and notes for a drawing."""

    def __init__(
        self,
        drawing: Drawing,
        pairs: Sequence[tuple[int, int]],
        bye: int | None,
        entrants: Sequence[Entrant],
        first: bool,
    ) -> None:
        """`entrants` are those present; `first`: nothing has been played yet."""
        self.drawing, self.bye, self.first = drawing, bye, first
        self.place = {one.id: (one.place, one.id) for one in entrants}
        self.club = {one.id: one.club for one in entrants}
        self.pairs = sorted(
            ((a, b) if self.place[a] < self.place[b] else (b, a) for a, b in pairs),
            key=lambda pair: self.place[pair[0]],
        )
        level = drawing.score_groups.level
        into: dict[int, int] = {}
        for a, b in self.pairs:
            if level[a] != level[b]:
                low = min(level[a], level[b])
                into[low] = into.get(low, 0) + 1
        self.odd = {
            own
            for own, group in drawing.score_groups.groups.items()
            if (len(group) - into.get(own, 0)) % 2
        }
        line = drawing.score_groups.seating
        self.line, self.at = line, {id_: index for index, id_ in enumerate(line)}

    def tables(self) -> list[Table]:
        """Return the tables without numbers, best placed first."""
        return [self._table(a, b) for a, b in self.pairs]

    def relaxed(self) -> tuple[Note, ...]:
        """Return notes on wishes given up, in order: clubs, a second bye, rematches."""
        found = []
        clubs = sum(self.drawing.same_club(a, b) for a, b in self.pairs)
        if clubs and self.drawing.clubs_first:
            text = gettext_noop("Clubs could not be kept apart (tables: %(count)s).")
            found.append(Note("same_club", text, {"count": clubs}))
        had = self.drawing.past.byes
        if self.bye is not None and had[self.bye]:
            text = gettext_noop(
                "Another bye for %(entrant)s (byes before: %(count)s): it could not be avoided."
            )
            if had[self.bye] > min(had.values()):
                text = gettext_noop(
                    "Another bye for %(entrant)s (byes before: %(count)s): with any other bye more "
                    "would meet again."
                )
            params = {"entrant": Id(self.bye), "count": had[self.bye]}
            found.append(Note("bye_again", text, params))
        again = sum(not self.drawing.have_not_met(a, b) for a, b in self.pairs)
        if again:
            text = gettext_noop("Some meet again: unavoidable (tables: %(count)s).")
            found.append(Note("rematch", text, {"count": again}))
        return tuple(found)

    def bye_notes(self) -> tuple[Note, ...]:
        """Explain the bye, and who had a better claim but was passed over for the sake of the
        others.
        """
        if self.bye is None:
            return ()
        claim = self.drawing.past.claims[self.bye]
        params: dict[str, object] = {
            "entrant": Id(self.bye),
            "byes": claim.byes,
            "missed": claim.missed,
        }
        if self.first and self.drawing.method == RANDOM:
            text = gettext_noop("Bye for %(entrant)s, by lot.")
            params = {"entrant": Id(self.bye)}
        else:
            text = gettext_noop(
                "Bye for %(entrant)s: fewest byes (%(byes)s), then fewest rounds missed "
                "(%(missed)s), "
                "then the lowest place."
            )
        notes = [Note("bye", text, params)]
        earlier = self.drawing.past.turns()[0]
        if earlier != self.bye:
            text = gettext_noop(
                "%(passed)s came first for the bye, but then the others could not have been "
                "matched as well: "
                "more rematches, or more tables of one club."
            )
            notes.append(
                Note("bye_passed_on", text, {"passed": Id(earlier), "entrant": Id(self.bye)})
            )
        return tuple(notes)

    def _table(self, a: int, b: int) -> Table:
        params = {"first": Id(a), "second": Id(b)}
        reasons, warnings = [self._reason(a, b), *self._repeated_float_notes(a, b)], []
        reasons += self._club_avoided(a, b)
        if self.drawing.same_club(a, b) and self.drawing.clubs_first:
            warnings.append(
                Note("same_club", gettext_noop("Both are from %(club)s."), {"club": self.club[a]})
            )
        elif self.drawing.same_club(a, b):
            text = gettext_noop(
                "Both are from the club %(club)s: no other opponent is as close on points."
            )
            if self.first:
                text = gettext_noop("Both are from %(club)s.")
            reasons.append(Note("same_club_by_points", text, {"club": self.club[a]}))
        times, last = self.drawing.past.met(a, b)
        if times:
            text = gettext_noop(
                "%(first)s and %(second)s have met before (times: %(times)s, last in round "
                "%(last)s)."
            )
            warnings.append(Note("rematch", text, params | {"times": times, "last": last}))
            reasons.append(
                Note("rematch_unavoidable", gettext_noop("A rematch could not be avoided."))
            )
        return Table(((a,), (b,)), reasons=tuple(reasons), warnings=tuple(warnings))

    def _reason(self, a: int, b: int) -> Note:
        if self.first:
            return FIRST_ROUND[self.drawing.method]
        level = self.drawing.score_groups.level
        if level[a] == level[b]:
            return Note("same_points", gettext_noop("Both have the same points."))
        floated = a if level[a] > level[b] else b
        if level[floated] in self.odd:
            text = gettext_noop("%(floated)s floated down: an odd number had the same points.")
        else:
            text = gettext_noop(
                "%(floated)s floated down: not all with the same points could meet each other."
            )
        return Note(FLOATED, text, {"floated": Id(floated)})

    def _repeated_float_notes(self, a: int, b: int) -> list[Note]:
        text = gettext_noop(
            "%(floated)s floats the same way as in the round before: in every draw as good "
            "somebody does."
        )
        if not self.drawing.exact:
            text = gettext_noop(
                "%(floated)s floats the same way as in the round before; another draw may avoid it."
            )
        return [
            Note("floats_again", text, {"floated": Id(id_)})
            for id_ in self.drawing.repeated_floats(a, b)
        ]

    @cached_property
    def _without_clubs(self) -> Mapping[int, int]:
        """Everybody's opponent if clubs were ignored."""
        one = self.drawing
        pairs, _bye = Drawing(
            one.order, one.points, {}, one.past, one.method, one.lots, NEVER, one.never
        ).found()
        return {a: b for pair in pairs for a, b in (pair, pair[::-1])}

    def _closer_in_club(self, own: int, met: int) -> list[int]:
        """Return the members of the own club whom one has not met and who are closer than the
        opponent met now.
        """
        distance = self.drawing.score_groups.quality
        around = self.line[max(0, self.at[own] - LOOK) : self.at[own] + LOOK + 1]
        return [
            other
            for other in around
            if other != own
            and self.drawing.same_club(own, other)
            and self.drawing.have_not_met(own, other)
            and distance(own, other)[:2] < distance(own, met)[:2]
        ]

    def _club_avoided(self, a: int, b: int) -> list[Note]:
        """Return a note on a closer opponent of the same club: the closest of either side."""
        if not self.drawing.clubs or (self.first and self.drawing.method == RANDOM):
            return []
        distance = self.drawing.score_groups.quality
        # It is the reason only if they would meet with clubs ignored, and not if a float of the
        # previous round or another opponent rules it out too.
        nearer = [
            (distance(own, other)[:2], self.place[own], self.place[other], own, other)
            for own, met in ((a, b), (b, a))
            for other in self._closer_in_club(own, met)
            if self._without_clubs.get(own) == other
        ]
        if not nearer:
            return []
        own, other = min(nearer)[-2:]
        text = gettext_noop(
            "%(own)s and %(nearer)s are closer in the standings but are kept apart: both are from "
            "the club %(club)s."
        )
        return [
            Note(
                "club_avoided", text, {"own": Id(own), "nearer": Id(other), "club": self.club[own]}
            )
        ]
