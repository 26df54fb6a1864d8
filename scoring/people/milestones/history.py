"""What the players of a game had played at home before it, as plain values filled by `queries`.

Columns are those of the finished game; people are keys of `Player`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Record:
    """The earlier games of a team. Wins and defeats are by the rules: a game finished early is
    neither.
    """

    games: int = 0
    lost: int = 0  # to the other team of this game
    beaten: int = 0  # how often it beat that one
    wins: int = 0  # under the rules of this game, against anybody
    clearest: int = 0  # the largest lead at the end of one of these


@dataclass(frozen=True, slots=True)
class Result:
    """An earlier finished game of a person. `team` is None if everybody scored alone."""

    team: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class Year:
    """How many rounds a person had played in the year of the game, and their best one."""

    rounds: int = 0
    best: int = 0


@dataclass(frozen=True)
class History:
    """Everything before a game."""

    teams: Mapping[int, Record] = field(default_factory=dict)  # by column
    # By winner, the oldest first
    results: Mapping[int, Sequence[Result]] = field(default_factory=dict)
    is_whole: bool = True  # all results are included; otherwise there are older ones
    deepest: int = 0  # the largest deficit from which the winners won an earlier game
    years: Mapping[int, Year] = field(default_factory=dict)  # by column
    # By person and call: the current run of made calls
    made: Mapping[tuple[int, str], int] = field(default_factory=dict)
