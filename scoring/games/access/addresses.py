"""The client's address that rate limits are counted by."""

import ipaddress
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

NETWORK = 64  # bits of an IPv6 address that identify a line: clients choose the rest


def address_of(remote: str, forwarded: str) -> str:
    """Return the client's address, for IPv6 its network; "" if unknown.

    `remote` is the peer of the connection. X-Forwarded-For (`forwarded`) counts only behind a
    trusted proxy: its last entry is then the proxy's own.
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
    """Return the address for an ASGI scope that never reaches Django."""
    forwarded = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    return address_of((scope.get("client") or ("",))[0], forwarded.decode("latin-1"))


def sender_of(request: HttpRequest) -> str:
    """Return what is stored of an address for counting."""
    return keyed_hash(address_of_request(request))


def keyed_hash(text: str) -> str:
    """Return a keyed hash, in hexadecimal. Nobody can recover an address, even by trying all of
    them.
    """
    return salted_hmac("scoring.sender", text, algorithm="sha256").hexdigest()


def masked(address: str) -> str:
    """Return an address that its owner may recognise in a list but that identifies nobody:
    "192.168.x.x".
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address):
        return ":".join(found.exploded.split(":")[:2]) + ":…"
    return ".".join([*str(found).split(".")[:2], "x", "x"])
