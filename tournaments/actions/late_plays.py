"""Duplicate: a board that a table left open is played after its match is over, by the same people.

The director enters it. The hand is a late one that the director accepts, so that the table's other
hands stay as they are, and the log can undo it.
"""

import uuid
from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db import transaction

from scoring.games.actions.common import lock as lock_game
from scoring.games.actions.late_entries import accept_late, add_late
from scoring.models import Game
from scoring.rules import Round as PlayedRound
from scoring.rules.words import gettext_noop
from tournaments import lifecycle
from tournaments.actions.board_places import check_nowhere_else
from tournaments.actions.common import check_reason, conflict, lock, lock_match, log, match_params
from tournaments.actions.correcting_hands import check_hands_count
from tournaments.actions.disputes import late_entries
from tournaments.actions.later_rounds import later_stages
from tournaments.actions.notices import entrants_at, notify_entrants
from tournaments.channels import bump_match
from tournaments.match import agreement
from tournaments.match.board_results import is_struck_out
from tournaments.models import Match

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


def check_open(match: Match, game: Game, board: int) -> None:
    """Raise RuleError if a match has not left this board open, or not for another hand."""
    check_hands_count(match)
    about: dict[str, object] = {"board": board}
    if not match.done:
        text = gettext_noop("This table is still playing: it enters the board itself.")
        raise conflict("still_playing", "board", text)
    if str(board) in match.averages:
        text = gettext_noop("Board %(board)s has averages here: take them back first.")
        raise conflict("board_ruled", "board", text, **about)
    if is_struck_out(match.session_round.stage, board):
        text = gettext_noop("Board %(board)s is struck out: count it again first.")
        raise conflict("board_struck", "board", text, **about)
    if board not in match.boards[game.rounds.count() :]:
        text = gettext_noop("Board %(board)s is not open at this table.")
        raise conflict("board_not_open", "board", text, **about)
    if late_entries(match).exists():
        text = gettext_noop("This table has sent hands late: decide on them first.")
        raise conflict("late_waits", "board", text)


def play_late(
    match: Match,
    game: Game,
    by: "AbstractBaseUser | None",
    board: int,
    played: PlayedRound,
    reason: str,
    *,
    sides: Sequence[Sequence[int]] | None = None,
) -> Match:
    """Enter the hand of a board that a match left open. The result then counts as agreed by the
    director.

    `game` is the one of the match, `sides` are those that the form showed. Raises RuleError if the
    board is not open there, if the hand is not possible, or if somebody has played the board in
    another round.
    """
    reason = check_reason("board_played_late", reason)
    with transaction.atomic():
        game = lock_game(game)
        tournament = lock(match.session_round.stage.tournament, "correct")
        match = lock_match(match)
        lifecycle.check_round("rule", match.session_round)
        check_open(match, game, board)
        check_nowhere_else(match, board)
        public = agreement.was_public(match)
        _play_next(match, game, board)
        with later_stages(match.session_round.stage, by):
            late = add_late(game, uuid.uuid4(), played, tournament.desk, sides)
            accept_late(late, uuid.uuid4(), tournament.desk)
            match = lock_match(match)
        agreement.mark_agreed(match, agreement.How.DESK)
        match.save(update_fields=list(agreement.COLUMNS))
        bump_match(match.pk)
        line = log(
            tournament, "board_played_late", by, match_params(match) | {"board": board}, reason
        )
        if public:
            notify_entrants(line, entrants_at(match))
    return match


def _play_next(match: Match, game: Game, board: int) -> None:
    """Put the board after those that have been played, as hands belong to boards by their order."""
    written = game.rounds.count()
    still_open = [one for one in match.boards[written:] if one != board]
    match.boards = [*match.boards[:written], board, *still_open]
    match.save(update_fields=["boards"])
