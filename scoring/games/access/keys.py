"""Keys of accounts for programs: what one may be good for, which address asks for what, and whose
key came.

A key may what its account may at that moment and no more; its scopes and its club only take away.
"""

import re
import secrets
from datetime import datetime, timedelta

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from scoring.games.access.addresses import sender_of
from scoring.games.access.devices import hash_of
from scoring.games.access.limit_counts import check, note
from scoring.models import ApiKey
from scoring.rules.words import gettext_noop

CLUBS, PEOPLE, STATISTICS = "clubs:read", "people:read", "statistics:read"
RATINGS, SEASONS, TOURNAMENTS = "ratings:read", "seasons:read", "tournaments:read"
# Each scope in words. There is one only where an address asks for it.
SCOPES: dict[str, str] = {
    CLUBS: gettext_noop("Clubs, their evenings and who played"),
    PEOPLE: gettext_noop("The people of clubs"),
    STATISTICS: gettext_noop("Statistics of people and of clubs"),
    RATINGS: gettext_noop("Ratings"),
    SEASONS: gettext_noop("Seasons and their tables"),
    TOURNAMENTS: gettext_noop("Tournaments, with what is being prepared"),
}
# What each address asks of a key; those that are not here know no keys of accounts.
SCOPE_OF: dict[str, str] = {
    "api_clubs": CLUBS,
    "api_club": CLUBS,
    "api_club_evenings": CLUBS,
    "api_club_evening": CLUBS,
    "api_club_people": PEOPLE,
    "api_person": PEOPLE,
    "api_club_year": STATISTICS,
    "api_club_year_people": STATISTICS,
    "api_person_statistics": STATISTICS,
    "api_person_year": STATISTICS,
    "api_person_with": STATISTICS,
    "api_person_against": STATISTICS,
    "api_club_ratings": RATINGS,
    "api_person_ratings": RATINGS,
    "api_chance": RATINGS,
    "api_seasons": SEASONS,
    "api_season": SEASONS,
    "api_season_table": SEASONS,
    "api_tournaments": TOURNAMENTS,
    "api_tournament": TOURNAMENTS,
    "api_rounds": TOURNAMENTS,
    "api_round": TOURNAMENTS,
    "api_results": TOURNAMENTS,
    "api_standings": TOURNAMENTS,
}
WRONG_KEYS = "wrong keys of an address"
SCHEME = "key"
# 256 random bits, marked so that a key that was left somewhere is found
KEY = re.compile(r"tk_[A-Za-z0-9_-]{43}")
SHOWN = 9  # of its characters, by which it is known again
NOTED_EVERY = timedelta(hours=1)


def new_secret() -> str:
    return f"tk_{secrets.token_urlsafe(32)}"


def key_in(request: HttpRequest) -> str | None:
    """What stands in `Authorization: Key <key>`; None where nobody speaks of a key."""
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    return given.strip() if scheme.lower() == SCHEME else None


def live(moment: datetime) -> Q:
    """Which keys open something, as long as their accounts do."""
    ends = Q(expires_at__isnull=True) | Q(expires_at__gt=moment)
    return ends & Q(revoked_at__isnull=True, account__is_active=True)


def opened_by(request: HttpRequest, given: str) -> ApiKey | None:
    """The key that was given, with its account; None for one that is wrong, revoked or over. One
    query.

    A right one is never held back by others' wrong ones: what is looked for is the hash of 256
    random bits, so neither many tries nor the time that one takes tell anything. Raises
    TooManyError where wrong ones come very often.
    """
    now = timezone.now()
    if KEY.fullmatch(given):
        found = (
            ApiKey.objects.select_related("account")
            .filter(live(now), key_hash=hash_of(given))
            .first()
        )
        if found is not None:
            _note_use(found, now)
            return found
    check(WRONG_KEYS, sender_of(request))
    note(WRONG_KEYS, sender_of(request))
    return None


def _note_use(key: ApiKey, now: datetime) -> None:
    """That it was used, once an hour at most: to read writes nothing else."""
    if key.used_at is None or now - key.used_at >= NOTED_EVERY:
        ApiKey.objects.filter(pk=key.pk).update(used_at=now)
