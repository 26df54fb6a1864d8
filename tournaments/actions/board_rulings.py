"""Averages that a director gives on single boards of a match, for each side apart."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from django.db import transaction

from scoring.rules.words import gettext_noop
from tournaments import lifecycle
from tournaments.actions.board_places import check_nowhere_else
from tournaments.actions.common import (
    check_reason,
    conflict,
    lock,
    lock_match,
    log,
    match_params,
    rule_error,
)
from tournaments.actions.later_rounds import later_stages
from tournaments.actions.notices import entrants_at, notify_entrants
from tournaments.match import agreement
from tournaments.match.results import count_match
from tournaments.match.team_boards import board_numbers
from tournaments.models import Match
from tournaments.pairing.formats import FORMATS
from tournaments.stage.history import seated_match
from tournaments.standings.duplicate.values import SHARES

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

SIDES = 2


def give_averages(
    match: Match,
    by: "AbstractBaseUser | None",
    averages: Mapping[int, Sequence[str]],
    reason: str,
) -> Match:
    """Replace the averages of a match by these: by board, of both sides (north-south first).

    Boards that are not named count by their hands again. Raises RuleError without a reason, for a
    board that the match does not play or somebody has at another table, an unknown average, one for
    a side alone, and before the match has a result.
    """
    reason = check_reason("boards_ruled", reason)
    with transaction.atomic():
        tournament = lock(match.session_round.stage.tournament, "correct")
        match = lock_match(match)
        lifecycle.check_round("rule", match.session_round)
        boards = board_numbers(match)
        _check(match, boards, averages)
        given = {str(board): list(pair) for board, pair in sorted(averages.items())}
        if given == match.averages:
            return match
        for board in averages:
            if str(board) not in match.averages:
                _check_once(match, board)
        changed = [
            board for board in boards if given.get(str(board)) != match.averages.get(str(board))
        ]
        public = agreement.was_public(match)
        match.averages = given
        match.save(update_fields=["averages"])
        with later_stages(match.session_round.stage, by):
            match = count_match(seated_match(match))
        params = match_params(match) | {"boards": ", ".join(map(str, changed))}
        line = log(tournament, "boards_ruled", by, params, reason)
        if public:
            notify_entrants(line, entrants_at(match))
    return match


def _check_once(match: Match, board: int) -> None:
    """Raise RuleError if somebody would have two results on a board. Matches of teams of four have
    boards of their own.
    """
    if FORMATS[match.session_round.stage.format].compares_boards:
        check_nowhere_else(match, board)


def _check(match: Match, boards: Sequence[int], averages: Mapping[int, Sequence[str]]) -> None:
    for board, pair in averages.items():
        if board not in boards:
            text = gettext_noop("This table does not play board %(board)s.")
            raise rule_error("no_such_board", "board", text, board=board)
        if len(pair) != SIDES or any(one not in SHARES for one in pair):
            text = gettext_noop("Board %(board)s: choose what each of the two sides gets.")
            raise rule_error("bad_average", f"board_{board}", text, board=board)
    if not match.done:
        text = gettext_noop(
            "This match has no result yet: wait until it has one, or decide the whole match."
        )
        raise conflict("no_result", "boards", text)
