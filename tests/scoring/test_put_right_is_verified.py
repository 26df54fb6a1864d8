"""What is put right, deleted and begun anew follows from what was written: `verify` counts it again
to the same.
"""

import pytest

from scoring.games.actions.deleting import delete_game, restore_game, start_again
from scoring.games.actions.setup_changes import Setup, change_table_settings, put_back, put_right
from scoring.games.actions.starting import start_game
from scoring.games.queries import table_of
from scoring.games.verifying.games import Counts, Difference, differences_in_games
from scoring.models import Game
from scoring.rules import RuleSet
from tests.scoring.tables import PLAIN, Phone, pause, reopen, resume, stop, table, write

pytestmark = pytest.mark.django_db

NANKING = RuleSet.of("nanking")
SHORT = RuleSet.of("nanking", {"target_score": 100})
FOUR = ["Anna", "Beat", "Carla", "Dino"]


def differences() -> list[Difference]:
    return list(differences_in_games(Counts()))


def state(game: Game) -> str:
    game.refresh_from_db()
    return game.state


def test_before_the_first_round_all_of_it(anna: Phone) -> None:
    game = start_game(anna.device, NANKING, ["Anna", "", "", ""])
    for rules, names in (
        (RuleSet.of("grand_seigneur"), ["Anna", "Beat", "", "", "Eva"]),
        (RuleSet.of("tientsin"), ["", "", "", "", "", "Finn"]),
    ):
        put_right(game, anna.device, Setup(rules, names))
        assert differences() == []
    change_table_settings(game, anna.device, saving="asks", recording="points", direction="left")
    game.refresh_from_db()
    assert (game.chain_length, game.settings["recording"], differences()) == (3, "points", [])


def test_a_game_that_ends_with_it_and_goes_on_when_it_is_taken_back(anna: Phone) -> None:
    game = table(anna, names=FOUR)
    write(game, PLAIN, PLAIN)
    righted = put_right(game, anna.device, Setup(SHORT, FOUR), ends=True)
    assert (state(game), differences()) == ("finished", [])
    assert righted.event is not None
    put_back(game, righted.event.pk, anna.device, righted.renamed)
    assert (state(game), differences()) == ("running", [])


def test_a_game_that_is_paused_or_was_stopped_stays_so_until_it_goes_on(anna: Phone) -> None:
    game = table(anna, names=FOUR)
    write(game, PLAIN, PLAIN)
    for halt, go_on, halted in ((pause, resume, "paused"), (stop, reopen, "stopped")):
        halt(game)
        put_right(game, anna.device, Setup(SHORT, FOUR), ends=True)
        assert (state(game), differences()) == (halted, [])
        go_on(game)
        assert (state(game), differences()) == ("finished", [])
        put_right(game, anna.device, Setup(NANKING, FOUR))
        assert (state(game), differences()) == ("running", [])


def test_a_game_begun_anew_and_one_that_was_deleted_and_came_back(anna: Phone) -> None:
    game = table(anna, names=FOUR)
    write(game, PLAIN)
    empty = start_again(game, anna.device)
    assert (state(game), differences()) == ("stopped", [])
    start_again(empty, anna.device)
    assert Game.objects.filter(deleted_at__isnull=False).count() == 1
    assert differences() == []
    restore_game(delete_game(game, anna.device), anna.device)
    assert (state(game), differences()) == ("stopped", [])


def test_a_game_of_before_the_chain_begins_it_as_it_was(anna: Phone) -> None:
    game = table(anna, names=FOUR)
    Game.objects.filter(pk=game.pk).update(chain_head=None, chain_length=None)
    put_right(game, anna.device, Setup(RuleSet.of("tientsin"), ["Anna", "", "", "", "", ""]))
    game.refresh_from_db()
    assert (game.chain_length, len(table_of(game).seats), differences()) == (1, 6, [])
