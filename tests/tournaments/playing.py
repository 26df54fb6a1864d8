"""Matches played to their end straight into their rows: what the table's scorer leaves there, and
nothing by it.

To play a match through the actions takes some hundred queries; all the matches of a session round
take twenty here. `test_playing.py` plays the same evening both ways and finds no difference.
"""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from django.db import transaction
from django.utils import timezone

from scoring.games.access.devices import hash_of
from scoring.games.access.links import token_of
from scoring.games.actions.chaining import append, start_chain
from scoring.games.actions.record_rows import write_games
from scoring.games.queries import Table, table_of
from scoring.models import Device, Entry, Game, GameEvent, Grant, Link, Player, Seat
from scoring.models import Round as Counting
from scoring.rules import Round, RuleSet, opening
from tests.scoring.games import a_device, believable, counting, entries_of, write
from tournaments.actions import publishing
from tournaments.actions.common import lock
from tournaments.actions.sealing import add_seals
from tournaments.channels import bump_matches, bump_tournament
from tournaments.match import agreement
from tournaments.match.played_games import rules_of, seats_of
from tournaments.match.results import Read, counted
from tournaments.models import Match, MatchGame, Member, SessionRound, Tournament
from tournaments.stage.history import Seated, rows_of
from tournaments.standings.points.adjust import BOTH_AVERAGE

PHONE = "a table's phone"
LONGEST = 60  # rounds
EVENINGS = 16  # different ones of a rule set, thought out once
COUNTED = ("result", "done", "winner", *agreement.COLUMNS)


def table_phone() -> Device:
    return a_device(PHONE)


def short_evening(rules: RuleSet, n_players: int, seed: int) -> list[Round]:
    """The shortest of several believable games: everything that follows from a round takes longer
    than the thought.
    """
    return _short_evening(rules, n_players, seed % EVENINGS)


@cache
def _short_evening(rules: RuleSet, n_players: int, seed: int) -> list[Round]:
    games = 8 if rules.target_score else 1
    return min(
        (believable(rules, n_players, LONGEST, games * seed + nth) for nth in range(games)), key=len
    )


def seed_of(match: Match, seed: int, game: int) -> int:
    """The seed of a game of a match: another at each table, in each session round."""
    return (seed + 5 * match.session_round.number + match.number) * 31 + game


def play_matches(
    session_round: SessionRound, matches: Collection[int] | None = None, seed: int = 1
) -> None:
    """Play the tables of a session round to their end; `matches` are the ids of those that play,
    None for all.

    As the scorer does it where a clock runs, where a ruling follows, and at a table where a game
    was begun. The same seed gives the same evening.
    """
    session_round = SessionRound.objects.select_related("stage__tournament__desk__club").get(
        pk=session_round.pk
    )
    (rows,) = rows_of([session_round])
    playing = [
        one
        for one in rows.seated
        if not one.match.done and (matches is None or one.match.pk in matches)
    ]
    games: dict[int, list[MatchGame]] = {one.match.pk: [] for one in playing}
    for row in MatchGame.objects.filter(match__in=games).order_by("number"):
        games[row.match_id].append(row)
    straight = (
        session_round.state == SessionRound.State.PUBLISHED
        and session_round.clock_started_at is None
    )
    if Match.objects.filter(
        session_round__stage=session_round.stage_id, ruling__kind=BOTH_AVERAGE
    ).exists():
        straight = False  # the scorer counts these rulings with every result
    begun = {pk for pk, own in games.items() if not straight or any(row.game_id for row in own)}
    if straight:
        untouched = [one for one in playing if one.match.pk not in begun]
        _Straight(session_round, games, seed).play(untouched)
    for one in playing:
        if one.match.pk in begun:
            _by_the_scorer(one.match, len(games[one.match.pk]), seed)


def _by_the_scorer(match: Match, games: int, seed: int) -> None:
    for number in range(1, games + 1):
        match.refresh_from_db()
        if match.done:
            break
        play_game(publishing.open_game(match, number, table_phone()), seed_of(match, seed, number))


def play_game(game: Game, seed: int = 1) -> Game:
    """Write believable rounds until the game is over: all but the last straight, the last by the
    scorer.
    """
    table = table_of(game)
    if table.played:
        evening = believable(table.rules, table.n_players, LONGEST, seed, after=table.position)
    else:
        evening = short_evening(table.rules, table.n_players, seed)
    return write(game, evening, table_phone())


@dataclass
class _Straight:
    """The rows that a session round's tables leave, collected, and kept at once."""

    session_round: SessionRound
    games: Mapping[int, Sequence[MatchGame]]  # by match
    seed: int
    tables: dict[object, Table] = field(default_factory=dict)
    events: list[GameEvent] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)

    def play(self, seated: Sequence[Seated]) -> None:
        if not seated:
            return
        with transaction.atomic():
            tournament = lock(self.session_round.stage.tournament)
            self.squads = self._squads(seated)
            self.phone = table_phone()
            for one in seated:
                one.match.session_round = self.session_round
                self._play(one)
            self._keep()
            for one in seated:
                one.match.save(update_fields=COUNTED)
                for row in self.games[one.match.pk]:
                    if row.game_id:
                        row.save(update_fields=["game", "seats"])
            self._note_here(tournament, seated)
            bump_matches(self.session_round.pk)
            played = [table.game for table in self.tables.values()]
            bump_tournament(tournament.pk, **add_seals(tournament.pk, games=played))

    def _squads(self, seated: Sequence[Seated]) -> dict[int, list[Player]]:
        """Who belongs to each entrant, in their order."""
        squads: dict[int, list[Player]] = {}
        everybody = [who for one in seated for who in one.everybody]
        members = Member.objects.filter(entrant__in=everybody, active=True).select_related("player")
        for member in members.order_by("order", "pk"):
            squads.setdefault(member.entrant_id, []).append(member.player)
        return squads

    def _play(self, seated: Seated) -> None:
        match, rows = seated.match, self.games[seated.match.pk]
        for row in rows:
            row.match = match
            self._play_game(match, row)
            read = Read(self.tables, ())
            match.result, match.done, match.winner = counted(seated, rows, read=read)
            if match.done:
                break
        agreement.update_agreement(match, rows, None)

    def _play_game(self, match: Match, row: MatchGame) -> None:
        stage = self.session_round.stage
        desk = stage.tournament.desk
        rules = rules_of(row, stage.variant, stage.rules)
        size = publishing.side_size(stage.variant)
        people = [
            [(who, one) for who in side for one in self.squads[who]][:size] for side in row.sides
        ]
        order = seats_of(people, row.number if not match.plan else 1)
        game = Game(
            variant=rules.variant,
            settings=rules.settings(),
            table_name=str(match.number),
            saving=Game.Saving.ASKS,
            state=Game.State.FINISHED,
            of_match=True,
            device=desk,
            club=desk.club,
        )
        row.game, row.seats = game, [who for who, _ in order]
        seats = [
            Seat(game=game, number=number, player=player)
            for number, (_, player) in enumerate(order)
        ]
        start_chain(game, [seat.player_id for seat in seats])
        self._let_in(game)
        evening = short_evening(rules, len(seats), seed_of(match, self.seed, row.number))
        entries, position = entries_of(game, opening(rules, len(seats)), evening, self.phone)
        assert position.finished, f"no end in {len(evening)} rounds"
        game.version += 1 + len(entries)
        self.tables[game.pk] = Table(game, seats, entries)

    def _let_in(self, game: Game) -> None:
        """The link by which the table's phone came, as `scoring.games.access.links.renew_link`
        makes and notes it.
        """
        link = Link(game=game, role=Link.Role.SCORER, salt=secrets.token_hex(16))
        link.token_hash = hash_of(token_of(link))
        event = GameEvent(
            game=game, action=f"link_{link.role}", device=game.device, created_at=timezone.now()
        )
        append(game, event)
        self.links.append(link)
        self.events.append(event)

    def _keep(self) -> None:
        entries = [entry for table in self.tables.values() for entry in table.entries]
        Game.objects.bulk_create(table.game for table in self.tables.values())
        Seat.objects.bulk_create(seat for table in self.tables.values() for seat in table.seats)
        GameEvent.objects.bulk_create(self.events)
        Entry.objects.bulk_create(entries)
        Counting.objects.bulk_create(counting(entries))
        write_games([table.game for table in self.tables.values()])
        Link.objects.bulk_create(self.links)
        Grant.objects.bulk_create(
            Grant(game=link.game, device=self.phone, link=link) for link in self.links
        )
        everybody = {seat.player_id for table in self.tables.values() for seat in table.seats}
        Player.objects.filter(pk__in=everybody).update(last_played_at=timezone.now())

    def _note_here(self, tournament: Tournament, seated: Sequence[Seated]) -> None:
        if tournament.entrants.filter(checked_in_at__isnull=False).exists():
            for one in seated:
                publishing.check_in_seated(one.match, tournament)
