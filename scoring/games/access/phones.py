"""The phones that are one device: which they are, which one is asking, and cutting one off."""

import logging
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from scoring.games.access.devices import hash_of, key_given, key_sent
from scoring.games.access.phone_codes import RECOVERY, SCREEN, revoke_codes
from scoring.models import Device, PhoneKey

FIRST = 0  # the number of the phone whose key is in `Device` itself
MOST = 12  # phones of a device

logger = logging.getLogger("scoring.phones")


@dataclass(frozen=True)
class OnePhone:
    """A phone of a device: `number` is the key of its `PhoneKey`, or FIRST."""

    number: int
    kind: str
    since: datetime
    here: bool  # it is the requesting one
    new: bool  # it joined, and no other phone of the device has noted that


def phones_of(device: Device, request: HttpRequest) -> list[OnePhone]:
    """Return the phones of the requesting device, the first one first. One query."""
    own = hash_of(key_given(request) or key_sent(request))
    phones = [
        OnePhone(key.pk, key.kind, key.joined_at, key.key_hash == own, key.noted_at is None)
        for key in PhoneKey.objects.filter(device=device)
    ]
    if device.cut_off_at is None:
        first = OnePhone(FIRST, device.kind, device.created_at, device.key_hash == own, new=False)
        phones.insert(0, first)
    return phones


def newly_joined(device: Device | None, request: HttpRequest) -> list[PhoneKey]:
    """Return the phones that joined the requesting one and are not noted yet. One query."""
    if device is None:
        return []
    unread = PhoneKey.objects.filter(device=device, noted_at__isnull=True)
    return list(unread.exclude(key_hash=hash_of(key_sent(request))))


def note_joined(device: Device, request: HttpRequest) -> None:
    """Note that somebody at the requesting phone has read which others joined."""
    unread = PhoneKey.objects.filter(device=device, noted_at__isnull=True)
    unread.exclude(key_hash=hash_of(key_sent(request))).update(noted_at=timezone.now())


def cut_off(device: Device, number: int, request: HttpRequest) -> bool:
    """Cut off another phone of the requesting device: its key opens nothing any more.

    Its codes were visible there, so they are revoked too. Does nothing for the requesting phone
    itself, and for one that is gone. Returns whether a phone was cut off.
    """
    with transaction.atomic():
        device = Device.objects.select_for_update(no_key=True).get(pk=device.pk)
        phone = next((one for one in phones_of(device, request) if one.number == number), None)
        if phone is None or phone.here:
            return False
        if number == FIRST:
            Device.objects.filter(pk=device.pk).update(cut_off_at=timezone.now())
        else:
            PhoneKey.objects.filter(pk=number).delete()
        revoke_codes(device, RECOVERY, SCREEN)
    logger.info("Cut off: phone %s of device %s.", number, device.pk)
    return True
