"""Marking that games changed by which people are rated: a row, so that the writer waits for nobody
who rates.
"""

from collections.abc import Iterable
from datetime import datetime

from scoring.models import Game, RatingMark
from scoring.rules import VARIANTS

Key = tuple[int | None, int | None, str]  # the list's phone or club, and the family


def list_of(game: Game) -> Key:
    """The list whose people sit in a game, and its family: a club's, or else the phone's that began
    it.
    """
    device = None if game.club_id else game.device_id
    return device, game.club_id, VARIANTS[game.variant].family


def mark_games(games: Iterable[Game]) -> None:
    """Let people be rated again from the first of these games on: one query, none for no games.

    Within the transaction that changes them.
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
