"""The phone on the table: record, undo, correct, choose and confirm rounds.

The page's script sends its entries to the API; these views take the same from plain forms.
"""

import uuid
from collections.abc import Iterable

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.games import lifecycle
from scoring.games.access.devices import device_of, known_device
from scoring.games.actions.chairs import choose_chair
from scoring.games.actions.correcting import correct_round
from scoring.games.actions.setup_changes import change_table_settings
from scoring.games.actions.versions import agree_to, choose_version, mark_seen
from scoring.games.actions.writing import record_round, undo_round
from scoring.games.host import of_match
from scoring.games.queries import table_of
from scoring.games.round_words import names_with_dummy
from scoring.models import Game
from scoring.pages.common import GameRequest, by_field, on_game, posted_whole, status_of, worded
from scoring.pages.table.board import board, state_of, state_tag
from scoring.pages.table.forms import posted_id, posted_number, posted_round
from scoring.rules import Mistake, RuleError
from scoring.rules.words import gettext_noop

LOOK_AGAIN = gettext_noop("The page did not name the entry it corrects. Reload it.")
NO_ID = gettext_noop("The page sent no valid entry id. Reload it.")
CHOOSE = gettext_noop("Choose one of the settings offered.")


@require_safe
@on_game
def score(request: GameRequest, game: Game) -> HttpResponse:
    """Show the scorer's screen for the next round."""
    return render(request, "scoring/table/score.html", board(request, table_of(game)))


@require_safe
@on_game
def state(request: GameRequest, game: Game) -> HttpResponse:
    """Serve the game's state for the script; 304 while nothing has changed."""
    match_state = of_match(game).match_state(game)
    tag = state_tag(game, get_language() or "", request.role, match_state)
    unchanged = get_conditional_response(request, etag=tag)
    answer = unchanged or JsonResponse(state_of(request, table_of(game)))
    answer["ETag"] = tag
    return answer


@require_POST
@on_game
def record(request: GameRequest, game: Game) -> HttpResponse:
    """Record the next round."""
    try:
        posted = posted_round(request.POST)
        record_round(
            game,
            posted.entry_id,
            posted.number,
            posted.data,
            device_of(request),
            sides=posted.sides,
            recording=posted.recording,
        )
    except RuleError as error:
        return refused(request, game, error)
    return redirect("score", game_id=game.pk)


@require_POST
@on_game
def undo(request: GameRequest, game: Game) -> HttpResponse:
    """Undo the last round."""
    mistakes: list[Mistake] = []
    entry_id, number = (
        posted_id(request.POST, "id", mistakes),
        posted_number(request.POST, mistakes),
    )
    try:
        if entry_id is None or number is None:
            raise RuleError(mistakes)
        undo_round(game, entry_id, number, device_of(request))
    except RuleError as error:
        return refused(request, game, error)
    return _back(request, game)


@require_http_methods(["GET", "HEAD", "POST"])
@on_game
def correct(request: GameRequest, game: Game, number: int) -> HttpResponse:
    """Correct an earlier round on the screen that recorded it, with at least as much detail."""
    table = table_of(game)
    there = table.has_round(number)
    if request.method == "POST":
        try:
            posted = posted_round(request.POST)
            if there and (posted.replaces is None or posted.number != number):
                raise RuleError([Mistake("replaces_missing", "replaces", LOOK_AGAIN)])
            correct_round(
                game,
                posted.entry_id,
                number,
                posted.data,
                device_of(request),
                # A correction sent again gets the first answer, even if its round was undone since.
                replaces=posted.replaces or posted.entry_id,
                sides=posted.sides,
                recording=posted.recording,
                versions=posted_whole(request, "versions") or None,
            )
        except RuleError as error:
            return refused(request, game, error, number)
        return redirect("score", game_id=game.pk)
    if not there:
        raise Http404(_("This game has no round %(number)s.") % {"number": number})
    if not lifecycle.allowed("correct", game.state):
        return redirect("game", game_id=game.pk)
    shown = board(request, table, number=number, recording=request.GET.get("recording", ""))
    return render(request, "scoring/table/correct.html", shown)


@require_POST
@on_game
def choose(request: GameRequest, game: Game, number: int) -> HttpResponse:
    """Choose which version of a round counts."""
    mistakes: list[Mistake] = []
    entry_id, chosen = (posted_id(request.POST, field, mistakes) for field in ("id", "chosen"))
    try:
        if entry_id is None or chosen is None:
            raise RuleError(mistakes)
        versions = posted_whole(request, "versions") or None
        choose_version(game, entry_id, number, chosen, device_of(request), versions=versions)
    except RuleError as error:
        return refused(request, game, error)
    return _back(request, game)


@require_POST
@on_game
def agree(request: GameRequest, game: Game) -> HttpResponse:
    """Confirm the rounds that the page showed, each by its entry (fields `entry`, "number:id")."""
    mistakes: list[Mistake] = []
    form_id = posted_id(request.POST, "id", mistakes)
    try:
        if form_id is None:
            raise RuleError(mistakes)
        for number, entry in _entries(request.POST.getlist("entry")):
            # One form makes one agreement per round: sent twice, it is the same.
            agree_to(game, uuid.uuid5(form_id, str(entry)), number, entry, device_of(request))
    except RuleError as error:
        return refused(request, game, error)
    return _back(request, game)


@require_POST
@on_game
def chair(request: GameRequest, game: Game) -> HttpResponse:
    """Put the first of the last round on another chair."""
    mistakes: list[Mistake] = []
    entry_id = posted_id(request.POST, "about", mistakes)
    try:
        if entry_id is None:
            raise RuleError(mistakes)
        # Chairs are numbered from 1, so nonsense, read as 0, is none.
        choose_chair(game, entry_id, posted_whole(request, "chair") - 1, device_of(request))
    except RuleError as error:
        return refused(request, game, error)
    return redirect(f"{reverse('score', args=[game.pk])}#new-seats")


def _entries(fields: Iterable[str]) -> list[tuple[int, uuid.UUID]]:
    """Parse rounds and entries out of "3:<id>". Raises RuleError for nonsense."""
    try:
        pairs = [field.split(":") for field in fields]
        return [(int(number[:4]), uuid.UUID(entry)) for number, entry in pairs]
    except ValueError as error:
        raise RuleError([Mistake("bad_id", "entry", NO_ID)]) from error


@require_POST
@on_game
def seen(request: GameRequest, game: Game) -> HttpResponse:
    """Take a page's report of the game's version it shows."""
    mark_seen(game, posted_whole(request, "version"), known_device(request))
    return HttpResponse(status=204)


@require_POST
@on_game
def table_settings(request: GameRequest, game: Game) -> HttpResponse:
    """Change how this table records: saving, level of detail, direction of play."""
    saving = request.POST.get("saving", game.saving)
    direction = request.POST.get("direction", game.direction)
    try:
        offered = {
            "saving": (saving, Game.Saving.values),
            "direction": (direction, Game.Direction.values),
        }
        if wrong := [field for field, (chosen, values) in offered.items() if chosen not in values]:
            raise RuleError([Mistake("bad_setting", field, CHOOSE) for field in wrong])
        recording = request.POST.get("recording", "")
        unreadable: list[Mistake] = []
        once = (
            posted_id(request.POST, "recording_id", unreadable)
            if "recording_id" in request.POST
            else None
        )
        if unreadable:
            raise RuleError(unreadable)
        change_table_settings(
            game,
            device_of(request),
            saving=saving,
            direction=direction,
            recording=recording,
            once=once,
        )
    except RuleError as error:
        return refused(request, game, error)
    return redirect("score", game_id=game.pk)


def _back(request: GameRequest, game: Game) -> HttpResponse:
    return redirect("game" if request.POST.get("next") == "sheet" else "score", game_id=game.pk)


def refused(
    request: GameRequest, game: Game, error: RuleError, number: int | None = None
) -> HttpResponse:
    """Respond to a refused entry: nothing was saved, and the input is kept."""
    game.refresh_from_db()  # another phone may have been quicker: show the current state
    table = table_of(game)
    names = names_with_dummy(table)
    if number is not None and not table.has_round(number):
        number = None
    recording = request.POST.get("recording", "")
    context = board(request, table, number=number, typed=request.POST, recording=recording)
    context["mistakes"] = worded(error.mistakes, names)
    context["errors"] = errors = by_field(error.mistakes, names)
    for fields in context["plain_seats"]:
        fields["error"] = errors.get(fields["place_field"], "")
    template = "scoring/table/correct.html" if number else "scoring/table/score.html"
    return render(request, template, context, status=status_of(error))
