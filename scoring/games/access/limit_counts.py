"""Count uses as database rows: shared by processes, and kept across restarts."""

import logging
from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone

from scoring.games.access.addresses import sender_of
from scoring.games.access.limit_hits import note_hit
from scoring.games.access.limits import DAY, LIMITS, TooManyError
from scoring.models import Device, Game, Use

GAMES_OF_A_PHONE, GAMES_OF_AN_ADDRESS = "games of a phone", "games of an address"
PHONES_OF_AN_ADDRESS = "phones of an address"
CLUBS, TOURNAMENTS, DOCUMENTS, WHOLE_CLUBS = "clubs", "tournaments", "documents", "whole clubs"
REGISTRATIONS = "registrations of an address"
CLAIMS_OF_AN_ADDRESS = "claims of an address"

logger = logging.getLogger(__name__)


def check_limit(name: str, whose: str) -> None:
    """Raises TooManyError if the limit is reached. One indexed query."""
    limit = LIMITS[name]
    since = timezone.now() - timedelta(seconds=limit.seconds)
    raise_at_limit(name, Use.objects.filter(what=name, whose=whose, at__gt=since).count())


def raise_at_limit(name: str, count: int) -> None:
    """Raises TooManyError for a count made elsewhere, as of games by their own rows."""
    if count >= LIMITS[name].many:
        logger.warning("A limit is reached: %s.", name)
        note_hit(name)
        raise TooManyError(name)


def count_use(name: str, whose: str) -> None:
    """Count one use, in the transaction of the action, so that a refused one is not counted."""
    Use.objects.filter(at__lt=timezone.now() - timedelta(seconds=DAY)).delete()
    Use.objects.create(what=name, whose=whose)


# Games and phones
# ---------------------------------------------------------------------------------------------


def check_start(request: HttpRequest, device: Device | None) -> None:
    """Raises TooManyError if this phone or its address has started too many games.

    Games of matches are not counted: their number follows from the draw.
    """
    if device is not None:
        since = timezone.now() - timedelta(seconds=LIMITS[GAMES_OF_A_PHONE].seconds)
        lately = Game.objects.filter(device=device, started_at__gt=since, of_match=False)
        raise_at_limit(GAMES_OF_A_PHONE, lately.count())
    check_limit(GAMES_OF_AN_ADDRESS, sender_of(request))


def count_start(request: HttpRequest) -> None:
    """Count a started game, in its transaction."""
    count_use(GAMES_OF_AN_ADDRESS, sender_of(request))


# Clubs and tournaments
# ----------------------------------------------------------------------------------------


def check_more(what: str, request: HttpRequest) -> None:
    """Raises TooManyError if this account or its address has made too many of these."""
    for name, whose in _counted(what, request):
        check_limit(name, whose)


def count_more(what: str, request: HttpRequest) -> None:
    """Count one made, in its transaction."""
    for name, whose in _counted(what, request):
        count_use(name, whose)


def _counted(what: str, request: HttpRequest) -> list[tuple[str, str]]:
    return [
        (f"{what} of an account", str(request.user.pk)),
        (f"{what} of an address", sender_of(request)),
    ]
