"""Imports into a club: by whom, when, from what, and what they created, so that they can be undone.

Names are not stored. Who did it is stored as numbers, which stay when the phone or account is
deleted.
"""

from typing import Any, ClassVar

from django.db import models

from scoring.models.games import Club, Game


class Import(models.Model):
    """A file imported into a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="imports")
    form = models.CharField(max_length=20)  # a key of tournaments.clubs.imports.FORMS
    at = models.DateTimeField()
    by_device = models.BigIntegerField()
    by_account = models.BigIntegerField(null=True)
    people = models.PositiveIntegerField(default=0)  # new in the list
    games = models.PositiveIntegerField(default=0)
    rounds = models.PositiveIntegerField(default=0)
    # Keys of what it created besides games: "people", "names" (merged ones), "merges", "teams"; and
    # under "played" the dates of last play before and after.
    made: "models.JSONField[Any, Any]" = models.JSONField(default=dict)
    undone_at = models.DateTimeField(null=True)
    undone_by_device = models.BigIntegerField(null=True)
    undone_by_account = models.BigIntegerField(null=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["club", "-at"], name="imports_of_a_club")]

    def __str__(self) -> str:
        return f"{self.form} at {self.at}"


class ImportedGame(models.Model):
    """A game created by an import. It is deleted with its game."""

    of_import = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="imported_games")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="imported")
    # SHA-256, in hexadecimal, of its source in the file: the same game is not imported twice,
    # whatever became of it since.
    digest = models.CharField(max_length=64)
    length = models.PositiveIntegerField()  # of its chain, as the import left it

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="imported_once_a_club", fields=["club", "digest"])
        ]

    def __str__(self) -> str:
        return f"{self.game_id}"
