"""The score sheet on paper: empty for all six games, and filled with a game."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.actions.game_state import finish_early
from scoring.pages.sheet.paper import Box, PaperRow, blank_paper, filled_paper
from scoring.pages.sheet.queries import Sheet
from scoring.rules import VARIANTS, Round
from tests.scoring.games import PEOPLE, TWO_ROUNDS, a_client, a_game, words

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("variant", VARIANTS)
def test_everybody_can_print_an_empty_sheet_of_every_game(variant: str) -> None:
    answer = Client().get(reverse("empty_sheet", args=[variant]))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert page.count('<th scope="row"') == 16
    assert "style=" not in page
    assert "onclick" not in page
    assert "device" not in answer.cookies


@pytest.mark.parametrize(
    ("asked", "lines"),
    [
        ("20", 20),
        ("1", 1),
        ("0", 1),
        ("60", 60),
        ("999", 60),
        ("99999999", 16),
        ("-3", 16),
        ("many", 16),
        ("²", 16),
    ],
)
def test_an_empty_sheet_has_as_many_lines_as_are_asked_for_within_reason(
    asked: str, lines: int
) -> None:
    page = (
        Client().get(reverse("empty_sheet", args=["nanking"]), {"rounds": asked}).content.decode()
    )
    assert page.count('<th scope="row"') == lines


def test_a_sheet_of_a_game_that_is_not_there_is_not_found() -> None:
    assert Client().get(reverse("empty_sheet", args=["bridge"])).status_code == 404


def test_the_paper_has_the_fields_of_the_screen_in_its_order() -> None:
    page = words(Client(), "empty_sheet", "nanking")
    seats = "first side first side second side second side"
    order = [
        "No.",
        seats,
        "Cards",
        "Round",
        "Sum",
        "T G",
        "order of going out",
        "made +100",
        "failed −100",
        "no cards",
    ]
    places = [page.index(text) for text in order]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("variant", "seats", "columns"),
    [
        ("nanking", 4, 2),
        ("tientsin", 6, 2),
        ("trichu", 4, 4),
        ("wu_wang", 4, 4),
        ("grand_seigneur", 12, 0),
        ("always_last", 10, 0),
    ],
)
def test_a_paper_has_room_for_every_seat_and_score(variant: str, seats: int, columns: int) -> None:
    paper = blank_paper(variant, 14)
    assert (len(paper.seats), len(paper.columns), len(paper.rows)) == (seats, columns, 14)


def test_the_dummy_may_call_tichu_alone_and_who_plays_with_it_is_ringed() -> None:
    paper = blank_paper("trichu", 9)
    assert [seat.choices for seat in paper.seats] == [("D", "T", "G")] * 3 + [("T",)]
    assert blank_paper("wu_wang", 9).seats[0].choices == ("K", "T", "G")


def test_a_filled_sheet_says_what_the_screen_says() -> None:
    game = a_game(rounds=[*TWO_ROUNDS, Round(out=(3,), calls={1: "tichu"}, wish_violation=0)])
    assert filled_paper(Sheet.of(game)).rows == (
        PaperRow(
            number=1,
            boxes=(Box("1", "T", made=True), Box("3"), Box("4"), Box("2")),
            cards=("65", "35"),
            instead="",
            missed_wish="",
            scores=("+165", "+35"),
            totals=("165", "35"),
        ),
        PaperRow(
            number=2,
            boxes=(Box(), Box("", "G"), Box("1"), Box("2")),
            cards=("", ""),
            instead="Double victory",
            missed_wish="",
            scores=("−200", "+200"),
            totals=("−35", "235"),
        ),
        PaperRow(
            number=3,
            boxes=(Box(), Box(), Box("", "T"), Box("1")),
            cards=("", ""),
            instead="",
            missed_wish="Anna",
            scores=("0", "+100"),
            totals=("−35", "335"),
        ),
    )


def test_a_filled_sheet_of_three_shows_the_dealer() -> None:
    game = a_game("trichu", rounds=[Round(out=(0, 1, 2, 3), card_points=(70, 30))])
    (row,) = filled_paper(Sheet.of(game)).rows
    assert row.boxes == (Box("1", leads=True), Box("2"), Box("3"), Box("4"))
    assert row.scores == ("+70", "+30", "+30", "+70")


def test_a_filled_sheet_of_ranks_shows_the_places_also_of_the_last_who_was_not_named() -> None:
    game = a_game("grand_seigneur", names=PEOPLE[:5], rounds=[Round(out=(4, 3, 2, 1))])
    (row,) = filled_paper(Sheet.of(game)).rows
    assert [box.place for box in row.boxes] == ["5", "4", "3", "2", "1"]


def test_an_own_call_stands_under_its_own_name() -> None:
    game = a_game(
        settings={"extra_calls": {"blind": 400}}, rounds=[Round(out=(0, 2), calls={0: "blind"})]
    )
    assert filled_paper(Sheet.of(game)).rows[0].boxes[0] == Box("1", "blind", made=True)


def test_the_page_shows_names_table_and_why_it_ended_early() -> None:
    game = a_game(names=("Anna", "أحمد", "<b>", "Dino"), table_name="Table 7", rounds=TWO_ROUNDS)
    finish_early(game, game.device, "last tram")
    answer = a_client().get(reverse("game_print", args=[game.pk]))
    page = answer.content.decode()
    assert "<bdi>أحمد</bdi>" in page
    assert "<bdi>&lt;b&gt;</bdi>" in page
    assert "finished early: <bdi>last tram</bdi>" in page
    assert len(re.findall(r"Table 7", page)) >= 2
