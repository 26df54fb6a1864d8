"""That somebody was erased: when, by whom, out of which list. The name is not here."""

from django.db import models

from scoring.models.games import Club, Device


class Erasure(models.Model):
    """A person taken out of a list. Who did it stands here as numbers, which stay when the phone or
    account goes.
    """

    person = models.BigIntegerField()  # the number of their row, which may be gone since
    # Whose list it was, or
    club = models.ForeignKey(Club, null=True, on_delete=models.SET_NULL, related_name="+")
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="+")
    by_device = models.BigIntegerField()
    by_account = models.BigIntegerField(null=True)
    at = models.DateTimeField()
    # The name's digest with the site's secret, for a fortnight: by it a game is recognised that a
    # phone began before without a network. See scoring.people.actions.erasing.
    mark = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"{self.person} at {self.at}"
