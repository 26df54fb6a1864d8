"""The chain of a tournament: the lines of its log, and the progress of each of its games."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from scoring.models import Game
from tournaments.models.rulings import LogLine
from tournaments.models.tournaments import Tournament


class Seal(models.Model):
    """One link of the chain, see tournaments.seals.

    It is a line of the log, the state of a game, or a change of what determines the ranking without
    a line.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="seals")
    # From 1, without a gap: the order of writing
    position = models.PositiveIntegerField()
    line = models.OneToOneField(
        LogLine, null=True, blank=True, on_delete=models.CASCADE, related_name="seal"
    )
    # Author of the line, even if the account has been deleted
    by_account = models.BigIntegerField(null=True, blank=True)
    # hash of everything that determines the ranking
    decisions = models.BinaryField(max_length=32, null=True)
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.PROTECT, related_name="seals"
    )
    # The last of the game's entries at that time
    game_position = models.PositiveIntegerField(null=True, blank=True)
    link = models.BinaryField(max_length=32)

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(name="seal_once_a_position", fields=["tournament", "position"]),
            models.CheckConstraint(
                name="seal_of_a_line_or_a_game",
                condition=Q(
                    line__isnull=False,
                    decisions__isnull=False,
                    game__isnull=True,
                    game_position__isnull=True,
                )
                | Q(
                    line__isnull=True,
                    by_account__isnull=True,
                    decisions__isnull=False,
                    game__isnull=True,
                    game_position__isnull=True,
                )
                | Q(
                    line__isnull=True,
                    decisions__isnull=True,
                    by_account__isnull=True,
                    game__isnull=False,
                    game_position__isnull=False,
                ),
            ),
        ]

    def __str__(self) -> str:
        return str(self.position)
