"""The front page, starting a game, and a game with the same people."""

import uuid
from collections.abc import Mapping

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.games.access.devices import expect_device, known_device, new_device_of
from scoring.games.access.limit_counts import check_start, count_start
from scoring.games.actions import starting
from scoring.games.parsing import whole_of
from scoring.games.permissions import game_for, may
from scoring.games.queries import names_known_to, writable_by
from scoring.models import Game
from scoring.pages.common import by_field, status_of
from scoring.pages.live_pages import asks_for_part, build_id
from scoring.pages.start.form_page import form_context, pressed
from scoring.pages.start.forms import StartForm, blank
from scoring.pages.start.own_games import GamesPage, own_people
from scoring.rules import VARIANTS, RuleError


@never_cache
@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Show all games of this phone, or those matching a search, thirty per page."""
    device = known_device(request)
    asked, typed = whole_of(request.GET.get("page", ""), 1, digits=6), request.GET.get("q", "")
    me = own_people(device, request.user) if device and typed else ()
    page = GamesPage(writable_by(device), typed, asked, me) if device else None
    return render(request, "scoring/start/all_games.html", {"page": page})


# A new game
# --------------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest) -> HttpResponse:
    """Show the form, handle its buttons, and start. Everything but the start shows the
    form again.
    """
    if request.method != "POST":
        expect_device(request)
        return _show(request, _opened(request), {})
    data: Mapping[str, str] = request.POST
    action = "pick" if "pick" in data else data.get("action", "start")
    if offered := data.get("for"):
        action, data = "choose", request.POST.dict() | {"variant": offered}
    form = StartForm.read(data, choosing=action == "choose")
    if action == "start":
        return _start(request, form)
    note, errors = pressed(form, data, action)
    return _show(request, form, errors, note=note)


def _opened(request: HttpRequest) -> StartForm:
    """Return an empty form: for the game that a link names, or with this phone's last settings.

    After a game in which people sit out it is the usual one: four friends are not to play with an
    empty fifth seat, and a fifth name offers that game again.
    """
    device = known_device(request)
    own = Game.objects.filter(device=device, deleted_at__isnull=True)
    last = own.order_by("-started_at").first() if device else None
    again = last.variant if last and not VARIANTS[last.variant].turns else ""
    variant = request.GET.get("variant", again)
    form = blank(variant if variant in VARIANTS else next(iter(VARIANTS)))
    if last:
        form.direction, form.saving = last.direction, last.saving
    return form


def _start(request: HttpRequest, form: StartForm) -> HttpResponse:
    try:
        rules, names, carried = form.check()
        check_start(request, known_device(request))
        with new_device_of(request) as device:
            count_start(request)
            game = starting.start_game(
                device,
                rules,
                names,
                preset=form.preset_key(rules),
                carried=carried,
                table_name=form.table_name,
                direction=form.direction,
                saving=form.saving,
                game_id=form.start_id,
            )
    except RuleError as error:
        errors = by_field(error.mistakes)
        if "start_id" in errors:
            form.start_id = uuid.uuid4()  # the next attempt is a game of its own
        return _show(request, form, errors, status=status_of(error))
    # a redirect could come from anybody, such as a hotel's network
    if request.headers.get("HX-Request"):
        return HttpResponse(status=201, headers={"HX-Redirect": reverse("score", args=[game.pk])})
    return redirect("score", game_id=game.pk)


def _show(
    request: HttpRequest,
    form: StartForm,
    errors: dict[str, str],
    *,
    note: str = "",
    status: int = 0,
) -> HttpResponse:
    context = form_context(form, errors, names_known_to(known_device(request)), note=note)
    context |= {"here": reverse("new_game"), "build": build_id()}
    template = "scoring/start/form.html" if asks_for_part(request) else "scoring/start/new.html"
    return render(request, template, context, status=status or (422 if errors else 200))


# The same people again


@require_POST
def play_again(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Start a game with the people, seats and rules of one of this phone's; return that one while
    it has no round.
    """
    device = known_device(request)
    game, role = game_for(device.pk if device else None, game_id)
    if game is None or device is None or game.deleted_at is not None or not may(role, "lead_game"):
        raise Http404
    if game.state == Game.State.RUNNING and not game.rounds.exists():
        return redirect("score", game_id=game.pk)
    check_start(request, device)
    with transaction.atomic():
        count_start(request)
        again = starting.rematch(game, device)
    return redirect("score", game_id=again.pk)
