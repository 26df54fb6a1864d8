"""Authenticate the phone, by its cookie, or another client, by the same key in a header."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, CSRFCheck
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from scoring.games.access.devices import COOKIE, bearer_key, known_device
from scoring.models import Device

# Security in the OpenAPI description: one of these is required ...
WITH_A_KEY: tuple[dict[str, list[Any]], ...] = ({"device": []}, {"device_cookie": []})
# ... or none.
ALSO_WITHOUT: list[Any] = [*WITH_A_KEY, {}]


# Schemes by which a proxy in front of the site may require a password: browsers behind it send them
# along.
OF_A_PROXY = frozenset({"basic", "digest", "negotiate", "ntlm"})


def check_scheme(request: HttpRequest, *known: str) -> None:
    """Raises AuthenticationFailed for an `Authorization` header of an unknown scheme.

    Its sender means to be somebody, and would otherwise be answered as nobody.
    """
    header = request.headers.get("Authorization", "").strip()
    scheme = header.partition(" ")[0]
    if header and scheme.lower() not in {*OF_A_PROXY, *(one.lower() for one in known)}:
        hint = " / ".join(f"{one} <key>" for one in known)
        text = _(
            "“Authorization: %(scheme)s” is not supported here. Send “Authorization: %(hint)s”."
        )
        raise AuthenticationFailed(
            text % {"scheme": scheme[:20], "hint": hint}, code="wrong_scheme"
        )


class DeviceAuthentication(BaseAuthentication):
    """Authenticate a device; None without one.

    A key in the header is sent on purpose. A cookie is sent by browsers automatically: with one,
    writing requires the CSRF token, as every form does. Raises PermissionDenied without it, and
    AuthenticationFailed as `check_scheme`.
    """

    def authenticate(self, request: Request) -> tuple[Device | None, None] | None:
        asking = request._request  # noqa: SLF001  (Django's own request: the cookie and what hangs on it)
        check_scheme(asking, "Device")
        if not bearer_key(asking) and COOKIE in asking.COOKIES:
            _check_csrf(asking)
        device = known_device(asking)
        return (device, None) if device else None

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002
        return "Device"


def _check_csrf(request: HttpRequest) -> None:
    check = CSRFCheck(lambda _: None)
    check.process_request(request)
    if check.process_view(request, None, (), {}):
        raise PermissionDenied(
            _(
                "This page was open for too long or belongs to someone else. Nothing was changed. "
                "Reload it."
            ),
            code="csrf_failed",
        )


class DeviceScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The key's scheme for the OpenAPI description."""

    target_class = DeviceAuthentication
    name = ["device", "device_cookie"]

    def get_security_requirement(self, auto_schema: Any) -> list[dict[str, list[Any]]]:  # noqa: ARG002
        return list(WITH_A_KEY)

    def get_security_definition(self, auto_schema: Any) -> list[dict[str, str]]:  # noqa: ARG002
        return [
            {
                "type": "apiKey",
                "in": "header",
                "name": "Authorization",
                "description": "`Device <key>`, the key that starting the first game gave.",
            },
            {
                "type": "apiKey",
                "in": "cookie",
                "name": COOKIE,
                "description": "What browsers send, behind TLS as `__Host-device`. A POST with it "
                "needs the token of "
                "`/api/v1/session/` in the header `X-CSRFToken`.",
            },
        ]
