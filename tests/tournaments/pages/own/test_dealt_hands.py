"""The 14 cards that players were dealt: noted on their own pages, by the table that plays a board
first.
"""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.dealing import finish, in_one_line, play_on, recorded_session
from tests.tournaments.playing import play_matches
from tests.worlds import built_once
from tournaments.actions.fouled_boards import mark_fouled
from tournaments.models import DealtHand, Entrant, Match, Stage, Tournament
from tournaments.pages.travellers import matches_on
from tournaments.pairing.duplicate.deals import DECK, deal, held_twice, in_order, with_fourth
from tournaments.stage.history import history_of, seated_match
from tournaments.stage.noted_hands import deals_first
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

NORTH, EAST, SOUTH, WEST = range(4)
HANDS = deal(bytes(32), 1)


def begun() -> Tournament:
    session = recorded_session(desks.a_desk())
    desks.draw(session)
    return session


shared = built_once(begun)


@pytest.fixture
def match(shared: Tournament) -> Match:
    return desks.reread(desks.tables(desks.first_stage(shared).session_rounds.get())[0])


def address(match: Match, side: int, board: int) -> str:
    entrant = Entrant.objects.select_related("tournament").get(
        pk=seated_match(match).sides[side][0]
    )
    return reverse("own_cards", args=[token_of(entrant), match.pk, board])


def look(match: Match, side: int, place: int = 0) -> Response:
    return Client().get(address(match, side, match.boards[place]))


def note(match: Match, seat: int, cards: Sequence[str], place: int = 0, **more: Any) -> Response:
    form = {"card": list(cards), "dealt": str(seat)} | more
    return Client().post(address(match, seat % 2, match.boards[place]), form)


def ticked(page: Response) -> list[str]:
    """The cards that are chosen in the lists of a page."""
    return re.findall(r'value="([^"]+)"\s+checked', page.content.decode())


def rows(match: Match) -> dict[tuple[int, int, int], list[str]]:
    found = DealtHand.objects.filter(stage=match.session_round.stage)
    return {(one.board, one.deal, one.seat): one.cards for one in found}


def test_a_seat_notes_its_14_cards_and_sees_them_when_the_hand_is_over(match: Match) -> None:
    board = match.boards[0]
    page = look(match, 0)
    assert page.content.decode().count('name="card"') == 2 * 56
    assert "If you are the first to play the board, note your 14 cards." in in_one_line(page)
    assert note(match, NORTH, HANDS[NORTH]).status_code == 303
    assert note(match, EAST, HANDS[EAST]).status_code == 303
    assert rows(match) == {(board, 1, seat): list(in_order(HANDS[seat])) for seat in (NORTH, EAST)}
    north, south = look(match, 0).context["seats"]
    assert (north.dealt.noted, south.dealt.noted) == (True, False)
    assert "The 14 cards are noted." in in_one_line(look(match, 0))
    play_matches(match.session_round, {match.pk})
    page = look(match, 0)
    assert ticked(page) == [
        value for value, _card, chosen in page.context["seats"][0].dealt.choices if chosen
    ]
    assert {*ticked(page)} == {*HANDS[NORTH]}
    assert in_one_line(page).count("Was dealt") == 1
    assert {*ticked(look(match, 1))} == {*HANDS[EAST]}, "each pair its own hands alone"


def test_nobody_sees_a_noted_hand_while_it_is_played_not_even_the_pair(match: Match) -> None:
    for seat in range(4):
        note(match, seat, HANDS[seat])
    for side in (0, 1):
        page = look(match, side)
        assert ticked(page) == []
        assert 'class="hand"' not in page.content.decode()


@pytest.mark.parametrize(
    ("cards", "count"),
    [
        (HANDS[NORTH][:13], 13),
        ((*HANDS[NORTH], HANDS[EAST][0]), 15),
        ((*HANDS[NORTH][:13], HANDS[NORTH][0]), 13),
        ((*HANDS[NORTH], HANDS[NORTH][0]), 14),
        ((*HANDS[NORTH][:13], "star-1"), 13),
        ((), 0),
    ],
)
def test_a_hand_has_14_cards_and_what_was_chosen_stays(
    match: Match, cards: Sequence[str], count: int
) -> None:
    answer = note(match, NORTH, cards)
    assert answer.status_code == 422
    assert f"A hand has 14 cards. Chosen: {count}." in in_one_line(answer)
    assert {*ticked(answer)} == {*cards} & {*DECK}
    assert not DealtHand.objects.exists()


def test_a_card_in_two_hands_is_mentioned_only_when_the_hand_is_over(match: Match) -> None:
    """Else a player could find out, card by card, what the others noted."""
    note(match, SOUTH, HANDS[SOUTH])
    wrong = (*HANDS[NORTH][:13], HANDS[SOUTH][0])
    pages = []
    for cards in (wrong, HANDS[NORTH]):
        answer = note(match, NORTH, cards)
        pages.append((answer.status_code, without_tokens(look(match, 0))))
    assert pages[0] == pages[1]
    note(match, NORTH, wrong)
    play_matches(match.session_round, {match.pk})
    north, south = look(match, 0).context["seats"]
    assert (north.dealt.twice, south.dealt.twice) == (True, True)
    assert "Another hand of this board has one of these cards too." in in_one_line(look(match, 0))
    assert "Another hand of this board" not in in_one_line(look(match, 1))
    assert note(match, NORTH, HANDS[NORTH]).status_code == 303, "mended after the hand"
    assert "Another hand of this board" not in in_one_line(look(match, 0))


def without_tokens(page: Response) -> str:
    return re.sub(r'csrfmiddlewaretoken" value="\w+"|nonce="[^"]+"', "", page.content.decode())


@pytest.mark.parametrize("seat", [EAST, WEST, 7, ""])
def test_a_pair_notes_only_its_own_hands(match: Match, seat: object) -> None:
    form = {"card": list(HANDS[0]), "dealt": str(seat)}
    assert Client().post(address(match, 0, match.boards[0]), form).status_code == 404
    assert not DealtHand.objects.exists()


def test_only_the_table_that_plays_a_board_first_notes_its_cards(match: Match) -> None:
    """Two tables share three boards, which the second plays in another order."""
    other = desks.reread(desks.tables(match.session_round)[1])
    assert other.boards == [*match.boards[1:], match.boards[0]]
    last, first = len(other.boards) - 1, 0
    assert look(other, 0, last).context["records"] is True, "if the first leaves it out"
    desks.play_match(match)
    assert look(other, 0, last).context["records"] is False
    assert note(other, NORTH, HANDS[NORTH], place=last).status_code == 409
    assert look(other, 0, first).context["records"] is True, "it is on the second board, first"
    assert look(match, 0, 0).context["records"] is True


def test_notes_are_mended_after_the_round_until_the_session_is_over(match: Match) -> None:
    session, board = match.session_round.stage.tournament, match.boards[0]
    play_on(session, 3)
    own = address(match, 0, board)
    boards = Client().get(own.partition("cards/")[0] + "boards/").content.decode()
    assert own in boards, "My boards leads to the cards of earlier rounds"
    assert note(match, NORTH, HANDS[NORTH]).status_code == 303
    assert note(match, NORTH, HANDS[WEST]).status_code == 303
    assert rows(match) == {(board, 1, NORTH): list(in_order(HANDS[WEST]))}
    finish(session)
    assert note(match, NORTH, HANDS[NORTH]).status_code == 409
    assert 'name="card"' not in look(match, 0).content.decode()
    assert rows(match) == {(board, 1, NORTH): list(in_order(HANDS[WEST]))}


@pytest.mark.parametrize("secret", [False, True])
def test_afterwards_the_cards_are_under_the_traveller_unless_the_club_keeps_them(
    match: Match, secret: bool
) -> None:
    session, board = match.session_round.stage.tournament, match.boards[0]
    settings = {"others": "traveller", "dealing": "recorded", "deals_secret": secret}
    Stage.objects.filter(tournament=session).update(format_settings=settings)
    for seat in (NORTH, EAST, SOUTH):
        note(match, seat, HANDS[seat])
    public = reverse("tournament_board", args=[session.pk, 1, board])
    play_on(session, 3)
    assert "The cards" not in in_one_line(Client().get(public))
    finish(session)
    page = Client().get(public)
    deals = page.context["deals"]
    assert [one.number for one in deals] == ([] if secret else [1])
    assert ("Was dealt" in in_one_line(look(match, 0))) is not secret
    if not secret:
        assert [one.seat for one in deals[0].hands] == ["North", "East", "South", "West"]
        assert "noted by those who played the board first" in in_one_line(page)
    other = reverse("tournament_board", args=[session.pk, 1, match.boards[1]])
    assert "The cards" not in in_one_line(Client().get(other)), "nobody noted them"


def test_after_a_foul_the_table_from_which_on_it_counts_notes_the_new_deal(match: Match) -> None:
    session, board = match.session_round.stage.tournament, match.boards[0]
    stage = desks.first_stage(session)
    note(match, NORTH, HANDS[NORTH])
    play_on(session, 3)
    on = matches_on(history_of(stage))[board]
    start = on[1].match
    assert not deals_first(desks.reread(start), board)
    mark_fouled(stage, None, board, start, "They fell on the floor")
    start = desks.reread(start)
    assert note(start, EAST, HANDS[WEST], start.boards.index(board)).status_code == 303
    assert rows(match) == {
        (board, 1, NORTH): list(in_order(HANDS[NORTH])),
        (board, 2, EAST): list(in_order(HANDS[WEST])),
    }
    finish(session)
    public = reverse("tournament_board", args=[session.pk, 1, board])
    page = Client().get(public)
    assert [(one.number, [hand.seat for hand in one.hands]) for one in page.context["deals"]] == [
        (1, ["North"]),
        (2, ["East"]),
    ]
    assert "The cards after the board was fouled" in in_one_line(page)
    # Marked by mistake: there is no second deal
    Stage.objects.filter(pk=stage.pk).update(fouled_boards={})
    Tournament.objects.filter(pk=session.pk).update(version=10_000)
    assert [one.number for one in Client().get(public).context["deals"]] == [1]


@pytest.mark.parametrize("dealing", ["table", "app"])
def test_nothing_is_noted_where_cards_are_not_recorded(match: Match, dealing: str) -> None:
    Stage.objects.update(format_settings={"dealing": dealing})
    page = look(match, 0)
    assert 'name="card"' not in page.content.decode()
    assert "note your 14 cards" not in in_one_line(page)
    assert note(match, NORTH, HANDS[NORTH]).status_code == 409
    assert not DealtHand.objects.exists()


def test_the_own_page_says_to_note_the_14_cards(match: Match) -> None:
    own = address(match, 0, match.boards[0]).partition("cards/")[0]
    assert "note your 14 cards" in in_one_line(Client().get(own))


@given(st.permutations(DECK), st.sets(st.integers(0, 3)))
def test_the_fourth_hand_follows_from_three(pack: list[str], noted: set[int]) -> None:
    every = {seat: in_order(pack[14 * seat : 14 * seat + 14]) for seat in range(4)}
    known = {seat: every[seat] for seat in noted}
    assert with_fourth(known) == (every if len(noted) == 3 else dict(sorted(known.items())))
    assert not held_twice(known)


def test_hands_with_a_card_in_common_have_no_fourth() -> None:
    hands = {NORTH: HANDS[0], EAST: HANDS[1], SOUTH: (*HANDS[2][:13], HANDS[0][0])}
    assert with_fourth(hands) == hands
    assert held_twice(hands) == {HANDS[0][0]}
