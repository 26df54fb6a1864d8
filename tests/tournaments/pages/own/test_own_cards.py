"""The cards that a pair gives on a board: noted on its own page, shown when the hand is over."""

import re
from itertools import permutations
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.dealing import in_one_line
from tests.tournaments.playing import play_matches
from tests.worlds import built_once
from tournaments.models import Entrant, GivenCards, Match, Remark, Tournament
from tournaments.pages.own.cards import own_seats
from tournaments.pairing.duplicate.deals import DECK
from tournaments.stage.history import seated_match
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

NORTH, EAST, SOUTH, WEST = range(4)


def begun() -> Tournament:
    session = desks.a_tournament("duplicate_evening", 4, awards={})
    desks.draw(session)
    return session


shared = built_once(begun)


@pytest.fixture
def match(shared: Tournament) -> Match:
    return desks.reread(desks.tables(desks.first_stage(shared).session_rounds.get())[0])


def pair(match: Match, side: int) -> Entrant:
    return Entrant.objects.select_related("tournament").get(pk=seated_match(match).sides[side][0])


def address(match: Match, side: int, board: int) -> str:
    return reverse("own_cards", args=[token_of(pair(match, side)), match.pk, board])


def look(match: Match, side: int, place: int = 0) -> Response:
    return Client().get(address(match, side, match.boards[place]))


def without_lists(page: Response) -> str:
    """The page without the lists to choose cards from."""
    text = re.sub(r"<select.*?</select>", "", page.content.decode(), flags=re.DOTALL)
    return re.sub(r"\s+", " ", text)


def note(match: Match, seat: int, *cards: str, place: int = 0) -> Response:
    form = {f"card_{number}": card for number, card in enumerate(cards)} | {"seat": str(seat)}
    return Client().post(address(match, seat % 2, match.boards[place]), form)


def test_what_one_seat_notes_comes_back_to_it_once_the_hand_is_over(match: Match) -> None:
    assert note(match, NORTH, "star-2", "jade-A", "dog").status_code == 303
    assert note(match, EAST, "pagoda-4", "sword-K", "jade-3").status_code == 303
    before = in_one_line(look(match, 0))
    assert "Noted." in before
    assert "Gets back" not in before
    play_matches(match.session_round)
    north, south = look(match, 0).context["seats"]
    assert [(one.seat, one.card.name) for one in north.gets] == [
        ("East", "Star 2"),
        ("South", "Jade A"),
        ("West", "Dog"),
    ]
    assert [(one.seat, one.card and one.card.name) for one in north.gives] == [
        ("East", "Jade 3"),
        ("South", None),
        ("West", None),
    ]
    assert [(one.seat, one.card and one.card.name) for one in south.gives] == [
        ("West", None),
        ("North", "Jade A"),
        ("East", "Pagoda 4"),
    ]
    page = without_lists(look(match, 0))
    assert page.count("not noted: ask that player") == 3
    assert "Count your cards: you need 14." in page
    # What others gave each other is not theirs to see: East's king went to West
    assert "Sword K" not in page


def test_nobody_sees_what_the_partner_gave_while_the_hand_is_played(match: Match) -> None:
    note(match, SOUTH, "sword-9", "phoenix", "pagoda-10")
    for side in (0, 1):
        page = look(match, side)
        assert [(one.gets, one.gives) for one in page.context["seats"]] == [((), ())] * 2
        assert not re.search("Sword 9|Phoenix|Pagoda 10", without_lists(page))
        assert "selected" not in page.content.decode()


def test_a_board_is_over_with_its_own_hand(match: Match) -> None:
    play_matches(match.session_round, {match.pk})
    Match.objects.filter(pk=match.pk).update(done=False)
    game = match.games.get().game
    assert game is not None
    assert [look(match, 0, place).context["over"] for place in range(3)] == [True] * 3
    game.rounds.filter(number=3).delete()
    assert [look(match, 0, place).context["over"] for place in range(3)] == [True, True, False]


@settings(max_examples=25)
@given(st.permutations(DECK), st.sets(st.integers(0, 3)))
def test_every_card_goes_back_to_who_gave_it(pack: list[str], noted: set[int]) -> None:
    """Each seat's three cards are one line of "gets" there and one of "gives" elsewhere."""
    cards = {seat: pack[3 * seat : 3 * seat + 3] for seat in noted}
    seats = own_seats(range(4), cards, over=True)
    names = [one.name for one in seats]
    for giver, taker in permutations(range(4), 2):
        (gets,) = [one.card for one in seats[giver].gets if one.seat == names[taker]]
        (gives,) = [one.card for one in seats[taker].gives if one.seat == names[giver]]
        assert gets == gives
        assert (gets is None) is (giver not in noted)


def test_what_was_done_is_said_on_the_same_page(match: Match) -> None:
    client, where = Client(), address(match, 0, match.boards[0])
    client.post(where, {"fouled": "1"})
    assert "The director is called" in in_one_line(client.get(where))
    assert "The director is called" not in in_one_line(client.get(where))


REFUSED: list[tuple[int, tuple[str, ...], int]] = [
    (NORTH, ("star-2", "star-2", "dog"), 422),
    (NORTH, ("star-2", "star-3"), 422),
    (NORTH, ("star-2", "star-3", "star-1"), 422),
]


@pytest.mark.parametrize(("seat", "cards", "status"), REFUSED)
def test_three_different_cards_are_noted_or_none(
    match: Match, seat: int, cards: tuple[str, ...], status: int
) -> None:
    answer = note(match, seat, *cards)
    assert answer.status_code == status
    assert "Choose three different cards." in in_one_line(answer)
    assert not GivenCards.objects.exists()


def test_a_note_replaces_the_one_before_until_the_round_is_closed(match: Match) -> None:
    note(match, NORTH, "star-2", "jade-A", "dog")
    note(match, NORTH, "star-3", "jade-A", "dog")
    assert [row.cards[0] for row in GivenCards.objects.all()] == ["star-3"]
    desks.play_round(match.session_round)
    assert note(match, NORTH, "star-4", "jade-A", "dog").status_code == 409
    assert [row.cards[0] for row in GivenCards.objects.all()] == ["star-3"]
    assert "Note them" not in in_one_line(look(match, 0))


@pytest.mark.parametrize(("seat", "side"), [(EAST, 0), (NORTH, 1), (7, 0)])
def test_a_pair_notes_only_what_it_gave_itself(match: Match, seat: int, side: int) -> None:
    form: dict[str, Any] = {"seat": str(seat), "card_0": "dog", "card_1": "star-2"}
    at = address(match, side, match.boards[0])
    assert Client().post(at, form | {"card_2": "star-3"}).status_code == 404
    assert not GivenCards.objects.exists()


def test_a_page_is_for_those_who_play_the_board(match: Match) -> None:
    other = desks.tables(match.session_round)[1]
    token = token_of(pair(other, 0))
    for args in ([token, match.pk, match.boards[0]], [token_of(pair(match, 0)), match.pk, 99]):
        assert Client().get(reverse("own_cards", args=args)).status_code == 404


def test_a_fouled_board_calls_the_director_with_its_number(match: Match) -> None:
    board = match.boards[1]
    for _again in range(2):
        assert Client().post(address(match, 1, board), {"fouled": "1"}).status_code == 303
    (call,) = Remark.objects.filter(match=match)
    assert (call.kind, call.side, call.text) == ("call", 1, f"Board {board} is fouled.")
    assert call.entrant == pair(match, 1)


def test_the_own_page_says_what_matters_before_a_board(match: Match) -> None:
    page = Client().get(reverse("own_page", args=[token_of(pair(match, 0))]))
    text = in_one_line(page)
    for line in ("Count 14 cards", "Call Tichu silently.", "No Grand Tichu.", "Note the three"):
        assert line in text
    assert all(address(match, 0, board) in page.content.decode() for board in match.boards)
    stage = match.session_round.stage
    type(stage).objects.filter(pk=stage.pk).update(rules={"round_limit": 3, "target_score": None})
    assert "No Grand Tichu." not in in_one_line(look(match, 0))
