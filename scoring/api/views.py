"""The views of the API. Each does what a page's view does: check permission, check input, act,
respond.
"""

import json
import uuid
from contextlib import ExitStack
from datetime import timedelta
from functools import cache
from typing import Any, cast

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring.api import serializers as shapes
from scoring.api.authentication import ALSO_WITHOUT
from scoring.api.common import CheckMethodMixin, PlainJSON
from scoring.api.entries import perform_entry
from scoring.api.etags import ETagMixin
from scoring.api.fields import RECORD
from scoring.api.parsing import AnyLine
from scoring.games.access.devices import COOKIE, device_of, key_given, known_device, new_device_of
from scoring.games.access.handover import follow_key, let_write, read_pass, salt_of
from scoring.games.access.limit_counts import check_start, count_start
from scoring.games.actions import setup_changes, starting
from scoring.games.actions.common import conflict
from scoring.games.carried import read_carried
from scoring.games.host import of_match
from scoring.games.permissions import game_for, may
from scoring.games.queries import agreements_of, table_of, unknown_to
from scoring.games.round_words import deal_word, names_with_dummy
from scoring.models import Device, Game
from scoring.pages.common import GameRequest, load_game, worded
from scoring.people.actions.erasing import without_erased
from scoring.rules import PRESETS, Mistake, RuleError, RuleSet, is_played_as, shown
from scoring.rules.bounds import FROM_NETWORK
from scoring.rules.errors import MOST_MISTAKES
from scoring.rules.lines import answer_line
from scoring.rules.record import write_record
from scoring.rules.words import gettext_noop

# Errors of any request.
REFUSED: dict[int, Any] = dict.fromkeys((400, 403, 413, 415), shapes.Errors)
# Errors of an entry or a start: not open here, in conflict with other changes, invalid in itself.
NOT_TAKEN = REFUSED | dict.fromkeys((404, 409, 410, 422), shapes.Errors)
NOT_SHOWN: dict[int, Any] = dict.fromkeys((404, 410), shapes.Errors)
TOO_OFTEN: dict[int, Any] = {429: shapes.Errors}


@cache
def _made_once(shape: Any) -> Any:
    """Return a serializer to check and to show with: each new one makes its fields anew, which
    takes longer than an entry does in the database.
    """
    return shape()


class View(CheckMethodMixin, ETagMixin, APIView):
    """Base of all views."""

    renderer_classes = (PlainJSON,)
    game: Game | None = None

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.answering = ExitStack()  # contexts that last until the response

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Forbid caching: a phone must get the current state, or nothing."""
        self.answering.close()
        answer: Response = super().finalize_response(request, response, *args, **kwargs)
        answer["Cache-Control"] = "no-store"
        return answer

    def names(self) -> list[str]:
        """The names at the table, for messages; empty before there is a table."""
        return names_with_dummy(table_of(self.game)) if self.game else []

    @property
    def asking(self) -> HttpRequest:
        """Django's own request."""
        request: HttpRequest = self.request._request  # noqa: SLF001
        return request

    def given(self, shape: Any) -> dict[str, Any]:
        """Return the validated input. Raises ValidationError with all mistakes."""
        data: dict[str, Any] = _made_once(shape).run_validation(self.request.data)
        return data


class GameView(View):
    """Base of views on one game, with its permissions."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.game = load_game(self.asking, kwargs["game_id"])
        self.answering.enter_context(deal_word(of_match(self.game).deal))


class Games(View):
    @extend_schema(
        operation_id="start_game",
        summary="Start a game",
        request=shapes.NewGame,
        responses={201: shapes.StartedGame}
        | {key: NOT_TAKEN[key] for key in NOT_TAKEN if key not in {404, 410}}
        | TOO_OFTEN,
        auth=ALSO_WITHOUT,
    )
    def post(self, request: Request) -> Response:  # noqa: ARG002
        """A client without a key is given one, which opens its games from then on."""
        given = self.given(shapes.NewGame)
        # A browser is recognised by its cookie, which scripts cannot read.
        stranger = known_device(self.asking) is None and COOKIE not in self.asking.COOKIES
        check_start(self.asking, known_device(self.asking))
        rules, preset = self._rules(given)
        with new_device_of(self.asking) as device:
            count_start(self.asking)
            self.game = self._started(device, rules, preset, given)
            role = game_for(device.pk, self.game.pk)[1]
        key = {"key": key_given(self.asking)} if stranger else {}
        return Response(_shown(shapes.StartedGame, self.game, role, **key), status=201)

    def _started(self, device: Device, rules: RuleSet, preset: str, given: dict[str, Any]) -> Game:
        """Start the game, or return another phone's if both used the same key. Raises RuleError."""
        key = given.get("handover_key")
        begun_at = timezone.now() - timedelta(seconds=given.get("waited", 0))
        names = (
            without_erased(device, given["players"], begun_at)
            if "waited" in given
            else given["players"]
        )
        options: dict[str, Any] = {
            name: given[name] for name in ("table_name", "direction", "saving") if name in given
        }
        options["carried"] = read_carried(rules, len(names), given.get("carried"))
        game_id = given.get("id") or uuid.uuid4()
        salt = salt_of(game_id, key) if key else ""
        try:
            return starting.start_game(
                device,
                rules,
                names,
                preset=preset,
                game_id=game_id,
                handover_salt=salt,
                begun="waited" in given,
                **options,
            )
        except RuleError:
            brought = follow_key(game_id, key, device) if key else None
            if brought is None:
                raise
            return brought

    def _rules(self, given: dict[str, Any]) -> tuple[RuleSet, str]:
        """Return the requested rule set, and the key of its preset. Raises RuleError."""
        key, settings = given.get("preset", ""), given.get("settings", {})
        if not key:
            return _kept(RuleSet.of(given["variant"], settings)), ""
        named = next((each.rules for each in PRESETS if each.key == key), None)
        if named is None or named.variant != given["variant"]:
            text = gettext_noop("There is no rule set %(preset)s for this game.")
            raise RuleError([Mistake("unknown_preset", "preset", text, {"preset": shown(key)})])
        rules = _kept(RuleSet.of(given["variant"], {**named.settings(), **settings}))
        return rules, key if is_played_as(rules, named) else ""


def _kept(rules: RuleSet) -> RuleSet:
    """Return the rules if they can be stored. Raises RuleError for a call's name that neither
    PostgreSQL nor a page can handle.
    """
    written = json.dumps(rules.settings(), ensure_ascii=False)
    if "\\u0000" in written or any("\ud800" <= char <= "\udfff" for char in written):
        text = gettext_noop("The settings have an unsupported character.")
        raise RuleError([Mistake("bad_setting", "settings", text)])
    return rules


class OneGame(GameView):
    @extend_schema(
        operation_id="read_game",
        summary="A game as it stands",
        responses={200: shapes.GameShown} | NOT_SHOWN,
    )
    def get(self, request: Request, game_id: uuid.UUID) -> Response:  # noqa: ARG002
        assert self.game is not None  # noqa: S101  (initial)
        role = cast("GameRequest", self.asking).role
        return Response(_shown(shapes.GameShown, self.game, role))


class Record(GameView):
    @extend_schema(
        operation_id="read_record",
        summary="A game as a score record",
        responses={200: RECORD, 422: shapes.Errors} | NOT_SHOWN | {409: shapes.Errors},
    )
    def get(self, request: Request, game_id: uuid.UUID) -> Response:  # noqa: ARG002
        assert self.game is not None  # noqa: S101  (initial)
        table = table_of(self.game)
        if table.carried:
            text = gettext_noop(
                "This game started from a score, which a score record cannot contain."
            )
            raise conflict("score_carried", "carried", text)
        if table.former:
            text = gettext_noop(
                "Others took over in this game, and a score record has one list of players: export "
                "the club instead."
            )
            raise conflict("seats_exchanged", "players", text)
        return Response(write_record(table.names, table.rules, table.played))


class Entries(GameView):
    @extend_schema(
        operation_id="send_entry",
        summary="Send an entry: a round, a correction, an undo, a choice, an agreement, seats",
        request=shapes.NewEntry,
        responses={201: shapes.RecordedEntry} | NOT_TAKEN,
    )
    def post(self, request: Request, game_id: uuid.UUID) -> Response:  # noqa: ARG002
        """The response is sent once the entry is committed. Sent again with the same id, an entry
        gets the first response.
        """
        assert self.game is not None  # noqa: S101  (initial)
        recorded = perform_entry(self.game, self.given(shapes.NewEntry), device_of(self.asking))
        answer = _made_once(shapes.RecordedEntry).to_representation(recorded)
        return Response(answer, status=201)


class Unknown(GameView):
    @extend_schema(
        operation_id="unknown_entries",
        summary="Which of these entries the game never had",
        parameters=[
            OpenApiParameter("entry", OpenApiTypes.UUID, many=True, description="An entry's id.")
        ],
        responses={200: shapes.UnknownEntries} | REFUSED | NOT_SHOWN,
    )
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """For clients that keep what they sent: if the site was restored from an older copy,
        entries written after the copy are unknown and can be sent again under their ids. Undone and
        corrected entries are known.
        """
        assert self.game is not None  # noqa: S101  (initial)
        form = shapes.AskedEntries(data={"entry": request.query_params.getlist("entry")})
        form.is_valid(raise_exception=True)
        missing = unknown_to(self.game, form.validated_data["entry"])
        return Response(shapes.UnknownEntries({"game": game_id, "unknown": missing}).data)


class Score(View):
    parser_classes = (AnyLine,)

    @extend_schema(
        operation_id="score_record",
        summary="Score a record without storing it",
        request={"application/json": RECORD},
        responses={
            200: {"type": "object", "description": "The answer of the score record's contract."}
        }
        | REFUSED,
        auth=ALSO_WITHOUT,
    )
    def post(self, request: Request) -> Response:
        """The answer of `manage.py score`. Records with mistakes, and invalid JSON, are answered
        with the errors and status 200.
        """
        return Response(answer_line(request.data or b"", FROM_NETWORK))


class Session(View):
    @extend_schema(
        operation_id="read_session",
        summary="A fresh CSRF token",
        responses={200: shapes.Session},
        auth=ALSO_WITHOUT,
    )
    def get(self, request: Request) -> Response:  # noqa: ARG002
        known = known_device(self.asking) is not None
        return Response(shapes.Session({"csrf": get_token(self.asking), "known": known}).data)


class TakeOver(View):
    @extend_schema(
        operation_id="hand_over",
        summary="Send the entries of a game that another phone wrote",
        request=shapes.Handover,
        responses={200: shapes.HandedOver} | NOT_TAKEN,
        auth=ALSO_WITHOUT,
    )
    def post(self, request: Request) -> Response:  # noqa: ARG002
        """The pass, which we gave to the recording phone, identifies it; each entry is answered by
        itself. A phone that takes the game over may record in it from then on; if it is unknown, it
        is registered.
        """
        given = self.given(shapes.Handover)
        self.game, device = read_pass(given["pass"], given["game"])
        handed, left = [], MOST_MISTAKES
        for entry in given["entries"]:
            try:
                recorded = perform_entry(self.game, {"names": given.get("names"), **entry}, device)
            except RuleError as error:
                # The first error of each, and twenty more in all: the response is no larger than
                # the request.
                wrong = worded(error.mistakes, self.names(), most=max(2, left))
                left -= len(wrong)
                handed.append({"id": entry["id"], "errors": wrong})
            else:
                handed.append({"id": entry["id"], "outcome": recorded.outcome})
        refused = self._set_depth(given["depth"], device) if given.get("depth") else {}
        if given["takes"]:
            let_write(self.game, device, device_of(self.asking))
        answer = {"game": self.game.pk, "entries": handed, **refused, "next": self._next()}
        return Response(shapes.HandedOver(answer).data)

    def _set_depth(self, depth: dict[str, Any], device: Device) -> dict[str, Any]:
        """Set the level of detail as the recording phone had it; return the error if that is
        impossible.
        """
        game = cast("Game", self.game)
        try:
            setup_changes.change_table_settings(
                game, device, recording=depth["recording"], once=depth["id"]
            )
        except RuleError as error:
            return {"depth_errors": worded(error.mistakes, self.names())}
        return {}

    def _next(self) -> int | None:
        """The round that the requesting phone may record now."""
        asking = known_device(self.asking)
        game, role = game_for(asking.pk if asking else None, cast("Game", self.game).pk)
        if game is None or game.state != Game.State.RUNNING or not may(role, "write_rounds"):
            return None
        return table_of(game).position.number


class Schema(ETagMixin, SpectacularJSONAPIView):
    """The OpenAPI description."""


def _shown(
    shape: type[shapes.GameShown], game: Game, role: str, **more: str | None
) -> dict[str, Any]:
    table = table_of(game)
    context = {"agreements": agreements_of(game), "rules": table.rules}
    return shape({"table": table, "role": role, **more}, context=context).data
