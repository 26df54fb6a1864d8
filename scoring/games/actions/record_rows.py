"""The record as rows: calls, places, scores and teams, written in the same transaction as the
entries.

All of it is derived from the entries and the seats: `write_games` rebuilds it with the same result.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from scoring.games.actions.rating_marks import mark_games
from scoring.games.prepared import insert
from scoring.games.queries import Table, tables_of
from scoring.games.sittings import Sat, counting_rows
from scoring.models import Call, Game, Place, Round, Score, Seat, Team, TeamMember
from scoring.rules import VARIANTS, RoundResult
from scoring.rules import Round as PlayedRound
from scoring.rules.breakdown import Breakdown, breakdown_of, breakdown_of_round, ranked

ENDED = (Game.State.FINISHED, Game.State.STOPPED)
BATCH = 500  # rows per statement: databases limit the number of parameters


@dataclass(frozen=True)
class Rows:
    """Unsaved rows of the record."""

    calls: list[Call]
    places: list[Place]
    scores: list[Score]

    def add(self, more: "Rows") -> None:
        self.calls.extend(more.calls)
        self.places.extend(more.places)
        self.scores.extend(more.scores)

    def insert(self) -> None:
        """Insert the rows: at most three queries, none for an empty list."""
        if self.calls:
            Call.objects.bulk_create(self.calls, batch_size=BATCH)
        if self.places:
            Place.objects.bulk_create(self.places, batch_size=BATCH)
        if self.scores:
            Score.objects.bulk_create(self.scores, batch_size=BATCH)


# One game, in a change to it: its row is locked


def add_round(table: Table, added: Round, played: PlayedRound, brought: RoundResult) -> None:
    """Insert the rows of the round that was `added` to a table, which is as it was before: two
    queries, three if there were calls.
    """
    teams = _teams_in(table, table.seats, _teams_of_lineups([table]))
    breakdown = breakdown_of_round(table.position, played, brought)
    rows = _rows_of_round(table, table.seats, teams, added.pk, breakdown)
    for own in (rows.calls, rows.places, rows.scores):
        if own:
            insert(own)


def rewrite_rows(table: Table, since: int) -> None:
    """Rewrite the rows of all rounds from number `since` on: totals carry over."""
    later = Round.objects.filter(game=table.game, number__gte=since)
    _clear(later)
    rounds = dict(later.values_list("number", "pk"))
    _rows_of(table, rounds, _teams_of_lineups([table])).insert()


def store_final_places(table: Table) -> None:
    """Store everybody's place and total once the game has ended, and for whom it counts; clear
    them while it is being played.

    No query if nothing changes. A change marks the game's ratings for recalculation; those of a
    match are recalculated when its tournament is over.
    """
    changed = []
    for seat, end in zip([*table.seats, *table.former], final_places(table), strict=True):
        if (seat.place, seat.total, seat.counts) != end:
            seat.place, seat.total, seat.counts = end
            changed.append(seat)
    if changed:
        Seat.ever.bulk_update(changed, ["place", "total", "counts"])
        if not table.game.of_match:
            mark_games([table.game])


def store_sittings(table: Table, rows: Sequence[Sat]) -> None:
    """Store who sat where in a game; the rows derived from it have to be written after."""
    Seat.ever.filter(game=table.game).delete()
    Seat.ever.bulk_create(
        Seat(
            game=table.game,
            number=row.number,
            player_id=row.player_id,
            first=row.first,
            last=row.last,
        )
        for row in rows
    )


def assign_teams(variant: str, seats: Sequence[Seat]) -> None:
    """Set the team of each seat before the seats are saved: one query, four if teams are new."""
    keys = teams_at(variant, [seat.player_id for seat in seats])
    teams = teams_by_key(keys)
    for seat, key in zip(seats, keys, strict=True):
        seat.team_id = teams.get(key)


def _clear(rounds: QuerySet[Round]) -> None:
    for rows in (Call.objects, Place.objects, Score.objects):
        rows.filter(round__in=rounds).delete()


# Building the rows


def _rows_of(table: Table, rounds: Mapping[int, int], teams: Mapping[str, int]) -> Rows:
    """Return the rows of these rounds of a game. `rounds` maps numbers to keys of `Round` rows;
    `teams` are those of `_teams_of_lineups`. No query.
    """
    rows = Rows([], [], [])
    breakdowns = breakdown_of(table.played, table.result)
    for number, key in sorted(rounds.items()):
        if table.has_round(number):
            seats = table.seats_in(number)
            own = _teams_in(table, seats, teams)
            rows.add(_rows_of_round(table, seats, own, key, breakdowns[table.index_of(number)]))
    return rows


def _teams_of_lineups(tables: Iterable[Table]) -> dict[str, int]:
    """Return the ids of all teams of games in which people were exchanged, by key. Without such
    games no query.
    """
    return teams_by_key(key for table in tables for key in lineup_keys(table))


def lineup_keys(table: Table) -> list[str]:
    """Return the keys of all teams of a game in which people were exchanged; none of others."""
    if not table.former:
        return []
    since = {row.first for row in [*table.former, *table.seats]}
    lineups = ([seat.player_id for seat in table.seats_in(first)] for first in since)
    return [key for players in lineups for key in teams_at(table.game.variant, players)]


def _teams_in(
    table: Table, seats: Sequence[Seat], teams: Mapping[str, int]
) -> Sequence[int | None]:
    """Return the team of each seat for these people."""
    if not table.former:
        return [seat.team_id for seat in seats]
    keys = teams_at(table.game.variant, [seat.player_id for seat in seats])
    return [teams.get(key) for key in keys]


def _rows_of_round(
    table: Table, seats: Sequence[Seat], teams: Sequence[int | None], key: int, breakdown: Breakdown
) -> Rows:
    # Without the dummy's seat
    players = {seat.number: seat.player_id for seat in seats}
    first = [seats[0] for seats in table.position.columns]
    # A fixed pair among three is no team: its points are nobody's own
    alone = [len(seats) == 1 for seats in table.position.columns]
    together = VARIANTS[table.game.variant].has_teams
    return Rows(
        [
            Call(
                round_id=key,
                seat=one.seat,
                side=one.side,
                player_id=None if one.seat is None else players.get(one.seat),
                call=one.call,
                made=one.made,
                margin=one.margin,
            )
            for one in breakdown.calls
        ],
        [
            Place(round_id=key, seat=one.seat, player_id=players[one.seat], place=one.place)
            for one in breakdown.places
        ],
        [
            Score(
                round_id=key,
                column=one.column,
                team_id=teams[first[one.column]] if together else None,
                player_id=players.get(first[one.column]) if alone[one.column] else None,
                card_points=one.card_points,
                calls=one.calls,
                sweep=one.sweep,
                penalty=one.penalty,
                points=one.points,
                total=one.total,
                lead=one.lead,
            )
            for one in breakdown.scores
        ],
    )


End = tuple[int | None, int | None, bool]  # place, total, and whether the game counts for a player


def final_places(table: Table) -> list[End]:
    """Return place and total at the end of a game and for whom it counts, for those who sit and
    then for former ones; place and total are None while it is being played, and without rounds.
    """
    rows = [*table.seats, *table.former]
    counting = [True] * len(rows)
    if table.former:
        rounds = range(table.carried.rounds + 1, table.last_number + 1)
        counting = counting_rows(table.game.variant, rows, rounds)
    if table.game.state not in ENDED or not table.entries:
        return [(None, None, own) for own in counting]
    ends = ranked(table.result, table.n_players)
    return [
        (ends[row.number].place, ends[row.number].total, own)
        for row, own in zip(rows, counting, strict=True)
    ]


def differing_rows(
    table: Table, rounds: Mapping[int, int], kept: Rows, lineups: Mapping[str, int]
) -> str:
    """Return which stored rows of a game differ from those derived from its rounds; "" if none do.

    `rounds` maps numbers to keys of `Round` rows, `lineups` the keys of `lineup_keys` to teams. No
    query; expects the seats' teams to be loaded.
    """
    keys = teams_at(table.game.variant, [seat.player_id for seat in table.seats])
    if [seat.team.key if seat.team else "" for seat in table.seats] != keys:
        return "teams"
    wanted = _rows_of(table, rounds, lineups)
    if _values(kept.calls) != _values(wanted.calls):
        return "calls"
    if _values(kept.places) != _values(wanted.places):
        return "places"
    if _values(kept.scores) != _values(wanted.scores):
        return "scores"
    ends = [(seat.place, seat.total, seat.counts) for seat in [*table.seats, *table.former]]
    if ends != final_places(table):
        return "places at its end"
    return ""


def _values(rows: Sequence[Call | Place | Score]) -> list[str]:
    """Return the rows' values in a stable order, without their primary keys."""
    found = []
    for row in rows:
        columns = [column.attname for column in row._meta.concrete_fields if not column.primary_key]  # noqa: SLF001
        found.append(repr([getattr(row, name) for name in columns]))
    return sorted(found)


# Teams
# --------------------------------------------------------------------------------------------------


def teams_at(variant: str, players: Sequence[int | None]) -> list[str]:
    """Return the key of each seat's team; "" in games without teams and if a member is unnamed."""
    if not VARIANTS[variant].has_teams:
        return [""] * len(players)
    keys = []
    for own in (players[0::2], players[1::2]):
        named = sorted(player for player in own if player is not None)
        keys.append("-".join(map(str, named)) if len(named) == len(own) else "")
    return [keys[number % 2] for number in range(len(players))]


def teams_by_key(keys: Iterable[str]) -> dict[str, int]:
    """Return the ids of the teams with these keys, creating those that are new: one query, four if
    any are.
    """
    wanted = {key for key in keys if key}
    found = dict(Team.objects.filter(key__in=wanted).values_list("key", "pk")) if wanted else {}
    new = sorted(wanted - found.keys())
    if new:
        Team.objects.bulk_create([Team(key=key) for key in new], ignore_conflicts=True)
        made = dict(Team.objects.filter(key__in=new).values_list("key", "pk"))
        TeamMember.objects.bulk_create(
            [
                TeamMember(team_id=pk, player_id=int(player))
                for key, pk in made.items()
                for player in key.split("-")
            ],
            ignore_conflicts=True,
        )
        found |= made
    return found


# Many games, rebuilt


def write_games(games: Collection[Game]) -> None:
    """Rebuild the rows of these games in some twelve queries.

    The caller has locked them all, or nobody else sees them yet.
    """
    tables = tables_of(games)
    _update_seats(tables.values())
    rounds: dict[object, dict[int, int]] = {pk: {} for pk in tables}
    all_rounds = Round.objects.filter(game__in=games)
    for key, game, number in all_rounds.values_list("pk", "game_id", "number"):
        rounds[game][number] = key
    _clear(all_rounds)
    rows, teams = Rows([], [], []), _teams_of_lineups(tables.values())
    for pk, table in tables.items():
        rows.add(_rows_of(table, rounds[pk], teams))
    rows.insert()


def _update_seats(tables: Iterable[Table]) -> None:
    """Update each seat's team and, if the game is over, its place and total."""
    tables = list(tables)
    wanted: list[tuple[Seat, str, End]] = []
    for table in tables:
        keys = teams_at(table.game.variant, [seat.player_id for seat in table.seats])
        keys += [""] * len(table.former)  # their partners may have changed
        rows = [*table.seats, *table.former]
        wanted += zip(rows, keys, final_places(table), strict=True)
    teams = teams_by_key(key for _seat, key, _end in wanted)
    changed, ended = [], set()
    for seat, key, end in wanted:
        after = (teams.get(key), *end)
        if (seat.team_id, seat.place, seat.total, seat.counts) != after:
            if {seat.place, end[0]} != {None}:
                ended.add(seat.game_id)
            seat.team_id, seat.place, seat.total, seat.counts = after
            changed.append(seat)
    if changed:
        Seat.ever.bulk_update(changed, ["team", "place", "total", "counts"], batch_size=200)
        mark_games([table.game for table in tables if table.game.pk in ended])
