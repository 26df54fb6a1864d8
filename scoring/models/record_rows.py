"""The record of games as rows: teams, calls, places, and scores.

All of it follows from the rounds that count and the seats. It is written in the transaction that
changes these (`scoring.games.actions.record_rows`), never by hand, and can be rebuilt. Units are
points. Where a column has no index of its own, an index below begins with it.
"""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Team(models.Model):
    """People who score together for a whole game: the same people are the same team in
    every game.
    """

    # Their ids in order, joined by hyphens
    key = models.CharField(max_length=80, unique=True)
    players = models.ManyToManyField(
        "scoring.Player", through="scoring.TeamMember", related_name="teams"
    )

    def __str__(self) -> str:
        return self.key


class TeamMember(models.Model):
    """A person in a team."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(
        "scoring.Player", on_delete=models.CASCADE, related_name="team_members"
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="member_once_a_team", fields=["team", "player"])
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.team_id}"


class Call(models.Model):
    """A Tichu, Grand Tichu or house call in a round. `player` is None for the dummy and unnamed
    seats. If only the team that called was recorded, `seat` is None and `side` its index.
    """

    round = models.ForeignKey(
        "scoring.Round", on_delete=models.CASCADE, related_name="calls", db_index=False
    )
    seat = models.PositiveSmallIntegerField(null=True)
    side = models.PositiveSmallIntegerField(null=True)
    player = models.ForeignKey(
        "scoring.Player", null=True, on_delete=models.CASCADE, related_name="calls", db_index=False
    )
    call = models.CharField(max_length=200)  # a key of the rule set's `call_values`
    made = models.BooleanField(_("made"))
    margin = models.BigIntegerField()  # the caller's lead before the round, negative if trailing

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="call_once_a_seat", fields=["round", "seat"]),
            models.CheckConstraint(
                name="call_of_a_seat_or_a_side",
                condition=Q(seat__isnull=True, player__isnull=True, side__isnull=False)
                | Q(seat__isnull=False, side__isnull=True),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "call", "made", "margin"], name="calls_of_a_player")
        ]

    def __str__(self) -> str:
        return f"{self.call} {self.seat}"


class Place(models.Model):
    """The place at which a player went out in a round, from 1, as far as it was recorded."""

    round = models.ForeignKey(
        "scoring.Round", on_delete=models.CASCADE, related_name="places", db_index=False
    )
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        "scoring.Player", null=True, on_delete=models.CASCADE, related_name="places", db_index=False
    )
    place = models.PositiveSmallIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="place_once_a_seat", fields=["round", "seat"]),
            models.UniqueConstraint(name="place_once_a_round", fields=["round", "place"]),
        ]
        indexes: ClassVar = [models.Index(fields=["player", "place"], name="places_of_a_player")]

    def __str__(self) -> str:
        return f"{self.place}: {self.seat}"


class Score(models.Model):
    """A score column's result of a round: the parts of its points, and the total after it.

    The column is a team's, or one player's where everybody scores alone; without either for the
    dummy and for unnamed seats.
    """

    round = models.ForeignKey(
        "scoring.Round", on_delete=models.CASCADE, related_name="scores", db_index=False
    )
    column = models.PositiveSmallIntegerField()
    team = models.ForeignKey(Team, null=True, on_delete=models.CASCADE, related_name="scores")
    player = models.ForeignKey(
        "scoring.Player", null=True, on_delete=models.CASCADE, related_name="scores"
    )
    card_points = models.IntegerField()
    calls = models.IntegerField()
    sweep = models.IntegerField()
    penalty = models.IntegerField()
    points = models.IntegerField()
    total = models.BigIntegerField()
    # of the total over the best of the others, negative if trailing
    lead = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="score_once_a_column", fields=["round", "column"]),
            models.CheckConstraint(
                name="score_of_a_team_or_a_player",
                condition=Q(team__isnull=True) | Q(player__isnull=True),
            ),
            models.CheckConstraint(
                name="score_adds_up",
                condition=Q(points=F("card_points") + F("calls") + F("sweep") + F("penalty")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.column}: {self.points}"
