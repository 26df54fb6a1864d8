"""Duplicate: a board that was fouled. From some table on it had other cards, so its results are
compared among those before and those after; or it is struck out, and none of them counts.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db import transaction

from scoring.rules.words import gettext_noop
from tournaments.actions.common import check_reason, lock, lock_stage, log, rule_error
from tournaments.actions.later_rounds import later_stages
from tournaments.channels import bump_match
from tournaments.match.board_results import is_struck_out
from tournaments.match.results import count_match
from tournaments.models import Match, Stage
from tournaments.stage.history import history_of

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

    from tournaments.stage.history import Seated


def mark_fouled(
    stage: Stage,
    by: "AbstractBaseUser | None",
    board: int,
    start: Match | None,
    reason: str,
    *,
    strike: bool = False,
) -> Stage:
    """Record from which match on a board had other cards; None if it never had. Or `strike` it out:
    no result of it counts for anybody.

    Raises RuleError without a reason, for a board that nobody plays, and for its first match or one
    that does not play it.
    """
    reason = check_reason("board_fouled", reason)
    with transaction.atomic():
        tournament = lock(stage.tournament, "correct")
        stage = lock_stage(stage)
        on = [
            seated
            for rows in history_of(stage).rounds
            for seated in rows.seated
            if board in seated.match.boards
        ]
        if not on:
            text = gettext_noop("There is no board %(board)s.")
            raise rule_error("no_such_board", "board", text, board=board)
        again = is_struck_out(stage, board) and not strike
        starts = [] if start is None else [_start(on, start)]
        stage.fouled_boards = {
            key: value for key, value in stage.fouled_boards.items() if key != str(board)
        } | ({str(board): starts} if starts or strike else {})
        stage.save(update_fields=["fouled_boards"])
        with later_stages(stage, by):
            for seated in on:
                seated.match.session_round.stage = stage
                count_match(seated)
                bump_match(seated.match.pk)
        params: dict[str, object] = {"stage": stage.number, "board": board}
        if starts:
            params |= {"round": starts[0][0], "table": starts[0][1]}
        params |= {"struck": True} if strike else {"again": True} if again else {}
        log(tournament, "board_fouled", by, params, reason)
    return stage


def _start(on: "Sequence[Seated]", start: Match) -> list[int]:
    """Return the round and table of a match, which must play the board, and not as the first."""
    places = [(one.match.session_round.number, one.match.number) for one in on]
    at = start.session_round.number, start.number
    if start.pk not in {one.match.pk for one in on} or at == min(places):
        text = gettext_noop("Choose a table that played this board after another one.")
        raise rule_error("bad_table", "start", text)
    return [*at]
