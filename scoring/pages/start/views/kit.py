"""The kit for starting a game offline: every game's form, an empty board for every table, and what
the form means.

It is the same for every phone of a language, requested once per build, and stored on the phone.
"""

import re
import uuid
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.games.access.devices import hash_of
from scoring.games.carried import (
    ALREADY_OVER,
    MOST_POINTS,
    MOST_ROUNDS,
    STEP,
    WRONG_POINTS,
    WRONG_ROUNDS,
)
from scoring.games.names.validation import LONGEST_NAME, LONGEST_TABLE, RESERVED, TOO_LONG, TWICE
from scoring.games.queries import Table
from scoring.models import Game, Seat
from scoring.pages.app import TABLE
from scoring.pages.house_rules import (
    CALL_TWICE,
    LONGEST_CALL,
    NO_CALL_NAME,
    NO_NUMBER,
    name_of,
    number_limits,
    texts_of,
)
from scoring.pages.live_pages import build_id
from scoring.pages.sheet_words import game_name
from scoring.pages.start.form_page import form_context
from scoring.pages.start.forms import blank
from scoring.pages.table.board import Asking, board_for
from scoring.pages.table.screen import ring_of, seat_order
from scoring.pages.table.script_words import bomb_words
from scoring.rules import PRESETS, VARIANTS, Preset, RuleSet
from scoring.rules.settings import Choice

NOBODY = uuid.UUID(int=0)  # placeholder for the game's id
LATER = "-"  # placeholder for what only the phone knows: its token, the name of the table
EMPTIED = re.compile(r'(<script id="screen"[^>]*>).*?(</script>)', re.DOTALL)
# The table script's name of a setting.
ON_SCREEN = {
    "target_score": "target",
    "round_limit": "limit",
    "mercy_lead": "mercy",
    "tie_at_target": "tie",
    "deal_passes": "dealPasses",
    "who_sits_out": "whoSitsOut",
    "partners_may_both_call": "bothMayCall",
    "grand_allowed": "grandAllowed",
    "failed_call_pays_opponents": "failedPays",
    "sweep_value": "sweepValue",
    "wish_penalty": "wishPenalty",
    "recording": "recording",
}


@require_safe
def start_kit(request: HttpRequest) -> HttpResponse:
    """Serve the kit as JSON; 304 if the phone has it."""
    language, build = get_language() or "", build_id()
    tag = f'"{hash_of(f"{build} {language}")[:16]}"'
    unchanged = get_conditional_response(request, etag=tag)
    answer = unchanged or JsonResponse(kit(language, build))
    answer["ETag"] = tag
    answer["Cache-Control"] = "no-cache"
    return answer


@lru_cache(maxsize=8)
def kit(language: str, build: str) -> dict[str, Any]:
    """Return the kit in the active language, `language`, for the files of this `build`."""
    tables = list(_tables())
    return {
        "build": build,
        "language": language,
        "files": [static(f"scoring/{name}") for name in TABLE],
        "page": render_to_string("scoring/table/score.html", _page(tables[0]) | {"bare": True}),
        "boards": {_key(table): _drawn(table) for table in tables},
        "screens": {_key(table): _screen(table) for table in tables},
        # How such a game is handed to another phone before the server knows it.
        "handing": render_to_string("scoring/handover/show.html"),
        "others": render_to_string("scoring/seats/others.html"),
        "leftward": {_key(table): _leftward(table) for table in tables},
        "forms": {variant: _form(variant) for variant in VARIANTS},
        "presets": {entry.key: _preset(entry) for entry in PRESETS},
        "settings": {variant: list(_settings(variant)) for variant in VARIANTS},
        "words": {
            "tooLong": _(TOO_LONG),
            "twice": _(TWICE),
            "reserved": _(RESERVED),
            "noNumber": _(NO_NUMBER),
            "noCallName": _(NO_CALL_NAME),
            "callTwice": _(CALL_TWICE),
            "wrongPoints": _(WRONG_POINTS),
            "wrongRounds": _(WRONG_ROUNDS),
            "alreadyOver": _(ALREADY_OVER),
        },
        "carried": {"step": STEP, "points": MOST_POINTS, "rounds": MOST_ROUNDS},
        "longest": {"name": LONGEST_NAME, "table": LONGEST_TABLE, "call": LONGEST_CALL},
    }


def _tables() -> Iterator[Table]:
    """Yield an empty table for every game and number of players."""
    for kind in VARIANTS.values():
        for count in range(kind.min_players, kind.max_players + 1):
            game = Game(pk=NOBODY, variant=kind.key, table_name=LATER)
            yield Table(game, [Seat(game=game, number=number) for number in range(count)], [])


def _key(table: Table) -> str:
    return f"{table.game.variant}-{table.n_players}"


def _page(table: Table) -> dict[str, Any]:
    asking = Asking("owner", None, LATER, begun=False)
    here = {"csrf_token": LATER, "this_page": reverse("score", args=[NOBODY])}
    return board_for(asking, table) | here


def _screen(table: Table) -> dict[str, Any]:
    screen: dict[str, Any] = _page(table)["screen"]
    screen["words"] |= {"bombs": bomb_words()}
    return screen


def _drawn(table: Table) -> str:
    """Return the board as the server renders it, without its script's data."""
    html = render_to_string("scoring/table/_board.html", _page(table))
    return EMPTIED.sub(r"\1{}\2", html)


def _leftward(table: Table) -> list[int]:
    """Return the drawing order of the seats for play to the left; otherwise it is in the screen."""
    variant = VARIANTS[table.game.variant]
    return (
        []
        if variant.is_rank_game
        else seat_order(len(ring_of(variant, table.position)), Game.Direction.LEFT)
    )


def _form(variant: str) -> str:
    context = form_context(blank(variant), {}, []) | {
        "here": reverse("new_game"),
        "csrf_token": LATER,
    }
    return render_to_string("scoring/start/form.html", context)


def _preset(entry: Preset) -> dict[str, Any]:
    """Return a rule set as the form shows it, by field, and all of its settings."""
    variant = entry.rules.variant
    return {
        "variant": variant,
        "title": game_name(variant, entry.key),
        "texts": {name_of(key): text for key, text in texts_of(entry.rules).items()},
        "settings": _whole(entry.rules),
    }


def _whole(rules: RuleSet) -> dict[str, Any]:
    return {
        key: each.thawed(getattr(rules, key))
        for key, each in VARIANTS[rules.variant].settings.items()
    }


def _settings(variant: str) -> Iterator[Mapping[str, Any]]:
    """Yield how each field of the house rules is parsed."""
    for key, setting in VARIANTS[variant].settings.items():
        found: dict[str, Any] = {
            "key": key,
            "field": name_of(key),
            "screen": ON_SCREEN.get(key, ""),
            "kind": setting.kind,
        }
        if isinstance(setting, Choice):
            found["choices"] = setting.choices
        elif setting.kind != "switch":
            found["least"], found["most"] = number_limits(key, setting)
        yield found
