"""Dealing sheets at the desk: for directors who do not play, as the answer to a form alone."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.access.devices import COOKIE
from scoring.models import Claim, PhoneOwner
from tests.requests import Response
from tests.scoring.games import a_device
from tests.tournaments import desks
from tests.tournaments.dealing import a_session, in_one_line, play_on, seed_of
from tests.worlds import built_once
from tournaments.actions import revealing, stages
from tournaments.actions.fouled_boards import mark_fouled
from tournaments.models import DealSeed, Entrant, LogLine, Member, Stage, Tournament
from tournaments.pages.travellers import matches_on
from tournaments.pairing.duplicate.deals import deal, hash_of
from tournaments.stage.history import history_of
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

ALL = {"first": "1", "last": "9", "spectator": "on"}


def begun() -> tuple[desks.Desk, Tournament]:
    """Four pairs: three rounds of three boards, the first one drawn."""
    desk = desks.a_desk()
    session = a_session(desk)
    desks.draw(session)
    return desk, session


shared = built_once(begun)


@pytest.fixture
def desk(shared: tuple[desks.Desk, Tournament]) -> desks.Desk:
    return shared[0]


@pytest.fixture
def session(shared: tuple[desks.Desk, Tournament]) -> Tournament:
    return Tournament.objects.get(pk=shared[1].pk)


def page(client: Client, session: Tournament) -> Response:
    return client.get(reverse("desk_deals", args=[session.pk, 1]))


def sheets(client: Client, session: Tournament, **form: Any) -> Response:
    return client.post(reverse("desk_deal_sheets", args=[session.pk, 1]), ALL | form)


def boards_on(answer: Response) -> list[int]:
    return [one.board for sheets in answer.context["pages"] for one in sheets]


def logged(session: Tournament) -> list[dict[str, Any]]:
    rows = LogLine.objects.filter(tournament=session, action="deals_opened")
    return list(rows.values_list("params", flat=True))


def test_a_director_prints_every_card_of_every_board_once(
    desk: desks.Desk, session: Tournament
) -> None:
    answer = sheets(desk.client, session)
    assert answer.status_code == 200
    assert boards_on(answer) == list(range(1, 10))
    assert [len(one) for one in answer.context["pages"]] == [2, 2, 2, 2, 1]
    for sheet in (one for sheets in answer.context["pages"] for one in sheets):
        hands = deal(seed_of(session), sheet.board)
        for hand, shown in zip(hands, sheet.hands, strict=True):
            (part,) = shown.parts
            ranks = {f"{one.suit}-{rank}" for one in part.suits for rank in one.ranks}
            assert ranks == {card for card in hand if card[-1] in "0123456789JQKA"}
            assert len(part.specials) == 14 - len(ranks)
    assert logged(session) == [{"stage": 1, "first": 1, "last": 9}]
    assert "no-store" in answer["Cache-Control"]


def test_the_first_eight_cards_are_apart_where_grand_tichu_is_allowed(
    desk: desks.Desk, session: Tournament
) -> None:
    assert "no Grand Tichu" in in_one_line(sheets(desk.client, session))
    Stage.objects.filter(tournament=session).update(rules={"round_limit": 3, "target_score": None})
    answer = sheets(desk.client, session, last="1")
    ((sheet,),) = answer.context["pages"]
    first, rest = sheet.hands[0].parts
    shown = [
        sum(len(one.ranks) for one in part.suits) + len(part.specials) for part in (first, rest)
    ]
    assert shown == [8, 6]
    eight = deal(seed_of(session), 1)[0][:8]
    assert {f"{one.suit}-{rank}" for one in first.suits for rank in one.ranks} <= set(eight)
    assert "keep the first eight cards apart" in in_one_line(answer)


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"spectator": ""}, 422),
        ({"first": "0"}, 422),
        ({"last": "x"}, 422),
        ({"first": "5", "last": "4"}, 422),
        ({"last": "99999"}, 422),
    ],
)
def test_a_wrong_form_shows_no_card(
    desk: desks.Desk, session: Tournament, form: dict[str, str], status: int
) -> None:
    answer = sheets(desk.client, session, **form)
    assert (answer.status_code, logged(session)) == (status, [])
    assert 'role="alert"' in answer.content.decode()
    assert "deal-sheet" not in answer.content.decode()


def claimed(session: Tournament, desk: desks.Desk) -> None:
    player = Member.objects.filter(tournament=session)[0].player
    Claim.objects.create(
        player=player, club=desk.club, account=desk.user, agreed_at="2026-11-01T12:00Z"
    )


def owned(session: Tournament, desk: desks.Desk) -> None:
    player = Member.objects.filter(tournament=session)[0].player
    desk.client.cookies[COOKIE] = "a director's phone"
    PhoneOwner.objects.create(device=a_device("a director's phone"), player=player)


def called_the_same(session: Tournament, desk: desks.Desk) -> None:
    type(desk.user).objects.filter(pk=desk.user.pk).update(name="player 1")


@pytest.mark.parametrize("plays", [claimed, owned, called_the_same])
def test_a_director_who_plays_sees_a_board_once_it_is_played(
    desk: desks.Desk, session: Tournament, plays: Any
) -> None:
    plays(session, desk)
    assert "You play in this session" in in_one_line(page(desk.client, session))
    assert sheets(desk.client, session).status_code == 409
    first_round = session.stages.get().session_rounds.get()
    desks.play_round(first_round)
    played = sorted(desks.tables(first_round)[0].boards)  # the same at both tables
    assert boards_on(sheets(desk.client, session)) == played
    other = next(one for one in range(1, 10) if one not in played)
    assert sheets(desk.client, session, first=str(other), last=str(other)).status_code == 409
    assert logged(session) == [{"stage": 1, "first": played[0], "last": played[-1]}]
    # Somebody else prints
    assert boards_on(sheets(desks.let_direct(desk, "Dora"), session)) == list(range(1, 10))


def test_the_seed_is_sealed_with_the_stage_or_before_and_never_again(desk: desks.Desk) -> None:
    session = a_session(desk)
    assert "Seal the deals now" in in_one_line(page(desk.client, session))
    assert sheets(desk.client, session).status_code == 409
    address = reverse("desk_deals", args=[session.pk, 1])
    assert desk.client.post(address).status_code == 302
    seed = seed_of(session)
    assert desk.client.post(address).status_code == 302
    desks.draw(session)
    assert seed_of(session) == seed
    (line,) = LogLine.objects.filter(tournament=session, action="deals_sealed")
    assert line.params == {"stage": 1, "hash": hash_of(seed)}


def test_every_session_has_a_seed_of_its_own(desk: desks.Desk, session: Tournament) -> None:
    other = a_session(desk)
    desks.draw(other)
    assert len({seed_of(session), seed_of(other)}) == 2
    assert {len(seed_of(session)), len(seed_of(other))} == {32}


def test_a_session_dealt_at_the_table_has_no_deals(desk: desks.Desk) -> None:
    session = desks.a_tournament("duplicate_evening", 4, desk=desk, awards={})
    desks.draw(session)
    assert not DealSeed.objects.filter(stage__tournament=session).exists()
    assert page(desk.client, session).status_code == 404
    assert sheets(desk.client, session).status_code == 404
    movement = desk.client.get(reverse("desk_movement", args=[session.pk, 1]))
    assert "Deals" not in in_one_line(movement)


def test_the_movement_leads_directors_to_the_deals(desk: desks.Desk, session: Tournament) -> None:
    address = reverse("desk_movement", args=[session.pk, 1])
    assert "Deals and dealing sheets" in in_one_line(desk.client.get(address))
    referee = desks.in_role(desk, "referee")
    assert "Deals and dealing sheets" not in in_one_line(referee.get(address))


def test_everybody_sees_the_hash_at_once_and_at_the_end_the_seed(
    desk: desks.Desk, session: Tournament
) -> None:
    address = reverse("tournament_boards", args=[session.pk, 1])
    text = in_one_line(Client().get(address))
    assert hash_of(seed_of(session)) in text
    assert "The secret number and the cards are shown once the stage is finished" in text
    revealing.unfreeze(session, None)  # somebody shows results in the middle of the session
    number = desks.tables(session.stages.get().session_rounds.get())[0].boards[0]
    board = reverse("tournament_board", args=[session.pk, 1, number])
    assert "The cards" not in in_one_line(Client().get(board))
    play_on(session, 3)
    revealing.freeze(session, None, 1, 3)
    stages.finish_stage(desks.first_stage(session), None)
    assert "The cards" not in in_one_line(Client().get(board))
    revealing.unfreeze(session, None)
    assert seed_of(session).hex() in in_one_line(Client().get(address))
    assert in_one_line(Client().get(board)).count("The cards") == 1
    own = Entrant.objects.select_related("tournament").filter(tournament=session)[0]
    mine = Client().get(reverse("own_board", args=[token_of(own), 1, number]))
    assert [one.seat for one in mine.context["hands"]] == ["North", "East", "South", "West"]
    assert "These are the first cards" not in in_one_line(mine)
    stage = desks.first_stage(session)
    last = matches_on(history_of(stage))[number][-1].match
    mark_fouled(stage, None, number, last, "They fell on the floor")
    assert "These are the first cards. After the board was fouled" in in_one_line(
        Client().get(board)
    )
    stages.reopen_stage(desks.first_stage(session), None)
    assert "The cards" not in in_one_line(Client().get(board))
