"""Finding the match whose result is wrong, in a tournament that is over: by name or by round."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from tournaments.models import Match, Place, SessionRound, Tournament
from tournaments.names import names_of
from tournaments.pages.common import SignedInRequest, of_tournament
from tournaments.pages.round_names import own_name
from tournaments.pages.round_tables import SideLine, side_lines
from tournaments.pages.search import found_in, looked_for
from tournaments.pages.viewer import Viewer
from tournaments.stage.history import RoundRows, rows_of
from tournaments.stage.words import stage_name

MOST_FOUND = 100


@dataclass(frozen=True)
class FoundRound:
    """A session round with the matches found in it."""

    name: str
    matches: Sequence[tuple[Match, Sequence[SideLine]]]


@require_safe
@of_tournament
def wrong_result(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """List the matches of the people found by `?q=`, or of a round; each leads to its page."""
    typed, seen = looked_for(request).strip(), Viewer(tournament, whole=True)
    asked = "" if typed else request.GET.get("round", "")
    chosen = next((row for row in seen.rounds if _key(row) == asked), None)
    found: Sequence[FoundRound] = ()
    if typed or chosen:
        found = _found(seen, typed, [chosen] if chosen else seen.rounds)
    context = {
        "tournament": tournament,
        "tab": "rounds",
        "typed": typed,
        "rounds": [(_key(row), row) for row in seen.rounds],
        "chosen": chosen,
        "found": found,
        "most": MOST_FOUND if sum(len(one.matches) for one in found) == MOST_FOUND else None,
        "this_page": reverse("desk_wrong", args=[tournament.pk]),
    }
    return render(request, "tournaments/rounds/wrong_result.html", context)


def _key(row: SessionRound) -> str:
    return f"{row.stage.number}-{row.number}"


def _found(seen: Viewer, typed: str, rounds: Sequence[SessionRound]) -> list[FoundRound]:
    """Return the matches with a result, of everybody without `typed`: at most `MOST_FOUND` of
    them, the newest round first. At most eight queries.
    """
    names = names_of(seen.tournament, public=False)
    places = Place.objects.filter(session_round__in=rounds, match__done=True)
    if typed:
        places = places.filter(entrant__in=[who for who in names if found_in(names[who], typed)])
    newest = places.order_by("-session_round__stage__number", "-session_round__number", "match")
    found = list(newest.values_list("match", "session_round").distinct()[:MOST_FOUND])
    matches = {match for match, _session_round in found}
    kept = {session_round for _match, session_round in found}
    read = rows_of([row for row in reversed(rounds) if row.pk in kept])

    def found_at(rows: RoundRows) -> list[tuple[Match, list[SideLine]]]:
        return [
            (seated.match, side_lines(seated, names))
            for seated in rows.seated
            if seated.match.pk in matches
        ]

    return [FoundRound(_name(rows, of_stage=len(seen.stages) > 1), found_at(rows)) for rows in read]


def _name(rows: RoundRows, *, of_stage: bool) -> str:
    row = rows.session_round
    own = own_name(rows)
    name = _(own) if own else pgettext("tournament", "Round %(number)s") % {"number": row.number}
    return f"{stage_name(row.stage)} · {name}" if of_stage else name
