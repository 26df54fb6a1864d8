"""The phone that asks: known by a long random cookie,
made when it first needs to be known again.
"""

import base64
import hashlib
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import cast

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from scoring.games.access.addresses import sender_of
from scoring.games.access.limit_counts import PHONES_OF_AN_ADDRESS, check, note
from scoring.models import Device

COOKIE = "device"
# As secrets.token_urlsafe(32) makes them, 256 bits; and by which we know our own, 96 bits.
KEY = re.compile(r"([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{16})")
MARK_BYTES = 12
COOKIE_AGE = 400 * 24 * 3600  # seconds: the longest that browsers keep a cookie
KINDS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)


class DeviceMiddleware:
    """Sets the cookie: of a device made while its request was answered, and again on every page it
    looks at.

    Again, because browsers keep a cookie for 400 days at most: a table that plays every week must
    not become a stranger to its own games.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        key = key_given(request)
        if (
            key is None
            and request.method == "GET"
            and getattr(request, "known_device", None)
            and COOKIE in request.COOKIES
        ):
            key = request.COOKIES[COOKIE]
        # What was refused leaves no trace: not a cookie either, which might take the place of a
        # good one.
        if key and response.status_code < 400:
            response.set_cookie(
                COOKIE,
                key,
                max_age=COOKIE_AGE,
                httponly=True,
                samesite="Lax",
                secure=settings.HTTPS,
            )
        return response


def kind_of(agent: str) -> str:
    """What people call the device whose browser says this of itself: "iPhone", "Windows"; empty for
    none of these.
    """
    return next((name for mark, name in KINDS if mark in agent), "")


def hash_of(secret: str) -> str:
    """SHA-256, hexadecimal: enough for secrets of 128 random bits and more."""
    return hashlib.sha256(secret.encode()).hexdigest()


def bearer_key(request: HttpRequest) -> str:
    """The key that a client of the API sends in its header, `Authorization: Device <key>`; empty
    without one.
    """
    kind, _, key = request.headers.get("Authorization", "").partition(" ")
    return key.strip() if kind.lower() == "device" else ""


class _Request(HttpRequest):
    """A request with what is known of the phone that asks: its device, once somebody wanted to
    know; the key that goes out with the answer.
    """

    known_device: Device | None
    new_device_key: str | None


def known_device(request: HttpRequest) -> Device | None:
    """The device that asks, or None where it has never started or joined anything. One query a
    request.
    """
    asking = cast("_Request", request)
    if not hasattr(asking, "known_device"):
        key = bearer_key(request) or request.COOKIES.get(COOKIE, "")
        rows = Device.objects.select_related("club").filter(key_hash=hash_of(key))
        asking.known_device = rows.first() if key else None
    return asking.known_device


def expect_device(request: HttpRequest) -> None:
    """Hand out a key with a form, before there is a device: both taps of a double tap then come
    from the same one.

    Nothing is kept of it here: the key alone opens nothing.
    """
    if known_device(request) is None:
        cast("_Request", request).new_device_key = _key_of(request)


def key_given(request: HttpRequest) -> str | None:
    """The key that goes out with the answer to this request, to a phone that had none; None where
    none goes out.
    """
    return getattr(request, "new_device_key", None)


def _key_of(request: HttpRequest) -> str:
    """The key that the browser brought, where it is one that this site made; or else a fresh one.

    One that somebody else put there is not taken in: whoever chose it would know it. Keys of before
    they bore a mark are known by their hash in the records, and none of them comes here.
    """
    key = request.COOKIES.get(COOKIE, "")
    return key if is_ours(key) else new_key()


def new_key() -> str:
    secret = secrets.token_urlsafe(32)
    return f"{secret}.{_mark(secret)}"


def is_ours(key: str) -> bool:
    """Whether this site, with the secret that it has now, has made a key."""
    found = KEY.fullmatch(key)
    return found is not None and secrets.compare_digest(found[2], _mark(found[1]))


def _mark(secret: str) -> str:
    # The salt is older than this folder, and makes keys: with another one no phone would be known.
    digest = salted_hmac("scoring.devices", secret, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:MARK_BYTES]).decode()


def device_of(request: HttpRequest) -> Device:
    """The device that asks; made, and known from now on, where there is none yet. For writing
    addresses.

    Raises TooManyError where its address has brought as many phones as it may.
    """
    device = known_device(request)
    if device is None:
        key = _key_of(request)
        check(PHONES_OF_AN_ADDRESS, sender_of(request))
        kind = kind_of(request.headers.get("User-Agent", ""))
        device, new = Device.objects.get_or_create(key_hash=hash_of(key), defaults={"kind": kind})
        if new:
            note(PHONES_OF_AN_ADDRESS, sender_of(request))
        _set(request, device, key)
    return device


@contextmanager
def new_device_of(request: HttpRequest) -> Iterator[Device]:
    """As `device_of`, in one transaction with what is done inside: where that is refused, no device
    is left behind.
    """
    before = known_device(request)
    try:
        with transaction.atomic():
            yield device_of(request)
    except BaseException:
        _set(request, before, None)
        raise


def forget_device(request: HttpRequest) -> None:
    """Take back the device that this very request made: its answer brings no cookie, so nobody
    would ever be it.
    """
    made = known_device(request)
    if made is not None:
        made.delete()
    _set(request, None, None)


def _set(request: HttpRequest, device: Device | None, key: str | None) -> None:
    asking = cast("_Request", request)
    asking.known_device, asking.new_device_key = device, key
