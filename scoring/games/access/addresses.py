"""Where a request comes from: the address that limits are counted by."""

import ipaddress
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

NETWORK = 64  # bits of an IPv6 address that one line has: the rest is chosen by the caller


def address_of(remote: str, forwarded: str) -> str:
    """The address that asks, of IPv6 its network; empty where it cannot be told.

    `remote` is the other end of the connection. What a browser claims in X-Forwarded-For
    (`forwarded`) counts only where the site stands behind a proxy that it trusts: then its last
    word is the proxy's own.
    """
    trusted = getattr(settings, "ALLAUTH_TRUSTED_PROXY_COUNT", 0)
    claimed = [part.strip() for part in forwarded.split(",")]
    text = claimed[-trusted] if trusted and forwarded and len(claimed) >= trusted else remote
    try:
        address = ipaddress.ip_address(text.removeprefix("[").partition("]")[0])
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.IPv6Network((address, NETWORK), strict=False).network_address)
    return str(address)


def address_of_request(request: HttpRequest) -> str:
    return address_of(
        request.META.get("REMOTE_ADDR") or "", request.META.get("HTTP_X_FORWARDED_FOR") or ""
    )


def address_of_scope(scope: Mapping[str, Any]) -> str:
    """The same for a request that Django never sees."""
    forwarded = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    return address_of((scope.get("client") or ("",))[0], forwarded.decode("latin-1"))


def sender_of(request: HttpRequest) -> str:
    """What is kept of an address where it is counted."""
    return keyed(address_of_request(request))


def keyed(text: str) -> str:
    """A keyed hash, hexadecimal: it tells nobody who was here, also not by trying all addresses
    that there are.
    """
    return salted_hmac("scoring.sender", text, algorithm="sha256").hexdigest()


def coarse(address: str) -> str:
    """An address as its owner may recognise it in a list, and nobody can find them by:
    "192.168.x.x".
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address):
        return ":".join(found.exploded.split(":")[:2]) + ":…"
    return ".".join([*str(found).split(".")[:2], "x", "x"])
