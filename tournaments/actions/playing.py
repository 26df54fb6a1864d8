"""Plays matches by hands that are made up: for demos, examples and tests."""

import uuid
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from django.db import transaction
from django.utils import timezone

from scoring.games.actions.bulk_insert import BulkGames, Played
from scoring.games.actions.writing import record_round
from scoring.games.database import batched
from scoring.games.queries import Table, table_of
from scoring.models import Device, Game, Player
from scoring.rules import Position, Round, opening
from tournaments.actions import publishing
from tournaments.actions.common import lock
from tournaments.actions.sealing import add_seals
from tournaments.channels import bump_matches, bump_tournament
from tournaments.match.played_games import rules_of, seats_of, table_name, turned_for
from tournaments.match.results import COUNTED, Read, count_row
from tournaments.models import Match, MatchGame, Member, SessionRound
from tournaments.stage.history import Seated, rows_of
from tournaments.standings.points.adjust import BOTH_AVERAGE

AT_ONCE = 20  # tables in a transaction: others who write wait for it
# Returns the hands of a game from a position on, to its end or as far as it is played. Gets the
# people by seat too.
Hands = Callable[[MatchGame, Position, Sequence[Player]], Sequence[Round]]


def play_matches(
    session_round: SessionRound,
    phone: Device,
    hands: Hands,
    matches: Collection[int] | None = None,
) -> int:
    """Play the open matches of a session round, or those with these ids; return the number of
    hands.

    Leaves the rows that the tables' phones would have left, but sends no webhooks: some twenty
    queries for `AT_ONCE` tables. Where a clock runs, where others' results depend on these, and at
    tables that have begun, hand by hand.
    """
    session_round = SessionRound.objects.select_related("stage__tournament__desk__club").get(
        pk=session_round.pk
    )
    (rows,) = rows_of([session_round])
    seated = [
        one
        for one in rows.seated
        if not one.match.done and (matches is None or one.match.pk in matches)
    ]
    games = _games_of(seated)
    in_bulk = [] if _counts_hand_by_hand(session_round) else _untouched(seated, games)
    count = sum(
        _play_in_bulk(session_round, some, games, phone, hands)
        for some in batched(in_bulk, AT_ONCE)
    )
    by_hand = (one.match for one in seated if one not in in_bulk)
    return count + sum(play_match(match, phone, hands) for match in by_hand)


def _untouched(seated: Iterable[Seated], games: Mapping[int, Sequence[MatchGame]]) -> list[Seated]:
    """Return the tables that have not begun, and where nobody stands in."""
    return [
        one
        for one in seated
        if not one.stand_ins and not any(row.game_id for row in games[one.match.pk])
    ]


def _games_of(seated: Iterable[Seated]) -> dict[int, list[MatchGame]]:
    """Return the games of these matches in order, by match."""
    games: dict[int, list[MatchGame]] = {one.match.pk: [] for one in seated}
    for row in MatchGame.objects.filter(match__in=games).order_by("number"):
        games[row.match_id].append(row)
    return games


def _counts_hand_by_hand(session_round: SessionRound) -> bool:
    """Whether a clock runs, or others' results depend on those of this session round."""
    return (
        session_round.state != SessionRound.State.PUBLISHED
        or session_round.clock_started_at is not None
        or Match.objects.filter(
            session_round__stage=session_round.stage_id, ruling__kind=BOTH_AVERAGE
        ).exists()
    )


def play_match(match: Match, phone: Device, hands: Hands, most: int | None = None) -> int:
    """Play all games of a match as its table does, or `most` hands of the first; return the number
    of hands.
    """
    count = 0
    # One transaction per table: a single disk sync for all its hands
    with transaction.atomic():
        for row in match.games.order_by("number"):
            match.refresh_from_db(fields=["done"])
            if match.done or (most and count):
                break
            row.match = match
            game = publishing.open_game(match, row.number, phone)
            table = table_of(game)
            people = [seat.player for seat in table.seats if seat.player]
            played = hands(row, table.position, people)[:most]
            for number, one in enumerate(played, start=len(table.played) + 1):
                record_round(game, uuid.uuid4(), number, one.to_data(), phone)
            count += len(played)
    match.refresh_from_db()
    return count


def _play_in_bulk(
    session_round: SessionRound,
    seated: Sequence[Seated],
    games: Mapping[int, Sequence[MatchGame]],
    phone: Device,
    hands: Hands,
) -> int:
    """Play matches of which no game has begun. `games` are theirs by match."""
    bulk = BulkGames()
    with transaction.atomic():
        tournament = lock(session_round.stage.tournament)
        squads = publishing.members_of({who for one in seated for who in one.everybody})
        for one in seated:
            one.match.session_round = session_round
            tables: dict[object, Table] = {}
            for row in games[one.match.pk]:
                row.match = one.match
                table = _play_game(row, squads, bulk, phone, hands)
                tables[table.game.pk] = table
                count_row(one, games[one.match.pk], Read(tables, ()))
                if one.match.done:
                    break
        bulk.insert()
        Player.objects.filter(seats__game__in=bulk.games).update(last_played_at=timezone.now())
        played = [row for one in seated for row in games[one.match.pk] if row.game_id]
        MatchGame.objects.bulk_update(played, ["game", "seats"])
        for one in seated:
            one.match.save(update_fields=COUNTED)
        publishing.check_in_seated([one.match for one in seated], tournament)
        bump_matches(session_round.pk)
        bump_tournament(tournament.pk, **add_seals(tournament.pk, games=bulk.games))
    return len(bulk.entries)


def _play_game(
    row: MatchGame,
    squads: Mapping[int, Sequence[Member]],
    bulk: BulkGames,
    phone: Device,
    hands: Hands,
) -> Table:
    stage, desk = row.match.session_round.stage, row.match.session_round.stage.tournament.desk
    rules = rules_of(row, stage.variant, stage.rules)
    size = publishing.side_size(stage.variant)
    sides = [
        publishing.usual_line_up(row, [one for who in side for one in squads[who]], size)
        for side in row.sides
    ]
    order = seats_of(sides, turned_for(row))
    people = [member.player for member in order]
    row.seats = [member.entrant_id for member in order]
    row.game = Game(
        variant=rules.variant,
        settings=rules.settings(),
        table_name=table_name(row),
        saving=Game.Saving.ASKS,
        of_match=True,
        device=desk,
        club=desk.club,
    )
    played = hands(row, opening(rules, len(people)), people)
    return bulk.add_rows(
        row.game, Played(rules, [one.pk for one in people], played, timezone.now()), phone
    )
