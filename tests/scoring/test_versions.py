"""Two phones at one table: the same round from both, two versions of one, and the choice between
them.
"""

import uuid

import pytest

from scoring.games.actions.correcting import correct_round
from scoring.games.actions.versions import choose_version
from scoring.games.actions.writing import undo_round
from scoring.games.queries import (
    AGREED,
    SERVER,
    agreements_of,
    history_of_round,
    open_rivals,
    table_of,
)
from scoring.models import Entry, Game
from tests.scoring.tables import (
    GRAND_SWEEP,
    PLAIN,
    SWEEP,
    choose,
    correct,
    finish,
    pause,
    phone_of,
    places,
    record,
    record_on,
    refused,
    resume,
    state,
    stop,
    table,
    totals,
    undo,
    write,
)

pytestmark = pytest.mark.django_db

LEVEL = {**PLAIN, "card_points": [50, 50]}
DISPUTED = ("round_disputed", "number")


# The same round
# ----------------------------------------------------------------------------------------------


def test_the_same_round_from_a_second_phone_agrees_and_is_kept(game, beat):
    (first,) = write(game, PLAIN)
    spelled = {"card_points": [65, 35], "calls": {}, "out": ["0", "1", "2", "3"]}
    second = record_on(beat, game, 1, spelled)
    assert (second.outcome, second.about) == (Entry.Outcome.SAME, first)
    assert table_of(game).entries == [first]
    assert not open_rivals(game).exists()
    assert places(game) == [AGREED]


def test_the_same_round_twice_from_one_phone_agrees_to_nothing(game):
    """Two tabs, or a page that was restored: it is not another pair of eyes."""
    write(game, PLAIN)
    assert record(game, 1, PLAIN).entry.outcome == Entry.Outcome.SAME
    assert places(game) == [SERVER]


def test_a_third_phone_that_wrote_what_the_second_did_makes_no_third_version(game, beat):
    write(game, PLAIN)
    rival = record_on(beat, game, 1, SWEEP)
    third = record_on(phone_of("Carla"), game, 1, SWEEP)
    assert (third.outcome, third.about) == (Entry.Outcome.SAME, rival)
    assert list(open_rivals(game)) == [rival]


# Another round
# -----------------------------------------------------------------------------------------------


def test_another_round_for_the_same_place_is_kept_beside_it_and_changes_no_score(game, beat):
    first, _ = write(game, PLAIN, PLAIN)
    version = Game.objects.get().version
    rival = record_on(beat, game, 1, SWEEP)
    assert (rival.outcome, rival.about, rival.settled_by) == (Entry.Outcome.RIVAL, first, None)
    assert totals(game) == (130, 70)
    assert agreements_of(game).rivals == {1: [rival]}
    assert Game.objects.get().version == version + 1


def test_a_version_that_could_not_have_been_played_is_refused_with_its_mistakes(game, beat):
    write(game, PLAIN)
    with refused(game, ("points_sum", "card_points")):
        record_on(beat, game, 1, {**PLAIN, "card_points": [65, 30]})
    with refused(game, ("sides_changed", "sides")):
        record_on(beat, game, 1, SWEEP, sides=[[0, 1], [2, 3]])


def test_a_rival_sent_again_is_the_same_rival_and_its_id_stands_for_nothing_else(game, beat):
    write(game, PLAIN)
    sent = uuid.uuid4()
    rival = record_on(beat, game, 1, SWEEP, sent)
    assert record_on(beat, game, 1, SWEEP, sent) == rival
    assert open_rivals(game).count() == 1
    with refused(game, ("id_used", "id")):
        record_on(beat, game, 1, GRAND_SWEEP, sent)
    with refused(game, ("id_used", "id")):
        record_on(beat, game, 1, SWEEP, sent, sides=[[0, 1], [2, 3]])


@pytest.mark.parametrize("chosen", [0, 1, 2])
def test_of_three_versions_any_one_can_be_chosen_and_all_stay(game, beat, chosen):
    versions = [
        *write(game, PLAIN),
        record_on(beat, game, 1, SWEEP),
        record_on(phone_of("Carla"), game, 1, LEVEL),
    ]
    choice = choose(game, 1, versions[chosen])
    assert totals(game) == [(65, 35), (200, 0), (50, 50)][chosen]
    assert table_of(game).entries == [choice.entry] == choice.table.entries
    assert (choice.entry.kind, choice.entry.about, choice.entry.replaces) == (
        "choice",
        versions[chosen],
        versions[0],
    )
    assert not open_rivals(game).exists()
    assert history_of_round(game, 1) == [*versions, choice.entry]
    assert [entry.data for entry in history_of_round(game, 1)[:3]] == [PLAIN, SWEEP, LEVEL]


def test_a_choice_sent_again_is_the_same_and_another_one_comes_too_late(game, beat):
    (first,) = write(game, PLAIN)
    rival, sent = record_on(beat, game, 1, SWEEP), uuid.uuid4()
    choose(game, 1, rival, sent)
    assert choose(game, 1, rival, sent).repeated
    with refused(game, ("nothing_to_choose", "number")):
        choose(game, 1, first)
    with refused(game, ("id_used", "id")):
        choose(game, 1, first, sent)


def test_a_version_that_came_after_the_person_looked_is_not_closed_unseen(game, beat):
    write(game, PLAIN)
    rival = record_on(beat, game, 1, SWEEP)
    record_on(phone_of("Carla"), game, 1, LEVEL)
    with refused(game, ("round_changed", "number")):
        choose_version(game, uuid.uuid4(), 1, rival.pk, beat.device, versions=2)
    choose_version(game, uuid.uuid4(), 1, rival.pk, beat.device, versions=3)
    assert totals(game) == (200, 0)


def test_a_version_that_is_gone_or_of_another_round_cannot_be_chosen(game, beat):
    first, other = write(game, PLAIN, PLAIN)
    rival = record_on(beat, game, 1, SWEEP)
    record_on(phone_of("Carla"), game, 1, LEVEL)
    undo_round(game, uuid.uuid4(), 1, beat.device, taken=rival.pk)
    for gone in (rival, other, Entry(pk=uuid.uuid4())):
        with refused(game, ("round_changed", "number")):
            choose(game, 1, gone)
    choose(game, 1, first)


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_where_there_is_one_version_there_is_nothing_to_choose(game, number):
    first, _ = write(game, PLAIN, PLAIN)
    with refused(game, ("nothing_to_choose", "number")):
        choose(game, number, first)


def test_a_round_that_was_sent_very_often_can_still_be_chosen_for(game, beat, monkeypatch):
    """Or else its game could never be finished."""
    write(game, PLAIN)
    rival = record_on(beat, game, 1, SWEEP)
    mine = record_on(phone_of("Carla"), game, 1, LEVEL)
    monkeypatch.setattr("scoring.games.actions.entries.MOST_ENTRIES", 3)
    with refused(game, ("too_many_entries", "number")):
        record_on(phone_of("Dino"), game, 1, GRAND_SWEEP)
    undo_round(game, uuid.uuid4(), 1, mine.device, taken=mine.pk)
    choose(game, 1, rival)
    stop(game)


# What waits for the choice
# -----------------------------------------------------------------------------------


def test_while_a_round_is_disputed_it_is_neither_corrected_nor_undone_and_the_game_is_not_finished(
    game, beat
):
    (first,) = write(game, PLAIN)
    record_on(beat, game, 1, SWEEP)
    with refused(game, DISPUTED):
        stop(game)
    with refused(game, DISPUTED):
        correct(game, 1, LEVEL)
    with refused(game, DISPUTED):
        undo(game, 1)
    pause(game)
    with refused(game, DISPUTED):
        stop(game)
    choose(game, 1, first)
    stop(game)
    assert state(game) == Game.State.STOPPED


def test_the_table_plays_on_while_an_earlier_round_is_disputed(game, beat):
    write(game, PLAIN)
    rival = record_on(beat, game, 1, SWEEP)
    write(game, PLAIN, LEVEL)
    correct(game, 2, LEVEL)
    undo(game, 3)
    choose(game, 1, rival)
    assert totals(game) == (250, 50)


def test_a_game_that_the_rules_would_end_runs_until_one_is_chosen_and_is_finished_then(game, beat):
    write(game, PLAIN, GRAND_SWEEP)
    kept, rival = table_of(game).entries[0], record_on(beat, game, 1, LEVEL)
    write(game, GRAND_SWEEP, GRAND_SWEEP)
    assert table_of(game).result.finished
    assert state(game) == Game.State.RUNNING
    with refused(game, DISPUTED):
        record(game, 5, PLAIN)
    choose(game, 1, kept)
    assert state(game) == Game.State.FINISHED
    assert rival.data == LEVEL


def test_a_choice_that_takes_the_end_away_lets_the_game_go_on(game, beat):
    write(game, GRAND_SWEEP, GRAND_SWEEP)
    rival = record_on(beat, game, 2, PLAIN)
    write(game, GRAND_SWEEP)
    choose(game, 2, rival)
    assert state(game) == Game.State.RUNNING
    assert totals(game) == (865, 35)


def test_a_rival_that_comes_after_the_end_opens_the_game_again(game, beat):
    finish(game)
    rival = record_on(beat, game, 3, PLAIN)
    assert state(game) == Game.State.RUNNING
    choose(game, 3, rival)
    assert state(game) == Game.State.RUNNING
    write(game, GRAND_SWEEP)
    assert state(game) == Game.State.FINISHED


def test_taking_back_the_rival_that_came_after_the_end_ends_the_game_again(game, beat):
    finish(game)
    rival = record_on(beat, game, 3, PLAIN)
    undo_round(game, uuid.uuid4(), 3, beat.device, taken=rival.pk)
    assert state(game) == Game.State.FINISHED


def test_going_on_after_a_pause_does_not_end_a_game_of_which_a_round_is_disputed(game, beat):
    finish(game)
    rival = record_on(beat, game, 3, PLAIN)
    pause(game)
    resume(game)
    assert state(game) == Game.State.RUNNING
    pause(game)
    choose(game, 3, rival)
    assert state(game) == Game.State.PAUSED


# Other sides
# -------------------------------------------------------------------------------------------------


def test_a_rival_of_people_who_believed_in_another_king_is_chosen_in_order():
    """Carla's phone heard that Beat was out first and is King, Anna's that Anna was: other people
    played the second.
    """
    anna, carla = phone_of("Anna"), phone_of("Carla")
    game = table(anna, "wu_wang")
    write(game, {"out": [0, 1, 2, 3], "card_points": [50, 50]})
    by_anna = table_of(game).position.sides
    king_beat = record_on(carla, game, 1, {"out": [1, 0, 2, 3], "card_points": [50, 50]})
    (second,) = write(game, {"out": [0, 1, 2, 3], "card_points": [100, 0]})
    by_carla = ((1, 3), (0, 2))
    assert by_anna != by_carla
    rival = record_on(
        carla, game, 2, {"out": [1, 0, 2, 3], "card_points": [0, 100]}, sides=by_carla
    )
    assert (rival.outcome, rival.sides) == (Entry.Outcome.RIVAL, by_carla)
    with refused(game, ("sides_changed", "sides")):
        choose(game, 2, rival)
    with refused(game, ("later_rounds_break", "number")):
        choose(game, 1, king_beat)
    # The second round as Anna has it goes first; then Carla's first, and her second anew.
    choose(game, 2, second)
    undo(game, 2)
    choose(game, 1, king_beat)
    assert table_of(game).position.sides == by_carla
    again = record_on(carla, game, 2, rival.data, sides=by_carla)
    assert again.outcome == Entry.Outcome.COUNTED


def test_sides_that_no_game_could_have_are_refused():
    other = table(phone_of("Anna"), "wu_wang")
    write(
        other,
        {"out": [0, 1, 2, 3], "card_points": [50, 50]},
        {"out": [0, 1, 2, 3], "card_points": [50, 50]},
    )
    for sides in (
        [[0, 1], [2, 3]],
        [[3, 0], [1, 2]],
        [[0, 0], [1, 2]],
        [],
        [[0, 1, 2, 3]],
        [[9, 3], [0, 1]],
    ):
        with refused(other, ("sides_changed", "sides")):
            record_on(phone_of("Beat"), other, 2, PLAIN, sides=sides)


def test_what_a_choice_has_replaced_is_not_corrected_any_more(game, beat):
    """A correction and a choice of the same entry would be two truths."""
    (first,) = write(game, PLAIN)
    choose(game, 1, record_on(beat, game, 1, SWEEP))
    with refused(game, ("round_changed", "number")):
        correct_round(game, uuid.uuid4(), 1, LEVEL, beat.device, replaces=first.pk)
