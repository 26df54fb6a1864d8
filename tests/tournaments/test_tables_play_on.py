"""Tables that stopped play on: after more minutes, or when the end is taken back."""

from collections.abc import Callable

import pytest
import time_machine
from django.utils import timezone

from scoring.games.actions.game_state import finish_early
from scoring.models import Game
from tests.tournaments import desks
from tests.tournaments.clocked import a_round, begun, fresh, hands_of, left, made, passed
from tests.tournaments.desks import tables
from tests.tournaments.racing import hands
from tests.tournaments.refusing import refused
from tests.worlds import built_once
from tournaments.actions import agreeing, judging, timing
from tournaments.clock import clock_of, remaining
from tournaments.match.figures import fingerprint
from tournaments.models import SessionRound, Tournament

pytestmark = pytest.mark.django_db

two_tables = built_once(lambda: made(4, 50), autouse=True)


def test_more_minutes_after_the_end_count_from_now_and_the_tables_play_on() -> None:
    row = timing.start_clock(a_round("now"), None)
    game = begun(tables(row)[0], 3)
    row = passed(row, 51)
    timing.end_due_rounds()
    assert Game.objects.get(pk=game.pk).state == "stopped"
    with refused("clock_ended"):
        timing.resume_clock(row, None)
    row = timing.add_minutes(row, None, 5)
    assert (left(row), row.minutes, Game.objects.get(pk=game.pk).state) == (5, 55, "running")
    hands(game, 1)
    assert game.rounds.count() == 4


@pytest.mark.parametrize("ended", [False, True])
@pytest.mark.parametrize("more", [timing.add_minutes, timing.set_left])
def test_a_table_that_stopped_before_the_server_ended_the_clock_plays_on_too(
    more: Callable[..., SessionRound], *, ended: bool
) -> None:
    row = timing.start_clock(a_round("hand"), None)
    game = begun(tables(row)[0], 3)
    row = passed(row, 51)
    hands(game, 1)
    assert Game.objects.get(pk=game.pk).state == "stopped"
    if ended:
        timing.end_due_rounds()
    row = more(row, None, 5)
    assert (left(row), Game.objects.get(pk=game.pk).state) == (5, "running")
    assert not tables(row)[0].done
    hands(game, 1)
    assert hands_of(tables(row)[0]) == {5}


@pytest.mark.parametrize("ended", [False, True])
@pytest.mark.parametrize("rule", ["hand", "now"])
def test_minutes_for_one_stopped_table_count_from_now_and_resume_it_alone(
    rule: str, *, ended: bool
) -> None:
    row = timing.start_clock(a_round(rule), None)
    games = [begun(match, 3) for match in tables(row)]
    row = passed(row, 52 if rule == "hand" else 50)
    for game in games:
        hands(game, 1)
    row = passed(row, 0 if rule == "hand" else 2)
    timing.end_due_rounds()
    if not ended and rule == "hand":
        SessionRound.objects.filter(pk=row.pk).update(clock_ended_at=None)
    assert {game.state for game in Game.objects.all()} == {"stopped"}
    with time_machine.travel(timezone.now(), tick=False):
        one = timing.give_minutes(tables(row)[0], None, 5)
        more = remaining(clock_of(fresh(row)), timezone.now(), one.extra_minutes)
    assert 5 * 60 <= (more or 0) <= 6 * 60
    assert [Game.objects.get(pk=game.pk).state for game in games] == ["running", "stopped"]
    assert [match.done for match in tables(row)] == [False, True]
    hands(games[0], 1)
    assert hands_of(tables(row)[0]) == {5}


def test_minutes_that_are_taken_back_from_one_table_resume_nothing() -> None:
    row = timing.start_clock(a_round("hand"), None)
    one = timing.give_minutes(tables(row)[0], None, 2)
    game = begun(one, 3)
    row = passed(row, 53)
    hands(game, 1)
    timing.give_minutes(tables(row)[0], None, -1)
    assert Game.objects.get(pk=game.pk).state == "stopped"


@pytest.mark.parametrize("rule", ["hand", "now"])
def test_an_end_taken_back_gives_a_best_of_three_all_its_games_and_its_tables_play_on(
    rule: str,
) -> None:
    row = timing.start_clock(a_round(rule, best_of=3), None)
    one, two = tables(row)
    first, second = begun(one, 10), begun(two, 4)  # one of them between two games
    row = timing.end_clock(row, None)
    if rule == "hand":
        hands(second, 1)
    assert [match.games.count() for match in (one, two)] == [1, 1]
    row = timing.resume_clock(row, None)
    shape = [(game.number, game.sides, game.hands) for game in one.games.all()]
    assert shape == [(number, one.games.first().sides, None) for number in (1, 2, 3)]  # type: ignore[union-attr]
    assert [Game.objects.get(pk=game.pk).state for game in (first, second)] == [
        "finished",
        "running",
    ]
    assert [(match.done, match.agreement) for match in tables(row)] == [
        (False, "open"),
        (False, "open"),
    ]
    hands(second, 1)
    assert begun(one, 1, 2).state == "running"


def test_an_end_taken_back_leaves_what_was_agreed_to_or_decided_since() -> None:
    row = timing.start_clock(a_round("now", entrants=6, best_of=3), None)
    games = [begun(match, 4) for match in tables(row)]
    timing.end_clock(row, None)
    one, two, _three = tables(row)
    agreeing.agree(one, 1, fingerprint(one), how="other")
    judging.rule_match(two, None, {"kind": "half"}, "a quarrel")
    timing.resume_clock(row, None)
    assert [Game.objects.get(pk=game.pk).state for game in games] == [
        "stopped",
        "stopped",
        "running",
    ]
    assert [(match.games.count(), match.done) for match in tables(row)] == [
        (1, True),
        (1, True),
        (3, False),
    ]


def test_an_end_taken_back_leaves_a_game_that_its_table_ended() -> None:
    row = timing.start_clock(a_round("now"), None)
    game = begun(tables(row)[0], 4)
    finish_early(game, desks.table_phone(), "last tram")
    timing.resume_clock(timing.end_clock(row, None), None)
    assert (Game.objects.get(pk=game.pk).state, tables(row)[0].done) == ("stopped", True)


def test_where_tables_are_trusted_an_end_taken_back_lets_them_play_on_too() -> None:
    row = timing.start_clock(a_round("now"), None)
    Tournament.objects.update(agreement="trust")
    row = fresh(row)
    game = begun(tables(row)[0], 4)
    row = timing.end_clock(row, None)
    assert tables(row)[0].agreement == "agreed"
    timing.resume_clock(row, None)
    assert (Game.objects.get(pk=game.pk).state, tables(row)[0].agreement) == ("running", "open")


@pytest.mark.parametrize(("people", "games", "hands"), [(4, 3, None), (5, 5, 3)])
def test_an_end_taken_back_gives_an_evening_of_four_its_changing_pairs_again(
    people: int, games: int, hands: int | None
) -> None:
    rules, fives = {"target_score": None, "round_limit": 4}, {"odd": "fives", "rounds": 10}
    tournament = desks.a_tournament("league_evening", people, rules=rules, format_settings=fives)
    Tournament.objects.update(unfinished="now")
    row = timing.start_clock(desks.draw(tournament), None, minutes=50)
    match = tables(row)[0]
    before = list(match.games.values_list("number", "sides", "hands"))
    assert [(number, length) for number, _, length in before] == [
        (nth, hands) for nth in range(1, games + 1)
    ]
    assert len({str(sides) for _, sides, _ in before}) == games
    begun(match, 2)
    row = timing.end_clock(row, None)
    assert (match.games.count(), tables(row)[0].done) == (1, True)
    timing.resume_clock(row, None)
    assert list(match.games.values_list("number", "sides", "hands")) == before
    assert tables(row)[0].done is False
