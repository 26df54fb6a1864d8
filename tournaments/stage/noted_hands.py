"""Duplicate: the cards that players noted of boards dealt at the table.

A card that is noted in two hands is refused nowhere: a refusal would tell a player what the others
noted. Both hands are kept, and whoever may see the cards sees the contradiction.
"""

from collections.abc import Collection, Mapping
from typing import Any

from tournaments.match.board_results import deal_of
from tournaments.models import DealtHand, Match, SessionRound, Stage
from tournaments.pairing.duplicate.deals import SEATS, Hand, held_twice, with_fourth
from tournaments.stage.deals import cards_are_public, dealt_and_noted
from tournaments.standings.duplicate.board_results import PLAYED

Deals = dict[tuple[int, int], dict[int, Hand]]  # by board and deal, then by seat


def noted_hands(stage: Stage, boards: Collection[int] | None = None) -> Deals:
    """Return the hands as noted on these boards, or on all: one query. Those of a further deal are
    left out if the board is no longer marked as fouled.
    """
    rows = DealtHand.objects.filter(stage=stage).order_by("board", "deal", "seat")
    if boards is not None:
        rows = rows.filter(board__in=boards)
    found: Deals = {}
    for board, deal, seat, cards in rows.values_list("board", "deal", "seat", "cards"):
        if deal <= deals_on(stage, board):
            found.setdefault((board, deal), {})[seat] = tuple(cards)
    return found


def boards_held_twice(stage: Stage) -> list[int]:
    """Return the boards of which a card is noted in two hands; none where nothing is noted."""
    if not dealt_and_noted(stage):
        return []
    return sorted({key[0] for key, hands in noted_hands(stage).items() if held_twice(hands)})


def complete_hands(hands: Mapping[int, Hand]) -> dict[int, Hand]:
    """Return all four hands of a deal, or nothing if they are not known or contradict."""
    found = with_fourth(hands)
    return found if len(found) == SEATS and not held_twice(found) else {}


def deals_on(stage: Stage, board: int) -> int:
    """Return how many deals a board has had: one more than it was fouled."""
    return 1 + len(stage.fouled_boards.get(str(board), ()))


def public_hands(stage: Stage, board: int) -> dict[int, dict[int, Hand]]:
    """Return the hands of a board by deal and seat if everybody may see them, the fourth hand from
    the other three; else nothing. The stage's tournament must be loaded.
    """
    if not dealt_and_noted(stage) or not cards_are_public(stage):
        return {}
    noted = noted_hands(stage, [board])
    return {deal: with_fourth(hands) for (_board, deal), hands in noted.items()}


def deals_first(match: Match, board: int) -> bool:
    """Whether the cards of a board are dealt at this table: no earlier table has a score with them.

    One query. The match's session round and stage must be loaded.
    """
    session_round = match.session_round
    if not dealt_and_noted(session_round.stage):
        return False
    rows = Match.objects.filter(
        session_round__stage=session_round.stage, session_round__number__lte=session_round.number
    ).exclude(session_round__state=SessionRound.State.DRAFT)
    own, deal = _turn(match, board), deal_of(match, board)
    columns = ("number", "boards", "result", "session_round__number")
    for other in rows.select_related("session_round").only(*columns):
        other.session_round.stage = session_round.stage
        if (
            board in other.boards
            and _turn(other, board) < own
            and deal_of(other, board) == deal
            and _has_score(other.result, board)
        ):
            return False
    return True


def _turn(match: Match, board: int) -> tuple[int, int, int]:
    """Return when a match plays a board: tables of a round may share boards in another order."""
    return match.session_round.number, match.boards.index(board), match.number


def _has_score(result: Mapping[str, Mapping[str, Any]] | None, board: int) -> bool:
    lines = (result or {}).values()
    return any(
        entry[0] == board and len(entry) >= PLAYED
        for line in lines
        for entry in line.get("boards", ())
    )
