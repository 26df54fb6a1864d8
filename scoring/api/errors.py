"""Errors in the app's format: `{"errors": [{"code", "field", "message"}]}`."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from scoring.api.parsing import TooLarge
from scoring.pages.common import ClubClosedError, GameDeleted, status_of, worded
from scoring.rules import RuleError, more_mistakes
from scoring.rules.errors import MOST_MISTAKES


def handle_exception(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the response to an exception; None if it is a fault of ours."""
    if isinstance(error, RuleError):
        names = context["view"].names()
        return Response({"errors": worded(error.mistakes, names)}, status=status_of(error))
    if isinstance(error, RequestDataTooBig):
        error = TooLarge()
    elif isinstance(
        error, SuspiciousOperation
    ):  # such as a form with a file, which is not accepted here
        error = exceptions.ParseError(_("The body is not JSON."), code="not_json")
    if isinstance(error, GameDeleted):
        return Response(
            {"errors": [{"code": error.code, "field": "", "message": str(error)}]},
            status=error.status,
        )
    if isinstance(error, ClubClosedError):
        return Response(
            {"errors": [{"code": "club_closed", "field": "", "message": error.message}]}, status=410
        )
    response = exception_handler(error, context)
    if response is None:
        return None
    if isinstance(error, exceptions.ValidationError):
        response.status_code = 422
        response.data = {"errors": _limited(list(_of_fields(error.get_full_details())))}
    else:
        response.data = {
            "errors": [{"code": _code(error), "field": "", "message": _message(error)}]
        }
    return response


def _limited(errors: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Limit errors to the usual number."""
    if len(errors) <= MOST_MISTAKES:
        return errors
    return [*errors[: MOST_MISTAKES - 1], *worded([more_mistakes(len(errors) - MOST_MISTAKES + 1)])]


def _code(error: Exception) -> str:
    if isinstance(error, Http404):
        return "not_open"
    if isinstance(error, PermissionDenied):
        return "not_allowed"
    codes = error.get_codes() if isinstance(error, exceptions.APIException) else "error"
    return codes if isinstance(codes, str) else "error"


def _message(error: Exception) -> str:
    if isinstance(error, exceptions.APIException):
        return str(error.detail)
    return str(error) or _("There is nothing here.")


def _of_fields(details: Any, field: str = "") -> Iterator[dict[str, str]]:
    """Yield the errors of nested data, with fields joined by dots, as in `entries.0.id`."""
    if isinstance(details, Mapping) and set(details) == {"message", "code"}:
        yield {"code": str(details["code"]), "field": field, "message": str(details["message"])}
    elif isinstance(details, Mapping):
        for key, inner in details.items():
            own = "" if key == "non_field_errors" else str(key)
            yield from _of_fields(inner, ".".join(filter(None, (field, own))))
    elif isinstance(details, list):
        for number, inner in enumerate(details):
            leaf = isinstance(inner, Mapping) and set(inner) == {"message", "code"}
            yield from _of_fields(
                inner, field if leaf else ".".join(filter(None, (field, str(number))))
            )
