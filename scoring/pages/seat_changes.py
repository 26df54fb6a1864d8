"""Changes of who sits where during a game, in words: who plays from which round on, for whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from scoring.games.queries import Table
from scoring.games.sittings import column_of


@dataclass(frozen=True)
class SeatChange:
    """Somebody plays from round `number` on, on the seat of `before`; or the two change seats.

    `side` is the index of the score column.
    """

    number: int
    side: int
    name: str
    before: str
    swapped: bool = False


class SeatChanges:
    """All changes of a game. No query."""

    def __init__(self, table: Table) -> None:
        self.table = table

    @cached_property
    def by_round(self) -> dict[int, list[SeatChange]]:
        """The changes by the first round played after them."""
        rows = [*self.table.former, *self.table.seats]
        starts = sorted({row.first for row in rows} - {1}) if self.table.former else []
        return {number: self._at(number) for number in starts}

    def _at(self, number: int) -> list[SeatChange]:
        before, after = self.table.as_in(number - 1), self.table.as_in(number)
        was, now = before.names, after.names
        moves = [
            (seat, old.player_id, new.player_id)
            for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True))
            if old.player_id != new.player_id
        ]
        found = []
        told = set[int]()  # of two who changed places, both are told at the first seat
        for seat, old, new in moves:
            if seat in told:
                continue
            others = [other for other, *pair in moves if other > seat and pair == [new, old]]
            swapped = new is not None and bool(others)
            told.update(others[:1] if swapped else ())
            side = column_of(self.table.game.variant, seat)
            found.append(SeatChange(number, side, now[seat], was[seat], swapped))
        return found

    @property
    def next(self) -> list[SeatChange]:
        """The changes before the next round, of which no round was written."""
        return self.by_round.get(self.table.last_number + 1, [])

    @property
    def has_substitute(self) -> bool:
        """Whether somebody else took over; otherwise people only changed seats."""
        now = {seat.player_id for seat in self.table.seats}
        return any(row.player_id not in now for row in self.table.former)

    @property
    def mark(self) -> str:
        """What a game with changes is marked with; "" for others."""
        if not self.table.former:
            return ""
        return _("with a substitute") if self.has_substitute else _("with a change of seats")

    def former(self, seats: Sequence[int]) -> list[str]:
        """Return who sat in these seats earlier, and until which round."""
        return [
            _("%(name)s to round %(number)s")
            % {"name": self.table.as_in(row.last or 1).names[row.number], "number": row.last}
            for row in sorted(self.table.former, key=lambda row: row.first)
            if row.number in seats
        ]
