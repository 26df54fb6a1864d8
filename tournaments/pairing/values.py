"""Immutable input and output values of a draw.

Everybody is an id: an entrant is a person, a pair or a team, and the draw does not care which.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any

Number = int | Fraction  # ranking points; never a float: a tie must be a tie
Side = tuple[int, ...]  # ids of those who play together, in seat order


@dataclass(frozen=True)
class Note:
    """A remark on a table: why these met, or what the director should check.

    `code` is stable, `text` an English template marked for translation, `params` its values. An
    `Id` in `params` is an entrant, replaced by the name when the note is shown.
    """

    code: str
    text: str
    params: Mapping[str, object] = field(default_factory=dict, hash=False)


class Id(int):
    """An entrant in the params of a note or an error. Shown as "#7" unless replaced by a name."""

    def __str__(self) -> str:
        return f"#{int(self)}"


@dataclass(frozen=True)
class Entrant:
    """An entrant present for this draw.

    `place` is unique and counts from 1, best first: the standings before the draw, or the seed
    order before the first. `points` are ranking points so far. Two of the same `club` (or family)
    are kept apart if possible; an empty one matches no other. `group` is the group in a stage with
    groups. `fixed_table` is the number of the table this entrant needs (a wheelchair, a bad leg).
    `five`: sits at a table of five if there is one (a director who plays along).
    """

    id: int
    place: int
    points: Number = 0
    club: str = ""
    group: str = ""
    fixed_table: int | None = None
    five: bool = False


@dataclass(frozen=True)
class Table:
    """Who sits at a table in one session round.

    `sides` are those who play together, best placed side first. If people change partners at the
    table (a table of five, an evening of four) or play alone, each side is one person; `games` then
    lists the sides of each game in turn, without those who sit it out. Without `games` the sides
    play each other.

    `number` is the table number, 0 until assigned. `winner` is the index of the winning side, which
    a knock-out goes by; None if there is none yet, or with `no_winner` never, since both lost.
    `key` is the match's place in a bracket or schedule, otherwise "". `boards` are the numbers of
    the boards that a duplicate table plays, in order; its first side sits north and south.
    """

    sides: tuple[Side, ...]
    games: tuple[tuple[Side, ...], ...] = ()
    number: int = 0
    reasons: tuple[Note, ...] = ()
    warnings: tuple[Note, ...] = ()
    key: str = ""
    winner: int | None = None
    no_winner: bool = False
    boards: tuple[int, ...] = ()

    @property
    def everybody(self) -> tuple[int, ...]:
        """All ids at the table."""
        return tuple(id_ for side in self.sides for id_ in side)

    @property
    def all_games(self) -> tuple[tuple[Side, ...], ...]:
        """The sides of each planned game; a single game unless `games` is set."""
        return self.games or (self.sides,)

    @property
    def partners(self) -> set[frozenset[int]]:
        """Each two who are partners in a game."""
        sides = (side for game in self.all_games for side in game)
        return {frozenset(two) for side in sides for two in combinations(side, 2)}

    @property
    def opponents(self) -> set[frozenset[int]]:
        """Each two who are opponents in a game."""
        facing = (two for game in self.all_games for two in combinations(game, 2))
        return {frozenset((a, b)) for one, other in facing for a in one for b in other}


@dataclass(frozen=True)
class SessionRound:
    """One session round as drawn: the tables, and who had none.

    `byes` were given by the draw and stay in its order: in a bracket, slot order. `absent` had
    asked to miss the round, had not arrived yet, or had left; `free` are those of them who get as
    much for it as for a win.
    """

    tables: tuple[Table, ...] = ()
    byes: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    free: tuple[int, ...] = ()

    @property
    def had_bye(self) -> tuple[int, ...]:
        """The ids for whom the round counts as a bye when the next ones are given out."""
        return self.byes + self.free

    @property
    def everybody(self) -> set[int]:
        """All ids at a table or with a bye."""
        return {id_ for table in self.tables for id_ in table.everybody} | set(self.byes)


@dataclass(frozen=True)
class Field:
    """Everything a draw may use.

    `entrants` are those present; `past` the session rounds of this stage so far, oldest first;
    `number` the round to draw, from 1; `seed` makes the draw repeatable; `settings` are the
    format's own, complete and checked (see `Format.read`). `groups` has the group of each id that
    has one, of those absent too. Each two of `apart` must not meet, each two of `not_partners` not
    be partners, as far as possible. `left` are those who have withdrawn. The order of `entrants`
    does not matter: the same field gives the same draw.
    """

    entrants: tuple[Entrant, ...]
    past: tuple[SessionRound, ...] = ()
    number: int = 1
    seed: int = 0
    settings: Mapping[str, Any] = field(default_factory=dict, hash=False)
    apart: frozenset[frozenset[int]] = frozenset()
    not_partners: frozenset[frozenset[int]] = frozenset()
    groups: Mapping[int, str] = field(default_factory=dict, hash=False)
    left: frozenset[int] = frozenset()

    @property
    def ranked(self) -> list[Entrant]:
        """The entrants, best placed first."""
        return in_order(self.entrants)

    @property
    def ranks(self) -> dict[int, int]:
        """The rank of each id among those present, from 0."""
        return {entrant.id: rank for rank, entrant in enumerate(self.ranked)}

    @property
    def clubs(self) -> dict[int, str]:
        """The club of each id that has one, best placed first."""
        return {entrant.id: entrant.club for entrant in self.ranked if entrant.club}

    @property
    def fixed_tables(self) -> dict[int, int]:
        """The table number of each id that needs a certain table."""
        return {
            entrant.id: entrant.fixed_table
            for entrant in self.entrants
            if entrant.fixed_table is not None
        }


def in_order(entrants: Iterable[Entrant]) -> list[Entrant]:
    """Return the entrants by place, best first."""
    return sorted(entrants, key=lambda entrant: (entrant.place, entrant.id))


@dataclass(frozen=True)
class Draw:
    """A drawn session round.

    `relaxed` lists the wishes given up, in that order. `warnings` concern the whole round; those
    about a table are on the table. Tables are numbered from 1, and fixed tables are kept. `byes`
    are in slot order in a bracket. `groups` are (id, group) pairs if the draw dealt groups.
    """

    tables: tuple[Table, ...] = ()
    byes: tuple[int, ...] = ()
    relaxed: tuple[Note, ...] = ()
    warnings: tuple[Note, ...] = ()
    groups: tuple[tuple[int, str], ...] = ()


def pairs_met(tables: Sequence[Table]) -> tuple[Counter[frozenset[int]], Counter[frozenset[int]]]:
    """Count how often each two were partners, and how often opponents, over these tables.

    At one table they count once as partners and once as opponents, however many games it played.
    """
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for table in tables:
        partners.update(table.partners)
        opponents.update(table.opponents)
    return partners, opponents
