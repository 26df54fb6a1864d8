"""Immutable input and output values of a draw.

Everybody is an id: an entrant is a person, a pair or a team, and the draw does not care which.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
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
    a knock-out goes by; None if there is none yet, or with `no_winner` never, since nobody came.
    `key` is the match's place in a bracket or schedule, otherwise "".
    """

    sides: tuple[Side, ...]
    games: tuple[tuple[Side, ...], ...] = ()
    number: int = 0
    reasons: tuple[Note, ...] = ()
    warnings: tuple[Note, ...] = ()
    key: str = ""
    winner: int | None = None
    no_winner: bool = False

    @property
    def everybody(self) -> tuple[int, ...]:
        """All ids at the table."""
        return tuple(id_ for side in self.sides for id_ in side)

    @property
    def all_games(self) -> tuple[tuple[Side, ...], ...]:
        """The sides of each planned game; a single game unless `games` is set."""
        return self.games or (self.sides,)


@dataclass(frozen=True)
class SessionRound:
    """One session round as drawn: the tables, and who had none.

    `byes` were given by the draw and stay in its order: in a bracket, slot order. `absent` had
    asked to miss the round, had not arrived yet, or had left.
    """

    tables: tuple[Table, ...] = ()
    byes: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()


@dataclass(frozen=True)
class Field:
    """Everything a draw may use.

    `entrants` are those present; `past` the session rounds of this stage so far, oldest first;
    `number` the round to draw, from 1; `seed` makes the draw repeatable; `settings` are the
    format's own, complete and checked (see `Format.read`). The order of `entrants` does not matter:
    the same field gives the same draw.
    """

    entrants: tuple[Entrant, ...]
    past: tuple[SessionRound, ...] = ()
    number: int = 1
    seed: int = 0
    settings: Mapping[str, Any] = field(default_factory=dict, hash=False)


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


def pairs_met(
    tables: Sequence[Table],
) -> tuple[dict[frozenset[int], int], dict[frozenset[int], int]]:
    """Count how often each two were partners, and how often opponents, over these tables.

    At one table they count once as partners and once as opponents, however many games it played.
    """
    partners: dict[frozenset[int], int] = {}
    opponents: dict[frozenset[int], int] = {}
    for table in tables:
        together: set[frozenset[int]] = set()
        against: set[frozenset[int]] = set()
        for sides in table.all_games:
            for index, side in enumerate(sides):
                together |= {frozenset((a, b)) for a in side for b in side if a < b}
                against |= {
                    frozenset((a, b)) for other in sides[index + 1 :] for a in side for b in other
                }
        for pair in together:
            partners[pair] = partners.get(pair, 0) + 1
        for pair in against:
            opponents[pair] = opponents.get(pair, 0) + 1
    return partners, opponents
