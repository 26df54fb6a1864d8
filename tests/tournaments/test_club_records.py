"""A club's records beside a recount of the raw entries, and the evenings that broke them."""

from collections import Counter
from collections.abc import Iterable
from datetime import date

import pytest
from django.core.cache import cache

from scoring.games.actions.deleting import delete_game
from scoring.games.nights import FIRST_YEAR, LAST_YEAR, between, year_of
from scoring.models import Club, Game, Player
from scoring.people.actions.merging import merge
from scoring.people.statistics.records import records_of, rounds_behind
from tests.scoring.random_clubs import NIGHTS, YEAR, a_random_club
from tests.scoring.raw_figures import Somebody
from tests.scoring.raw_games import Sitting, sittings
from tests.tournaments.random_cups import a_random_cup
from tests.tournaments.seasons.seasons import a_club, today
from tournaments.pages.club.record_rows import records_broken

__all__ = ["today"]

pytestmark = pytest.mark.django_db
ALWAYS = year_of(FIRST_YEAR)[0], year_of(LAST_YEAR)[1]


def named(game: Sitting, column: int) -> bool:
    return any(game.people[seat] for seat in game.columns[column])


def recount(games: Iterable[Sitting]) -> dict[str, int]:
    """The value of every record, the slow and plain way."""
    games = [game for game in games if game.hands]
    over = [game for game in games if game.teams and game.over]
    alike = [game for game in over if game.variant == "nanking"] or over
    variants = (
        {"nanking"}
        if any(game.variant == "nanking" for game in over)
        else {
            "nanking",
            "tientsin",
        }
    )
    people = {person for game in games for person in game.people if person}
    sides = [(game, column) for game in alike for column in (0, 1) if named(game, column)]
    best: dict[str, int] = {
        "run": max((Somebody(games, person).longest_run for person in people), default=0),
        "game": max((game.totals[column] for game, column in sides), default=0),
        "win": max((game.margin(column) for game, column in sides), default=0),
        "longest": max((len(game.hands) for game in alike), default=0),
    }
    behind = [
        -game.ahead(hand.after, column)
        for game, column in sides
        for hand in game.hands
        if game.end(column) == "w"
    ]
    best["comeback"] = max(behind, default=0)
    best["round"] = max(
        (
            hand.points[column]
            for game in games
            for hand in game.hands
            for column in (0, 1)
            if game.variant in variants and all(game.people[seat] for seat in game.columns[column])
        ),
        default=0,
    )
    there: dict[date, set[int]] = {}
    made: Counter[tuple[str, date, int]] = Counter()
    for game in games:
        there.setdefault(game.night, set()).update(one for one in game.people if one)
        for hand in game.hands:
            for seat, call in hand.calls.items():
                person = game.people[seat] if seat < len(game.people) else None
                if person and seat == hand.first:
                    made[call, game.night, person] += 1
    best["evening"] = max(map(len, there.values()), default=0)
    for key, call in (("grands", "grand"), ("tichus", "tichu")):
        best[key] = max((n for (kind, *_), n in made.items() if kind == call), default=0)
    least = {"run": 2, "grands": 2, "tichus": 2}
    return {key: value for key, value in best.items() if value >= least.get(key, 1)}


def values(club: Club, since=ALWAYS[0], until=ALWAYS[1]) -> dict[str, int]:
    return {one.key: one.value for one in records_of(club, since, until)}


def kept(club: Club) -> list[Sitting]:
    return sittings(Game.objects.filter(club=club, deleted_at__isnull=True))


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_every_record_is_that_of_a_recount(seed: int) -> None:
    club, _device = a_random_club(seed)
    a_random_cup(club, seed)
    games = kept(club)
    assert values(club) == recount(games)
    of_year = [game for game in games if game.night.year == YEAR]
    assert values(club, *year_of(YEAR)) == recount(of_year)
    for night in NIGHTS:
        before = recount(game for game in games if game.night < night)
        after = recount(game for game in games if game.night <= night)
        broken = {key for key, value in after.items() if value > before.get(key, value)}
        assert {row.record.key for row in records_broken(club, night)} == broken


def test_each_record_opens_the_games_and_rounds_that_it_counts() -> None:
    club, _device = a_random_club(1)
    a_random_cup(club, 1)
    games = {game.key: game for game in kept(club)}
    for one in records_of(club, *ALWAYS):
        rounds = rounds_behind(one)
        own = [games[key] for key in one.games]
        assert [game.at for game in own] == sorted(game.at for game in own)
        if one.key == "run":
            seats = [(game, game.people.index(one.people[0])) for game in own]
            assert "".join(game.end(seat) for game, seat in seats) == "w" * one.value
            assert rounds is None
        elif one.key == "evening":
            assert {game.night for game in own} == {one.night}
            assert rounds is None
        elif one.key in ("grands", "tichus"):
            assert rounds is not None
            assert rounds.count() == one.value
            assert {game.night for game in own} == {one.night}
        else:
            assert len(own) == 1
            assert rounds is not None
            assert rounds.count() == (1 if one.key == "round" else len(own[0].hands))


def test_of_two_equal_records_the_older_one_stands_and_breaks_none(
    django_assert_num_queries,
) -> None:
    club = a_club().desk.club  # Anna won three games, with Beat 200 and 300 ahead
    (win,) = [one for one in records_of(club, *ALWAYS) if one.key == "win"]
    assert win.value == 300
    since, until = between(date(2026, 10, 16), date(2026, 10, 16))
    assert values(club, since, until)["win"] == 200
    keys = {row.record.key for row in records_broken(club, date(2026, 11, 20))}
    assert {"win", "game", "run"} <= keys
    assert "evening" not in keys  # four people again
    assert records_broken(club, date(2026, 10, 16)) == []  # the first evening breaks none
    with django_assert_num_queries(2):  # all that the key of the cache takes
        records_of(club, *ALWAYS)


def test_a_game_deleted_and_two_people_merged_change_them_at_once() -> None:
    desk = a_club().desk
    club = desk.club
    assert values(club)["run"] == 3
    anna, zoe = Player.objects.get(name="Anna"), Player.objects.create(club=club, name="Zoe")
    merge(anna, zoe, Game.objects.all()[0].device)
    (run,) = [one for one in records_of(club, *ALWAYS) if one.key == "run"]
    assert (run.value, run.people) == (3, (zoe.pk,))
    newest = Game.objects.filter(club=club).order_by("-started_at")[0]
    delete_game(newest, newest.device)
    assert values(club)["run"] == 2
    cache.clear()
    assert values(club)["run"] == 2
