"""Entrants, their members, and their attendance."""

import secrets
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models import Player
from tournaments.models.tournaments import Stage, Tournament


def a_key() -> str:
    """Return the secret part of a personal or match link. A new one invalidates the old link."""
    return secrets.token_hex(8)


class Entrant(models.Model):
    """A ranked person, pair or team. Names are in `Player`, a team's own name is here."""

    class State(models.TextChoices):
        ASKED = "asked", _("asked to play")
        WAITING = "waiting", _("on the waiting list")
        ENTERED = "entered", _("entered")
        WITHDRAWN = "withdrawn", _("withdrawn")
        REFUSED = "refused", _("refused")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    # Order of entry, from 1; also printed beside the name
    number = models.PositiveIntegerField()
    label = models.CharField(max_length=80, blank=True)  # own name of a pair or team
    # Kept apart from others of this club or family
    club_name = models.CharField(max_length=80, blank=True)
    seed = models.PositiveIntegerField(null=True, blank=True)
    fixed_table = models.PositiveSmallIntegerField(null=True, blank=True)
    five = models.BooleanField(default=False)  # sits at a table of five if there is one
    # Shown on public pages instead of the name
    alias = models.CharField(max_length=80, blank=True)
    hidden = models.BooleanField(default=False)  # public pages show only a number
    state = models.CharField(max_length=9, choices=State.choices, default=State.ENTERED)
    asked_names = models.JSONField(default=list)  # of a registration, until a director answers it
    checked_in_at = models.DateTimeField(null=True, blank=True)
    key = models.CharField(max_length=16, default=a_key)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(name="entrant_once_a_number", fields=["tournament", "number"]),
        ]

    def __str__(self) -> str:
        return f"#{self.number}"


class Member(models.Model):
    """A person of an entrant. Former members stay on record: earlier games were played with
    them.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships")
    order = models.PositiveSmallIntegerField(default=0)
    active = models.BooleanField(default=True)
    # How the others of a league reach them, as they wrote it, and when they agreed to show it
    contact = models.CharField(max_length=120, blank=True, default="", db_default="")
    contact_agreed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["order", "pk"]
        constraints: ClassVar = [
            # The same person in two pairs would have to sit at two tables.
            models.UniqueConstraint(
                name="person_once_a_tournament",
                fields=["tournament", "player"],
                condition=Q(active=True),
            ),
        ]

    def __str__(self) -> str:
        return str(self.player_id)


class Participation(models.Model):
    """An entrant in a stage: its first and last session round, group and carry-over.

    `last_round` is set if the entrant withdrew during the stage: their last session round, 0 if
    there is none. `void`: they withdrew before they had played half of their matches, and none of
    these counts. `unranked`: they withdrew, and the director ranks them below all others; their
    matches count.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="participations")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="participations")
    seed = models.PositiveIntegerField()  # order at the start of the stage, from 1
    group = models.CharField(max_length=20, blank=True)
    first_round = models.PositiveSmallIntegerField(default=1)
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)
    void = models.BooleanField(default=False, db_default=False)
    unranked = models.BooleanField(default=False, db_default=False)
    # See tournaments.standings.numbers
    carried_points = models.CharField(max_length=40, default="0")
    carried_score = models.CharField(max_length=40, default="0")

    class Meta:
        ordering: ClassVar = ["seed"]
        constraints: ClassVar = [
            models.UniqueConstraint(name="entrant_once_a_stage", fields=["stage", "entrant"]),
            models.UniqueConstraint(name="seed_once_a_stage", fields=["stage", "seed"]),
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id} in {self.stage_id}"

    @property
    def has_left(self) -> bool:
        """Whether they withdrew during the stage and have not come back: they are no longer
        drawn.
        """
        return self.last_round is not None


class Absence(models.Model):
    """A session round that an entrant asked to miss.

    `worth` makes it a requested bye with this value; empty: it counts as the stage's missed rounds
    do.
    """

    class Worth(models.TextChoices):
        NONE = "none", _("nothing")
        HALF = "half", _("half")
        FULL = "full", _("full")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="absences")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="absences")
    round_number = models.PositiveSmallIntegerField()
    worth = models.CharField(
        max_length=4, choices=Worth.choices, blank=True, default="", db_default=""
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="absence_once_a_round", fields=["stage", "entrant", "round_number"]
            )
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id} in round {self.round_number}"
