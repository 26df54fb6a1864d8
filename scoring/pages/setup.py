"""Correct a game's setup, restart it, delete and restore it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.core import signing
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from scoring.games.access.devices import device_of, known_device
from scoring.games.actions import deleting, setup_changes
from scoring.games.actions.deleting import restore_period
from scoring.games.actions.setup_changes import Setup, setup_changed
from scoring.games.actions.setups import last_change, setup_hash
from scoring.games.host import of_match
from scoring.games.permissions import may
from scoring.games.queries import Table, names_known_to, table_of
from scoring.games.round_words import names_with_dummy
from scoring.models import Game, GameEvent
from scoring.pages.common import GameRequest, by_field, on_game, status_of
from scoring.pages.house_rules import OWN_CALLS, name_of
from scoring.pages.live_pages import asks_for_part
from scoring.pages.setup_words import changes_in_words, names_in
from scoring.pages.start.form_page import form_context, pressed
from scoring.pages.start.forms import StartForm
from scoring.rules import VARIANTS, Mistake, RuleError, RuleSet

SALT = "scoring.putting_right"
AGE = 24 * 3600  # seconds for which a page may restore the former spellings


@require_http_methods(["GET", "HEAD", "POST"])
@on_game
def put_right(request: GameRequest, game: Game) -> HttpResponse:
    """Show the form, handle its buttons, and save. Everything but saving shows the form again."""
    table = table_of(game)
    if request.method != "POST" or game.of_match:
        return _show(
            request, table, StartForm.of(table), {}, status=409 if request.method == "POST" else 200
        )
    data = request.POST
    action = "pick" if "pick" in data else data.get("action", "save")
    form = StartForm.read(data, choosing=action == "choose")
    if action == "save":
        return _save(request, table, form)
    note, errors = pressed(form, data, action)
    return _show(request, table, form, errors, note=note)


def _save(request: GameRequest, table: Table, form: StartForm) -> HttpResponse:
    data = request.POST
    try:
        rules, names, carried = form.check()
        rules = _with_all_calls(rules, table.rules)
        # The form has to select some preset: if it is unchanged, keep the game's own, which may be
        # none.
        as_shown = rules == table.rules and data.get("preset", "") == data.get("rules_of", "")
        preset = table.game.preset if as_shown else form.preset_key(rules)
        setup = Setup(rules, names, preset, carried, form.table_name, form.direction, form.saving)
        done = setup_changes.put_right(
            table.game,
            device_of(request),
            setup,
            seen=data.get("seen", "")[:40],
            ends="ends" in data,
            everywhere="everywhere" in data,
        )
    except RuleError as error:
        return _refused(request, table.game, error, form)
    here = reverse("put_right", args=[table.game.pk])
    return redirect(f"{here}?done={_token(done.event, done.renamed)}" if done.event else here)


def _with_all_calls(rules: RuleSet, now: RuleSet) -> RuleSet:
    """Add the house calls that the form has no fields for, which a program has set up."""
    beyond = dict(now.extra_calls[OWN_CALLS:])
    if rules.variant != now.variant or not beyond:
        return rules
    return RuleSet.of(
        rules.variant, {**rules.settings(), "extra_calls": {**beyond, **dict(rules.extra_calls)}}
    )


def _refused(
    request: GameRequest, game: Game, error: RuleError, form: StartForm | None = None
) -> HttpResponse:
    """Show the form with the mistakes and what was typed; or the current setup if somebody else was
    quicker.
    """
    game.refresh_from_db()
    table = table_of(game)
    meanwhile = any(mistake.code == "setup_changed" for mistake in error.mistakes)
    mistakes = [_beside_its_field(mistake, table) for mistake in error.mistakes]
    errors = by_field(mistakes, names_with_dummy(table))
    form = StartForm.of(table) if form is None or meanwhile else form
    return _show(request, table, form, errors, status=status_of(error))


def _beside_its_field(mistake: Mistake, table: Table) -> Mistake:
    settings = VARIANTS[table.game.variant].settings
    if mistake.field == "extra_calls":
        return replace(mistake, field="rule_call_name_0")
    return replace(mistake, field=name_of(mistake.field)) if mistake.field in settings else mistake


def _show(
    request: GameRequest,
    table: Table,
    form: StartForm,
    errors: dict[str, str],
    *,
    note: str = "",
    status: int = 0,
) -> HttpResponse:
    game = table.game
    context = form_context(form, errors, names_known_to(known_device(request)), note=note) | {
        "here": reverse("put_right", args=[game.pk]),
        "game": game,
        "seen": request.POST.get("seen", "")[:40]
        if errors and "game" not in errors
        else setup_hash(table),
        "fixed": bool(table.entries),
        "everywhere": "everywhere" in request.POST,
        "ends": "ends" in request.POST or "ends" in errors,
        "match_state": of_match(game).match_state(game),
        "may_delete": may(request.role, "delete_game"),
        "may_start_again": game.state in {Game.State.RUNNING, Game.State.PAUSED},
        "rounds": len(table.entries),
        **_last(request, table),
    }
    if context["fixed"]:  # the players, and their number, are settled
        context |= {"has_room": False, "has_spare": False}
    context["deleted_days"] = restore_period().days
    template = "scoring/setup/form.html" if asks_for_part(request) else "scoring/setup/right.html"
    return render(request, template, context, status=status or (422 if errors else 200))


# Undoing the last change
# ------------------------------------------------------------------------------------------


def _token(event: GameEvent, renamed: Mapping[int, str]) -> str:
    """Sign what the page needs to undo a change: its id, and former spellings, which are not
    stored.
    """
    return signing.dumps([event.pk, list(renamed.items())], salt=SALT, compress=True)


def _read_token(text: str) -> tuple[int, dict[int, str]]:
    """Raises RuleError for a token that is not ours."""
    try:
        event, renamed = signing.loads(text, salt=SALT, max_age=AGE)
        return int(event), {int(pk): str(name) for pk, name in renamed}
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise setup_changed() from error


def _last(request: GameRequest, table: Table) -> dict[str, Any]:
    """Return the last correction in words, and the token to undo it."""
    event = last_change(table.game)
    if event is None or event.data is None:
        return {}
    token, done = request.GET.get("done", "")[:2000], False
    try:
        done = _read_token(token)[0] == event.pk
    except RuleError:
        token = ""
    return {
        "done": done,
        "changes": changes_in_words(event, table.game.variant, names_in([event])),
        # Only the page that made the change knows the former spelling.
        "token": token if done else "" if event.data.get("renamed") else _token(event, {}),
    }


@require_POST
@on_game
def put_back(request: GameRequest, game: Game) -> HttpResponse:
    """Undo the last correction."""
    try:
        event, names = _read_token(request.POST.get("token", "")[:2000])
        setup_changes.put_back(game, event, device_of(request), names)
    except RuleError as error:
        return _refused(request, game, error)
    return redirect("put_right", game.pk)


# The whole game
# --------------------------------------------------------------------------------------------------


@require_POST
@on_game
def start_again(request: GameRequest, game: Game) -> HttpResponse:
    """Restart with the same people."""
    try:
        again = deleting.start_again(game, device_of(request))
    except RuleError as error:
        return _refused(request, game, error)
    return redirect("score", again.pk)


@require_POST
@on_game
def delete_game(request: GameRequest, game: Game) -> HttpResponse:
    """Delete one's own game; the front page restores it for a while."""
    try:
        deleting.delete_game(game, device_of(request))
    except RuleError as error:
        return _refused(request, game, error)
    return redirect(f"{reverse('front')}#deleted")


@require_POST
@on_game
def restore_game(request: GameRequest, game: Game) -> HttpResponse:
    """Restore a deleted game."""
    deleting.restore_game(game, device_of(request))
    return redirect("game", game.pk)
