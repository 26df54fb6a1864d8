"""Undoing a line of the log, with the ways out where that is refused."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods

from scoring.pages.common import by_field, status_of
from scoring.pages.field_names import sentences
from scoring.rules import RuleError
from tournaments.actions.common import LONGEST_REASON
from tournaments.actions.consequences import Consequences
from tournaments.actions.guards import check_bracket, check_next_stage
from tournaments.actions.integrity import games_of, preview, undo
from tournaments.actions.later_rounds import deciding
from tournaments.models import LogLine, Match, SessionRound, Tournament
from tournaments.pages.change_preview import NOT_YET, as_decided, both_ways
from tournaments.pages.common import SignedInRequest, of_tournament
from tournaments.pages.consequences import describe
from tournaments.pages.log_lines import format_lines
from tournaments.pages.round_steps import Step
from tournaments.pages.rounds.match import match_or_404


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def undo_line(request: SignedInRequest, tournament: Tournament, line_id: int) -> HttpResponse:
    """Preview undoing a line of the log, and undo it.

    Returns to the log; with `?at=round` to the session round of the line, with `?at=match` to its
    table.
    """
    lines = LogLine.objects.select_related("change__line__tournament")
    line = get_object_or_404(lines, pk=line_id, tournament=tournament, change__isnull=False)
    if request.method != "POST":
        return _undo_page(request, tournament, line)
    try:
        with as_decided(request, tournament):
            undo(line.change, request.user, request.POST.get("reason", ""))
    except RuleError as error:
        return _undo_page(request, tournament, line, error)
    messages.success(request, _("Undone: everything is as it was before."))
    return _redirect_back(tournament, line.params, request.GET.get("at", ""))


def _redirect_back(tournament: Tournament, params: Mapping[str, Any], at: str) -> HttpResponse:
    """Redirect to the page where a change was undone directly."""
    if at not in {"round", "match"} or not {"stage", "round"} <= params.keys():
        return redirect("desk_log", tournament.pk)
    row = SessionRound.objects.filter(
        stage__tournament=tournament, stage__number=params["stage"], number=params["round"]
    )
    there = Match.objects.filter(session_round__in=row, number=params.get("table", 0))
    match = there.filter(pk=params.get("match", 0)).first() or there.first()
    if at == "match" and match is not None:
        return redirect("desk_match", tournament.pk, match.pk)
    return redirect("desk_round", tournament.pk, params["stage"], params["round"])


def _undo_page(
    request: SignedInRequest, tournament: Tournament, line: LogLine, error: RuleError | None = None
) -> HttpResponse:
    fields = by_field(error.mistakes) if error else {}
    refused = [message for key, message in fields.items() if key != "reason"]
    found: Consequences | None = None
    ways: dict[str, Any] = {}
    if not refused:
        try:
            found, ways = _what_changes(request, tournament, line)
        except RuleError as why_not:
            error = error or why_not
            refused = sentences(why_not.mistakes)
    (shown,) = format_lines(tournament, [line])
    context: dict[str, Any] = {
        "tournament": tournament,
        "line": shown,
        "consequences": describe(tournament, found) if found else None,
        **ways,
        "errors": refused,
        "ways_out": _ways_out(tournament, error) if error and refused else [],
        "reason": request.POST.get("reason", "")[: LONGEST_REASON * 2],
        "reason_error": fields.get("reason", ""),
        "this_page": reverse("desk_undo", args=[tournament.pk, line.pk]),
    }
    return render(
        request,
        "tournaments/rounds/undo.html",
        context,
        status=status_of(error),
    )


def _what_changes(
    request: SignedInRequest, tournament: Tournament, line: LogLine
) -> tuple[Consequences, dict[str, Any]]:
    """Return the consequences of undoing, and both ways if later rounds depend on it."""

    def try_out(how: str) -> Consequences:
        with deciding(how):
            return preview(
                tournament,
                lambda: undo(line.change, request.user, NOT_YET),
                games=games_of(line.change.rows),
            )

    try:
        return try_out(""), {}
    except RuleError as error:
        return both_ways(tournament, try_out, error)


def _ways_out(tournament: Tournament, error: RuleError) -> list[Step]:
    """Return the buttons and links to what stands in the way of undoing."""
    found: list[Step] = []
    for mistake in error.mistakes:
        if mistake.code == "tournament_finished":
            address = reverse("desk_turn", args=[tournament.pk, "reopen"])
            found.append(Step("reopen", _("Reopen the tournament"), address, does=True))
        if mistake.code == "later_round_drawn":
            stage, number = mistake.params["stage"], mistake.params["number"]
            address = reverse("desk_round", args=[tournament.pk, stage, number])
            label = pgettext("tournament", "Round %(number)s") % {"number": number}
            found.append(Step("round", label, address))
        if isinstance(of_match := mistake.params.get("match"), int):
            match = match_or_404(tournament, of_match)
            found.append(_to_table(match))
            if mistake.code == "round_needs_result" and _can_reopen(match.session_round):
                found.append(_reopening(match.session_round))
    return found


def _to_table(match: Match) -> Step:
    label = _("Round %(round)s, table %(table)s")
    tournament = match.session_round.stage.tournament
    return Step(
        "match",
        label % {"round": match.session_round.number, "table": match.number},
        reverse("desk_match", args=[tournament.pk, match.pk]),
    )


def _reopening(row: SessionRound) -> Step:
    return Step(
        "reopen_round",
        _("Reopen round %(number)s") % {"number": row.number},
        reverse(
            "desk_round_do", args=[row.stage.tournament_id, row.stage.number, row.number, "reopen"]
        ),
        does=True,
    )


def _can_reopen(row: SessionRound) -> bool:
    with suppress(RuleError):
        check_next_stage(row.stage)
        check_bracket(row)
        return True
    return False
