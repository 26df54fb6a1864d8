"""Counts what is limited, as rows: the same in one process and in several, and after a restart."""

import logging
from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone

from scoring.games.access.addresses import sender_of
from scoring.games.access.limits import DAY, LIMITS, TooManyError
from scoring.models import Device, Game, Use

GAMES_OF_A_PHONE, GAMES_OF_AN_ADDRESS = "games of a phone", "games of an address"
PHONES_OF_AN_ADDRESS = "phones of an address"
CLUBS, TOURNAMENTS, DOCUMENTS, WHOLE_CLUBS = "clubs", "tournaments", "documents", "whole clubs"
REGISTRATIONS = "registrations of an address"
CLAIMS_OF_AN_ADDRESS = "claims of an address"

logger = logging.getLogger(__name__)


def check(name: str, whose: str) -> None:
    """Raises TooManyError where this has been done as often as it may. One query, by an index."""
    limit = LIMITS[name]
    since = timezone.now() - timedelta(seconds=limit.seconds)
    stop_at(name, Use.objects.filter(what=name, whose=whose, at__gt=since).count())


def stop_at(name: str, count: int) -> None:
    """The same for what is counted elsewhere: games by their own rows."""
    if count >= LIMITS[name].many:
        logger.warning("A limit is reached: %s.", name)
        raise TooManyError(name)


def note(name: str, whose: str) -> None:
    """Count it. Within the transaction of what was done,
    so that what was refused counts nothing.
    """
    Use.objects.filter(at__lt=timezone.now() - timedelta(seconds=DAY)).delete()
    Use.objects.create(what=name, whose=whose)


# Games and phones
# ---------------------------------------------------------------------------------------------


def check_start(request: HttpRequest, device: Device | None) -> None:
    """Raises TooManyError where this phone, or the address it asks from, has started as many games
    as it may.

    Games of matches are not counted: there are as many as were drawn.
    """
    if device is not None:
        since = timezone.now() - timedelta(seconds=LIMITS[GAMES_OF_A_PHONE].seconds)
        lately = Game.objects.filter(device=device, started_at__gt=since, of_match=False)
        stop_at(GAMES_OF_A_PHONE, lately.count())
    check(GAMES_OF_AN_ADDRESS, sender_of(request))


def note_start(request: HttpRequest) -> None:
    """Count it, within the transaction that starts the game."""
    note(GAMES_OF_AN_ADDRESS, sender_of(request))


# Clubs and tournaments
# ----------------------------------------------------------------------------------------


def check_more(what: str, request: HttpRequest) -> None:
    """Raises TooManyError where this account, or its address,
    has made as many of these as it may.
    """
    for name, whose in _counted(what, request):
        check(name, whose)


def note_more(what: str, request: HttpRequest) -> None:
    """Count it: within the transaction that makes it, where it makes one."""
    for name, whose in _counted(what, request):
        note(name, whose)


def _counted(what: str, request: HttpRequest) -> list[tuple[str, str]]:
    return [
        (f"{what} of an account", str(request.user.pk)),
        (f"{what} of an address", sender_of(request)),
    ]
