"""A round's history: every entry that was ever sent for it, and which one counts."""

import uuid
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.actions.correcting import correct_round
from scoring.games.actions.game_state import pause_game
from scoring.games.actions.versions import agree_to, choose_version
from scoring.games.actions.writing import record_round, undo_round
from scoring.models import Entry, Game, GameEvent
from scoring.rules import Round
from tests.scoring.games import TWO_ROUNDS, a_client, a_device, a_game, words, write

pytestmark = pytest.mark.django_db

THIRTY = Round(out=(0, 1, 2, 3), card_points=(30, 70))


def correct(game: Game, number: int, played: Round, key: str = "beat's phone") -> None:
    old = game.rounds.get(number=number).entry_id
    device = a_device(key, "Android phone")
    correct_round(game, uuid.uuid4(), number, played.to_data(), device, replaces=old)


def test_a_corrected_round_shows_both_entries_with_device_and_which_counts() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    correct(game, 1, THIRTY)
    page = words(a_client(), "round_history", game.pk, 1)
    written, corrected = page.split("Written")[1].split("Corrected")
    assert f"iPhone {game.device.code} (this phone)" in written
    assert "Out: Anna, Dino, Carla, Beat Anna: Tichu ✓ made Cards: 65 : 35" in written
    assert "counts" not in written
    assert str(a_device("beat's phone")) in corrected
    assert "this phone" not in corrected
    assert "✓ counts" in corrected
    assert "Out: Anna, Beat, Carla, Dino Cards: 30 : 70" in corrected


def test_a_round_taken_back_keeps_its_history_and_nothing_counts() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    undo_round(game, uuid.uuid4(), 2, game.device)
    page = words(a_client(), "round_history", game.pk, 2)
    assert "Double victory: Beat & Dino" in page
    assert "Undone" in page
    assert "counts" not in page
    assert "Correct this round" not in page


def test_a_round_written_again_after_it_was_taken_back_counts() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    undo_round(game, uuid.uuid4(), 2, game.device)
    write(game, [THIRTY])
    page = words(a_client(), "round_history", game.pk, 2)
    assert (
        page.index("Double victory")
        < page.index("Undone")
        < page.index("✓ counts")
        < page.index("30 : 70")
    )


def test_an_entry_that_would_not_fit_its_place_any_more_is_told_as_it_was_sent() -> None:
    """Beat was King then. With Carla as King, as a correction says now, her Grand Tichu could not
    be.
    """
    game = a_game("wu_wang", rounds=[Round(out=(1, 0, 2, 3), card_points=(50, 50))])
    write(game, [Round(out=(0, 3, 1, 2), calls={2: "grand"}, card_points=(40, 60))])
    undo_round(game, uuid.uuid4(), 2, game.device)
    correct(game, 1, Round(out=(2, 0, 1, 3), card_points=(50, 50)))
    page = words(a_client(), "round_history", game.pk, 2)
    assert (
        "Out: Anna, the Minister, Beat, Carla Carla: Grand Tichu ✗ failed Cards: Beat & the "
        "Minister 40 : 60" in page
    )


def send_from(key: str, game: Game, number: int, played: Round) -> Entry:
    """The same place once more, from another phone."""
    return record_round(
        game, uuid.uuid4(), number, played.to_data(), a_device(key, "Android phone")
    ).entry


def test_two_versions_of_a_round_are_told_with_what_became_of_them() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    rival = send_from("beat's phone", game, 1, THIRTY)
    page = words(a_client(), "round_history", game.pk, 1)
    assert "✓ counts" in page.split("Another version")[0]
    assert "? to be chosen" in page
    assert (
        "Cards: 30 : 70 Another version of the same round. It does not change the score "
        "until you choose." in page
    )
    choose_version(game, uuid.uuid4(), 1, rival.pk, game.device)
    page = words(a_client(), "round_history", game.pk, 1)
    assert "to be chosen" not in page
    other, chosen = page.split("Another version of the same round, until one was chosen.")
    assert "counts" not in other
    assert "Chosen ✓ counts" in chosen
    assert f"{game.device} (this phone)" in chosen
    assert "Cards: 30 : 70 This one was chosen from the earlier versions." in chosen


def test_a_version_taken_back_is_told_as_such() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    rival = send_from("beat's phone", game, 2, THIRTY)
    undo_round(game, uuid.uuid4(), 2, a_device("beat's phone"), taken=rival.pk)
    page = words(a_client(), "round_history", game.pk, 2)
    assert "Another version of the same round. It was undone." in page
    assert "Undone" in page
    assert "The other version was undone on the phone that entered it." in page
    assert "The previous round with this number was undone" not in page


def test_the_same_round_and_an_agreement_are_told_without_a_round_of_their_own() -> None:
    game = a_game(rounds=[THIRTY])
    send_from("beat's phone", game, 1, THIRTY)
    counting = game.rounds.get().entry
    agree_to(game, uuid.uuid4(), 1, counting.pk, a_device("carla's phone"))
    page = words(a_client(), "round_history", game.pk, 1)
    assert page.count("Cards: 30 : 70") == page.count("✓ counts") == 1
    _, agreed = page.split("This phone entered the same round as the other one.")
    assert "Agreed" in agreed
    assert "This phone agreed to the round as it was then." in agreed
    assert "Out:" not in agreed
    page = a_client().get(reverse("round_history", args=[game.pk, 1])).content.decode()
    assert page.count('<ul class="story">') == 1  # not an empty one for each of the others


@pytest.mark.usefixtures("in_zurich")
def test_times_are_shown_where_people_are_and_kept_in_universal_time() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    Entry.objects.filter(game=game).update(created_at=datetime(2026, 7, 4, 20, 30, tzinfo=UTC))
    page = a_client().get(reverse("round_history", args=[game.pk, 1])).content.decode()
    assert '<time datetime="2026-07-04T20:30:00+00:00">4 July 2026, 22:30</time>' in page


def test_an_entry_of_a_phone_that_is_gone_is_still_told() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    Entry.objects.filter(game=game).update(device=None)
    assert "an unknown phone" in words(a_client(), "round_history", game.pk, 1)


@pytest.mark.usefixtures("in_zurich")
def test_what_else_happened_is_told_with_time_and_phone() -> None:
    game = a_game()
    phone = a_device("beat's phone", "Android phone")
    pause_game(game, phone)
    GameEvent.objects.update(created_at=datetime(2026, 1, 4, 20, 30, tzinfo=UTC))
    page = words(a_client(), "game", game.pk)
    assert f"What else happened Paused 4 January 2026, 21:30 · {phone}" in page


@pytest.mark.parametrize("number", [0, 3, 99, 10**30])
def test_a_number_without_a_round_is_not_found(number: int) -> None:
    game = a_game(rounds=TWO_ROUNDS)
    assert a_client().get(reverse("round_history", args=[game.pk, number])).status_code == 404


def test_a_stranger_finds_no_history() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    for client in (Client(), a_client("a stranger's phone")):
        assert client.get(reverse("round_history", args=[game.pk, 1])).status_code == 404


def test_a_history_takes_no_post() -> None:
    assert (
        a_client()
        .post(reverse("round_history", args=[a_game(rounds=TWO_ROUNDS).pk, 1]))
        .status_code
        == 405
    )


def test_ten_corrections_cost_as_many_queries_as_one(django_assert_max_num_queries) -> None:
    game = a_game(rounds=TWO_ROUNDS)
    correct(game, 1, THIRTY)
    client, address = a_client(), reverse("round_history", args=[game.pk, 1])
    with django_assert_max_num_queries(6) as one:
        client.get(address)
    for own in range(0, 50, 5):
        correct(game, 1, Round(out=(0, 1, 2, 3), card_points=(own, 100 - own)), key=f"phone {own}")
    with django_assert_max_num_queries(6) as eleven:
        client.get(address)
    assert len(eleven) == len(one)
