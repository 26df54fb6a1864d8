"""E-mail settings from `EMAIL_URL`."""

from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from tichu_site.environment import SettingError, text

LOCAL_HOSTS = {"localhost", "127.0.0.1", "::1"}
NONE, IMPLICIT, STARTTLS = "none", "implicit", "starttls"
PORTS = {NONE: 25, IMPLICIT: 465, STARTTLS: 587}
SECONDS = 10  # for each reply of the mail server
PRINTED = "django.core.mail.backends.console.EmailBackend"
EXAMPLE = "smtps://user:password@mail.example:465, or smtp:// with STARTTLS"


def mail(name: str) -> dict[str, Any]:
    """Return Django's settings for a mail server's URL. Without one, e-mails are printed in the
    terminal.

    With one they are sent outside the request: see `tichu_site.mail_queue`.

    `smtps://` is implicit TLS (port 465 by default), `smtp://` STARTTLS (587) or, on this machine,
    plain (25). Raises SettingError, without showing the URL: it may contain a password.
    """
    value = text(name)
    if not value:
        return _settings(backend=PRINTED)
    try:
        address = _smtp_url(value)
        host, port = address.hostname or "", address.port
    except ValueError:
        raise SettingError(f"{name} must look like {EXAMPLE}.") from None
    tls = IMPLICIT if address.scheme == "smtps" else NONE if host in LOCAL_HOSTS else STARTTLS
    return _settings(
        host,
        port or PORTS[tls],
        unquote(address.username or ""),
        unquote(address.password or ""),
        implicit=tls == IMPLICIT,
        starttls=tls == STARTTLS,
    )


def _smtp_url(value: str) -> SplitResult:
    address = urlsplit(value)
    has_more = address.path.strip("/") or address.query
    if address.scheme not in {"smtp", "smtps"} or not address.hostname or has_more:
        raise ValueError
    return address


def _settings(
    host: str = "",
    port: int = 25,
    user: str = "",
    password: str = "",
    *,
    backend: str = "tichu_site.mail_queue.QueuedEmailBackend",
    implicit: bool = False,
    starttls: bool = False,
) -> dict[str, Any]:
    return {
        "EMAIL_BACKEND": backend,
        "EMAIL_HOST": host,
        "EMAIL_PORT": port,
        "EMAIL_HOST_USER": user,
        "EMAIL_HOST_PASSWORD": password,
        "EMAIL_USE_SSL": implicit,
        "EMAIL_USE_TLS": starttls,
        "EMAIL_TIMEOUT": SECONDS,
    }
