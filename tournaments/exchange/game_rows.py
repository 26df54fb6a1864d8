"""Write the rows of a session round's games at once."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.games.actions.chaining import append, start_chain
from scoring.games.actions.record_rows import write_games
from scoring.models import Entry, Game, GameEvent, Player, Round, Seat
from scoring.rules import Round as PlayedRound
from scoring.rules.position import RoundResult
from tournaments.exchange.kinds import AT_ONCE, OF_GAME
from tournaments.models import Match, MatchGame, Tournament


class GameRows:
    """Collect games, then write them. Ids of entries are derived from the tournament and the place
    of the round.

    So importing the same document twice gives two tournaments without shared entry ids.
    """

    def __init__(
        self, tournament: Tournament, stage: int, number: int, players: Mapping[str, Player]
    ) -> None:
        self.tournament, self.players = tournament, players
        self.where = f"{stage}/{number}"
        self.games: list[Game] = []
        self.seats: list[Seat] = []
        self.entries: list[Entry] = []
        self.rounds: list[Round] = []
        self.events: list[GameEvent] = []
        self.of_matches: list[MatchGame] = []

    def add(self, match: Match, data: dict[str, Any]) -> Game | None:
        """Add a game of a match. Returns None if it has not begun."""
        given = data["game"]
        if given is None:
            return None
        record = given["played"]
        game = Game(
            variant=record.rules.variant,
            settings=record.rules.settings(),
            device=self.tournament.desk,
            club=self.tournament.club,
            of_match=True,
            started_at=given["started_at"],
            **{key: given[key] for key in ("table_name", "direction", "saving", "state")},
        )
        self.games.append(game)
        self.seats += [
            Seat(game=game, number=seat, player=self.players[name])
            for seat, name in enumerate(record.players)
        ]
        counting = []
        where = f"{self.where}/{match.anchor}/{data['number']}"
        for number, (played, result) in enumerate(
            zip(record.rounds, record.game.rounds, strict=True), start=1
        ):
            counting.append(self._entry(game, number, played, result, f"{where}/{number}"))
            self.rounds.append(Round(game=game, number=number, entry=counting[-1]))
        for place, rival in enumerate(given["rivals"], start=1):
            number = rival["number"]
            result = record.game.rounds[number - 1]
            entry = self._entry(
                game, number, rival["played"], result, f"{where}/{number}/rival/{place}"
            )
            entry.outcome, entry.about = Entry.Outcome.RIVAL, counting[number - 1]
        for place, late in enumerate(given["late"], start=1):
            self._late(game, late, counting, f"{where}/late/{place}")
        if given["state"] == Game.State.STOPPED:
            self.events.append(
                GameEvent(game=game, action="finish_early", reason=given["stopped_because"])
            )
        elif given["state"] == Game.State.PAUSED:
            self.events.append(GameEvent(game=game, action="pause"))
        return game

    def _entry(
        self, game: Game, number: int, played: PlayedRound, result: RoundResult, where: str
    ) -> Entry:
        entry = Entry(
            id=uuid.uuid5(self.tournament.pk, where),
            game=game,
            number=number,
            data=played.to_data(),
            sides=[list(side) for side in result.sides],
        )
        self.entries.append(entry)
        return entry

    def _late(self, game: Game, late: dict[str, Any], counting: list[Entry], where: str) -> None:
        number, played = late["number"], late["played"]
        entry = Entry(
            id=uuid.uuid5(self.tournament.pk, where),
            game=game,
            number=number,
            kind=late["kind"],
            data={} if played is None else played.to_data(),
            sides=late["seen"],
            outcome=Entry.Outcome.LATE,
            about=counting[number - 1] if number <= len(counting) else None,
            created_at=late["at"],
        )
        self.entries.append(entry)

    def write(self) -> None:
        """Write all rows: at most ten queries, whatever was added (more on databases that limit
        rows per query).

        The games start new chains: the document lacks the rows that the old chains covered.
        """
        seated: dict[uuid.UUID, list[int | None]] = {}
        for seat in self.seats:
            seated.setdefault(seat.game_id, []).append(seat.player_id)
        for game in self.games:
            start_chain(game, seated[game.pk])
        rows: list[Entry | GameEvent] = [*self.entries, *self.events]
        for row in rows:
            append(row.game, row)
        save_games(self.games, self.seats, rows, self.rounds)
        write_games(self.games)
        MatchGame.objects.bulk_create(self.of_matches)


def save_games(
    games: Sequence[Game],
    seats: Iterable[Seat],
    written: Sequence[Entry | GameEvent],
    rounds: Iterable[Round],
) -> None:
    """Save games with all that was written in them."""
    OF_GAME.save(games)
    Seat.objects.bulk_create(seats, batch_size=AT_ONCE)
    entries = [row for row in written if isinstance(row, Entry)]
    Entry.objects.bulk_create(entries, batch_size=AT_ONCE)
    events = [row for row in written if isinstance(row, GameEvent)]
    GameEvent.objects.bulk_create(events, batch_size=AT_ONCE)
    Round.objects.bulk_create(rounds, batch_size=AT_ONCE)
