"""Phones that were brought in: further keys of a device, and the codes by which one joins."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.models.games import Device


class PhoneKey(models.Model):
    """The key of another phone that counts as this device: it has the same games and people.

    Removed when that phone is cut off. The first phone's key is in `Device` itself.
    """

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="phone_keys")
    key_hash = models.CharField(max_length=64, unique=True)
    kind = models.CharField(max_length=40, blank=True)  # as `Device.kind`
    joined_at = models.DateTimeField(auto_now_add=True)
    # Somebody at another phone of the device has read that this one joined
    noted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["joined_at", "pk"]

    def __str__(self) -> str:
        return f"{self.kind or _('Device')} of {self.device_id}"


class PhoneCode(models.Model):
    """A secret by which another phone joins a device, of which only the hash is stored.

    It is derived from `salt`: see `scoring.games.access.phone_codes`.
    """

    class Kind(models.TextChoices):
        RECOVERY = "recovery", _("recovery code")  # until it is revoked or replaced
        SCREEN = "screen", _("QR code")  # once, and for some minutes

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="phone_codes")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    code_hash = models.CharField(max_length=64, unique=True)
    salt = models.CharField(max_length=32)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="one_code_of_a_kind", fields=["device", "kind"])
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.device_id}"
