"""Hides a finished tournament from visitors, or deletes it with everything that belongs to it."""

import logging
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from scoring.games.actions.deleting import erase_games
from scoring.games.actions.setups import is_referenced
from scoring.models import Device, Game, Player, Round, Seat
from scoring.rules.words import gettext_noop
from tournaments.actions.common import conflict, lock, log
from tournaments.models import Entrant, LogLine, Member, Ruling, Seal, SessionRound, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

CHANGED = gettext_noop("Something has changed: check again what would be deleted.")

logger = logging.getLogger("tournaments.clearing")


@dataclass(frozen=True)
class Deletion:
    """Everything deleted with a tournament. `people`: those in the club's list only because of
    it.
    """

    entrants: int
    rounds: int
    games: int
    hands: int
    people: int
    lines: int

    @property
    def mark(self) -> str:
        """A fingerprint of what would be deleted, to notice changes."""
        return f"{self.entrants}-{self.rounds}-{self.games}-{self.hands}-{self.people}"


def conceal(
    tournament: Tournament, by: "AbstractBaseUser | None", *, concealed: bool
) -> Tournament:
    """Hide a finished tournament from visitors, or show it again. Idempotent."""
    with transaction.atomic():
        held = lock(tournament, "clear")
        if held.concealed != concealed:
            held.concealed = concealed
            held.save(update_fields=["concealed"])
            log(held, "concealed" if concealed else "shown_again", by)
    held.refresh_from_db()
    return held


def deletion_of(tournament: Tournament) -> Deletion:
    """Count what deleting it would remove now: six queries."""
    games = _games_of([tournament.pk])
    return Deletion(
        entrants=Entrant.objects.filter(tournament=tournament).count(),
        rounds=SessionRound.objects.filter(stage__tournament=tournament).count(),
        games=games.count(),
        hands=Round.objects.filter(game__in=games.values("pk")).count(),
        people=_people_only_in(tournament).count(),
        lines=LogLine.objects.filter(tournament=tournament).count(),
    )


def delete_finished(tournament: Tournament, by: "AbstractBaseUser | None", seen: str) -> None:
    """Delete a finished tournament permanently. `seen` is the mark of what its owner was shown.

    Its people stay in the club's list if used elsewhere; its players' ratings are recomputed.
    """
    with transaction.atomic():
        held = lock(tournament, "clear")
        if deletion_of(held).mark != seen:
            raise conflict("changed_since", "tournament", CHANGED)
        candidates = list(_people_only_in(held))
        erase_tournaments([held.pk])
        # Those who sat down were deleted with the games.
        for player in Player.objects.filter(pk__in=[one.pk for one in candidates]):
            if not is_referenced(player):
                player.delete()
    logger.info(
        "Deleted: tournament %s of club %s, by account %s.",
        tournament.pk,
        tournament.club_id,
        by and by.pk,
    )


def erase_tournaments(keys: Collection[UUID]) -> None:
    """Delete these with their games, seals and desks, in the caller's transaction that locks
    them.
    """
    games = list(_games_of(keys).values_list("pk", flat=True))
    desks = list(Tournament.objects.filter(pk__in=keys).values_list("desk_id", flat=True))
    Seal.objects.filter(tournament__in=keys).delete()
    SessionRound.objects.filter(stage__tournament__in=keys).delete()
    Ruling.objects.filter(stage__tournament__in=keys).delete()
    Tournament.objects.filter(pk__in=keys).delete()
    erase_games(Game.objects.filter(pk__in=games))
    Device.objects.filter(pk__in=desks).delete()


def _games_of(keys: Collection[UUID]) -> QuerySet[Game]:
    return Game.objects.filter(match_game__match__session_round__stage__tournament__in=keys)


def _people_only_in(tournament: Tournament) -> QuerySet[Player]:
    """Return the people of the club's list used only by this tournament."""
    members = Member.objects.filter(tournament=tournament).values("player")
    elsewhere = Member.objects.exclude(tournament=tournament).values("player")
    of_others = Seat.ever.filter(
        ~Q(game__in=_games_of([tournament.pk]).values("pk")), player__isnull=False
    ).values("player")
    return Player.listed.filter(pk__in=members).exclude(pk__in=elsewhere).exclude(pk__in=of_others)
