"""The table's board: its page, and the data for its script after a change."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scoring.games import chain, lifecycle
from scoring.games.access.devices import known_device
from scoring.games.access.handover import pass_for
from scoring.games.host import MatchState, of_match
from scoring.games.live import ticket_of
from scoring.games.queries import Agreements, Table, agreements_of, chosen_chairs
from scoring.games.round_words import figure, names_with_dummy
from scoring.models import Device, Entry, Game
from scoring.pages.common import GameRequest
from scoring.pages.disputes import disputes
from scoring.pages.late_entries import late_entries
from scoring.pages.live_pages import build_id
from scoring.pages.sheet_words import carried_line, story
from scoring.pages.table.forms import (
    as_typed,
    form_context,
    recordings_offered,
    way_back,
    with_chosen_rest,
)
from scoring.pages.table.match_clock import clock_data
from scoring.pages.table.recent import recent_rounds
from scoring.pages.table.scores import end_context, score_context
from scoring.pages.table.screen import position_at, shuffler, tiles_of, why_on
from scoring.pages.table.script import NOBODY, after_a_copy, board_at, board_data, script_data
from scoring.pages.table.script_words import bomb_words
from scoring.pages.table.seating import Reseating, first_round_hint, reseating

# Parts of the board rendered by the server, which the script replaces when the game has changed.
PARTS = {
    "disputes": "scoring/table/_disputes.html",
    "rounds": "scoring/table/_rounds.html",
    "reseating": "scoring/table/_reseating.html",
    "rest": "scoring/table/_rest.html",
}


@dataclass(frozen=True)
class Asking:
    """Who requests a board. `begun` is False for a board rendered before there is a game, for
    anybody.
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
    """Return the board's context for the requesting phone: see `board_for`."""
    came_from = request.headers.get("Referer", "")
    asking = Asking(request.role, known_device(request), get_token(request), came_from=came_from)
    if typed is None and "rests" in request.GET:
        before = as_typed(table.entry_of(number).data) if number else {}
        typed = before | {"rests": request.GET["rests"][:2]}
    return board_for(asking, table, number=number, typed=typed, recording=recording)


def board_for(
    asking: Asking,
    table: Table,
    *,
    number: int | None = None,
    typed: Mapping[str, str] | None = None,
    recording: str = "",
) -> dict[str, Any]:
    """Return the board's context: for the next round, or for correcting round `number`; at the
    level of detail `recording` if that is offered.

    `typed` are the fields of the form without script; by default those of the round to correct.
    """
    correcting = number is not None
    if number:
        if typed is None:
            typed = as_typed(table.entry_of(number).data)
        table = table.as_in(number)
    typed = typed or {}
    game, device = table.game, asking.device
    position = position_at(table, number) if number else table.position
    position = with_chosen_rest(position, typed)
    agreements = agreements_of(game) if asking.begun else NOBODY
    tiles = tiles_of(table, position)
    recordings = recordings_offered(table, number)
    match_state = of_match(game).match_state(game)
    boards = match_state.boards if match_state else ()
    screen = script_data(
        table, position, tiles, csrf=asking.csrf, agreements=agreements, device=device
    )
    screen |= board_data(boards, table.rules)
    if recording in dict(recordings):
        screen["recording"] = recording
    if number:
        of_round = _correction_context(asking, table, number)
    else:
        screen |= clock_data(match_state, table)
        of_round = _coming_context(asking, table, match_state)
    return {
        "game": game,
        "table": table,
        "role": asking.role,
        "unborn": not asking.begun,
        "device": device,
        "match_state": match_state,
        "position": position,
        "number": position.number,
        "notes_bombs": correcting or "bombs_0" in typed or _last_has_bombs(table),
        "correcting": correcting,
        "tiles": tiles,
        "level": why_on(position),
        "boards": boards,
        "board": board_at(boards, position.number),
        "shuffler": screen["beforeBoard"] if boards else shuffler(table, position),
        "recordings": recordings,
        "hint": _hint(table),
        "corrects": _may_correct(game, match_state),
        "screen": screen | _screen_of_phone(asking, game),
        # Shared by all forms: another token would be 50 bytes that do not compress
        "csrf_token": asking.csrf,
        **of_round,
        **score_context(table, tiles),
        **form_context(table, position, sorted(tiles, key=lambda tile: tile.seat), typed),
        **_written_context(table, agreements, device, number, boards),
    }


def _may_correct(game: Game, match_state: MatchState | None) -> bool:
    locked = match_state is not None and match_state.locked
    return lifecycle.allowed("correct", game.state) and not locked


def _last_has_bombs(table: Table) -> bool:
    return bool(table.entries) and "bombs" in table.entries[-1].data


def _hint(table: Table) -> str:
    """Return how the first round of a game of ranks begins, before it is recorded."""
    return first_round_hint() if table.is_rank_game and not table.last_number else ""


def _coming_context(asking: Asking, table: Table, match: MatchState | None) -> dict[str, Any]:
    """Return what only the board of the next round shows."""
    game, position = table.game, table.position
    stopped = match.stopped if match else None
    kept = stopped is not None or bool(match and match.boards)
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
        "side_calls": [],
        **end_context(table, asking.device, kept=kept),
    }


def _correction_context(asking: Asking, table: Table, number: int) -> dict[str, Any]:
    """Return what the board of a correction of round `number` shows instead."""
    return {
        "writing": True,
        "stopped": None,
        "had": "",
        "limit": None,
        "may_choose": False,
        "late": [],
        "reseating": None,
        "last": None,
        "cancel": way_back(asking.came_from, table.game, number),
        "side_calls": story(
            table.rules, names_with_dummy(table), table.entry_of(number).played, None
        ).side_calls,
        "ending": None,
        "meant": (),
        "rated": (),
    }


def _written_context(
    table: Table,
    agreements: Agreements,
    device: Device | None,
    number: int | None,
    boards: Sequence[int],
) -> dict[str, Any]:
    """Return the recorded rounds, and those that phones have yet to agree on."""
    return {
        "rounds": recent_rounds(table, agreements, boards),
        "carried": carried_line(table.carried),
        "to_agree": _to_agree(table, agreements, device) if device else [],
        "agreement_id": uuid.uuid4(),
        # A correction shows the versions that it replaces.
        "disputes": [
            one for one in disputes(table, agreements, device) if number in {None, one.number}
        ],
    }


def _to_agree(table: Table, agreements: Agreements, device: Device) -> list[Entry]:
    """Return other phones' rounds that this one has not agreed to."""
    return [
        line.entry
        for line in table.lines
        if line.entry.device_id != device.pk
        and line.entry.pk not in agreements.agreed
        and line.number not in agreements.rivals
    ]


def _screen_of_phone(asking: Asking, game: Game) -> dict[str, Any]:
    """Return the script's data for the requesting phone: how to follow the game and
    hand it over.
    """
    data: dict[str, Any] = {"build": build_id()}
    data |= {"ticket": ticket_of(game)} if asking.begun else {"unborn": True, "version": 0}
    if device := asking.device:
        data |= {"pass": pass_for(game, device), "phone": device.code}
    return data


def _reseating(table: Table) -> Reseating | None:
    """Return the new seats after the last round of a game of ranks; None for other games, and
    before the first round.
    """
    if not table.is_rank_game or not table.entries:
        return None
    return reseating(table, chosen_chairs(table))


def state_of(request: GameRequest, table: Table) -> dict[str, Any]:
    """Return the data that the script requests: its own, and the parts rendered by the server."""
    context = board(request, table)
    state: dict[str, Any] = context["screen"]
    state["words"] |= {"bombs": bomb_words()}
    parts = {key: render_to_string(name, context, request) for key, name in PARTS.items()}
    # Stored on the phone from here, so that the page, which everybody loads, can leave it out.
    handing = render_to_string("scoring/handover/show.html", context, request)
    late = _(
        "Rounds waiting on this phone since %(day)s. Get it online, or hand the game to "
        "another phone."
    )
    return state | {
        "parts": parts,
        "afterCopy": after_a_copy(table),
        "handing": handing,
        "longWait": late,
    }


def state_tag(game: Game, language: str, role: str, match_state: MatchState | None = None) -> str:
    """Return the ETag of the state, which changes with anything on the page.

    A game restored from an older copy reaches the same version again, but with another chain head.
    """
    match = match_state.mark if match_state else ""
    return (
        f'W/"{game.version}-{chain.code(game.chain_head)}-{match}-{language}-{role}-{build_id()}"'
    )
