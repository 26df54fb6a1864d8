"""Who wants messages about an entrant, and the messages that wait to be sent."""

from typing import ClassVar

from django.db import models

from tournaments.models.entrants import Entrant


class Subscription(models.Model):
    """A phone or a mailbox that wants messages for an entrant.

    A phone's `address` is the URL at its browser's push service, with the two keys that only this
    browser can answer to; a mailbox's is its e-mail address, without keys.
    """

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="subscriptions")
    address = models.CharField(max_length=500)
    p256dh = models.CharField(max_length=100, blank=True)
    auth = models.CharField(max_length=40, blank=True)
    language = models.CharField(max_length=10)
    # This site's address as the reader's browser used it: links begin with it
    site = models.CharField(max_length=300)
    # Sent to a mailbox that was typed; empty once it was entered. Before that nothing else is sent
    code = models.CharField(max_length=6, blank=True)
    created_at = models.DateTimeField()  # when they asked
    # By kind of message, a hash of the last one sent: the same is not sent twice
    sent = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(name="address_once_an_entrant", fields=["entrant", "address"])
        ]

    def __str__(self) -> str:
        return str(self.pk)

    @property
    def is_phone(self) -> bool:
        return bool(self.p256dh)


class Message(models.Model):
    """A message that waits: written with its cause, worded when it is sent, then deleted.

    One row per kind and subject: what happens while it waits changes what it says.
    """

    class Kind(models.TextChoices):
        TABLE = "table"  # where they play next
        DISPUTE = "dispute"  # of a match's result
        PRIZES = "prizes"  # the prize-giving begins

    subscription = models.ForeignKey(
        Subscription, on_delete=models.CASCADE, related_name="messages", db_index=False
    )
    kind = models.CharField(max_length=7, choices=Kind.choices)
    match_id = models.BigIntegerField(default=0)  # of a dispute; it may have been redrawn since
    created_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(db_index=True)  # while being sent: when another may take it

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="message_once", fields=["subscription", "kind", "match_id"]
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.subscription_id}"
