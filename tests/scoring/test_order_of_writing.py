"""What orders history is the order of writing: a clock that jumps back an hour, or a day, moves
nothing.
"""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from scoring.games.actions.game_state import finish_early, stopped_for_time
from scoring.games.actions.late_entries import with_late_entries
from scoring.games.queries import history_of_round, open_rivals, table_of
from scoring.models import Entry, Game
from scoring.pages.late_entries import late_entries
from scoring.pages.sheet.history import happenings, reason_to_stop
from tests.scoring.tables import (
    PLAIN,
    SWEEP,
    Phone,
    choose,
    correct,
    pause,
    record_on,
    reopen,
    resume,
    undo,
    write,
)
from tests.scoring.tables import record as record_round

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
Clock = Callable[[int], None]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Set the clock to so many minutes after noon."""

    def set_to(minutes: int) -> None:
        monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(minutes=minutes))

    set_to(0)
    return set_to


def test_a_round_s_history_stands_as_it_was_written(game: Game, clock: Clock) -> None:
    write(game, PLAIN)
    for minutes, data in ((-60, SWEEP), (30, PLAIN), (-24 * 60, SWEEP)):
        clock(minutes)
        correct(game, 1, data)
    told = [(entry.kind, entry.data == SWEEP) for entry in history_of_round(game, 1)]
    assert [kind for kind, _swept in told] == ["round", "correction", "correction", "correction"]
    assert [entry.created_at.hour for entry in history_of_round(game, 1)] == [12, 11, 12, 12]
    assert history_of_round(game, 1)[-1].pk == table_of(game).entries[0].pk


def test_the_last_reason_to_stop_is_the_one_that_was_given_last(game: Game, clock: Clock) -> None:
    finish_early(game, game.device, "the first tram")
    clock(-60)
    reopen(game)
    finish_early(game, game.device, "the last tram")
    stopped = Game.objects.get(pk=game.pk)
    assert [each.event.action for each in happenings(game)] == [
        "finish_early",
        "reopen",
        "finish_early",
    ]
    assert reason_to_stop(stopped, happenings(stopped)) == "the last tram"
    Game.objects.filter(pk=game.pk).update(of_match=True)
    stopped.refresh_from_db()
    last = stopped_for_time(stopped)
    assert last is not None
    assert last.reason == "the last tram"


def test_versions_of_a_round_are_told_as_they_came(game: Game, clock: Clock, beat: Phone) -> None:
    write(game, PLAIN)
    first = record_on(beat, game, 1, SWEEP)
    clock(-90)
    second = record_on(beat, game, 1, {"out": [1, 0, 2, 3], "card_points": [0, 100]})
    assert [rival.pk for rival in open_rivals(game)] == [first.pk, second.pk]
    choose(game, 1, second)
    assert [entry.kind for entry in history_of_round(game, 1)] == [
        "round",
        "round",
        "round",
        "choice",
    ]


def test_late_entries_stand_as_their_phone_sent_them(game: Game, clock: Clock) -> None:
    write(game, PLAIN)
    sent = []
    for minutes, number, data in ((0, 2, PLAIN), (-60, 3, SWEEP), (-120, 3, PLAIN)):
        clock(minutes)
        sent.append(record_round(game, number, data).entry)
        Entry.objects.filter(pk=sent[-1].pk).update(outcome="late")
        game.rounds.filter(number=number).delete()
        Game.objects.filter(pk=game.pk).update(kept=None)
        if number == 3:
            continue
        # Written on: for the phone the round stands.
        game.rounds.create(number=number, entry=sent[-1])
    game.rounds.filter(number__gt=1).delete()
    Game.objects.filter(pk=game.pk).update(of_match=True)
    table = table_of(Game.objects.get(pk=game.pk))
    assert [late.entry.pk for late in late_entries(table)] == [entry.pk for entry in sent]
    assert [entry.pk for entry in with_late_entries(table).entries[1:]] == [
        sent[0].pk,
        sent[2].pk,
    ]


def test_pauses_and_rounds_stand_in_one_order(game: Game, clock: Clock) -> None:
    positions = []
    for minutes, do in enumerate(
        (pause, resume, lambda one: write(one, PLAIN), lambda one: undo(one, 1)), start=1
    ):
        clock(-minutes)
        do(game)
        positions.append(Game.objects.get(pk=game.pk).chain_length)
    assert positions == [1, 2, 3, 4]


def test_a_hand_right_behind_the_end_is_not_told_by_a_clock_that_was_put_back(
    game: Game, clock: Clock
) -> None:
    """How long ago the game ended nobody knows then: the hand is kept, and the director decides."""
    from scoring.games.actions.game_state import resume_if_just_stopped, stop_for_time

    for minutes, goes_on in ((0, True), (-60, False), (2, False)):
        clock(0)
        Game.objects.filter(pk=game.pk).update(state=Game.State.RUNNING)
        held = Game.objects.get(pk=game.pk)
        stop_for_time(held, "The time was over.")
        clock(minutes)
        resume_if_just_stopped(held)
        assert (held.state == Game.State.RUNNING) == goes_on, minutes


def test_ids_and_times_alike_leave_no_doubt(game: Game, clock: Clock) -> None:
    """All in one moment, with ids in any order: only the places say what came first."""
    entries = write(game, *[PLAIN] * 5)
    assert len({entry.created_at for entry in entries}) == 1
    assert [entry.pk for entry in Entry.objects.filter(game=game)] == [
        entry.pk for entry in entries
    ]
    assert isinstance(entries[0].pk, uuid.UUID)
