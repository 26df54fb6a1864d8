"""The director's board: all tables, the clock, open requests, and the actions of its buttons."""

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_time
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from scoring.pages.common import status_of
from scoring.pages.live_pages import asks_for_part, live_on, live_page
from scoring.rules import RuleError
from scoring.rules.words import gettext_noop
from tournaments.actions import agreeing, table_phones, timing
from tournaments.actions.common import rule_error
from tournaments.models import Match, Phone, Remark, SessionRound, Tournament
from tournaments.pages.common import SignedInRequest, messages_of, of_tournament, stage_or_404
from tournaments.pages.hall.queries.advice import advice_of
from tournaments.pages.hall.queries.board import Hall, hall_of
from tournaments.pages.hall.queries.example_tour import tries_of
from tournaments.pages.hall.queries.strip import CLOSES, empty_of, primary_step, strip_of
from tournaments.pages.hall.queries.tiles import tiles_of
from tournaments.pages.parsing import typed_whole

OPEN = "open"  # ?show=
DID = "did"  # ?did=<round>.<minutes>.<table or 0>.<seconds since 1970>: minutes just given
SHOWN_SECONDS = 60  # that the panel offers to undo it
FEW = 4  # pieces of advice shown initially
AT_ONCE = 5  # seconds in which the board is not drawn twice for the same version
YESTERDAY = timedelta(hours=12)  # an earlier time of day means tomorrow's


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
        _address(tournament, show=show, did=did_in(request)),
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


def _address(tournament: Tournament, **query: str) -> str:
    address = reverse("desk_board", args=[tournament.pk])
    query = {key: value for key, value in query.items() if value}
    return f"{address}?{urlencode(query)}" if query else address


def _context(request: SignedInRequest, tournament: Tournament, show: str) -> dict[str, Any]:
    hall = hall_of(tournament)
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
    live = live_on(request, tournament.pk, tournament.version, _address(tournament))
    context = _context(request, tournament, "") | {"live": live, "errors": messages_of(error)}
    context["this_page"] = _address(tournament)
    return render(request, "tournaments/hall/board.html", context, status=status_of(error))


# Clock
# --------------------------------------------------------------------------------------------------


def _start(request: SignedInRequest, row: SessionRound) -> str:
    at = _typed_time(request.POST.get("at", ""))
    minutes = typed_whole(request.POST.get("minutes", ""), "minutes")
    timing.start_clock(row, request.user, minutes=minutes, at=at)
    return _("The clock starts automatically at that time.") if at else _("The clock is running.")


def _minutes(request: SignedInRequest, row: SessionRound) -> str:
    timing.set_minutes(row, request.user, typed_whole(request.POST.get("minutes", ""), "minutes"))
    return _("The minutes are set.")


def _more(request: SignedInRequest, row: SessionRound) -> str:
    """Add minutes, or remove them with a minus, for all tables or (`scope` one) for the chosen
    one.
    """
    minutes, number = _asked_minutes(request)
    if number is None:
        timing.add_minutes(row, request.user, minutes)
    else:
        timing.give_minutes(get_object_or_404(row.matches, number=number), request.user, minutes)
    return ""


def _asked_minutes(request: SignedInRequest) -> tuple[int, int | None]:
    """Return the minutes to add, and the number of the table, None for all. Raises RuleError."""
    minutes = typed_whole(request.POST.get("minutes", "").replace("−", "-"), "minutes") or 0
    if request.POST.get("scope") != "one":
        return minutes, None
    number = typed_whole(request.POST.get("table", ""), "table")
    if number is None:
        raise rule_error("no_table", "table", gettext_noop("Choose the table first."))
    return minutes, number


def _left(request: SignedInRequest, row: SessionRound) -> str:
    timing.set_left(row, request.user, typed_whole(request.POST.get("minutes", ""), "minutes"))
    return _("The clock is set.")


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


def _end(request: SignedInRequest, row: SessionRound) -> str:
    timing.end_clock(row, request.user)
    return _("Time is up. All tables see it.")


def _plain(
    do: Callable[..., SessionRound], message: str
) -> Callable[[SignedInRequest, SessionRound], str]:
    def press(request: SignedInRequest, row: SessionRound) -> str:
        do(row, request.user)
        return _(message)

    return press


CLOCK: dict[str, Callable[[SignedInRequest, SessionRound], str]] = {
    "start": _start,
    "minutes": _minutes,
    "more": _more,
    "left": _left,
    "end": _end,
    "pause": _plain(timing.pause_clock, gettext_noop("The clock is paused.")),
    "go_on": _plain(timing.resume_clock, gettext_noop("The clock is running.")),
    "last_hand": _plain(
        timing.call_last_hand, gettext_noop("The last hand is called. All tables see it.")
    ),
    "stop": _plain(timing.stop_rest, gettext_noop("Every match played counts as it stands.")),
}


@require_POST
@of_tournament
def clock(
    request: SignedInRequest, tournament: Tournament, stage: int, number: int, action: str
) -> HttpResponse:
    """Start, pause or end the clock of a session round, change its minutes, or call the last hand;
    return to the board, or with `?at=round` to the round.
    """
    if action not in CLOCK:
        raise Http404
    row = get_object_or_404(SessionRound, stage=stage_or_404(tournament, stage), number=number)
    row.stage.tournament = tournament
    try:
        message = CLOCK[action](request, row)
    except RuleError as error:
        return show_board(request, tournament, error)
    if message:
        messages.success(request, message)
    did = ""
    if action == "more":
        minutes, table = _asked_minutes(request)
        did = f"{row.pk}.{minutes}.{table or 0}.{int(time.time())}"
    if request.GET.get("at") == "round":
        address = reverse("desk_round", args=[tournament.pk, stage, number])
        return redirect(f"{address}?{DID}={did}" if did else address)
    return redirect(_address(tournament, did=did))


def _typed_time(text: str) -> datetime | None:
    """Parse a future time of day from a time field; None if empty. Raises RuleError."""
    if not text.strip():
        return None
    try:
        typed = parse_time(text.strip())
    except ValueError:
        typed = None
    if typed is None:
        raise rule_error("bad_date", "at", gettext_noop("Enter a time such as 19:30."))
    now = timezone.now()
    here = timezone.localtime(now)
    at = datetime.combine(here.date(), typed.replace(tzinfo=None), here.tzinfo)
    if at.astimezone(UTC) < now - YESTERDAY:
        at += timedelta(days=1)
    # When clocks go back, an hour occurs twice: the later one is meant
    if at.astimezone(UTC) < now:
        at = at.replace(fold=1)
    at = at.astimezone(UTC)  # times of one zone would be compared as written
    if at < now - timedelta(minutes=1):
        raise rule_error(
            "bad_date",
            "at",
            gettext_noop("This time has passed: start the clock now, or enter a later time."),
        )
    return at


# Tables and their phones
# --------------------------------------------------------------------------------------------


@require_POST
@of_tournament
def extra(request: SignedInRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Give a table more minutes (field `minutes`, negative to take some back), with a reason."""
    matches = Match.objects.select_related("session_round__stage__tournament")
    match = get_object_or_404(matches, pk=match_id, session_round__stage__tournament=tournament)
    try:
        minutes = typed_whole(request.POST.get("minutes", ""), "minutes") or 0
        timing.give_minutes(match, request.user, minutes, request.POST.get("reason", ""))
    except RuleError as error:
        return show_board(request, tournament, error)
    message = ngettext(
        "Table %(table)s has %(count)s more minute.",
        "Table %(table)s has %(count)s more minutes.",
        minutes,
    )
    if minutes < 0:
        message = ngettext(
            "Taken back from table %(table)s: %(count)s minute.",
            "Taken back from table %(table)s: %(count)s minutes.",
            -minutes,
        )
    messages.success(request, message % {"table": match.number, "count": abs(minutes)})
    return redirect("desk_match", tournament.pk, match.pk)


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
    return redirect(_address(tournament))


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
    return redirect(_address(tournament))
