"""What `scoring` needs to know of games that belong to a match, registered at startup."""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, Subquery
from django.urls import reverse
from django.utils import timezone

from scoring.games.host import (
    ClubRole,
    Host,
    MatchClock,
    MatchState,
    PaperMatches,
    PlayedAt,
    Stopped,
)
from scoring.games.queries import Table
from scoring.models import Club, Game, Player
from scoring.rules import Mistake
from tournaments import permissions, tokens
from tournaments.actions import erasing, results
from tournaments.actions.common import bump_version
from tournaments.actions.sealing import seal_grown, seal_state
from tournaments.actions.time_up import stop_reason
from tournaments.channels import bump_tournaments, versions_of
from tournaments.match.agreement import locked
from tournaments.match.on_paper import paper_matches_of, released
from tournaments.match.team_boards import has_rooms
from tournaments.models import LogLine, Match, MatchGame, Member, Place, Season, Tournament
from tournaments.pairing.formats import FORMATS


class Tournaments(Host):
    deal = "hand"

    def __init__(
        self,
        clock: Callable[[Match, datetime], MatchClock | None],
        stopped: Callable[[Match, str], Stopped],
    ) -> None:
        """`clock` and `stopped` live in a higher layer: they read a match as its page does."""
        self._clock, self._stopped = clock, stopped

    def why_locked(self, game: Game) -> Mistake | None:
        return results.lock_reason(game)

    def stop_in_time(self, game: Game) -> None:
        results.stop_in_time(game)

    def game_changed(self, game: Game, action: str, table: Table | None = None) -> None:
        results.take_result(game, action, table)

    def published_games(self, game: str) -> Exists:
        # Over, including its prize-giving. See `actions.rating` for what triggers an update.
        over = Tournament.objects.filter(released())
        return Exists(
            MatchGame.objects.filter(
                game=OuterRef(game), match__session_round__stage__tournament__in=over
            )
        )

    def compared_games(self, game: str) -> Exists:
        compared = [key for key, one in FORMATS.items() if one.compares_boards]
        of_boards = Q(match__session_round__stage__format__in=compared) | ~Q(boards=[])
        return Exists(MatchGame.objects.filter(of_boards, game=OuterRef(game)))

    def versions_of(self, channels: Collection[UUID]) -> dict[UUID, int]:
        return versions_of(channels)

    def match_state(self, game: Game) -> MatchState | None:
        match = tokens.match_of_game(game)
        if match is None:
            return None
        now = timezone.now()
        why = stop_reason(match, game, now)
        return MatchState(
            address=tokens.match_address(match),
            agreement=match.agreement,
            by_other_side=match.agreed_side is not None,
            locked=locked(match) is not None,
            clock=self._clock(match, now),
            stopped=self._stopped(match, why) if why else None,
            boards=_boards(match, game),
        )

    def entries_of(self, player: Player) -> Sequence[str]:
        # Only directors see a draft.
        seen = Tournament.objects.exclude(state=Tournament.State.DRAFT)
        theirs = seen.filter(entrants__members__player=player).order_by("-created_at", "pk")
        return list(theirs.distinct().values_list("name", flat=True))

    def contacts_of(self, player: Player) -> Sequence[tuple[str, str]]:
        rows = Member.objects.filter(player=player).exclude(contact="").order_by("pk")
        return list(rows.values_list("tournament__name", "contact"))

    def forget(self, player: Player, names: Sequence[str], account: int | None = None) -> None:
        erasing.erase_person(player, names, account)

    def reasons_of(self, player: Player, names: Sequence[str]) -> list[LogLine]:
        return erasing.reasons_of(player, names)

    def bump_pages_with_names(self, club: Club, player: Player | None = None) -> None:
        theirs = Tournament.objects.filter(club=club)
        if player is not None:
            theirs = theirs.filter(pk__in=_tournaments_of([player.pk]))
        # Ordered by key, and locked before the person: the same order as `actions.naming`.
        held = (
            Tournament.objects.filter(pk__in=theirs.values("pk"))
            .select_for_update(no_key=True)
            .order_by("pk")
        )
        bump_tournaments(list(held.values_list("pk", flat=True)))

    def season_key(self, *, inside: bool) -> Subquery:
        of_club = Season.objects.filter(club=OuterRef("pk"))
        shown = of_club if inside else of_club.filter(public=True)
        return Subquery(shown.order_by("-last", "-pk").values("pk")[:1])

    def season_at(self, key: UUID) -> str:
        return reverse("season", args=[key])

    def club_role(self, user: Any, club: Club) -> ClubRole:
        return permissions.club_role_of(permissions.role_in_club(user, club.pk))

    def clubs_of(self, user: Any, least: ClubRole = ClubRole.NONE) -> Collection[int]:
        return permissions.clubs_of(user, least)

    def played_at(self, games: Collection[UUID]) -> dict[UUID, PlayedAt]:
        rows = MatchGame.objects.filter(game__in=games)
        columns = (
            "match__session_round__number",
            "match__number",
            "match__session_round__stage__tournament",
            "match",
        )
        return {
            game: PlayedAt(number, table, reverse("tournament_match", args=[tournament, match]))
            for game, number, table, tournament, match in rows.values_list("game", *columns)
            if game is not None
        }

    def paper_matches(
        self, people: Collection[int], partners: Collection[int] = ()
    ) -> PaperMatches:
        return paper_matches_of(people, partners)

    def lock_people(self, people: Collection[int]) -> None:
        theirs = _tournaments_of(people)
        for tournament in (
            Tournament.objects.select_for_update().filter(pk__in=theirs).order_by("pk")
        ):
            bump_version(tournament)  # pages that show the name must refresh

    def people_renamed(self, people: Collection[int]) -> None:
        for key in sorted(_tournaments_of(people)):
            seal_state(key)

    def replace_player(
        self, before: int, after: int, among: Collection[int] | None = None
    ) -> list[int]:
        theirs = (
            Q(pk__in=among)
            if among is not None
            else Q(entrant__members__player__in=[before, after])
            | Q(session_round__stage__tournament__in=_with_stand_ins([before, after]))
        )
        found = []
        for place in Place.objects.filter(theirs, people__isnull=False).distinct():
            if any(before in people for people in (place.people or [], *place.stand_ins)):
                place.people = _replaced(place.people or [], before, after)
                place.stand_ins = [_replaced(pair, before, after) for pair in place.stand_ins]
                found.append(place)
        Place.objects.bulk_update(found, ["people", "stand_ins"], batch_size=200)
        return [place.pk for place in found]

    def chains_grown(self, games: Collection[Game]) -> None:
        rows = MatchGame.objects.filter(game__in=games).select_related(
            "match__session_round__stage__tournament"
        )
        by_tournament: dict[UUID, tuple[Tournament, list[Game]]] = {}
        own = {game.pk: game for game in games}
        for row in rows:
            tournament = row.match.session_round.stage.tournament
            if row.game_id is not None:
                by_tournament.setdefault(tournament.pk, (tournament, []))[1].append(
                    own[row.game_id]
                )
        for tournament, grown in by_tournament.values():
            seal_grown(tournament, grown)


def _boards(match: Match, game: Game) -> Sequence[int]:
    """Return the boards of a game in order of play; one query if the match has two tables."""
    boards: Sequence[int] = match.boards
    if has_rooms(match.session_round.stage):
        boards = MatchGame.objects.values_list("boards", flat=True).get(game=game)
    return boards


def _tournaments_of(people: Collection[int]) -> set[UUID]:
    """Return the tournaments in which somebody of these was entered, or stood in. Three queries."""
    entered = Tournament.objects.filter(entrants__members__player__in=people)
    return {*entered.values_list("pk", flat=True), *_with_stand_ins(people)}


def _with_stand_ins(people: Collection[int]) -> set[UUID]:
    """Return the tournaments in which somebody of these stood in. Databases search no JSON."""
    clubs = Club.objects.filter(players__in=people)
    places = Place.objects.filter(session_round__stage__tournament__club__in=clubs.values("pk"))
    rows = places.exclude(stand_ins=[]).order_by()
    return {
        tournament
        for tournament, pairs in rows.values_list("session_round__stage__tournament", "stand_ins")
        if any(comes in people for _, comes in pairs)
    }


def _replaced(people: Iterable[int], before: int, after: int) -> list[int]:
    return [after if player == before else player for player in people]
