"""Close a club on a day, name its new address, reopen it, and erase it once its time is over."""

import logging
from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone

from scoring.games.nights import night_of
from scoring.models import Club, Device
from scoring.rules import Conflict
from scoring.rules.words import gettext_noop
from tournaments.actions.common import conflict, rule_error
from tournaments.exchange.slices import delete_club

LONGEST_AHEAD = timedelta(days=366)
MADE_HERE = ("Desk", "Import")  # devices that are no phone of anybody

logger = logging.getLogger("tournaments.clubs")


def close_club(club: Club, day: date | None, moved_to: str, account: int | None) -> None:
    """Announce that a club closes on a day, in its morning; `moved_to` is its address on another
    server, or "". Of a club that is closed, only that address changes.

    Raises RuleError for a day that is not to come, or too far ahead.
    """
    tonight = night_of(timezone.now())
    with transaction.atomic():
        held = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        if not held.closed:
            if day is None or not tonight < day <= tonight + LONGEST_AHEAD:
                text = gettext_noop("Choose a day from tomorrow on, within a year.")
                raise rule_error("bad_day", "day", text)
            held.closes_on = day
        held.moved_to = moved_to
        held.save(update_fields=["closes_on", "moved_to"])
    logger.warning("Club %s closes on %s, by account %s.", club.pk, held.closes_on, account)


def keep_club_open(club: Club, account: int | None) -> None:
    """Take the closing back, also after that day. Raises Conflict if the club is being erased."""
    with transaction.atomic():
        held = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        if held.coming is not None:
            raise _being_erased()
        held.closes_on, held.moved_to = None, ""
        held.save(update_fields=["closes_on", "moved_to"])
    logger.warning("Club %s stays open, by account %s.", club.pk, account)


def _being_erased() -> Conflict:
    text = gettext_noop("This club is being erased: it can no longer be reopened.")
    return conflict("being_erased", "", text)


def erase_closed_clubs() -> None:
    """Erase the clubs whose time is over, with everything in them. Phones that had joined keep
    their own lists and games.
    """
    tonight = night_of(timezone.now())
    for club in Club.objects.filter(closes_on__lte=tonight):
        if club.erased_on is not None and club.erased_on <= tonight:
            Device.objects.filter(club=club).exclude(kind__in=MADE_HERE).update(club=None)
            delete_club(club)
