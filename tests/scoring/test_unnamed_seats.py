"""A game needs no names: a seat is called by its place, in each reader's language, until somebody
names it.
"""

import json
import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from scoring.games.access.links import renew_link, token_of
from scoring.games.actions import starting
from scoring.games.names.seat_names import names_by_seat, seat_word, shown_names
from scoring.games.queries import names_known_to, table_of
from scoring.models import Game, Player, Seat
from scoring.rules import VARIANTS
from scoring.rules.record import read_record
from tests.scoring.games import said
from tests.scoring.starting import NEW, TWELVE, field_of, form, seated
from tests.scoring.tables import PLAIN, Phone, at, finish, phone_of, table, write

pytestmark = pytest.mark.django_db

NOBODY = ["", "", "", ""]
# In the direction of play: to the right, as in the rule books
COMPASS = ["North", "West", "South", "East"]


@pytest.fixture
def game(anna: Phone) -> Game:
    return table(anna, names=NOBODY)


# The words
# --------------------------------------------------------------------------------------------------


def test_a_table_of_four_has_a_compass_that_turns_with_the_direction_of_play() -> None:
    assert shown_names("nanking", "right", NOBODY) == COMPASS
    assert shown_names("nanking", "left", NOBODY) == ["North", "East", "South", "West"]
    with translation.override("de"):
        assert shown_names("nanking", "right", NOBODY) == ["Nord", "West", "Süd", "Ost"]
        assert seat_word("tientsin", "right", 5) == "Platz 6"


def test_every_other_table_counts_its_seats() -> None:
    for variant, kind in VARIANTS.items():
        if variant != "nanking":
            words = shown_names(variant, "right", [""] * kind.max_players)
            assert words == [f"Seat {number}" for number in range(1, kind.max_players + 1)]


def test_no_two_at_a_table_are_called_the_same_whoever_is_called_so() -> None:
    given = ["south", "South 3", "", "East"]
    shown = shown_names("nanking", "right", given)
    assert shown == ["south", "South 3", "South 3 3", "East"]
    assert len({name.casefold() for name in shown}) == 4


def test_what_a_seat_is_called_anyhow_is_no_name() -> None:
    assert names_by_seat("nanking", ["North", " west ", "East", "Ost"]) == ["", "", "East", "Ost"]
    with translation.override("de"):
        assert names_by_seat("nanking", ["Nord", "", "", "Ost"]) == NOBODY
    assert names_by_seat("always_last", ["Seat 1", "Anna", "Seat 1", "", "seat 5"]) == [
        "",
        "Anna",
        "Seat 1",
        "",
        "",
    ]


# Starting
# --------------------------------------------------------------------------------------------------


def test_a_game_starts_with_some_names_or_none_and_keeps_no_word(client: Client) -> None:
    assert client.post(NEW, form(["Anna", "", "South", " "])).status_code == 302
    game = Game.objects.get()
    assert table_of(game).people == ["Anna", "", "", ""]
    assert [player.name for player in Player.objects.all()] == ["Anna"]
    assert client.post(NEW, form(NOBODY)).status_code == 302
    assert Player.objects.count() == 1
    assert Seat.objects.filter(player=None).count() == 7


def test_as_many_seats_play_as_the_form_shows(client: Client) -> None:
    assert client.post(NEW, form(["Anna", *[""] * 6], variant="grand_seigneur")).status_code == 302
    assert table_of(Game.objects.get()).names == [
        "Anna",
        *[f"Seat {number}" for number in range(2, 8)],
    ]


def test_a_seat_is_added_and_taken_away_an_empty_one_first(client: Client) -> None:
    six = [*TWELVE[:4], "", "Finn"]
    assert seated(client.post(NEW, form(six, variant="always_last", action="drop_seat"))) == [
        *TWELVE[:4],
        "Finn",
    ]
    full = client.post(NEW, form(TWELVE[:6], variant="always_last", action="drop_seat"))
    assert seated(full) == TWELVE[:5]
    assert 'name="pick" value="Finn"' in full.content.decode()  # at hand still
    assert "needs all" in client.post(NEW, form(action="drop_seat")).content.decode()


def test_the_form_shows_what_an_empty_seat_will_be_called(client: Client) -> None:
    page = client.get(NEW)
    assert [
        re.search(r'placeholder="(\w+)"', field_of(page, f"name_{seat}"))[1] for seat in range(4)
    ] == COMPASS
    assert 'data-left="East"' in field_of(page, "name_1")
    # As the sides are read out: North and South against West and East.
    sides = page.content.decode().partition("We stand at")[0]
    assert re.findall(r'data-empty="(\w+)"', sides) == [
        *COMPASS[::2],
        *COMPASS[1::2],
    ]


def test_the_same_start_sent_again_is_the_same_game(anna: Phone) -> None:
    body = json.dumps(
        {"id": str(uuid.uuid4()), "variant": "nanking", "players": ["Anna", "", "", ""]}
    )
    answers = [
        anna.client.post(
            "/api/v1/games/",
            body,
            content_type="application/json",
            headers={"Accept-Language": language},
        )
        for language in ("en", "de")
    ]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert [answer.json()["players"][1] for answer in answers] == ["West", "West"]
    assert [answer.json()["players"][3] for answer in answers] == ["East", "Ost"]
    assert Game.objects.count() == 1


def test_a_rematch_leaves_the_seats_without_names_too(anna: Phone, game: Game) -> None:
    finish(game)
    assert table_of(starting.rematch(game, anna.device)).people == NOBODY
    assert starting.rematch(game, anna.device) == starting.rematch(game, anna.device)


# Everywhere else
# --------------------------------------------------------------------------------------------------


def test_every_page_calls_the_seats_in_the_language_of_its_reader(anna: Phone, game: Game) -> None:
    write(game, PLAIN)
    link = renew_link("viewer", anna.device, game=game)
    pages = [
        "/",
        *(at(name, game) for name in ("game", "score", "game_print", "wall")),
        f"/look/{token_of(link)}/",
    ]
    pages.append(at("round_history", game, number=1))
    for address in pages:
        for language, words in (("en", COMPASS), ("de", ["Nord", "West", "Süd", "Ost"])):
            page = anna.client.get(address, headers={"Accept-Language": language}).content.decode()
            assert {word for word in words if word not in said(page)} == set(), (address, language)


def test_no_word_of_a_seat_is_offered_as_a_name(anna: Phone, game: Game) -> None:
    assert names_known_to(anna.device) == []
    page = anna.client.get(NEW).content.decode()
    assert 'name="pick"' not in page
    assert "<option" not in page


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_without_names_reads_as_a_score_record(anna: Phone, variant: str) -> None:
    game = table(anna, variant, names=[""] * VARIANTS[variant].max_players)
    data: dict[str, Any] = anna.get("api_record", game).json()
    assert list(read_record(data).players) == table_of(game).names
    assert anna.read(game)["players"] == table_of(game).names


def test_what_is_wrong_with_a_round_names_the_seat(anna: Phone, game: Game) -> None:
    answer = anna.write(game, 1, {"out": [0, 0, 1, 2], "card_points": [65, 35]})
    assert "North" in answer.json()["errors"][0]["message"]


def test_looking_at_a_game_without_names_asks_no_more(
    anna: Phone, game: Game, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    named = table(phone_of("Beat"))
    for each, phone in ((named, phone_of("Beat")), (game, anna)):
        with django_assert_max_num_queries(6):
            phone.get("score", each)
