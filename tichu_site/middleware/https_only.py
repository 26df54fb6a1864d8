"""In a hall with https (`TLS`), serve accounts over https only: anyone on the network could read
plain http.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.games.content_negotiation import asks_for_json
from scoring.pages.common import turned_away
from tichu_site.accounts.urls import urlpatterns
from tichu_site.server.tls.trust import secure_address
from tournaments.permissions import ADDRESSES as OF_TOURNAMENTS
from tournaments.permissions import BY_LINK, EVERYONE, action_at

OF_ACCOUNTS = frozenset(str(pattern.name) for pattern in urlpatterns)
# A club's addresses for phones that require signing in.
OF_CLUBS = frozenset({"club_start", "club_link"})
OF_RECORDS = "admin:"  # see tichu_site.records
PUBLIC_RECORDS = {"see", EVERYONE, *BY_LINK}


def needs_an_account(name: str, action: str = "") -> bool:
    """Return whether an address requires an account."""
    if name in OF_TOURNAMENTS:
        return action_at(name, action) not in PUBLIC_RECORDS
    return name in OF_ACCOUNTS | OF_CLUBS or name.startswith(OF_RECORDS)


class HttpsOnlyMiddleware:
    """Redirect to https, or explain it, if such an address is requested over http."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, _view: Any, _args: Any, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        match = request.resolver_match
        if not settings.LOCAL_TLS or request.is_secure() or match is None:
            return None
        if not needs_an_account(match.view_name or "", str(kwargs.get("action", ""))):
            return None
        if asks_for_json(request):
            return turned_away(request, "https_only", _("Accounts need https."), 403)
        # Form fields are not forwarded: they came over plain http.
        path = request.get_full_path() if request.method in {"GET", "HEAD"} else reverse("desk")
        context = {"address": secure_address(request, path)}
        answer = render(request, "trust/over_https.html", context, status=403)
        answer["Cache-Control"] = "no-store"
        return answer
