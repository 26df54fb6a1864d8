"""Duplicate: which board a hand of a match was, if a table plays them in another order, or a board
of another round.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F

from scoring.games.live import announce
from scoring.models import Device, Game
from scoring.rules import Conflict
from scoring.rules.words import gettext_noop
from tournaments import lifecycle
from tournaments.actions.board_places import check_boards
from tournaments.actions.coming_rounds import not_begun, seat_again
from tournaments.actions.common import (
    check_reason,
    conflict,
    lock,
    lock_match,
    log,
    match_params,
    rule_error,
)
from tournaments.actions.games import lock_games
from tournaments.actions.notices import notify_entrants
from tournaments.channels import bump_match
from tournaments.match import agreement
from tournaments.match.results import count_match
from tournaments.models import Match, MatchGame, Phone
from tournaments.stage.history import history_of, seated_match

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


def hands_written(match: Match, room: int = 0) -> int:
    """Return how many of a match's boards have a hand on the phone; at this table, if there are
    two.
    """
    rows = MatchGame.objects.filter(match=match, game__isnull=False)
    row = (rows.filter(number=room) if room else rows).first()
    return row.game.rounds.count() if row is not None and row.game is not None else 0


def play_next(match: Match, board: int, device: Device, room: int = 0) -> Match:
    """Let a table play another of its open boards next, on the phone that writes, or on any while
    none does; `room` is the table if there are two.

    Raises RuleError if the board is not open here.
    """
    with transaction.atomic():
        games = [pk for pk in match.games.values_list("game", flat=True) if pk is not None]
        lock_games(games)
        lock(match.session_round.stage.tournament, "lead")
        match = lock_match(match)
        lifecycle.check_round("play", match.session_round)
        _check_phone(match, device, room)
        owner = MatchGame.objects.get(match=match, number=room) if room else match
        written = hands_written(match, room)
        had, still_open = owner.boards[:written], owner.boards[written:]
        if board not in still_open:
            text = gettext_noop("Board %(board)s is not open at this table.")
            raise rule_error("board_not_open", "board", text, board=board)
        still_open.remove(board)
        _write(match, [*had, board, *still_open], None, "", owner)
    return match


def _check_phone(match: Match, device: Device, room: int) -> None:
    mistake = agreement.locked(match)
    if mistake is not None:
        raise Conflict((mistake,))
    writers = Phone.objects.filter(match=match, room=room, writes=True)
    if writers.exists() and not writers.filter(device=device).exists():
        text = gettext_noop("Only the phone that writes this match, or the director, can do this.")
        raise conflict("not_the_writer", "board", text)


def set_boards(
    match: Match, by: "AbstractBaseUser | None", boards: Sequence[int], reason: str
) -> Match:
    """Record which boards a table played, hand by hand; one may be of another round.

    Rounds to come are seated without boards that a pair has played. Raises RuleError without a
    reason, for an unknown or repeated board, one with an average that is not in it any more, and if
    somebody has played a board twice.
    """
    reason = check_reason("boards_set", reason)
    with transaction.atomic():
        lock(match.session_round.stage.tournament, "lead")
        match = lock_match(match)
        lifecycle.check_round("rule", match.session_round)
        _check(match, boards)
        _write(match, boards, by, reason)
        history = history_of(match.session_round.stage)
        number = match.session_round.number
        check_boards(history, number)
        seat_again([row for row in not_begun(match.session_round.stage) if row.number > number])
    return match


def _check(match: Match, boards: Sequence[int]) -> None:
    of_session = {
        board
        for rows in history_of(match.session_round.stage).rounds
        for seated in rows.seated
        for board in seated.match.boards
    }
    if len(boards) != len(match.boards) or len({*boards}) != len(boards) or {*boards} - of_session:
        text = gettext_noop("Choose a different board of this session for each hand.")
        raise rule_error("bad_boards", "boards", text)
    gone = sorted(int(one) for one in match.averages if int(one) not in boards)
    if gone:
        text = gettext_noop("Board %(board)s has averages here: take them back first.")
        raise conflict("board_ruled", "boards", text, board=gone[0])


def _write(
    match: Match,
    boards: Sequence[int],
    by: "AbstractBaseUser | None",
    reason: str,
    owner: Match | MatchGame | None = None,
) -> None:
    """Keep the boards, of the match or of one of its two tables (`owner`); pages of the table and
    of its game follow.
    """
    owner = owner or match
    if [*boards] == owner.boards:
        return
    public = agreement.was_public(match)
    owner.boards = [*boards]
    owner.save(update_fields=["boards"])
    seated = seated_match(match)
    count_match(seated)
    for game in Game.objects.filter(match_game__match=match):
        Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
        announce(game.pk, Game.objects.values_list("version", flat=True).get(pk=game.pk))
    bump_match(match.pk)
    params = match_params(match) | {"boards": ", ".join(map(str, boards))}
    line = log(match.session_round.stage.tournament, "boards_set", by, params, reason)
    if public:
        notify_entrants(line, seated.everybody)
