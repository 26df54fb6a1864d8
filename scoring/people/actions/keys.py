"""Create API keys of accounts, each shown once, and revoke them."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from scoring.games.access.devices import hash_of
from scoring.games.access.keys import SCOPES, SHOWN, new_secret, valid_at
from scoring.games.actions.common import rule_error
from scoring.games.names.validation import clean_text
from scoring.models import ApiKey, Club
from scoring.rules.words import gettext_noop

LONGEST_NAME = 60
MOST_KEYS = 20  # valid ones per account
LONGEST_LIFE = 3650  # days


def make_key(
    account: Any,
    name: str,
    scopes: Collection[str],
    *,
    club: Club | None = None,
    days: int | None = None,
) -> tuple[ApiKey, str]:
    """Create an API key; return it with its secret, which is not stored. `days` is None for no
    expiry.

    The caller checks that the account belongs to the club; otherwise the key gives access to
    nothing there. Raises RuleError for a name that is empty or too long, for missing or unknown
    scopes, for days out of bounds, and if the account has too many keys.
    """
    tidy = clean_text(name, "name", most=LONGEST_NAME)
    if not tidy:
        raise rule_error("empty_name", "name", gettext_noop("Enter a name."))
    if not scopes or not SCOPES.keys() >= set(scopes):
        raise rule_error("no_scope", "scopes", gettext_noop("Please choose what the key is for."))
    if days is not None and not 1 <= days <= LONGEST_LIFE:
        raise rule_error("bad_days", "days", gettext_noop("Please type a number of days, or none."))
    secret, now = new_secret(), timezone.now()
    with transaction.atomic():
        get_user_model().objects.select_for_update(no_key=True).get(pk=account.pk)
        if ApiKey.objects.filter(valid_at(now), account=account.pk).count() >= MOST_KEYS:
            text = gettext_noop("You already have %(most)s keys. Revoke one you no longer use.")
            raise rule_error("too_many_keys", "", text, most=MOST_KEYS)
        key = ApiKey.objects.create(
            account_id=account.pk,
            name=tidy,
            key_hash=hash_of(secret),
            prefix=secret[:SHOWN],
            scopes=[scope for scope in SCOPES if scope in scopes],
            club=club,
            expires_at=None if days is None else now + timedelta(days=days),
        )
    return key, secret


def revoke_key(key: ApiKey) -> None:
    """Revoke a key. Repeating it changes nothing."""
    with transaction.atomic():
        ApiKey.objects.filter(pk=key.pk, revoked_at__isnull=True).update(revoked_at=timezone.now())
