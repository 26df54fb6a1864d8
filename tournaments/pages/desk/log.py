"""The log of a tournament."""

from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scoring.games.parsing import whole_of
from tournaments.log_actions import SUBJECTS
from tournaments.models import Tournament
from tournaments.pages.common import of_tournament
from tournaments.pages.log_lines import MOST_LINES, log_lines
from tournaments.pages.search import looked_for
from tournaments.pages.unplayed import unplayed_of
from tournaments.stage.words import stage_name


@require_GET
@of_tournament
def log(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show who did what, when and why, newest first, grouped by the round drawn at that time.

    `?before=` continues before a line, `?kind=` filters by subject, `?q=` searches.
    """
    before = whole_of(request.GET.get("before", ""), None)
    asked = request.GET.get("kind", "")
    subject = SUBJECTS.get(asked)
    typed = looked_for(request).strip()
    hidden = bool(unplayed_of(request, tournament))
    lines = log_lines(tournament, before, subject, typed, results=not hidden)
    stages = {stage.number: stage_name(stage) for stage in tournament.stages.all()}
    context = {
        "tournament": tournament,
        "parts": [
            (stages.get(stage, "") if len(stages) > 1 else "", number, list(part))
            for (stage, number), part in groupby(lines, lambda line: line.during)
        ],
        "kinds": [(key, one.name) for key, one in SUBJECTS.items()],
        "kind": asked if subject else "",
        "older": lines[-1].pk if len(lines) == MOST_LINES else None,
        "newest": before is None,
        "typed": typed,
    }
    return render(request, "tournaments/desk/log.html", context)
