"""Ratings by games: see `scoring.people.ratings` for how they are estimated.

All of it follows from the counted games, in the order in which they began, and can be rebuilt.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q

OF_ONE_LIST = Q(device__isnull=False, club__isnull=True) | Q(
    device__isnull=True, club__isnull=False
)


class RatingList(models.Model):
    """The people of one list, a club's or a phone's, in one family of games: how far its games are
    rated.

    Games before the position (`at`, `game`) are rated; without a game, those that began before
    `at`.
    """

    device = models.ForeignKey(
        "scoring.Device", null=True, on_delete=models.CASCADE, related_name="+"
    )
    club = models.ForeignKey("scoring.Club", null=True, on_delete=models.CASCADE, related_name="+")
    family = models.CharField(max_length=10)  # see `scoring.rules.FAMILIES`
    # Of the model that rated them: see `scoring.people.ratings`
    version = models.PositiveSmallIntegerField(default=0)
    at = models.DateTimeField(null=True)
    game = models.UUIDField(null=True)
    whole = models.BooleanField(default=False)  # nothing was left when it was last rated

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="rating_list_of_one_list", condition=OF_ONE_LIST),
            models.UniqueConstraint(name="rating_list_once_a_device", fields=["device", "family"]),
            models.UniqueConstraint(name="rating_list_once_a_club", fields=["club", "family"]),
        ]

    def __str__(self) -> str:
        return (
            f"{self.family} of "
            f"{f'club {self.club_id}' if self.club_id else f'device {self.device_id}'}"
        )


class RatingMark(models.Model):
    """A mark that games of a list changed from this start time on: the next reader has them rated
    again.

    Only added, in the transaction that changes a game, so that nobody waits; removed after rating.
    """

    device = models.ForeignKey(
        "scoring.Device", null=True, on_delete=models.CASCADE, related_name="+"
    )
    club = models.ForeignKey("scoring.Club", null=True, on_delete=models.CASCADE, related_name="+")
    family = models.CharField(max_length=10)
    since = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="rating_mark_of_one_list", condition=OF_ONE_LIST)
        ]

    def __str__(self) -> str:
        return f"{self.family} since {self.since}"


class Rating(models.Model):
    """A person's skill after all counted games, on the model's own scale."""

    in_list = models.ForeignKey(
        RatingList, on_delete=models.CASCADE, related_name="ratings", db_index=False
    )
    player = models.ForeignKey("scoring.Player", on_delete=models.CASCADE, related_name="ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="rating_once_a_list", fields=["in_list", "player"])
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.mu} ± {self.sigma}"


class RatingChange(models.Model):
    """What a game changed for a player. `games` counts it in; `chance` is their side's before it.

    Each game adds four rows, and rebuilding handles hundreds of thousands: therefore the database
    checks no foreign keys, and has no index by game, whose keys come in no order. `erase_games`
    deletes them with their games.
    """

    in_list = models.ForeignKey(
        RatingList,
        on_delete=models.CASCADE,
        related_name="changes",
        db_index=False,
        db_constraint=False,
    )
    player = models.ForeignKey(
        "scoring.Player",
        on_delete=models.CASCADE,
        related_name="rating_changes",
        db_index=False,
        db_constraint=False,
    )
    game = models.ForeignKey(
        "scoring.Game",
        on_delete=models.DO_NOTHING,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    at = models.DateTimeField()  # when the game began
    games = models.PositiveIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    chance = models.FloatField()
    # The fewest games that a player had before: how reliable the chance is
    fewest = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="rating_change_once_a_game", fields=["player", "in_list", "games"]
            )
        ]
        indexes: ClassVar = [models.Index(fields=["in_list", "at"], name="rating_changes_by_time")]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.game_id}: {self.mu_before} to {self.mu}"
