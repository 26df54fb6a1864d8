"""Printing: what can be printed, and pages for the browser's print dialog."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.pages.common import only_here
from scoring.rules import RuleError
from tournaments.actions.cards import renew_card
from tournaments.models import Card, Tournament
from tournaments.pages.common import SignedInRequest, messages_of, of_tournament
from tournaments.pages.printed import hub
from tournaments.pages.printed.contents import OF_A_ROUND, PAGES, page_of
from tournaments.pages.printed.print_request import REMEMBERED, SIZES, PrintRequest
from tournaments.stage.words import stage_name

TOGETHER = "round"  # in the address: several kinds of pages of one session round


@require_safe
@of_tournament
def print_hub(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show what can be printed, for which session round, and how many pages it is."""
    asked = PrintRequest(request, tournament)
    remember(asked)
    context = {
        "tournament": tournament,
        "stages": [(stage.number, stage_name(stage)) for stage in asked.stages],
        "stage": asked.stage,
        "round": asked.session_round,
        "of_round": asked.round_name,
        "numbers": [one.number for one in asked.rounds],
        "hub": hub.hub_of(asked),
        "together": reverse("desk_print_page", args=[tournament.pk, TOGETHER]),
        "sizes": [("a4", "A4"), ("letter", "Letter")],
        "size": asked.usual_size,
        "only_here": only_here(request),
        "this_page": reverse("desk_print", args=[tournament.pk]),
    }
    return render(request, "tournaments/printed/hub.html", context)


def remember(asked: PrintRequest) -> None:
    """Store the chosen paper size for later pages."""
    chosen = asked.request.GET.get("paper")
    if chosen in SIZES and chosen != asked.request.session.get(REMEMBERED):
        asked.request.session[REMEMBERED] = chosen


@require_safe
@of_tournament
def print_page(request: HttpRequest, tournament: Tournament, what: str) -> HttpResponse:
    """Show one kind of page, with `?stage=` and `?round=` if needed; or several of a session round,
    one `?page=` each.
    """
    asked = PrintRequest(request, tournament)
    remember(asked)
    if what == TOGETHER:
        return _together(asked)
    printed = PAGES.get(what)
    if printed is None:
        raise Http404(_("This print page does not exist."))
    context = page_of(asked, what) | {
        "size": asked.size,
        "stages": [(stage.number, stage_name(stage)) for stage in asked.stages]
        if printed.of_stage
        else [],
        "numbers": [one.number for one in asked.rounds] if printed.of_round else [],
        "only_here": printed.codes and only_here(request),
    }
    return render(request, f"tournaments/printed/{what}.html", context)


def _together(asked: PrintRequest) -> HttpResponse:
    """Show the marked pages of a session round, one after the other."""
    wanted = asked.request.GET.getlist("page")
    if asked.session_round is None or not wanted or not {*wanted} <= {*OF_A_ROUND}:
        raise Http404(_("This print page does not exist."))
    context = {
        "tournament": asked.tournament,
        "what": TOGETHER,
        "title": asked.round_name,
        "stage": asked.stage,
        "round": asked.session_round,
        "size": asked.size,
        "parts": [
            render_to_string(
                f"tournaments/printed/_{what}.html", page_of(asked, what), asked.request
            )
            for what in OF_A_ROUND
            if what in wanted
        ],
    }
    return render(asked.request, "tournaments/printed/together.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def card(request: SignedInRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Replace the card of one table: explain it, ask, then show the new card for printing."""
    row = get_object_or_404(Card, tournament=tournament, number=number)
    errors: list[str] = []
    if request.method == "POST":
        try:
            renew_card(row, request.user)
        except RuleError as error:
            errors = messages_of(error)
        else:
            answer = redirect(
                f"{reverse('desk_print_page', args=[tournament.pk, 'cards'])}?table={number}"
            )
            answer.status_code = 303
            return answer
    context = {
        "tournament": tournament,
        "number": number,
        "errors": errors,
        "this_page": reverse("desk_card", args=[tournament.pk, number]),
    }
    return render(
        request, "tournaments/printed/renew_card.html", context, status=409 if errors else 200
    )
