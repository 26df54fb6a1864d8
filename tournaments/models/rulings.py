"""Directors' decisions, and the log that cannot be edited."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.entrants import Entrant
from tournaments.models.tournaments import Stage, Tournament


class Ruling(models.Model):
    """A penalty or bonus in ranking points or Tichu points, with its reason. Stays on record if
    undone.
    """

    class Kind(models.TextChoices):
        PENALTY = "penalty", _("penalty")
        WISH = "wish", _("wish not fulfilled")
        BONUS = "bonus", _("bonus")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rulings")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="rulings")
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=7, choices=Kind.choices)
    # Ranking points, signed; see tournaments.standings.numbers
    points = models.CharField(max_length=40, default="0")
    score = models.IntegerField(default=0)  # Tichu points, signed
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]  # in order of writing, whatever the clock said

    def __str__(self) -> str:
        return f"{self.kind} {self.points}"


class LogLine(models.Model):
    """A change of something that others rely on: what, by whom, why. Names are resolved on
    display.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="log")
    action = models.CharField(max_length=40)
    params = models.JSONField(default=dict)  # ids and numbers
    reason = models.CharField(max_length=200, blank=True)
    # See scoring.games.chain
    reason_seal = models.CharField(max_length=65, default="", db_default="", editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    # An imported line brings its own
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["pk"]  # in order of writing, whatever the clock said

    def __str__(self) -> str:
        return self.action
