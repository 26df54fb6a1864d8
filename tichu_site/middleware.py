"""What the site adds to answers that a view leaves bare."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

# What a page may ask of a device: the camera reads codes, the screen stays lit, a passkey signs in, a text is copied.
# Nothing else, for this site and for whatever it might be put into.
ALLOWED = (
    "camera",
    "clipboard-write",
    "fullscreen",
    "publickey-credentials-create",
    "publickey-credentials-get",
    "screen-wake-lock",
)
DENIED = (
    *("accelerometer", "autoplay", "display-capture", "encrypted-media", "geolocation", "gyroscope", "hid"),
    *("idle-detection", "magnetometer", "microphone", "midi", "payment", "picture-in-picture", "serial", "usb"),
    "xr-spatial-tracking",
)
PERMISSIONS = ", ".join([*(f"{name}=(self)" for name in ALLOWED), *(f"{name}=()" for name in DENIED)])


class Headers:
    """Says with everything that goes out, files too, what a browser may do with it. It stands before all others."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response["Permissions-Policy"] = PERMISSIONS
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        return response


class Signed:
    """Marks what comes from here: the service worker does not take a hotel's log-in page for a page of ours."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response["X-Tichu-Desk"] = "1"
        return response


class PageForNotAllowed:
    """Says something to people who open an address that only a button may ask for. Scripts read the status alone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 405 and not response.content and request.headers.get("HX-Request") != "true":
            response.content = render_to_string("405.html", request=request).encode()
        return response
