"""Where the first sits, in a game that lets the first choose: the action, its page, what becomes of
it later.
"""

import uuid

import pytest

from scoring.games.actions.chairs import choose_chair
from scoring.games.actions.game_state import pause_game
from scoring.games.queries import chosen_chairs, table_of
from scoring.models import Game, GameEvent
from scoring.pages.table.seating import Reseating, reseating
from scoring.rules import Round
from tests.scoring.tables import Phone, at, correct, refused, table, undo, write

pytestmark = pytest.mark.django_db

FIRST, THEN = [3, 1, 0, 4, 2], [1, 3, 0, 4, 2]


@pytest.fixture
def game(anna: Phone) -> Game:
    """Five at Always Last who have played a round; Dino was first, and sits on chair 2 of 5 (played
    to the right).
    """
    game = table(anna, "always_last")
    write(game, Round(out=FIRST).to_data())
    return game


def drawn(game: Game) -> Reseating:
    game.refresh_from_db()
    table = table_of(game)
    return reseating(table, chosen_chairs(table))


def first(game: Game) -> tuple[str, int]:
    chair = drawn(game).chairs[0]
    return chair.name, chair.number


def choices(game: Game) -> int:
    return GameEvent.objects.filter(game=game, action="chair").count()


def choose(game: Game, chair: int, anna: Phone, entry: uuid.UUID | None = None) -> None:
    choose_chair(game, entry or table_of(game).entries[-1].pk, chair, anna.device)


def test_the_first_takes_another_chair_and_the_others_sit_round_it(anna, game):
    assert first(game) == ("Dino", 2)
    version = game.version
    choose(game, 0, anna)
    assert first(game) == ("Dino", 0)
    assert drawn(game).moves[:2] == ["Dino takes Anna's chair.", "Anna moves to Beat's right."]
    assert game.version == version + 1, "other phones hear of it"
    choose(game, 4, anna)
    assert (first(game), choices(game)) == (("Dino", 4), 2)  # the last one counts, both are kept


def test_the_next_round_begins_from_the_chair_that_was_chosen(anna, game):
    choose(game, 0, anna)
    sat = {chair.name: chair.number for chair in drawn(game).chairs}
    write(game, Round(out=THEN).to_data())
    assert first(game) == ("Beat", sat["Beat"])
    assert drawn(game).moves[:2] == ["Beat stays.", "Dino moves to Beat's right."]


def test_a_choice_holds_as_long_as_the_same_person_is_first(anna, game):
    choose(game, 0, anna)
    correct(game, 1, Round(out=[3, 0, 1, 4, 2]).to_data())
    assert first(game) == ("Dino", 0)
    correct(game, 1, Round(out=THEN).to_data())
    assert first(game) == ("Beat", 4)
    undo(game, 1)
    write(game, Round(out=FIRST).to_data())
    assert first(game) == ("Dino", 0)


def test_what_is_no_choice_is_refused(anna, game):
    nanking, seigneur = table(anna), table(anna, "grand_seigneur")
    write(nanking, {"out": [0, 2]})
    write(seigneur, Round(out=FIRST).to_data())
    for wrong in (-1, 5, 99):
        with refused(game, ("bad_chair", "chair")):
            choose(game, wrong, anna)
    with refused(game, ("round_changed", "about")):
        choose(game, 0, anna, uuid.uuid4())
    for other in (nanking, seigneur):
        with refused(other, ("no_choice", "chair")):
            choose(other, 0, anna)
    earlier = table_of(game).entries[-1].pk
    write(game, Round(out=THEN).to_data())
    with refused(game, ("round_changed", "about")):
        choose(game, 0, anna, earlier)
    pause_game(game, anna.device)
    with refused(game, ("game_paused", "game")):
        choose(game, 0, anna)
    assert not GameEvent.objects.filter(action="chair").exists()


def test_the_page_offers_each_chair_and_a_tap_takes_it(anna, game):
    page = anna.get("score", game).content.decode()
    assert "takes another chair" in page
    assert page.count('name="chair"') == 5
    fields = {"about": str(table_of(game).entries[-1].pk), "chair": "1"}
    answer = anna.send("choose_chair", game, fields)
    assert (answer.status_code, answer["Location"]) == (302, at("score", game) + "#new-seats")
    assert first(game) == ("Dino", 0)
    for wrong, status in (
        ({"chair": "x"}, 422),
        ({"chair": "6"}, 422),
        ({"chair": "0"}, 422),
        ({"about": "x"}, 422),
    ):
        assert anna.send("choose_chair", game, fields | wrong).status_code == status
    assert anna.client.get(at("choose_chair", game)).status_code == 405
    assert choices(game) == 1


def test_no_chair_is_offered_where_the_best_one_is_the_firsts(anna):
    game = table(anna, "grand_seigneur")
    write(game, Round(out=FIRST).to_data())
    assert "takes another chair" not in anna.get("score", game).content.decode()
