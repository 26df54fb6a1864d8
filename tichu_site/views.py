"""Pages of the site itself: errors, robots."""

import sys

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.defaults import page_not_found, server_error

from scoring.pages.common import turned_away
from tichu_site.middleware import resubmission
from tichu_site.server import unavailable

# What `get_object_or_404` says, in English and of our models: the page has its own sentence for
# that.
OF_DJANGO = "matches the given query"


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001  (Django's signature)
    """A form without its token: mostly a page that stood open for very long, or from before
    somebody signed in again in another tab; or a browser without cookies. What was typed can be
    sent again.
    """
    if resubmission.may_be_sent_again(request):
        return resubmission.page(
            request,
            _(
                "You signed in again in another tab, or this page was open for too long. Nothing "
                "was changed, and what "
                "you typed is still here."
            ),
        )
    words = _(
        "This page was too old, or the browser keeps no cookies. Load it again; nothing was "
        "changed."
    )
    return turned_away(request, "page_too_old", words, 403)


def missing(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Nothing is here: a page for people, errors in the app's format for programs that speak to the
    API.
    """
    if request.path.startswith("/api/"):
        error = {"code": "not_found", "field": "", "message": _("There is nothing here.")}
        return JsonResponse({"errors": [error]}, status=404)
    if OF_DJANGO in str(exception):
        exception = Http404()
    return page_not_found(request, exception)


def went_wrong(request: HttpRequest) -> HttpResponse:
    """An error that no view has answered: a fault of ours, or a database or disk that cannot serve
    just now.
    """
    error = sys.exception()
    trouble = unavailable.trouble_of(error)
    if trouble is None:
        return server_error(request)
    unavailable.tell(trouble, request, error)
    return unavailable.answer(request, trouble)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Nothing is forbidden here: a search engine that may not fetch a page does not see that the
    page asks to be left out, and lists its address all the same.
    """
    text = "# Each answer says whether it may be listed: X-Robots-Tag.\nUser-agent: *\nAllow: /\n"
    return HttpResponse(text, content_type="text/plain")
