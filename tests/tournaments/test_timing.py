"""The clock of a session round as the director keeps it, and what comes of tables that play when the time is over."""

import datetime
import uuid
from typing import Any

import pytest
from django.utils import timezone

from scoring.actions import choose_version, correct_round, finish_early, record_round, undo_round
from scoring.models import Entry, Game, GameEvent
from tests.tournaments import desks
from tests.tournaments.racing import PLAYED, a_phone, game_at, hands
from tests.tournaments.refusing import refused
from tests.worlds import built_once
from tournaments import channels
from tournaments.actions import agreeing, changing, judging, publishing, settling, timing
from tournaments.clock import Clock, clock_of, remaining, state
from tournaments.match.figures import fingerprint
from tournaments.models import LogLine, Match, SessionRound, Tournament

pytestmark = pytest.mark.django_db

TEN_HANDS = {"target_score": None, "round_limit": 10}
OTHER = {**PLAYED, "card_points": [35, 65]}
MINUTE = datetime.timedelta(minutes=1)


def made(entrants: int, minutes: int | None, **stage: Any) -> SessionRound:
    return desks.draw(desks.a_tournament(entrants=entrants, minutes=minutes, rules=TEN_HANDS, **stage))


two_tables = built_once(lambda: made(4, 50), autouse=True)


def a_round(unfinished: str = "hand", *, entrants: int = 4, minutes: int | None = 50, **stage: Any) -> SessionRound:
    """A published session round of pairs, two tables of ten hands each, whose stage has so many minutes."""
    usual = (entrants, minutes, stage) == (4, 50, {})
    row = SessionRound.objects.earliest("pk") if usual else made(entrants, minutes, **stage)
    Tournament.objects.update(unfinished=unfinished)
    return fresh(row)


def fresh(row: SessionRound) -> SessionRound:
    return SessionRound.objects.select_related("stage__tournament").get(pk=row.pk)


def matches(row: SessionRound) -> list[Match]:
    found = Match.objects.filter(session_round=row).select_related("session_round__stage__tournament")
    return list(found.order_by("number"))


def begun(match: Match, written: int, number: int = 1) -> Game:
    """A game of the match with so many hands written."""
    game = game_at(match, a_phone(f"table {match.number}"), number)
    hands(game, written)
    game.refresh_from_db()
    return game


def passed(row: SessionRound, minutes: int) -> SessionRound:
    """The session round as if so many minutes more had passed."""
    row = fresh(row)
    for name in ("clock_started_at", "clock_paused_at", "clock_ended_at", "last_hand_at"):
        if moment := getattr(row, name):
            setattr(row, name, moment - minutes * MINUTE)
    row.save()
    return row


def left(row: SessionRound) -> int:
    """Minutes left on the clock, the one that has begun counting whole."""
    seconds = remaining(clock_of(fresh(row)), timezone.now())
    assert seconds is not None
    return -(-seconds // 60)


def late_hand(game: Game, number: int) -> Entry:
    """The hand with this number, from the phone of the table, after its time."""
    return record_round(game, uuid.uuid4(), number, PLAYED, desks.table_phone()).entry


def hands_of(match: Match) -> set[int]:
    """How many hands count for those at the table."""
    return {line["hands"] for line in (match.result or {}).values()}


def said(tournament: Tournament) -> list[tuple[str, Any]]:
    """The lines of the log about the clock."""
    about = ("clock", "last_hand", "extra")
    rows = LogLine.objects.filter(tournament=tournament).order_by("pk")
    return [(line.action, line.params) for line in rows if line.action.startswith(about)]


# The clock ----------------------------------------------------------------------------------------------------------


def test_a_clock_starts_with_the_minutes_of_its_stage() -> None:
    row = timing.start_clock(a_round(), None)
    assert (row.minutes, left(row), state(clock_of(fresh(row)), timezone.now())) == (50, 50, "running")
    assert said(row.stage.tournament) == [("clock_started", {"stage": 1, "round": 1, "minutes": 50, "when": ""})]


def test_starting_twice_changes_nothing() -> None:
    row = timing.start_clock(a_round(), None)
    again = timing.start_clock(row, None, minutes=30)
    assert (again.clock_started_at, again.minutes) == (row.clock_started_at, 50)
    assert len(said(row.stage.tournament)) == 1


def test_typed_minutes_come_before_those_of_the_stage() -> None:
    assert timing.start_clock(a_round(), None, minutes=40).minutes == 40


def test_without_minutes_a_clock_is_not_started() -> None:
    row = a_round(minutes=None)
    with refused("clock_minutes"):
        timing.start_clock(row, None)
    with refused("clock_minutes"):
        timing.start_clock(row, None, minutes=601)


def test_a_start_can_be_planned_and_planned_anew() -> None:
    row = a_round()
    later = timezone.now() + 10 * MINUTE
    row = timing.start_clock(row, None, at=later)
    assert (row.clock_started_at, state(clock_of(fresh(row)), timezone.now())) == (later, "not_started")
    with refused("clock_not_started"):
        timing.pause_clock(row, None)
    row = timing.start_clock(row, None)
    assert state(clock_of(fresh(row)), timezone.now()) == "running"
    assert [action for action, _ in said(row.stage.tournament)] == ["clock_started", "clock_started"]


def test_a_draft_and_a_closed_round_have_no_clock() -> None:
    draft = desks.draw(desks.a_tournament(entrants=4), publish=False)
    with refused("round_draft"):
        timing.start_clock(draft, None, minutes=50)
    row = a_round()
    desks.play_round(row)
    with refused("round_closed"):
        timing.start_clock(row, None)


def test_a_pause_pushes_the_end_back_by_as_long_as_it_was() -> None:
    row = passed(timing.start_clock(a_round(), None), 10)
    row = timing.pause_clock(row, None)
    row = passed(timing.pause_clock(row, None), 7)  # pressed twice
    assert state(clock_of(row), timezone.now()) == "paused"
    row = timing.go_on_clock(timing.go_on_clock(row, None), None)
    assert (row.clock_paused_at, row.clock_paused_seconds, left(row)) == (None, 420, 40)
    assert [action for action, _ in said(row.stage.tournament)] == ["clock_started", "clock_paused", "clock_went_on"]


def test_minutes_can_be_changed_before_and_while_the_clock_runs() -> None:
    row = timing.set_minutes(a_round(), None, 45)
    row = timing.start_clock(row, None)
    assert left(row) == 45
    timing.set_minutes(row, None, 60)
    timing.set_minutes(row, None, 60)
    assert left(row) == 60
    with refused("clock_minutes"):
        timing.set_minutes(row, None, 0)
    assert [params.get("minutes") for _, params in said(row.stage.tournament)] == [45, 45, 60]


def test_the_last_hand_is_called_once_and_every_table_follows() -> None:
    row = a_round()
    with refused("clock_not_started"):
        timing.call_last_hand(row, None)
    row = timing.start_clock(row, None)
    before = {match.pk: match.version for match in matches(row)}
    hall = row.stage.tournament.hall_version
    row = timing.call_last_hand(timing.call_last_hand(row, None), None)
    assert state(clock_of(fresh(row)), timezone.now()) == "last_hand"
    assert {match.pk: match.version for match in matches(row)} == {pk: version + 1 for pk, version in before.items()}
    tournament = Tournament.objects.get(pk=row.stage.tournament_id)
    assert tournament.hall_version > hall
    assert channels.versions_of([channels.hall_of(tournament.pk)]) == {
        channels.hall_of(tournament.pk): tournament.hall_version
    }


def test_a_clock_ended_too_early_goes_on_with_what_was_left() -> None:
    row = passed(timing.start_clock(a_round(), None), 20)
    row = passed(timing.end_clock(row, None), 5)
    with refused("clock_ended"):
        timing.pause_clock(row, None)
    row = timing.go_on_clock(row, None)
    assert (row.clock_ended_at, left(row)) == (None, 30)


def test_a_clock_that_is_ended_in_a_pause_keeps_what_was_left() -> None:
    row = passed(timing.start_clock(a_round(), None), 20)
    row = passed(timing.pause_clock(row, None), 5)
    row = timing.end_clock(row, None)
    assert (row.clock_paused_at, row.clock_paused_seconds) == (None, 300)
    assert timing.end_clock(row, None).clock_ended_at == row.clock_ended_at


def test_a_round_that_becomes_a_draft_again_has_no_clock_and_no_extra_minutes() -> None:
    row = timing.start_clock(a_round(), None, minutes=40)
    timing.give_minutes(matches(row)[0], None, 5)
    timing.call_last_hand(row, None)
    draft = fresh(changing.unpublish_round(row, None, "too early"))
    assert clock_of(draft) == Clock(minutes=40, last_hand_minutes=5)
    assert [match.extra_minutes for match in matches(draft)] == [0, 0]


# Extra minutes ------------------------------------------------------------------------------------------------------


def test_extra_minutes_of_a_table_add_up_and_can_be_taken_back() -> None:
    row = timing.start_clock(a_round(), None)
    match = matches(row)[0]
    timing.give_minutes(match, None, 5, "a spilled glass")
    timing.give_minutes(match, None, 5)
    match = timing.give_minutes(match, None, -3)
    assert match.extra_minutes == 7
    assert Match.objects.get(pk=match.pk).version > match.version - 3
    lines = LogLine.objects.filter(action="extra_minutes").order_by("pk")
    assert [(line.params["table"], line.params["minutes"], line.reason) for line in lines] == [
        *((1, 5, "a spilled glass"), (1, 5, ""), (1, -3, "")),
    ]


@pytest.mark.parametrize("minutes", [0, -1, 121])
def test_no_table_has_less_time_than_the_clock_or_half_the_night_more(minutes: int) -> None:
    match = matches(a_round())[0]
    with refused("extra_minutes"):
        timing.give_minutes(match, None, minutes)


# The end, by the rule chosen beforehand -----------------------------------------------------------------------------


def test_by_the_hand_nothing_stops_before_the_hand_that_is_played_is_written() -> None:
    row = timing.start_clock(a_round("hand"), None)
    one, two = matches(row)
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
    assert GameEvent.objects.get(game=game, action="finish_early").reason == "The time of the round was over."


def test_before_the_director_ends_it_no_time_stops_a_table() -> None:
    row = passed(timing.start_clock(a_round("hand"), None), 90)
    game = begun(matches(row)[0], 3)
    assert game.state == "running"


def test_a_phone_that_was_without_a_network_still_brings_all_its_hands() -> None:
    row = timing.start_clock(a_round("hand"), None)
    game = begun(matches(row)[0], 2)
    timing.end_clock(row, None)
    hands(game, 4)  # right behind each other: they were played before
    game.refresh_from_db()
    assert (game.state, game.rounds.count()) == ("stopped", 6)
    assert Match.objects.get(games__game=game).done is True


def test_after_a_while_further_hands_of_a_stopped_table_wait_for_the_director() -> None:
    row = timing.start_clock(a_round("hand"), None)
    game = begun(matches(row)[0], 2)
    match = Match.objects.get(games__game=game)
    timing.end_clock(row, None)
    hands(game, 1)
    GameEvent.objects.filter(game=game).update(created_at=timezone.now() - MINUTE)
    first, second = late_hand(game, 4), late_hand(game, 5)
    match.refresh_from_db()
    assert (game.rounds.count(), match.agreement, hands_of(match)) == (3, "waiting", {3})
    assert [entry.outcome for entry in settling.late_entries(match)] == ["late", "late"]
    with refused("results_missing"):
        publishing.close_round(row, None)
    judging.rule_match(matches(row)[1], None, {"kind": "half"}, "never came")
    with refused("results_disputed"):
        publishing.close_round(row, None)
    settling.take_late(first, None, "played in time")
    settling.take_late(second, None, "played in time")
    match.refresh_from_db()
    assert (game.rounds.count(), match.agreement, match.agreed_how, hands_of(match)) == (5, "agreed", "desk", {5})
    assert publishing.close_round(row, None).state == "closed"


def test_all_that_an_offline_phone_did_after_the_end_waits_in_its_order_and_what_counted_is_corrected() -> None:
    row = timing.start_clock(a_round("now"), None)
    game = begun(matches(row)[0], 3)
    timing.end_clock(row, None)
    third = Entry.objects.get(counts_as__game=game, number=3)
    undo_round(game, uuid.uuid4(), 3, desks.table_phone(), taken=third.pk)
    again = late_hand(game, 3)  # the same cards once more: not the hand that was taken back
    correct_round(game, uuid.uuid4(), 3, OTHER, desks.table_phone(), replaces=again.pk)
    late_hand(game, 4)
    match = Match.objects.get(games__game=game)
    late = list(settling.late_entries(match))
    assert [(one.number, one.kind) for one in late] == [
        *((3, "undo"), (3, "round"), (3, "correction"), (4, "round")),
    ]
    second = Entry.objects.get(counts_as__game=game, number=2)
    correct_round(game, uuid.uuid4(), 2, OTHER, desks.table_phone(), replaces=second.pk)
    assert Entry.objects.get(counts_as__game=game, number=2).data["card_points"] == [35, 65]
    for entry in late:
        settling.take_late(entry, None, "played in time")
    counted = [entry.data["card_points"] for entry in Entry.objects.filter(counts_as__game=game).order_by("number")]
    assert counted == [[65, 35], [35, 65], [35, 65], [65, 35]]


def test_a_game_that_its_table_ended_takes_no_hand_and_keeps_none() -> None:
    row = timing.start_clock(a_round("now"), None)
    game = begun(matches(row)[0], 3)
    finish_early(game, desks.table_phone(), "last tram")
    with refused("game_stopped"):
        hands(game, 1)
    assert not Entry.objects.filter(outcome="late").exists()


def test_a_table_with_more_time_plays_on_until_that_is_over() -> None:
    row = timing.start_clock(a_round("hand"), None)
    one, two = matches(row)
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
    game = begun(matches(row)[0], 2)
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
    one, two = matches(row)
    first = begun(one, 10)  # between two games when the time ends
    second = begun(two, 4)
    assert first.state == "finished"
    timing.end_clock(row, None)
    one.refresh_from_db()
    assert (one.done, one.games.count()) == (True, 1)
    hands(second, 1)
    two.refresh_from_db()
    assert (two.done, two.games.count()) == (True, 1)


@pytest.mark.parametrize("rule", ["hand", "now"])
def test_an_end_taken_back_gives_a_best_of_three_all_its_games_and_its_tables_play_on(rule: str) -> None:
    row = timing.start_clock(a_round(rule, best_of=3), None)
    one, two = matches(row)
    first, second = begun(one, 10), begun(two, 4)  # one of them between two games
    row = timing.end_clock(row, None)
    if rule == "hand":
        hands(second, 1)
    assert [match.games.count() for match in (one, two)] == [1, 1]
    row = timing.go_on_clock(row, None)
    shape = [(game.number, game.sides, game.hands) for game in one.games.all()]
    assert shape == [(number, one.games.first().sides, None) for number in (1, 2, 3)]  # type: ignore[union-attr]
    assert [Game.objects.get(pk=game.pk).state for game in (first, second)] == ["finished", "running"]
    assert [(match.done, match.agreement) for match in matches(row)] == [(False, "open"), (False, "open")]
    hands(second, 1)
    assert begun(one, 1, 2).state == "running"


def test_an_end_taken_back_leaves_what_was_agreed_to_or_decided_since() -> None:
    row = timing.start_clock(a_round("now", entrants=6, best_of=3), None)
    games = [begun(match, 4) for match in matches(row)]
    timing.end_clock(row, None)
    one, two, _three = matches(row)
    agreeing.agree(one, 1, fingerprint(one), how="other")
    judging.rule_match(two, None, {"kind": "half"}, "a quarrel")
    timing.go_on_clock(row, None)
    assert [Game.objects.get(pk=game.pk).state for game in games] == ["stopped", "stopped", "running"]
    assert [(match.games.count(), match.done) for match in matches(row)] == [(1, True), (1, True), (3, False)]


def test_an_end_taken_back_leaves_a_game_that_its_table_ended() -> None:
    row = timing.start_clock(a_round("now"), None)
    game = begun(matches(row)[0], 4)
    finish_early(game, desks.table_phone(), "last tram")
    timing.go_on_clock(timing.end_clock(row, None), None)
    assert (Game.objects.get(pk=game.pk).state, matches(row)[0].done) == ("stopped", True)


def test_where_tables_are_trusted_an_end_taken_back_lets_them_play_on_too() -> None:
    row = timing.start_clock(a_round("now"), None)
    Tournament.objects.update(agreement="trust")
    row = fresh(row)
    game = begun(matches(row)[0], 4)
    row = timing.end_clock(row, None)
    assert matches(row)[0].agreement == "agreed"
    timing.go_on_clock(row, None)
    assert (Game.objects.get(pk=game.pk).state, matches(row)[0].agreement) == ("running", "open")


@pytest.mark.parametrize(("people", "games", "hands"), [(4, 3, None), (5, 5, 3)])
def test_an_end_taken_back_gives_an_evening_of_four_its_changing_pairs_again(
    people: int, games: int, hands: int | None
) -> None:
    rules, fives = {"target_score": None, "round_limit": 4}, {"odd": "fives", "rounds": 10}
    tournament = desks.a_tournament("league_evening", people, rules=rules, format_settings=fives)
    Tournament.objects.update(unfinished="now")
    row = timing.start_clock(desks.draw(tournament), None, minutes=50)
    match = matches(row)[0]
    before = list(match.games.values_list("number", "sides", "hands"))
    assert [(number, length) for number, _, length in before] == [(nth, hands) for nth in range(1, games + 1)]
    assert len({str(sides) for _, sides, _ in before}) == games
    begun(match, 2)
    row = timing.end_clock(row, None)
    assert (match.games.count(), matches(row)[0].done) == (1, True)
    timing.go_on_clock(row, None)
    assert list(match.games.values_list("number", "sides", "hands")) == before
    assert matches(row)[0].done is False


def test_now_stops_every_game_as_it_stands_but_where_there_is_more_time_or_no_hand() -> None:
    row = timing.start_clock(a_round("now", entrants=6), None)
    one, two, three = matches(row)
    games = [begun(one, 3), begun(two, 3), begun(three, 0)]
    timing.give_minutes(two, None, 10)
    row = timing.end_clock(row, None)
    assert [Game.objects.get(pk=game.pk).state for game in games] == ["stopped", "running", "running"]
    assert [match.done for match in matches(row)] == [True, False, False]
    assert said(row.stage.tournament)[-1] == ("clock_ended", {"stage": 1, "round": 1, "tables": [1]})
    hands(games[0], 1)  # it was not written when the time ended
    assert (games[0].rounds.count(), settling.late_entries(one).count()) == (3, 1)
    hands(games[2], 1)
    assert Match.objects.get(pk=three.pk).done is True


@pytest.mark.parametrize("rule", ["plays_on", "ruling"])
def test_where_tables_play_on_or_the_director_decides_nothing_stops(rule: str) -> None:
    row = timing.start_clock(a_round(rule), None)
    game = begun(matches(row)[0], 3)
    row = timing.end_clock(row, None)
    hands(game, 2)
    game.refresh_from_db()
    assert (game.state, game.rounds.count()) == ("running", 5)
    assert [match.done for match in matches(row)] == [False, False]


def test_the_rest_counts_as_it_stands_when_the_director_says_so() -> None:
    row = timing.start_clock(a_round("hand", entrants=6), None)
    one, two, three = matches(row)
    games = [begun(one, 3), begun(two, 0)]
    timing.give_minutes(one, None, 10)
    with refused("clock_not_ended"):
        timing.stop_rest(row, None)
    row = timing.end_clock(row, None)
    timing.stop_rest(row, None)
    assert [match.done for match in matches(row)] == [True, False, False]
    assert [Game.objects.get(pk=game.pk).state for game in games] == ["stopped", "running"]
    assert said(row.stage.tournament)[-1] == ("clock_stopped_rest", {"stage": 1, "round": 1, "tables": [1]})
    assert three.done is False


def test_a_hand_with_two_versions_is_settled_before_its_game_stops() -> None:
    row = timing.start_clock(a_round("hand"), None)
    match = matches(row)[0]
    game = begun(match, 2)
    other = a_phone("the other side")
    publishing.open_game(match, 1, other.device)
    record_round(game, uuid.UUID(int=5), 2, {**PLAYED, "card_points": [35, 65]}, other.device)
    row = timing.end_clock(row, None)
    timing.stop_rest(row, None)
    assert Game.objects.get(pk=game.pk).state == "running"
    counts = Entry.objects.get(counts_as__game=game, number=2)
    choose_version(game, uuid.UUID(int=6), 2, counts.pk, other.device)
    assert (Game.objects.get(pk=game.pk).state, Match.objects.get(pk=match.pk).done) == ("stopped", True)


def test_after_a_restart_everything_stands_as_it_did() -> None:
    row = passed(timing.start_clock(a_round(), None, minutes=45), 12)
    row = passed(timing.pause_clock(row, None), 3)
    row = passed(timing.go_on_clock(row, None), 8)
    row = timing.call_last_hand(row, None)
    read = clock_of(SessionRound.objects.select_related("stage__tournament").get(pk=row.pk))
    assert read == clock_of(row)
    assert (state(read, timezone.now()), -(-(remaining(read, timezone.now()) or 0) // 60)) == ("last_hand", 25)
