"""Which other sites may embed a tournament, and the HTML for their pages."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.games.round_words import labelled
from scoring.pages.common import address_for_others, by_field, only_here
from scoring.pages.forms import LONGEST_KEPT
from scoring.rules import RuleError
from tournaments.actions.framing import allow_sites
from tournaments.framing import LONGEST_NAME, MOST, sites_of
from tournaments.models import Tournament
from tournaments.pages.common import SignedInRequest, of_tournament
from tournaments.pages.public.embedding import ASKED_BY
from tournaments.pages.viewer import Viewer

SUCH_AS = "https://www.club.example"
HEIGHT = 640  # pixels of the iframe


@dataclass(frozen=True)
class Part:
    """Something to embed: its key, its name, its address, and the HTML snippet."""

    key: str
    name: str
    address: str
    snippet: str


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def embed(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show the list of sites, and each part's snippet and preview."""
    if request.method != "POST":
        return _page(request, tournament, "\n".join(tournament.shown_on))
    typed = request.POST.get("sites", "")[: MOST * (LONGEST_NAME + LONGEST_KEPT)]
    try:
        allow_sites(tournament, request.user, sites_of(typed))
    except RuleError as error:
        return _page(request, tournament, typed, error)
    messages.success(request, _("Saved."))
    return redirect("desk_embed", tournament.pk)


def _page(
    request: HttpRequest, tournament: Tournament, typed: str, error: RuleError | None = None
) -> HttpResponse:
    errors = by_field(error.mistakes) if error else {}
    context = {
        "tournament": tournament,
        "tab": "setup",
        "typed": typed,
        "most": MOST,
        "such_as": SUCH_AS,
        "parts": _parts(request, tournament),
        "draft": tournament.state == Tournament.State.DRAFT,
        "only_here": only_here(request),
        "encrypted": request.is_secure(),
        "field_errors": errors,
        "this_page": reverse("desk_embed", args=[tournament.pk]),
    }
    return render(request, "tournaments/desk/embed.html", context, status=422 if error else 200)


def _parts(request: HttpRequest, tournament: Tournament) -> list[Part]:
    """Return the parts of the tournament's stages: the current round, standings, brackets."""
    tabs = Viewer(tournament).tabs
    several = len(tabs) > 1
    found = [
        (
            "rounds",
            _("The current round"),
            reverse("tournament_rounds", args=[tournament.pk]),
        )
    ]
    for tab in tabs:
        for name, called in [
            ("standings", _("Standings")),
            *([("bracket", _("Bracket"))] if tab.bracket else []),
        ]:
            whole = labelled(called, tab.name) if several else called
            found.append(
                (f"{name}-{tab.number}", whole, reverse(name, args=[tournament.pk, tab.number]))
            )
    return [_part(request, tournament, *one) for one in found]


def _part(request: HttpRequest, tournament: Tournament, key: str, name: str, path: str) -> Part:
    address = f"{address_for_others(request, path)}?{ASKED_BY}"
    title = f"{tournament.name}: {name}"
    snippet = format_html(
        '<iframe src="{}" title="{}" width="100%" height="{}" loading="lazy" '
        'style="border:0"></iframe>',
        *(address, title, HEIGHT),
    )
    return Part(key, name, address, snippet)
