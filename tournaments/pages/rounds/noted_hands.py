"""Duplicate at the desk: the cards that players noted of a board, to see and to correct.

A POST shows them, so that no address opens them; the log names who looked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from scoring.pages.common import status_of
from scoring.rules import RuleError
from tournaments.actions.deals import correct_hand, open_noted
from tournaments.models import Tournament
from tournaments.pages.common import SignedInRequest, messages_of, of_tournament, stage_or_404
from tournaments.pages.deals import CardShown, card_rows, noted_boards, noted_deal, seat_names
from tournaments.pages.rounds.deals import DealsForm, boards_for
from tournaments.pages.travellers import matches_on
from tournaments.pairing.duplicate.deals import with_fourth
from tournaments.stage.deals import dealt_and_noted
from tournaments.stage.history import history_of


class BoardForm(DealsForm):
    """Which deal of a board to show."""

    message = gettext_lazy("Choose a board.")
    which = forms.ChoiceField(error_messages={"required": message, "invalid_choice": message})

    def boards(self) -> Sequence[int]:
        return [self.deal[0]]

    @property
    def deal(self) -> tuple[int, int]:
        board, _between, number = self.cleaned_data["which"].partition("-")
        return int(board), int(number)


@dataclass(frozen=True)
class HandForm:
    """A seat at the desk: whether its hand is noted, and all cards to choose from. `again`: the
    choice that was not accepted.
    """

    seat: int
    name: str
    noted: bool
    choices: Sequence[tuple[str, CardShown, bool]]
    again: bool


@require_POST
@of_tournament
def noted_hands(request: SignedInRequest, tournament: Tournament, stage: int) -> HttpResponse:
    """Show the noted cards of a board; with a seat, correct its hand first."""
    row = stage_or_404(tournament, stage)
    if not dealt_and_noted(row):
        raise Http404
    form = BoardForm(request.POST.dict())
    form.fields["which"].choices = [  # type: ignore[attr-defined]
        (one.key, one.key) for one in noted_boards(row, matches_on(history_of(row)))
    ]
    _boards, refusal = boards_for(request, row, form)
    if refusal is not None:
        return refusal
    board, number = form.deal
    seat, chosen = request.POST.get("seat", ""), request.POST.getlist("card")
    errors, status = [], 200
    if seat:
        if seat not in map(str, range(len(seat_names()))):
            raise Http404
        try:
            correct_hand(row, request.user, board, number, int(seat), chosen)
        except RuleError as error:
            errors, status = messages_of(error), status_of(error)
    hands = open_noted(row, request.user, [board]).get((board, number), {})
    refused = {seat: chosen} if errors else {}
    context = {
        "tournament": tournament,
        "tab": "rounds",
        "stage": row,
        "which": form.cleaned_data["which"],
        "board": board,
        "deal": noted_deal(number, with_fourth(hands)),
        "seats": _hand_forms(hands, refused),
        "saved": bool(seat) and not errors,
        "errors": errors,
    }
    return render(request, "tournaments/rounds/noted_hands.html", context, status=status)


def _hand_forms(
    hands: Mapping[int, Sequence[str]], refused: Mapping[str, Sequence[str]]
) -> list[HandForm]:
    return [
        HandForm(
            seat,
            name,
            seat in hands,
            card_rows(refused.get(str(seat), hands.get(seat, ()))),
            str(seat) in refused,
        )
        for seat, name in enumerate(seat_names())
    ]
