"""Putting a name right that was typed wrong, and handing out another link to somebody's own page."""

from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.db.models import F

from scoring.models import Player
from scoring.names import LONGEST_NAME, alike, clean_text
from scoring.rules import DUMMY_NAME, RuleError, shown
from scoring.rules.words import gettext_noop
from tournaments import tokens
from tournaments.actions.common import lock, log, refuse
from tournaments.models import Entrant, Member, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


def rename_person(member: Member, by: "AbstractBaseUser | None", name: str) -> Player:
    """Give a person the right name, everywhere: it stands in the club's list alone.

    Raises RuleError where the name is somebody else's in that list: two people would become one.
    """
    tidy = clean_text(name, "name", most=LONGEST_NAME)
    if not tidy:
        raise refuse("empty_name", "name", gettext_noop("Please type the name as it should be."))
    if alike(tidy) == DUMMY_NAME:
        raise refuse("reserved_name", "name", gettext_noop("This name is kept for the dummy: please choose another."))
    with transaction.atomic():
        tournament = lock(member.tournament, "enter")
        player = Player.objects.get(pk=member.player_id)
        others = Member.objects.filter(tournament=tournament, active=True).exclude(player=player)
        if alike(tidy) in map(alike, others.values_list("player__name", flat=True)):
            raise _taken(tidy)
        if player.name != tidy:
            player.name = tidy
            try:
                with transaction.atomic():
                    player.save(update_fields=["name"])
            except IntegrityError as error:
                raise _taken(tidy) from error
            shown_too = Tournament.objects.filter(entrants__members__player=player).exclude(pk=tournament.pk)
            Tournament.objects.filter(pk__in=list(shown_too.values_list("pk", flat=True))).update(
                version=F("version") + 1
            )
            log(tournament, "renamed", by, {"entrant": member.entrant_id, "player": player.pk})
    return player


def _taken(name: str) -> RuleError:
    return refuse(
        "name_taken",
        "name",
        gettext_noop(
            "%(name)s is in the club's list already. If it is the same person, let them come in as a substitute; "
            "if it is another, add a letter."
        ),
        name=shown(name),
    )


def renew_own_link(entrant: Entrant, by: "AbstractBaseUser | None") -> Entrant:
    """Make another link to an entrant's own page: the one that was handed out opens nothing any more."""
    with transaction.atomic():
        tournament = lock(entrant.tournament)
        entrant = Entrant.objects.select_related("tournament").get(pk=entrant.pk)
        tokens.renew(entrant)
        log(tournament, "link_renewed", by, {"entrant": entrant.pk})
    return entrant
