"""Claims: a person of a list is an account, or a phone without one; and the personal links for
claiming.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models.games import Club, Device, Player

HELD = Q(agreed_at__isnull=False, ended_at__isnull=True)
ASKED = Q(agreed_at__isnull=True, ended_at__isnull=True)


class Claim(models.Model):
    """A claim ("that is me") on a person: requested until the keeper of the list agrees, then held,
    and kept as history once it has ended.

    `club` and `device` are the list's, so that the database can ensure that nobody is two people of
    one list.
    """

    class End(models.TextChoices):
        DECLINED = "declined", _("declined")
        LEFT = "left", _("given up by the person")
        TAKEN = "taken", _("taken back by the list")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="+")
    device = models.ForeignKey(Device, null=True, on_delete=models.CASCADE, related_name="+")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="claims"
    )
    phone = models.ForeignKey(Device, null=True, on_delete=models.CASCADE, related_name="claims")
    asked_at = models.DateTimeField(auto_now_add=True)
    # Who agreed to it and who ended it, as numbers that stay when the phone or account is deleted
    agreed_at = models.DateTimeField(null=True)
    agreed_by_device = models.BigIntegerField(null=True)
    agreed_by_account = models.BigIntegerField(null=True)
    ended_at = models.DateTimeField(null=True)
    ended = models.CharField(max_length=8, choices=End.choices, blank=True)
    ended_by_device = models.BigIntegerField(null=True)
    ended_by_account = models.BigIntegerField(null=True)
    # They allowed search engines to index their public pages
    found = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["asked_at", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                name="claim_by_one",
                condition=Q(account__isnull=False, phone__isnull=True)
                | Q(account__isnull=True, phone__isnull=False),
            ),
            models.CheckConstraint(
                name="claim_in_one_list",
                condition=Q(club__isnull=False, device__isnull=True)
                | Q(club__isnull=True, device__isnull=False),
            ),
            models.UniqueConstraint(name="claimed_once", fields=["player"], condition=HELD),
            models.UniqueConstraint(
                name="account_one_of_a_club", fields=["account", "club"], condition=HELD
            ),
            models.UniqueConstraint(
                name="account_one_of_a_phone", fields=["account", "device"], condition=HELD
            ),
            models.UniqueConstraint(
                name="phone_one_of_a_club", fields=["phone", "club"], condition=HELD
            ),
            models.UniqueConstraint(
                name="phone_one_of_a_phone", fields=["phone", "device"], condition=HELD
            ),
            models.UniqueConstraint(
                name="account_asks_once", fields=["account", "club"], condition=ASKED
            ),
            models.UniqueConstraint(
                name="phone_asks_once", fields=["phone", "club"], condition=ASKED
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} is {self.account_id or f'phone {self.phone_id}'}"

    @property
    def held(self) -> bool:
        return self.agreed_at is not None and self.ended_at is None

    @property
    def asked(self) -> bool:
        """Whether the request is unanswered."""
        return self.agreed_at is None and self.ended_at is None


class ClaimLink(models.Model):
    """A personal link, made by the keeper of a list for a person of it: whoever opens it claims
    them, once.

    It is valid for as long as its maker keeps the list. The token itself is not stored.
    """

    role: ClassVar[str] = "claim"  # like links of games and clubs: see scoring.games.access.links

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claim_links")
    by_device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="+")
    by_account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+"
    )
    token_hash = models.CharField(max_length=64, unique=True)
    salt = models.CharField(max_length=32)
    made_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)  # used, revoked, or replaced

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_live_link_a_person",
                fields=["player"],
                condition=Q(closed_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"to {self.player_id}"
