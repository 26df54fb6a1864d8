"""What every response says: headers that no view sets, and a page for a wrong method."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from scoring.games.content_negotiation import asks_for_json

# Features no page uses. Those that pages do use (camera, wake lock, passkeys, clipboard) are
# allowed to the page's own site by default and need no entry: every phone downloads this header
# with every page.
DENIED = (
    *(
        "accelerometer",
        "display-capture",
        "geolocation",
        "gyroscope",
        "hid",
        "magnetometer",
        "microphone",
        "midi",
    ),
    *("payment", "serial", "usb"),
)
# Never opened as a page and without links: for these the header would be wasted bytes.
PARTS_OF_PAGES = ("text/css", "text/javascript", "image/svg+xml")
PERMISSIONS = ", ".join(f"{name}=()" for name in DENIED)


class DefaultHeadersMiddleware:
    """Set security headers: on every response, files included, who may load it; on pages, also
    which device features they may use. Must be the first middleware that changes answers.

    Search engines are asked not to index anything unless its view allows it: see
    `scoring.games.content_negotiation.listed`.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        kind = response.headers.get("Content-Type", "")
        if kind.startswith("text/html"):
            response["Permissions-Policy"] = PERMISSIONS
        elif kind.startswith(PARTS_OF_PAGES):
            del response["Cross-Origin-Opener-Policy"], response["Referrer-Policy"]
        if "immutable" in response.headers.get("Cache-Control", ""):
            # The hash in its name makes revalidation pointless: the headers would be a kilobyte of
            # a first visit.
            del response["Last-Modified"], response["ETag"]
        elif response.status_code != 304:  # 304 adds nothing to what the browser has
            response.headers.setdefault("X-Robots-Tag", "noindex")
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        return response


class OwnResponseMiddleware:
    """Mark our own responses, so that the service worker does not take a hotel's log-in page for
    one of ours; and show a page to people who open a POST-only address. Scripts only read the
    status.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response["X-Tichu-Desk"] = "1"
        if response.status_code == 405 and not response.content and not asks_for_json(request):
            response.content = render_to_string("405.html", request=request).encode()
        return response
