"""Quotas: how much a club may hold and start. Their sizes and reasons are in the table of limits.

The server's owner can raise them for a club. Only starting something new is refused, never anything
that a table does in the middle of a game.
"""

from datetime import timedelta

from django.utils import timezone

from scoring.games.access.limit_hits import note_hit
from scoring.games.access.limits import LIMITS
from scoring.models import Club, Game, Import, Player
from scoring.rules import Conflict, Mistake
from scoring.rules.words import ngettext_noop

PEOPLE, GAMES, IMPORTS, TOURNAMENTS = "people", "games", "imports", "tournaments"
QUOTAS = (PEOPLE, GAMES, IMPORTS, TOURNAMENTS)
MOST = 10_000_000  # to which a quota can be raised

# The field of the error, and its words
_FULL = {
    PEOPLE: (
        "name",
        ngettext_noop(
            "A club may have %(most)s person in its list, and this one would have more. Merge or "
            "erase names that you do not need, or ask the server’s owner for more room.",
            "A club may have %(most)s people in its list, and this one would have more. Merge or "
            "erase names that you do not need, or ask the server’s owner for more room.",
            "most",
        ),
    ),
    GAMES: (
        "game",
        ngettext_noop(
            "This club has started %(most)s game in 24 hours, as many as it may. Try again later, "
            "or ask the server’s owner for more. Running games go on.",
            "This club has started %(most)s games in 24 hours, as many as it may. Try again "
            "later, or ask the server’s owner for more. Running games go on.",
            "most",
        ),
    ),
    IMPORTS: (
        "file",
        ngettext_noop(
            "This club has made %(most)s import in 24 hours, as many as it may. Try again "
            "tomorrow, or ask the server’s owner for more.",
            "This club has made %(most)s imports in 24 hours, as many as it may. Try again "
            "tomorrow, or ask the server’s owner for more.",
            "most",
        ),
    ),
    TOURNAMENTS: (
        "club",
        ngettext_noop(
            "This club has %(most)s tournament, as many as it may. Delete it if you do not "
            "need it, or ask the server’s owner for more room.",
            "This club has %(most)s tournaments, as many as it may. Delete some that you do not "
            "need, or ask the server’s owner for more room.",
            "most",
        ),
    ),
}


def limit_name(quota: str) -> str:
    """Return the name of a quota in the table of limits."""
    return f"{quota} of a club"


def quota_of(club: Club, quota: str) -> int:
    """Return how many of these a club may have: what everybody may, or more."""
    return max(LIMITS[limit_name(quota)].many, int(club.quotas.get(quota, 0)))


def used(club: Club, quota: str) -> int:
    """Return how many of these a club has now. One query."""
    since = timezone.now() - timedelta(seconds=LIMITS[limit_name(quota)].seconds)
    if quota == PEOPLE:
        return Player.listed.filter(club=club).count()
    if quota == GAMES:
        return Game.objects.filter(club=club, started_at__gt=since, of_match=False).count()
    if quota == IMPORTS:
        return Import.objects.filter(club=club, at__gt=since).count()
    return int(club.tournaments.count())


def check_quota(club: Club, quota: str, more: int = 1) -> None:
    """Raises Conflict if a club may not have so many more of these. One query.

    A club that is being imported as a whole is not counted: see `tournaments.exchange.slices`.
    """
    most = quota_of(club, quota)
    if club.coming is None and used(club, quota) + more > most:
        note_hit(limit_name(quota), club.pk)
        field, text = _FULL[quota]
        raise Conflict((Mistake(f"{quota}_full", field, text, {"most": most}),))


def raise_quotas(club: Club, wanted: dict[str, int]) -> None:
    """Set how many of each a club may have; what everybody may is not kept."""
    club.quotas = {
        quota: many for quota, many in wanted.items() if many > LIMITS[limit_name(quota)].many
    }
    club.save(update_fields=["quotas"])
