"""Web push: which addresses are push services, and what is sent to them.

A browser hands out an address at its maker's push service and two keys. A message is encrypted for
these keys (RFC 8291), so the service cannot read it; our signature (VAPID, RFC 8292) shows that it
comes from the site the player agreed to.
"""

import base64
import binascii
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils.crypto import salted_hmac
from py_vapid import Vapid02

from scoring.rules import Mistake, RuleError
from scoring.rules.words import gettext_noop
from tournaments.webhooks.addresses import Target, target_of

SALT = "tournaments.messages"
CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of P-256
POINT, SECRET = 65, 16  # bytes of a browser's two keys
SIGNED_FOR = 3600  # seconds; push services accept a day at most
MOST_BYTES = 3000  # of a message; push services accept about 4000, encrypted
NOT_A_SERVICE = gettext_noop(
    "This browser uses a push service that this site does not know. Use another browser, or e-mail."
)


@dataclass(frozen=True)
class Receiver:
    """A browser: its address at its push service, and its keys in base64url."""

    address: str
    p256dh: str
    auth: str


def service_of(address: str, services: Collection[str]) -> Target:
    """Return a push service's address. A service with a leading dot covers all subdomains.

    Raises RuleError unless it is an https URL of one of the services, at the usual port.
    """
    try:
        target = target_of(address, inside=False)
    except RuleError:
        raise _refused() from None
    host = target.host.lower()
    known = any(
        host.endswith(one) if one.startswith(".") else host == one
        for one in map(str.lower, services)
    )
    if not known or target.port != 443:
        raise _refused()
    return target


def check_keys(receiver: Receiver) -> None:
    """Raise RuleError unless a browser's keys are a point of the curve and a secret."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(receiver.p256dh, POINT))
        decoded(receiver.auth, SECRET)
    except ValueError:
        raise _refused() from None


def _refused() -> RuleError:
    return RuleError([Mistake("bad_push_address", "address", NOT_A_SERVICE)])


def site_key() -> Vapid02:
    """Return the key that signs messages, derived from the site's key: stored in no file and no
    row.
    """
    digest = salted_hmac(SALT, "vapid", algorithm="sha512").digest()
    number = int.from_bytes(digest, "big") % (ORDER - 1) + 1
    return Vapid02(ec.derive_private_key(number, CURVE))


def public_key() -> str:
    """Return the public half in base64url, as a page gives it to the browser."""
    point = site_key().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return encoded(point)


def packed(
    receiver: Receiver,
    message: Mapping[str, object],
    *,
    subject: str,
    topic: str,
    seconds: int,
    now: datetime,
) -> tuple[bytes, dict[str, str]]:
    """Return the body and headers of a message.

    `subject`: a URL or e-mail address of this site, for the push service. `topic`: replaces a
    message of the same topic that the phone has not fetched yet. `seconds`: how long it is worth
    delivering.
    """
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
    if len(text) > MOST_BYTES:
        raise ValueError(len(text))
    body = http_ece.encrypt(
        text,
        private_key=ec.generate_private_key(CURVE),
        dh=decoded(receiver.p256dh, POINT),
        auth_secret=decoded(receiver.auth, SECRET),
        version="aes128gcm",
    )
    parts = urlsplit(receiver.address)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "sub": subject,
        "exp": int(now.timestamp()) + SIGNED_FOR,
    }
    digest = salted_hmac(SALT, topic, algorithm="sha256").digest()
    headers = {
        **site_key().sign(claims),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(seconds),
        "Topic": encoded(digest[:24]),  # 32 characters, the most allowed
        "Urgency": "high",
    }
    return body, headers


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def decoded(text: str, length: int) -> bytes:
    """Decode base64url. Raises ValueError unless it is so many bytes."""
    try:
        data = base64.b64decode(f"{text}{'=' * (-len(text) % 4)}", altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError(text) from error
    if len(data) != length:
        raise ValueError(text)
    return data
