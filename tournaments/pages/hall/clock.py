"""The buttons of a round's clock on the board, and extra minutes for a table."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_time
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.rules import RuleError
from scoring.rules.words import gettext_noop
from tournaments.actions import timing
from tournaments.actions.common import rule_error
from tournaments.models import Match, SessionRound, Tournament
from tournaments.pages.common import SignedInRequest, of_tournament, stage_or_404
from tournaments.pages.hall.views import DID, board_address, show_board
from tournaments.pages.parsing import typed_whole

YESTERDAY = timedelta(hours=12)  # an earlier time of day means tomorrow's


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
        timing.give_minutes(_playing_at(row, number), request.user, minutes)
    return ""


def _playing_at(row: SessionRound, number: int) -> Match:
    """Return the match that plays at a table, or that played there last."""
    found = row.matches.filter(number=number, waiting=False).order_by("-turn").first()
    if found is None:
        raise Http404
    return found


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
    return redirect(board_address(tournament, did=did))


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
