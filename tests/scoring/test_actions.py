"""Writing rounds and taking them back: what is taken in, and what is refused."""

import pytest

from scoring.games.actions import common
from scoring.games.queries import history_of_round, table_of
from scoring.models import Entry, Game, Round
from scoring.rules import RuleError
from tests.scoring.tables import (
    GRAND_SWEEP,
    PLAIN,
    ROUNDS,
    SWEEP,
    correct,
    everything,
    finish,
    pause,
    phone_of,
    record,
    refused,
    state,
    stop,
    table,
    totals,
    unchanged,
    undo,
    write,
)

pytestmark = pytest.mark.django_db


# A round is taken in
# ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "recording"), ROUNDS)
def test_a_round_of_every_game_at_every_depth_is_kept_as_it_was_seen(variant, recording):
    anna = phone_of("Anna")
    game = table(anna, variant, **({"recording": recording} if recording != "full" else {}))
    recorded = record(game, 1, ROUNDS[variant, recording])
    assert not recorded.repeated
    assert Entry.objects.get().data == ROUNDS[variant, recording]
    assert Round.objects.get().entry == recorded.entry
    assert recorded.entry.device == anna.device
    assert recorded.table.position == table_of(game).position
    assert recorded.table.position.number == 2


def test_rounds_add_up_and_the_last_one_ends_the_game(game):
    write(game, GRAND_SWEEP, GRAND_SWEEP, PLAIN)
    assert totals(game) == (865, 35)
    assert state(game) == Game.State.RUNNING
    recorded = record(game, 4, SWEEP)
    assert recorded.table.result.winners == (0,)
    assert recorded.table.game.state == Game.State.FINISHED == state(game)


def test_a_round_that_no_order_explains_is_refused_and_one_that_stands_is_still_read():
    game = table(phone_of("Anna"), recording="points")
    impossible = {"calls": {"0": "tichu", "2": "tichu"}, "sweep": 0}
    with refused(game, ("sweep_mismatch", "made")):
        record(game, 1, impossible)
    record(game, 1, {"calls": {"0": "tichu"}, "sweep": 0})
    with refused(game, ("sweep_mismatch", "made")):
        correct(game, 1, impossible)
    Entry.objects.update(data=impossible)  # written before this was refused
    assert totals(game) == (0, 0)
    record(game, 2, {"card_points": [60, 40]})
    assert totals(game) == (60, 40)


def test_everything_written_makes_a_new_version_for_those_who_look_on(game):
    versions = [Game.objects.get().version]
    for write_something in (
        lambda: record(game, 1),
        lambda: record(game, 2),
        lambda: undo(game, 2),
    ):
        write_something()
        versions.append(Game.objects.get().version)
    assert versions == sorted(set(versions))


# Refused
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [-1, 0, 3, 9])
def test_a_round_that_does_not_come_next_is_refused(game, number):
    write(game, PLAIN)
    with refused(game, ("round_out_of_turn", "number")):
        record(game, number)


@pytest.mark.parametrize(
    ("then", "code"), [(pause, "game_paused"), (stop, "game_stopped"), (finish, "game_over")]
)
def test_a_game_that_does_not_run_takes_no_round(game, then, code):
    then(game)
    with refused(game, (code, "game")):
        record(game, len(table_of(game).entries) + 1)


def test_a_round_against_the_rules_is_refused_with_all_its_mistakes(game):
    before = everything(game)
    with pytest.raises(RuleError) as caught:
        record(game, 1, {"out": [0, 0, 7], "calls": {"1": "maybe"}, "card_points": [63, 35]})
    found = {mistake.code for mistake in caught.value.mistakes}
    assert found >= {"duplicate_out", "unknown_player", "unknown_call", "points_step", "points_sum"}
    assert everything(game) == before


@pytest.mark.parametrize(
    "write_something",
    [
        lambda game: record(game, 2),
        lambda game: undo(game, 1),
        lambda game: correct(game, 1, SWEEP),
        pause,
    ],
)
def test_what_breaks_down_half_way_leaves_nothing_behind(game, monkeypatch, write_something):
    """The last thing that every action writes is the state of the game."""
    write(game, PLAIN)

    def broken(*arguments, **more):
        raise OSError("The disk is full.")

    monkeypatch.setattr(common, "update", broken)
    with unchanged(game), pytest.raises(OSError, match="disk"):
        write_something(game)


# Undo
# --------------------------------------------------------------------------------------------------


def test_undo_takes_back_the_last_round_and_keeps_it_in_the_history(game):
    kept, gone = write(game, PLAIN, SWEEP)
    undone = undo(game, 2)
    assert table_of(game).entries == [kept] == undone.table.entries
    assert (undone.entry.kind, undone.entry.replaces) == (Entry.Kind.UNDO, gone)
    assert history_of_round(game, 2) == [gone, undone.entry]
    assert undone.table.position.number == 2


@pytest.mark.parametrize("number", [-1, 0, 1, 3])
def test_only_the_last_round_can_be_undone(game, number):
    write(game, PLAIN, SWEEP)
    with refused(game, ("round_not_last", "number")):
        undo(game, number)


@pytest.mark.parametrize("number", [0, 1])
def test_before_the_first_round_there_is_nothing_to_undo(game, number):
    with refused(game, ("round_not_last", "number")):
        undo(game, number)


def test_a_double_tap_on_undo_takes_back_one_round(game):
    write(game, PLAIN, SWEEP)
    undo(game, 2)
    with refused(game, ("round_not_last", "number")):
        undo(game, 2)
    assert len(table_of(game).entries) == 1


def test_undo_makes_a_finished_game_run_again(game):
    finish(game)
    undo(game, 3)
    assert state(game) == Game.State.RUNNING
    write(game, PLAIN)
    assert totals(game) == (865, 35)


def test_undo_leaves_a_paused_game_paused_and_a_stopped_one_alone(game):
    write(game, PLAIN, PLAIN)
    pause(game)
    undo(game, 2)
    assert state(game) == Game.State.PAUSED
    stop(game)
    with refused(game, ("game_stopped", "game")):
        undo(game, 1)


def test_a_round_can_be_taken_back_and_written_again_and_again(game):
    for points in (0, 50, 100):
        write(game, {**PLAIN, "card_points": [points, 100 - points]})
        undo(game, 1)
    write(game, PLAIN)
    assert len(history_of_round(game, 1)) == 7
    assert totals(game) == (65, 35)
