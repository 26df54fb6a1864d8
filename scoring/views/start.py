"""The front page, starting a game, and the same people once more."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import actions
from scoring.counting import check_start, note_start
from scoring.devices import expect_device, known_device, new_device_of
from scoring.forms import StartForm, blank
from scoring.house_rules import fields_of, own_call_rows
from scoring.models import Game
from scoring.names import tidy
from scoring.permissions import may, role_of
from scoring.queries import games_of, names_known_to
from scoring.rules import PRESETS, VARIANTS, Preset, RuleError, opening, preset
from scoring.rules.words import gettext_noop
from scoring.views.common import by_field, status_of
from scoring.wording import recordings_of

CHIPS = 12  # names offered at once; the others stand behind a fold-out

# What each game is, for somebody who has to choose one.
PLAYERS = {
    "nanking": gettext_noop("4 players, two teams"),
    "tientsin": gettext_noop("6 players, two teams"),
    "trichu": gettext_noop("3 players and the Table"),
    "wu_wang": gettext_noop("3 players and the Minister"),
    "grand_seigneur": gettext_noop("5 to 12 players, ranks"),
    "always_last": gettext_noop("5 to 10 players, ranks"),
}


@dataclass(frozen=True)
class Played:
    """A game as the front page lists it."""

    game: Game
    title: str
    names: Sequence[str]

    @classmethod
    def of(cls, game: Game) -> "Played":
        return cls(game, title_of(game), [seat.player.name for seat in game.seats.all()])

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
    played = [Played.of(game) for game in games_of(device)] if device else []
    own = [row for row in played if row.game.may_write]  # type: ignore[attr-defined]
    context = {
        "device": device,
        "last": next(iter(own), None),
        "open": next((row for row in own if row.goes_on), None),
        "played": played,
        "variants": [(kind.key, _(kind.name)) for kind in VARIANTS.values()],
    }
    return render(request, "start/front.html", context)


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
    errors = by_field(form.mistakes)
    note = ""
    match action:
        case "choose":
            pass
        case "draw":
            note = form.draw_seats()
        case "add_seat":
            note = form.add_seat()
        case "pick":
            note = form.seat_somebody(data["pick"])
        case _ if not form.move(action):
            errors["action"] = _("This button does nothing here.")
    return _show(request, form, errors, note=note)


def _opened(request: HttpRequest) -> StartForm:
    """An empty form: of the game that a link asked for, or as this phone's table plays."""
    device = known_device(request)
    last = Game.objects.filter(device=device).order_by("-started_at").first() if device else None
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
    return redirect("score", game_id=game.pk)


def _show(
    request: HttpRequest, form: StartForm, errors: dict[str, str], *, note: str = "", status: int = 0
) -> HttpResponse:
    kind = VARIANTS[form.variant]
    chairs = _chairs(form, errors)
    known = [*form.spare, *names_known_to(known_device(request))]
    seated = {tidy(name) for name in form.names}
    free = [name for name in dict.fromkeys(known) if name not in seated]
    context = {
        "form": form,
        "kind": kind,
        "errors": errors,
        "summary": _summary(form, chairs, errors),
        "note": note,
        "variants": [(entry, _(entry.name), _(PLAYERS[entry.key])) for entry in VARIANTS.values()],
        "presets": _grouped(entry for entry in PRESETS if entry.rules.variant == form.variant),
        "seats": [chair for chair in chairs if not chair.is_dummy],
        "ring": _ring(chairs),
        "sides": [[chair for chair in chairs if chair.side == side] for side in (0, 1)] if chairs[0].side == 0 else [],
        "known": known,
        "chips": free[:CHIPS],
        "more_chips": free[CHIPS:],
        "has_room": len(form.names) < kind.max_players,
        "rule_fields": fields_of(form.variant, form.texts, errors),
        "own_calls": own_call_rows(form.texts, errors),
        "rules_wrong": any(field.startswith("rule_") for field in errors),
        "recordings": recordings_of(form.variant),
        "directions": Game.Direction.choices,
        "savings": Game.Saving.choices,
        "writing_wrong": bool({"direction", "saving", "recording", "table_name"} & errors.keys()),
    }
    template = "start/form.html" if request.headers.get("HX-Request") else "start/new.html"
    return render(request, template, context, status=status or (422 if errors else 200))


ANCHORS = {"variant": "games", "preset": "presets", "names": "seats", "action": "", "start_id": ""}


def _summary(form: StartForm, chairs: Sequence["Chair"], errors: dict[str, str]) -> list[tuple[str, str, str]]:
    """What is wrong, at the head of the form: the message, which field it is about, where that field is."""
    labels = {f"name_{chair.seat}": _("Seat %(number)s") % {"number": chair.number} for chair in chairs}
    labels |= {field.name: str(field.label) for field in fields_of(form.variant, form.texts, errors)}
    for number, pair in enumerate(own_call_rows(form.texts), start=1):
        labels |= {field.name: _("Own call %(number)s") % {"number": number} for field in pair}
    return [(message, labels.get(field, ""), ANCHORS.get(field, field)) for field, message in errors.items()]


@dataclass(frozen=True)
class Chair:
    """One place at the table, as it is typed and as it is drawn."""

    seat: int  # the dummy's comes after the last player's
    name: str
    side: int | None  # None where everybody plays alone
    is_dummy: bool = False
    error: str = ""

    @property
    def number(self) -> int:
        return self.seat + 1


def _chairs(form: StartForm, errors: dict[str, str]) -> list[Chair]:
    """The people by seat, with the sides on which they begin."""
    kind = VARIANTS[form.variant]
    sides = opening(form.preset.rules, min(len(form.names), kind.max_players)).sides
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    chairs = [
        Chair(seat, name.replace("\0", ""), side_of.get(seat), error=errors.get(f"name_{seat}", ""))
        for seat, name in enumerate(form.names)
    ]
    if kind.has_dummy:
        chairs.append(Chair(len(chairs), _(kind.dummy_name), 0, is_dummy=True))
    return chairs


def _ring(chairs: Sequence[Chair]) -> Sequence[Chair]:
    """The chairs as they stand round the table; the dummy's faces the first player, who plays with it."""
    if chairs[-1].is_dummy and len(chairs) == 4:
        return [chairs[0], chairs[1], chairs[3], chairs[2]]
    return chairs


def _grouped(presets: Iterable[Preset]) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Presets under their headings: key, name and sentence of each."""
    groups: dict[str, list[tuple[str, str, str]]] = {}
    for entry in presets:
        groups.setdefault(_(entry.group), []).append((entry.key, _(entry.name), _(entry.sentence)))
    return list(groups.items())


# The same people once more ------------------------------------------------------------------------------------


@require_POST
def play_again(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """A new game with the people, seats and rules of one that this phone wrote; its own where none is written yet."""
    device = known_device(request)
    game = Game.objects.filter(pk=game_id).first()
    if game is None or device is None or not may(role_of(device.pk, game), "lead_game"):
        raise Http404
    if game.state == Game.State.RUNNING and not game.rounds.exists():
        return redirect("score", game_id=game.pk)
    check_start(request, device)
    with transaction.atomic():
        note_start(request)
        again = actions.rematch(game, device)
    return redirect("score", game_id=again.pk)
