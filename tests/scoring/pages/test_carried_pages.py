"""The pages of a game that starts from a score: form, table, sheet, paper, wall, correction."""

import re

import pytest
from django.urls import reverse

from scoring.games.actions.starting import start_game
from scoring.games.queries import table_of
from scoring.models import Game
from scoring.rules import VARIANTS, Carried, RuleSet
from tests.scoring.games import said, words
from tests.scoring.tables import PEOPLE, PLAIN, SWEEP, Phone, phone_of, record, stop

pytestmark = pytest.mark.django_db

FOUR = PEOPLE[:4]
NEW = reverse("new_game")


@pytest.fixture
def game(anna: Phone) -> Game:
    """415 : 185 after three rounds, and one round here."""
    game = start_game(anna.device, RuleSet.of("nanking"), FOUR, carried=Carried(3, (415, 185)))
    record(game, 4, PLAIN)
    game.refresh_from_db()
    return game


def typed(variant: str = "nanking", **more: str) -> dict[str, str]:
    people = PEOPLE[:6] if VARIANTS[variant].is_rank_game else FOUR
    names = {f"name_{seat}": name for seat, name in enumerate(people)}
    return {"variant": variant, "action": "start", **names, **more}


# The form
# --------------------------------------------------------------------------------------------------


def test_the_form_starts_a_game_from_a_score(anna: Phone) -> None:
    score = {"carried_0": " 415 ", "carried_1": "−185", "carried_rounds": "3"}
    assert anna.client.post(NEW, typed(**score)).status_code == 302
    assert Game.objects.get().carried == {"rounds": 3, "totals": [415, -185]}


def test_an_empty_score_is_none_and_no_number_of_rounds_is_nought(anna: Phone) -> None:
    anna.client.post(NEW, typed(carried_0="", carried_1=" ", carried_rounds=""))
    anna.client.post(NEW, typed(carried_0="100", carried_1="0", carried_rounds=""))
    carried = Game.objects.order_by("started_at").values_list("carried", flat=True)
    assert list(carried) == [{}, {"rounds": 0, "totals": [100, 0]}]


def test_ranks_need_the_number_of_rounds_alone(anna: Phone) -> None:
    page = anna.client.get(f"{NEW}?variant=always_last").content.decode()
    assert "carried_0" not in page
    anna.client.post(NEW, typed("always_last", carried_rounds="2"))
    assert Game.objects.get().carried == {"rounds": 2, "totals": []}


@pytest.mark.parametrize(
    ("score", "field"),
    [
        ({"carried_0": "415"}, "carried_1"),
        ({"carried_0": "41x", "carried_1": "185"}, "carried_0"),
        ({"carried_0": "412", "carried_1": "185"}, "carried_0"),
        ({"carried_0": "415", "carried_1": "99999"}, "carried_1"),
        ({"carried_0": "415", "carried_1": "185", "carried_rounds": "3.5"}, "carried_rounds"),
        ({"carried_0": "415", "carried_1": "185", "carried_rounds": "-1"}, "carried_rounds"),
        ({"carried_0": "1000", "carried_1": "185", "carried_rounds": "5"}, "carried"),
        ({"carried_0": "9" * 500, "carried_1": "\0"}, "carried_0"),
    ],
)
def test_a_score_that_cannot_be_is_refused_beside_its_field(
    anna: Phone, score: dict[str, str], field: str
) -> None:
    answer = anna.client.post(NEW, typed(**score))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert re.search(rf'id="{field}-error">[^<]+<', page)
    assert '<details id="carried" class="fold" open>' in page
    assert not Game.objects.exists()


def test_the_button_names_the_first_round(anna: Phone) -> None:
    kept = typed(carried_0="415", carried_1="185", carried_rounds="3") | {"action": "draw"}
    assert "Start with round 4" in said(anna.client.post(NEW, kept).content.decode())


# The game
# --------------------------------------------------------------------------------------------------


def test_the_table_and_the_sheet_begin_with_the_line(anna: Phone, game: Game) -> None:
    table = words(anna.client, "score", game.pk)
    assert "Round 5" in table
    assert "415 185 Carried over 415 : 185" in table
    sheet = words(anna.client, "game", game.pk)
    assert "Carried over 415 Rounds 1–3 185 Rounds 1 to 3 were not recorded here." in sheet
    assert "Undo round 4" in sheet
    assert "After 4 rounds: Anna & Carla 480, Beat & Dino 220." in sheet


def test_a_round_is_corrected_and_looked_up_by_its_number(anna: Phone, game: Game) -> None:
    assert "Correct round 4" in words(anna.client, "correct_round", game.pk, 4)
    assert "Round 4" in words(anna.client, "round_history", game.pk, 4)
    for number in (1, 3, 5):
        assert anna.get("correct_round", game, number=number).status_code == 404
        assert anna.get("round_history", game, number=number).status_code == 404


def test_paper_and_the_wall_show_it(anna: Phone, game: Game) -> None:
    assert "1–3 Carried over 415 185 4 1" in words(anna.client, "game_print", game.pk)
    assert "Round 5" in words(anna.client, "wall", game.pk)
    stop(game)
    assert "4 rounds" in words(anna.client, "wall", game.pk)


def test_three_players_have_a_line_of_four_totals(anna: Phone) -> None:
    carried = Carried(3, (100, 205, 300, -50))
    game = start_game(anna.device, RuleSet.of("trichu"), PEOPLE[:3], carried=carried)
    assert "1–3 100 205 300 −50 Carried over" in words(anna.client, "game", game.pk)
    assert "Carried over 100 : 205 : 300 : −50" in words(anna.client, "score", game.pk)


@pytest.mark.parametrize("variant", ["grand_seigneur", "always_last"])
def test_ranks_go_on_in_the_order_of_the_seats(anna: Phone, variant: str) -> None:
    game = start_game(anna.device, RuleSet.of(variant), PEOPLE[:6], carried=Carried(2))
    assert "Round 3" in words(anna.client, "score", game.pk)
    assert "Rounds 1 to 2 were not recorded here." in words(anna.client, "game", game.pk)
    record(game, 3, {"out": [1, 0, 2, 3, 4]})
    table = words(anna.client, "score", game.pk)
    assert "Before round 4" in table
    stays = {
        "grand_seigneur": "Anna moves from chair 1 to Beat's left.",
        "always_last": "Beat stays.",
    }
    assert stays[variant] in table
    for page in ("game", "game_print", "wall"):
        words(anna.client, page, game.pk)


def test_the_end_card_says_what_was_carried_and_why_it_is_not_rated(
    anna: Phone, game: Game
) -> None:
    record(game, 5, {**SWEEP, "calls": {"0": "grand"}})
    record(game, 6, SWEEP)
    card = words(anna.client, "score", game.pk)
    assert "Carried over 415 : 185 rounds 1–3 Not rated" in card
    assert "in round 5" in card


def test_a_rematch_goes_on_from_the_score_of_a_game_that_was_finished_early(
    anna: Phone, game: Game
) -> None:
    assert "from this score" not in words(anna.client, "game", game.pk)
    stop(game)
    assert "Rematch, from this score" in words(anna.client, "game", game.pk)
    anna.send("rematch", game, {"onward": "1"})
    assert table_of(Game.objects.get(rematch_of=game)).carried == Carried(4, (480, 220))


# Corrections
# --------------------------------------------------------------------------------------------------


def test_the_score_is_corrected_where_the_rules_are(anna: Phone, game: Game) -> None:
    page = anna.get("put_right", game).content.decode()
    fields = {"action": "save", "variant": "nanking", "preset": "nanking", "rules_of": "nanking"}
    fields |= {f"name_{seat}": name for seat, name in enumerate(FOUR)}
    assert re.search(r'name="carried_rounds"\s+value="3"[^>]*readonly', page)
    fields |= {"carried_0": "425", "carried_1": "175", "carried_rounds": "3"}
    assert anna.send("put_right", game, fields).status_code == 302
    assert "415 : 185, 3 rounds → 425 : 175, 3 rounds" in words(anna.client, "put_right", game.pk)
    assert "490 : 210" in words(anna.client, "score", game.pk)
    answer = anna.send("put_right", game, fields | {"carried_rounds": "4"})
    assert (answer.status_code, 'id="carried_rounds-error"' in answer.content.decode()) == (
        409,
        True,
    )


def test_a_stranger_corrects_nothing(game: Game) -> None:
    stranger = phone_of("a stranger")
    assert stranger.get("put_right", game).status_code == 404
    assert stranger.send("put_right", game, {"carried_0": "0"}).status_code == 404
    assert stranger.send("rematch", game, {"onward": "1"}).status_code == 404
