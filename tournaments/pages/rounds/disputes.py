"""Disputes at the desk: settling one, taking or leaving a late hand, answering an objection."""

import uuid
from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.models import Entry
from scoring.rules import RuleError
from tournaments.actions import disputes
from tournaments.match import agreement
from tournaments.match.figures import figures_of, shape_of
from tournaments.models import Change, Match, Remark, Tournament
from tournaments.pages.change_preview import Step, preview_or_take, take_or_preview
from tournaments.pages.common import SignedInRequest, of_tournament
from tournaments.pages.rounds.dispute_facts import STANDS, TYPED, chosen_figures
from tournaments.pages.rounds.match import match_or_404, match_page

TAKE, LEAVE = "take", "leave"


@require_POST
@of_tournament
def settle(request: SignedInRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Settle a match's result: field `verdict` is "stands", a version as its button has it, or
    "typed".
    """
    row = match_or_404(tournament, match_id)
    user = request.user
    title = _("Settle table %(table)s in round %(round)s") % _place(row)
    try:
        choice = request.POST.get("verdict", "")
        if choice in {"", STANDS}:
            verdict, figures = choice, None
        else:
            shape = shape_of(figures_of(list(row.games.select_related("game"))))
            verdict, figures = disputes.FIGURES, chosen_figures(request.POST, shape)
        seen = request.POST.get("seen", "")[:40]
        page = _change_or_preview(
            request,
            row,
            title,
            "settled",
            lambda reason: disputes.settle(
                row, user, verdict, reason, figures=figures, seen=seen, typed=choice == TYPED
            ),
            at_once=not agreement.was_public(row),
        )
    except RuleError as error:
        return match_page(request, match_or_404(tournament, match_id), error, settling="settle")
    return page or _report(request, row, _("The result is settled."))


@require_POST
@of_tournament
def late(
    request: SignedInRequest, tournament: Tournament, match_id: int, entry_id: uuid.UUID
) -> HttpResponse:
    """Take a late hand (field `do`: "take") or leave it ("leave"); with `all` also the others
    listed.

    The fields `entry` name those, so that a hand that arrived since and was not seen is left alone.
    """
    row = match_or_404(tournament, match_id)
    entry = get_object_or_404(
        Entry, pk=entry_id, game__match_game__match=row, outcome=Entry.Outcome.LATE
    )
    user = request.user
    entries = [entry]
    if "all" in request.POST:
        listed = {*request.POST.getlist("entry")} - {str(entry.pk)}
        entries += [one for one in disputes.late_entries(row) if str(one.pk) in listed]
    take = request.POST.get("do") == TAKE
    decide, action = (
        (disputes.accept_late_entry, "late_taken")
        if take
        else (disputes.reject_late_entry, "late_left")
    )

    def do(reason: str) -> None:
        for one in entries:
            decide(one, user, reason)

    title = _("Accept late hands at table %(table)s in round %(round)s") % _place(row)
    closed = row.session_round.state == row.session_round.State.CLOSED
    games = list({one.game_id for one in entries})
    try:
        page = _change_or_preview(
            request, row, title, action, do, at_once=not (take and closed), games=games
        )
    except RuleError as error:
        return match_page(request, match_or_404(tournament, match_id), error, settling="late")
    if page is not None:
        return page
    change = Change.objects.filter(
        line__tournament=tournament, line__action=action, line__by=user.pk
    ).latest("line")
    undo = f"{reverse('desk_undo', args=[tournament.pk, change.line_id])}?at=match"
    return _report(
        request,
        row,
        _("Accepted.") if take else _("Rejected: the result stays."),
        undo,
    )


@require_POST
@of_tournament
def answer(request: SignedInRequest, tournament: Tournament, remark_id: int) -> HttpResponse:
    """Answer an objection in words (field `answer`); the result stays."""
    remark = get_object_or_404(
        Remark.objects.select_related("match__session_round__stage__tournament"),
        pk=remark_id,
        kind=Remark.Kind.OBJECTION,
        match__session_round__stage__tournament=tournament,
    )
    try:
        disputes.answer_objection(remark, request.user, request.POST.get("answer", ""))
    except RuleError as error:
        row = match_or_404(tournament, remark.match_id)
        return match_page(request, row, error, settling="answer")
    return _report(request, remark.match, _("They see it on their own page."))


def _change_or_preview(
    request: SignedInRequest,
    row: Match,
    title: str,
    action: str,
    do: Callable[[str], object],
    *,
    at_once: bool,
    games: list[uuid.UUID] | None = None,
) -> HttpResponse | None:
    """Make a change directly if nothing builds on the result yet, otherwise preview its
    consequences.
    """
    tournament = row.session_round.stage.tournament
    step = Step(
        title, action, do, reverse("desk_match", args=[tournament.pk, row.pk]), games=games or ()
    )
    if at_once:
        return take_or_preview(request, tournament, step)
    return preview_or_take(request, tournament, step)


def _place(row: Match) -> dict[str, int]:
    return {"table": row.number, "round": row.session_round.number}


def _report(request: SignedInRequest, row: Match, message: str, undo: str = "") -> HttpResponse:
    """Report a change; `undo` is the address of its undo, if the message has one."""
    messages.success(request, message, extra_tags=undo)
    return redirect("desk_match", row.session_round.stage.tournament_id, row.pk)
