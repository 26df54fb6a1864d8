"""Signatures as https://www.standardwebhooks.com has them: HMAC with SHA-256 over id, time and
body.
"""

import base64
import hashlib
import hmac

PREFIX = "whsec_"  # before a secret, as it is shown
VERSION = "v1"


def as_text(secret: bytes) -> str:
    """A secret as it is shown and typed."""
    return PREFIX + base64.b64encode(secret).decode("ascii")


def signature(secret: bytes, message: str, timestamp: int, body: bytes) -> str:
    """The header `webhook-signature` of a message. `timestamp`: seconds since 1970."""
    signed = f"{message}.{timestamp}.".encode() + body
    digest = hmac.new(secret, signed, hashlib.sha256).digest()
    return f"{VERSION},{base64.b64encode(digest).decode('ascii')}"


def headers(secret: bytes, message: str, timestamp: int, body: bytes) -> dict[str, str]:
    """The three headers that a message bears."""
    return {
        "webhook-id": message,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signature(secret, message, timestamp, body),
    }
