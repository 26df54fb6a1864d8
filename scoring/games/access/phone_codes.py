"""Secrets by which another phone joins this one: a recovery code to keep, a QR code to scan now.

Both are derived from the site's secret key and a random salt: the recovery code can be shown and
printed again, and a copy of the database alone opens nothing.
"""

import base64
import hashlib
import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scoring.games.access.devices import hash_of
from scoring.games.access.limit_counts import check_limit, count_use
from scoring.models import Device, PhoneCode

WRONG_CODES = "wrong recovery codes of an address"
# Crockford's: without I, L, O and U, which are read as 1, 1 and 0 if somebody types them
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH, GROUP = 16, 4  # characters of five bits: 80 bits
LOOK_ALIKES = str.maketrans("OIL", "011")
BETWEEN = " -–—._\u00a0\u202f\t\r\n"  # typed between the groups
MOST_TYPED = 60  # characters that are read
TOKEN_BYTES = 20  # of a QR code: 160 bits
LASTS = timedelta(minutes=10)  # a QR code
STRETCHED = 20_000  # rounds, about ten milliseconds: 80 bits are fewer than a key's
RECOVERY, SCREEN = PhoneCode.Kind.RECOVERY, PhoneCode.Kind.SCREEN


def renew_code(device: Device, kind: PhoneCode.Kind) -> PhoneCode:
    """Make a device's code of this kind; the one before it opens nothing any more."""
    code = PhoneCode(device=device, kind=kind, salt=secrets.token_hex(16))
    code.code_hash = _stored(kind, secret_of(code))
    with transaction.atomic():
        Device.objects.select_for_update(no_key=True).get(pk=device.pk)
        revoke_codes(device, kind)
        code.save()
    return code


def revoke_codes(device: Device, *kinds: PhoneCode.Kind) -> None:
    PhoneCode.objects.filter(device=device, kind__in=kinds).delete()


def code_of(device: Device, kind: PhoneCode.Kind) -> PhoneCode | None:
    """Return a device's code of this kind if it opens and can be shown, else None.

    It cannot be shown again if the site's secret key has changed since: a printed code goes on.
    """
    code = PhoneCode.objects.filter(_not_over(), device=device, kind=kind).first()
    return code if code is not None and _stored(kind, secret_of(code)) == code.code_hash else None


def secret_of(code: PhoneCode) -> str:
    """Return the recovery code's characters, or the secret part of the QR code's address."""
    digest = salted_hmac(
        "scoring.phone_codes", f"{code.kind}:{code.salt}", algorithm="sha256"
    ).digest()
    if code.kind == SCREEN:
        return base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).decode().rstrip("=")
    number = int.from_bytes(digest, "big")
    return "".join(ALPHABET[number >> 5 * place & 31] for place in range(LENGTH))


def shown_code(code: str) -> str:
    """Return a recovery code as shown, in groups: "K7P3 9QXM 0TBW 4HZ6"."""
    return " ".join(code[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def read_code(text: str) -> str:
    """Normalise a typed recovery code; "" if it cannot be one."""
    tidy = text[:MOST_TYPED].upper().translate({ord(space): None for space in BETWEEN})
    tidy = tidy.translate(LOOK_ALIKES)
    return tidy if len(tidy) == LENGTH and all(one in ALPHABET for one in tidy) else ""


def device_by_code(text: str, sender: str) -> Device | None:
    """Return the device of a typed recovery code, None for a wrong one, whatever is wrong with it.

    Wrong codes are counted against the address that they came from (`sender`, its keyed hash).
    Raises TooManyError after too many, for a right code too: otherwise guessing would go on.
    """
    check_limit(WRONG_CODES, sender)
    code = read_code(text)
    found = _found(RECOVERY, code) if code else None
    if found is None:
        count_use(WRONG_CODES, sender)
    return found.device if found else None


def device_by_token(token: str) -> Device | None:
    """Return the device of a QR code that is neither used nor too old."""
    found = _found(SCREEN, token)
    return found.device if found else None


def use_code(device: Device, kind: PhoneCode.Kind, secret: str) -> bool:
    """Check a code again in the transaction in which a phone joins, and use it up if it opens once.

    Returns False if it was used, revoked or replaced in between.
    """
    found = _found(kind, secret)
    if found is None or found.device_id != device.pk:
        return False
    if kind == RECOVERY:
        return True
    deleted, _ = PhoneCode.objects.filter(pk=found.pk).delete()
    return deleted == 1


def ends_at(code: PhoneCode) -> datetime:
    return code.made_at + LASTS


def _found(kind: PhoneCode.Kind, secret: str) -> PhoneCode | None:
    stored = _stored(kind, secret)
    rows = PhoneCode.objects.select_related("device__club").filter(_not_over(), kind=kind)
    found = rows.filter(code_hash=stored).first()
    return found if found and secrets.compare_digest(found.code_hash, stored) else None


def _not_over() -> Q:
    return Q(kind=RECOVERY) | Q(made_at__gt=timezone.now() - LASTS)


def _stored(kind: str, secret: str) -> str:
    """Return what is stored of a secret: 64 hexadecimal characters."""
    if kind == SCREEN:
        return hash_of(secret)
    return hashlib.pbkdf2_hmac("sha256", secret.encode(), b"scoring.phone_codes", STRETCHED).hex()
