"""What was before a game: read from the rows by few queries, and the same counted once more from
every round.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from random import Random
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.games.actions.game_state import finish_early
from scoring.games.actions.starting import start_game
from scoring.games.queries import Table, table_of
from scoring.models import Game, Seat, Team
from scoring.people.milestones import milestones_of, queries
from scoring.people.milestones.finished_game import Ended, Party, has_milestones
from scoring.people.milestones.history import History, Record, Result, Year
from scoring.people.statistics.games import games_of_players
from scoring.rules import VARIANTS, Round, RuleSet
from tests.scoring.games import TWO_ROUNDS, a_device, a_game, believable, write

pytestmark = pytest.mark.django_db

BEGAN = datetime(2025, 12, 3, 23, 30, tzinfo=UTC)  # so that one begins in a year's first hour
EVEN = Round(out=(0, 1, 2, 3), card_points=(50, 50))
TABLES = (
    ("nanking", ("Anna", "Beat", "Carla", "Dino"), {"target_score": 200}),
    ("nanking", ("Beat", "Carla", "Dino", "Anna"), {"target_score": 200}),
    ("nanking", ("Anna", "Carla", "Beat", "Dino"), {"target_score": 300}),
    ("nanking", ("Anna", "", "Carla", "Dino"), {"target_score": 200}),
    ("tientsin", ("Anna", "Beat", "Carla", "Dino", "Eva", "Franz"), {"target_score": 200}),
    ("trichu", ("Anna", "Beat", "Carla"), {"round_limit": 3}),
    ("always_last", ("Anna", "Beat", "Carla", "Dino", "Eva"), {"round_limit": 2}),
)


def many_games(n: int, seed: int) -> None:
    """Games of the same people, two days apart: some of them drawn, finished early, played still,
    deleted, a tournament's, or begun at the same moment as the one before.
    """
    chance, begun = Random(seed), BEGAN
    for number in range(n):
        variant, names, settings = TABLES[0] if chance.random() < 0.4 else chance.choice(TABLES)
        drawn = variant == "nanking" and chance.random() < 0.15
        rules = RuleSet.of(variant, {"round_limit": 1, "target_score": None} if drawn else settings)
        # Of two games at once, that of the lower id is the earlier
        key = UUID(int=chance.getrandbits(128))
        game = start_game(a_device(), rules, names, game_id=key)
        most = chance.choice([2, 30, 30, 30])
        write(
            game,
            [EVEN] if drawn else believable(rules, len(names), most, seed=seed * 1000 + number),
        )
        if game.state == Game.State.RUNNING and chance.random() < 0.7:
            finish_early(game, a_device(), "last tram")
        begun += timedelta(days=2) if chance.random() < 0.85 else timedelta()
        changed = {"started_at": begun}
        if chance.random() < 0.15:
            changed |= chance.choice([{"deleted_at": timezone.now()}, {"of_match": True}])
        Game.objects.filter(pk=game.pk).update(**changed)


def tables() -> list[Table]:
    games = [game for game in Game.objects.all() if not game.of_match and game.deleted_at is None]
    return [
        table_of(game) for game in sorted(games, key=lambda game: (game.started_at, game.pk.hex))
    ]


# Counted once more
# --------------------------------------------------------------------------------------------------


def column_of(table: Table, party: Party) -> int | None:
    """Where the same people scored together, in a game with points."""
    people = {person.player for person in party.people}
    for column, seats in enumerate(table.result.columns):
        if {table.seats[seat].player_id for seat in seats if seat < len(table.seats)} == people:
            return column
    return None


def lead(totals: Sequence[int], column: int) -> int:
    return totals[column] - max(total for other, total in enumerate(totals) if other != column)


def year_of(game: Game) -> int:
    """The year of its night, which ends at five in the morning."""
    return (timezone.localtime(game.started_at).replace(tzinfo=None) - timedelta(hours=5)).year


def ended_by_rules(table: Table) -> bool:
    return table.game.state == Game.State.FINISHED


def recounted(ended: Ended, before: Sequence[Table]) -> History:
    """The history of a game, whose earlier tables are these."""
    alike = [
        t
        for t in before
        if (t.game.variant, t.game.settings) == (ended.game.variant, ended.game.settings)
    ]
    teams, years = {}, {}
    for party in ended.parties:
        own = [
            (table, column) for table in before if (column := column_of(table, party)) is not None
        ]
        year = [
            result.scores[column]
            for table, column in own
            for result in table.result.rounds
            if year_of(table.game) == year_of(ended.game)
        ]
        if year:
            years[party.column] = Year(len(year), max(year))
        if not VARIANTS[ended.game.variant].has_teams or not own:
            continue
        other = ended.opponent(party)
        ends = [(t, lead(t.result.totals, column)) for t, column in own if ended_by_rules(t)]
        met = [by for t, by in ends if other is not None and column_of(t, other) is not None]
        wins = [by for t, by in ends if by > 0 and t in alike]
        teams[party.column] = Record(
            games=len(own),
            lost=sum(by < 0 for by in met),
            beaten=sum(by > 0 for by in met),
            wins=len(wins),
            clearest=max(wins, default=0),
        )
    results, deepest = {}, 0
    if ended.winner is not None:
        results = {
            person.player: list(results_of(person.player, ended, before))
            for person in ended.winner.people
        }
        won = [
            (table, column)
            for table in before
            if (column := column_of(table, ended.winner)) is not None
            and table.result.winners == (column,)
        ]
        trailed = [
            -lead(one.totals, column) for table, column in won for one in table.result.rounds
        ]
        deepest = max([0, *trailed]) if ended.deficit(ended.winner) else 0
    return History(
        teams=teams,
        results={player: found for player, found in results.items() if found},
        deepest=deepest,
        years=years,
        made=dict(made_in_a_row(ended, before)),
    )


def results_of(player: int, ended: Ended, before: Sequence[Table]) -> Iterator[Result]:
    teams = {key: pk for pk, key in Team.objects.values_list("pk", "key")}
    for table in before:
        at = [seat.number for seat in table.seats if seat.player_id == player]
        if at and VARIANTS[table.game.variant].has_teams == ended.has_teams:
            (column,) = [
                number for number, seats in enumerate(table.result.columns) if at[0] in seats
            ]
            people = [
                table.seats[seat].player_id
                for seat in table.result.columns[column]
                if seat < len(table.seats)
            ]
            key = "-".join(map(str, sorted(one for one in people if one is not None)))
            known = VARIANTS[table.game.variant].has_teams and None not in people
            yield Result(teams[key] if known else None, won=lead(table.result.totals, column) > 0)


def made_in_a_row(ended: Ended, before: Sequence[Table]) -> Iterator[tuple[tuple[int, str], int]]:
    for person, call in ended.unbroken:
        calls = [
            seat in result.calls_made
            for table in before
            for played, result in zip(table.played, table.result.rounds, strict=True)
            for seat, called in played.calls
            if called == call
            and seat < len(table.seats)
            and table.seats[seat].player_id == person.player
        ]
        if count := len(list(takewhile(bool, reversed(calls)))):
            yield (person.player, call), count


def test_what_is_read_is_what_every_round_says() -> None:
    many_games(40, seed=1)
    everything, told = tables(), []
    for number, table in enumerate(everything):
        if not has_milestones(table):
            assert milestones_of(table) == ()
            continue
        before = [one for one in everything[:number] if has_milestones(one)]
        ended = Ended(table)
        with CaptureQueriesContext(connection) as seen:
            read = queries.read(ended)
        assert len(seen) <= 6
        wanted = recounted(ended, before)
        assert read == wanted
        told.append(wanted)
    # There was something to be read, of every kind
    assert any(len(table.result.winners) > 1 for table in everything)
    assert len({table.game.started_at for table in everything}) < len(everything)
    assert any(record.lost and record.beaten for one in told for record in one.teams.values())
    assert any(record.wins for one in told for record in one.teams.values())
    assert any(one.deepest for one in told)
    assert any(count > 1 for one in told for count in one.made.values())
    assert any(not found[-1].won for one in told for found in one.results.values())
    assert len({year.rounds for one in told for year in one.years.values()}) > 1


def test_a_run_of_wins_is_made_of_the_games_of_a_person_s_page() -> None:
    """Also of those that were finished early, which the card passed over and the page did not."""
    many_games(40, seed=1)
    early = 0
    for table in filter(has_milestones, tables()):
        ended = Ended(table)
        for person in ended.winner.people if ended.winner and ended.has_teams else ():
            decided = [
                one for one in games_of_players([person.player]) if one.in_teams and one.over
            ]
            before = decided[: [one.game for one in decided].index(table.game.pk)]
            found = queries.read(ended).results.get(person.player, ())
            assert [one.won for one in found] == [one.won for one in before]
            early += Game.objects.filter(
                pk__in=[one.game for one in before], state=Game.State.STOPPED
            ).count()
    assert early


# Whose games count
# --------------------------------------------------------------------------------------------------


def games_before(game: Game) -> int:
    return max(
        (record.games for record in queries.read(Ended(table_of(game))).teams.values()), default=0
    )


def a_short_game(**more: object) -> Game:
    game = a_game(rounds=TWO_ROUNDS, **more)  # type: ignore[arg-type]
    finish_early(game, game.device, "last tram")
    game.refresh_from_db()
    return game


@pytest.mark.parametrize(
    "change",
    [
        lambda game: Game.objects.filter(pk=game.pk).update(deleted_at=timezone.now()),
        lambda game: Game.objects.filter(pk=game.pk).update(of_match=True),
        lambda game: Game.objects.filter(pk=game.pk).update(state=Game.State.PAUSED),
        lambda game: Game.objects.filter(pk=game.pk).update(
            started_at=timezone.now() + timedelta(days=1)
        ),
    ],
)
def test_a_game_that_is_deleted_a_tournament_s_played_still_or_later_is_not_before(
    change: Callable[[Game], object],
) -> None:
    earlier, game = a_short_game(), a_short_game()
    assert games_before(game) == 1
    change(earlier)
    assert games_before(game) == 0


def test_the_same_names_on_another_phone_are_other_people() -> None:
    a_short_game(device=a_device("another phone"))
    assert games_before(a_short_game()) == 0


@pytest.mark.parametrize("state", [Game.State.RUNNING, Game.State.PAUSED])
def test_nothing_is_asked_while_a_game_is_played(state: str, django_assert_num_queries) -> None:
    game = a_game(rounds=TWO_ROUNDS)
    Game.objects.filter(pk=game.pk).update(state=state)
    game.refresh_from_db()
    table = table_of(game)
    with django_assert_num_queries(0):
        assert milestones_of(table) == ()


@pytest.mark.parametrize("variant", ["grand_seigneur", "always_last"])
def test_nothing_is_asked_of_games_of_ranks(variant: str, django_assert_num_queries) -> None:
    game = a_game(variant, settings={"round_limit": 1})
    table = table_of(
        write(game, believable(RuleSet.of(variant, game.settings), game.seats.count(), 1))
    )
    assert table.game.state == Game.State.FINISHED
    with django_assert_num_queries(0):
        assert milestones_of(table) == ()


def test_what_is_read_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    won = [Round(out=(0, 2), calls={0: "grand"})]
    games = [a_game(rounds=won, settings={"target_score": 300}) for _ in range(5)]
    assert queries.read(Ended(table_of(games[-1]))).is_whole
    monkeypatch.setattr(queries, "MOST_RESULTS", 6)
    monkeypatch.setattr(queries, "MOST_CALLS", 3)
    read = queries.read(Ended(table_of(games[-1])))
    anna, carla = Seat.objects.filter(game=games[-1], number__in=(0, 2)).values_list(
        "player", flat=True
    )
    assert {player: len(found) for player, found in read.results.items()} == {anna: 3, carla: 3}
    assert (read.is_whole, read.made) == (False, {(anna, "grand"): 3})
