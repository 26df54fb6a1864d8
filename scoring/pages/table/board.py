"""The table's board: what its page shows,
and what its script asks for when something has changed.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scoring.games import chain, lifecycle
from scoring.games.access.devices import known_device
from scoring.games.access.handover import pass_for
from scoring.games.host import MatchState, Stopped, of_match
from scoring.games.live import ticket_of
from scoring.games.queries import Agreements, Table, agreements_of, chosen_chairs
from scoring.games.round_words import figure
from scoring.models import Device, Entry, Game
from scoring.pages.common import GameRequest
from scoring.pages.disputes import disputes
from scoring.pages.late_entries import late_entries
from scoring.pages.live_pages import build_id
from scoring.pages.table.fields import form_context, recordings_offered, way_back
from scoring.pages.table.forms import as_typed
from scoring.pages.table.match_clock import clock_data
from scoring.pages.table.recent import recent_rounds
from scoring.pages.table.scores import end_context, score_context
from scoring.pages.table.screen import position_at, shuffler, tiles_of, why_on
from scoring.pages.table.script import NOBODY, after_a_copy, script_data
from scoring.pages.table.seating import Reseating, first_round_hint, reseating

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
    game, device = table.game, asking.device
    position = position_at(table, number) if number else table.position
    agreements = agreements_of(game) if asking.begun else NOBODY
    tiles = tiles_of(table, position)
    recordings = recordings_offered(table, number)
    match_state = of_match(game).match_state(game)
    screen = script_data(
        table, position, tiles, csrf=asking.csrf, agreements=agreements, device=device
    )
    if recording in dict(recordings):
        screen["recording"] = recording
    if number:
        of_round = _correction_context(asking, game, number)
    else:
        screen |= clock_data(match_state, table)
        of_round = _coming_context(asking, table, match_state.stopped if match_state else None)
    return {
        "game": game,
        "table": table,
        "role": asking.role,
        "unborn": not asking.begun,
        "device": device,
        "match_state": match_state,
        "position": position,
        "number": position.number,
        "correcting": number is not None,
        "tiles": tiles,
        "level": why_on(position),
        "shuffler": shuffler(table, position),
        "recordings": recordings,
        "hint": first_round_hint() if table.is_rank_game and not table.entries else "",
        "corrects": lifecycle.allowed("correct", game.state)
        and not (match_state and match_state.locked),
        "screen": screen | _screen_of_phone(asking, game),
        # Of all forms, too: another would be 50 bytes that no packing makes smaller
        "csrf_token": asking.csrf,
        **of_round,
        **score_context(table, tiles),
        **form_context(table, position, sorted(tiles, key=lambda tile: tile.seat), typed),
        **_written_context(table, agreements, device, number),
    }


def _coming_context(asking: Asking, table: Table, stopped: Stopped | None) -> dict[str, Any]:
    """What the board of the coming round alone shows."""
    game, position = table.game, table.position
    return {
        "writing": lifecycle.allowed("record", game.state)
        and not position.finished
        and not stopped,
        "stopped": stopped,
        "had": " : ".join(figure(total) for total in position.totals) if stopped else "",
        "limit": table.rules.round_limit,
        "may_choose": True,
        "late": late_entries(table) if asking.begun else [],
        "reseating": _reseating(table),
        "last": table.entries[-1] if table.entries else None,
        "cancel": "",
        **end_context(table, asking.device, stopped=stopped is not None),
    }


def _correction_context(asking: Asking, game: Game, number: int) -> dict[str, Any]:
    """What the board has instead for round `number` to be corrected."""
    return {
        "writing": True,
        "stopped": None,
        "had": "",
        "limit": None,
        "may_choose": False,
        "late": [],
        "reseating": None,
        "last": None,
        "cancel": way_back(asking.came_from, game, number),
        "ending": None,
        "meant": (),
        "rated": (),
    }


def _written_context(
    table: Table, agreements: Agreements, device: Device | None, number: int | None
) -> dict[str, Any]:
    """The rounds that were written, and where phones have yet to agree on them."""
    return {
        "rounds": recent_rounds(table, agreements),
        "to_agree": _to_agree(table, agreements, device) if device else [],
        "agreement_id": uuid.uuid4(),
        # Whoever writes a round again sees what this takes the place of.
        "disputes": [
            one for one in disputes(table, agreements, device) if number in {None, one.number}
        ],
    }


def _to_agree(table: Table, agreements: Agreements, device: Device) -> list[Entry]:
    """The other phones' rounds to which this one has not agreed."""
    return [
        line.entry
        for line in table.lines
        if line.entry.device_id != device.pk
        and line.entry.pk not in agreements.agreed
        and line.number not in agreements.rivals
    ]


def _screen_of_phone(asking: Asking, game: Game) -> dict[str, Any]:
    """What the script gets for the phone that asks: how to follow the game and to hand it over."""
    data: dict[str, Any] = {"build": build_id()}
    data |= {"ticket": ticket_of(game)} if asking.begun else {"unborn": True, "version": 0}
    if device := asking.device:
        data |= {"pass": pass_for(game, device), "phone": device.code}
    return data


def _reseating(table: Table) -> Reseating | None:
    """The new seats after the last round of a game of ranks; None of any other, and before the
    first round.
    """
    if not table.is_rank_game or not table.entries:
        return None
    return reseating(table, chosen_chairs(table))


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
        "Rounds waiting on this phone since %(day)s. Connect it, or hand the game to another phone."
    )
    return state | {
        "parts": parts,
        "afterCopy": after_a_copy(table),
        "handing": handing,
        "longWait": late,
    }


def state_tag(game: Game, language: str, role: str, match_state: MatchState | None = None) -> str:
    """The ETag of the state: other as soon as anything that the page shows may be. A game that was
    set back to an older copy comes to the same version once more, but to another head of its chain.
    """
    match = match_state.mark if match_state else ""
    return (
        f'W/"{game.version}-{chain.code(game.chain_head)}-{match}-{language}-{role}-{build_id()}"'
    )
