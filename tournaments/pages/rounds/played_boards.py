"""Duplicate at the desk: which boards a table played, hand by hand."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.pages.common import by_field, status_of
from scoring.rules import RuleError
from tournaments.actions.board_order import set_boards
from tournaments.actions.common import LONGEST_REASON
from tournaments.models import Match, Tournament
from tournaments.pages.change_preview import NOT_YET, Step, preview_or_take
from tournaments.pages.common import SignedInRequest, of_tournament
from tournaments.pages.lost_boards import lost_boards
from tournaments.pages.rounds.match import match_or_404
from tournaments.pages.travellers import matches_on
from tournaments.stage.history import history_of


class BoardsForm(forms.Form):
    """A board of the session for each hand of a match."""

    def __init__(self, match: Match, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        choices = [
            (board, str(board)) for board in matches_on(history_of(match.session_round.stage))
        ]
        for number, board in enumerate(match.boards, start=1):
            self.fields[f"hand_{number}"] = forms.TypedChoiceField(
                label=_("Hand %(number)s") % {"number": number},
                choices=choices,
                coerce=int,
                initial=board,
            )

    def boards(self) -> list[int]:
        """Return the chosen boards; empty if one is not a board of the session."""
        return [self.cleaned_data[name] for name in self.fields] if self.is_valid() else []


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def played_boards(request: SignedInRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Record which board each hand of a match was; the consequences are shown first."""
    row = match_or_404(tournament, match_id)
    if not row.boards:
        raise Http404(_("This match has no boards."))
    if request.method != "POST":
        return _page(request, row, BoardsForm(row))
    form, user = BoardsForm(row, request.POST), request.user
    boards = form.boards()
    try:
        warns = lost_boards(row.session_round, lambda: set_boards(row, user, boards, NOT_YET))
        step = Step(
            _("The boards of table %(table)s") % {"table": row.number},
            "boards_set",
            lambda reason: set_boards(row, user, boards, reason),
            reverse("desk_played_boards", args=[tournament.pk, row.pk]),
            warns=warns,
        )
        if (page := preview_or_take(request, tournament, step)) is not None:
            return page
    except RuleError as error:
        return _page(request, match_or_404(tournament, match_id), form, error)
    messages.success(request, _("Saved: each hand counts for the board that was played."))
    return redirect("desk_match", tournament.pk, row.pk)


def _page(
    request: SignedInRequest, row: Match, form: BoardsForm, error: RuleError | None = None
) -> HttpResponse:
    fields = by_field(error.mistakes) if error else {}
    context = {
        "tournament": row.session_round.stage.tournament,
        "tab": "rounds",
        "match": row,
        "round": row.session_round,
        "form": form,
        "reason": request.POST.get("reason", "")[:LONGEST_REASON],
        "reason_error": fields.pop("reason", ""),
        "errors": list(fields.values()),
    }
    template = "tournaments/rounds/played_boards.html"
    return render(request, template, context, status=status_of(error))
