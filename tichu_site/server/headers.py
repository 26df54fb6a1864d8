"""What the site adds to answers that a view leaves bare."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from scoring.games.content_negotiation import asks_for_json

# What no page of ours asks of a device. What they do ask (the camera, a screen that stays lit,
# passkeys, the clipboard) browsers leave to a page's own site without being told: every phone loads
# this line with every page.
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
# Never a window of their own, and they lead nowhere: what is said of that a phone would load with
# each of them.
PARTS_OF_PAGES = ("text/css", "text/javascript", "image/svg+xml")
PERMISSIONS = ", ".join(f"{name}=()" for name in DENIED)


class Headers:
    """Says with everything that goes out, files too, who may load it, and with pages what they may
    ask of a device. It stands before all others.

    Search engines are asked to leave out whatever its view has not let them list: see
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
            # Never asked for again under its name: what a browser would ask by is a kilobyte on a
            # first visit.
            del response["Last-Modified"], response["ETag"]
        elif response.status_code != 304:  # which says nothing new of what the browser has
            response.headers.setdefault("X-Robots-Tag", "noindex")
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        return response


class Signed:
    """Marks what comes from here: the service worker does not take a hotel's log-in page for a page
    of ours.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response["X-Tichu-Desk"] = "1"
        return response


class PageForNotAllowed:
    """Says something to people who open an address that only a button may ask for. Scripts read the
    status alone.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 405 and not response.content and not asks_for_json(request):
            response.content = render_to_string("405.html", request=request).encode()
        return response
