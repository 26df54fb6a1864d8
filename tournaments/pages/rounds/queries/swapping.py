"""Swapping two entrants of a draft: their places, and what is wrong at their tables afterwards."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.actions import draft_changes
from tournaments.models import Entrant, Place, SessionRound
from tournaments.pages.round_tables import RoundBoard, round_board


@dataclass(frozen=True)
class Swap:
    """The effect of a swap.

    `tables` are the two numbers, 0 for a bye; `warnings` are by table, those of the draw under 0.
    """

    first: int
    second: int
    names: tuple[str, str]
    tables: tuple[int, int]
    warnings: Sequence[tuple[int, str]]


def swap_of(session_round: SessionRound, first: Entrant, second: Entrant) -> Swap:
    """Try a swap without making it. Raises RuleError if these two cannot be swapped."""
    numbers = Place.objects.filter(session_round=session_round, entrant__in=(first, second))
    tables = dict(numbers.values_list("entrant", "match__number"))
    board: RoundBoard = draft_changes.preview_swap(session_round, first, second, round_board)
    concerned = set(tables.values())
    warnings = [
        (card.match.number, text)
        for card in board.cards
        if card.match.number in concerned
        for text in card.warnings
    ]
    return Swap(
        first.pk,
        second.pk,
        (board.names[first.pk], board.names[second.pk]),
        (tables[first.pk] or 0, tables[second.pk] or 0),
        [*warnings, *((0, text) for text in board.warnings)],
    )
