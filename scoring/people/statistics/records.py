"""A club's records: the longest run of games won, the highest game and round, the largest comeback,
and the evening with the most calls made.

Each counts what a person's page counts for one person. Points and rounds compare only within one
game: they are those of the usual game, or of all games of two teams if it was never played. If two
are equal, the earlier counts.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import chain
from typing import Any
from uuid import UUID

from django.core.cache import cache
from django.db.models import Count, F, Min, Q, QuerySet, Sum

from scoring.games.nights import counted_in, night_of
from scoring.games.sittings import seated_in
from scoring.models import Call, Club, Player, Round, Score, Seat
from scoring.people.statistics.club import SeatedPlayer, Table, by_night, seats_of, tables_of
from scoring.people.statistics.games import IN_TEAMS, counted_games, counts
from scoring.people.statistics.person import longest_run
from scoring.rules import USUAL
from scoring.rules.settings import GRAND, TICHU

RUN, GAME, WIN, COMEBACK, ROUND = "run", "game", "win", "comeback", "round"
GRANDS, TICHUS, LONGEST, FULLEST = "grands", "tichus", "longest", "evening"
RECORDS = (RUN, GAME, WIN, COMEBACK, ROUND, GRANDS, TICHUS, LONGEST, FULLEST)
OF_AN_EVENING = {GRANDS: GRAND, TICHUS: TICHU}
KEPT_SECONDS = 24 * 60 * 60
LEAST = {RUN: 2, GRANDS: 2, TICHUS: 2}  # below it is no record


@dataclass(frozen=True)
class Record:
    """A record: its value, the people of the side that holds it, and when.

    `games` are those in which it was made, the oldest first; `round` is the number of the round in
    the only game, `night` that on which it was made. The people of an evening's record are those
    with the calls; those of the longest game all its players; none for the fullest evening.
    """

    key: str
    value: int
    people: tuple[int | None, ...]
    night: date
    games: tuple[UUID, ...]
    round: int | None = None


def records_of(club: Club, since: datetime, until: datetime) -> list[Record]:
    """Return the records of a period, in the order of `RECORDS`.

    At most nine queries; cached until a game of the period or the list of people changes, because
    of 3,800 games with 38,000 rounds it takes 1.7 seconds. The key takes two queries.
    """
    games = counted_games().filter(counted_in(since, until), club=club)
    grown = games.aggregate(n=Count("pk"), versions=Sum("version"))
    merged = Player.objects.filter(club=club, merged_into__isnull=False).aggregate(
        n=Count("pk"), own=Sum("pk"), into=Sum("merged_into")
    )
    times = (club.created_at.timestamp(), since.timestamp(), until.timestamp())
    key = "records-" + "-".join(map(str, (club.pk, *times, *grown.values(), *merged.values())))
    found: list[Record] | None = cache.get(key)
    if found is None:
        found = _in_order(_all(club, seats_of(club, since, until), since, until))
        cache.set(key, found, KEPT_SECONDS)
    return found


def _all(
    club: Club, seats: Sequence[SeatedPlayer], since: datetime, until: datetime
) -> Iterable[Record | None]:
    over = tables_of(one for one in seats if one.place is not None and one.variant in IN_TEAMS)
    usual = [table for table in over if table.sides[0][0].variant == USUAL]
    alike = usual or over
    by_game = {table.game: table for table in alike}
    variants = [USUAL] if usual else IN_TEAMS

    def within(way: str) -> Q:
        return counts(way) & Q(**{f"{way}club": club}) & counted_in(since, until, way)

    yield _run(over)
    yield _best(GAME, alike, lambda table: [_total(side) for side in table.sides])
    yield _best(WIN, alike, _margins)
    scores = Score.objects.filter(within("round__game__"), round__game__variant__in=variants)
    yield _comeback(by_game, scores)
    yield _round(scores)
    for key, call in OF_AN_EVENING.items():
        yield _most_calls(key, Call.objects.filter(within("round__game__"), call=call, made=True))
    yield _longest(by_game, Round.objects.filter(within("game__"), game__variant__in=variants))
    yield _fullest(seats)


WHEN = "round__game__started_at", "round__game__of_night"


def _night(started_at: datetime, of_night: date | None) -> date:
    return of_night or night_of(started_at)


def _in_order(found: Iterable[Record | None]) -> list[Record]:
    return [one for one in found if one and one.value >= LEAST.get(one.key, 1)]


def _total(side: Sequence[SeatedPlayer]) -> int | None:
    return side[0].total


def _margins(table: Table) -> list[int | None]:
    """Return each side's lead at the end."""
    ours, others = (_total(side) for side in table.sides)
    if ours is None or others is None:
        return [None, None]
    return [ours - others, others - ours]


def _best(
    key: str, tables: Sequence[Table], values: Callable[[Table], Sequence[int | None]]
) -> Record | None:
    """Return the side with the highest of these values; only named people hold records."""
    found = [
        (value, table, side)
        for table in tables
        for side, value in zip(table.sides, values(table), strict=True)
        if value is not None and any(one.player for one in side)
    ]
    if not found:
        return None
    value, table, side = max(found, key=lambda one: one[0])  # of equal ones the oldest
    return Record(key, value, _people(side), table.night, (table.game,))


def _people(side: Iterable[SeatedPlayer]) -> tuple[int | None, ...]:
    return tuple(one.player for one in side)


def _run(tables: Sequence[Table]) -> Record | None:
    """The longest run of games won by one person, with any partner: as on their page."""
    games: dict[int, list[SeatedPlayer]] = defaultdict(list)
    for one in chain.from_iterable(side for table in tables for side in table.sides):
        if one.player is not None:
            games[one.player].append(one)
    best, best_at = None, None
    for player, own in games.items():
        run = longest_run(own)
        if run is None:
            continue
        # Of equal ones the earlier
        if not best or not best_at or (run.games, best_at) > (best.value, run.last.at):
            end = own.index(run.last) + 1
            made = tuple(one.game for one in own[end - run.games : end])
            best, best_at = Record(RUN, run.games, (player,), run.last.night, made), run.last.at
    return best


def _side_of(table: Table, column: int) -> tuple[int | None, ...]:
    return _people(table.sides[column])


def _comeback(games: Mapping[UUID, Table], scores: QuerySet[Score]) -> Record | None:
    """The game won from furthest behind."""
    won = Q(round__game__seats__place=1, round__game__seats__number=F("column"))
    behind = scores.filter(won, lead__lt=0).order_by().values_list("round__game", "column")
    found = [
        (-least, table, _side_of(table, column))
        for game, column, least in behind.annotate(Min("lead"))
        if (table := games.get(game)) and not table.drawn and any(_side_of(table, column))
    ]
    if not found:
        return None
    value, table, people = min(found, key=lambda one: (-one[0], one[1].at))
    return Record(COMEBACK, value, people, table.night, (table.game,))


def _round(scores: QuerySet[Score]) -> Record | None:
    """The most points of a team in one round, also of a game that was not finished."""
    rows = (
        scores.filter(team__isnull=False)
        .order_by("-points", "round__game__started_at", "round__game", "round__number")
        .values_list("points", "round__game", "round__number", "column", *WHEN)
    )
    for points, game, number, column, *when in rows[:1]:
        seated = seated_in(Seat.ever.filter(game=game), number)
        people = tuple(seat.player_id for seat in seated if seat.number % 2 == column)
        return Record(ROUND, points, people, _night(*when), (game,), number)
    return None


def _most_calls(key: str, calls: QuerySet[Call]) -> Record | None:
    """The most calls of a kind that one person made on an evening."""
    rows = (
        calls.filter(player__isnull=False)
        .order_by("round__game__started_at", "round__game")
        .values_list("player", "round__game", *WHEN)
        .annotate(Count("pk"))
    )
    made: Counter[tuple[date, int]] = Counter()
    games: dict[tuple[date, int], dict[UUID, None]] = defaultdict(dict)
    nights: dict[UUID, date] = {}
    for player, game, at, of_night, times in rows:
        if game not in nights:  # once per game: it is slow
            nights[game] = _night(at, of_night)
        night = nights[game]
        made[night, player] += times
        games[night, player][game] = None
    if not made:
        return None
    # Of equal ones the first in order, which is the oldest
    (night, player), value = max(made.items(), key=lambda one: one[1])
    own = games[night, player]
    return Record(key, value, (player,), night, tuple(own))


def _longest(games: Mapping[UUID, Table], of_games: QuerySet[Round]) -> Record | None:
    """The finished game with the most rounds."""
    rounds = dict(of_games.order_by().values_list("game").annotate(Count("pk")))
    found = [(rounds.get(table.game, 0), table) for table in games.values()]
    if not found:
        return None
    value, table = max(found, key=lambda one: one[0])
    people = tuple(player for side in table.sides for player in _people(side))
    return Record(LONGEST, value, people, table.night, (table.game,))


def _fullest(seats: Iterable[SeatedPlayer]) -> Record | None:
    """The evening with the most named people at its tables."""
    found = [
        (len({one.player for one in sat if one.player}), sat) for sat in by_night(seats).values()
    ]
    if not found:
        return None
    value, sat = max(found, key=lambda one: one[0])
    return Record(FULLEST, value, (), sat[0].night, tuple(dict.fromkeys(one.game for one in sat)))


def broken(before: Sequence[Record], after: Sequence[Record]) -> list[Record]:
    """Return the records of `after` that are higher than those of `before`; a first one breaks
    none.
    """
    stood: dict[str, Any] = {one.key: one.value for one in before}
    return [one for one in after if one.key in stood and one.value > stood[one.key]]


def rounds_behind(record: Record) -> QuerySet[Round] | None:
    """Return the rounds that a record consists of, newest first: those of a single game, the calls
    of an evening. None where games say it.
    """
    rounds = Round.objects.filter(game__in=record.games).order_by(
        "-game__started_at", "-game", "-number"
    )
    if record.key in OF_AN_EVENING:
        call = OF_AN_EVENING[record.key]
        return rounds.filter(calls__player=record.people[0], calls__call=call, calls__made=True)
    if record.key in (RUN, FULLEST):
        return None
    return rounds if record.round is None else rounds.filter(number=record.round)
