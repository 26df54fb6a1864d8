"""Handle htmx requests whose response belongs to another page."""

from collections.abc import Callable
from urllib.parse import urlencode, urlsplit

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from scoring.games.content_negotiation import is_boosted
from scoring.pages.common import match_of

# Pages that lead on to the next of their kind, which replaces them without a full load.
LEADS_TO_NEXT = frozenset({"desk_paper"})
# These actions change what is around <main>: the public page in the menu, the name.
CHANGES_FRAME = frozenset({"desk_turn", "desk_about"})
REDIRECTS = frozenset({301, 302, 303, 307, 308})


class HtmxTargetMiddleware:
    """Make the browser navigate when the response is another page, with its own styles and scripts.

    htmx follows a redirect to the requesting page and swaps in its <main>. A redirect to another
    page, or one that changes the rest of the page, becomes 204 with HX-Redirect and keeps the
    response's other headers and cookies. So does anything that is not a page.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not is_boosted(request):
            return response
        if response.status_code in REDIRECTS:
            target = response["Location"]
            if not stays_on_page(request, target) or _name(request.path) in CHANGES_FRAME:
                return _sent_to(response, _signing_in(request, target))
        elif request.method == "GET" and response.status_code == 200 and not is_page(response):
            return _sent_to(response, request.get_full_path())
        # Otherwise the browser's back button would show the fragment as a page
        patch_cache_control(response, no_store=True)
        return response


def is_page(response: HttpResponse) -> bool:
    return response.headers.get("Content-Type", "").startswith("text/html")


def stays_on_page(request: HttpRequest, target: str) -> bool:
    """Return whether an address shows the requesting page, or the next of its kind."""
    there, here = urlsplit(target), urlsplit(request.headers.get("HX-Current-URL", ""))
    if there.netloc and there.netloc != request.get_host():
        return False
    return there.path == here.path or _name(there.path) == _name(here.path) in LEADS_TO_NEXT


def _signing_in(request: HttpRequest, target: str) -> str:
    """Return the address to sign in at, which then leads back to the page rather than to its
    button's action.
    """
    there, here = urlsplit(target), urlsplit(request.headers.get("HX-Current-URL", ""))
    if _name(there.path) != "account_login" or not here.path:
        return target
    page = f"{here.path}?{here.query}" if here.query else here.path
    return f"{there.path}?{urlencode({'next': page})}"


def _name(path: str) -> str | None:
    found = match_of(path)
    return found.url_name if found else None


def _sent_to(response: HttpResponse, target: str) -> HttpResponse:
    answer = HttpResponse(status=204)
    answer.cookies = response.cookies
    for name, value in response.items():
        if name.lower() not in {
            "location",
            "content-type",
            "content-length",
            "content-disposition",
        }:
            answer[name] = value
    del answer["Content-Type"]
    answer["HX-Redirect"] = target
    return answer
