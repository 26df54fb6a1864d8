"""Merged records of one person, pairs marked as two people, and erasures. Names are not stored
here: see `Player.merged_into`.
"""

from typing import Any, ClassVar

from django.db import models

from scoring.models.games import Club, Device


class Merge(models.Model):
    """A record of a list merged into another, which can be separated again.

    People, and who did it, are stored as numbers: these stay when the row, phone or account is
    deleted.
    """

    person = models.BigIntegerField()  # the record that stayed
    merged = models.BigIntegerField(db_index=True)  # the one that went
    # Whose list it is, or
    club = models.ForeignKey(Club, null=True, on_delete=models.SET_NULL, related_name="+")
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()
    by_device = models.BigIntegerField()
    by_account = models.BigIntegerField(null=True)
    parted_at = models.DateTimeField(null=True)
    # Keys of the rows that moved, by model: separating returns these, and nothing played since.
    rows: "models.JSONField[Any, Any]" = models.JSONField(default=dict)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["person", "parted_at"], name="merges_of_a_person")
        ]

    def __str__(self) -> str:
        return f"{self.merged} into {self.person}"


class TwoPeople(models.Model):
    """Two records with similar names marked as two people: they are not offered for
    merging again.
    """

    first = models.BigIntegerField()  # the lower number
    second = models.BigIntegerField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="two_people_once", fields=["first", "second"])
        ]

    def __str__(self) -> str:
        return f"{self.first} and {self.second}"


class Erasure(models.Model):
    """An erased person. Who did it is stored as numbers, which stay when the phone or account is
    deleted.
    """

    person = models.BigIntegerField()  # the number of their row, which may be gone since
    # The list: its phone's, or its club's
    club = models.ForeignKey(Club, null=True, on_delete=models.SET_NULL, related_name="+")
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="+")
    by_device = models.BigIntegerField()
    by_account = models.BigIntegerField(null=True)
    at = models.DateTimeField()
    # A keyed hash of the name, for a fortnight: it recognises games that a phone began before,
    # offline. See scoring.people.actions.erasing.
    mark = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"{self.person} at {self.at}"
