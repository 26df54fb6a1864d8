"""What the people of a game had played at home before it, as plain values: `reading` fills them.

Columns are those of the game that has ended, people are keys of `Player`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Record:
    """The earlier games of a team. A win and a defeat are by the rules: who finishes early has
    neither.
    """

    games: int = 0
    lost: int = 0  # to the other team of this game
    beaten: int = 0  # how often it beat that one
    wins: int = 0  # under the rules of this game, against anybody
    clearest: int = 0  # the largest lead at the end of one of these


@dataclass(frozen=True, slots=True)
class Result:
    """An earlier game of somebody that is over. `team` is None where everybody scored alone."""

    team: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class Year:
    """How many rounds somebody had played in the year of the game, and what one of them brought at
    most.
    """

    rounds: int = 0
    best: int = 0


@dataclass(frozen=True)
class History:
    """What was before a game."""

    teams: Mapping[int, Record] = field(default_factory=dict)  # by column
    # By winner, the oldest first
    results: Mapping[int, Sequence[Result]] = field(default_factory=dict)
    is_whole: bool = True  # of these results: else there are older ones
    deepest: int = 0  # by how much the winners were behind at most in an earlier game that they won
    years: Mapping[int, Year] = field(default_factory=dict)  # by column
    # Calls of somebody, the last ones in a row
    made: Mapping[tuple[int, str], int] = field(default_factory=dict)
