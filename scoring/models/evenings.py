"""A club's planned evenings, and the answers to them. Which games were played on one follows from
the games: see `scoring.games.nights`.
"""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q

from scoring.models.games import Club, Device, Player


class Evening(models.Model):
    """A planned evening. If called off, it stays, so that calendars learn of it."""

    # Its id in calendars
    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="evenings", db_index=False
    )
    starts_at = models.DateTimeField()
    night = models.DateField()  # the day of `starts_at`, by `scoring.games.nights`
    title = models.CharField(max_length=60, blank=True)
    place = models.CharField(max_length=80, blank=True)
    words = models.CharField(max_length=300, blank=True)
    called_off_at = models.DateTimeField(null=True, blank=True)
    sequence = models.PositiveIntegerField(default=0)  # grows with every change
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar = ["starts_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="evening_once_a_night",
                fields=["club", "night"],
                condition=Q(called_off_at__isnull=True),
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["club", "starts_at"], name="evenings_of_a_club")]

    def __str__(self) -> str:
        return f"{self.title} {self.night}"

    @property
    def called_off(self) -> bool:
        return self.called_off_at is not None


class Answer(models.Model):
    """Whether a person of the club's list comes to an evening."""

    evening = models.ForeignKey(
        Evening, on_delete=models.CASCADE, related_name="answers", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="answers")
    coming = models.BooleanField()
    answered_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="answer_once_an_evening", fields=["evening", "player"])
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.coming}"


class PhoneOwner(models.Model):
    """The person a phone was said to belong to, for whom it answers. It proves nothing."""

    device = models.OneToOneField(Device, on_delete=models.CASCADE, related_name="owner")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="phones")

    def __str__(self) -> str:
        return f"{self.device_id}: {self.player_id}"
