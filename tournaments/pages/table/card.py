"""The match that a table's card opens: the one being played there now."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from scoring.games.access.addresses import sender_of
from scoring.games.access.devices import known_device
from scoring.games.log import note
from scoring.pages.common import by_field, check_not_closed, turned_away
from scoring.pages.live_pages import asks_for_part, live_on, live_page
from scoring.pages.share.views import kept_secret
from scoring.rules import RuleError
from tournaments import table_codes
from tournaments.actions.cards import WITHIN, type_code
from tournaments.channels import hall_of
from tournaments.models import Card, Match, MatchGame, SessionRound, Stage
from tournaments.pages.table.views import invalid_link_text
from tournaments.tokens import token_of

S = SessionRound.State
UNSETTLED = (Match.Agreement.WAITING, Match.Agreement.DISPUTED)


def matches_of_card(card: Card) -> Sequence[Match]:
    """Return the table's current match: the earliest unfinished one of an open round, else the
    newest that was shown or called. One query.

    A match waiting for agreement stays current until the next one at this table begins. Until then
    the next one comes second, so that its players do not have to wait.
    """
    begun = Exists(MatchGame.objects.filter(match=OuterRef("pk"), game__isnull=False))
    rows = Match.objects.select_related("session_round__stage").filter(
        number=card.number, turn__gte=1, session_round__stage__tournament=card.tournament_id
    )
    shown = rows.exclude(session_round__state=S.DRAFT).order_by(
        "session_round__stage__number", "session_round__number", "turn"
    )
    matches = list(shown.annotate(begun=begun))
    playing = [one for one in matches if _is_running(one) and not one.done and not one.waits]
    newest = max((at for at, one in enumerate(matches) if one.begun), default=0)
    to_agree = [one for one in matches[newest:] if _is_to_agree(one)]
    if to_agree:
        return [to_agree[0], *playing[:1]]
    called = [one for one in matches if not one.waits]
    return playing[:1] or called[-1:]


def _is_running(match: Match) -> bool:
    session_round = match.session_round
    return session_round.state == S.PUBLISHED and session_round.stage.state == Stage.State.RUNNING


def _is_to_agree(match: Match) -> bool:
    return match.done and match.agreement in UNSETTLED and _is_running(match)


MOST_SHOWN = 20  # characters of a wrong code that are shown again


@require_http_methods(["GET", "HEAD", "POST"])
def table_code(request: HttpRequest) -> HttpResponse:
    """Enter the six characters of a card, for phones that cannot read its QR code; the address may
    contain them.
    """
    if request.method != "POST":
        typed = request.GET.get("code", "").replace("\0", "")[:MOST_SHOWN]
        return kept_secret(render(request, "tournaments/table/code.html", {"typed": typed}))
    typed = request.POST.get("code", "")
    try:
        found = type_code(typed, sender_of(request), known_device(request))
    except RuleError as error:
        return _wrong(request, typed, error)
    response = redirect("card", table_codes.token_of_card(found))
    response.status_code = 303
    return kept_secret(response)


def _wrong(request: HttpRequest, typed: str, error: RuleError) -> HttpResponse:
    too_many = error.mistakes[0].code == "too_many_codes"
    context = {
        "typed": typed[:MOST_SHOWN],
        "error": by_field(error.mistakes)["code"],
        "too_many": too_many,
    }
    response = render(
        request, "tournaments/table/code.html", context, status=429 if too_many else 422
    )
    if too_many:
        response["Retry-After"] = str(int(WITHIN.total_seconds()))
    return kept_secret(response)


@require_safe
def card(request: HttpRequest, token: str) -> HttpResponse:
    """Redirect to what the card's table plays now; before that, a page that follows the hall.

    If one match still needs agreement and the next can begin, the page asks which.
    """
    found = table_codes.card_of(token)
    if found is None:
        if asks_for_part(request):
            return kept_secret(turned_away(request, "not_open", invalid_link_text(), 404))
        return kept_secret(render(request, "tournaments/table/no_card.html", status=404))
    note(tournament=found.tournament.pk)
    check_not_closed(found.tournament.club)
    matches = matches_of_card(found)
    if len(matches) == 1 and not asks_for_part(request):
        return kept_secret(redirect("match", token_of(matches[0])))
    tournament = found.tournament
    live = live_on(
        request, hall_of(tournament.pk), tournament.hall_version, reverse("card", args=[token])
    )

    def shown() -> dict[str, Any]:
        return _shown(found, [reverse("match", args=[token_of(match)]) for match in matches])

    return kept_secret(
        live_page(
            request,
            live,
            "tournaments/table/nothing.html",
            "tournaments/table/_nothing.html",
            shown,
        )
    )


def _shown(found: Card, addresses: Sequence[str]) -> dict[str, Any]:
    return {
        "card": found,
        "tournament": found.tournament,
        "address": addresses[0] if len(addresses) == 1 else "",
        "to_agree": addresses[0] if len(addresses) > 1 else "",
        "following": addresses[1] if len(addresses) > 1 else "",
    }
