"""API keys of accounts: their scopes, the scope of each address, and authentication.

A key grants what its account is allowed at that moment; its scopes and its club only restrict that.
"""

import re
import secrets
from datetime import datetime, timedelta

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from scoring.games.access.addresses import sender_of
from scoring.games.access.devices import hash_of
from scoring.games.access.limit_counts import check_limit, count_use
from scoring.models import ApiKey
from scoring.rules.words import gettext_noop

CLUBS, PEOPLE, STATISTICS = "clubs:read", "people:read", "statistics:read"
RATINGS, SEASONS, TOURNAMENTS = "ratings:read", "seasons:read", "tournaments:read"
# Scopes and their labels. Each is required by some address.
SCOPES: dict[str, str] = {
    CLUBS: gettext_noop("Clubs, their evenings and who played"),
    PEOPLE: gettext_noop("People in clubs"),
    STATISTICS: gettext_noop("Statistics of people and clubs"),
    RATINGS: gettext_noop("Ratings"),
    SEASONS: gettext_noop("Seasons and their tables"),
    TOURNAMENTS: gettext_noop("Tournaments, including those in preparation"),
}
# The scope that each address requires; addresses not listed accept no keys of accounts.
SCOPE_OF: dict[str, str] = {
    "api_clubs": CLUBS,
    "api_club": CLUBS,
    "api_club_evenings": CLUBS,
    "api_club_evening": CLUBS,
    "api_club_people": PEOPLE,
    "api_person": PEOPLE,
    "api_club_year": STATISTICS,
    "api_club_year_people": STATISTICS,
    "api_club_all_time": STATISTICS,
    "api_club_records": STATISTICS,
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
    "api_boards": TOURNAMENTS,
}
WRONG_KEYS = "wrong keys of an address"
SCHEME = "key"
# 256 random bits, with a prefix by which leaked keys can be found
KEY = re.compile(r"tk_[A-Za-z0-9_-]{43}")
SHOWN = 9  # of its characters are shown, to recognise it
NOTED_EVERY = timedelta(hours=1)


def new_secret() -> str:
    return f"tk_{secrets.token_urlsafe(32)}"


def key_in(request: HttpRequest) -> str | None:
    """Return the key in `Authorization: Key <key>`; None without such a header."""
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    return given.strip() if scheme.lower() == SCHEME else None


def valid_at(moment: datetime) -> Q:
    """Match keys that are valid, as long as their accounts are active."""
    ends = Q(expires_at__isnull=True) | Q(expires_at__gt=moment)
    return ends & Q(revoked_at__isnull=True, account__is_active=True)


def opened_by(request: HttpRequest, given: str) -> ApiKey | None:
    """Return the key given, with its account; None if it is wrong, revoked or expired. One query.

    Wrong keys of others never block a valid one: the look-up is by the hash of 256 random bits, so
    neither many attempts nor their timing reveal anything. Raises TooManyError if wrong keys come
    too often.
    """
    now = timezone.now()
    if KEY.fullmatch(given):
        found = (
            ApiKey.objects.select_related("account")
            .filter(valid_at(now), key_hash=hash_of(given))
            .first()
        )
        if found is not None:
            _note_use(found, now)
            return found
    check_limit(WRONG_KEYS, sender_of(request))
    count_use(WRONG_KEYS, sender_of(request))
    return None


def _note_use(key: ApiKey, now: datetime) -> None:
    """Store the time of use, at most once an hour: reading writes nothing else."""
    if key.used_at is None or now - key.used_at >= NOTED_EVERY:
        ApiKey.objects.filter(pk=key.pk).update(used_at=now)
