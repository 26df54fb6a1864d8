"""Identify the requesting phone by a long random cookie, set when it first needs to be
recognised.
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
from django.db.models import CharField, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from scoring.games.access.addresses import sender_of
from scoring.games.access.limit_counts import PHONES_OF_AN_ADDRESS, check_limit, count_use
from scoring.games.prepared import Given, Prepared
from scoring.models import Device, PhoneKey

COOKIE = "device"
# 256 bits from secrets.token_urlsafe(32), and 96 bits that mark a key as made by this site.
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
    """Set the device cookie: for a device created by this request, and again on every page view.

    Again, because browsers keep a cookie for 400 days at most: a table that plays every week must
    not lose access to its own games.
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
        # A refused request sets no cookie, which might replace a valid one.
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
    """Return the kind of device for a user agent, as people call it: "iPhone", "Windows"; "" if
    unknown.
    """
    return next((name for mark, name in KINDS if mark in agent), "")


def hash_of(secret: str) -> str:
    """Return the SHA-256 of a secret, in hexadecimal: enough for secrets of 128 random bits and
    more.
    """
    return hashlib.sha256(secret.encode()).hexdigest()


def bearer_key(request: HttpRequest) -> str:
    """Return the key from an API client's header, `Authorization: Device <key>`; "" without one."""
    kind, _, key = request.headers.get("Authorization", "").partition(" ")
    return key.strip() if kind.lower() == "device" else ""


class _Request(HttpRequest):
    """A request with its device, once looked up, and the key to set with the response."""

    known_device: Device | None
    new_device_key: str | None


def known_device(request: HttpRequest) -> Device | None:
    """Return the requesting device, or None if it has never started or joined anything.

    One query per request.
    """
    asking = cast("_Request", request)
    if not hasattr(asking, "known_device"):
        key = key_sent(request)
        asking.known_device = device_with(hash_of(key)) if key else None
    return asking.known_device


def key_sent(request: HttpRequest) -> str:
    """Return the key that came with a request; "" without one."""
    return bearer_key(request) or request.COOKIES.get(COOKIE, "")


def device_with(key_hash: str) -> Device | None:
    """Return the device that a key opens: its first phone's, or one brought in. One query.

    `phone` of the device is the key of that phone's `PhoneKey`, None for the first phone.
    """
    return _DEVICE_WITH.first(key_hash=key_hash)


def _device_with() -> QuerySet[Device]:
    given = Given("key_hash", CharField())
    keys = PhoneKey.objects.filter(key_hash=given)
    first = Q(key_hash=given, cut_off_at__isnull=True, joined__isnull=True)
    rows = Device.objects.select_related("club")
    found = rows.filter(first | Q(pk=Subquery(keys.values("device")[:1])))
    return found.annotate(phone=Subquery(keys.values("pk")[:1])).order_by("pk")[:1]


_DEVICE_WITH = Prepared(_device_with)


def expect_device(request: HttpRequest) -> None:
    """Set a key along with a form, before a device exists, so both taps of a double tap share it.

    Nothing is stored for it here: the key alone gives access to nothing. A page that the service
    worker fetches sets none: its answer may come after that of a request which created the device,
    and would replace its key.
    """
    by_worker = request.headers.get("Sec-Fetch-Dest") == "empty"
    if by_worker and not request.headers.get("HX-Request"):
        return
    if known_device(request) is None:
        cast("_Request", request).new_device_key = _key_of(request)


def key_given(request: HttpRequest) -> str | None:
    """Return the new key to set with this request's response, if any."""
    return getattr(request, "new_device_key", None)


def _key_of(request: HttpRequest) -> str:
    """Return the browser's key if this site made it and it was not cut off, else a new one.

    A key that came from elsewhere is rejected: the one who chose it would know it. Keys from before
    marks existed are recognised by their stored hash, and do not get here.
    """
    key = request.COOKIES.get(COOKIE, "")
    if not is_ours(key):
        return new_key()
    over = Q(cut_off_at__isnull=False) | Q(joined__isnull=False)
    return new_key() if Device.objects.filter(over, key_hash=hash_of(key)).exists() else key


def new_key() -> str:
    secret = secrets.token_urlsafe(32)
    return f"{secret}.{_mark(secret)}"


def is_ours(key: str) -> bool:
    """Return whether this site made a key, with its current secret."""
    found = KEY.fullmatch(key)
    return found is not None and secrets.compare_digest(found[2], _mark(found[1]))


def _mark(secret: str) -> str:
    # The salt predates this package and is part of every key: with another one no phone would be
    # recognised.
    digest = salted_hmac("scoring.devices", secret, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:MARK_BYTES]).decode()


def device_of(request: HttpRequest) -> Device:
    """Return the requesting device, creating it if needed. For views that write.

    Raises TooManyError if its address has created too many devices.
    """
    device = known_device(request)
    if device is None:
        key = _key_of(request)
        check_limit(PHONES_OF_AN_ADDRESS, sender_of(request))
        kind = kind_of(request.headers.get("User-Agent", ""))
        device, new = Device.objects.get_or_create(key_hash=hash_of(key), defaults={"kind": kind})
        if new:
            count_use(PHONES_OF_AN_ADDRESS, sender_of(request))
        _set(request, device, key)
    return device


@contextmanager
def new_device_of(request: HttpRequest) -> Iterator[Device]:
    """Like `device_of`, in one transaction with the block: if the block fails, no
    device is left.
    """
    before = known_device(request)
    try:
        with transaction.atomic():
            yield device_of(request)
    except BaseException:
        _set(request, before, None)
        raise


def join_device(request: HttpRequest, device: Device) -> str:
    """Let the requesting phone be this device from now on. Returns the hash of its key.

    The caller stores it as a `PhoneKey`, and commits before the response.
    """
    known = known_device(request)
    key = key_sent(request) if known is not None else key_given(request) or _key_of(request)
    _set(request, device, key)
    return hash_of(key)


def forget_device(request: HttpRequest) -> None:
    """Delete the device that this request created: the response sets no cookie, so it could never
    be used.
    """
    made = known_device(request)
    if made is not None:
        made.delete()
    _set(request, None, None)


def _set(request: HttpRequest, device: Device | None, key: str | None) -> None:
    asking = cast("_Request", request)
    asking.known_device, asking.new_device_key = device, key
