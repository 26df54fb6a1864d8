"""A match's result as shown at the table: a number for each side of each game.

`Figures` are nested lists: for each game of the match with entries, a list of one number for each
side, in the order of `MatchGame.sides`. The number is the side's Tichu points; in games of ranks it
is the side's place, 1 is best, and level ones share the better place.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeGuard

from scoring.games.parsing import number_typed
from scoring.games.queries import Table, tables_of
from scoring.rules import Conflict, Mistake, RuleError
from scoring.rules.words import gettext_noop
from tournaments.match.played_games import played_of
from tournaments.models import Match, MatchGame
from tournaments.models.rounds import PAPER
from tournaments.standings.lines import Hand, Played

Figures = list[list[int]]

LARGEST = 99_999


def figures_of(games: Sequence[MatchGame], tables: Mapping[object, Table] | None = None) -> Figures:
    """Compute the current figures of a match's games. Two queries unless `tables` is given."""
    if tables is None:
        tables = tables_of(row.game for row in games if row.game is not None)
    return [
        _game(row, tables[row.game_id])
        for row in games
        if row.game_id and tables[row.game_id].entries
    ]


def shape_of(figures: Figures) -> list[int]:
    """Return how many numbers each game has, for the form."""
    return [len(game) for game in figures]


def _game(row: MatchGame, table: Table) -> list[int]:
    played = played_of(row, table)
    numbers = _numbers(played.hands, len(played.sides))
    return [numbers[at] for at in _order_of_sides(row, played)]


def _order_of_sides(row: MatchGame, played: Played) -> list[int]:
    """Return where each drawn side is among those who played, in the order of `row.sides`."""
    found = [frozenset(side) for side in played.sides]
    wanted = [frozenset(side) for side in row.sides]
    # If others sat down than were drawn, their own order is all there is.
    return list(map(found.index, wanted)) if set(found) == set(wanted) else list(range(len(found)))


def scores_by_board(
    row: MatchGame, table: Table, boards: Sequence[int]
) -> list[tuple[int, list[int]]]:
    """Return each board of a match that has been played, with the scores in the order of
    `row.sides`; empty if the match has no boards.
    """
    if not boards:
        return []
    played = played_of(row, table)
    order = _order_of_sides(row, played)
    return [
        (board, [hand.scores[at] for at in order])
        for board, hand in zip(boards, played.hands, strict=False)
    ]


def _numbers(hands: Sequence[Hand], sides: int) -> list[int]:
    if not any(hand.order for hand in hands):
        return [sum(hand.scores[side] for hand in hands) for side in range(sides)]
    means = [
        Fraction(sum(hand.order.index(side) for hand in hands if hand.order), len(hands))
        for side in range(sides)
    ]
    return [1 + sum(other < own for other in means) for own in means]


def figures_ruled(ruling: Mapping[str, Any]) -> Figures:
    """Return the figures of a ruling from a paper sheet; empty for any other kind."""
    if ruling.get("kind") != PAPER:
        return []
    found = []
    for game in ruling["games"]:
        hands = [
            Hand(scores=tuple(hand.get("scores", ())), order=tuple(hand.get("order", ())))
            for hand in game["hands"]
        ]
        if hands:
            found.append(_numbers(hands, len(hands[0].order or hands[0].scores)))
    return found


def figures_now(match: Match, games: Sequence[MatchGame] | None = None) -> Figures:
    """Return the figures in force: a paper sheet's, none for any other ruling, else the games'.

    At most three queries unless `games` (with their `game`) is given.
    """
    if match.ruling is not None:
        return figures_ruled(match.ruling)
    return figures_of(list(match.games.select_related("game")) if games is None else games)


def format_figures(figures: Figures) -> str:
    """Format figures for the log: "480 : 620", several games separated, in plain characters."""
    return " · ".join(" : ".join(map(str, game)) for game in figures)


def fingerprint(match: Match, figures: Figures | None = None) -> str:
    """Return a short fingerprint of the visible result: changes with result, figures or ruling."""
    seen = [match.result, match.ruling, figures_now(match) if figures is None else figures]
    text = json.dumps(seen, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def field_of(game: int, side: int, field: str = "figures") -> str:
    """Return the form field's name for a side of a game, both counted from 0."""
    return f"{field}_{game}_{side}"


def read_figures(
    posted: Mapping[str, str], shape: Sequence[int], field: str = "figures"
) -> Figures:
    """Read figures from form fields `figures_<game>_<side>`, counted from 0.

    `shape`: number of sides per game. Raises RuleError with every field that is empty
    (`figure_missing`) or not an integer (`bad_number`).
    """
    mistakes: list[Mistake] = []
    found: Figures = []
    for game, sides in enumerate(shape):
        found.append([])
        for side in range(sides):
            name = field_of(game, side, field)
            text = str(posted.get(name, ""))
            number = number_typed(text)
            if not text.strip():
                mistakes.append(
                    Mistake("figure_missing", name, gettext_noop("Enter a number for every side."))
                )
            elif number is None or number.denominator != 1 or abs(number) > LARGEST:
                wrong = gettext_noop("Enter a whole number up to %(most)s, such as 480.")
                mistakes.append(Mistake("bad_number", name, wrong, {"most": LARGEST}))
            else:
                found[-1].append(number.numerator)
    if mistakes:
        raise RuleError(mistakes)
    return found


def _has_shape(figures: object, shape: Sequence[int]) -> TypeGuard[Sequence[Sequence[int]]]:
    """Whether these are whole numbers that are not too large, as many per game as in `shape`."""
    if not isinstance(figures, list | tuple):
        return False
    if [len(game) if isinstance(game, list | tuple) else -1 for game in figures] != list(shape):
        return False
    return all(
        type(number) is int and abs(number) <= LARGEST for game in figures for number in game
    )


def given(figures: object, shape: Sequence[int]) -> Figures:
    """Check figures passed to an action. Raises RuleError (`bad_figures`) for another shape."""
    if not _has_shape(figures, shape):
        text = gettext_noop("These numbers do not match the games played: check the result again.")
        raise Conflict((Mistake("bad_figures", "figures", text),))
    return [list(game) for game in figures]
