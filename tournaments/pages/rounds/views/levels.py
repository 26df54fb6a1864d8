"""Breaking ties at the line of the next stage: a director decides who advances."""

from django.http import HttpResponse
from django.shortcuts import render

from scoring.games.parsing import whole_of
from scoring.pages.common import by_field, status_of
from scoring.rules import RuleError
from tournaments.actions.stages import TieDecision, previous_stage
from tournaments.models import Stage
from tournaments.pages.common import SignedInRequest
from tournaments.pages.rounds.queries.levels import levels_shown

OPEN, UNWON = "level_at_line", "play_off_open"
MOST_WINNERS = 1000  # that are read


def level_choice(request: SignedInRequest) -> TieDecision | None:
    """Return the choice made on the page: field `level`, and the winners of a play-off (fields
    `through`).
    """
    how = request.POST.get("level", "")
    if how not in Stage.AtLine.values:
        return None
    return TieDecision(
        how, {whole_of(text, 0) for text in request.POST.getlist("through")[:MOST_WINNERS]}
    )


def level_page(request: SignedInRequest, row: Stage, error: RuleError) -> HttpResponse | None:
    """Return the page that lists the tied entrants and asks; None if the error is another one.

    The action is sent again with the answer, so the page posts to the same address.
    """
    codes = {mistake.code for mistake in error.mistakes}
    if not codes <= {OPEN, UNWON}:
        return None
    context = {
        "tournament": row.tournament,
        "tab": "rounds",
        "stage": row,
        **levels_shown(row, previous_stage(row)),
        "chosen": request.POST.get("level") or row.at_line,
        "won": {whole_of(text, 0) for text in request.POST.getlist("through")[:MOST_WINNERS]},
        "error": by_field(error.mistakes).get("level", "") if UNWON in codes else "",
        "goes": request.path,
        "only_here": "only_here" in request.POST,
    }
    return render(request, "tournaments/rounds/level.html", context, status=status_of(error))
