"""Reseats games that have begun: what was written stays with the table."""

from collections.abc import Mapping, Sequence

from scoring.models import Seat
from scoring.rules.words import gettext_noop
from tournaments.actions.common import rule_error
from tournaments.models import MatchGame, Member


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
        squad = coming.setdefault(who[entrant], list(players[who[entrant]]))
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
