"""Running an evening in the hall: cards on tables, phones, remarks, notices, screens."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models import Device
from tournaments.models.entrants import Entrant, a_key
from tournaments.models.rounds import Match
from tournaments.models.rulings import LogLine
from tournaments.models.tournaments import Tournament


class Card(models.Model):
    """A card that lies on a table all evening; its code leads to what is played there now.

    Neither the token of its QR code nor the six characters to type are stored: see
    `tournaments.table_codes`.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="cards")
    number = models.PositiveSmallIntegerField()  # of the table
    # A new one invalidates the printed card
    key = models.CharField(max_length=16, default=a_key)
    code_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(name="card_once_a_table", fields=["tournament", "number"])
        ]

    def __str__(self) -> str:
        return str(self.number)


class WrongCode(models.Model):
    """An attempt with an unknown code. Kept for an hour, to keep guessing hopeless."""

    address_hash = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["at"], name="wrong_codes_by_time")]

    def __str__(self) -> str:
        return str(self.at)


class Phone(models.Model):
    """A phone at a match: for a side, to watch and agree, or to write as well."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="phones")
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="sat_at")
    # Index in the match; None: not chosen yet
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    writes = models.BooleanField(default=False)
    # Number of the game that it writes, if the match is played at two tables; 0: of any other match
    room = models.PositiveSmallIntegerField(default=0, db_default=0)
    # Asked to take over writing
    asked_at = models.DateTimeField(null=True, blank=True)
    heard_at = models.DateTimeField()  # last request from this phone
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(name="phone_once_a_match", fields=["match", "device"]),
            models.UniqueConstraint(
                name="one_phone_writes", fields=["match", "room"], condition=Q(writes=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.device_id} at {self.match_id}"


class Remark(models.Model):
    """A message from a table to the other side or the director, and its outcome. Only an answer
    changes it.
    """

    class Kind(models.TextChoices):
        CALL = "call", _("called the director")
        WRONG = "wrong", _("disputed the result")
        REPLY = "reply", _("replied")
        OBJECTION = "objection", _("objected")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="remarks")
    kind = models.CharField(max_length=9, choices=Kind.choices)
    # Sender's index in the match
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    entrant = models.ForeignKey(
        Entrant, null=True, blank=True, on_delete=models.PROTECT, related_name="remarks"
    )
    device = models.ForeignKey(
        Device, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    text = models.CharField(max_length=300, blank=True)
    # Their own version of the result: see tournaments.match.figures
    figures = models.JSONField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    answer = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [
            models.Index(
                fields=["match"], name="open_remarks", condition=Q(settled_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return self.kind


class Notice(models.Model):
    """A message on an entrant's own page: one of their results was changed afterwards."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="notices")
    line = models.ForeignKey(LogLine, on_delete=models.CASCADE, related_name="notices")
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(name="notice_once", fields=["entrant", "line"])
        ]

    def __str__(self) -> str:
        return f"{self.line_id} for {self.entrant_id}"


class Change(models.Model):
    """An integrity event that can be undone: the rows it changed, before and after.

    See `tournaments.actions.integrity`. The action itself writes the line of the log.
    """

    line = models.OneToOneField(LogLine, on_delete=models.CASCADE, related_name="change")
    rows = models.JSONField()  # by table and id: [before or None, after or None]
    undone = models.OneToOneField(
        LogLine, null=True, blank=True, on_delete=models.CASCADE, related_name="undoes"
    )  # its line of the log

    def __str__(self) -> str:
        return f"change {self.line_id}"


class Screen(models.Model):
    """A venue screen: a playlist that the director changes from a phone."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="screens")
    name = models.CharField(max_length=40)
    key = models.CharField(max_length=16, default=a_key)
    playlist = models.JSONField(
        default=list
    )  # [{"show": ..., "seconds": ...}]: see tournaments.pages.wall.queries
    pinned = models.CharField(max_length=20, blank=True)  # shown alone until released
    text = models.CharField(max_length=200, blank=True)  # of the item "words"
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return self.name
