"""Duplicate in public: the movement and the boards of a session, and the traveller of a board."""

from collections import Counter
from typing import TYPE_CHECKING, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from scoring.games.access.devices import known_device
from tournaments.match.board_results import is_struck_out
from tournaments.models import Stage
from tournaments.pages.deals import deal_seal, public_deals
from tournaments.pages.movements import compares_boards, drawn, named
from tournaments.pages.public.access import clocked_page, show
from tournaments.pages.session_results import has_record
from tournaments.pages.travellers import boards_of, matches_on, traveller
from tournaments.pages.unplayed import unplayed_of
from tournaments.pages.viewer import Viewer, entrants_of
from tournaments.stage.deals import own_entrants

if TYPE_CHECKING:
    from tournaments.pages.common import SignedInRequest


def duplicate_stage(seen: Viewer, number: int) -> Stage:
    """Return a stage of duplicate. Raises Http404 for any other."""
    stage = seen.stage(number)
    if not compares_boards(stage):
        raise Http404(_("This stage is not duplicate: it has no boards."))
    return stage


def files_for(request: HttpRequest, seen: Viewer, stage: Stage) -> Viewer | None:
    """Return the viewer for whom a session's files are made, None if its results are kept: a
    director who plays gets what everybody gets.
    """
    if seen.whole and own_entrants(stage, request.user, known_device(request)):
        seen = Viewer(seen.tournament)
    return None if seen.keeps_boards(stage) else seen


@clocked_page
def boards(request: HttpRequest, seen: Viewer, stage: int) -> HttpResponse:
    """Show the rounds of the movement that are published, and the boards with their results."""
    row = duplicate_stage(seen, stage)
    history = seen.history(row)
    rounds, names = drawn(history), seen.names(entrants_of(history))
    sides = {(one.board, one.side) for own in boards_of(history).values() for one in own}
    found = Counter(board for board, _side in sides)
    return show(
        request,
        "tournaments/public/boards.html",
        seen,
        stage=row,
        tab="boards",
        rounds=rounds,
        pairs=[(number, names.get(who, f"#{who}")) for number, who in named(history)],
        # Each result is one of north and south, and one of east and west
        boards=[
            (one, len(of), found[one] // 2, is_struck_out(row, one))
            for one, of in matches_on(history).items()
        ],
        kept=not seen.shows_results(row, len(rounds) or 1),
        seal=deal_seal(row),
        files=bool(found) and files_for(request, seen, row) is not None,
        record=has_record(history),
    )


@clocked_page
def board(request: HttpRequest, seen: Viewer, stage: int, number: int) -> HttpResponse:
    """Show the traveller of a board, as far as its results are public."""
    row = duplicate_stage(seen, stage)
    asking = cast("SignedInRequest", request)
    left = unplayed_of(request, seen.tournament).get(stage, ()) if asking.can["attend"] else ()
    if left and number not in left:
        # A director who plays may see the boards that they have played
        seen = Viewer(seen.tournament, whole=True)
        row = seen.stage(stage)
    history = seen.history(row)
    on = matches_on(history)
    if number not in on:
        raise Http404(_("There is no such board, or its round is not published yet."))
    names = seen.names(entrants_of(history))
    return show(
        request,
        "tournaments/public/board.html",
        seen,
        stage=row,
        tab="boards",
        page=traveller(history, names, number, boards_of(history)),
        deals=public_deals(row, number),
        others=list(on),
        kept=not seen.shows_results(row, on[number][0].match.session_round.number),
        may_rule=asking.can["rule"],
        unplayed=[(stage, number)] if number in left else [],
        back=request.path,
    )
