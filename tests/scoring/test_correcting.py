"""Correcting a round: another entry takes its place,
and what would break later rounds is refused.
"""

import uuid

import pytest

from scoring.games.queries import history_of_round, table_of
from scoring.models import Entry, Game, Round
from tests.scoring.tables import (
    ANNA,
    BEAT,
    CARLA,
    GRAND_SWEEP,
    PLAIN,
    SWEEP,
    correct,
    finish,
    pause,
    phone_of,
    record,
    refused,
    reopen,
    resume,
    state,
    stop,
    table,
    totals,
    undo,
    write,
)

pytestmark = pytest.mark.django_db

MINISTER = 3
BREAKS = ("later_rounds_break", "number")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_first_a_middle_and_the_last_round_can_be_corrected(game, number):
    before = write(game, PLAIN, PLAIN, PLAIN)
    corrected = correct(game, number, SWEEP)
    now = table_of(game)
    assert now.entries == [*before[: number - 1], corrected.entry, *before[number:]]
    assert now.result == corrected.table.result
    assert totals(game) == (330, 70)
    assert list(Round.objects.values_list("number", flat=True)) == [1, 2, 3]


def test_what_stood_before_stays_in_the_history(game):
    (first,) = write(game, PLAIN)
    second = correct(game, 1, SWEEP).entry
    third = correct(game, 1, GRAND_SWEEP).entry
    assert history_of_round(game, 1) == [first, second, third]
    assert [entry.replaces for entry in (first, second, third)] == [None, first, second]
    assert [entry.kind for entry in (first, second, third)] == ["round", "correction", "correction"]
    assert [entry.data for entry in history_of_round(game, 1)] == [PLAIN, SWEEP, GRAND_SWEEP]


def test_the_second_of_two_corrections_of_the_same_entry_is_refused(game):
    (seen_by_both,) = write(game, PLAIN)
    correct(game, 1, SWEEP, replaces=seen_by_both.pk)
    with refused(game, ("round_changed", "number")):
        correct(game, 1, GRAND_SWEEP, replaces=seen_by_both.pk)
    correct(game, 1, GRAND_SWEEP)
    assert totals(game) == (400, 0)


def test_a_correction_of_an_entry_that_never_counted_there_is_refused(game):
    first, _second = write(game, PLAIN, PLAIN)
    with refused(game, ("round_changed", "number")):
        correct(game, 2, SWEEP, replaces=first.pk)
    with refused(game, ("round_changed", "number")):
        correct(game, 2, SWEEP, replaces=uuid.uuid4())


@pytest.mark.parametrize("number", [-1, 0, 3, 9999])
def test_a_round_that_is_not_there_cannot_be_corrected(game, number):
    write(game, PLAIN, PLAIN)
    with refused(game, ("round_unknown", "number")):
        correct(game, number, SWEEP, replaces=uuid.uuid4())


def test_a_correction_against_the_rules_is_refused_for_its_own_mistakes(game):
    write(game, PLAIN, PLAIN)
    with refused(game, ("points_sum", "card_points")):
        correct(game, 1, {**PLAIN, "card_points": [65, 40]})
    with refused(game, ("order_incomplete", "out"), ("points_missing", "card_points")):
        correct(game, 1, {"out": [ANNA, BEAT]})


def test_a_round_taken_back_can_be_written_anew_and_then_corrected(game):
    (old,) = write(game, PLAIN)
    undo(game, 1)
    with refused(game, ("round_unknown", "number")):
        correct(game, 1, SWEEP, replaces=old.pk)
    write(game, PLAIN)
    with refused(game, ("round_changed", "number")):
        correct(game, 1, SWEEP, replaces=old.pk)
    correct(game, 1, SWEEP)
    assert totals(game) == (200, 0)


# What later rounds rest on
# ----------------------------------------------------------------------------------


def test_a_correction_that_would_have_ended_the_game_earlier_is_refused(game):
    write(game, GRAND_SWEEP, GRAND_SWEEP, PLAIN, PLAIN)
    with refused(game, BREAKS):
        correct(game, 3, SWEEP)
    undo(game, 4)
    correct(game, 3, SWEEP)
    assert state(game) == Game.State.FINISHED


def test_the_refusal_says_from_which_round_on_to_undo(game):
    write(game, GRAND_SWEEP, PLAIN, PLAIN, PLAIN)
    correct(game, 2, GRAND_SWEEP)
    with pytest.raises(
        Exception, match=r"would make round 4 impossible.* undo the rounds from 4 on"
    ):
        correct(game, 3, GRAND_SWEEP)


def wu_wang() -> Game:
    """Anna is King, Beat of the second round, and still of the third,
    since the Minister was first.
    """
    game = table(phone_of("Anna"), "wu_wang")
    beat_first, minister_first = [BEAT, ANNA, CARLA], [MINISTER, ANNA, CARLA]
    write(
        game,
        {"out": beat_first, "card_points": [50, 50]},
        {"out": minister_first, "card_points": [80, 20]},
        {"out": minister_first, "card_points": [80, 20]},
    )
    return game


@pytest.mark.parametrize(("number", "first"), [(1, CARLA), (1, MINISTER), (2, ANNA)])
def test_a_correction_that_would_have_made_somebody_else_king_is_refused(number, first):
    """The card points of the later rounds belong to other people then."""
    game = wu_wang()
    others = [seat for seat in (MINISTER, CARLA, ANNA, BEAT) if seat != first]
    with refused(game, BREAKS):
        correct(game, number, {"out": [first, *others], "card_points": [50, 50]})


def test_a_king_may_be_corrected_where_the_next_king_stays_the_same():
    game = wu_wang()
    correct(game, 1, {"out": [BEAT, CARLA], "calls": {"1": "grand"}})
    correct(game, 2, {"out": [BEAT, ANNA, MINISTER], "card_points": [80, 20]})
    assert table_of(game).position.king == BEAT
    assert totals(game) == (0 + 20 + 20, 400 + 80 + 80, 400 + 20 + 20, 0 + 80 + 80)


def test_the_last_round_may_be_corrected_to_another_king():
    game = wu_wang()
    correct(game, 3, {"out": [CARLA, ANNA]})
    assert table_of(game).position.king == CARLA


def test_the_new_king_may_not_have_called_grand_later():
    """Anna called Grand in round two as one of the others:
    with her as King that round would break.
    """
    game = table(phone_of("Anna"), "wu_wang")
    write(
        game,
        {"out": [BEAT, ANNA, CARLA], "card_points": [50, 50]},
        {"out": [ANNA, BEAT, CARLA], "calls": {"0": "grand"}, "card_points": [50, 50]},
    )
    with refused(game, BREAKS):
        correct(game, 1, {"out": [ANNA, BEAT, CARLA], "card_points": [50, 50]})


def test_an_order_of_ranks_can_be_corrected_in_the_middle():
    game = table(phone_of("Anna"), "grand_seigneur")
    write(game, {"out": [0, 1, 2, 3, 4]}, {"out": [0, 1, 2, 3, 4]})
    correct(game, 1, {"out": [5, 4, 3, 2, 1]})
    assert table_of(game).result.rounds[0].next.seating == (5, 4, 3, 2, 1, 0)
    assert table_of(game).position.seating == (0, 1, 2, 3, 4, 5)


# The state of the game
# --------------------------------------------------------------------------------------


def test_a_correction_can_end_the_game_and_make_it_run_again(game):
    write(game, GRAND_SWEEP, GRAND_SWEEP, PLAIN)
    correct(game, 3, GRAND_SWEEP)
    assert state(game) == Game.State.FINISHED
    corrected = correct(game, 3, PLAIN)
    assert corrected.table.game.state == state(game) == Game.State.RUNNING
    record(game, 4, PLAIN)


def test_a_correction_of_an_earlier_round_can_make_a_finished_game_run_again(game):
    finish(game)
    correct(game, 1, PLAIN)
    assert state(game) == Game.State.RUNNING


def test_a_pause_outlasts_a_correction_that_ends_the_game_and_going_on_then_ends_it(game):
    write(game, GRAND_SWEEP, GRAND_SWEEP, PLAIN)
    pause(game)
    correct(game, 3, GRAND_SWEEP)
    assert state(game) == Game.State.PAUSED
    resume(game)
    assert state(game) == Game.State.FINISHED


def test_a_game_finished_early_stays_so_when_corrected_and_reopening_asks_the_rules(game):
    write(game, GRAND_SWEEP, GRAND_SWEEP, PLAIN)
    stop(game)
    correct(game, 3, GRAND_SWEEP)
    assert state(game) == Game.State.STOPPED
    reopen(game)
    assert state(game) == Game.State.FINISHED


def test_a_correction_bears_the_phone_it_came_from(game):
    (entry,) = write(game, PLAIN)
    corrected = correct(game, 1, SWEEP)
    assert Entry.objects.get(pk=corrected.entry.pk).device == game.device == entry.device
