"""Games that nobody has played, for demonstrations: put straight into their rows, as tables would have left them.

A tenth of the queries that writing every round would take; `verify` finds nothing wrong in them.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from scoring.actions.chaining import append, begin
from scoring.actions.rating_marks import mark_games
from scoring.actions.record_rows import ENDED, write_games
from scoring.models import Device, Entry, Game, Player, Round, Seat
from scoring.rules import Round as PlayedRound
from scoring.rules import RuleSet, advance, opening

A_ROUND = timedelta(minutes=6)


@dataclass(frozen=True)
class Invented:
    """A game: who sat where, what was played, when it began."""

    rules: RuleSet
    players: Sequence[Player]
    rounds: Sequence[PlayedRound]
    at: datetime


def invent_games(device: Device, invented: Sequence[Invented]) -> list[Game]:
    """Put these games into the records, as written by this phone: some twenty queries for all of them."""
    games, seats, entries = [], [], []
    for one in invented:
        game = Game(variant=one.rules.variant, settings=one.rules.settings(), device=device, club=device.club)
        begin(game, [player.pk for player in one.players])
        seats += [Seat(game=game, number=number, player=player) for number, player in enumerate(one.players)]
        position = opening(one.rules, len(one.players))
        for number, played in enumerate(one.rounds, start=1):
            at = one.at + number * A_ROUND
            entry = Entry(
                game=game,
                id=uuid.uuid4(),
                number=number,
                data=played.to_data(),
                sides=position.sides,
                device=device,
                created_at=at,
            )
            append(game, entry)
            entries.append(entry)
            position = advance(position, played)[1]
        game.state = Game.State.FINISHED if position.finished else Game.State.RUNNING
        game.version += len(one.rounds)
        games.append(game)
    began = dict(zip((game.pk for game in games), (one.at for one in invented), strict=True))
    with transaction.atomic():
        Game.objects.bulk_create(games)
        Seat.objects.bulk_create(seats, batch_size=500)
        Entry.objects.bulk_create(entries, batch_size=500)
        Round.objects.bulk_create(
            [Round(game_id=entry.game_id, number=entry.number, entry=entry) for entry in entries], batch_size=500
        )
        for game in games:
            game.started_at = began[game.pk]
        Game.objects.bulk_update(games, ["started_at"], batch_size=100)
        write_games(games)
        mark_games([game for game in games if game.state in ENDED])
    return games
