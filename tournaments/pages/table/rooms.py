"""The two tables of a match of teams of four, as a phone at one of them sees them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.actions.table_phones import may_write
from tournaments.models import Phone
from tournaments.names import BETWEEN
from tournaments.pages.match_games import GameLine, Squad, squads_of
from tournaments.pages.table.queries import AtTable
from tournaments.pages.team_boards import Room, rooms_of


@dataclass
class RoomHere:
    """One table of a match: what a phone can do there."""

    room: Room
    line: GameLine
    table: AtTable
    squads: Sequence[Squad]
    line_up_error: str = ""

    @property
    def directions(self) -> list[tuple[int, str]]:
        """Return north-south and east-west, each with the index of its side: who sits there, or
        will by default.
        """
        return [(side, self._people(side)) for side in (self.room.north_south, self.room.east_west)]

    def _people(self, side: int) -> str:
        played = self.line.table
        if played is not None:
            names = [played.names[seat] for seat in (side, side + 2)]
        else:
            names = next((one.chosen for one in self.squads if one.index == side), [])
        return BETWEEN.join(names) or self.table.name_of(side)

    @property
    def choose(self) -> bool:
        """Whether a team has more people than seats here."""
        return any(len(one.people) > len(one.chosen) for one in self.squads)

    @property
    def written(self) -> int:
        """Return how many boards have a result here."""
        return len(self.line.hands)

    @property
    def boards(self) -> int:
        return len(self.line.row.boards)

    @property
    def open_boards(self) -> Sequence[int]:
        """Return the boards left to play here, the next one first."""
        boards: Sequence[int] = self.line.row.boards
        return boards[self.written :]

    @cached_property
    def writer(self) -> Phone | None:
        phones = self.table.phones
        return next((one for one in phones if one.writes and one.room == self.room.number), None)

    @property
    def writes(self) -> bool:
        return self.writer is not None and self.writer is self.table.phone

    @property
    def going(self) -> bool:
        return self.line.state in {"playing", "paused"}

    @cached_property
    def other_writes(self) -> bool:
        """Whether another phone is writing here, so that this one would have to ask: not if it has
        written here before.
        """
        if self.writes or not self.going:
            return False
        table = self.table
        return table.device is None or not may_write(table.match, table.device, self.room.number)

    @property
    def asked(self) -> bool:
        phone = self.table.phone
        return self.table.asked and phone is not None and phone.room == self.room.number


def rooms_here(
    table: AtTable, chosen: Mapping[int, Sequence[int]], posted: int, error: str
) -> list[RoomHere]:
    """Return the tables of a match, the own one first; empty if it is played at one table.

    `chosen` are the ticked members by side of the form for game `posted`, which had an `error`.
    """
    board = table.board
    lines = {line.number: line for line in board.games}
    found = []
    for room in rooms_of(board.seated):
        if (line := lines.get(room.number)) is None:
            continue
        here = room.number == posted
        squads = squads_of(board, chosen if here else None, line)
        found.append(RoomHere(room, line, table, squads, error if here else ""))
    return sorted(found, key=lambda one: not one.writes)
