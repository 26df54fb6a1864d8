"""Erasures: when a person was erased, by whom, from which list. The name is not stored."""

from django.db import models

from scoring.models.games import Club, Device


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
