"""Conditional requests for everything that is read: an ETag, and 304 if the client has the
response.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.utils.http import parse_etags
from rest_framework.response import Response

from scoring.games.access.devices import hash_of

LENGTH = 24  # of a tag: 96 bits of a hash
KEPT = ("Cache-Control", "ETag", "Vary", "Link")  # headers of a 304 response


def tag_of(differs: str) -> str:
    """Return the tag for a text that identifies a response."""
    return f'W/"{hash_of(differs)[:LENGTH]}"'


def client_has(request: HttpRequest, tag: str) -> bool:
    """Return whether the client has the response with this tag. Weak and strong tags
    compare equal.
    """
    asked = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in asked or tag.removeprefix("W/") in {one.removeprefix("W/") for one in asked}


class ETagMixin:
    """Mixin before APIView: a response without a tag gets one computed from its content."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        if request.method not in {"GET", "HEAD"} or answer.status_code != 200:
            return answer
        if not answer.has_header("ETag"):
            assert isinstance(answer, Response)  # noqa: S101  (no view of the API streams)
            answer.render()
            answer["ETag"] = tag_of(answer.content.decode())
        return not_modified(answer) if client_has(request, answer["ETag"]) else answer


def not_modified(answer: HttpResponseBase) -> HttpResponse:
    """Return a 304 for this response."""
    found = HttpResponseNotModified()
    for name in KEPT:
        if answer.has_header(name):
            found[name] = answer[name]
    return found
