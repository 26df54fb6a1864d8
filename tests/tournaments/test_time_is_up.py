"""What comes of tables that still play when the time is over, by the rule chosen beforehand."""

import uuid

import pytest
from django.utils import timezone

from scoring.games.actions.correcting import correct_round
from scoring.games.actions.game_state import finish_early
from scoring.games.actions.versions import choose_version
from scoring.games.actions.writing import record_round, undo_round
from scoring.models import Entry, Game, GameEvent
from tests.tournaments import desks
from tests.tournaments.clocked import (
    MINUTE,
    OTHER,
    a_round,
    begun,
    fresh,
    hands_of,
    late_hand,
    made,
    passed,
    said,
)
from tests.tournaments.desks import tables
from tests.tournaments.racing import PLAYED, a_phone, hands
from tests.tournaments.refusing import refused
from tests.worlds import built_once
from tichu_site.housekeeping import Clocks
from tournaments.actions import disputes, judging, publishing, timing
from tournaments.clock import clock_of, remaining, state
from tournaments.models import Match, SessionRound

pytestmark = pytest.mark.django_db

two_tables = built_once(lambda: made(4, 50), autouse=True)


def test_by_the_hand_nothing_stops_before_the_hand_that_is_played_is_written() -> None:
    row = timing.start_clock(a_round("hand"), None)
    one, two = tables(row)
    game = begun(one, 3)
    row = timing.end_clock(row, None)
    game.refresh_from_db()
    assert (game.state, Match.objects.get(pk=one.pk).done) == ("running", False)
    hands(game, 1)
    game.refresh_from_db()
    one.refresh_from_db()
    assert (game.state, game.rounds.count(), one.done) == ("stopped", 4, True)
    assert {line["hands"] for line in (one.result or {}).values()} == {4}
    assert Match.objects.get(pk=two.pk).done is False
    assert (
        GameEvent.objects.get(game=game, action="finish_early").reason
        == "The time for the tournament's round was over."
    )


def test_a_clock_that_has_run_down_stops_its_tables_after_their_hand_by_itself() -> None:
    row = timing.start_clock(a_round("hand"), None)
    one, two = tables(row)
    games = [begun(one, 3), begun(two, 3)]
    timing.give_minutes(two, None, 50)
    passed(row, 51)
    hands(games[0], 1)
    hands(games[1], 1)
    assert [Game.objects.get(pk=game.pk).state for game in games] == ["stopped", "running"]
    assert [match.done for match in tables(row)] == [True, False]
    assert hands_of(tables(row)[0]) == {4}


def test_a_hand_begun_after_the_end_waits_for_the_director_and_is_not_lost() -> None:
    row = timing.start_clock(a_round("hand"), None)
    game = begun(tables(row)[0], 3)
    passed(row, 51)
    hands(game, 1)
    GameEvent.objects.filter(game=game).update(created_at=timezone.now() - MINUTE)
    late = late_hand(game, 5)
    assert (game.rounds.count(), late.outcome, hands_of(tables(row)[0])) == (4, "late", {4})
    assert list(disputes.late_entries(tables(row)[0])) == [late]


def test_where_the_rule_is_to_stop_at_once_a_hand_after_the_clock_waits_for_the_director() -> None:
    row = timing.start_clock(a_round("now"), None)
    one, two = tables(row)
    games = [begun(one, 3), begun(two, 0)]
    passed(row, 51)
    late = late_hand(games[0], 4)
    hands(games[1], 1)  # nothing would count here but this
    assert [Game.objects.get(pk=game.pk).state for game in games] == ["stopped", "stopped"]
    assert (games[0].rounds.count(), late.outcome, hands_of(tables(row)[0])) == (3, "late", {3})
    assert [match.done for match in tables(row)] == [True, True]


def test_a_hand_that_was_saved_in_time_may_come_a_moment_later() -> None:
    row = timing.start_clock(a_round("now"), None)
    game = begun(tables(row)[0], 3)
    row = passed(row, 50)  # just over
    hands(game, 1)
    assert (game.rounds.count(), hands_of(tables(row)[0])) == (4, {4})


@pytest.mark.parametrize("rule", ["plays_on", "ruling"])
def test_where_nothing_stops_a_clock_that_has_run_down_stops_nothing(rule: str) -> None:
    row = timing.start_clock(a_round(rule), None)
    game = begun(tables(row)[0], 3)
    row = passed(row, 90)
    hands(game, 2)
    timing.end_due_rounds()
    assert (Game.objects.get(pk=game.pk).state, game.rounds.count()) == ("running", 5)
    assert fresh(row).clock_ended_at is None


@pytest.mark.parametrize(("rule", "done"), [("hand", [False, False]), ("now", [True, False])])
def test_the_server_ends_a_clock_that_has_run_down(rule: str, done: list[bool]) -> None:
    row = timing.start_clock(a_round(rule), None)
    one, two = tables(row)
    begun(one, 3)
    game = begun(two, 3)
    timing.give_minutes(two, None, 10)
    timing.end_due_rounds()
    assert fresh(row).clock_ended_at is None
    row = passed(row, 51)
    timing.end_due_rounds()
    timing.end_due_rounds()
    assert [match.done for match in tables(row)] == done
    assert [line[0] for line in said(row.stage.tournament)].count("clock_ended") == 1
    row = passed(row, 10)
    timing.end_due_rounds()
    assert (Game.objects.get(pk=game.pk).state == "stopped") is (rule == "now")


def test_a_paused_clock_and_one_without_minutes_are_not_ended() -> None:
    row = timing.pause_clock(timing.start_clock(a_round("now"), None), None)
    passed(row, 90)
    fresh(row)
    timing.end_due_rounds()
    assert fresh(row).clock_ended_at is None


def test_a_phone_that_was_without_a_network_still_brings_all_its_hands() -> None:
    row = timing.start_clock(a_round("hand"), None)
    game = begun(tables(row)[0], 2)
    timing.end_clock(row, None)
    hands(game, 4)  # right behind each other: they were played before
    game.refresh_from_db()
    assert (game.state, game.rounds.count()) == ("stopped", 6)
    assert Match.objects.get(games__game=game).done is True


def test_after_a_while_further_hands_of_a_stopped_table_wait_for_the_director() -> None:
    row = timing.start_clock(a_round("hand"), None)
    game = begun(tables(row)[0], 2)
    match = Match.objects.get(games__game=game)
    timing.end_clock(row, None)
    hands(game, 1)
    GameEvent.objects.filter(game=game).update(created_at=timezone.now() - MINUTE)
    first, second = late_hand(game, 4), late_hand(game, 5)
    match.refresh_from_db()
    assert (game.rounds.count(), match.agreement, hands_of(match)) == (3, "waiting", {3})
    assert [entry.outcome for entry in disputes.late_entries(match)] == ["late", "late"]
    with refused("results_missing"):
        publishing.close_round(row, None)
    judging.rule_match(tables(row)[1], None, {"kind": "half"}, "never came")
    with refused("results_disputed"):
        publishing.close_round(row, None)
    disputes.accept_late_entry(first, None, "played in time")
    disputes.accept_late_entry(second, None, "played in time")
    match.refresh_from_db()
    assert (game.rounds.count(), match.agreement, match.agreed_how, hands_of(match)) == (
        5,
        "agreed",
        "desk",
        {5},
    )
    assert publishing.close_round(row, None).state == "closed"


def test_what_an_offline_phone_did_after_the_end_waits_in_order_or_is_a_correction() -> None:
    row = timing.start_clock(a_round("now"), None)
    game = begun(tables(row)[0], 3)
    timing.end_clock(row, None)
    third = Entry.objects.get(counts_as__game=game, number=3)
    undo_round(game, uuid.uuid4(), 3, desks.table_phone(), taken=third.pk)
    again = late_hand(game, 3)  # the same cards once more: not the hand that was taken back
    correct_round(game, uuid.uuid4(), 3, OTHER, desks.table_phone(), replaces=again.pk)
    late_hand(game, 4)
    match = Match.objects.get(games__game=game)
    late = list(disputes.late_entries(match))
    assert [(one.number, one.kind) for one in late] == [
        *((3, "undo"), (3, "round"), (3, "correction"), (4, "round")),
    ]
    second = Entry.objects.get(counts_as__game=game, number=2)
    correct_round(game, uuid.uuid4(), 2, OTHER, desks.table_phone(), replaces=second.pk)
    assert Entry.objects.get(counts_as__game=game, number=2).data["card_points"] == [35, 65]
    for entry in late:
        disputes.accept_late_entry(entry, None, "played in time")
    counted = [
        entry.data["card_points"]
        for entry in Entry.objects.filter(counts_as__game=game).order_by("number")
    ]
    assert counted == [[65, 35], [35, 65], [35, 65], [65, 35]]


def test_a_game_that_its_table_ended_takes_no_hand_and_keeps_none() -> None:
    row = timing.start_clock(a_round("now"), None)
    game = begun(tables(row)[0], 3)
    finish_early(game, desks.table_phone(), "last tram")
    with refused("game_stopped"):
        hands(game, 1)
    assert not Entry.objects.filter(outcome="late").exists()


def test_a_table_with_more_time_plays_on_until_that_is_over() -> None:
    row = timing.start_clock(a_round("hand"), None)
    one, two = tables(row)
    games = [begun(one, 2), begun(two, 2)]
    timing.give_minutes(one, None, 10)
    row = timing.end_clock(row, None)
    for game in games:
        hands(game, 1)
    assert [Game.objects.get(pk=game.pk).state for game in games] == ["running", "stopped"]
    passed(row, 11)
    hands(games[0], 1)
    assert Game.objects.get(pk=games[0].pk).state == "stopped"


def test_a_correction_after_the_end_does_not_cut_the_hand_that_is_played() -> None:
    row = timing.start_clock(a_round("hand"), None)
    game = begun(tables(row)[0], 2)
    timing.end_clock(row, None)
    old = Entry.objects.get(counts_as__game=game, number=2)
    correct_round(
        game,
        uuid.UUID(int=99),
        2,
        {**PLAYED, "card_points": [35, 65]},
        desks.table_phone(),
        replaces=old.pk,
    )
    game.refresh_from_db()
    assert game.state == "running"


def test_of_several_games_those_not_begun_are_not_played_any_more() -> None:
    row = timing.start_clock(a_round("hand", best_of=3), None)
    one, two = tables(row)
    first = begun(one, 10)  # between two games when the time ends
    second = begun(two, 4)
    assert first.state == "finished"
    timing.end_clock(row, None)
    one.refresh_from_db()
    assert (one.done, one.games.count()) == (True, 1)
    hands(second, 1)
    two.refresh_from_db()
    assert (two.done, two.games.count()) == (True, 1)


def test_now_stops_every_game_as_it_stands_but_where_there_is_more_time_or_no_hand() -> None:
    row = timing.start_clock(a_round("now", entrants=6), None)
    one, two, three = tables(row)
    games = [begun(one, 3), begun(two, 3), begun(three, 0)]
    timing.give_minutes(two, None, 10)
    row = timing.end_clock(row, None)
    assert [Game.objects.get(pk=game.pk).state for game in games] == [
        "stopped",
        "running",
        "running",
    ]
    assert [match.done for match in tables(row)] == [True, False, False]
    assert said(row.stage.tournament)[-1] == (
        "clock_ended",
        {"stage": 1, "round": 1, "tables": [1]},
    )
    hands(games[0], 1)  # it was not written when the time ended
    assert (games[0].rounds.count(), disputes.late_entries(one).count()) == (3, 1)
    hands(games[2], 1)
    assert Match.objects.get(pk=three.pk).done is True


@pytest.mark.parametrize("rule", ["plays_on", "ruling"])
def test_where_tables_play_on_or_the_director_decides_nothing_stops(rule: str) -> None:
    row = timing.start_clock(a_round(rule), None)
    game = begun(tables(row)[0], 3)
    row = timing.end_clock(row, None)
    hands(game, 2)
    game.refresh_from_db()
    assert (game.state, game.rounds.count()) == ("running", 5)
    assert [match.done for match in tables(row)] == [False, False]


def test_the_rest_counts_as_it_stands_when_the_director_says_so() -> None:
    row = timing.start_clock(a_round("hand", entrants=6), None)
    one, two, three = tables(row)
    games = [begun(one, 3), begun(two, 0)]
    timing.give_minutes(one, None, 10)
    with refused("clock_not_ended"):
        timing.stop_rest(row, None)
    row = timing.end_clock(row, None)
    timing.stop_rest(row, None)
    assert [match.done for match in tables(row)] == [True, False, False]
    assert [Game.objects.get(pk=game.pk).state for game in games] == ["stopped", "running"]
    assert said(row.stage.tournament)[-1] == (
        "clock_stopped_rest",
        {"stage": 1, "round": 1, "tables": [1]},
    )
    assert three.done is False


def test_a_hand_with_two_versions_is_settled_before_its_game_stops() -> None:
    row = timing.start_clock(a_round("hand"), None)
    match = tables(row)[0]
    game = begun(match, 2)
    other = a_phone("the other side")
    publishing.open_game(match, 1, other.device)
    record_round(game, uuid.UUID(int=5), 2, {**PLAYED, "card_points": [35, 65]}, other.device)
    row = timing.end_clock(row, None)
    timing.stop_rest(row, None)
    assert Game.objects.get(pk=game.pk).state == "running"
    counts = Entry.objects.get(counts_as__game=game, number=2)
    choose_version(game, uuid.UUID(int=6), 2, counts.pk, other.device)
    assert (Game.objects.get(pk=game.pk).state, Match.objects.get(pk=match.pk).done) == (
        "stopped",
        True,
    )


def test_after_a_restart_everything_stands_as_it_did() -> None:
    row = passed(timing.start_clock(a_round(), None, minutes=45), 12)
    row = passed(timing.pause_clock(row, None), 3)
    row = passed(timing.resume_clock(row, None), 8)
    row = timing.call_last_hand(row, None)
    read = clock_of(SessionRound.objects.select_related("stage__tournament").get(pk=row.pk))
    assert read == clock_of(row)
    assert (state(read, timezone.now()), -(-(remaining(read, timezone.now()) or 0) // 60)) == (
        "last_hand",
        25,
    )


def test_the_server_s_own_thread_ends_it_and_outlives_what_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tichu_site.housekeeping.close_old_connections", lambda: None)
    row = passed(timing.start_clock(a_round("hand"), None), 51)
    clocks = Clocks()
    with monkeypatch.context() as broken:
        broken.setattr(timing, "end_due_rounds", lambda: 1 / 0)
        clocks.run_once()
        clocks.run_once()
    assert fresh(row).clock_ended_at is None
    clocks.run_once()
    assert fresh(row).clock_ended_at is not None
