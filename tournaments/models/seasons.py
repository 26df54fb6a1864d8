"""Seasons of a club: formula and counted events. The table is computed for each display."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from scoring.models import Club
from tournaments.models.tournaments import Tournament


class Season(models.Model):
    """A period whose events form one ranking of a club. `formula`: see
    `tournaments.seasons.formula`.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons", db_index=False)
    name = models.CharField(max_length=60)
    first = models.DateField()
    last = models.DateField()
    formula = models.JSONField()
    planned = models.PositiveSmallIntegerField()  # events
    public = models.BooleanField(default=False)  # visible to anybody who has its address
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["club", "-last"], name="seasons_of_a_club")]
        constraints: ClassVar = [
            models.CheckConstraint(
                name="season_ends_after_it_began", condition=Q(last__gte=models.F("first"))
            )
        ]

    def __str__(self) -> str:
        return self.name


class SeasonEvent(models.Model):
    """An event of a season: a tournament, or what the club played at home tables on one evening."""

    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="events", db_index=False
    )
    tournament = models.ForeignKey(
        Tournament, null=True, on_delete=models.CASCADE, related_name="+"
    )
    night = models.DateField(null=True)  # see scoring.games.nights

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="season_event_is_one_thing",
                condition=Q(tournament__isnull=False, night__isnull=True)
                | Q(tournament__isnull=True, night__isnull=False),
            ),
            models.UniqueConstraint(
                name="tournament_once_a_season", fields=["season", "tournament"]
            ),
            models.UniqueConstraint(name="night_once_a_season", fields=["season", "night"]),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id or self.night}"
