"""The record as rows: what the rounds that count say, kept beside the entries, in the transaction
that changes them.

Everything here follows from the entries and the seats: `write_games` makes it again, with an equal
outcome.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from scoring.games.actions.rating_marks import mark_games
from scoring.games.queries import Table, tables_of
from scoring.models import Call, Game, Place, Round, Score, Seat, Team, TeamMember
from scoring.rules import VARIANTS
from scoring.rules.breakdown import Breakdown, breakdown_of, ranked

ENDED = (Game.State.FINISHED, Game.State.STOPPED)
BATCH = 500  # rows of one statement: a database takes so many values at once only


@dataclass(frozen=True)
class Rows:
    """Rows that are not kept yet."""

    calls: list[Call]
    places: list[Place]
    scores: list[Score]

    def add(self, more: "Rows") -> None:
        self.calls.extend(more.calls)
        self.places.extend(more.places)
        self.scores.extend(more.scores)

    def keep(self) -> None:
        """Three queries at most, none for what nobody did."""
        if self.calls:
            Call.objects.bulk_create(self.calls, batch_size=BATCH)
        if self.places:
            Place.objects.bulk_create(self.places, batch_size=BATCH)
        if self.scores:
            Score.objects.bulk_create(self.scores, batch_size=BATCH)


# Of one game, as it moves on: its row is locked
# --------------------------------------------------------------------


def add_round(table: Table, added: Round) -> None:
    """The rows of a game's last round, which is new: two queries, three where somebody called."""
    _rows_of(table, {added.number: added.pk}).keep()


def rewrite(table: Table, since: int) -> None:
    """The rows of all rounds from number `since` on, which changed: totals are carried on."""
    later = Round.objects.filter(game=table.game, number__gte=since)
    _clear(later)
    _rows_of(table, dict(later.values_list("number", "pk"))).keep()


def rank(table: Table) -> None:
    """Keep where everybody stands at the end of the game; nowhere, while it is played. No query
    where it is so.

    Whoever is rated by a game is rated again where that changes; by one of a match, once its
    tournament is over.
    """
    changed = []
    for seat, end in zip(table.seats, ends_of(table), strict=True):
        if (seat.place, seat.total) != end:
            seat.place, seat.total = end
            changed.append(seat)
    if changed:
        Seat.objects.bulk_update(changed, ["place", "total"])
        if not table.game.of_match:
            mark_games([table.game])


def seat_team(variant: str, seats: Sequence[Seat]) -> None:
    """Put everybody who sits down into their team, before the seats are kept: a query, four for new
    teams.
    """
    keys = teams_at(variant, [seat.player_id for seat in seats])
    teams = teams_by_key(keys)
    for seat, key in zip(seats, keys, strict=True):
        seat.team_id = teams.get(key)


def _clear(rounds: QuerySet[Round]) -> None:
    for rows in (Call.objects, Place.objects, Score.objects):
        rows.filter(round__in=rounds).delete()


# What the rows are
# ------------------------------------------------------------------------------------------------


def _rows_of(table: Table, rounds: Mapping[int, int]) -> Rows:
    """The rows of these rounds of a game, given by number with the key of the round's row. No
    query.
    """
    rows = Rows([], [], [])
    told = _told(table)
    for number, key in sorted(rounds.items()):
        if number <= len(told):
            rows.add(_rows_of_round(table, key, told[number - 1]))
    return rows


def _rows_of_round(table: Table, key: int, told: Breakdown) -> Rows:
    # The dummy's seat is not among them
    players = {seat.number: seat.player_id for seat in table.seats}
    first = [seats[0] for seats in table.result.columns]
    together = VARIANTS[table.game.variant].has_teams
    return Rows(
        [
            Call(
                round_id=key,
                seat=one.seat,
                player_id=players.get(one.seat),
                call=one.call,
                made=one.made,
                margin=one.margin,
            )
            for one in told.calls
        ],
        [
            Place(round_id=key, seat=one.seat, player_id=players[one.seat], place=one.place)
            for one in told.places
        ],
        [
            Score(
                round_id=key,
                column=one.column,
                team_id=table.seats[first[one.column]].team_id if together else None,
                player_id=None if together else players.get(first[one.column]),
                card_points=one.card_points,
                calls=one.calls,
                sweep=one.sweep,
                penalty=one.penalty,
                points=one.points,
                total=one.total,
                lead=one.lead,
            )
            for one in told.scores
        ],
    )


def _told(table: Table) -> list[Breakdown]:
    return breakdown_of(table.rules, table.n_players, table.played, table.result)


def ends_of(table: Table) -> list[tuple[int | None, int | None]]:
    """Place and points of everybody at the end of a game, by seat; None while it is played, and
    where nothing was.
    """
    if table.game.state not in ENDED or not table.entries:
        return [(None, None)] * table.n_players
    return [(one.place, one.total) for one in ranked(table.result, table.n_players)]


def differing(table: Table, rounds: Mapping[int, int], kept: Rows) -> str:
    """What of the kept rows of a game is not what follows from its rounds, given by number with the
    key of the round's row; "" where all of it is. No query; expects the seats' teams to be read
    with them.
    """
    keys = teams_at(table.game.variant, [seat.player_id for seat in table.seats])
    if [seat.team.key if seat.team else "" for seat in table.seats] != keys:
        return "teams"
    wanted = _rows_of(table, rounds)
    if _values(kept.calls) != _values(wanted.calls):
        return "calls"
    if _values(kept.places) != _values(wanted.places):
        return "places"
    if _values(kept.scores) != _values(wanted.scores):
        return "scores"
    if [(seat.place, seat.total) for seat in table.seats] != ends_of(table):
        return "places at its end"
    return ""


def _values(rows: Sequence[Call | Place | Score]) -> list[str]:
    """All that rows say, their own keys left out, in an order that follows from it."""
    found = []
    for row in rows:
        columns = [column.attname for column in row._meta.concrete_fields if not column.primary_key]  # noqa: SLF001
        found.append(repr([getattr(row, name) for name in columns]))
    return sorted(found)


# Teams
# --------------------------------------------------------------------------------------------------


def teams_at(variant: str, players: Sequence[int | None]) -> list[str]:
    """The key of everybody's team, by seat; "" for nobody's: in games without teams, and where one
    has no name.
    """
    if not VARIANTS[variant].has_teams:
        return [""] * len(players)
    keys = []
    for own in (players[0::2], players[1::2]):
        named = sorted(player for player in own if player is not None)
        keys.append("-".join(map(str, named)) if len(named) == len(own) else "")
    return [keys[number % 2] for number in range(len(players))]


def teams_by_key(keys: Iterable[str]) -> dict[str, int]:
    """The teams of these keys, those that are new made first:
    one query, four where some are new.
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


# Of many games, rebuilt
# ---------------------------------------------------------------------------------------


def write_games(games: Collection[Game]) -> None:
    """Make the rows of these games again, all locked by the caller or seen by nobody else: some
    twelve queries.
    """
    tables = tables_of(games)
    _seat_again(tables.values())
    rounds: dict[object, dict[int, int]] = {pk: {} for pk in tables}
    all_rounds = Round.objects.filter(game__in=games)
    for key, game, number in all_rounds.values_list("pk", "game_id", "number"):
        rounds[game][number] = key
    _clear(all_rounds)
    rows = Rows([], [], [])
    for pk, table in tables.items():
        rows.add(_rows_of(table, rounds[pk]))
    rows.keep()


def _seat_again(tables: Iterable[Table]) -> None:
    """Seat everybody in their team, and where the game is over at their place."""
    tables = list(tables)
    wanted: list[tuple[Seat, str, tuple[int | None, int | None]]] = []
    for table in tables:
        keys = teams_at(table.game.variant, [seat.player_id for seat in table.seats])
        wanted += zip(table.seats, keys, ends_of(table), strict=True)
    teams = teams_by_key(key for _seat, key, _end in wanted)
    changed, ended = [], set()
    for seat, key, end in wanted:
        after = (teams.get(key), *end)
        if (seat.team_id, seat.place, seat.total) != after:
            if {seat.place, end[0]} != {None}:
                ended.add(seat.game_id)
            seat.team_id, seat.place, seat.total = after
            changed.append(seat)
    if changed:
        Seat.objects.bulk_update(changed, ["team", "place", "total"], batch_size=200)
        mark_games([table.game for table in tables if table.game.pk in ended])
