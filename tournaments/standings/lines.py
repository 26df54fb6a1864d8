"""Input of a ranking: one line for each entrant and session round."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.standings.duplicate.board_results import BoardResult

Number = int | Fraction  # never a float: a tie must be a tie

PLAYED, FORFEIT, BYE, ABSENT, VOID = "played", "forfeit", "bye", "absent", "void"


@dataclass(frozen=True)
class Line:
    """One entrant's result of one session round.

    `points` are ranking points (victory points, match points), `score` Tichu points; both as the
    match gave them, by its games or by decision. Penalties and bonuses of this session round are
    separate, in `penalty_points` and `penalty_score`: they count in every sum, but affect neither
    who won the match nor which round was the worst, and stay if a round is left out.

    `opponents` are the ids of the other side (two if persons are ranked and pairs play, more if
    everybody plays alone), empty for a bye or an absence; `partners` those of the own side.
    `points_against` and `score_against` are the other side's (of several sides: their mean points,
    and 0). `games_won` and `games_lost` count games of a match. Calls and sweeps count hands of the
    own side; a person's calls are the person's own. `penalties` counts penalties, including wish
    violations. `hands` were played.

    `kind` is "played", "forfeit" (scheduled, not played), "bye" (given by the draw), "absent"
    (requested) or "void" (the match does not count, as if it did not exist; a ranking leaves the
    line out). `both_lose`: a forfeit lost by both sides.
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
    both_lose: bool = False
    # Results on boards, in duplicate: see `standings.duplicate.board_results`
    boards: tuple[tuple[int | str, ...], ...] = ()
    imps: Number = 0  # won less lost, in a match of teams of four

    @property
    def is_judged(self) -> bool:
        """Whether there are penalties or bonuses for this session round."""
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
    """An entrant with all lines in round order. Every round of the stage has one line.

    `carried_points`, `carried_score` and `carried_boards` come from earlier stages; `extra_points`
    and `extra_score` are bonuses less penalties that belong to no round. `last`: ranked below all
    others, whatever the numbers are.
    """

    id: int
    seed: int  # seed order, from 1: the order in which level entrants are shown
    lines: tuple[Line, ...] = ()
    carried_points: Number = 0
    carried_score: int | Fraction = 0
    extra_points: Number = 0
    extra_score: int | Fraction = 0
    penalties: int = 0
    number: int = 0  # basis of the lot, if ids differ between copies; 0: the id
    last: bool = False
    # In duplicate: results of earlier sessions, compared within their own
    carried_boards: "tuple[BoardResult, ...]" = ()

    def without_void(self) -> "Entered":
        """Return the entrant without void lines. Penalties and bonuses of their rounds stay."""
        void = [line for line in self.lines if line.kind == VOID]
        if not void:
            return self
        return replace(
            self,
            lines=tuple(line for line in self.lines if line.kind != VOID),
            extra_points=self.extra_points + sum(line.penalty_points for line in void),
            extra_score=self.extra_score + sum(line.penalty_score for line in void),
            penalties=self.penalties + sum(line.penalties for line in void),
        )


def without_matches_of(gone: Collection[int], entered: Sequence[Entered]) -> tuple[Entered, ...]:
    """Return the entrants with every match of those `gone` void, and these ranked last."""
    if not gone:
        return tuple(entered)
    return tuple(
        replace(
            one,
            lines=tuple(
                replace(line, kind=VOID)
                if one.id in gone or not set(gone).isdisjoint(line.opponents)
                else line
                for line in one.lines
            ),
            last=one.last or one.id in gone,
        )
        for one in entered
    )


@dataclass(frozen=True)
class Hand:
    """One hand (a deal) as scored. `scores` are Tichu points by side, in the order of the game's
    sides.

    `sweep` is the index of the side whose members were all out first. In games without points
    (Grand Seigneur, Always Last) `scores` is empty and `order` has the indexes of the sides, first
    out first. `calls` are the higher call of each side, "" for none; empty if they are not known.
    """

    scores: tuple[int, ...] = ()
    sweep: int | None = None
    order: tuple[int, ...] = ()
    calls: tuple[str, ...] = ()


@dataclass(frozen=True)
class Played:
    """The current state of one game of a match, from which ranking points are computed.

    `sides` are the ids of the entrants on each side (a dummy has none and is left out). `finished`:
    the rules have ended it; a stopped game counts as it is, a `running` one has no winner yet.
    `calls_made` and `calls_failed` count by id. At a table of a match of teams of four `boards` are
    the numbers of its boards in the order of play, and `averages` what the director gave on single
    boards: by board and id.
    """

    sides: tuple[tuple[int, ...], ...]
    hands: tuple[Hand, ...] = ()
    finished: bool = True
    winners: tuple[int, ...] = ()  # sides
    calls_made: Mapping[int, int] = field(default_factory=dict, hash=False)
    calls_failed: Mapping[int, int] = field(default_factory=dict, hash=False)
    wish_violations: Mapping[int, int] = field(default_factory=dict, hash=False)
    running: bool = False
    boards: tuple[int, ...] = ()
    averages: Mapping[int, Mapping[int, str]] = field(default_factory=dict, hash=False)

    @property
    def totals(self) -> tuple[int, ...]:
        """Tichu points by side over all hands."""
        return tuple(
            sum(column) for column in zip(*(hand.scores for hand in self.hands), strict=True)
        )


@dataclass(frozen=True)
class Award:
    """What a match gave one entrant, with the sum behind it.

    `parts` are (template, params, points) in the order of addition, for the page behind the number.
    """

    line: Line
    parts: tuple[tuple[str, Mapping[str, object], Number], ...] = ()
