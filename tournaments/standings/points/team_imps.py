"""Teams of four: two tables play the same boards, and the swing on each gives IMPs.

A team sits north-south at one of the two tables and east-west at the other. Its margins on a board
at both tables together are the swing, so that the luck of the cards goes out. A board counts once
both tables have played it: no result shows what the other table has still to play.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.standings.duplicate.values import SHARES, imps
from tournaments.standings.lines import Award, Number, Played

from .scoring_system import Part, ScoringSystem, check_tables
from .tally import line_of, plain
from .wbf import winners_points

ROOMS = 2
FEWEST_BOARDS, MOST_BOARDS = 2, 16
ALL = 20  # victory points of a match
USUAL_BYE = 12
# Average plus is 3 IMPs by the laws of duplicate bridge; the other averages in proportion
IMPS_OF = {average: int(15 * share) for average, share in SHARES.items()}

WORDS = (
    ngettext_noop(
        "IMPs %(own)s : %(other)s over %(boards)s board, level",
        "IMPs %(own)s : %(other)s over %(boards)s boards, level",
        "boards",
    ),
    ngettext_noop(
        "IMPs %(own)s : %(other)s over %(boards)s board, %(margin)s ahead",
        "IMPs %(own)s : %(other)s over %(boards)s boards, %(margin)s ahead",
        "boards",
    ),
    ngettext_noop(
        "IMPs %(own)s : %(other)s over %(boards)s board, %(margin)s behind",
        "IMPs %(own)s : %(other)s over %(boards)s boards, %(margin)s behind",
        "boards",
    ),
)


def boards_in(room: int, boards: int) -> list[int]:
    """Return the boards of a match in the order in which a table (1 or 2) plays them.

    The first begins with the first half and the second with the other; then they swap.
    """
    every, half = list(range(1, boards + 1)), (boards + 1) // 2
    return every if room == 1 else every[half:] + every[:half]


@dataclass(frozen=True)
class Swing:
    """A board as both tables played it, or as the director decided (`averages`).

    `scores` are the Tichu points of both sides at each table, in the order of the tables; `imps`
    what the board gives each side.
    """

    board: int
    scores: tuple[tuple[int, int], ...] = ()
    averages: tuple[str, ...] = ()

    @property
    def swing(self) -> int:
        """The first side's margins at both tables together."""
        return sum(own - other for own, other in self.scores)

    @property
    def imps(self) -> tuple[int, int]:
        if self.averages:
            first, second = (IMPS_OF[one] for one in self.averages)
            return first, second
        gained = imps(self.swing)
        return gained, -gained


def swings(
    games: Sequence[Played], sides: Sequence[Sequence[int]], averages: Mapping[int, Sequence[str]]
) -> list[Swing]:
    """Return the boards that count, in order: those that both tables have played or that the
    director decided.

    `averages` are by board, in the order of `sides`.
    """
    rooms = [_by_board(game, sides) for game in games]
    both = set(rooms[0]).intersection(*rooms[1:]) if len(rooms) == ROOMS else set()
    return [
        Swing(board, averages=tuple(averages[board]))
        if board in averages
        else Swing(board, tuple(room[board] for room in rooms))
        for board in sorted(both | set(averages))
    ]


def _by_board(game: Played, sides: Sequence[Sequence[int]]) -> dict[int, tuple[int, int]]:
    """Return the scores of a table's boards, seen from the first of these sides; none if others
    play there.
    """
    at = {frozenset(side): index for index, side in enumerate(game.sides)}
    if at.keys() != {frozenset(side) for side in sides}:
        return {}
    first = at[frozenset(sides[0])]
    return {
        board: (hand.scores[first], hand.scores[1 - first])
        for board, hand in zip(game.boards, game.hands, strict=False)
    }


def _averages(game: Played) -> dict[int, list[str]]:
    """Return the director's averages by board, for each side in turn."""
    return {
        board: [by_id[side[0]] for side in game.sides]
        for board, by_id in game.averages.items()
        if all(side and side[0] in by_id for side in game.sides)
    }


def victory_points(ahead: int, boards: int) -> Number:
    """Return the victory points of a side with this many IMPs more than the other."""
    winner = winners_points(abs(ahead), max(boards, 1))
    return plain(winner if ahead >= 0 else ALL - winner)


class TeamImps(ScoringSystem):
    """IMPs for the swing on each board; their sum gives victory points by the WBF's curve."""

    key = "team_imps"
    name = gettext_noop("Teams of four: IMPs")
    sentence = gettext_noop(
        "Two tables play the same boards. The swing on each gives IMPs, and their sum 20 victory "
        "points, by the World Bridge Federation’s curve."
    )
    each_match = True
    rooms = ROOMS
    usual_bye = USUAL_BYE

    def needs_hands(self, settings: Mapping[str, Any]) -> bool:  # noqa: ARG002
        return True

    def award(
        self,
        games: Sequence[Played],
        entrants: Sequence[int],
        settings: Mapping[str, Any],  # noqa: ARG002
        round: int,  # noqa: A002
    ) -> dict[int, Award]:
        check_tables(games, self)
        sides = games[0].sides
        boards = swings(games, sides, _averages(games[0]))
        if not boards:
            return {}
        played = [one.board for one in boards if one.scores]
        counted = [_only(game, played) for game in games]
        return {
            entrant: _award(entrant, counted, boards, side, round)
            for side, ids in enumerate(sides)
            for entrant in ids
            if entrant in entrants
        }

    def level(self, settings: Mapping[str, Any], *, hands: int, players: int) -> Number:  # noqa: ARG002
        return ALL // 2

    def full(self, settings: Mapping[str, Any], *, hands: int, players: int) -> Number | None:  # noqa: ARG002
        return ALL


def _only(game: Played, boards: Sequence[int]) -> Played:
    """Return a table's game with these boards only."""
    kept = zip(game.boards, game.hands, strict=False)
    return replace(game, hands=tuple(hand for board, hand in kept if board in boards))


def _award(
    entrant: int, games: Sequence[Played], boards: Sequence[Swing], side: int, round_: int
) -> Award:
    gains = [one.imps[side] for one in boards]
    own, other = sum(one for one in gains if one > 0), -sum(one for one in gains if one < 0)
    against = sum(one.imps[1 - side] for one in boards)
    margin, count = own - other, len(boards)
    points = victory_points(margin, count)
    over = not any(game.running for game in games)
    line = replace(
        line_of(entrant, games, round_),
        points=points,
        points_against=victory_points(against, count),
        imps=margin,
        # The whole match is one, decided by IMPs: not two that are won at each table
        games_won=int(over and margin > against),
        games_lost=int(over and margin < against),
    )
    word = WORDS[(margin > 0) + 2 * (margin < 0)]
    params = {"own": own, "other": other, "margin": abs(margin), "boards": count}
    part: Part = (word, params, points)
    return Award(line, (part,))
