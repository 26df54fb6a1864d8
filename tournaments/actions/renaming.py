"""Corrects a mistyped name, and renews the link to an entrant's own page."""

import uuid
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.db.models import Q

from scoring.games.names.validation import LONGEST_NAME, alike, clean_text
from scoring.models import Club, Player
from scoring.rules import DUMMY_NAME, RuleError, shown
from scoring.rules.words import gettext_noop
from tournaments import lifecycle, tokens
from tournaments.actions.common import bump_version, lock, log, rule_error
from tournaments.actions.sealing import seal_state
from tournaments.models import Entrant, Member, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


def rename_person(member: Member, by: "AbstractBaseUser | None", name: str) -> Player:
    """Rename a person everywhere: the name is only in the club's list.

    Raises RuleError if the name belongs to another person in that list: two would become one.
    """
    tidy = clean_text(name, "name", most=LONGEST_NAME)
    if not tidy:
        raise rule_error("empty_name", "name", gettext_noop("Enter the correct name."))
    if alike(tidy) == DUMMY_NAME:
        raise rule_error(
            "reserved_name",
            "name",
            gettext_noop("This name is reserved for the dummy: choose another."),
        )
    with transaction.atomic():
        held = _lock_all(member)
        tournament = held[member.tournament_id]
        lifecycle.check_tournament("enter", tournament)
        player = Player.objects.get(pk=member.player_id)
        if player.erased_at is not None:
            raise rule_error(
                "erased",
                "name",
                gettext_noop("This name was erased permanently. Enter a substitute instead."),
            )
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
            for other in held.values():
                if other.pk != tournament.pk:
                    bump_version(other)
                    seal_state(other.pk)
            log(tournament, "renamed", by, {"entrant": member.entrant_id, "player": player.pk})
    return player


def _lock_all(member: Member) -> dict[uuid.UUID, Tournament]:
    """Lock every tournament that shows this person, by key, then the club's list.

    In another order, or with the person's row first, this would deadlock with a table that opens
    its game.
    """
    theirs = Q(pk=member.tournament_id) | Q(entrants__members__player=member.player_id)
    held = {
        row.pk: lock(row) for row in Tournament.objects.filter(theirs).order_by("pk").distinct()
    }
    Club.objects.select_for_update(no_key=True).get(pk=held[member.tournament_id].club_id)
    return held


def _taken(name: str) -> RuleError:
    return rule_error(
        "name_taken",
        "name",
        gettext_noop(
            "%(name)s is already in the club's list. If it is the same person, enter them as a "
            "substitute; if not, add a letter."
        ),
        name=shown(name),
    )


def renew_own_link(entrant: Entrant, by: "AbstractBaseUser | None") -> Entrant:
    """Renew the link to an entrant's own page: the old one no longer opens anything, and
    messages asked for by it stop.
    """
    with transaction.atomic():
        tournament = lock(entrant.tournament)
        entrant = Entrant.objects.select_related("tournament").get(pk=entrant.pk)
        tokens.renew(entrant)
        entrant.subscriptions.all().delete()  # asked for by the old link
        log(tournament, "link_renewed", by, {"entrant": entrant.pk})
    return entrant
