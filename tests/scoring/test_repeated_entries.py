"""The same entry sent twice, and an id that stands for something else."""

import uuid

import pytest

from scoring.games.actions.writing import record_round
from scoring.games.queries import table_of
from tests.scoring.tables import (
    GRAND_SWEEP,
    PLAIN,
    SWEEP,
    correct,
    everything,
    finish,
    pause,
    phone_of,
    record,
    refused,
    reopen,
    state,
    stop,
    table,
    undo,
    write,
)

pytestmark = pytest.mark.django_db


# The same entry once more
# -----------------------------------------------------------------------------------


def test_the_same_entry_again_is_the_same_row_and_writes_nothing(game):
    sent = uuid.uuid4()
    first = record(game, 1, entry_id=sent)
    before = everything(game)
    again = record(game, 1, entry_id=sent)
    assert (again.repeated, again.entry) == (True, first.entry)
    assert again.table.result == first.table.result
    assert everything(game) == before


def test_the_same_entry_from_another_phone_still_bears_the_first_one(game):
    """What a phone could not send, its neighbour may send from a copy of the page."""
    sent = uuid.uuid4()
    record(game, 1, entry_id=sent)
    before = everything(game)
    assert record_round(game, sent, 1, PLAIN, phone_of("Beat").device).repeated
    assert everything(game) == before


def test_the_same_round_spelled_otherwise_is_the_same_entry(game):
    """JSON knows no order of keys, and what says nothing need not be said."""
    sent = uuid.uuid4()
    record(game, 1, {"out": [0, 1, 2, 3], "card_points": [65, 35]}, entry_id=sent)
    spelled = {"card_points": [65, 35], "calls": {}, "sweep": None, "out": ["0", "1", "2", "3"]}
    assert record(game, 1, spelled, entry_id=sent).repeated


def go_on(game):
    write(game, SWEEP)


def put_right(game):
    correct(game, 1, SWEEP)


def take_back(game):
    undo(game, 1)


def take_back_and_write_anew(game):
    undo(game, 1)
    write(game, SWEEP)


def stop_and_reopen(game):
    stop(game)
    reopen(game)


SINCE = [
    go_on,
    finish,
    pause,
    stop,
    stop_and_reopen,
    put_right,
    take_back,
    take_back_and_write_anew,
]


@pytest.mark.parametrize("since", SINCE)
def test_an_entry_sent_again_is_harmless_whatever_has_happened_since(game, since):
    """The answer bears the entry of the first time and the table of today; nothing is written
    twice.
    """
    sent = uuid.uuid4()
    first = record(game, 1, entry_id=sent)
    since(game)
    before = everything(game)
    again = record(game, 1, entry_id=sent)
    assert (again.repeated, again.entry) == (True, first.entry)
    assert again.table.entries == table_of(game).entries
    assert again.table.game.state == state(game)
    assert everything(game) == before


@pytest.mark.parametrize("since", SINCE)
def test_a_correction_sent_again_is_harmless_whatever_has_happened_since(game, since):
    seen, sent = record(game, 1).entry.pk, uuid.uuid4()
    first = correct(game, 1, GRAND_SWEEP, entry_id=sent)
    since(game)
    before = everything(game)
    again = correct(game, 1, GRAND_SWEEP, entry_id=sent, replaces=seen)
    assert (again.repeated, again.entry) == (True, first.entry)
    assert again.table.entries == table_of(game).entries
    assert everything(game) == before


def test_an_undo_sent_again_takes_back_nothing_more(game):
    write(game, PLAIN, SWEEP)
    sent = uuid.uuid4()
    undo(game, 2, sent)
    before = everything(game)
    again = undo(game, 2, sent)
    assert again.repeated
    assert len(again.table.entries) == 1
    assert everything(game) == before
    write(game, GRAND_SWEEP)
    assert len(undo(game, 2, sent).table.entries) == 2


# An id that stands for something else
# -----------------------------------------------------------------------

USED = ("id_used", "id")


def test_an_id_with_another_content_is_refused(game):
    sent = uuid.uuid4()
    record(game, 1, PLAIN, sent)
    with refused(game, USED):
        record(game, 1, {**PLAIN, "card_points": [60, 40]}, sent)


def test_an_id_for_another_round_is_refused(game):
    sent = uuid.uuid4()
    record(game, 1, PLAIN, sent)
    with refused(game, USED):
        record(game, 2, PLAIN, sent)


def test_an_id_of_another_game_is_refused_in_this_one(game):
    sent, other = uuid.uuid4(), table(phone_of("Beat"))
    record(other, 1, PLAIN, sent)
    before = everything(other)
    with refused(game, USED):
        record(game, 1, PLAIN, sent)
    assert everything(other) == before


def test_an_id_of_a_round_is_refused_for_an_undo_and_for_a_correction(game):
    sent = uuid.uuid4()
    record(game, 1, PLAIN, sent)
    with refused(game, USED):
        undo(game, 1, sent)
    with refused(game, USED):
        correct(game, 1, PLAIN, entry_id=sent)


def test_an_id_of_an_undo_is_refused_for_a_round_and_for_the_undo_of_another(game):
    write(game, PLAIN, PLAIN)
    sent = uuid.uuid4()
    undo(game, 2, sent)
    with refused(game, USED):
        record(game, 2, PLAIN, sent)
    with refused(game, USED):
        undo(game, 1, sent)


def test_an_id_of_a_round_taken_back_cannot_be_used_for_another_round(game):
    sent = uuid.uuid4()
    record(game, 1, PLAIN, sent)
    undo(game, 1)
    with refused(game, USED):
        record(game, 1, SWEEP, sent)


def test_an_id_of_a_correction_cannot_be_used_for_another_correction(game):
    sent = uuid.uuid4()
    write(game, PLAIN, PLAIN)
    correct(game, 1, SWEEP, entry_id=sent)
    with refused(game, USED):
        correct(game, 2, SWEEP, entry_id=sent)
    with refused(game, USED):
        correct(game, 1, GRAND_SWEEP, entry_id=sent)
