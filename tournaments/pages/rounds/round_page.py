"""The desk's page of one session round: a draft to check, running tables, or results with the
standings.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.games.parsing import whole_of
from scoring.pages.common import by_field, status_of
from scoring.pages.live_pages import live_on, live_page
from scoring.rules import RuleError
from tournaments.actions.drawing import total_rounds
from tournaments.actions.impossible_results import impossible_results
from tournaments.match.stand_ins import has_dates
from tournaments.models import SessionRound, Stage, Tournament
from tournaments.pages import round_tables as board
from tournaments.pages.common import SignedInRequest
from tournaments.pages.drafts import changed_since
from tournaments.pages.hall.queries import hall_of
from tournaments.pages.hall.strip import CLOSES, WAITS, dots_of, primary_step, strip_of, total_of
from tournaments.pages.hall.views import AT_ONCE, DID, did_in, last_change
from tournaments.pages.next_action import current_state
from tournaments.pages.rounds.round_lists import (
    MANY,
    Swap,
    late_pair_of,
    numbers_of,
    rows_of_tables,
    standings_after,
)
from tournaments.pages.rounds.stage_list import attendance
from tournaments.pages.search import looked_for
from tournaments.pages.unplayed import boards_by_stage, unplayed_of
from tournaments.stage.unplayed import Unplayed

DRAFT, PUBLISHED = SessionRound.State.DRAFT, SessionRound.State.PUBLISHED
STANDINGS = "standings"  # ?part=
HERE = "?at=round"  # where the clock's buttons lead back to


def round_or_404(tournament: Tournament, stage: Stage, number: int) -> SessionRound:
    """Return a session round, with its stage and tournament loaded."""
    row = SessionRound.objects.filter(stage=stage, number=number).first()
    if row is None:
        raise Http404(_("This round does not exist: its draft may have been discarded."))
    row.stage, row.stage.tournament = stage, tournament
    return row


def address_of(row: SessionRound) -> str:
    return reverse("desk_round", args=[row.stage.tournament_id, row.stage.number, row.number])


def round_page(
    request: SignedInRequest,
    row: SessionRound,
    error: RuleError | None = None,
    swap: Swap | None = None,
) -> HttpResponse:
    """Render the page. `swap` is a swap of two entrants of a draft, to preview."""
    status = status_of(error)
    if row.state == DRAFT:
        return render(
            request,
            "tournaments/rounds/round.html",
            _draft(request, row, error, swap),
            status=status,
        )
    tournament = row.stage.tournament
    asked = {
        key: value
        for key, value in (
            ("q", looked_for(request)),
            ("part", _part(request)),
            (DID, did_in(request)),
        )
        if value
    }
    url = f"{address_of(row)}?{urlencode(asked)}" if asked else address_of(row)
    moment = int(timezone.now().timestamp()) // AT_ONCE
    live = live_on(request, tournament.pk, tournament.version, url, request.user.pk, moment)
    whole = "tournaments/rounds/played.html"
    if error is not None or request.method == "POST":
        return render(request, whole, _played(request, row, error) | {"live": live}, status=status)
    return live_page(
        request, live, whole, "tournaments/rounds/_played.html", lambda: _played(request, row)
    )


def _due_on(row: SessionRound) -> str:
    return row.due_on.isoformat() if row.due_on else ""


def _common(request: SignedInRequest, row: SessionRound, error: RuleError | None) -> dict[str, Any]:
    fields = by_field(error.mistakes) if error else {}
    codes = {mistake.code for mistake in error.mistakes} if error else set()
    return {
        "tournament": row.stage.tournament,
        "tab": "rounds",
        "stage": row.stage,
        "round": row,
        # The page shows it beside the button in any case.
        "errors": _errors(fields) if "results_not_agreed" not in codes else [],
        # Closing again accepts what this page names
        "impossible": [match.pk for match, _doubt in impossible_results(row)]
        if "results_impossible" in codes
        else [],
        "awards_open": bool(codes & {"bye_not_settled", "absent_not_settled"}),
        "dated": has_dates(row.stage),
        "day": request.POST.get("day", "")[:20] if "day" in fields else _due_on(row),
        "day_error": fields.get("day", ""),
        # A swap does not post it.
        "only_here": request.method != "POST" or bool({"only_here", "first"} & request.POST.keys()),
        "this_page": address_of(row) if request.method == "POST" else request.get_full_path(),
    }


def _errors(fields: Mapping[str, str]) -> list[str]:
    return [message for key, message in fields.items() if key != "day"]


# Drafts
# --------------------------------------------------------------------------------------------------


def _draft(
    request: SignedInRequest, row: SessionRound, error: RuleError | None, swap: Swap | None
) -> dict[str, Any]:
    shown = board.round_board(row)
    places = {
        who.id: (card, who.name) for card in shown.cards for side in card.sides for who in side.who
    }
    moving = swap.first if swap else whole_of(request.GET.get("swap", ""), 0)
    swapped = [whole_of(part, 0) for part in request.GET.get("swapped", "").split("-")]
    free = {who.id: who.name for who in shown.byes}
    drawn = list(row.stage.session_rounds.values_list("number", flat=True))
    return _common(request, row, error) | {
        "board": shown,
        "numbers": numbers_of(drawn, None),
        "last": row.number == max(drawn),
        "moving": moving if moving in places or moving in free else None,
        "moving_name": shown.names.get(moving, ""),
        "swap": swap,
        "total": total_rounds(row.stage),
        "looked_at": sum(bool(card.warnings) for card in shown.cards),
        "outdated": changed_since(row),
        "swapped": _swapped(swapped, shown, places),
        "there": attendance(row.stage.tournament),
    }


def _swapped(
    pair: list[int], shown: board.RoundBoard, places: dict[int, Any]
) -> dict[str, Any] | None:
    """Return the two entrants just swapped, with what is wrong at their tables now."""
    in_it = places.keys() | {who.id for who in shown.byes}
    if len(pair) != 2 or not in_it.issuperset(pair):
        return None
    cards = {places[who][0].match.pk: places[who][0] for who in pair if who in places}
    return {
        "first": pair[0],
        "second": pair[1],
        "names": [shown.names[who] for who in pair],
        "cards": sorted(cards.values(), key=lambda card: (card.match.turn, card.match.number)),
        "warned": any(card.warnings for card in cards.values()) or bool(shown.warnings),
    }


# Running and closed rounds
# ----------------------------------------------------------------------------------


def _part(request: SignedInRequest) -> str:
    return STANDINGS if request.GET.get("part") == STANDINGS else ""


def _played(
    request: SignedInRequest, row: SessionRound, error: RuleError | None = None
) -> dict[str, Any]:
    unplayed = unplayed_of(request, row.stage.tournament)
    shown = board.round_board(row, unplayed)
    more = _open(request, row) if row.state == PUBLISHED else _closed(row, shown, unplayed)
    typed, now = looked_for(request), more["now"]
    drawn = next(line.rounds for line in now.stages if line.row.pk == row.stage_id)
    return (
        _common(request, row, error)
        | more
        | {
            "board": shown,
            "numbers": numbers_of([one.row.number for one in drawn], total_of(now, row)),
            "rows": rows_of_tables(shown, more["tables"], typed),
            "searched": len(shown.cards) >= MANY,
            "typed": typed,
            "part": _part(request),
            "today": timezone.localdate(),
            "there": now,
            "unplayed": boards_by_stage(unplayed),
            "back": address_of(row),
        }
    )


def _open(request: SignedInRequest, row: SessionRound) -> dict[str, Any]:
    """Return the board's strip, with the same primary button, and whom the round could seat."""
    tournament = row.stage.tournament
    hall = hall_of(tournament, row=row, unplayed=unplayed_of(request, tournament))
    (own,) = (one for one in hall.rounds if one.row == row)
    lead = primary_step(hall)
    if lead is not None and lead.key == "clock":
        lead = replace(lead, address=f"{lead.address}{HERE}")
    return {
        "hall": hall,
        "now": hall.now,
        "at": hall.at,
        "lead": lead,
        "closes": lead is not None
        and lead.key in CLOSES
        and lead.address.startswith(address_of(row)),
        "strip": strip_of(hall, own, first=True),
        "back_to": HERE,
        "did": last_change(request),
        "tables": own.tables,
        "late_pair": late_pair_of(row) if request.can["direct"] else None,
    }


def _closed(row: SessionRound, shown: board.RoundBoard, unplayed: Unplayed) -> dict[str, Any]:
    """Return when it was closed, what the evening needs next, and the standings after it."""
    now = current_state(row.stage.tournament)
    return {
        "now": now,
        "lead": now.step if now.step is not None and now.step.key not in WAITS else None,
        "total": total_of(now, row),
        "dots": dots_of(now, row),
        "signs": {card.came_by for card in shown.cards},
        "standings": None if unplayed else standings_after(row, shown),
        "tables": [],
    }
