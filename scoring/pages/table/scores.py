"""The score at the head of the board: totals, progress to the target, the winner."""

from collections.abc import Sequence
from typing import Any

from scoring.games.queries import Table
from scoring.games.round_words import column_names
from scoring.models import Device
from scoring.pages.end_card import ending_of, new_partners
from scoring.pages.rating_changes import changed_in
from scoring.pages.table.match_clock import OVER
from scoring.pages.table.screen import LEAD_SIGNS, Tile, heads_of
from scoring.people.milestones import milestones_of
from scoring.rules import VARIANTS


def score_context(table: Table, tiles: Sequence[Tile]) -> dict[str, Any]:
    """Return the score after the last recorded round, whichever round the board is for."""
    columns, totals = column_names(table), table.position.totals
    two_sides = len(columns) == 2
    turns, heads = VARIANTS[table.game.variant].turns, heads_of(table, tiles)
    return {
        "head_kind": " of-two" if two_sides else " of-turns" if turns else " of-four" * bool(heads),
        "drawn": sum(not tile.rests for tile in tiles),
        "totals": list(zip(columns, totals, strict=True)),
        "two_sides": two_sides,
        "turns": turns,
        "heads": heads,
        "lead_sign": LEAD_SIGNS.get(VARIANTS[table.game.variant].lead.field, ""),
        "race": race(table.rules.target_score, totals) if two_sides else (),
        "winners": [columns[column] for column in table.winners],
        "turned": new_partners(table),
    }


def race(target: int | None, totals: Sequence[int]) -> list[int]:
    """Return each side's progress towards the target in percent; empty without a target."""
    return [max(0, min(100, total * 100 // target)) for total in totals] if target else []


def end_context(table: Table, device: Device | None, *, kept: bool) -> dict[str, Any]:
    """Return the result of a finished game, and what it meant.

    The result is `kept` from the card of a game stopped by its match, which shows it on its own
    screen, and from that of boards, whose sum decides nothing.
    """
    if table.game.state not in OVER or not table.entries:
        return {"ending": None, "meant": (), "rated": ()}
    return {
        "ending": None if kept else ending_of(table),
        "meant": milestones_of(table),
        "rated": changed_in(table, device, at_hand=True),
    }
