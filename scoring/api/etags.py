"""One way for all that is read: an ETag, and 304 for whoever has the answer as it stands."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.utils.http import parse_etags
from rest_framework.response import Response

from scoring.games.access.devices import hash_of

LENGTH = 24  # of a tag: 96 bits of a hash
KEPT = ("Cache-Control", "ETag", "Vary", "Link")  # of an answer that has not changed


def tag_of(differs: str) -> str:
    """The tag of whatever this text tells from all else."""
    return f'W/"{hash_of(differs)[:LENGTH]}"'


def has_it(request: HttpRequest, tag: str) -> bool:
    """Whether the asking program says that it has the answer with this tag. Weak and strong tags
    are compared alike.
    """
    asked = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in asked or tag.removeprefix("W/") in {one.removeprefix("W/") for one in asked}


class Tagged:
    """Stands before APIView. An answer that has no tag yet, by a version, gets one of what it
    holds.
    """

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        if request.method not in {"GET", "HEAD"} or answer.status_code != 200:
            return answer
        if not answer.has_header("ETag"):
            assert isinstance(answer, Response)  # noqa: S101  (no view of the API streams)
            answer.render()
            answer["ETag"] = tag_of(answer.content.decode())
        return unchanged(answer) if has_it(request, answer["ETag"]) else answer


def unchanged(answer: HttpResponseBase) -> HttpResponse:
    """304 in the place of an answer."""
    found = HttpResponseNotModified()
    for name in KEPT:
        if answer.has_header(name):
            found[name] = answer[name]
    return found
