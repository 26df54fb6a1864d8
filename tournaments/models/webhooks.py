"""Webhooks of a club, and the outbox of their messages."""

import secrets
import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from scoring.models import Club
from tournaments.models.tournaments import Tournament

SALT = "tournaments.webhooks"


def a_webhook_key() -> str:
    return secrets.token_urlsafe(24)


class Webhook(models.Model):
    """The address of another site that receives events of a club's tournaments."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    address = models.CharField(max_length=500)
    kinds = models.JSONField(default=list)  # see tournaments.webhooks.events
    # This site's address as used by its director: links begin with it
    site = models.CharField(max_length=300)
    key = models.CharField(max_length=40, default=a_webhook_key)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    paused_at = models.DateTimeField(null=True, blank=True)  # by a director
    # By this site: no message was accepted for days
    stopped_at = models.DateTimeField(null=True, blank=True)
    # Consecutive, since the last accepted message
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True, blank=True)
    rests_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return str(self.pk)

    @property
    def secret(self) -> bytes:
        """The key that signs its messages, derived from the site's key: stored in no row and no
        back-up.
        """
        return salted_hmac(SALT, self.key, algorithm="sha256").digest()

    @property
    def on(self) -> bool:
        return self.paused_at is None and self.stopped_at is None


class Delivery(models.Model):
    """One event for one webhook: written with its cause, sent afterwards, kept for a while as a
    log.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        TAKEN = "taken", _("accepted")
        GIVEN_UP = "given_up", _("given up")
        DROPPED = "dropped", _("not sent")  # its content is not public any more

    webhook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, related_name="deliveries", db_index=False
    )
    tournament = models.ForeignKey(
        Tournament, null=True, on_delete=models.CASCADE, related_name="+"
    )  # a ping has none
    message = models.UUIDField(default=uuid.uuid4, editable=False)  # the same for every attempt
    event = models.CharField(max_length=30)
    params = models.JSONField(default=dict)  # numbers: see tournaments.webhooks.events
    created_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True)  # while being sent: when another worker may take it
    sending = models.BooleanField(default=False)
    # Of the last attempt
    tried_at = models.DateTimeField(null=True, blank=True)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    problem = models.CharField(max_length=20, blank=True)
    milliseconds = models.PositiveIntegerField(null=True, blank=True)
    answer = models.CharField(max_length=500, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(F("due_at"), name="deliveries_due", condition=Q(state="waiting")),
            models.Index(fields=["webhook", "-id"], name="deliveries_of_a_webhook"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                name="delivery_waits_for_a_time",
                condition=Q(state="waiting", due_at__isnull=False)
                | (~Q(state="waiting") & Q(due_at__isnull=True)),
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.message}"
