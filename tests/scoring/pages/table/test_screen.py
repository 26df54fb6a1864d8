"""What the table's screen shows for a round, and what its script is told of the rules."""

import re

import pytest

from scoring.games.queries import table_of
from scoring.games.round_words import column_names, names_with_dummy, sweep_name, sweep_size
from scoring.models import Game
from scoring.pages.table.screen import (
    CARD_POINTS,
    COUNTED_CARDS,
    call_words,
    position_at,
    seat_order,
    shuffler,
    tiles_of,
)
from scoring.pages.table.script import script_data
from scoring.rules import RANK_NAMES, VARIANTS, Round, RuleSet, opening, rank_name
from tests.scoring.games import believable
from tests.scoring.tables import (
    ANNA,
    BEAT,
    CARLA,
    PEOPLE,
    PLAIN,
    PLAYERS,
    SWEEP,
    finish,
    pause,
    phone_of,
    stop,
    table,
    write,
)

DUMMY = 3


def test_the_grid_offers_every_value_that_cards_can_be_worth():
    assert len(CARD_POINTS) == 31
    assert (CARD_POINTS[0], CARD_POINTS[-1]) == (-25, 125)
    assert set(CARD_POINTS) == {100 - points for points in CARD_POINTS}


def test_the_counting_aid_holds_the_hundred_points_of_the_deck():
    assert sum(points * count for points, count, _ in COUNTED_CARDS) + 25 - 25 == 100


# Seats
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize(("direction", "step"), [("left", 1), ("right", -1)])
def test_seats_are_drawn_as_they_really_sit(seats, direction, step):
    """Play to the left runs clockwise as seen from above, to the right the other way."""
    order = seat_order(seats, direction)
    # Clockwise from the top left corner of two rows
    drawn = [*order[: seats // 2], *reversed(order[seats // 2 :])]
    assert drawn == [step * place % seats for place in range(seats)]


@pytest.mark.parametrize("seats", range(3, 13))
@pytest.mark.parametrize("direction", ["left", "right"])
def test_everybody_is_drawn_once(seats, direction):
    assert sorted(seat_order(seats, direction)) == list(range(seats))


@pytest.mark.parametrize("direction", ["left", "right"])
def test_partners_at_four_face_each_other(direction):
    top_left, top_right, bottom_left, bottom_right = seat_order(4, direction)
    assert {top_left, bottom_right} in ({0, 2}, {1, 3})
    assert {top_right, bottom_left} in ({0, 2}, {1, 3})


@pytest.mark.parametrize(
    ("call", "others", "word"),
    [
        ("tichu", ("tichu",), "Tichu"),
        ("grand", ("tichu", "grand"), "Grand"),
        ("Blind", ("tichu", "grand", "Blind"), "Blind"),
        ("Überkopf", ("tichu", "grand", "Überkopf"), "Überk…"),
        ("top", ("tichu", "grand", "top"), "top"),
        ("盲", ("tichu", "grand", "盲"), "盲"),
        ("TICHU", ("tichu", "grand", "TICHU"), "I"),
        ("grands", ("tichu", "grand", "grands", "grandioso"), "grands"),
    ],
)
def test_a_call_of_a_table_s_own_stands_on_its_button_by_name(call, others, word):
    assert call_words(others)[call] == word


def test_no_two_calls_of_a_table_have_the_same_word():
    words = call_words(["tichu", "grand", "Blindfold", "Blindly", "tg"])
    assert words == {
        "tichu": "Tichu",
        "grand": "Grand",
        "Blindfold": "B",
        "Blindly": "L",
        "tg": "tg",
    }


pytestmark = pytest.mark.django_db


def tiles(game: Game, number: int = 0):
    now = table_of(game)
    return {
        tile.seat: tile
        for tile in tiles_of(now, position_at(now, number) if number else now.position)
    }


def calls(game: Game) -> dict[int, list[str]]:
    return {seat: [chip.call for chip in tile.chips] for seat, tile in sorted(tiles(game).items())}


def test_a_table_of_four_has_two_sides_and_both_calls_for_all():
    game = table(phone_of("Anna"))
    assert {seat: tile.side for seat, tile in tiles(game).items()} == {0: 0, 1: 1, 2: 0, 3: 1}
    assert set(map(tuple, calls(game).values())) == {("tichu", "grand")}


def test_where_grand_is_not_played_it_is_not_offered_and_own_calls_are():
    game = table(phone_of("Anna"), grand_allowed=False, extra_calls={"blind": 400})
    assert calls(game)[BEAT] == ["tichu", "blind"]


def test_the_dealer_plays_with_the_table_and_may_call_for_it():
    game = table(phone_of("Anna"), "trichu")
    seats = tiles(game)
    assert [seats[seat].side for seat in range(4)] == [0, 1, 1, 0]
    assert [seats[seat].role for seat in range(4)] == ["dealer", "", "", "with Anna"]
    assert [seats[seat].is_dummy for seat in range(4)] == [False, False, False, True]
    assert seats[DUMMY].name == "Table"
    assert calls(game) == {0: ["tichu"], 1: ["tichu", "grand"], 2: ["tichu", "grand"], 3: ["tichu"]}


def test_a_round_is_corrected_under_the_king_of_its_own_time():
    game = table(phone_of("Anna"), "wu_wang")
    beat_first = {"out": [BEAT, ANNA, CARLA], "card_points": [50, 50]}
    write(game, beat_first, {"out": [CARLA, BEAT, ANNA], "card_points": [50, 50]})
    kings = [
        next(seat for seat, tile in tiles(game, number).items() if tile.role == "King")
        for number in (1, 2, 3)
    ]
    assert kings == [ANNA, BEAT, CARLA]


@pytest.mark.parametrize(
    ("variant", "players"), [("grand_seigneur", 5), ("grand_seigneur", 12), ("always_last", 10)]
)
def test_ranks_are_drawn_in_their_order_with_their_names(variant, players):
    game = table(phone_of("Anna"), variant, names=PEOPLE[:players])
    assert {tile.role for tile in tiles(game).values()} == {""}
    order = [*range(players - 1, -1, -1)]
    write(game, {"out": order})
    now = table_of(game)
    drawn = tiles_of(now, now.position)
    assert [tile.seat for tile in drawn] == order
    assert [tile.role for tile in drawn] == [
        rank_name(rank) for rank in now.result.rounds[-1].next.ranks
    ]
    assert {rank for rank in now.result.rounds[-1].next.ranks if not rank.isdigit()} <= set(
        RANK_NAMES
    )
    assert {tile.side for tile in drawn} == {None}
    assert not any(tile.chips for tile in drawn)


@pytest.mark.parametrize("variant", PLAYERS)
def test_the_position_of_every_round_is_the_one_it_was_played_under(variant):
    game = table(phone_of("Anna"), variant)
    rules = RuleSet.of(variant)
    rounds = believable(rules, PLAYERS[variant], 4)
    write(game, *[played.to_data() for played in rounds])
    now = table_of(game)
    assert position_at(now, 1) == opening(rules, PLAYERS[variant])
    assert [position_at(now, number).number for number in range(1, len(rounds) + 2)] == list(
        range(1, len(rounds) + 2)
    )
    assert position_at(now, len(rounds) + 1) == now.position


@pytest.mark.parametrize(
    ("variant", "first", "then"),
    [
        ("nanking", "", "Beat shuffles"),
        ("trichu", "Anna deals", "Carla deals"),
        ("wu_wang", "Anna is King", "Beat is King"),
        ("always_last", "", "Dino deals"),
    ],
)
def test_one_line_says_who_deals(variant, first, then):
    game = table(phone_of("Anna"), variant)
    before = table_of(game)
    assert shuffler(before, before.position) == first
    points = {} if variant == "always_last" else {"card_points": [50, 50]}
    write(game, {"out": [1, 0, 2, 4, 3] if variant == "always_last" else [1, 0, 2], **points})
    now = table_of(game)
    assert shuffler(now, now.position) == then


# The script
# --------------------------------------------------------------------------------------------------


def script(game: Game, number: int = 0):
    now = table_of(game)
    position = position_at(now, number) if number else now.position
    return script_data(now, position, tiles_of(now, position), csrf="token")


def test_the_script_is_told_the_values_of_this_table():
    game = table(
        phone_of("Anna"),
        sweep_value=100,
        tichu_value=50,
        wish_penalty=150,
        failed_call_pays_opponents=True,
    )
    data = script(game)
    assert (data["sweepValue"], data["wishPenalty"], data["failedPays"]) == (100, 150, True)
    assert data["callValues"] == {"tichu": 50, "grand": 200}
    assert data["callNames"] == {"tichu": "Tichu", "grand": "Grand Tichu"}
    assert [seat["name"] for seat in data["seats"]] == PEOPLE[:4]
    assert "round" not in data
    assert data["rounds"] == []


@pytest.mark.parametrize(
    ("variant", "size", "name"),
    [("nanking", 2, "Double"), ("tientsin", 3, "Triple"), ("trichu", 2, "Double")],
)
def test_how_many_make_a_sweep_follows_from_the_sides(variant, size, name):
    game = table(phone_of("Anna"), variant)
    assert script(game)["sweepSize"] == size == sweep_size(table_of(game).position.sides)
    assert script(game)["words"]["sweep"].startswith(name)
    assert sweep_name(table_of(game).position.sides).startswith(name)


def test_a_correction_always_asks_and_names_the_entry_that_it_saw():
    game = table(phone_of("Anna"))
    written, _sweep = write(game, PLAIN, SWEEP)
    data = script(game, 1)
    assert (data["saving"], data["number"], data["round"]) == ("asks", 1, PLAIN)
    assert data["replaces"] == str(written.pk)
    assert (data["totals"], script(game)["totals"]) == ((0, 0), (265, 35))


@pytest.mark.parametrize("variant", VARIANTS)
def test_columns_have_a_name_each_and_none_in_games_of_ranks(variant):
    now = table_of(table(phone_of("Anna"), variant))
    assert len(column_names(now)) == len(now.position.totals)
    assert len(names_with_dummy(now)) == now.n_players + VARIANTS[variant].has_dummy


# The page in every state
# ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("into", "heading", "buttons"),
    [
        (lambda _game: None, "Round 1", {"record_round", "pause", "table_settings"}),
        (pause, "Paused", {"resume", "table_settings"}),
        (stop, "Finished early", {"reopen", "rematch", "table_settings"}),
        (finish, "Finished", {"rematch", "undo_round", "table_settings"}),
    ],
)
def test_the_screen_offers_what_the_state_of_the_game_allows(into, heading, buttons):
    anna = phone_of("Anna")
    game = table(anna)
    into(game)
    page = anna.get("score", game).content.decode()
    assert f'<h1 id="heading" data-of="of %(limit)s"><span>{heading}</span></h1>' in page
    ends = {"record_round": "rounds", "undo_round": "undo", "table_settings": "settings"}
    wanted = {f"/games/{game.pk}/{ends.get(button, button)}/" for button in buttons}
    offered = set(re.findall(r'action="(/games/[^"]*)"', page))
    assert offered == wanted
    hidden = re.findall(r'<div id="(entry|rest)"[^>]* hidden>', page)
    assert hidden == (["rest"] if heading == "Round 1" else ["entry"])


def test_a_round_in_words_names_who_made_and_who_failed():
    anna = phone_of("Anna")
    game = table(anna)
    write(
        game,
        Round(out=(0, 2), calls={0: "grand", 3: "tichu"}).to_data(),
        {"out": [1], "wish_violation": 2},
    )
    page = anna.get("score", game).content.decode()
    said = ["Double victory", "Anna: Grand Tichu ✓ made", "Dino: Tichu ✗ failed"]
    assert [f'aria-label="{each}"' in page for each in said] == [True] * 3
    assert "Carla did not fulfil the wish" in page
