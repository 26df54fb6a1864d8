"""The clock of a session round as the director keeps it."""

import pytest
from django.utils import timezone

from tests.tournaments import desks
from tests.tournaments.clocked import (
    MINUTE,
    a_round,
    fresh,
    left,
    made,
    passed,
    said,
)
from tests.tournaments.desks import tables
from tests.tournaments.refusing import refused
from tests.worlds import built_once
from tournaments import channels
from tournaments.actions import draft_changes, publishing, timing
from tournaments.clock import Clock, clock_of, state
from tournaments.models import LogLine, Match, Tournament

pytestmark = pytest.mark.django_db

two_tables = built_once(lambda: made(4, 50), autouse=True)


# The clock
# --------------------------------------------------------------------------------------------------


def test_a_clock_starts_with_the_minutes_of_its_stage() -> None:
    row = timing.start_clock(a_round(), None)
    assert (row.minutes, left(row), state(clock_of(fresh(row)), timezone.now())) == (
        50,
        50,
        "running",
    )
    assert said(row.stage.tournament) == [
        ("clock_started", {"stage": 1, "round": 1, "minutes": 50, "when": ""})
    ]


def test_starting_twice_changes_nothing() -> None:
    row = timing.start_clock(a_round(), None)
    again = timing.start_clock(row, None, minutes=30)
    assert (again.clock_started_at, again.minutes) == (row.clock_started_at, 50)
    assert len(said(row.stage.tournament)) == 1


def test_typed_minutes_come_before_those_of_the_stage() -> None:
    assert timing.start_clock(a_round(), None, minutes=40).minutes == 40


def test_what_is_left_is_set_added_to_and_taken_away_for_all_tables() -> None:
    row = passed(timing.start_clock(a_round(), None), 20)
    assert left(timing.add_minutes(row, None, 5)) == 35
    assert left(timing.add_minutes(row, None, -1)) == 34
    row = timing.set_left(row, None, 12)
    assert (left(row), row.minutes) == (12, 32)
    row = passed(timing.pause_clock(row, None), 3)
    assert left(timing.set_left(row, None, 20)) == 20
    row = timing.set_left(row, None, 1)
    with refused("clock_minutes"):
        timing.add_minutes(row, None, -1)
    with refused("clock_minutes"):
        timing.set_left(row, None, 0)
    assert left(row) == 1


def test_before_the_start_minutes_are_added_to_those_of_the_round_and_nothing_is_left_to_set() -> (
    None
):
    row = timing.add_minutes(a_round(), None, 5)
    assert (row.minutes, row.stage.minutes, fresh(row).stage.minutes) == (55, 50, 50)
    with refused("clock_not_started"):
        timing.set_left(row, None, 10)


def test_a_clock_that_ran_out_unended_counts_more_minutes_from_now() -> None:
    row = passed(timing.start_clock(a_round("plays_on"), None), 57)
    assert left(timing.add_minutes(row, None, 5)) == 5


def test_the_next_round_has_the_minutes_of_the_set_up_whatever_this_one_was_given() -> None:
    row = timing.start_clock(a_round(), None, minutes=40)
    timing.set_minutes(row, None, 45)
    for match in tables(row):
        desks.play_match(match)
    publishing.close_round(row, None)
    following = desks.draw(row.stage.tournament, 2)
    assert clock_of(following).minutes == 50
    assert timing.start_clock(following, None).minutes == 50


def test_where_the_set_up_gives_no_minutes_the_first_that_are_typed_are_the_next_rounds_too() -> (
    None
):
    row = made(4, None)
    timing.start_clock(row, None, minutes=40)
    timing.add_minutes(row, None, 5)
    for match in tables(row):
        desks.play_match(match)
    publishing.close_round(row, None)
    following = desks.draw(row.stage.tournament, 2)
    assert clock_of(following).minutes == 40


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
    assert (row.clock_started_at, state(clock_of(fresh(row)), timezone.now())) == (
        later,
        "not_started",
    )
    with refused("clock_not_started"):
        timing.pause_clock(row, None)
    row = timing.start_clock(row, None)
    assert state(clock_of(fresh(row)), timezone.now()) == "running"
    assert [action for action, _ in said(row.stage.tournament)] == [
        "clock_started",
        "clock_started",
    ]


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
    row = timing.resume_clock(timing.resume_clock(row, None), None)
    assert (row.clock_paused_at, row.clock_paused_seconds, left(row)) == (None, 420, 40)
    assert [action for action, _ in said(row.stage.tournament)] == [
        "clock_started",
        "clock_paused",
        "clock_went_on",
    ]


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
    before = {match.pk: match.version for match in tables(row)}
    hall = row.stage.tournament.hall_version
    row = timing.call_last_hand(timing.call_last_hand(row, None), None)
    assert state(clock_of(fresh(row)), timezone.now()) == "last_hand"
    assert {match.pk: match.version for match in tables(row)} == {
        pk: version + 1 for pk, version in before.items()
    }
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
    row = timing.resume_clock(row, None)
    assert (row.clock_ended_at, left(row)) == (None, 30)


def test_a_clock_that_is_ended_in_a_pause_keeps_what_was_left() -> None:
    row = passed(timing.start_clock(a_round(), None), 20)
    row = passed(timing.pause_clock(row, None), 5)
    row = timing.end_clock(row, None)
    assert (row.clock_paused_at, row.clock_paused_seconds) == (None, 300)
    assert timing.end_clock(row, None).clock_ended_at == row.clock_ended_at


def test_a_round_that_becomes_a_draft_again_has_no_clock_and_no_extra_minutes() -> None:
    row = timing.start_clock(a_round(), None, minutes=40)
    timing.give_minutes(tables(row)[0], None, 5)
    timing.call_last_hand(row, None)
    draft = fresh(draft_changes.unpublish_round(row, None, "too early"))
    assert clock_of(draft) == Clock(minutes=40, last_hand_minutes=5)
    assert [match.extra_minutes for match in tables(draft)] == [0, 0]


# Extra minutes
# --------------------------------------------------------------------------------------------------


def test_extra_minutes_of_a_table_add_up_and_can_be_taken_back() -> None:
    row = timing.start_clock(a_round(), None)
    match = tables(row)[0]
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
    match = tables(a_round())[0]
    with refused("extra_minutes"):
        timing.give_minutes(match, None, minutes)
