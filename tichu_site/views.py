"""The site's own pages: errors, robots.txt."""

import sys

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.defaults import page_not_found
from django.views.i18n import set_language

from scoring.games.content_negotiation import asks_for_json
from scoring.pages.common import turned_away
from tichu_site.middleware import resubmission
from tichu_site.middleware.request_ids import error_number
from tichu_site.server import unavailable

# The message of `get_object_or_404`, in English and about our models: the page has its own.
OF_DJANGO = "matches the given query"


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001  (Django's signature)
    """Handle a missing or expired CSRF token: the page was open for very long, the user has signed
    in again in another tab, or the browser has no cookies. The form can be sent again.
    """
    if resubmission.may_resubmit(request):
        return resubmission.page(
            request,
            _(
                "You signed in again in another tab, or this page was open for too long. Nothing "
                "was changed, and what "
                "you typed is still here."
            ),
        )
    words = _(
        "This page was too old, or your browser blocks cookies. Nothing was changed. Reload it."
    )
    return turned_away(request, "page_too_old", words, 403)


def missing(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: a page for people, the API's error format for API clients."""
    if request.path_info.startswith("/api/"):
        error = {"code": "not_found", "field": "", "message": _("There is nothing here.")}
        return JsonResponse({"errors": [error]}, status=404)
    if OF_DJANGO in str(exception):
        exception = Http404()
    return page_not_found(request, exception)


def went_wrong(request: HttpRequest) -> HttpResponse:
    """500 for a bug, with a number that the log has; 503 if the database or disk cannot serve."""
    error = sys.exception()
    trouble = unavailable.trouble_of(error)
    if trouble is None:
        number = error_number(request)
        if asks_for_json(request):
            words = _(
                "Something went wrong on our side. If this keeps happening, report error "
                "%(number)s."
            )
            fault = {"code": "server_error", "field": "", "message": words % {"number": number}}
            return JsonResponse({"errors": [fault]}, status=500)
        # Without context processors: they may be what failed
        return HttpResponse(render_to_string("500.html", {"number": number}), status=500)
    unavailable.log_trouble(trouble, request, error)
    return unavailable.unavailable_response(request, trouble)


def change_language(request: HttpRequest) -> HttpResponse:
    """Change the language, and return to the page or to the front page of this site, where Django
    would return to that of the host.
    """
    response: HttpResponse = set_language(request)
    if response.headers.get("Location") == "/":
        response["Location"] = reverse("front")
    return response


@require_safe
def robots(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Disallow nothing: a search engine that may not fetch a page cannot see its noindex, and lists
    the address anyway.
    """
    text = "# Each answer says whether it may be listed: X-Robots-Tag.\nUser-agent: *\nAllow: /\n"
    return HttpResponse(text, content_type="text/plain")
