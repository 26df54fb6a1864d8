"""API keys of accounts."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from scoring.models.games import Club


class ApiKey(models.Model):
    """An API key of an account, of which only the hash is stored. The account's rights are checked
    at each request.

    `scopes` are keys of `scoring.games.access.keys.SCOPES`. With `club` it is limited to that club.
    """

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_keys", db_index=False
    )
    name = models.CharField(max_length=60)
    key_hash = models.CharField(max_length=64, unique=True)
    prefix = models.CharField(max_length=12)  # by which its owner recognises it
    scopes = models.JSONField()
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)  # to the hour
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["account", "-created_at"], name="keys_of_an_account")
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.prefix}"
