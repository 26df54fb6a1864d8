"""Which button works in which state of a game, and what state it leads to."""

import uuid

import pytest

from scoring.games.actions.deleting import start_again
from scoring.games.actions.game_state import finish_early, reopen_game
from scoring.games.actions.late_entries import accept_late, keep_late
from scoring.games.actions.setup_changes import Setup, put_right
from scoring.games.lifecycle import FOLLOWS, REFUSALS
from scoring.games.queries import table_of
from scoring.models import Game, GameEvent
from scoring.rules import Round, RuleSet
from tests.scoring.tables import (
    GRAND_SWEEP,
    PLAIN,
    agree,
    choose,
    correct,
    everything,
    finish,
    pause,
    phone_of,
    record,
    refused,
    reopen,
    resume,
    seat_from,
    state,
    stop,
    undo,
    write,
)
from tests.worlds import undone

pytestmark = pytest.mark.django_db

RUNNING, PAUSED, FINISHED, STOPPED = "running", "paused", "finished", "stopped"

INTO = {
    RUNNING: lambda game: write(game, PLAIN, PLAIN, PLAIN),
    PAUSED: lambda game: (write(game, PLAIN, PLAIN, PLAIN), pause(game)),
    FINISHED: finish,
    STOPPED: lambda game: (write(game, PLAIN, PLAIN, PLAIN), stop(game)),
}
OTHER = {**PLAIN, "card_points": [0, 100]}  # than what any of these games has in its first round
BUTTONS = {
    "record": lambda game: record(game, 4, PLAIN),
    "correct": lambda game: correct(game, 3, PLAIN),
    "undo": lambda game: undo(game, 3),
    "pause": pause,
    "resume": resume,
    "finish_early": stop,
    "reopen": reopen,
    "start_again": lambda game: start_again(game, game.device),
    "put_right": lambda game: put_right(
        game, game.device, Setup(RuleSet.of("nanking"), ["Eva", "", "", ""])
    ),
    "substitute": lambda game: seat_from(game, 4, "Elif", "", "", ""),
    "dispute": lambda game: record(game, 1, OTHER),
    "choose": lambda game: (record(game, 1, OTHER), choose(game, 1, table_of(game).entries[0])),
    "agree": lambda game: agree(game, 1, phone_of("Beat")),
    "late": lambda game: late(game, OTHER),
    "take_late": lambda game: accept_late(late(game, OTHER), uuid.uuid4(), phone_of("Beat").device),
}
# What each button leads to, state by state; a code where it is refused.
EXPECTED = {
    "record": {
        RUNNING: RUNNING,
        PAUSED: "game_paused",
        FINISHED: "game_over",
        STOPPED: "game_stopped",
    },
    "correct": {RUNNING: RUNNING, PAUSED: PAUSED, FINISHED: RUNNING, STOPPED: STOPPED},
    "undo": {RUNNING: RUNNING, PAUSED: PAUSED, FINISHED: RUNNING, STOPPED: "game_stopped"},
    "pause": {
        RUNNING: PAUSED,
        PAUSED: "game_paused",
        FINISHED: "game_over",
        STOPPED: "game_stopped",
    },
    "resume": {
        RUNNING: "game_running",
        PAUSED: RUNNING,
        FINISHED: "game_over",
        STOPPED: "game_stopped",
    },
    "finish_early": {
        RUNNING: STOPPED,
        PAUSED: STOPPED,
        FINISHED: "game_over",
        STOPPED: "game_stopped",
    },
    "reopen": {
        RUNNING: "game_running",
        PAUSED: "game_paused",
        FINISHED: "game_over",
        STOPPED: RUNNING,
    },
    "start_again": {
        RUNNING: STOPPED,
        PAUSED: STOPPED,
        FINISHED: "game_over",
        STOPPED: "game_stopped",
    },
    "put_right": {RUNNING: RUNNING, PAUSED: PAUSED, FINISHED: FINISHED, STOPPED: STOPPED},
    "substitute": {
        RUNNING: RUNNING,
        PAUSED: PAUSED,
        FINISHED: "game_over",
        STOPPED: "game_stopped",
    },
    "dispute": {RUNNING: RUNNING, PAUSED: PAUSED, FINISHED: RUNNING, STOPPED: STOPPED},
    "choose": {RUNNING: RUNNING, PAUSED: PAUSED, FINISHED: FINISHED, STOPPED: STOPPED},
    "agree": {RUNNING: RUNNING, PAUSED: PAUSED, FINISHED: FINISHED, STOPPED: STOPPED},
    "late": {RUNNING: RUNNING, PAUSED: PAUSED, FINISHED: FINISHED, STOPPED: STOPPED},
    "take_late": {RUNNING: RUNNING, PAUSED: PAUSED, FINISHED: RUNNING, STOPPED: STOPPED},
}


def late(game, data):
    """A version of the first round that comes when its game is locked."""
    device = phone_of("Carla").device
    now = Game.objects.get(pk=game.pk)
    return keep_late(now, uuid.uuid4(), 1, "round", device, played=Round.from_data(data)).entry


@pytest.mark.parametrize("before", INTO)
def test_every_button_in_every_state(game, before):
    INTO[before](game)
    assert state(game) == before
    for button, press in BUTTONS.items():
        expected = EXPECTED[button][before]
        with undone():
            if expected in REFUSALS:
                press(game)
                assert state(game) == expected, button
            else:
                with refused(game, (expected, "game")):
                    press(game)


def test_the_table_of_states_is_complete():
    assert set(EXPECTED) == set(BUTTONS) == set(FOLLOWS)
    assert set(INTO) == set(REFUSALS) == set(Game.State.values)
    assert all(set(row) <= set(Game.State.values) for row in FOLLOWS.values())


@pytest.mark.parametrize("after", [RUNNING, PAUSED, STOPPED])
def test_a_game_can_be_led_before_its_first_round(game, after):
    if after == PAUSED:
        pause(game)
        resume(game)
        pause(game)
    elif after == STOPPED:
        stop(game)
        reopen(game)
        stop(game)
    assert state(game) == after


def test_what_was_done_is_kept_with_who_did_it_and_why(game):
    beat = phone_of("Beat")
    pause(game)
    resume(game)
    finish_early(game, beat.device, "  The last\ttram  ")
    reopen_game(game, beat.device)
    told = [(event.action, event.reason, event.device) for event in GameEvent.objects.all()]
    assert told == [
        ("pause", "", game.device),
        ("resume", "", game.device),
        ("finish_early", "The last tram", beat.device),
        ("reopen", "", beat.device),
    ]


@pytest.mark.parametrize("reason", ["", "   ", "\n\t", "\u200b\u202e"])
def test_a_reason_may_stay_empty(game, reason):
    assert finish_early(game, game.device, reason).state == STOPPED
    assert GameEvent.objects.get().reason == ""


@pytest.mark.parametrize(
    ("reason", "code"), [("x" * 201, "too_long"), ("x" * 1_000_000, "too_long")]
)
def test_a_reason_that_is_too_long_is_refused(game, reason, code):
    with refused(game, (code, "reason")):
        finish_early(game, game.device, reason)


def test_a_reason_with_a_nul_is_refused(game):
    with refused(game, ("bad_character", "reason")):
        finish_early(game, game.device, "last\0tram")


@pytest.mark.parametrize("reason", ["🚋", "آخر ترام", "x" * 200])
def test_a_reason_may_be_in_any_script(game, reason):
    finish_early(game, game.device, reason)
    assert GameEvent.objects.get().reason == reason


def test_reopening_a_game_stopped_on_its_last_round_does_not_let_it_run_on(game):
    """It was finished early, then corrected so that the rules end it too."""
    write(game, GRAND_SWEEP, GRAND_SWEEP, PLAIN)
    stop(game)
    correct(game, 3, GRAND_SWEEP)
    reopen(game)
    with refused(game, ("game_over", "game")):
        record(game, 4)


def test_nothing_that_leads_a_game_touches_what_was_written(game):
    write(game, PLAIN, GRAND_SWEEP)
    kept = everything(game)
    for lead in (pause, resume, stop, reopen):
        lead(game)
    now = everything(game)
    assert (now["rounds"], now["entries"]) == (kept["rounds"], kept["entries"])
