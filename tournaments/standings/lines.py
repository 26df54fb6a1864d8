"""What a ranking is computed from: one line for each entrant and session round."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

Number = int | Fraction  # never a float: a tie must be a tie

PLAYED, FORFEIT, BYE, ABSENT = "played", "forfeit", "bye", "absent"


@dataclass(frozen=True)
class Line:
    """What one entrant has from one session round.

    `points` are ranking points (victory points, match points), `score` Tichu points; both as the
    match gave them, by its games or by decision. What penalties and bonuses of this session round
    add stands beside them, in `penalty_points` and `penalty_score`: it counts in every sum, but
    decides neither who won the match nor which round was the worst, and a round that is left out
    does not take it along.

    `opponents` are the ids of those on the other side (two where persons are ranked and pairs play,
    more where everybody plays alone), empty for a bye or an absence; `partners` those on the own
    side. `points_against` and `score_against` are the other side's (where several sides play: their
    mean points, and 0). `games_won` and `games_lost` count games of a match. Calls and sweeps count
    hands of the own side; a person's calls are the person's own. `penalties` counts penalties, wish
    violations among them. `hands` were played.

    `kind` is "played", "forfeit" (named, not played), "bye" (given by the draw) or "absent" (asked
    for).
    """

    round: int
    kind: str = PLAYED
    points: Number = 0
    score: int | Fraction = 0
    points_against: Number = 0
    score_against: int | Fraction = 0
    opponents: tuple[int, ...] = ()
    partners: tuple[int, ...] = ()
    games_won: int = 0
    games_lost: int = 0
    hands: int = 0
    sweeps: int = 0
    calls_made: int = 0
    calls_failed: int = 0
    penalties: int = 0
    places: tuple[Number, ...] = ()  # places in games where everybody plays alone, 1 is best
    penalty_points: Number = 0
    penalty_score: int | Fraction = 0

    @property
    def is_judged(self) -> bool:
        """Whether there are penalties or bonuses of this session round."""
        return bool(self.penalty_points or self.penalty_score)

    @property
    def total_points(self) -> Number:
        """Ranking points with penalties and bonuses."""
        return self.points + self.penalty_points

    @property
    def total_score(self) -> int | Fraction:
        """Tichu points with penalties and bonuses."""
        return self.score + self.penalty_score


@dataclass(frozen=True)
class Entered:
    """An entrant with all lines, in the order of the rounds. Every round of the stage has one line.

    `carried` are points and Tichu points brought along from an earlier stage; `extra` are bonuses
    less penalties that belong to no round.
    """

    id: int
    seed: int  # order of the seeds, from 1: the order in which level entrants are shown
    lines: tuple[Line, ...] = ()
    carried_points: Number = 0
    carried_score: int | Fraction = 0
    extra_points: Number = 0
    extra_score: int | Fraction = 0
    penalties: int = 0
    number: int = 0  # what the lot is drawn for, where the id is not the same everywhere; 0: the id


@dataclass(frozen=True)
class Hand:
    """One hand (a deal) as it was scored. `scores` are Tichu points by side, in the order of the
    game's sides.

    `sweep` is the index of the side that was out first altogether. In games without points (Grand
    Seigneur, Always Last) `scores` are empty and `order` has the indexes of the sides, first out
    first.
    """

    scores: tuple[int, ...] = ()
    sweep: int | None = None
    order: tuple[int, ...] = ()


@dataclass(frozen=True)
class Played:
    """One game of a match as it stands: what ranking points are computed from.

    `sides` are the ids of the entrants on each side (a dummy has none and is left out). `finished`
    says that the rules have ended it; a game that was stopped counts as it stands, one that is
    `running` nobody has won yet. `calls_made` and `calls_failed` count by id.
    """

    sides: tuple[tuple[int, ...], ...]
    hands: tuple[Hand, ...] = ()
    finished: bool = True
    winners: tuple[int, ...] = ()  # sides
    calls_made: Mapping[int, int] = field(default_factory=dict, hash=False)
    calls_failed: Mapping[int, int] = field(default_factory=dict, hash=False)
    wish_violations: Mapping[int, int] = field(default_factory=dict, hash=False)
    running: bool = False

    @property
    def totals(self) -> tuple[int, ...]:
        """Tichu points by side over all hands."""
        return tuple(
            sum(column) for column in zip(*(hand.scores for hand in self.hands), strict=True)
        )


@dataclass(frozen=True)
class Award:
    """What a match gave one entrant, with the sum that made it.

    `parts` are (template, params, points) in the order they were added, for the page that opens the
    number.
    """

    line: Line
    parts: tuple[tuple[str, Mapping[str, object], Number], ...] = ()
