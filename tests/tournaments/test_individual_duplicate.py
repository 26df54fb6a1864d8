"""Individual duplicate: a session of people whose partners change, from the draw to the standings,
and what each of them is told.
"""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.models import Seat
from scoring.rules import RuleError
from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.board_records import agrees_with_the_record
from tests.tournaments.desk_pages import confirm, preview, text_of
from tests.worlds import built_once
from tournaments.actions import attendance
from tournaments.actions.board_rulings import give_averages
from tournaments.actions.paper_results import enter_paper
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import text_of as document_of
from tournaments.models import Entrant, Match, MatchGame, Place, SessionRound, Tournament
from tournaments.pages.movements import numbers_in
from tournaments.pages.next_seats import next_seat, next_seats
from tournaments.pages.travellers import boards_of, traveller
from tournaments.pairing.duplicate.individual import individual_movement
from tournaments.pairing.duplicate.seating import holders_of, numbers_of_key
from tournaments.stage.history import history_of, seated_match
from tournaments.stage.ranking import ranked
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

PEOPLE, ROUNDS, BOARDS = 8, 4, 2
SHORT = {"rounds": ROUNDS, "boards": BOARDS}


def played() -> tuple[desks.Desk, Tournament]:
    """Eight people; the first two of four rounds are played and closed."""
    desk = desks.a_desk()
    session = desks.a_tournament(
        "individual_duplicate", PEOPLE, desk=desk, awards={}, format_settings=SHORT
    )
    for number in (1, 2):
        desks.play_round(desks.draw(session, number), seed=number)
    return desk, session


shared = built_once(played)


@pytest.fixture
def desk(shared: tuple[desks.Desk, Tournament]) -> desks.Desk:
    return shared[0]


@pytest.fixture
def session(shared: tuple[desks.Desk, Tournament]) -> Tournament:
    return Tournament.objects.get(pk=shared[1].pk)


def player(session: Tournament, number: int) -> Entrant:
    who = holders_of(numbers_in(history_of(desks.first_stage(session))))[number]
    return session.entrants.select_related("tournament").get(pk=who)


def matches(session: Tournament, number: int) -> list[Match]:
    return desks.tables(SessionRound.objects.get(stage__tournament=session, number=number))


def own(session: Tournament, number: int, name: str = "own_page") -> Response:
    answer = Client().get(reverse(name, args=[token_of(player(session, number))]))
    assert answer.status_code == 200
    return answer


def test_everybody_is_ranked_by_what_the_record_gives_to_their_sides() -> None:
    session = desks.a_tournament(
        "individual_duplicate", 12, awards={}, format_settings={"rounds": 5}
    )
    for number in range(1, 6):
        desks.play_round(desks.draw(session, number), seed=number)
    agrees_with_the_record(session)


def test_the_draw_follows_the_movement(session: Tournament) -> None:
    found = individual_movement(PEOPLE, BOARDS, ROUNDS)
    for number in (1, 2):
        for match, seat in zip(matches(session, number), found.rounds[number - 1], strict=True):
            assert numbers_of_key(match.fixture) == seat.numbers
            assert tuple(match.boards) == seat.boards
            numbers = numbers_in(history_of(desks.first_stage(session)))
            sides = seated_match(match).sides
            assert tuple(numbers[who] for side in sides for who in side) == seat.numbers


@pytest.mark.parametrize("count", [4, 9, 11, 21])
def test_there_are_movements_for_four_numbers_of_people(count: int) -> None:
    session = desks.a_tournament("individual_duplicate", count, awards={})
    with pytest.raises(RuleError, match="8, 12, 16 or 20 players"):
        desks.draw(session)


def test_partners_share_a_line_of_the_traveller_and_are_not_compared(session: Tournament) -> None:
    history = history_of(desks.first_stage(session))
    board = matches(session, 1)[0].boards[0]
    names = {who: f"P{who}" for who in numbers_in(history)}
    page = traveller(history, names, board, boards_of(history))
    for result in page.results:
        assert len(result.sides) == 2
        for side in result.sides:
            assert len(side.who) == 2
            assert side.name == " & ".join(f"P{who}" for who in side.who)
            assert len(side.addends) == len(page.results) - 1 == int(side.others)


def test_a_person_is_told_seat_partner_and_opponents(session: Tournament) -> None:
    third = desks.draw(session, 3)
    match = desks.tables(third)[0]
    numbers = numbers_of_key(match.fixture)
    shown = [text_of(own(session, number)) for number in numbers]
    for seat, number, page in zip(("North", "South", "East", "West"), numbers, shown, strict=True):
        assert f"You sit {seat}" in page
        assert f"player {number}" in page
    # Only north and south fetch the boards
    assert [("Fetch:" in page) for page in shown] == [True, True, False, False]


def test_who_has_finished_sees_the_next_seat(session: Tournament) -> None:
    found = individual_movement(PEOPLE, BOARDS, ROUNDS)
    carriers = {number for one in found.rounds[1] for number in one.sides[0]}
    for seat in found.rounds[2]:
        for at, number in enumerate(seat.numbers):
            (stage,) = own(session, number).context["stages"]
            partner, *_rest = [one for one in seat.sides[at // 2] if one != number]
            names = {one: str(player(session, one).members.get().player) for one in seat.numbers}
            assert stage.next.table == seat.table
            assert stage.next.partner == names[partner]
            assert stage.next.against == " & ".join(names[one] for one in seat.sides[1 - at // 2])
            assert bool(stage.next.carry) == (number in carriers)


def test_the_stage_is_read_once_for_all_four_at_a_table(session: Tournament) -> None:
    match, names = matches(session, 2)[0], dict.fromkeys(numbers(session), "")
    with CaptureQueriesContext(connection) as of_one:
        next_seat(match.session_round.stage, entrants_at(match)[0], names, timezone.now())
    with CaptureQueriesContext(connection) as of_four:
        found = next_seats(match, names, timezone.now())
    assert len(found) == 4
    assert len(of_four) <= len(of_one) + 1  # who sits there


def test_the_private_score_names_partner_and_opponents(session: Tournament) -> None:
    page = own(session, 1, "own_boards")
    (score,) = page.context["scores"]
    for number, row in enumerate(score.rounds, start=1):
        seat = next(
            one
            for one in individual_movement(PEOPLE, BOARDS, ROUNDS).rounds[number - 1]
            if 1 in one.numbers
        )
        own_side = next(side for side in seat.sides if 1 in side)
        (partner,) = (one for one in own_side if one != 1)
        assert row.partner == str(player(session, partner).members.get().player)
        assert row.direction == seat.sides.index(own_side)
    assert "player 1" in text_of(page)


def test_before_another_table_has_played_the_boards_there_is_nothing_to_compare() -> None:
    settings = {**SHORT, "others": "percent"}
    session = desks.a_tournament("individual_duplicate", 12, awards={}, format_settings=settings)
    desks.play_round(desks.draw(session))
    page = own(session, 1, "own_boards")
    (score,) = page.context["scores"]
    assert (score.percent, score.count, score.kept) == ("", 0, False)
    assert "no other table has played your boards" in text_of(page)
    assert "once the session is over" not in text_of(page)


def test_a_person_notes_the_cards_of_one_seat(session: Tournament) -> None:
    match = desks.tables(desks.draw(session, 3))[0]
    seats = {}
    for number in numbers_of_key(match.fixture):
        entrant = player(session, number)
        address = reverse("own_cards", args=[token_of(entrant), match.pk, match.boards[0]])
        (seat,) = Client().get(address).context["seats"]
        seats[number] = seat.seat
        cards = {"card_0": "jade-2", "card_1": "jade-3", "card_2": "jade-4"}
        other = (seat.seat + 2) % 4
        assert Client().post(address, {**cards, "seat": str(other)}).status_code == 404
        assert Client().post(address, {**cards, "seat": str(seat.seat)}).status_code == 303
    north, south, east, west = numbers_of_key(match.fixture)
    assert seats == {north: 0, east: 1, south: 2, west: 3}


def test_the_desk_sees_the_movement_and_prints_a_card_for_each(
    desk: desks.Desk, session: Tournament
) -> None:
    page = desk.client.get(reverse("desk_movement", args=[session.pk, 1]))
    assert page.status_code == 200
    text = text_of(page)
    assert "Players: 8, rounds: 4, boards: 8." in text
    assert "Nobody has a partner twice" in text
    guides = desk.client.get(reverse("desk_print_page", args=[session.pk, "guides"]), {"stage": 1})
    cards = [card for cards in guides.context["pages"] for card in cards]
    assert [card.number for card in cards] == list(range(1, PEOPLE + 1))
    for card in cards:
        partners = [number for line in card.lines for number, _name in line.partners]
        assert len(partners) == len(set(partners)) == ROUNDS
        assert all(len(line.against) == 2 for line in card.lines)
    assert "One card for each player" in text_of(guides)
    private = desk.client.get(
        reverse("desk_print_page", args=[session.pk, "private"]), {"stage": 1}
    )
    assert "A page for each player." in text_of(private)
    public = Client().get(reverse("tournament_boards", args=[session.pk, 1]))
    assert public.status_code == 200


def test_if_somebody_leaves_the_others_of_that_table_sit_out(
    desk: desks.Desk, session: Tournament
) -> None:
    attendance.withdraw(player(session, 1), None, "ill")
    page = text_of(desk.client.get(reverse("desk_movement", args=[session.pk, 1])))
    assert "Number 1 has left" in page
    third = desks.draw(session, 3)
    seat = next(
        one for one in individual_movement(PEOPLE, BOARDS, ROUNDS).rounds[2] if 1 in one.numbers
    )
    rest = {player(session, number).pk for number in seat.numbers if number != 1}
    byes = Place.objects.filter(session_round=third, kind=Place.Kind.BYE)
    assert set(byes.values_list("entrant", flat=True)) == rest
    assert len(desks.tables(third)) == PEOPLE // 4 - 1
    assert {note["code"] for note in third.warnings} == {"opponent_away"}


def test_who_comes_late_takes_the_place_of_one_who_left(session: Tournament) -> None:
    gone = player(session, 1)
    attendance.withdraw(gone, None, "ill")
    (late,) = desks.enter(session, 1, first=50)
    third = desks.draw(session, 3)
    assert not Place.objects.filter(session_round=third, kind=Place.Kind.BYE).exists()
    assert player(session, 1) == late


def test_a_turned_table_keeps_its_numbers_and_scores(desk: desks.Desk, session: Tournament) -> None:
    match = matches(session, 2)[0]
    north, south, east, west = numbers_of_key(match.fixture)
    sides = seated_match(match).sides
    address = reverse("desk_seats", args=[session.pk, match.pk])
    confirm(desk.client, preview(desk.client, address, turn="1"), address)
    match = desks.reread(match)
    assert numbers_of_key(match.fixture) == (east, west, north, south)
    assert seated_match(match).sides == sides[::-1]


def sat(match: Match, order: str) -> dict[str, int]:
    """The fields of "Wrong seats" if the people of the seats 0 to 3 sat in this order."""
    game = MatchGame.objects.get(match=match).game
    people = list(
        Seat.objects.filter(game=game).order_by("number").values_list("player", flat=True)
    )
    return {f"seat_{seat}": people[int(old)] for seat, old in enumerate(order)}


def entrants_at(match: Match) -> list[int]:
    return list(MatchGame.objects.get(match=match).seats)


def numbers(session: Tournament) -> dict[int, int]:
    return numbers_in(history_of(desks.first_stage(session)))


# The first of them is north: others as partners; the other direction; both
@pytest.mark.parametrize("order", ["2013", "1032", "1302", "3120", "2103"])
def test_directions_and_partners_follow_the_seats(
    desk: desks.Desk, session: Tournament, order: str
) -> None:
    match = desks.tables(desks.draw(session, 3))[0]
    desks.play_match(match, seed=3)
    north, east, south, west = (entrants_at(match)[int(old)] for old in order)
    before = numbers(session)
    address = reverse("desk_seats", args=[session.pk, match.pk])
    confirm(desk.client, preview(desk.client, address, **sat(match, order)), address)
    sides = seated_match(desks.reread(match)).sides
    assert [set(side) for side in sides] == [{north, south}, {east, west}]
    assert numbers(session) == before
    for other in desks.tables(SessionRound.objects.get(stage__tournament=session, number=3))[1:]:
        desks.play_match(other, seed=4)
    agrees_with_the_record(session)


def test_in_the_first_round_others_as_partners_exchange_their_numbers(desk: desks.Desk) -> None:
    session = desks.a_tournament(
        "individual_duplicate", PEOPLE, desk=desk, awards={}, format_settings=SHORT
    )
    match = desks.tables(desks.draw(session))[0]
    desks.play_match(match)
    before, (_, east, south, _) = numbers(session), entrants_at(match)
    address = reverse("desk_seats", args=[session.pk, match.pk])
    shown = preview(desk.client, address, **sat(match, "0213"))
    assert "are exchanged from now on" in text_of(shown)
    confirm(desk.client, shown, address)
    after = numbers(session)
    assert (after[east], after[south]) == (before[south], before[east])


def test_seats_corrected_at_a_turned_table_leave_it_turned(
    desk: desks.Desk, session: Tournament
) -> None:
    match = desks.tables(desks.draw(session, 3))[0]
    desks.play_match(match)
    address = reverse("desk_seats", args=[session.pk, match.pk])
    confirm(desk.client, preview(desk.client, address, turn="1"), address)
    number = match.boards[0]
    give_averages(desks.reread(match), None, {number: ["avg+", "avg-"]}, "cards were seen")
    board = str(number)
    sides = seated_match(match).sides
    confirm(desk.client, preview(desk.client, address, **sat(match, "2103")), address)
    match = desks.reread(match)
    assert (seated_match(match).sides, match.averages) == (sides, {board: ["avg+", "avg-"]})
    confirm(desk.client, preview(desk.client, address, **sat(match, "1230")), address)
    match = desks.reread(match)
    assert (seated_match(match).sides, match.averages) == (sides[::-1], {board: ["avg-", "avg+"]})


def test_a_paper_result_is_counted_anew_in_the_other_direction(
    desk: desks.Desk, session: Tournament
) -> None:
    match = desks.tables(desks.draw(session, 3))[0]
    desks.play_match(match)
    paper = {"hands": [{"scores": [60, 40]}, {"scores": [200, 0]}], "finished": True}
    enter_paper(desks.reread(match), desk.user, [paper], "the phone was wrong")
    before = {who: line["boards"] for who, line in desks.reread(match).result.items()}
    address = reverse("desk_seats", args=[session.pk, match.pk])
    confirm(desk.client, preview(desk.client, address, **sat(match, "1230")), address)
    match = desks.reread(match)
    for who, line in match.result.items():
        assert [one[1] for one in line["boards"]] == [1 - one[1] for one in before[who]]


def test_a_document_of_it_is_read_again(desk: desks.Desk, session: Tournament) -> None:
    copy = import_tournament(desk.club, None, document_of(session))
    figures = [
        [(row.rank, row.points) for row in ranked(history_of(desks.first_stage(one)))]
        for one in (session, copy)
    ]
    assert figures[0] == figures[1]
