"""Entering the result of a match from paper, and correcting one."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods

from scoring.pages.common import by_field, status_of
from scoring.rules import Conflict, Mistake, RuleError
from tournaments.actions import evening, paper_results
from tournaments.actions.common import LONGEST_REASON
from tournaments.match.double_entry import SECOND
from tournaments.match.reasons import PAPER_SHEET
from tournaments.models import Entrant, Match, SessionRound, Tournament
from tournaments.names import names_of, side_names
from tournaments.pages.common import SignedInRequest, of_tournament
from tournaments.pages.round_tables import needs_winner, side_lines
from tournaments.pages.rounds.double_entry import typed_of
from tournaments.pages.rounds.forms import GameForm, PaperForm
from tournaments.pages.rounds.match import change_or_preview, match_or_404, may_rule
from tournaments.pages.rounds.papers import HALL, address_after, refused_line
from tournaments.stage.history import seated_match
from tournaments.standings.points.adjust import KINDS


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def paper(request: SignedInRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Enter a match's sheet: a row for each hand, or only sums if single hands count nothing.

    Saving leads to the next table of the session round without a result. A match with a result
    redirects to `correct`. The field `hall` marks a line of the page of a whole hall and leads back
    there; `?at=match` leads to the page of the match.
    """
    row = match_or_404(tournament, match_id)
    if request.method != "POST":
        if row.done:
            return redirect("desk_correct", tournament.pk, row.pk)
        return _page(request, row, PaperForm.of(row))
    answer = _posted(request, row)
    if answer is not None:
        return answer
    if HALL in request.POST:
        return redirect(address_after(row))
    _report(request, row)
    if request.GET.get("at") == "match":
        return redirect("desk_match", tournament.pk, row.pk)
    following = _next(row)
    if following is not None:
        return redirect("desk_paper", tournament.pk, following.pk)
    return redirect(
        "desk_round", tournament.pk, row.session_round.stage.number, row.session_round.number
    )


def _report(request: SignedInRequest, row: Match) -> None:
    """Say whether the table is entered, or waits for a second person."""
    row.refresh_from_db(fields=["done", "typed"])
    if row.typed is None:
        messages.success(request, _("Table %(table)s is entered.") % {"table": row.number})
    elif SECOND in row.typed:
        text = _("Table %(table)s: the two sheets differ. Choose one, or type it again.")
        messages.warning(request, text % {"table": row.number})
    else:
        text = _("Table %(table)s is typed. It counts once somebody else has typed the same.")
        messages.success(request, text % {"table": row.number})


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def correct(request: SignedInRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Correct a match's result: the form has the current one, and the effect is shown first."""
    row = match_or_404(tournament, match_id)
    if not row.done:
        return redirect("desk_paper", tournament.pk, row.pk)
    if request.method != "POST":
        return _page(request, row, PaperForm.of(row))
    answer = _posted(request, row)
    if answer is not None:
        return answer
    messages.success(
        request, _("The result of table %(table)s has been corrected.") % {"table": row.number}
    )
    return redirect("desk_match", tournament.pk, row.pk)


def _posted(request: SignedInRequest, row: Match) -> HttpResponse | None:
    """Return the page that answers what was typed; None once it is saved."""
    if "take" in request.POST:
        return _take(request, row)
    form = PaperForm.of(row, request.POST.dict())
    if "look" in request.POST:
        return _page(request, row, form)
    try:
        return _enter(request, row, form)
    except RuleError as error:
        if HALL in request.POST:
            return refused_line(request, row, error)
        return _page(request, match_or_404(row.session_round.stage.tournament, row.pk), form, error)


def _take(request: SignedInRequest, row: Match) -> HttpResponse | None:
    """Count one of two sheets that differ; return the page that says why not."""
    which = request.POST.get("take", "")

    def take(reason: str) -> None:
        paper_results.choose_typed(row, request.user, which, reason or PAPER_SHEET)

    title = _("Enter the result of table %(table)s in round %(round)s from paper")
    try:
        return change_or_preview(
            request,
            row,
            title % {"table": row.number, "round": row.session_round.number},
            "paper_entered",
            take,
        )
    except RuleError as error:
        return _page(request, row, PaperForm.of(row), error)


def _enter(request: SignedInRequest, row: Match, form: PaperForm) -> HttpResponse | None:
    user = request.user
    rules = may_rule(request)
    if not rules and (mistake := paper_results.needs_ruling(row)):
        raise Conflict((mistake,))
    games = form.read()
    if form.is_unchanged(games) and not request.POST.get("winner"):
        text = gettext_noop("This is the current result: change a number, or leave it.")
        raise RuleError([Mistake("same_result", "games", text)])
    doubtful, confirmed = form.doubts(games), "fine" in request.POST
    # In a hall a doubt is shown at the saved line, and typing goes on.
    if doubtful and not confirmed and HALL not in request.POST:
        raise RuleError(doubtful)

    def enter(reason: str) -> None:
        entered = paper_results.enter_paper(
            row,
            user,
            games,
            PAPER_SHEET if reason in {"", _(PAPER_SHEET)} else reason,
            winner=_typed_winner(request, row),
            may_rule=rules,
        )
        if doubtful and confirmed and entered.done:
            evening.set_checked(row, user, checked=True)

    title = _("Enter the result of table %(table)s in round %(round)s from paper")
    if row.done:
        title = _("Correct the result of table %(table)s in round %(round)s")
    return change_or_preview(
        request,
        row,
        title % {"table": row.number, "round": row.session_round.number},
        "result_corrected" if row.done else "paper_entered",
        enter,
    )


def _typed_winner(request: SignedInRequest, row: Match) -> int | None:
    """Return the index of the side that goes on, if the match needs a winner."""
    typed = request.POST.get("winner", "")
    return int(typed) if typed in {"0", "1"} and needs_winner(row) else None


def _next(row: Match) -> Match | None:
    """Return the session round's next table without a result, starting over after the last."""
    left = Match.objects.filter(session_round=row.session_round_id, done=False).order_by("number")
    return left.filter(number__gt=row.number).first() or left.first()


def _page(
    request: SignedInRequest, row: Match, form: PaperForm, error: RuleError | None = None
) -> HttpResponse:
    tournament = row.session_round.stage.tournament
    seated = seated_match(row)
    names = names_of(
        tournament, public=False, entrants=Entrant.objects.filter(pk__in=seated.everybody)
    )
    stands = None if may_rule(request) else paper_results.needs_ruling(row)
    error = error or _obstacle(row, stands)
    fields = by_field(error.mistakes) if error else {}
    context: dict[str, Any] = {
        "tournament": tournament,
        "tab": "rounds",
        "match": row,
        "round": row.session_round,
        "stage": row.session_round.stage,
        "sides": side_lines(seated, names),
        "form": form,
        "games": [(game, _sides(game, names), _wrong(game, fields)) for game in form.games],
        "knock_out": needs_winner(row),
        "winner": request.POST.get("winner", ""),
        "first_field": _first_field(form) if not row.done else "",
        "may_save": stands is None,
        "following": _next(row),
        "typed": typed_of([row], request.user.pk).get(row.pk),
        "correcting": row.done,
        "stands_now": _now(row),
        "reason": request.POST.get("reason", "" if row.done else _(PAPER_SHEET))[
            : LONGEST_REASON * 2
        ],
        "reason_error": fields.get("reason", ""),
        "doubt": fields.get("doubt", ""),
        "wrong": set(fields),
        "errors": _errors_elsewhere(fields),
        "this_page": reverse(
            "desk_correct" if row.done else "desk_paper", args=[tournament.pk, row.pk]
        ),
    }
    status = status_of(error) if error and request.method == "POST" else 200
    return render(request, "tournaments/rounds/paper_results.html", context, status=status)


def _obstacle(row: Match, stands: Mistake | None) -> Conflict | None:
    """Return why nothing can be entered now, whatever is typed: a result that `stands` for anybody
    who may not rule, or a draft.
    """
    if stands is not None:
        return Conflict([stands])
    if row.session_round.state == SessionRound.State.DRAFT:
        text = gettext_noop("This round is a draft: publish it first.")
        return Conflict([Mistake("round_draft", "round", text)])
    return None


def _first_field(form: PaperForm) -> str:
    """Return where the cursor starts: the sums if they are enough, else the first hand."""
    for game in form.games:
        fields = game.sums if form.by_sums or not game.rows else game.rows[0].fields
        for name, _text in fields:
            return name
    return ""


def _now(row: Match) -> str:
    """Return the current result, if it is a decision without figures for the form."""
    return (
        _(KINDS[row.ruling["kind"]][0])
        if row.decided and row.ruling and row.ruling["kind"] in KINDS
        else ""
    )


def _sides(game: GameForm, names: Mapping[int, str]) -> list[tuple[str, int]]:
    """Return the names of a game's sides, each with its index."""
    return [(name, index) for index, name in enumerate(side_names(game.sides, names))]


def _errors_elsewhere(fields: Mapping[str, str]) -> list[str]:
    """Return the errors that are not shown beside their fields."""
    beside = ("hand_", "sum_")  # in the sheet
    return [
        message
        for key, message in fields.items()
        if key not in {"reason", "doubt"} and not key.startswith(beside)
    ]


def _wrong(game: GameForm, fields: Mapping[str, str]) -> list[str]:
    """Return the errors in a game's fields, each once."""
    starts = (f"hand_{game.number}_", f"sum_{game.number}_")
    return list(dict.fromkeys(message for key, message in fields.items() if key.startswith(starts)))
