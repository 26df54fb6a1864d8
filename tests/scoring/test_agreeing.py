"""What other phones do with a round: take their version back, agree, have seen it."""

import uuid

import pytest

from scoring.games.actions.versions import agree_to, mark_seen
from scoring.games.actions.writing import undo_round
from scoring.games.queries import AGREED, SEEN, SERVER, open_rivals, table_of
from scoring.models import Entry, Game, Round
from tests.scoring.tables import (
    PLAIN,
    SWEEP,
    agree,
    choose,
    correct,
    phone_of,
    places,
    record_on,
    refused,
    write,
)

pytestmark = pytest.mark.django_db


# Taking back
# -------------------------------------------------------------------------------------------------


def test_a_phone_takes_back_its_own_version_and_the_other_one_stands(game, beat):
    (first,) = write(game, PLAIN)
    rival = record_on(beat, game, 1, SWEEP)
    sent = uuid.uuid4()
    undone = undo_round(game, sent, 1, beat.device, taken=rival.pk).entry
    assert (undone.replaces, undone.about) == (rival, rival)
    assert undo_round(game, sent, 1, beat.device, taken=rival.pk).repeated
    assert table_of(game).entries == [first]
    assert not open_rivals(game).exists()
    with refused(game, ("id_used", "id")):
        undo_round(game, sent, 1, beat.device, taken=first.pk)


def test_an_undo_that_names_its_entry_takes_back_that_one_or_nothing(game, beat):
    first, second = write(game, PLAIN, PLAIN)
    for other in (first.pk, uuid.uuid4()):
        with refused(game, ("round_changed", "number")):
            undo_round(game, uuid.uuid4(), 2, beat.device, taken=other)
    undo_round(game, uuid.uuid4(), 2, beat.device, taken=second.pk)
    assert table_of(game).entries == [first]
    with refused(game, ("round_not_last", "number")):
        undo_round(game, uuid.uuid4(), 2, beat.device, taken=second.pk)


def test_an_undo_on_the_phone_that_wrote_the_same_round_takes_back_the_round(game, beat):
    write(game, PLAIN)
    same = record_on(beat, game, 1, PLAIN)
    undo_round(game, uuid.uuid4(), 1, beat.device, taken=same.pk)
    assert table_of(game).entries == []


# Agreeing
# --------------------------------------------------------------------------------------------------


def test_another_phone_agrees_to_a_round_as_it_stands(game, beat):
    (first,) = write(game, PLAIN)
    sent = uuid.uuid4()
    agreed = agree(game, 1, beat, sent).entry
    assert (agreed.kind, agreed.about, agreed.data) == ("agreement", first, {})
    assert table_of(game).entries == [first]
    assert places(game) == [AGREED]
    assert agree(game, 1, beat, sent).repeated
    assert Entry.objects.count() == 2


def test_the_phone_that_wrote_a_round_does_not_agree_to_it(game, anna):
    write(game, PLAIN)
    with refused(game, ("own_round", "about")):
        agree(game, 1, anna)
    assert places(game) == [SERVER]


def test_nobody_agrees_to_what_does_not_count_any_more(game, beat):
    (first,) = write(game, PLAIN)
    correct(game, 1, SWEEP)
    with refused(game, ("round_changed", "number")):
        agree_to(game, uuid.uuid4(), 1, first.pk, beat.device)
    with refused(game, ("round_changed", "number")):
        agree_to(game, uuid.uuid4(), 2, first.pk, beat.device)


def test_a_correction_has_to_be_agreed_to_anew(game, beat):
    write(game, PLAIN)
    agree(game, 1, beat)
    correct(game, 1, SWEEP)
    assert places(game) == [SERVER]
    agree(game, 1, beat)
    assert places(game) == [AGREED]


@pytest.mark.parametrize(("chooser", "place"), [("Anna", AGREED), ("Beat", SERVER)])
def test_choosing_the_version_of_another_phone_agrees_to_it(game, beat, chooser, place):
    write(game, PLAIN)
    rival = record_on(beat, game, 1, SWEEP)
    phone = beat if chooser == "Beat" else phone_of("Anna")
    game.device = phone.device  # whom `choose` takes for the chooser
    choose(game, 1, rival)
    assert places(game) == [place]


# Having seen
# -------------------------------------------------------------------------------------------------


def test_a_round_is_seen_when_another_phone_shows_it(game, beat, anna):
    write(game, PLAIN)
    version = Game.objects.get().version
    assert not mark_seen(game, version, anna.device)
    assert places(game) == [SERVER]
    assert mark_seen(game, version, beat.device)
    assert places(game) == [SEEN]
    # The page that reports the version after learns nothing new, and so does the game.
    assert Game.objects.get().version == version + 1
    assert not mark_seen(game, version + 1, beat.device)
    assert not mark_seen(game, version + 1, None)


def test_a_page_that_shows_an_older_version_has_seen_nothing_new(game, beat):
    write(game, PLAIN)
    old = Game.objects.get().version
    write(game, PLAIN)
    for version in (0, old, old + 2):
        assert not mark_seen(game, version, beat.device)
    assert places(game) == [SERVER, SERVER]
    assert mark_seen(game, old + 1, None)  # a screen on the wall has no phone
    assert places(game) == [SEEN, SEEN]


def test_a_phone_sees_the_rounds_of_others_and_not_its_own(game, beat, anna):
    write(game, PLAIN)
    record_on(beat, game, 2, PLAIN)
    assert mark_seen(game, Game.objects.get().version, beat.device)
    assert places(game) == [SEEN, SERVER]
    assert mark_seen(game, Game.objects.get().version, anna.device)
    assert places(game) == [SEEN, SEEN]


def test_a_corrected_round_has_to_be_seen_anew(game, beat):
    write(game, PLAIN)
    mark_seen(game, Game.objects.get().version, beat.device)
    correct(game, 1, SWEEP)
    assert places(game) == [SERVER]
    assert Round.objects.get().seen_at is None


def test_a_choice_has_to_be_seen_anew(game, beat):
    write(game, PLAIN)
    mark_seen(game, Game.objects.get().version, beat.device)
    choose(game, 1, record_on(beat, game, 1, SWEEP))
    assert Round.objects.get().seen_at is None
