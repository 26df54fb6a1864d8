"""The table's board: what its page shows,
and what its script asks for when something has changed.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.games import chain, lifecycle
from scoring.games.access.devices import known_device
from scoring.games.access.handover import pass_for
from scoring.games.host import Behind, of_match
from scoring.games.live import ticket_of
from scoring.games.queries import Table, chosen_chairs, standing_of
from scoring.games.wording import column_names, figure, names_with_dummy, recordings_of, sweep_name
from scoring.models import Device, Game
from scoring.pages.common import GameRequest
from scoring.pages.disputes import disputes
from scoring.pages.ending import ending_of, new_partners
from scoring.pages.lateness import late_entries
from scoring.pages.live_pages import build_id
from scoring.pages.rated import changed_in
from scoring.pages.table.forms import as_typed
from scoring.pages.table.match_clock import clock_data
from scoring.pages.table.recent import recent_rounds
from scoring.pages.table.screen import (
    CARD_POINTS,
    COUNTED_CARDS,
    LEAD_SIGNS,
    heads_of,
    position_at,
    shuffler,
    tiles_of,
    why_on,
)
from scoring.pages.table.script import NOBODY, after_a_copy, script_data
from scoring.pages.table.seating import Reseating, first_round_hint, reseating
from scoring.people.milestones import meant
from scoring.rules import VARIANTS, recording_of

# Parts of the board that the server draws, put in place by the script when the game has changed.
PARTS = {
    "disputes": "scoring/table/_disputes.html",
    "rounds": "scoring/table/_rounds.html",
    "reseating": "scoring/table/_reseating.html",
    "rest": "scoring/table/_rest.html",
}


@dataclass(frozen=True)
class Asking:
    """Who looks at a board. `begun` is False of one that is drawn before there is a game, for
    nobody in particular.
    """

    role: str
    device: Device | None
    csrf: str
    begun: bool = True
    came_from: str = ""  # the address that led here


def board(
    request: GameRequest,
    table: Table,
    *,
    number: int | None = None,
    typed: Mapping[str, str] | None = None,
    recording: str = "",
) -> dict[str, Any]:
    """What the board shows to the phone that asks: see `board_for`."""
    came_from = request.headers.get("Referer", "")
    asking = Asking(request.role, known_device(request), get_token(request), came_from=came_from)
    return board_for(asking, table, number=number, typed=typed, recording=recording)


def board_for(
    asking: Asking,
    table: Table,
    *,
    number: int | None = None,
    typed: Mapping[str, str] | None = None,
    recording: str = "",
) -> dict[str, Any]:
    """What the board shows: the coming round, or round `number` to be corrected; in the form of
    `recording` where it is offered.

    `typed` are the fields of the form without script; where they are not given, those of the round
    to be corrected.
    """
    if typed is None:
        typed = as_typed(table.entries[number - 1].data) if number else {}
    game = table.game
    device = asking.device
    standing = standing_of(game) if asking.begun else NOBODY
    position = position_at(table, number) if number else table.position
    tiles = tiles_of(table, position)
    seats = sorted(tiles, key=lambda tile: tile.seat)
    data = script_data(table, position, tiles, csrf=asking.csrf, standing=standing, device=device)
    recordings = _recordings(table, number)
    if recording in dict(recordings):
        data["recording"] = recording
    behind = of_match(game).behind(game)
    stopped = behind.stopped if behind and not number else None
    data |= clock_data(behind, table) if not number else {}
    data |= {"build": build_id()} | (
        {"ticket": ticket_of(game)} if asking.begun else {"unborn": True, "version": 0}
    )
    if device is not None:
        data |= {"pass": pass_for(game, device), "phone": device.code}
    columns = column_names(table)
    names = names_with_dummy(table)
    over = game.state in {Game.State.FINISHED, Game.State.STOPPED} and table.entries and not number
    return {
        "game": game,
        "table": table,
        "role": asking.role,
        "unborn": not asking.begun,
        "device": device,
        "position": position,
        "number": position.number,
        "correcting": number is not None,
        "writing": number is not None
        or (lifecycle.allowed("record", game.state) and not position.finished and not stopped),
        "tiles": tiles,
        "seats": seats,
        "plain_seats": [
            {
                "tile": tile,
                "place_field": f"place_{tile.seat}",
                "place": typed.get(f"place_{tile.seat}", ""),
                "call_field": f"call_{tile.seat}",
                "call": typed.get(f"call_{tile.seat}", ""),
            }
            for tile in seats
        ],
        "typed": typed,
        "totals": list(zip(columns, table.position.totals, strict=True)),
        "two_sides": len(columns) == 2,
        "heads": heads_of(table, tiles),
        "lead_sign": LEAD_SIGNS.get(VARIANTS[game.variant].lead.field, ""),
        "limit": None if number else table.rules.round_limit,
        "race": race(table.rules.target_score, table.position.totals) if len(columns) == 2 else (),
        "winners": [columns[column] for column in table.position.winners],
        "ending": ending_of(table) if over and not stopped else None,
        "meant": meant(table) if over else (),
        "rated": changed_in(table, device, at_hand=True) if over else (),
        "turned": new_partners(table),
        "level": why_on(position),
        "shuffler": shuffler(table, position),
        "pairs": [(points, 100 - points) for points in CARD_POINTS],
        "counted_cards": [(points, label, range(count)) for points, count, label in COUNTED_CARDS],
        "side_names": [" & ".join(names[seat] for seat in side) for side in position.sides],
        "sweep_name": sweep_name(position.sides),
        "recordings": recordings,
        "rounds": recent_rounds(table, standing),
        "to_agree": [
            line.entry
            for line in table.lines
            if device is not None
            and line.entry.device_id != device.pk
            and line.entry.pk not in standing.agreed
            and line.number not in standing.rivals
        ],
        "agreement_id": uuid.uuid4(),
        "may_choose": not number,
        "late": [] if number or not asking.begun else late_entries(table),
        # Whoever writes a round again sees what this takes the place of.
        "disputes": [
            one for one in disputes(table, standing, device) if number in {None, one.number}
        ],
        "reseating": None if number else _reseating(table),
        "hint": first_round_hint() if table.is_rank_game and not table.entries else "",
        # For the form without script: sent twice by a double tap, it makes one round.
        "entry_id": uuid.uuid4(),
        "undo_id": uuid.uuid4(),
        "behind": behind,
        "stopped": stopped,
        "had": " : ".join(figure(total) for total in table.position.totals) if stopped else "",
        "corrects": lifecycle.allowed("correct", game.state) and not (behind and behind.locked),
        "cancel": _way_back(asking.came_from, game, number) if number else "",
        "last": table.entries[-1] if table.entries and not number else None,
        "screen": data,
        # Of all forms, too: another would be 50 bytes that no packing makes smaller
        "csrf_token": asking.csrf,
    }


def _recordings(table: Table, number: int | None) -> list[tuple[str, str]]:
    """How much may be recorded, the least first: of a round to be corrected as much as was, or
    more. In a match the director says it.
    """
    if table.game.of_match:
        return []
    offered = recordings_of(table.game.variant)[::-1]
    if number is None:
        return offered
    was = recording_of(table.entries[number - 1].played, table.rules.recording)
    return offered[[key for key, _label in offered].index(was) :] if offered else []


def race(target: int | None, totals: Sequence[int]) -> list[int]:
    """How far on its way to the target each side is, in hundredths; nothing where there is no
    target.
    """
    return [max(0, min(100, total * 100 // target)) for total in totals] if target else []


def _reseating(table: Table) -> Reseating | None:
    """The new seats after the last round of a game of ranks; None of any other, and before the
    first round.
    """
    if not table.is_rank_game or not table.entries:
        return None
    return reseating(table, chosen_chairs(table))


def _way_back(came_from: str, game: Game, number: int) -> str:
    """Where a correction is given up to: the history or the table if that led here, else the round
    on the sheet.
    """
    for page in (
        reverse("round_history", args=[game.pk, number]),
        reverse("score", args=[game.pk]),
    ):
        if came_from.endswith(page):
            return page
    return f"{reverse('game', args=[game.pk])}#round-{number}"


def state_of(request: GameRequest, table: Table) -> dict[str, Any]:
    """What the script asks for: its data again,
    and the parts of the board that the server draws.
    """
    context = board(request, table)
    state: dict[str, Any] = context["screen"]
    parts = {key: render_to_string(name, context, request) for key, name in PARTS.items()}
    # Kept on the phone with these news, so that the page, which everybody loads, does without it.
    handing = render_to_string("scoring/handover/show.html", context, request)
    late = _(
        "Rounds have waited on this phone since %(day)s. Connect it, or hand the game to another "
        "phone."
    )
    return state | {
        "parts": parts,
        "afterCopy": after_a_copy(table),
        "handing": handing,
        "longWait": late,
    }


def state_tag(game: Game, language: str, role: str, behind: Behind | None = None) -> str:
    """The ETag of the state: other as soon as anything that the page shows may be. A game that was
    set back to an older copy comes to the same version once more, but to another head of its chain.
    """
    match = behind.mark if behind else ""
    return (
        f'W/"{game.version}-{chain.code(game.chain_head)}-{match}-{language}-{role}-{build_id()}"'
    )
