"""Parse JSON from untrusted clients."""

import json
from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser

from scoring.rules.lines import is_deep

DEEPEST = 20  # levels of nesting; a handover has five


class TooLarge(APIException):
    """A body larger than any evening."""

    status_code = 413
    default_detail = _("This is too large to be a game of Tichu.")
    default_code = "too_large"


class LimitedJSON(JSONParser):
    """Parse a whole JSON body, whose size `tichu_site.server.size_limits` has limited. Nonsense is
    a 400, however deeply nested.
    """

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,  # noqa: ARG002
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            body = _body(stream, parser_context)
            found = json.loads(
                body.decode("utf-8"), parse_constant=_refused, object_pairs_hook=_object
            )
            if is_deep(found, DEEPEST):
                raise ValueError("nested too deep")
        except (ValueError, RecursionError) as error:
            raise ParseError(_("The body is not JSON."), code="not_json") from error
        return found


class AnyLine(JSONParser):
    """Pass JSON on unparsed: its reader reports what is wrong."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,  # noqa: ARG002
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return _body(stream, parser_context)


def _body(stream: IO[Any], context: Mapping[str, Any] | None) -> bytes:
    """Return the whole body. Raises RequestDataTooBig, which is answered as TooLarge."""
    body: bytes = context["request"]._request.body if context else stream.read()  # noqa: SLF001
    return body


def _refused(name: str) -> None:
    raise ValueError(name)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object, rejecting duplicate keys: Python would keep the last, and silently lose a
    call.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found
