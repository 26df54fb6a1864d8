"""Duplicate at the desk: from which table on a board had other cards."""

from collections.abc import Mapping, Sequence
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
from tournaments.actions.common import LONGEST_REASON
from tournaments.actions.fouled_boards import mark_fouled
from tournaments.match.board_results import is_struck_out
from tournaments.models import Match, Stage, Tournament
from tournaments.names import names_of
from tournaments.pages.change_preview import Step, preview_or_take
from tournaments.pages.common import SignedInRequest, of_tournament, stage_or_404
from tournaments.pages.travellers import matches_on
from tournaments.stage.history import Seated, history_of

BETWEEN = " \N{EN DASH} "
STRIKE = 0  # in place of a match


class FouledForm(forms.Form):
    """The match from which on a board had other cards; empty if it never had, `STRIKE` to strike it
    out.
    """

    start = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)

    def __init__(
        self,
        on: Sequence[Seated],
        names: Mapping[int, str],
        initial: int | None,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial={"start": initial})
        self.fields["start"].label = _("Other cards from this table on")
        self.fields["start"].choices = [  # type: ignore[attr-defined]
            ("", _("no table")),
            *((one.match.pk, _where(one, names)) for one in on[1:]),
            (STRIKE, _("Strike the board out")),
        ]


def _where(one: Seated, names: Mapping[int, str]) -> str:
    pairs = BETWEEN.join(names.get(who, f"#{who}") for who in one.everybody)
    about = {"round": one.match.session_round.number, "table": one.match.number, "pairs": pairs}
    return _("Round %(round)s, table %(table)s: %(pairs)s") % about


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def fouled_board(
    request: SignedInRequest, tournament: Tournament, stage: int, number: int
) -> HttpResponse:
    """Mark from which table on a board was another deal, or strike it out; the consequences are
    shown first.
    """
    row = stage_or_404(tournament, stage)
    on = matches_on(history_of(row)).get(number)
    if on is None:
        raise Http404(_("There is no such board, or its round is not published yet."))
    starts = [tuple(one) for one in row.fouled_boards.get(str(number), ())]
    now = next((one.match.pk for one in on if _at(one.match) in starts), None)
    if is_struck_out(row, number) or "strike" in request.GET:
        now = STRIKE
    posted = request.POST if request.method == "POST" else None
    form = FouledForm(on, names_of(tournament, public=False), now, posted)
    if posted is None or not form.is_valid():
        return _page(request, row, number, form, status=200 if posted is None else 422)
    chosen = form.cleaned_data["start"]
    match = next((one.match for one in on if one.match.pk == chosen), None)
    try:
        step = _step(request, row, number, match, strike=chosen == STRIKE)
        page = preview_or_take(request, tournament, step)
    except RuleError as error:
        errors = [*by_field(error.mistakes).values()]
        return _page(request, row, number, form, errors, status=status_of(error))
    if page is not None:
        return page
    messages.success(request, _("Saved: the standings include it."))
    return redirect("tournament_board", tournament.pk, stage, number)


def _step(
    request: SignedInRequest, stage: Stage, board: int, match: Match | None, *, strike: bool
) -> Step:
    user = request.user
    title = _("Strike board %(board)s out") if strike else _("Cards of board %(board)s")
    return Step(
        title % {"board": board},
        "board_fouled",
        lambda reason: mark_fouled(stage, user, board, match, reason, strike=strike),
        request.path,
    )


def _page(
    request: SignedInRequest,
    stage: Stage,
    number: int,
    form: FouledForm,
    errors: Sequence[str] = (),
    *,
    status: int,
) -> HttpResponse:
    context = {
        "tournament": stage.tournament,
        "tab": "rounds",
        "stage": stage,
        "number": number,
        "form": form,
        "reason": request.POST.get("reason", "")[:LONGEST_REASON],
        "errors": errors,
        "back": reverse("tournament_board", args=[stage.tournament_id, stage.number, number]),
    }
    return render(request, "tournaments/rounds/fouled_board.html", context, status=status)


def _at(match: Match) -> tuple[int, int]:
    return match.session_round.number, match.number
