"""Invented games, for demonstrations."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from scoring.games.actions.bulk_insert import BulkGames, Played
from scoring.models import Device, Game, Player
from scoring.rules import Round as PlayedRound
from scoring.rules import RuleSet

A_ROUND = timedelta(minutes=6)


@dataclass(frozen=True)
class Invented:
    """A game: its players by seat, its rounds, and when it began."""

    rules: RuleSet
    players: Sequence[Player]
    rounds: Sequence[PlayedRound]
    at: datetime


def invent_games(device: Device, invented: Sequence[Invented]) -> list[Game]:
    """Insert these games as written by this phone: some twenty queries for all."""
    bulk = BulkGames()
    for one in invented:
        players = [player.pk for player in one.players]
        written = [one.at + number * A_ROUND for number in range(1, len(one.rounds) + 1)]
        bulk.add(device, device.club, Played(one.rules, players, one.rounds, one.at, written))
    with transaction.atomic():
        bulk.insert()
    return bulk.games
