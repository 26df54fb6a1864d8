"""What a draw is made from and what comes out of it: values that never change.

Everybody is an id: an entrant is a person, a pair or a team, and the draw does not care which.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Number = int | Fraction  # ranking points; never a float: a tie must be a tie
Side = tuple[int, ...]  # the ids of those who play together, in the order of their seats


@dataclass(frozen=True)
class Note:
    """Something the draw has to say about a table: why these met, or what the director should look
    at.

    `code` is stable, `text` an English template marked for translation, `params` its values. A
    value in `params` that is an `Id` is an entrant; whoever shows the note puts the name there.
    """

    code: str
    text: str
    params: Mapping[str, object] = field(default_factory=dict, hash=False)


class Id(int):
    """An entrant inside the params of a note or an error. Shown as "#7" until somebody puts the
    name there.
    """

    def __str__(self) -> str:
        return f"#{int(self)}"


@dataclass(frozen=True)
class Entrant:
    """Somebody who is there for this draw.

    `place` counts from 1, the best first, and is everybody's own: the standings before the draw, or
    the order of the seeds before the first. `points` are ranking points so far. Two of the same
    `club` (or family) are kept apart where that can be; an empty one is nobody's. `group` is the
    group of a stage that plays in groups. `fixed_table` is the number of the table this one needs
    (a wheelchair, a bad leg). `five`: sits at a table of five wherever there is one (the director
    who plays along).
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

    `sides` are those who play together, best placed side first. Where people change partners at the
    table (a table of five, a league evening of four) or everybody plays alone, each side is one
    person; `games` then names the sides of each game in turn, those who sit out of it left out.
    Without `games` the sides play each other.

    `number` is the number on the table, 0 until it has one. `winner` is the index of the side that
    won: what a knock-out goes by, None where nobody has (yet); with `nobody` nobody will, since
    nobody came. `key` is the match's place in a bracket or schedule, "" elsewhere.
    """

    sides: tuple[Side, ...]
    games: tuple[tuple[Side, ...], ...] = ()
    number: int = 0
    reasons: tuple[Note, ...] = ()
    warnings: tuple[Note, ...] = ()
    key: str = ""
    winner: int | None = None
    nobody: bool = False

    @property
    def everybody(self) -> tuple[int, ...]:
        """All ids at the table."""
        return tuple(id_ for side in self.sides for id_ in side)

    @property
    def all_games(self) -> tuple[tuple[Side, ...], ...]:
        """The sides of every game that is planned, one where nothing special is."""
        return self.games or (self.sides,)


@dataclass(frozen=True)
class SessionRound:
    """One session round as it was drawn: the tables, and who had none.

    `byes` were given by the draw, and stay in its order: in a bracket the order of their slots.
    `absent` had asked to miss it (or had not come yet, or were gone).
    """

    tables: tuple[Table, ...] = ()
    byes: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()


@dataclass(frozen=True)
class Field:
    """All that a draw may look at.

    `entrants` are those who are there, in any order; `past` the session rounds of this stage so
    far, oldest first; `number` the round to draw, from 1; `seed` makes the draw repeatable;
    `settings` are the format's own, complete and checked (see `Format.read`). The order of
    `entrants` changes nothing: the same field gives the same draw.
    """

    entrants: tuple[Entrant, ...]
    past: tuple[SessionRound, ...] = ()
    number: int = 1
    seed: int = 0
    settings: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Draw:
    """A drawn session round.

    `relaxed` says, in the order they were given up, which wishes the draw could not keep (empty
    where it kept all of them). `warnings` are about the whole round; those about a table stand with
    the table. Tables have numbers, from 1, and fixed tables are kept. `byes` stand in the order of
    their slots where there is a bracket. `groups` are pairs of id and group where the draw has
    dealt groups.
    """

    tables: tuple[Table, ...] = ()
    byes: tuple[int, ...] = ()
    relaxed: tuple[Note, ...] = ()
    warnings: tuple[Note, ...] = ()
    groups: tuple[tuple[int, str], ...] = ()


def pairs_met(
    tables: Sequence[Table],
) -> tuple[dict[frozenset[int], int], dict[frozenset[int], int]]:
    """How often each two were partners, and how often opponents, over all games of these tables.

    At one table they count once for being partners and once for being opponents, however many games
    it played.
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
