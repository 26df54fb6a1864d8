"""The director's board: all tables, open requests, and the actions of its buttons."""

import re
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from scoring.pages.common import status_of
from scoring.pages.live_pages import asks_for_part, live_on, live_page
from scoring.rules import RuleError
from tournaments.actions import agreeing, table_phones
from tournaments.models import Entrant, Match, Phone, Remark, Tournament
from tournaments.pages.common import SignedInRequest, messages_of, of_tournament
from tournaments.pages.hall.advice import advice_of
from tournaments.pages.hall.queries import Hall, hall_of
from tournaments.pages.hall.strip import CLOSES, empty_of, primary_step, strip_of, tiles_of
from tournaments.pages.unplayed import boards_by_stage, unplayed_of
from tournaments.tokens import token_of


@dataclass(frozen=True)
class Try:
    """A page of the example, with the words of its link."""

    name: str
    address: str


def tries_of(tournament: Tournament) -> list[Try]:
    """Return the evening as a spectator, a player and a table see it.

    Nothing for real tournaments.
    """
    if not tournament.club.example:
        return []
    found = [Try(_("The public page"), reverse("tournament", args=[tournament.pk]))]
    playing = {"session_round__stage__tournament": tournament, "session_round__state": "published"}
    match = Match.objects.filter(**playing, done=False).order_by("number").first()
    entrant = (
        Entrant.objects.filter(places__match=match).order_by("places__side").first()
        if match
        else None
    )
    if match is not None and entrant is not None:
        found.append(Try(_("A player's own page"), reverse("own_page", args=[token_of(entrant)])))
        found.append(Try(_("A table's phone"), reverse("match", args=[token_of(match)])))
    return found


OPEN = "open"  # ?show=
DID = "did"  # ?did=<round>.<minutes>.<table or 0>.<seconds since 1970>: minutes just given
SHOWN_SECONDS = 60  # that the panel offers to undo it
FEW = 4  # pieces of advice shown initially
AT_ONCE = 5  # seconds in which the board is not drawn twice for the same version


@require_GET
@of_tournament
def board(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show every table being played; `?show=open` only the unfinished ones.

    Follows the tournament live.
    """
    show = OPEN if request.GET.get("show") == OPEN else ""
    # Advice and the clock change with time alone: a later request gets a new page.
    moment = int(timezone.now().timestamp()) // AT_ONCE
    live = live_on(
        request,
        tournament.pk,
        tournament.version,
        board_address(tournament, show=show, did=did_in(request)),
        request.user.pk,
        moment,
    )
    return live_page(
        request,
        live,
        "tournaments/hall/board.html",
        "tournaments/hall/_board.html",
        lambda: _context(request, tournament, show),
    )


def board_address(tournament: Tournament, **query: str) -> str:
    address = reverse("desk_board", args=[tournament.pk])
    query = {key: value for key, value in query.items() if value}
    return f"{address}?{urlencode(query)}" if query else address


def _context(request: SignedInRequest, tournament: Tournament, show: str) -> dict[str, Any]:
    unplayed = unplayed_of(request, tournament)
    hall = hall_of(tournament, unplayed=unplayed)
    advice = advice_of(hall)
    lead = primary_step(hall)
    closes = lead is not None and lead.key in CLOSES
    beside = next((one for one in advice if closes and one.match is not None), None)
    listed = [one for one in advice if one is not beside]
    return {
        "tournament": tournament,
        "tab": "board",
        "did": last_change(request),
        "tries": tries_of(tournament),
        "hall": hall,
        "now": hall.now,
        "lead": lead,
        "closes": closes,
        "empty": empty_of(hall.now) if not hall.rounds else None,
        "rounds": _rounds(hall, show),
        "beside": beside,
        "advice": listed[:FEW],
        "further": listed[FEW:],
        "show": show,
        "part": asks_for_part(request),
        "at": hall.at,
        "unplayed": boards_by_stage(unplayed),
        "back": board_address(tournament),
    }


def _rounds(hall: Hall, show: str) -> list[dict[str, Any]]:
    """Return the context of each session round: its strip, and its tables or only the open ones."""
    rounds = []
    for row in hall.rounds:
        tables = [table for table in row.tables if table.open or show != OPEN]
        strip = strip_of(hall, row, first=row is hall.rounds[0])
        rounds.append(strip | {"tiles": tiles_of(hall.tournament, tables)})
    return rounds


def show_board(request: SignedInRequest, tournament: Tournament, error: RuleError) -> HttpResponse:
    """Render the board, with an error."""
    live = live_on(request, tournament.pk, tournament.version, board_address(tournament))
    context = _context(request, tournament, "") | {"live": live, "errors": messages_of(error)}
    context["this_page"] = board_address(tournament)
    return render(request, "tournaments/hall/board.html", context, status=status_of(error))


def did_in(request: SignedInRequest) -> str:
    """Return the address's note on minutes just given, empty if there is none or it is old."""
    text = request.GET.get(DID, "")
    found = re.fullmatch(r"[0-9]{1,18}\.-?[0-9]{1,6}\.[0-9]{1,6}\.([0-9]{1,12})", text)
    return text if found and time.time() - int(found[1]) < SHOWN_SECONDS else ""


def last_change(request: SignedInRequest) -> dict[str, Any] | None:
    """Return what was just done to the clock's minutes, for the panel: its words, and how to undo
    it.

    It is in the address, so that every part the page asks for has it too, whenever it comes.
    """
    text = did_in(request)
    if not text:
        return None
    pk, minutes, table = map(int, text.split(".")[:3])
    return {"pk": pk, "words": _minutes_given(minutes, table), "back": -minutes, "table": table}


def _minutes_given(minutes: int, table: int) -> str:
    count = abs(minutes)
    if not table:
        more = ngettext("%(count)s more minute for all", "%(count)s more minutes for all", count)
        less = ngettext("%(count)s minute less for all", "%(count)s minutes less for all", count)
    else:
        more = ngettext(
            "Table %(table)s: %(count)s more minute",
            "Table %(table)s: %(count)s more minutes",
            count,
        )
        less = ngettext(
            "Table %(table)s: %(count)s minute less",
            "Table %(table)s: %(count)s minutes less",
            count,
        )
    return (more if minutes > 0 else less) % {"count": count, "table": table}


@require_POST
@of_tournament
def call(request: SignedInRequest, tournament: Tournament, remark_id: int) -> HttpResponse:
    """Mark a table's call as answered."""
    calls = Remark.objects.filter(
        kind=Remark.Kind.CALL, match__session_round__stage__tournament=tournament
    )
    remark = get_object_or_404(
        calls.select_related("match__session_round__stage__tournament"), pk=remark_id
    )
    try:
        agreeing.answer_call(remark, request.user)
    except RuleError as error:
        return show_board(request, tournament, error)
    messages.success(request, _("Table %(table)s: answered.") % {"table": remark.match.number})
    return redirect(board_address(tournament))


@require_POST
@of_tournament
def phone(request: SignedInRequest, tournament: Tournament, phone_id: int) -> HttpResponse:
    """Let a phone that asked write, in place of the current one."""
    phones = Phone.objects.filter(match__session_round__stage__tournament=tournament)
    asking = get_object_or_404(
        phones.select_related("match__session_round__stage__tournament"), pk=phone_id
    )
    try:
        table_phones.let_write(asking, by=request.user)
    except RuleError as error:
        return show_board(request, tournament, error)
    messages.success(
        request, _("This phone now writes at table %(table)s.") % {"table": asking.match.number}
    )
    return redirect(board_address(tournament))
