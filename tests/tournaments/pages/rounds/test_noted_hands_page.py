"""The desk sees, corrects and prints what players noted of boards dealt at the table; directors who
play, once they have played the board.
"""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Claim
from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.dealing import a_session, finish, in_one_line, play_on, recorded_session
from tests.worlds import built_once
from tournaments.actions.deals import note_hand
from tournaments.models import DealtHand, LogLine, Match, Member, Stage, Tournament
from tournaments.pairing.duplicate.deals import deal, in_order

pytestmark = pytest.mark.django_db

HANDS = deal(bytes(32), 1)


def begun() -> tuple[desks.Desk, Tournament]:
    """Four pairs; three hands of one board are noted, two of another, with a card in common."""
    desk = desks.a_desk()
    session = recorded_session(desk)
    match = desks.reread(desks.tables(desks.draw(session))[0])
    for seat in range(3):
        note_hand(match, match.boards[0], seat, HANDS[seat])
    for seat in range(2):
        note_hand(match, match.boards[1], seat, HANDS[0])
    return desk, session


shared = built_once(begun)


@pytest.fixture
def desk(shared: tuple[desks.Desk, Tournament]) -> desks.Desk:
    return shared[0]


@pytest.fixture
def session(shared: tuple[desks.Desk, Tournament]) -> Tournament:
    return Tournament.objects.get(pk=shared[1].pk)


@pytest.fixture
def match(session: Tournament) -> Match:
    return desks.reread(desks.tables(session.stages.get().session_rounds.get())[0])


def page(client: Client, session: Tournament) -> Response:
    return client.get(reverse("desk_deals", args=[session.pk, 1]))


def see(client: Client, session: Tournament, which: str, **form: Any) -> Response:
    address = reverse("desk_noted_hands", args=[session.pk, 1])
    return client.post(address, {"which": which, "spectator": "on"} | form)


def sheets(client: Client, session: Tournament, first: int, last: int) -> Response:
    form = {"first": str(first), "last": str(last), "spectator": "on"}
    return client.post(reverse("desk_deal_sheets", args=[session.pk, 1]), form)


def logged(session: Tournament) -> list[tuple[str, dict[str, Any]]]:
    actions = ("deals_opened", "cards_corrected")
    rows = LogLine.objects.filter(tournament=session, action__in=actions).order_by("pk")
    return list(rows.values_list("action", "params"))


def opened(board: int) -> tuple[str, dict[str, Any]]:
    return "deals_opened", {"stage": 1, "first": board, "last": board}


def ticked(answer: Response) -> list[str]:
    return re.findall(r'value="([^"]+)"\s+checked', answer.content.decode())


def test_the_page_lists_what_is_noted_and_no_card(
    desk: desks.Desk, session: Tournament, match: Match
) -> None:
    answer = page(desk.client, session)
    first, second, third = (f"{board}-1" for board in match.boards)
    noted = {one.key: (one.known, one.twice) for one in answer.context["noted"]}
    assert noted == {first: (4, False), second: (2, True), third: (0, False)}
    text = in_one_line(answer)
    assert text.count("a card is noted in two hands") == 1
    assert 'class="hand"' not in answer.content.decode()
    assert "Seal" not in text
    movement = in_one_line(desk.client.get(reverse("desk_movement", args=[session.pk, 1])))
    assert f"A card is noted in two hands, boards: {match.boards[1]}." in movement
    assert "Deals and dealing sheets" in movement
    referee = desks.in_role(desk, "referee")
    movement = in_one_line(referee.get(reverse("desk_movement", args=[session.pk, 1])))
    assert "noted in two hands" not in movement
    assert desk.client.post(reverse("desk_deals", args=[session.pk, 1])).status_code == 200
    assert not LogLine.objects.filter(tournament=session, action="deals_sealed").exists()


def test_a_director_sees_a_board_and_the_log_says_so(
    desk: desks.Desk, session: Tournament, match: Match
) -> None:
    board, other, _third = match.boards
    answer = see(desk.client, session, f"{board}-1")
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    hands = answer.context["deal"].hands
    assert [one.seat for one in hands] == ["North", "East", "South", "West"]
    assert len(ticked(answer)) == 3 * 14, "the fourth is not noted"
    assert logged(session) == [opened(board)]
    answer = see(desk.client, session, f"{other}-1")
    assert in_one_line(answer).count("Noted in two hands:") == 1
    assert len(answer.context["deal"].twice) == 14


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ({"spectator": ""}, "Confirm that you do not play in this session."),
        ({"which": "99-1"}, "Choose a board."),
        ({"which": ""}, "Choose a board."),
        ({"which": "7-2"}, "Choose a board."),
        ({"which": "x"}, "Choose a board."),
    ],
)
def test_a_wrong_form_shows_no_card(
    desk: desks.Desk, session: Tournament, match: Match, form: dict[str, str], message: str
) -> None:
    assert match.boards[0] == 7
    answer = see(desk.client, session, **({"which": "7-1"} | form))
    assert answer.status_code == 422
    assert message in in_one_line(answer)
    assert 'class="hand"' not in answer.content.decode()
    assert logged(session) == []


def test_no_address_opens_the_cards(desk: desks.Desk, session: Tournament) -> None:
    address = reverse("desk_noted_hands", args=[session.pk, 1])
    assert desk.client.get(address).status_code == 405
    assert desks.in_role(desk, "referee").post(address, {"which": "7-1"}).status_code == 404
    assert Client().post(address, {"which": "7-1"}).status_code == 302
    app = a_session(desk)
    assert see(desk.client, app, "1-1").status_code == 404


def test_a_director_corrects_adds_and_removes_a_hand(
    desk: desks.Desk, session: Tournament, match: Match
) -> None:
    board = match.boards[0]

    def save(seat: int, *cards: str) -> Response:
        return see(desk.client, session, f"{board}-1", seat=str(seat), card=list(cards))

    def kept() -> dict[int, list[str]]:
        return {one.seat: one.cards for one in DealtHand.objects.filter(board=board)}

    before = kept()
    wrong = save(0, *HANDS[0][:12])
    assert (wrong.status_code, kept()) == (422, before)
    assert "A hand has 14 cards. Chosen: 12." in in_one_line(wrong)
    assert [one.again for one in wrong.context["seats"]] == [True, False, False, False]
    assert {card for card, _shown, on in wrong.context["seats"][0].choices if on} == {
        *HANDS[0][:12]
    }
    assert save(3, *HANDS[3]).status_code == 200
    assert kept() == before | {3: list(in_order(HANDS[3]))}
    assert "Saved." in in_one_line(save(3))
    assert kept() == before
    assert save(7, *HANDS[3]).status_code == 404
    corrected = ("cards_corrected", {"stage": 1, "board": board})
    assert logged(session) == [opened(board), corrected, opened(board), corrected, opened(board)]
    # Also when it is over, before its tournament is reopened
    play_on(session, 3)
    finish(session)
    assert save(3, *HANDS[3]).status_code == 200
    public = Client().get(reverse("tournament_board", args=[session.pk, 1, board]))
    assert len(public.context["deals"][0].hands) == 4


def test_sheets_are_printed_of_boards_that_are_complete(
    desk: desks.Desk, session: Tournament, match: Match
) -> None:
    answer = sheets(desk.client, session, 1, 9)
    ((sheet,),) = answer.context["pages"]
    assert sheet.board == match.boards[0]
    for hand, shown in zip(HANDS, sheet.hands, strict=True):
        (part,) = shown.parts
        ranks = {f"{one.suit}-{rank}" for one in part.suits for rank in one.ranks}
        assert ranks == {card for card in hand if card[-1] in "0123456789JQKA"}
        assert len(part.specials) == 14 - len(ranks)
    assert "14 cards each, no Grand Tichu" in in_one_line(answer)
    assert logged(session) == [("deals_opened", {"stage": 1, "first": 1, "last": 9})]
    Stage.objects.filter(tournament=session).update(rules={"round_limit": 3, "target_score": None})
    answer = sheets(desk.client, session, 1, 9)
    assert "14 cards each, as noted at the table" in in_one_line(answer)


def test_boards_that_contradict_or_are_not_noted_have_no_sheet(
    desk: desks.Desk, session: Tournament, match: Match
) -> None:
    for board in match.boards[1:]:
        answer = sheets(desk.client, session, board, board)
        assert answer.status_code == 409
        assert "The cards of these boards are not all noted." in in_one_line(answer)
    assert logged(session) == []


def test_a_director_who_plays_sees_a_board_once_it_is_played(
    desk: desks.Desk, session: Tournament, match: Match
) -> None:
    player = Member.objects.filter(tournament=session)[0].player
    Claim.objects.create(
        player=player, club=desk.club, account=desk.user, agreed_at="2026-11-01T12:00Z"
    )
    board = match.boards[0]
    answer = page(desk.client, session)
    assert "You play in this session" in in_one_line(answer)
    assert "See the cards" not in in_one_line(answer)
    assert see(desk.client, session, f"{board}-1").status_code == 409
    assert see(desk.client, session, f"{board}-1", seat="3", card=list(HANDS[3])).status_code == 409
    assert DealtHand.objects.filter(board=board).count() == 3
    assert sheets(desk.client, session, board, board).status_code == 409
    desks.play_round(match.session_round)
    assert see(desk.client, session, f"{board}-1").status_code == 200
    assert sheets(desk.client, session, board, board).status_code == 200
    other = desks.let_direct(desk, "Dora")
    assert see(other, session, f"{board}-1").status_code == 200
