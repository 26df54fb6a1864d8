"""Duplicate at the desk: the movement, where boards are and which are open, averages on boards."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.forms import BoundField
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from scoring.pages.common import by_field, status_of
from scoring.rules import RuleError
from tournaments.actions.board_rulings import give_averages
from tournaments.actions.common import LONGEST_REASON, rule_error
from tournaments.models import Entrant, Match, SessionRound, Stage, Tournament
from tournaments.names import names_at_table, names_of
from tournaments.pages.change_preview import Step, take_or_preview
from tournaments.pages.common import SignedInRequest, of_tournament, stage_or_404
from tournaments.pages.movements import (
    Carrying,
    RoundOfMovement,
    Seating,
    carried,
    compares_boards,
    drawn,
    named,
    numbers_in,
    planned,
    whole,
)
from tournaments.pages.rounds.match import match_or_404
from tournaments.pages.travellers import average_in_percent, boards_of
from tournaments.pairing.duplicate.event import Duplicate
from tournaments.pairing.duplicate.movement import Comparisons
from tournaments.pairing.formats import FORMATS
from tournaments.stage.history import History, history_of, seated_match
from tournaments.standings.duplicate.values import SHARES

AS_PLAYED = ""
SIDES = 2


# The movement
# --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableNow:
    """A table of the round being played, and where its boards go afterwards."""

    seat: Seating
    names: Sequence[str]
    goes: Sequence[Carrying]
    stay: bool


@dataclass(frozen=True)
class OpenBoard:
    """A board without a result at a table whose match is over."""

    board: int
    round: int
    table: int
    match_id: int


@require_GET
@of_tournament
def movement(request: SignedInRequest, tournament: Tournament, stage: int) -> HttpResponse:
    """Show the rounds as drawn, or as they would be with those entered now; then where the boards
    are, and those without a result.
    """
    row = stage_or_404(tournament, stage)
    format_ = FORMATS[row.format]
    if not compares_boards(row) or not isinstance(format_, Duplicate):
        raise Http404(_("This stage is not duplicate: it has no boards."))
    history = history_of(row)
    rounds = drawn(history)
    pairs = named(rounds)
    names = names_of(tournament, public=False)
    count = len(numbers_in(history)) or _expected(row)
    found = error = None
    try:
        found = format_.movement(count, row.format_settings)
    except RuleError as refused:
        error = " ".join(by_field(refused.mistakes).values())
    every = whole(history) if rounds and found else rounds or (planned(found) if found else [])
    now = _current(history)
    context = {
        "tournament": tournament,
        "tab": "rounds",
        "stage": row,
        "rounds": every,
        "drawn": bool(rounds),
        "left": len(found.rounds) - len(rounds) if found and rounds else 0,
        "pairs": [(number, names[who]) for number, who in sorted(pairs.items())],
        "count": count,
        "boards": found.boards if found else 0,
        "balance": _balance(found.comparisons) if found else [],
        "shared": [one for one in every if any(seat.shared for seat in one.tables)],
        "error": error,
        "now": now,
        "tables": _tables(every, now, names) if now else [],
        "resting": _resting(every, now) if now else "",
        "open": _open(history),
    }
    return render(request, "tournaments/rounds/movement.html", context)


def _expected(stage: Stage) -> int:
    """Return how many would play if the first round were drawn now."""
    if stage.participations.exists():
        return stage.participations.count()
    return stage.tournament.entrants.filter(state=Entrant.State.ENTERED).count()


def _balance(compared: Comparisons) -> list[str]:
    """Return how level a movement is, in words."""
    found = [
        _("Any two pairs are compared on %(least)s to %(most)s boards.")
        % {"least": compared.least, "most": compared.most}
    ]
    if compared.least == compared.most:
        found.append(_("That is perfectly level."))
    elif compared.least < compared.bound:
        found.append(
            _("No movement has more than %(bound)s for the two who are compared least.")
            % {"bound": compared.bound}
        )
    found.append(_("Nobody meets twice, and nobody plays a board twice."))
    return found


def _current(history: History) -> int | None:
    """Return the number of the round being played."""
    return next(
        (
            rows.session_round.number
            for rows in history.rounds
            if rows.session_round.state == SessionRound.State.PUBLISHED
        ),
        None,
    )


def _tables(
    rounds: Sequence[RoundOfMovement], number: int, names: Mapping[int, str]
) -> list[TableNow]:
    (row,) = (one for one in rounds if one.number == number)
    later = any(one.number == number + 1 for one in rounds)
    found = []
    for seat in row.tables:
        goes = carried(rounds, number, seat.table)
        found.append(
            TableNow(seat, [names[who] for who in seat.who], goes, stay=later and not goes)
        )
    return found


def _resting(rounds: Sequence[RoundOfMovement], number: int) -> str:
    return next(one.resting_shown for one in rounds if one.number == number)


def _open(history: History) -> list[OpenBoard]:
    """Return the boards that tables whose match is over have left without a result."""
    have = {(one.who, one.board): one for own in boards_of(history).values() for one in own}
    return [
        OpenBoard(board, rows.session_round.number, seated.match.number, seated.match.pk)
        for rows in history.rounds
        for seated in rows.seated
        if seated.match.done
        for board in seated.match.boards
        if any((who, board) not in have for who in seated.everybody)
    ]


# Averages on boards
# --------------------------------------------------------------------------------------------------


class AveragesForm(forms.Form):
    """What the director gives on each board of a match: a field for each side, and the reason."""

    reason = forms.CharField(max_length=LONGEST_REASON, required=False)

    def __init__(self, match: Match, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        choices = [(AS_PLAYED, _("as played")), *((key, average_in_percent(key)) for key in SHARES)]
        self.boards = sorted(match.boards)
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


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def averages(request: SignedInRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Give the sides of a match averages on single boards, or take them back."""
    match = match_or_404(tournament, match_id)
    if not match.boards:
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
        "reason": request.POST.get("reason", "")[:LONGEST_REASON],
        "wrong": fields.get("reason", ""),
        "errors": [text for key, text in fields.items() if key != "reason"],
        "back": reverse("desk_match", args=[tournament.pk, match.pk]),
    }
    return render(request, "tournaments/rounds/averages.html", context, status=status_of(error))
