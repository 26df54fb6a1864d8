"""Changes at the desk: swapping two entrants in a published round, correcting a wrong table."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods

from scoring.pages.common import by_field, posted_whole, status_of
from scoring.rules import RuleError
from tournaments.actions.common import LONGEST_REASON, rule_error
from tournaments.actions.manual_pairing import change_places, games_at
from tournaments.actions.moving_results import games_of_matches, move_result
from tournaments.models import Entrant, Match, SessionRound, Tournament
from tournaments.names import names_of
from tournaments.pages.change_preview import NOT_YET, Step, preview_or_take
from tournaments.pages.common import SignedInRequest, of_tournament, stage_or_404
from tournaments.pages.lost_boards import lost_boards
from tournaments.pages.movements import compares_boards
from tournaments.pages.round_tables import round_board
from tournaments.pages.rounds.match import match_or_404
from tournaments.pages.rounds.round_lists import seats_to_choose
from tournaments.pages.rounds.round_page import round_or_404
from tournaments.pages.season.beyond import beyond_of

# Places
# --------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def places(
    request: SignedInRequest, tournament: Tournament, stage: int, number: int
) -> HttpResponse:
    """Swap two entrants of a published session round, even after they have begun."""
    row = round_or_404(tournament, stage_or_404(tournament, stage), number)
    if request.method != "POST":
        return _places_page(request, row)
    user = request.user
    try:
        who = [_of_round(row, posted_whole(request, name), name) for name in ("first", "second")]
        names, games = names_of(tournament, public=False, entrants=who), games_at(row, *who)
        warns = (
            lost_boards(row, lambda: change_places(row, user, who[0], who[1], NOT_YET))
            if compares_boards(row.stage)
            else ()
        )
        step = Step(
            _("%(first)s and %(second)s swap places")
            % {"first": names[who[0].pk], "second": names[who[1].pk]},
            "changed_places",
            lambda reason: change_places(row, user, who[0], who[1], reason, held=games),
            reverse("desk_places", args=[tournament.pk, stage, number]),
            games=games,
            warns=warns,
        )
        if (page := preview_or_take(request, tournament, step)) is not None:
            return page
    except RuleError as error:
        return _places_page(request, round_or_404(tournament, row.stage, number), error)
    messages.success(request, _("They have swapped places. What was entered stays with its table."))
    return redirect("desk_round", tournament.pk, stage, number)


def _of_round(row: SessionRound, who: int, field: str) -> Entrant:
    found = Entrant.objects.filter(places__session_round=row, pk=who).first()
    if found is None:
        raise rule_error("no_such_entrant", field, gettext_noop("Choose somebody in this round."))
    return found


def _places_page(
    request: SignedInRequest, row: SessionRound, error: RuleError | None = None
) -> HttpResponse:
    fields = by_field(error.mistakes) if error else {}
    typed = request.POST if request.method == "POST" else request.GET
    context: dict[str, Any] = {
        "tournament": row.stage.tournament,
        "tab": "rounds",
        "stage": row.stage,
        "round": row,
        "people": seats_to_choose(row),
        "boards": compares_boards(row.stage),
        "chosen": [posted_or_asked(typed, name) for name in ("first", "second")],
        "fields": fields,
        "reason": request.POST.get("reason", "")[: LONGEST_REASON * 2],
        "reason_error": fields.get("reason", ""),
        "errors": [
            message for key, message in fields.items() if key not in {"first", "second", "reason"}
        ],
        "this_page": reverse(
            "desk_places", args=[row.stage.tournament_id, row.stage.number, row.number]
        ),
    }
    return render(
        request,
        "tournaments/rounds/places.html",
        context,
        status=status_of(error),
    )


def posted_or_asked(typed: Mapping[str, str], name: str) -> str:
    return typed.get(name, "")[:16]


# Wrong tables
# --------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def move(request: SignedInRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Move what was entered for this table to the one where it was played."""
    row = match_or_404(tournament, match_id)
    if request.method != "POST":
        return _move_page(request, row)
    user = request.user
    try:
        target = Match.objects.filter(
            session_round=row.session_round_id, pk=posted_whole(request, "target")
        ).first()
        if target is None:
            raise rule_error(
                "bad_table",
                "target",
                gettext_noop("Choose another table of the same round."),
            )
        found, turned = match_or_404(tournament, target.pk), "turned" in request.POST
        games = games_of_matches(row, found)
        step = Step(
            _("Move the result of table %(table)s to table %(to)s")
            % {"table": row.number, "to": found.number},
            "result_moved",
            lambda reason: move_result(row, found, user, reason, turned=turned, held=games),
            reverse("desk_move_result", args=[tournament.pk, row.pk]),
            games=games,
            beyond=partial(beyond_of, tournament),
        )
        if (page := preview_or_take(request, tournament, step)) is not None:
            return page
    except RuleError as error:
        return _move_page(request, match_or_404(tournament, match_id), error)
    found.refresh_from_db(fields=["number"])  # it may have waited for a table
    messages.success(request, _("The result is now at table %(table)s.") % {"table": found.number})
    return redirect("desk_match", tournament.pk, found.pk)


def _move_page(
    request: SignedInRequest, row: Match, error: RuleError | None = None
) -> HttpResponse:
    fields = by_field(error.mistakes) if error else {}
    cards = round_board(row.session_round).cards
    context: dict[str, Any] = {
        "tournament": row.session_round.stage.tournament,
        "tab": "rounds",
        "match": row,
        "round": row.session_round,
        "own": next((card for card in cards if card.match.pk == row.pk), None),
        "cards": [card for card in cards if card.match.pk != row.pk],
        "target": request.POST.get("target", ""),
        "turned": "turned" in request.POST,
        "fields": fields,
        "reason": request.POST.get("reason", "")[: LONGEST_REASON * 2],
        "reason_error": fields.get("reason", ""),
        "errors": [message for key, message in fields.items() if key not in {"target", "reason"}],
        "this_page": reverse(
            "desk_move_result", args=[row.session_round.stage.tournament_id, row.pk]
        ),
    }
    return render(
        request,
        "tournaments/rounds/move.html",
        context,
        status=status_of(error),
    )
