"""Offer to send a form again if its CSRF token has expired: the user has signed in again in another
tab, or been signed out.

A token ends with its session, so a long list typed in one tab is refused after signing in in
another one. From here it can be sent again with one tap. Only for forms of our own pages, as the
browser's headers show: another site must not get its form shown with our button.
"""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from scoring.games.content_negotiation import asks_for_json

TOKEN = "csrfmiddlewaretoken"  # noqa: S105 - the name of a field
SHORT = 60  # characters: longer values are shown and can be copied


class ResubmissionMiddleware:
    """Keep the typed text when a form requires signing in first."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        sign_in = reverse("account_login")
        if (
            request.method == "POST"
            and response.status_code == 302
            and urlsplit(response["Location"]).path == sign_in
            and submitted_fields(request)
            and may_resubmit(request)
        ):
            return page(
                request,
                _("You are signed out. Nothing was changed, and what you typed is still here."),
                sign_in=sign_in,
            )
        return response


def submitted_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the form's fields as sent, without the token."""
    return [
        (key, value) for key, values in request.POST.lists() if key != TOKEN for value in values
    ]


def may_resubmit(request: HttpRequest) -> bool:
    """Return whether the form came from one of our pages, for a person, and contains no
    password.
    """
    site, origin = request.headers.get("Sec-Fetch-Site", ""), request.headers.get("Origin", "")
    same_origin = site == "same-origin" if site else urlsplit(origin).netloc == request.get_host()
    return (
        same_origin
        and not asks_for_json(request)
        and not any("password" in key for key in request.POST)
    )


def page(request: HttpRequest, words: str, *, sign_in: str = "") -> HttpResponse:
    """Show the typed values in a form that sends them again. `sign_in`: the address to sign in at
    first, in another tab.
    """
    fields = submitted_fields(request)
    context = {
        "exception": words,
        "address": request.get_full_path(),
        "short": [(key, value) for key, value in fields if not _is_long(value)],
        "long": [(key, value) for key, value in fields if _is_long(value)],
        "files": list(request.FILES),
        "sign_in": sign_in,
    }
    response = render(request, "again.html", context, status=403)
    patch_cache_control(response, no_store=True, private=True)
    return response


def _is_long(value: str) -> bool:
    return "\n" in value or len(value) > SHORT
