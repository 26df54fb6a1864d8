"""Phones that get messages: their keys, and reading what arrives as RFC 8291 says, by hand."""

import base64
import hashlib
import hmac
import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tournaments.actions.subscribing import subscribe_phone
from tournaments.messages.push import Receiver
from tournaments.models import Entrant, Subscription
from tournaments.webhooks.addresses import Target
from tournaments.webhooks.posting import Outcome

SITE = "https://tichu.example"
SERVICE = "https://fcm.googleapis.com/fcm/send/"


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def bytes_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """RFC 5869 for at most 32 bytes."""
    prk = hmac.digest(salt, secret, hashlib.sha256)
    return hmac.digest(prk, info + b"\1", hashlib.sha256)[:length]


@dataclass
class Browser:
    """A browser's keys."""

    private: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    auth: bytes = b"sixteen bytes ok"

    @property
    def public(self) -> bytes:
        return self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def receiver(self, address: str) -> Receiver:
        return Receiver(address, text_of(self.public), text_of(self.auth))

    def read(self, body: bytes) -> bytes:
        """Decrypt a body of one record."""
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.private.exchange(ec.ECDH(), point)
        secret = hkdf(self.auth, shared, b"WebPush: info\0" + self.public + sender, 32)
        key = hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert text.endswith(b"\2")
        return text[:-1]


@dataclass(frozen=True)
class Arrived:
    """A message as a phone shows it."""

    name: str  # of the phone
    title: str
    text: str
    page: str
    tag: str
    headers: Mapping[str, str]


@dataclass
class PushService:
    """In place of `tournaments.webhooks.posting.post`, so that nothing leaves this machine."""

    browsers: dict[str, Browser] = field(default_factory=dict)
    arrived: list[Arrived] = field(default_factory=list)
    answers: list[int | None] = field(default_factory=list)  # then always 201
    came: threading.Event = field(default_factory=threading.Event)  # the first of them

    def post(
        self, target: Target, body: bytes, headers: Mapping[str, str], *, inside: bool
    ) -> Outcome:
        assert not inside
        status = self.answers.pop(0) if self.answers else 201
        if status == 201:
            name = target.path.rpartition("/")[2]
            found: dict[str, Any] = json.loads(self.browsers[name].read(body))
            self.arrived.append(
                Arrived(name, found["title"], found["text"], found["page"], found["tag"], headers)
            )
        self.came.set()
        return Outcome(status=status, problem="" if status else "too_slow")

    def phone(self, name: str, entrant: Entrant, language: str = "en") -> Subscription:
        """A phone of this name asks for an entrant's messages."""
        browser = self.browsers.setdefault(name, Browser())
        receiver = browser.receiver(SERVICE + name)
        return subscribe_phone(entrant, receiver, language=language, site=SITE)

    @property
    def titles(self) -> list[tuple[str, str]]:
        return [(one.name, one.title) for one in self.arrived]
