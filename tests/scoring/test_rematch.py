"""The same people again: the same seats or turned, and a double tap."""

import pytest

from scoring.games.actions.setup_changes import change_table_settings
from scoring.games.actions.starting import rematch, start_game
from scoring.games.queries import table_of
from scoring.models import Game
from scoring.rules import RuleSet
from tests.scoring.tables import (
    PEOPLE,
    PLAYERS,
    everything,
    finish,
    phone_of,
    stop,
    table,
    undo,
    write,
)
from tests.scoring.tables import PLAIN as A_ROUND

pytestmark = pytest.mark.django_db

FOUR = PEOPLE[:4]


def names(game: Game) -> list[str]:
    return table_of(game).names


def test_a_rematch_seats_the_same_people_under_the_same_rules():
    anna = phone_of("Anna")
    rules = RuleSet.of("nanking", {"target_score": 500, "extra_calls": {"blind": 400}})
    first = start_game(
        anna.device,
        rules,
        FOUR,
        preset="short",
        table_name="Stove",
        direction="left",
        saving="asks",
    )
    finish(first)
    kept = everything(first)
    second = rematch(first, anna.device)
    assert second.pk != first.pk
    assert second.rematch_of == first
    assert names(second) == FOUR
    assert table_of(second).rules == rules
    assert (second.preset, second.table_name, second.direction, second.saving) == (
        "short",
        "Stove",
        "left",
        "asks",
    )
    assert (second.state, table_of(second).entries) == (Game.State.RUNNING, [])
    assert everything(first) == kept


@pytest.mark.parametrize("variant", PLAYERS)
def test_turned_moves_everybody_but_the_first_one_seat_on(variant):
    anna = phone_of("Anna")
    first = table(anna, variant)
    head, *others = PEOPLE[: PLAYERS[variant]]
    assert names(rematch(first, anna.device, turned=True)) == [head, *others[1:], others[0]]


def test_three_turns_make_all_three_pairings_of_four():
    anna = phone_of("Anna")
    game, partners = table(anna), set()
    for _ in range(3):
        partners.add(names(game)[2])
        game = rematch(game, anna.device, turned=True)
    assert partners == set(FOUR[1:])
    assert names(game) == FOUR


def test_a_rematch_that_was_stopped_by_mistake_is_not_handed_out_again():
    anna = phone_of("Anna")
    game = table(anna)
    stop(game)
    dead = rematch(game, anna.device)
    stop(dead)
    assert rematch(game, anna.device).pk != dead.pk


def test_same_and_turned_by_turns_make_two_rematches_and_no_more():
    anna = phone_of("Anna")
    game = table(anna)
    stop(game)
    made = {rematch(game, anna.device, turned=turned).pk for turned in (False, True, False, True)}
    assert len(made) == 2


@pytest.mark.parametrize("turned", [False, True])
def test_a_double_tap_makes_one_rematch(turned):
    anna = phone_of("Anna")
    game = table(anna)
    stop(game)
    first = rematch(game, anna.device, turned=turned)
    assert rematch(game, anna.device, turned=turned) == first
    assert Game.objects.count() == 2


def test_a_rematch_that_is_being_played_is_not_given_out_again():
    anna = phone_of("Anna")
    game = table(anna)
    finish(game)
    second = rematch(game, anna.device)
    write(second, A_ROUND)
    assert rematch(game, anna.device) != second
    assert Game.objects.count() == 3


def test_a_rematch_whose_rounds_were_all_taken_back_is_given_out_again():
    anna = phone_of("Anna")
    game = table(anna)
    second = rematch(game, anna.device)
    write(second, A_ROUND)
    undo(second, 1)
    assert rematch(game, anna.device) == second


def test_turned_and_not_turned_are_two_games():
    anna = phone_of("Anna")
    game = table(anna)
    assert names(rematch(game, anna.device)) != names(rematch(game, anna.device, turned=True))


def test_another_phone_gets_a_rematch_of_its_own():
    anna, beat = phone_of("Anna"), phone_of("Beat")
    game = table(anna)
    mine, theirs = rematch(game, anna.device), rematch(game, beat.device)
    assert (mine.device, theirs.device) == (anna.device, beat.device)
    assert names(mine) == names(theirs)


def test_a_rematch_keeps_what_was_changed_before_the_first_round():
    anna = phone_of("Anna")
    game = table(anna)
    change_table_settings(game, game.device, saving="asks", recording="points", direction="left")
    again = rematch(Game.objects.get(pk=game.pk), anna.device)
    assert (again.saving, again.direction, table_of(again).rules.recording) == (
        "asks",
        "left",
        "points",
    )
