"""Mark lists whose ratings must be recalculated: adding a row never waits for a running
calculation.
"""

from collections.abc import Iterable
from datetime import datetime

from scoring.models import Game, RatingMark
from scoring.rules import VARIANTS

Key = tuple[int | None, int | None, str]  # the list's phone or club, and the family of games


def list_of(game: Game) -> Key:
    """Return the list that a game's players belong to, and its family: the club's, or else that of
    the phone that started it.
    """
    device = None if game.club_id else game.device_id
    return device, game.club_id, VARIANTS[game.variant].family


def mark_games(games: Iterable[Game]) -> None:
    """Mark ratings for recalculation from the first of these games on. One query, none for no
    games.

    Called in the transaction that changes the games.
    """
    first: dict[Key, datetime] = {}
    for game in games:
        key = list_of(game)
        first[key] = min(first.get(key, game.started_at), game.started_at)
    if first:
        RatingMark.objects.bulk_create(
            [
                RatingMark(device_id=device, club_id=club, family=family, since=since)
                for (device, club, family), since in first.items()
            ]
        )
