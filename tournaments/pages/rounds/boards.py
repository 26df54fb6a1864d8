"""Duplicate at the desk: averages on the boards of a match."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.forms import BoundField
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.games.round_words import signed
from scoring.pages.common import by_field, status_of
from scoring.rules import RuleError
from tournaments.actions.board_rulings import give_averages
from tournaments.actions.common import LONGEST_REASON, rule_error
from tournaments.match.team_boards import board_numbers, has_rooms
from tournaments.models import Match, Tournament
from tournaments.names import names_at_table, names_of
from tournaments.pages.change_preview import Step, take_or_preview
from tournaments.pages.common import SignedInRequest, of_tournament
from tournaments.pages.rounds.match import match_or_404
from tournaments.pages.travellers import average_in_percent
from tournaments.stage.history import seated_match
from tournaments.standings.duplicate.values import SHARES
from tournaments.standings.points.team_imps import IMPS_OF

AS_PLAYED = ""
SIDES = 2


# Averages on boards
# --------------------------------------------------------------------------------------------------


class AveragesForm(forms.Form):
    """What the director gives on each board of a match: a field for each side, and the reason."""

    reason = forms.CharField(max_length=LONGEST_REASON, required=False)

    def __init__(self, match: Match, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        shown = _in_imps if has_rooms(match.session_round.stage) else average_in_percent
        choices = [(AS_PLAYED, _("as played")), *((key, shown(key)) for key in SHARES)]
        self.boards = board_numbers(match)
        for board in self.boards:
            given = match.averages.get(str(board), [AS_PLAYED] * SIDES)
            for side, initial in enumerate(given):
                self.fields[f"board_{board}_{side}"] = forms.ChoiceField(
                    choices=choices, required=False, initial=initial
                )

    def rows(self) -> Iterator[tuple[int, list[BoundField]]]:
        """Yield each board with the fields of both sides."""
        for board in self.boards:
            yield board, [self[f"board_{board}_{side}"] for side in range(SIDES)]

    def averages(self) -> dict[int, list[str]]:
        """Return what was chosen. Raises RuleError for a choice that does not exist."""
        if not self.is_valid():
            text = _("Choose one of the averages in the list.")
            raise rule_error("bad_average", next(iter(self.errors)), text)
        found = {}
        for board in self.boards:
            pair = [self.cleaned_data[f"board_{board}_{side}"] for side in range(SIDES)]
            if pair != [AS_PLAYED] * SIDES:
                found[board] = pair
        return found


def _in_imps(average: str) -> str:
    """Return an average of the director in a match of teams of four: "+3 IMPs"."""
    count = IMPS_OF[average]
    text = ngettext("%(count)s IMP", "%(count)s IMPs", abs(count))
    return text % {"count": signed(count)}


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def averages(request: SignedInRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Give the sides of a match averages on single boards, or take them back."""
    match = match_or_404(tournament, match_id)
    if not board_numbers(match):
        raise Http404(_("This match has no boards."))
    form = AveragesForm(match, request.POST if request.method == "POST" else None)
    error = None
    if request.method == "POST":
        try:
            given, user = form.averages(), request.user
            step = Step(
                _("Averages on boards"),
                "boards_ruled",
                lambda reason: give_averages(match, user, given, reason),
                request.path,
            )
            if (page := take_or_preview(request, tournament, step)) is not None:
                return page
        except RuleError as refused:
            error = refused
        else:
            messages.success(request, _("Saved: the standings include it."))
            return redirect("desk_match", tournament.pk, match.pk)
    seated = seated_match(match)
    names = names_at_table(seated, names_of(tournament, public=False))
    fields = by_field(error.mistakes) if error else {}
    context = {
        "tournament": tournament,
        "tab": "rounds",
        "match": match,
        "round": match.session_round,
        "stage": match.session_round.stage,
        "names": [names[side[0]] for side in seated.sides],
        "form": form,
        "in_imps": has_rooms(match.session_round.stage),
        "reason": request.POST.get("reason", "")[:LONGEST_REASON],
        "wrong": fields.get("reason", ""),
        "errors": [text for key, text in fields.items() if key != "reason"],
        "back": reverse("desk_match", args=[tournament.pk, match.pk]),
    }
    return render(request, "tournaments/rounds/averages.html", context, status=status_of(error))
