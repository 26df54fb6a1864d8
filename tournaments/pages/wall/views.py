"""Venue screens: what they show, and the director's remote control."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.games.access.links import qr_svg
from scoring.games.parsing import whole_of
from scoring.pages.common import address_for_others, check_not_closed, only_here, turned_away
from scoring.pages.live_pages import asks_for_part, live_on, live_page
from scoring.pages.share.views import kept_secret
from scoring.rules import RuleError
from tournaments.actions import venue_screens
from tournaments.models import Screen, Tournament
from tournaments.pages.common import messages_of, of_tournament
from tournaments.pages.viewer import Viewer
from tournaments.pages.wall import queries as board
from tournaments.pages.wall.items import clock_face, round_now
from tournaments.pages.wall.prize_giving import giving_of
from tournaments.tokens import screen_of, token_of

LIGHT = "light"  # query parameter of screens in bright halls; all of their steps keep it
GONE = gettext_noop("This screen was taken down or has a new link: open it again from the desk.")


# Screens
# --------------------------------------------------------------------------------------------------


@require_safe
def screen(request: HttpRequest, token: str) -> HttpResponse:
    """Show a screen: the requested step of its playlist, or the first."""
    row = screen_of(token)
    if row is None:
        if asks_for_part(request):
            return kept_secret(turned_away(request, "not_open", _(GONE), 404))
        return kept_secret(
            render(request, "tournaments/wall/gone.html", {"words": _(GONE)}, status=404)
        )
    check_not_closed(row.tournament.club)
    seen, now = Viewer(row.tournament), timezone.now()
    here = reverse("screen", args=[token])
    public = address_for_others(request, reverse("tournament", args=[seen.tournament.pk]))
    step = board.step_of(
        row, seen, _whole(request, "item", 0), _whole(request, "page", 1), now, public
    )
    tournament = seen.tournament
    more = f"&{LIGHT}" if LIGHT in request.GET else ""
    live = live_on(
        request,
        tournament.pk,
        tournament.version,
        f"{here}?{step.query}{more}",
        row.version,
        step.key,
    )

    def context() -> dict[str, Any]:
        on = round_now(seen)
        return {
            "screen": row,
            "tournament": tournament,
            "step": step,
            "content": step.content,
            "after": f"{here}?{step.after}{more}",
            "light": bool(more),
            "going": clock_face(on, now),
            "only_here": only_here(request),
            "part": f"tournaments/wall/_{step.show}.html",
        }

    return kept_secret(
        live_page(
            request, live, "tournaments/wall/screen.html", "tournaments/wall/_screen.html", context
        )
    )


def _whole(request: HttpRequest, key: str, otherwise: int) -> int:
    """Parse a number of the address; an invalid one falls back, because nobody stands by a screen
    to correct it.
    """
    return whole_of(request.GET.get(key, ""), otherwise, digits=4)


# Desk
# --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A line of the playlist's form: the item, whether it is shown, and for how long."""

    show: str
    name: str
    on: bool
    seconds: int


@dataclass(frozen=True)
class Hung:
    """A screen at the desk; `items` is everything it could show."""

    screen: Screen
    address: str
    qr: SafeString
    items: list[tuple[str, str]]

    @property
    def pinned(self) -> str:
        return _(board.ITEMS[self.screen.pinned]) if self.screen.pinned in board.ITEMS else ""

    @property
    def turns(self) -> str:
        return " · ".join(item.name for item in board.items_of(self.screen.playlist))


def _hung(request: HttpRequest, row: Screen) -> Hung:
    tone = f"?{LIGHT}" if LIGHT in request.GET else ""
    address = address_for_others(request, reverse("screen", args=[token_of(row)]) + tone)
    return Hung(
        row, address, qr_svg(address), [(key, _(name)) for key, name in board.ITEMS.items()]
    )


def _screens(tournament: Tournament) -> QuerySet[Screen]:
    return Screen.objects.filter(tournament=tournament)


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def screens(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List all screens of a tournament with their content; POST creates one from a ready-made
    playlist (`make`).
    """
    if request.method != "POST":
        return _screens_page(request, tournament)
    key = request.POST.get("make", "")
    if key not in board.READY_MADE:
        raise Http404
    name = request.POST.get("name", "").strip() or _(board.READY_MADE[key][0])
    try:
        made = venue_screens.make_screen(tournament, name, board.ready_made(key))
    except RuleError as error:
        return _screens_page(request, tournament, error)
    messages.success(request, _("The screen is ready: open its link on the machine on the wall."))
    return _next(reverse("desk_screen", args=[tournament.pk, made.pk]))


def _screens_page(
    request: HttpRequest, tournament: Tournament, error: RuleError | None = None
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "tab": "screens",
        "hung": [_hung(request, row) for row in _screens(tournament)],
        "light": LIGHT in request.GET,
        "ready": [
            (key, _(name), " · ".join(_(board.ITEMS[show]) for show in shows))
            for key, (name, shows) in board.READY_MADE.items()
        ],
        "errors": messages_of(error) if error else [],
    }
    return render(request, "tournaments/wall/screens.html", context, status=422 if error else 200)


@require_safe
@of_tournament
def screen_desk(request: HttpRequest, tournament: Tournament, screen_id: int) -> HttpResponse:
    """Show one screen: the remote control, its text, its playlist, its link."""
    return _screen_page(request, tournament, _screen_or_404(tournament, screen_id))


def _screen_or_404(tournament: Tournament, screen_id: int) -> Screen:
    row = get_object_or_404(_screens(tournament), pk=min(screen_id, 2**62))
    row.tournament = tournament
    return row


def _screen_page(
    request: HttpRequest, tournament: Tournament, row: Screen, error: RuleError | None = None
) -> HttpResponse:
    items = board.items_of(row.playlist)
    shown = {item.show for item in items}
    lines = [Line(item.show, item.name, True, item.seconds) for item in items]
    lines += [
        Line(key, _(name), False, board.SECONDS)
        for key, name in board.ITEMS.items()
        if key not in shown
    ]
    context = {
        "tournament": tournament,
        "tab": "screens",
        "one": _hung(request, row),
        "light": LIGHT in request.GET,
        "lines": lines,
        "least": board.LEAST,
        "most": board.MOST,
        "only_here": only_here(request),
        "errors": messages_of(error) if error else [],
        **giving_of(tournament),
    }
    return render(request, "tournaments/wall/remote.html", context, status=422 if error else 200)


@require_POST
@of_tournament
def screen_do(
    request: HttpRequest, tournament: Tournament, screen_id: int, action: str
) -> HttpResponse:
    """Change what a screen shows. `back`: "list" returns to the list of all screens."""
    row = _screen_or_404(tournament, screen_id)
    try:
        message = _do(request, row, action)
    except RuleError as error:
        return _screen_page(request, tournament, row, error)
    if message:
        messages.success(request, message)
    if action == "remove" or request.POST.get("back") == "list":
        return _next(reverse("desk_screens", args=[tournament.pk]) + f"#screen-{row.pk}")
    return _next(reverse("desk_screen", args=[tournament.pk, row.pk]))


def _save(request: HttpRequest, row: Screen) -> str:
    venue_screens.save_playlist(
        row,
        request.POST.get("name", ""),
        _playlist(request),
        least=board.LEAST,
        most=board.MOST,
        known=board.ITEMS,
    )
    return "" if "up" in request.POST else _("Saved: the screen updates straight away.")


def _do(request: HttpRequest, row: Screen, action: str) -> str:
    """Carry out an action, and return its message. Raises Http404 for an unknown one."""
    show = request.POST.get("show", "")
    if action == "save":
        return _save(request, row)
    if action == "pin" and show in board.ITEMS:
        venue_screens.pin(row, show)
    elif action == "unpin":
        venue_screens.pin(row, "")
    elif action == "words":
        message = venue_screens.set_text(row, request.POST.get("text", "")).text
        if message and "pin" in request.POST:
            venue_screens.pin(row, "words")
    elif action == "renew":
        venue_screens.renew_link(row)
        return _("There is a new link: the old one no longer works.")
    elif action == "remove":
        venue_screens.remove(row)
        return _("The screen was taken down.")
    else:
        raise Http404
    return ""


def _playlist(request: HttpRequest) -> list[dict[str, Any]]:
    """Parse the posted playlist: `order` has all items in order, `on` those to show,
    `seconds_<item>` the times. `up` moves one up.
    """
    order = list(dict.fromkeys(key for key in request.POST.getlist("order") if key in board.ITEMS))
    up = request.POST.get("up", "")
    if up in order[1:]:
        at = order.index(up)
        order[at - 1], order[at] = order[at], order[at - 1]
    on = set(request.POST.getlist("on"))
    return [
        {"show": key, "seconds": _posted_seconds(request.POST.get(f"seconds_{key}", ""))}
        for key in order
        if key in on
    ]


def _posted_seconds(text: str) -> int:
    """Parse seconds; -1 for an invalid number, which is rejected with the others."""
    return whole_of(text.strip(), -1, digits=4)


@require_safe
@of_tournament
def hang(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show one link for each screen, for the person who sets them up on this machine."""
    rows = [_hung(request, row) for row in _screens(tournament)]
    context = {"tournament": tournament, "hung": rows, "light": LIGHT in request.GET}
    return render(request, "tournaments/wall/hang.html", context)


def _next(address: str) -> HttpResponse:
    answer = redirect(address)
    answer.status_code = 303
    return answer
