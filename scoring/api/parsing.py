"""Reading JSON that anybody may have sent."""

import json
from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser

from scoring.rules.lines import is_deep

DEEPEST = 20  # lists and objects inside each other; a handover has five


class TooLarge(APIException):
    """A body larger than any evening."""

    status_code = 413
    default_detail = _("This is too large to be a game of Tichu.")
    default_code = "too_large"


class LimitedJSON(JSONParser):
    """JSON, read whole; `tichu_site.server.size_limits` has limited its size before. Nonsense is a
    400, however deep.
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
    """What was sent as JSON, unread: whoever reads it says what is wrong with it."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,  # noqa: ARG002
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return _body(stream, parser_context)


def _body(stream: IO[Any], context: Mapping[str, Any] | None) -> bytes:
    """The whole body. Raises RequestDataTooBig, which is answered as TooLarge."""
    body: bytes = context["request"]._request.body if context else stream.read()  # noqa: SLF001
    return body


def _refused(name: str) -> None:
    raise ValueError(name)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object that holds no key twice: Python would keep the last and lose somebody's call in
    silence.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found
