"""Set what visitors see of a name: a person's own choice, and a club's default."""

import logging

from django.db import transaction

from scoring.games.host import host
from scoring.games.names.validation import LONGEST_NAME, alike, clean_text
from scoring.games.names.visibility import ALIAS, FULL, INITIAL, Person, reveals_name
from scoring.models import Club, Player
from scoring.models.games import OF_A_CLUB, OF_A_PERSON
from scoring.rules import DUMMY_NAME, Mistake, RuleError
from scoring.rules.words import gettext_noop

NO_ALIAS = gettext_noop("Please type the alias that visitors will see.")
REVEALS_NAME = gettext_noop("This alias contains part of the name: visitors could tell who it is.")
UNKNOWN = gettext_noop("Please choose what visitors will see.")
KEPT_FOR_THE_DUMMY = gettext_noop("This name is reserved for the dummy: choose another.")

logger = logging.getLogger("scoring.showing")


def show_person(player: Player, shown: str, alias: str = "", *, minor: bool = False) -> Player:
    """Set what visitors see of a person. Repeating it changes nothing.

    A minor who asked for the full name is shown as first name and initial. Raises RuleError for an
    unknown choice, and for a missing or unusable alias.
    """
    if shown not in dict(OF_A_PERSON):
        raise RuleError((Mistake("unknown_choice", "shown", UNKNOWN),))
    tidy = clean_text(alias, "alias", most=LONGEST_NAME)
    if shown == ALIAS:
        _check_alias(player, tidy)
    if minor and shown == FULL:
        shown = INITIAL
    if (player.shown, player.alias, player.minor) == (shown, tidy, minor):
        return player
    with transaction.atomic():
        if player.club is not None:
            host().bump_pages_with_names(player.club, player)
        player = (
            Player.objects.select_for_update(of=("self",))
            .select_related("club", "device")
            .get(pk=player.pk)
        )
        player.shown, player.alias, player.minor = shown, tidy, minor
        player.save(update_fields=["shown", "alias", "minor"])
    logger.info("Shown to visitors: person %s, %s.", player.pk, shown or "as the club")
    return player


def _check_alias(player: Player, alias: str) -> None:
    if not alias:
        raise RuleError((Mistake("alias_missing", "alias", NO_ALIAS),))
    if alike(alias) == DUMMY_NAME:
        raise RuleError((Mistake("reserved_name", "alias", KEPT_FOR_THE_DUMMY),))
    if reveals_name(alias, Person(player.name, INITIAL)):
        raise RuleError((Mistake("alias_tells", "alias", REVEALS_NAME),))


def show_club(club: Club, shown: str) -> Club:
    """Set what visitors see of the people of a club who have not chosen themselves."""
    if shown not in dict(OF_A_CLUB):
        raise RuleError((Mistake("unknown_choice", "shown", UNKNOWN),))
    if club.shown == shown:
        return club
    with transaction.atomic():
        host().bump_pages_with_names(club)
        club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        club.shown = shown
        club.save(update_fields=["shown"])
    logger.info("Shown to visitors: the people of club %s, %s.", club.pk, shown)
    return club
