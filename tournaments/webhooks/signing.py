"""Signatures as defined by https://www.standardwebhooks.com: HMAC-SHA256 over id, time and body."""

import base64
import hashlib
import hmac

PREFIX = "whsec_"  # prefix of a secret as shown
VERSION = "v1"


def as_text(secret: bytes) -> str:
    """Return a secret as shown to users."""
    return PREFIX + base64.b64encode(secret).decode("ascii")


def signature(secret: bytes, message: str, timestamp: int, body: bytes) -> str:
    """Return a message's `webhook-signature` header. `timestamp`: seconds since 1970."""
    signed = f"{message}.{timestamp}.".encode() + body
    digest = hmac.new(secret, signed, hashlib.sha256).digest()
    return f"{VERSION},{base64.b64encode(digest).decode('ascii')}"


def headers(secret: bytes, message: str, timestamp: int, body: bytes) -> dict[str, str]:
    """Return a message's three headers."""
    return {
        "webhook-id": message,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signature(secret, message, timestamp, body),
    }
