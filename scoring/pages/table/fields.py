"""The form of a round without script: its fields, their choices, and the way back."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse

from scoring.games.queries import Table
from scoring.games.round_words import names_with_dummy, recordings_of, sweep_name
from scoring.models import Game
from scoring.pages.table.screen import CARD_POINTS, COUNTED_CARDS, Tile
from scoring.rules import Position, recording_of


def form_context(
    table: Table, position: Position, seats: Sequence[Tile], typed: Mapping[str, str]
) -> dict[str, Any]:
    """Return the fields of a round in `position`, as filled in so far."""
    names = names_with_dummy(table)
    return {
        "typed": typed,
        "seats": seats,
        "plain_seats": [_fields_of(tile, typed) for tile in seats],
        "pairs": [(points, 100 - points) for points in CARD_POINTS],
        "counted_cards": [(points, label, range(count)) for points, count, label in COUNTED_CARDS],
        "side_names": [" & ".join(names[seat] for seat in side) for side in position.sides],
        "sweep_name": sweep_name(position.sides),
        # For the form without script: sent twice by a double tap, it makes one round.
        "entry_id": uuid.uuid4(),
        "undo_id": uuid.uuid4(),
    }


def _fields_of(tile: Tile, typed: Mapping[str, str]) -> dict[str, Any]:
    place, call = f"place_{tile.seat}", f"call_{tile.seat}"
    return {
        "tile": tile,
        "place_field": place,
        "place": typed.get(place, ""),
        "call_field": call,
        "call": typed.get(call, ""),
    }


def recordings_offered(table: Table, number: int | None) -> list[tuple[str, str]]:
    """Return the levels of detail offered, lowest first; for a correction, at least that of the
    round.

    None in a match, where the director decides.
    """
    if table.game.of_match:
        return []
    offered = recordings_of(table.game.variant)[::-1]
    if number is None:
        return offered
    was = recording_of(table.entries[number - 1].played, table.rules.recording)
    return offered[[key for key, _label in offered].index(was) :] if offered else []


def way_back(came_from: str, game: Game, number: int) -> str:
    """Return where cancelling a correction leads: the history or the table if it came from there,
    else the round on the sheet.
    """
    for page in (
        reverse("round_history", args=[game.pk, number]),
        reverse("score", args=[game.pk]),
    ):
        if came_from.endswith(page):
            return page
    return f"{reverse('game', args=[game.pk])}#round-{number}"
