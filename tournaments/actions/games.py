"""Games of matches: locks those of several tables, reseats them, releases them for ratings."""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence

from scoring.games.actions.rating_marks import mark_games
from scoring.games.live import announce
from scoring.models import Game, Seat
from scoring.rules.words import gettext_noop
from tournaments.actions.common import conflict, rule_error
from tournaments.models import MatchGame, Member, Tournament


def lock_games(games: Collection[uuid.UUID]) -> None:
    """Lock games in the order used by everything that locks several; before the tournament, as
    everywhere.
    """
    if games:
        list(Game.objects.select_for_update().filter(pk__in=games).order_by("pk").values_list("pk"))


def check_held(games: Collection[uuid.UUID], held: Collection[uuid.UUID], field: str) -> None:
    """Raise RuleError if one of these games was not locked before the tournament.

    It has begun since. Code that holds a tournament must not wait for it: the phone that writes it
    may be waiting for the tournament.
    """
    if not {*games} <= {*held}:
        raise conflict(
            "table_began",
            field,
            gettext_noop("A table has just begun: check it, then try again."),
        )


def move_games(games: Iterable[Game]) -> None:
    """Update the screens of locked games after a change of seats."""
    for game in games:
        game.version += 1
        game.save(update_fields=["version", "table_name", "changed_at"])
        announce(game.pk, game.version)


def players_of(entrants: Sequence[int]) -> dict[int, list[int]]:
    """Return the players of entrants in seating order, by entrant id: one query."""
    found: dict[int, list[int]] = {who: [] for who in entrants}
    members = Member.objects.filter(entrant__in=found, active=True).order_by("order", "pk")
    for entrant, player in members.values_list("entrant_id", "player_id"):
        found[entrant].append(player)
    return found


def seat_others(
    row: MatchGame, who: Mapping[int, int], players: Mapping[int, Sequence[int]]
) -> None:
    """Put other entrants on the sides and seats of a match's game; `who` maps old to new ids.

    `players` has the players of the new entrants. The caller holds the game's lock and saves the
    row. Raises RuleError if an entrant has fewer people than seats.
    """
    row.sides = [[who.get(entrant, entrant) for entrant in side] for side in row.sides]
    if row.game_id is None:
        return
    coming: dict[int, list[int]] = {}
    seats = {seat.number: seat for seat in Seat.objects.filter(game=row.game_id)}
    changed = []
    for number, entrant in enumerate(row.seats):
        if entrant not in who:
            continue
        skip = row.seats.count(entrant) * (row.number - 1) if row.boards else 0
        squad = coming.setdefault(who[entrant], list(players[who[entrant]])[skip:])
        if not squad:
            raise rule_error(
                "too_few_members",
                "second",
                gettext_noop(
                    "One of them has too few people for the seats at this table: add a substitute "
                    "first."
                ),
            )
        seats[number].player_id = squad.pop(0)
        changed.append(seats[number])
    # Deleted and recreated: two who swap within a game would collide for a moment.
    Seat.objects.filter(pk__in=[seat.pk for seat in changed]).delete()
    Seat.objects.bulk_create(changed)
    row.seats = [who.get(entrant, entrant) for entrant in row.seats]


def invalidate_ratings(tournament: Tournament) -> None:
    """Invalidate ratings after the visibility of a tournament's games changed."""
    mark_games(Game.objects.filter(match_game__match__session_round__stage__tournament=tournament))


def invalidate_ratings_after_end(tournament: Tournament) -> None:
    """Invalidate ratings after a correction of games, which count once the tournament and its
    prize-giving are over.
    """
    if tournament.state == Tournament.State.FINISHED and tournament.frozen_stage is None:
        invalidate_ratings(tournament)
