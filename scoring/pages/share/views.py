"""Share a game by links and QR codes: for viewing, and for scoring."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.games.access.devices import device_of, known_device
from scoring.games.access.links import (
    follow,
    live_link,
    qr_svg,
    renew_link,
    revoke_link,
    still_opens,
    token_of,
)
from scoring.games.actions.versions import mark_seen
from scoring.games.host import of_match
from scoring.games.log import note
from scoring.games.queries import table_of
from scoring.models import Game, Grant, Link
from scoring.pages.common import address_for_others, on_game, only_here, posted_whole, turned_away
from scoring.pages.disputes import disputes
from scoring.pages.end_card import ending_of
from scoring.pages.live_pages import asks_for_part, live_of, live_page
from scoring.pages.share.picture import png
from scoring.pages.sheet.history import happenings, reason_to_stop
from scoring.pages.sheet.queries import Sheet
from scoring.pages.table.board import state_tag
from scoring.rules.words import gettext_noop

# The page that a role's link opens.
OPENS = {Link.Role.VIEWER: "look", Link.Role.SCORER: "join"}

# Messengers fetch a link to preview it. They get a page with a button, so a preview joins nobody.
PREVIEWERS = ("bot", "facebookexternalhit", "whatsapp", "preview")


# For a page that was open when its link was revoked.
NO_GAME = gettext_noop(
    "This link no longer opens a game: it was revoked or replaced. Ask someone at the table to "
    "show the new one."
)


@dataclass(frozen=True)
class Card:
    """A link for the page; `address` is "" if there is none yet."""

    role: str
    address: str
    qr: SafeString | str
    wall: str = ""  # address of the game's wall screen


@require_safe
@on_game
def share(request: HttpRequest, game: Game) -> HttpResponse:
    """Show both links with their QR codes. This creates none: that takes a button."""
    live = {link.role: link for link in Link.objects.filter(game=game, revoked_at__isnull=True)}
    cards = [card_of(request, role, live.get(role)) for role in OPENS]
    context = {
        "game": game,
        "sheet": Sheet.of(game),
        "cards": cards,
        # Viewers are not stored.
        "joined": Grant.objects.filter(game=game, link=live.get(Link.Role.SCORER)).count(),
        "only_here": only_here(request),
    }
    return kept_secret(render(request, "scoring/share/share.html", context))


def card_of(request: HttpRequest, role: str, link: Link | None) -> Card:
    """Return a role's link (watch or write) for a page."""
    if link is None or not still_opens(link):
        return Card(role, "", "")
    token = token_of(link)
    address = address_for_others(request, reverse(OPENS[Link.Role(role)], args=[token]))
    wall = reverse("look_wall", args=[token]) if role == Link.Role.VIEWER else ""
    return Card(role, address, qr_svg(address), wall)


@require_POST
@on_game
def renew(request: HttpRequest, game: Game, role: str) -> HttpResponse:
    """Create or replace a link: access by the one before ends."""
    _known(role)
    renew_link(role, device_of(request), game=game)
    # On a phone the code is below the fold
    return redirect(f"{reverse('share', args=[game.pk])}#{role}")


@require_POST
@on_game
def revoke(request: HttpRequest, game: Game, role: str) -> HttpResponse:
    """Revoke a link. If another phone was quicker, it is revoked already."""
    _known(role)
    revoke_link(role, device_of(request), game=game)
    return redirect("share", game.pk)


def _known(role: str) -> None:
    if role not in OPENS:
        raise Http404(_("There is no such link."))


def kept_secret(response: HttpResponse) -> HttpResponse:
    """Mark a page with a token in its address or text: not cached, not indexed."""
    response["Cache-Control"] = "no-store"
    response["X-Robots-Tag"] = "noindex"
    return response


def by_link(role: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Load the game of a role's token; unknown and revoked tokens get the same page."""

    def decorated(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def with_link(request: HttpRequest, token: str, **kwargs: Any) -> HttpResponse:
            link = live_link(token, role)
            if link is None or link.game is None or link.game.deleted_at is not None:
                if asks_for_part(request):
                    return kept_secret(turned_away(request, "not_open", _(NO_GAME), 404))
                return kept_secret(render(request, "scoring/share/gone.html", status=404))
            note(game=link.game.pk)
            return kept_secret(view(request, link, **kwargs))

        return with_link

    return decorated


@require_safe
@by_link(Link.Role.VIEWER)
def look(request: HttpRequest, link: Link) -> HttpResponse:
    """Show the score sheet to viewers: no cookie needed, nothing can be changed."""
    assert link.game is not None  # noqa: S101  (by_link)
    token = token_of(link)
    live = live_of(
        request, link.game, reverse("look", args=[token]), seen=reverse("look_seen", args=[token])
    )
    picture = address_for_others(request, reverse("look_picture", args=[token]))
    return live_page(
        request,
        live,
        "scoring/sheet/game.html",
        "scoring/sheet/_live.html",
        partial(viewer_context, link.game, picture, reverse("look_wall", args=[token])),
    )


def viewer_context(game: Game, picture: str, wall: str) -> dict[str, Any]:
    """Return what a viewer sees of a game; `picture` is the preview for messengers, `wall` the
    address of the wall screen.

    Which phones recorded is private to the table; of other events, only a reason to stop is shown.
    """
    stopped = reason_to_stop(game, happenings(game))
    sheet = Sheet.of(game)
    shown = {
        "disputes": disputes(sheet.table, sheet.agreements, None),
        "may_choose": False,
        "nameless": True,
        "wall": wall,
    }
    drawn = {"picture": picture} if sheet.rows and not sheet.boards else {}
    preview = {"headline": headline(sheet), "in_a_line": in_a_line(sheet)}
    return (
        {"game": game, "sheet": sheet, "offers": frozenset(), "stopped": stopped}
        | shown
        | drawn
        | preview
    )


def headline(sheet: Sheet) -> str:
    """Return players and score for a messenger's preview: "Anna & Carla 620 : 780 Beat & Dino"; of
    boards the players alone.
    """
    columns = [(" & ".join(column.names), column.total) for column in sheet.columns]
    if sheet.rank_game:
        return ", ".join(person.name for person in sheet.people)
    if sheet.boards:
        return " \N{EN DASH} ".join(names for names, _total in columns)
    if len(columns) == 2:
        (first, ours), (second, theirs) = columns
        return f"{first} {ours} : {theirs} {second}"
    return ", ".join(f"{names} {total}" for names, total in columns)


def in_a_line(sheet: Sheet) -> str:
    """Return a finished game's result; else which game it is, and its number of rounds."""
    over = sheet.table.game.state in {Game.State.FINISHED, Game.State.STOPPED}
    if over and sheet.rows and not sheet.boards:
        return ending_of(sheet.table).in_a_line
    count = len(sheet.rows)
    written = ngettext("%(n)s round", "%(n)s rounds", count) % {"n": count}
    return f"{sheet.name} · {written}"


@require_safe
@on_game
def picture(request: HttpRequest, game: Game) -> HttpResponse:
    """Serve the game's picture; 304 while it has not changed."""
    tag = state_tag(game, get_language() or "", "picture")
    unchanged = get_conditional_response(request, etag=tag)
    answer = unchanged or HttpResponse(drawn(game), content_type="image/png")
    answer["ETag"] = tag
    answer["Cache-Control"] = "private, no-cache"
    return answer


@require_safe
@by_link(Link.Role.VIEWER)
def look_picture(request: HttpRequest, link: Link) -> HttpResponse:  # noqa: ARG001  (what a view is called with)
    """Serve it to viewers: messengers show it beside the link."""
    assert link.game is not None  # noqa: S101  (by_link)
    return HttpResponse(drawn(link.game), content_type="image/png")


def drawn(game: Game) -> bytes:
    """Return a game's picture. Raises Http404 before its first round, and of boards, whose sum
    decides nothing.
    """
    table, state = table_of(game), of_match(game).match_state(game)
    if not table.entries or (state and state.boards):
        raise Http404(_("This game has no picture yet."))
    return png(ending_of(table))


@require_POST
@by_link(Link.Role.VIEWER)
def look_seen(request: HttpRequest, link: Link) -> HttpResponse:
    """Take a viewer page's report of the game's version it shows."""
    assert link.game is not None  # noqa: S101  (by_link)
    mark_seen(link.game, posted_whole(request, "version"), known_device(request))
    return HttpResponse(status=204)


@require_http_methods(["GET", "HEAD", "POST"])
@by_link(Link.Role.SCORER)
def join(request: HttpRequest, link: Link) -> HttpResponse:
    """Let this phone write in the game, and remove the token from its address bar."""
    assert link.game is not None  # noqa: S101  (by_link)
    agent = request.headers.get("User-Agent", "").lower()
    if request.method == "HEAD" or (
        request.method == "GET" and any(mark in agent for mark in PREVIEWERS)
    ):
        return render(request, "scoring/share/join.html", {"sheet": Sheet.of(link.game)})
    follow(link, device_of(request))
    response = HttpResponseRedirect(reverse("score", args=[link.game.pk]))
    response.status_code = 303
    return response
