"""Shared by views: access to a game, and the response to an entry that is refused."""

import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import Resolver404, ResolverMatch, get_script_prefix, resolve
from django.utils.translation import gettext as _

from scoring.games.access.devices import known_device
from scoring.games.actions.common import DELETED
from scoring.games.content_negotiation import asks_for_json
from scoring.games.host import of_match
from scoring.games.parsing import whole_of
from scoring.games.permissions import ADDRESSES, STRANGER, game_for, may
from scoring.games.round_words import call_name, deal_word, in_form
from scoring.models import Club, Game
from scoring.rules import Conflict, Mistake, RuleError, first_mistakes
from scoring.rules.errors import MOST_MISTAKES


class GameRequest(HttpRequest):
    """A request for a game, as `load_game` leaves it, with the caller's `role` in the game.

    Only a type: Django creates the requests.
    """

    role: str


P = ParamSpec("P")


def on_game(
    view: Callable[Concatenate[GameRequest, Game, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Load the game, checking the permission in `ADDRESSES`, so that no view can forget it.

    A stranger gets the same 404 whether the game exists or not. The role is in `request.role`.
    Responses are not cached: a tab that is restored must show the game as it is.
    """

    @wraps(view)
    def with_game(
        request: HttpRequest, game_id: uuid.UUID, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        try:
            game = load_game(request, game_id)
            with deal_word(of_match(game).deal):
                response = view(cast("GameRequest", request), game, *args, **kwargs)
        except GameDeleted as error:
            own = {"game": error.game} if may(error.role, "delete_game") else {}
            response = turned_away(request, error.code, str(error), error.status, **own)
        except Http404 as error:
            code = "not_found" if hasattr(request, "role") else "not_open"
            response = turned_away(request, code, str(error), 404)
        except PermissionDenied as error:
            response = turned_away(request, "not_allowed", str(error), 403)
        response["Cache-Control"] = "no-store"
        return response

    return with_game


class GameDeleted(Http404):
    """A game of this phone was deleted, and can be restored for a while on its owner's phone."""

    code = "game_deleted"
    status = 410

    def __init__(self, game: Game, role: str) -> None:
        super().__init__(_(DELETED))
        self.game, self.role = game, role


class ClubClosedError(Exception):
    """The address belongs to a club that was closed: answered with 410, and with its new address if
    it has moved (`tichu_site.middleware.closed_clubs`).
    """

    def __init__(self, club: Club) -> None:
        super().__init__(club.pk)
        self.club = club

    @property
    def message(self) -> str:
        """What became of the club, in a sentence."""
        if self.club.moved_to:
            return _("This club has moved to %(address)s.") % {"address": self.club.moved_to}
        return _("This club was closed.")


def check_not_closed(club: Club) -> None:
    """Raises ClubClosedError. No query."""
    if club.closed:
        raise ClubClosedError(club)


def load_game(request: HttpRequest, game_id: uuid.UUID) -> Game:
    """Return the game of an address if the requesting phone may; set `request.role`.

    Raises Http404 if the game does not exist or is not this phone's, GameDeleted if it was deleted,
    and PermissionDenied if the role does not suffice.
    """
    match = request.resolver_match
    action = ADDRESSES[(match.url_name if match else None) or ""]
    device = known_device(request)
    game, role = game_for(device.pk if device else None, game_id)
    if game is None or role == STRANGER:
        raise Http404(
            _(
                "This game is not open on this phone. Ask someone at the table for the link or QR "
                "code."
            )
        )
    if game.deleted_at is not None and action != "delete_game":
        raise GameDeleted(game, role)
    if not may(role, action):
        raise PermissionDenied(_("Only the phone that started this game can do this."))
    cast("GameRequest", request).role = role
    return game


def turned_away(
    request: HttpRequest, code: str, message: str, status: int, **context: Any
) -> HttpResponse:
    """Respond with the reason for a refusal: a page for people, JSON errors for a script."""
    if asks_for_json(request):
        return JsonResponse(
            {"errors": [{"code": code, "field": "", "message": message}]}, status=status
        )
    return render(request, f"{status}.html", {"exception": message, **context}, status=status)


def means_this_machine(request: HttpRequest) -> bool:
    """Return whether the browser's address is local to the machine, which other phones cannot
    reach.
    """
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    return host in {"localhost", "::1"} or host.startswith("127.")


def address_for_others(request: HttpRequest, path: str) -> str:
    """Return the absolute address of a page (`path`, which may be absolute) that other phones can
    reach.

    If the browser uses a local address, that is the machine's address in its network.
    """
    whole = request.build_absolute_uri(path)
    host = settings.NETWORK_HOST() if means_this_machine(request) else ""
    if not host:
        return whole
    parts = urlsplit(whole)
    return parts._replace(netloc=f"{host}:{parts.port}" if parts.port else host).geturl()


def match_of(path: str) -> ResolverMatch | None:
    """Return what is at a path as a browser writes it, or None if the site has nothing there.

    Django resolves paths without the site's own (`BASE_PATH`).
    """
    base = get_script_prefix()
    if not path.startswith(base):
        return None
    try:
        return resolve(path[len(base) - 1 :])
    except Resolver404:
        return None


def only_here(request: HttpRequest) -> bool:
    """Return whether other phones cannot reach the addresses on a page, see
    `address_for_others`.
    """
    return means_this_machine(request) and not settings.NETWORK_HOST()


def status_of(error: RuleError | None) -> int:
    """Return the status of a refusal, on pages and in the API.

    409 if others or the current state are the reason, 422 if the input is wrong; 200 without error.
    """
    if error is None:
        return 200
    return 409 if isinstance(error, Conflict) else 422


def worded(
    mistakes: Iterable[Mistake], names: Sequence[str] = (), *, most: int = MOST_MISTAKES
) -> list[dict[str, Any]]:
    """Return mistakes in the app's error format, in the reader's language; `names` are by seat.

    At most `most` are listed; if there are more, the last one says so.
    """
    return [
        {
            "code": mistake.code,
            "field": mistake.field,
            "message": in_form(mistake.text, mistake.params) % _shown(mistake.named(names).params),
        }
        for mistake in first_mistakes(mistakes, most)
    ]


def _shown(params: Mapping[str, object]) -> dict[str, object]:
    """Return a mistake's values for people: calls by their names, not by their keys."""
    return {key: call_name(str(value)) if key == "call" else value for key, value in params.items()}


def by_field(mistakes: Iterable[Mistake], names: Sequence[str] = ()) -> dict[str, str]:
    """Return the messages by field; several for one field are joined."""
    messages: dict[str, str] = {}
    field = ""
    for error in worded(mistakes, names):
        field = error["field"] if error["code"] != "more_mistakes" else field
        known = messages.get(field)
        messages[field] = f"{known} {error['message']}" if known else error["message"]
    return messages


def posted_whole(request: HttpRequest, field: str) -> int:
    """Parse a whole number posted by a page of ours; 0 for nonsense, which is no id."""
    return whole_of(request.POST.get(field, ""), 0, digits=8)
