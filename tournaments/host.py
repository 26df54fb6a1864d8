"""What `scoring` asks and tells of games that belong to a match. Registered when the site starts."""

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef

from scoring.host import Host
from scoring.models import Club, Game, Player
from scoring.rules import Mistake
from tournaments import permissions, tokens
from tournaments.actions import results
from tournaments.channels import tournaments_moved, versions_of
from tournaments.models import MatchGame, Tournament


class Tournaments(Host):
    deal = "hand"
    conflicts = frozenset({"match_gone", "result_agreed", "round_closed", "tournament_finished"})

    def why_locked(self, game: Game) -> Mistake | None:
        return results.why_locked(game)

    def moved(self, game: Game, action: str) -> None:
        results.take_result(game, action)

    def told(self, game: str) -> Exists:
        # Over, its prize-giving too. What changes that says so: see `actions.rating`.
        over = Tournament.objects.filter(state=Tournament.State.FINISHED, frozen_stage__isnull=True)
        return Exists(MatchGame.objects.filter(game=OuterRef(game), match__session_round__stage__tournament__in=over))

    def versions_of(self, channels: Collection[UUID]) -> dict[UUID, int]:
        return versions_of(channels)

    def address_of(self, game: Game) -> str | None:
        return tokens.match_address(game)

    def entered(self, player: Player) -> Sequence[str]:
        # A draft is its directors' alone: others hear nothing of it.
        seen = Tournament.objects.exclude(state=Tournament.State.DRAFT)
        theirs = seen.filter(entrants__members__player=player).order_by("-created_at", "pk")
        return list(theirs.distinct().values_list("name", flat=True))

    def hold_shown(self, club: Club, player: Player | None = None) -> None:
        theirs = Tournament.objects.filter(club=club)
        if player is not None:
            theirs = theirs.filter(entrants__members__player=player)
        # In the order of their keys, and before the person: as a name that is put right does it, see `actions.naming`.
        held = Tournament.objects.filter(pk__in=theirs.values("pk")).select_for_update(no_key=True).order_by("pk")
        tournaments_moved(list(held.values_list("pk", flat=True)))

    def has_say(self, user: Any) -> bool:
        return permissions.directs_somewhere(user)
