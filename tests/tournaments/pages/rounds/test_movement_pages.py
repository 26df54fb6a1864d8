"""Duplicate at the desk: pairs who leave or come late, and what becomes of the rounds to come."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Game, Seat
from tests.requests import Response
from tests.scoring.games import a_device
from tests.tournaments import desks
from tests.tournaments.desk_pages import confirm, preview, text_of
from tests.tournaments.racing import hands
from tests.worlds import built_once
from tournaments.actions import attendance, drawing, publishing, stages
from tournaments.actions.board_rulings import give_averages
from tournaments.actions.integrity import undo
from tournaments.actions.table_phones import sit
from tournaments.exchange.document_shape import fouled_boards
from tournaments.exchange.shapes import Found
from tournaments.models import Entrant, LogLine, Match, MatchGame, Phone, SessionRound, Tournament
from tournaments.pages.movements import numbers_in
from tournaments.pairing.duplicate.seating import holders_of
from tournaments.stage.history import history_of, seated_match
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

AWARDS: dict[str, int] = {}


def begun() -> tuple[desks.Desk, Tournament]:
    """Five pairs, all rounds drawn, the first one played and closed."""
    desk = desks.a_desk()
    session = desks.a_tournament("duplicate_evening", 5, desk=desk, awards=AWARDS)
    stage = desks.first_stage(session)
    stages.begin_stage(stage, None)
    first, *_ = drawing.draw_all(stage, None)
    desks.play_round(publishing.publish_round(first, None))
    return desk, session


shared = built_once(begun)


@pytest.fixture
def desk(shared: tuple[desks.Desk, Tournament]) -> desks.Desk:
    return shared[0]


@pytest.fixture
def session(shared: tuple[desks.Desk, Tournament]) -> Tournament:
    return Tournament.objects.get(pk=shared[1].pk)


def address(session: Tournament, name: str = "desk_movement") -> str:
    return reverse(name, args=[session.pk, 1])


def page(desk: desks.Desk, session: Tournament) -> Response:
    answer = desk.client.get(address(session))
    assert answer.status_code == 200
    return answer


def seats(session: Tournament, number: int) -> list[tuple[int, tuple[int, ...], list[int]]]:
    row = SessionRound.objects.get(stage__tournament=session, number=number)
    return [(one.number, seated_match(one).everybody, one.boards) for one in desks.tables(row)]


def pair(session: Tournament, number: int) -> Entrant:
    who = holders_of(numbers_in(history_of(desks.first_stage(session))))[number]
    return session.entrants.select_related("tournament").get(pk=who)


def in_round(session: Tournament, number: int) -> set[int]:
    return {who for _, everybody, _ in seats(session, number) for who in everybody}


def press(desk: desks.Desk, session: Tournament) -> Response:
    shown = preview(desk.client, address(session, "desk_coming"))
    return confirm(desk.client, shown, address(session, "desk_coming"))


def test_nothing_is_said_while_everybody_is_there(desk: desks.Desk, session: Tournament) -> None:
    context = page(desk, session).context
    assert (context["changes"], context["stale"], context["renewed"]) == ([], False, [])
    assert desk.client.post(address(session, "desk_coming"), {"sure": "1"}).status_code == 302
    assert not LogLine.objects.filter(action="coming_seated").exists()


def test_from_the_first_draw_on_everybody_has_a_name_and_every_board_a_place() -> None:
    desk = desks.a_desk()
    session = desks.a_tournament("duplicate_evening", 5, desk=desk, awards=AWARDS)
    desks.draw(session)
    for shown in (page(desk, session), Client().get(address(session, "tournament_boards"))):
        assert [number for number, _name in shown.context["pairs"]] == [1, 2, 3, 4, 5]
        for row in shown.context["rounds"]:
            used = {board for seat in row.tables for board in seat.boards}
            assert used.isdisjoint(row.resting)
            assert used.union(row.resting) == set(range(1, 16))


@pytest.mark.parametrize("ahead", [False, True])
@pytest.mark.parametrize("pairs", [4, 5, 6])
def test_before_the_first_hand_too(pairs: int, ahead: bool) -> None:
    desk = desks.a_desk()
    session = desks.a_tournament("duplicate_evening", pairs, desk=desk, awards=AWARDS)
    if ahead:
        stages.begin_stage(desks.first_stage(session), None)
        drawing.draw_all(desks.first_stage(session), None)
    else:
        desks.draw(session)
    context = page(desk, session).context
    assert (context["changes"], context["stale"], context["renewed"]) == ([], False, [])
    attendance.withdraw(pair(session, 2), None, "ill")
    shown = page(desk, session)
    assert "Number 2 has left" in text_of(shown)
    assert shown.context["stale"]


def test_a_pair_leaves_and_its_opponents_sit_out_from_the_next_round_on(
    desk: desks.Desk, session: Tournament
) -> None:
    gone = pair(session, 3)
    playing = in_round(session, 2)
    links = {one.pk: one.key for one in Match.objects.filter(session_round__number=2)}
    attendance.withdraw(gone, None, "ill")
    shown = page(desk, session)
    assert "Number 3 has left" in text_of(shown)
    assert "From round 2 on, the others at that table sit out" in text_of(shown)
    assert shown.context["stale"]
    assert press(desk, session).status_code == 302
    assert [gone.pk in in_round(session, number) for number in range(1, 6)] == [
        gone.pk in in_round(session, 1),
        *[False] * 4,
    ]
    shown = page(desk, session)
    assert not shown.context["stale"]
    assert shown.context["renewed"]
    assert 3 not in shown.context["renewed"]
    # Tables at which nothing changed keep their links
    kept = {one.pk: one.key for one in Match.objects.filter(session_round__number=2)}
    assert len(kept) == len(links) - (gone.pk in playing)
    assert kept.items() <= links.items()
    cards = desk.client.get(
        reverse("desk_print_page", args=[session.pk, "guides"]), {"stage": "1", "from": "2"}
    )
    printed = [card for cards in cards.context["pages"] for card in cards]
    assert [one.number for one in printed] == shown.context["renewed"]
    assert all(one.first == 2 and len(one.lines) == 4 for one in printed)
    assert any(not line.table for card in printed for line in card.lines)


def test_the_seating_is_taken_back_as_it_was(desk: desks.Desk, session: Tournament) -> None:
    before = [seats(session, number) for number in range(1, 6)]
    attendance.withdraw(pair(session, 3), None, "ill")
    press(desk, session)
    assert [seats(session, number) for number in range(1, 6)] != before
    line = LogLine.objects.select_related("change__line__tournament").get(action="coming_seated")
    undo(line.change, None, "not ill")
    assert [seats(session, number) for number in range(1, 6)] == before


def test_the_played_boards_of_a_pair_that_left_count(desk: desks.Desk, session: Tournament) -> None:
    (match, *_) = Match.objects.filter(session_round__number=1)
    gone, other = seated_match(match).everybody
    before = match.result
    attendance.withdraw(Entrant.objects.select_related("tournament").get(pk=gone), None, "ill")
    press(desk, session)
    match.refresh_from_db()
    assert match.result == before
    assert {str(gone), str(other)} == (match.result or {}).keys()


@pytest.mark.parametrize("leaves", [False, True])
def test_a_late_pair_has_a_place(desk: desks.Desk, session: Tournament, leaves: bool) -> None:
    if leaves:
        attendance.withdraw(pair(session, 2), None, "ill")
    (late,) = desks.enter(session, 1, first=100)
    shown = page(desk, session)
    words = "will be number 2" if leaves else "against the pair that would sit out"
    assert words in text_of(shown)
    assert shown.context["stale"]
    press(desk, session)
    assert all(late.pk in in_round(session, number) for number in range(2, 6)) or leaves
    assert pair(session, 2 if leaves else 6).pk == late.pk
    shown = page(desk, session)
    assert not shown.context["stale"]
    assert (2 if leaves else 6) in shown.context["renewed"]
    assert f"Number {2 if leaves else 6} from round 2 on" in text_of(shown)


def test_a_late_pair_without_a_place_is_told_why(desk: desks.Desk, session: Tournament) -> None:
    desks.enter(session, 2, first=100)
    assert "the movement has no place" in text_of(page(desk, session))


def test_rounds_are_seated_again_one_by_one_too(desk: desks.Desk) -> None:
    """Nothing is drawn ahead: the next draw has the pairs who are here."""
    session = desks.a_tournament("duplicate_evening", 4, desk=desk, awards=AWARDS)
    desks.play_round(desks.draw(session))
    gone = pair(session, 4)
    attendance.withdraw(gone, None, "ill")
    shown = page(desk, session)
    assert not shown.context["stale"]
    assert shown.context["renewed"]  # guide cards show who sits out already
    desks.draw(session, 2)
    assert len(seats(session, 2)) == 1


def test_only_a_director_seats_rounds_again(desk: desks.Desk, session: Tournament) -> None:
    attendance.withdraw(pair(session, 3), None, "ill")
    helper = desks.in_role(desk, "desk")
    fields: dict[str, Any] = {"sure": "1", "reason": "ill"}
    assert helper.post(address(session, "desk_coming"), fields).status_code == 404
    assert "Seat the coming rounds again" not in helper.get(address(session)).content.decode()
    assert desk.client.get(address(session, "desk_coming")).status_code == 405


# Others sat there, or the other way round
# --------------------------------------------------------------------------------------------------


def open_round(session: Tournament, number: int) -> SessionRound:
    row = SessionRound.objects.select_related("stage__tournament").get(
        stage__tournament=session, number=number
    )
    return publishing.publish_round(row, None) if row.state == "draft" else row


def boards_of_pair(match: Match, who: int) -> list[list[Any]]:
    match.refresh_from_db()
    return list((match.result or {})[str(who)]["boards"])


def swap(desk: desks.Desk, row: SessionRound, first: int, second: int) -> Response:
    tournament = row.stage.tournament
    where = reverse("desk_places", args=[tournament.pk, 1, row.number])
    return preview(desk.client, where, first=first, second=second)


def test_the_wrong_pair_sat_there_and_its_boards_count(
    desk: desks.Desk, session: Tournament
) -> None:
    """Who should have sat out plays: what it cannot play any more is shown before."""
    row = open_round(session, 2)
    numbers = numbers_in(history_of(desks.first_stage(session)))
    (free,) = set(numbers) - in_round(session, 2)
    had = {board for _, both, boards in seats(session, 1) for board in boards if free in both}
    match = next(one for one in desks.tables(row) if had.isdisjoint(one.boards))
    desks.play_match(match)
    (right, _other), before = seated_match(match).everybody, match.result
    shown = swap(desk, row, right, free)
    later = [
        (number, board)
        for number in range(3, 6)
        for _, everybody, boards in seats(session, number)
        for board in boards
        if free in everybody and board in match.boards
    ]
    lost = {number for number, _ in later}
    said = text_of(shown)
    assert all(f"Round {number}, table" in said for number in lost)
    assert ("which somebody there has played" in said) is bool(lost)
    assert confirm(desk.client, shown, shown.request["PATH_INFO"]).status_code == 302
    match.refresh_from_db()
    assert seated_match(match).sides[0] == (free,)
    assert (match.result or {})[str(free)]["score"] == (before or {})[str(right)]["score"]
    assert numbers_in(history_of(desks.first_stage(session))) == numbers
    for number in lost:
        for _, everybody, boards in seats(session, number):
            assert not (free in everybody and set(boards) & set(match.boards))


def test_in_the_first_round_pairs_exchange_their_numbers(desk: desks.Desk) -> None:
    session = desks.a_tournament("duplicate_evening", 5, desk=desk, awards=AWARDS)
    row = desks.draw(session)
    one, other = (desks.first_of(match) for match in desks.tables(row))
    before = numbers_in(history_of(row.stage))
    shown = swap(desk, row, one, other)
    assert "are exchanged from now on" in text_of(shown)
    confirm(desk.client, shown, shown.request["PATH_INFO"])
    after = numbers_in(history_of(row.stage))
    assert (after[one], after[other]) == (before[other], before[one])


def test_a_pair_that_played_a_board_cannot_play_it_again(
    desk: desks.Desk, session: Tournament
) -> None:
    first = {who: set(boards) for _, both, boards in seats(session, 1) for who in both}
    row = open_round(session, 2)
    at = {who: set(boards) for _, both, boards in seats(session, 2) for who in both}
    played = next(
        (one, other)
        for one in at
        for other in at
        if at[other] & first.get(one, set()) and at[one] != at[other]
    )
    where = reverse("desk_places", args=[session.pk, 1, 2])
    answer = desk.client.post(where, {"first": played[0], "second": played[1]})
    assert answer.status_code == 409
    assert "twice, in rounds 1 and 2" in text_of(answer)
    assert row.state == "published"


def test_they_sat_the_other_way_round(desk: desks.Desk, session: Tournament) -> None:
    """Each keeps its score, in the other direction."""
    match, *_ = desks.tables(open_round(session, 2))
    desks.play_match(match)
    north, east = seated_match(match).everybody
    before = {who: boards_of_pair(match, who) for who in (north, east)}
    numbers = numbers_in(history_of(desks.first_stage(session)))
    sit(match, a_device("of north"), 0)
    where = reverse("desk_seats", args=[session.pk, match.pk])
    assert "They sat the other way round" in text_of(desk.client.get(where))
    shown = preview(desk.client, where, turn="1")
    assert confirm(desk.client, shown, where).status_code == 302
    assert seated_match(match).everybody == (east, north)
    for who in (north, east):
        assert boards_of_pair(match, who) == [
            [board, 1 - direction, *rest] for board, direction, *rest in before[who]
        ]
    assert numbers_in(history_of(desks.first_stage(session))) == numbers
    assert Phone.objects.get(match=match).side == 1
    line = LogLine.objects.select_related("change__line__tournament").get(
        action="directions_changed"
    )
    undo(line.change, None, "they did not")
    assert Phone.objects.get(match=match).side == 0
    assert seated_match(match).everybody == (north, east)
    assert {who: boards_of_pair(match, who) for who in (north, east)} == before


def test_wrong_seats_turn_the_directions_with_the_scores(
    desk: desks.Desk, session: Tournament
) -> None:
    """North's score belongs to who sat north."""
    match, *_ = desks.tables(open_round(session, 2))
    desks.play_match(match)
    north, east = seated_match(match).everybody
    before = {who: boards_of_pair(match, who) for who in (north, east)}
    game = MatchGame.objects.get(match=match).game
    order = list(Seat.objects.filter(game=game).order_by("number").values_list("player", flat=True))
    where = reverse("desk_seats", args=[session.pk, match.pk])
    fields = {f"seat_{seat}": player for seat, player in enumerate([*order[1:], order[0]])}
    shown = preview(desk.client, where, **fields)
    text = text_of(shown)
    assert set(re.findall(r"\brank \d, [\d.]+\s(\S+)", text)) == {"%"}  # as in the standings
    assert "Percent" in text
    assert "points" not in text
    confirm(desk.client, shown, where)
    assert seated_match(match).everybody == (east, north)
    assert boards_of_pair(match, east) == before[north]
    assert boards_of_pair(match, north) == before[east]


# Another board
# --------------------------------------------------------------------------------------------------


def with_phone(match: Match) -> Client:
    """The phone that writes at a table, before anything is written."""
    phone = Client()
    where = reverse("match_play", args=[token_of(match), 1])
    assert phone.post(where, {"side": "0"}).status_code == 303
    return phone


def choose(phone: Client, match: Match, board: int) -> int:
    where = reverse("match_do", args=[token_of(match), "board"])
    return phone.post(where, {"board": str(board)}).status_code


def test_the_table_plays_another_of_its_boards_next(session: Tournament) -> None:
    match, *_ = desks.tables(open_round(session, 2))
    first, second, third = match.boards
    phone = with_phone(match)
    shown = text_of(phone.get(reverse("match", args=[token_of(match)])))
    assert f"Is this board {first}?" in shown
    assert choose(phone, match, second) == 303
    assert desks.reread(match).boards == [second, first, third]
    hands(Game.objects.get(match_game__match=match), 1)
    # What has been played stays in its place
    assert choose(phone, match, second) == 422
    assert choose(phone, match, third) == 303
    assert desks.reread(match).boards == [second, third, first]
    page = phone.get(reverse("score", args=[Game.objects.get(match_game__match=match).pk]))
    assert page.context["board"] == third


def test_only_the_writing_phone_chooses_a_board_of_this_table(session: Tournament) -> None:
    match, other = desks.tables(open_round(session, 2))
    with_phone(match)
    assert choose(Client(), match, match.boards[1]) == 409
    strange = next(one for one in other.boards if one not in match.boards)
    assert choose(Client(), other, 99) == 422
    assert choose(with_phone(other), other, match.boards[0]) in {303, 422}
    assert strange in desks.reread(other).boards
    assert desks.reread(match).boards == match.boards


def boards_form(boards: list[int]) -> dict[str, int]:
    return {f"hand_{number}": board for number, board in enumerate(boards, start=1)}


def test_the_director_says_which_boards_were_played(desk: desks.Desk, session: Tournament) -> None:
    match, *_ = desks.tables(open_round(session, 2))
    desks.play_match(match)
    who = seated_match(match).everybody[0]
    before = boards_of_pair(match, who)
    where = reverse("desk_played_boards", args=[session.pk, match.pk])
    order = [match.boards[1], match.boards[0], match.boards[2]]
    confirm(desk.client, preview(desk.client, where, **boards_form(order)), where)
    after = boards_of_pair(match, who)
    assert [one[0] for one in after] == order
    assert [one[1:] for one in after] == [one[1:] for one in before]
    assert desk.client.post(where, boards_form([order[0]] * 3)).status_code == 422
    assert desk.client.post(where, boards_form([99, *order[1:]])).status_code == 422


def test_a_board_of_another_round_counts_if_nobody_had_played_it(
    desk: desks.Desk, session: Tournament
) -> None:
    match, *_ = desks.tables(open_round(session, 2))
    desks.play_match(match)
    both = seated_match(match).everybody
    had = {
        board
        for number in (1, 2)
        for _, at, boards in seats(session, number)
        for board in boards
        if set(at) & set(both)
    }
    where = reverse("desk_played_boards", args=[session.pk, match.pk])
    earlier = {
        board for _, at, boards in seats(session, 1) for board in boards if set(at) & set(both)
    }
    if earlier:
        answer = desk.client.post(where, boards_form([min(earlier), *match.boards[1:]]))
        assert answer.status_code == 409
        assert "twice, in rounds 1 and 2" in text_of(answer)
    new = next(one for one in range(1, 16) if one not in had)
    shown = preview(desk.client, where, **boards_form([new, *match.boards[1:]]))
    assert "which somebody there has played" in text_of(shown)
    confirm(desk.client, shown, where)
    assert desks.reread(match).boards[0] == new
    for number in range(3, 6):
        for _, at, boards in seats(session, number):
            assert not (set(at) & set(both) and new in boards)


def test_a_board_with_averages_stays(desk: desks.Desk, session: Tournament) -> None:
    match, *_ = desks.tables(open_round(session, 2))
    desks.play_match(match)
    give_averages(match, None, {match.boards[0]: ["avg", "avg"]}, "A card was missing")
    had = {
        board for number in (1, 2) for _, _, boards in seats(session, number) for board in boards
    }
    new = next(one for one in range(1, 16) if one not in had)
    where = reverse("desk_played_boards", args=[session.pk, match.pk])
    answer = desk.client.post(where, boards_form([new, *match.boards[1:]]))
    assert answer.status_code == 409
    assert "take them back first" in text_of(answer)


# A fouled board
# --------------------------------------------------------------------------------------------------


def test_a_fouled_board_needs_a_later_table_of_its_own(
    desk: desks.Desk, session: Tournament
) -> None:
    match, *_ = desks.tables(SessionRound.objects.get(stage__tournament=session, number=1))
    later = next(
        one
        for one in Match.objects.filter(session_round__stage__tournament=session)
        if match.boards[0] in one.boards and one.pk != match.pk
    )
    where = reverse("desk_fouled_board", args=[session.pk, 1, match.boards[0]])
    assert match.boards[0] == desk.client.get(where).context["number"]
    strange = next(
        one
        for one in Match.objects.filter(session_round__stage__tournament=session)
        if match.boards[0] not in one.boards
    )
    assert desk.client.post(where, {"start": strange.pk}).status_code == 422
    assert desk.client.post(where, {"start": "x"}).status_code == 422
    confirm(desk.client, preview(desk.client, where, start=later.pk), where)
    stage = desks.first_stage(session)
    assert stage.fouled_boards == {
        str(match.boards[0]): [[later.session_round.number, later.number]]
    }
    # The same cards at all tables again
    confirm(desk.client, preview(desk.client, where, start=""), where)
    assert desks.first_stage(session).fouled_boards == {}
    unknown = reverse("desk_fouled_board", args=[session.pk, 1, 99])
    assert desk.client.get(unknown).status_code == 404


@pytest.mark.parametrize(
    "boards", [[], {"x": [[1, 1]]}, {"1": [[1]]}, {"1": [1, 2]}, {"1": [[0, 1]]}]
)
def test_a_document_with_other_fouled_boards_is_refused(boards: Any) -> None:
    found = Found()
    fouled_boards(boards, "fouled_boards", found)
    assert found.count
