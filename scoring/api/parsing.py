"""Reading JSON that anybody may have sent."""

import json
from collections.abc import Mapping
from typing import IO, Any

from django.core.exceptions import RequestDataTooBig
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser


class TooLarge(APIException):
    """A body larger than any evening."""

    status_code = 413
    default_detail = _("This is too large to be a game of Tichu.")
    default_code = "too_large"


class LimitedJSON(JSONParser):
    """JSON up to the size that Django takes of a form, read whole; nonsense is a 400, however deep it is nested."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,  # noqa: ARG002
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        context = parser_context or {}
        try:
            body = context["request"]._request.body if "request" in context else stream.read()  # noqa: SLF001
            return json.loads(body.decode("utf-8"), parse_constant=_refused)
        except RequestDataTooBig as error:
            raise TooLarge from error
        except (ValueError, RecursionError) as error:
            raise ParseError(_("The body is not JSON."), code="not_json") from error


def _refused(name: str) -> None:
    raise ValueError(name)
