"""The front page, starting a game, and the same people once more."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import actions
from scoring.access.counting import check_start, note_start
from scoring.access.devices import expect_device, known_device, new_device_of
from scoring.actions.deleting import kept
from scoring.answering import listed
from scoring.host import host
from scoring.models import Game
from scoring.pages import chart
from scoring.pages.common import by_field, status_of
from scoring.pages.ending import totals_of
from scoring.pages.live_pages import asks_for_part, build_id
from scoring.pages.start.form_page import form_context, pressed
from scoring.pages.start.forms import StartForm, blank
from scoring.pages.table.board import race
from scoring.permissions import game_for, may
from scoring.queries import Table, deleted_games_of, games_of, last_erasure, names_known_to, tables_of
from scoring.rules import VARIANTS, RuleError, Variant, preset, rank_name
from scoring.wording import figure, names_with_dummy

LISTED = 3  # games that the front page lists at once; more are folded


@dataclass(frozen=True)
class Column:
    """A side's line in a list of games, or a person's: who, the total, and whether that won."""

    side: int | None  # None where more than two score
    names: Sequence[str]
    total: str
    won: bool


@dataclass(frozen=True)
class Played:
    """A game as the front page lists it. `first` is who holds the first rank, which is called `rank`, in games without
    points; `race` how far each of two sides is on its way to the target, in hundredths; `chart` the totals by round.
    """

    game: Game
    title: str
    names: Sequence[str]
    columns: Sequence[Column]
    rounds: int
    first: str
    rank: str
    target: int | None
    race: Sequence[int]
    chart: chart.Chart | None

    @classmethod
    def of(cls, table: Table) -> "Played":
        names, position = names_with_dummy(table), table.position
        two = len(position.columns) == 2
        columns = [
            Column(index if two else None, [names[seat] for seat in seats], figure(total), index in position.winners)
            for index, (seats, total) in enumerate(zip(position.columns, position.totals, strict=True))
        ]
        rounds = len(table.entries)
        first = rank = ""
        if table.is_rank_game and rounds:
            first, rank = names[position.seating[0]], _(rank_name(table.result.rounds[-1].next.ranks[0]))
        target = table.rules.target_score
        return cls(
            game=table.game,
            title=title_of(table.game),
            names=table.names,
            columns=columns,
            rounds=rounds,
            first=first,
            rank=rank,
            target=target,
            race=race(target, position.totals) if two else (),
            chart=chart.small(totals_of(table), target=target) if columns and rounds else None,
        )

    @property
    def goes_on(self) -> bool:
        return self.game.state in {Game.State.RUNNING, Game.State.PAUSED}


def title_of(game: Game) -> str:
    """What was played: the preset's name, or else the variant's."""
    try:
        return _(preset(game.preset or game.variant).name)
    except KeyError:  # a preset of an earlier version
        return _(VARIANTS[game.variant].name)


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    device = known_device(request)
    games, deleted = (games_of(device), deleted_games_of(device)) if device else ([], [])
    tables = tables_of([*games, *deleted])
    played = [Played.of(tables[game.pk]) for game in games]
    newest = next((row for row in played if row.goes_on), None)
    others = [row for row in played if row is not newest]
    context = {
        "device": device,
        "seasons": host().season_of(device.club, inside=True) if device and device.club else None,
        "last": next(iter(played), None),
        "open": newest,
        "played": others[:LISTED],
        "more": others[LISTED:],
        "deleted_days": kept().days,
        "deleted": [Played.of(tables[game.pk]) for game in deleted],
        "now": timezone.now(),
        "forgotten": last_erasure(device) if device else None,
        "variants": [(kind.key, _(kind.name)) for kind in VARIANTS.values()],
        "all_games": [] if played else [_kind(kind) for kind in VARIANTS.values()],
    }
    return listed(render(request, "scoring/start/front.html", context))


def _kind(kind: Variant) -> tuple[str, str, str]:
    """A game as the first visit lists it: its key, its name, for how many people it is."""
    least, most = kind.min_players, kind.max_players
    return kind.key, _(kind.name), str(least) if least == most else f"{least}–{most}"


# A new game ---------------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest) -> HttpResponse:
    """The form, what its buttons do, and the start. Everything but the start answers with the form again."""
    if request.method != "POST":
        expect_device(request)
        return _show(request, _opened(request), {})
    data = request.POST
    action = "pick" if "pick" in data else data.get("action", "start")
    form = StartForm.read(data, choosing=action == "choose")
    if action == "start":
        return _start(request, form)
    note, errors = pressed(form, data, action)
    return _show(request, form, errors, note=note)


def _opened(request: HttpRequest) -> StartForm:
    """An empty form: of the game that a link asked for, or as this phone's table plays."""
    device = known_device(request)
    own = Game.objects.filter(device=device, deleted_at__isnull=True)
    last = own.order_by("-started_at").first() if device else None
    variant = request.GET.get("variant", last.variant if last else "")
    form = blank(variant if variant in VARIANTS else next(iter(VARIANTS)))
    if last:
        form.direction, form.saving = last.direction, last.saving
    return form


def _start(request: HttpRequest, form: StartForm) -> HttpResponse:
    try:
        rules, names = form.check()
        check_start(request, known_device(request))
        with new_device_of(request) as device:
            note_start(request)
            game = actions.start_game(
                device,
                rules,
                names,
                preset=form.preset_key(rules),
                table_name=form.table_name,
                direction=form.direction,
                saving=form.saving,
                game_id=form.start_id,
            )
    except RuleError as error:
        errors = by_field(error.mistakes)
        if "start_id" in errors:
            form.start_id = uuid.uuid4()  # the next try is a game of its own
        return _show(request, form, errors, status=status_of(error.mistakes))
    if request.headers.get("HX-Request"):  # a redirection could be anybody's, a hotel's too
        return HttpResponse(status=201, headers={"HX-Redirect": reverse("score", args=[game.pk])})
    return redirect("score", game_id=game.pk)


def _show(
    request: HttpRequest, form: StartForm, errors: dict[str, str], *, note: str = "", status: int = 0
) -> HttpResponse:
    context = form_context(form, errors, names_known_to(known_device(request)), note=note)
    context |= {"here": reverse("new_game"), "build": build_id()}
    template = "scoring/start/form.html" if asks_for_part(request) else "scoring/start/new.html"
    return render(request, template, context, status=status or (422 if errors else 200))


# The same people once more ------------------------------------------------------------------------------------


@require_POST
def play_again(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """A new game with the people, seats and rules of one that this phone wrote; its own where none is written yet."""
    device = known_device(request)
    game, role = game_for(device.pk if device else None, game_id)
    if game is None or device is None or game.deleted_at is not None or not may(role, "lead_game"):
        raise Http404
    if game.state == Game.State.RUNNING and not game.rounds.exists():
        return redirect("score", game_id=game.pk)
    check_start(request, device)
    with transaction.atomic():
        note_start(request)
        again = actions.rematch(game, device)
    return redirect("score", game_id=again.pk)
