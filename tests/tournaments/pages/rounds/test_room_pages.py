"""What people see of a room with fewer tables than matches: the desk, the tables, the public, the
walls and paper.
"""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.requests import get, post
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, csv_rows, text_of
from tests.worlds import built_once
from tournaments import table_codes
from tournaments.actions import judging, publishing, room, timing, venue_screens
from tournaments.actions.cards import make_cards
from tournaments.models import Match, Role, SessionRound, Tournament
from tournaments.names import names_of
from tournaments.pages.printed.sheets import played_papers
from tournaments.pages.public.running import running
from tournaments.pages.viewer import Viewer
from tournaments.pages.wall.items import clock_face
from tournaments.stage.history import rows_of
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

QUEUE, SHIFTS = Tournament.RoomPlan.QUEUE, Tournament.RoomPlan.SHIFTS
RULING = {"kind": "forfeit", "winner": 0}


def twelve_pairs(plan: str) -> SessionRound:
    tournament = desks.a_tournament(entrants=12)
    room.set_room(tournament, None, tables=4, room_plan=plan)
    return desks.draw(tournament)


queue_shared = built_once(lambda: twelve_pairs(QUEUE))
shifts_shared = built_once(lambda: twelve_pairs(SHIFTS))


def fresh(row: SessionRound) -> SessionRound:
    return SessionRound.objects.select_related("stage__tournament__club").get(pk=row.pk)


@pytest.fixture
def queue(queue_shared: SessionRound) -> SessionRound:
    return fresh(queue_shared)


@pytest.fixture
def shifts(shifts_shared: SessionRound) -> SessionRound:
    return fresh(shifts_shared)


def cup(row: SessionRound) -> Tournament:
    return row.stage.tournament


def desk(row: SessionRound) -> Client:
    return desks.desk_of(cup(row).club).client


def drawn(row: SessionRound) -> list[Match]:
    rows = Match.objects.filter(session_round=row).select_related(desks.ROUND)
    return list(rows.order_by("pk"))


def rule(match: Match) -> None:
    judging.rule_match(desks.reread(match), None, RULING, "left")


def entrant_of(match: Match) -> str:
    return token_of(desks.of_side(match, 0))


def test_the_board_shows_who_plays_and_who_is_next(queue: SessionRound) -> None:
    page = text_of(get(desk(queue), "desk_board", cup(queue).pk))
    assert "2 next" in page
    assert page.index("next at the first free table") < page.index("second in the queue")
    rule(drawn(queue)[0])
    page = text_of(get(desk(queue), "desk_board", cup(queue).pk))
    assert "1 next" in page
    assert "second in the queue" not in page


def test_the_round_s_page_has_no_number_of_a_table_that_is_not_there(queue: SessionRound) -> None:
    page = text_of(get(desk(queue), "desk_round", cup(queue).pk, 1, 1))
    assert "Table – " in page
    assert "Table 5" not in page


def test_the_next_step_calls_the_second_shift(shifts: SessionRound) -> None:
    tournament = cup(shifts)
    assert "Call the second shift" not in text_of(get(desk(shifts), "desk_board", tournament.pk))
    for match in drawn(shifts)[:4]:
        rule(match)
    assert "Call the second shift" in text_of(get(desk(shifts), "desk_board", tournament.pk))
    answer = post(desk(shifts), "desk_round_do", tournament.pk, 1, 1, "shift")
    assert answer.status_code == 302
    assert not Match.objects.filter(session_round=shifts, waiting=True).exists()
    again = post(desk(shifts), "desk_round_do", tournament.pk, 1, 1, "shift")
    assert again.status_code == 302


def test_the_director_calls_the_second_shift_early_to_tables_that_are_free(
    shifts: SessionRound,
) -> None:
    board = ("desk_board", cup(shifts).pk)
    assert "Call the second shift now" not in text_of(get(desk(shifts), *board))
    rule(drawn(shifts)[0])
    page = text_of(get(desk(shifts), *board))
    assert "Call the second shift now" in page
    assert "At tables that still play it follows when they are done." in page
    assert "Call the second shift now" in text_of(
        get(desk(shifts), "desk_round", cup(shifts).pk, 1, 1)
    )
    referee = desks.in_role(desks.desk_of(cup(shifts).club), Role.Name.REFEREE, "Rita")
    assert "Call the second shift now" not in text_of(get(referee, *board))
    answer = post(desk(shifts), "desk_round_do", cup(shifts).pk, 1, 1, "shift", early="1")
    assert answer.status_code == 302
    assert [match.waiting for match in drawn(shifts)[4:]] == [False, True]
    page = text_of(get(desk(shifts), *board))
    assert "Call the second shift now" not in page, "the rest of it follows by itself"
    waiting = text_of(get(desk(shifts), "desk_match", cup(shifts).pk, drawn(shifts)[5].pk))
    assert "second shift, table 2" in waiting.lower()


def test_a_shift_is_not_called_while_a_table_plays(shifts: SessionRound) -> None:
    answer = post(desk(shifts), "desk_round_do", cup(shifts).pk, 1, 1, "shift")
    assert answer.status_code == 409
    assert "These tables still play: 1, 2, 3, 4." in text_of(answer)


def test_the_clock_of_the_second_shift_is_started_again() -> None:
    tournament = desks.a_tournament("pairs_swiss_timed", entrants=12)
    room.set_room(tournament, None, tables=4, room_plan=SHIFTS)
    row = timing.start_clock(desks.draw(tournament), None)
    for match in drawn(row)[:4]:
        rule(match)
    room.call_shift(row, None, 2)
    client = desks.desk_of(tournament.club).client
    assert "Start the clock" in text_of(get(client, "desk_board", tournament.pk))
    timing.start_clock(fresh(row), None)
    assert fresh(row).clock_started_at is not None


def test_a_draft_warns_that_it_takes_two_shifts() -> None:
    tournament = desks.a_tournament(entrants=12)
    room.set_room(tournament, None, tables=4, room_plan=SHIFTS)
    desks.draw(tournament, publish=False)
    page = text_of(get(desks.desk_of(tournament.club).client, "desk_round", tournament.pk, 1, 1))
    assert "Matches: 6, tables: 4. It takes 2 shifts." in page
    assert "Second shift, table 1" in page


def test_a_draft_that_fits_has_no_such_word() -> None:
    tournament = desks.a_tournament(entrants=8)
    room.set_room(tournament, None, tables=4, room_plan=SHIFTS)
    desks.draw(tournament, publish=False)
    page = text_of(get(desks.desk_of(tournament.club).client, "desk_round", tournament.pk, 1, 1))
    assert "shift" not in page


def test_the_time_of_the_second_shift_follows_the_clock(shifts: SessionRound) -> None:
    timing.start_clock(shifts, None, minutes=45)
    start = timezone.localtime().replace(hour=20, minute=23, second=0, microsecond=0)
    SessionRound.objects.filter(pk=shifts.pk).update(clock_started_at=start + timedelta(days=1))
    page = text_of(get(Client(), "tournament_round", cup(shifts).pk, 1, 1))
    assert "second shift, table 1, after about 21:10" in page


def test_a_table_s_page_says_what_it_waits_for(queue: SessionRound) -> None:
    waiting = drawn(queue)[5]
    page = text_of(get(Client(), "match", token_of(waiting)))
    assert "In the queue" in page
    assert "Second in the queue" in page
    assert 'id="write"' not in get(Client(), "match", token_of(waiting)).content.decode()
    rule(drawn(queue)[0])
    rule(drawn(queue)[1])
    page = get(Client(), "match", token_of(waiting)).content.decode()
    assert "Table\n" in page or "Table 2" in page
    assert 'id="write"' in page


def test_nobody_writes_before_the_call_even_with_an_old_page(queue: SessionRound) -> None:
    waiting = drawn(queue)[4]
    answer = post(Client(), "match_play", token_of(waiting), 1, side="0")
    assert answer.status_code == 409
    assert "This match has no free table yet" in text_of(answer)


def test_an_own_page_says_where_and_when(queue: SessionRound, shifts: SessionRound) -> None:
    page = text_of(get(Client(), "own_page", entrant_of(drawn(queue)[4])))
    assert "Next at the first free table" in page
    page = text_of(get(Client(), "own_page", entrant_of(drawn(shifts)[5])))
    assert "Second shift, table 2" in page


def test_the_public_page_lists_who_plays_then_who_is_next(queue: SessionRound) -> None:
    page = text_of(get(Client(), "tournament_round", cup(queue).pk, 1, 1))
    assert page.index("not begun") < page.index("next at the first free table")
    assert "second in the queue" in page


def test_a_card_opens_the_match_that_plays_there_now(
    queue: SessionRound, shifts: SessionRound
) -> None:
    for row in (queue, shifts):
        (card,) = make_cards(cup(row), [1])
        first, second = drawn(row)[0], drawn(row)[4]
        address = ("card", table_codes.token_of_card(card))
        assert get(Client(), *address)["Location"].endswith(f"{token_of(first)}/")
        rule(first)
        if row is shifts:
            for match in drawn(row)[1:4]:
                rule(match)
            assert get(Client(), *address)["Location"].endswith(f"{token_of(desks.reread(first))}/")
            room.call_shift(row, None, 2)
        assert get(Client(), *address)["Location"].endswith(f"{token_of(second)}/")


def test_a_wall_shows_who_plays_first(queue: SessionRound) -> None:
    screen = venue_screens.make_screen(cup(queue), "Left", [{"show": "tables", "seconds": 10}])
    page = text_of(get(Client(), "screen", token_of(screen)))
    assert page.index("4") < page.index("next at the first free table")
    assert "second in the queue" in page


def test_lists_on_paper_have_the_shift(shifts: SessionRound, queue: SessionRound) -> None:
    for kind in ("pairings", "names"):
        page = text_of(get(desk(shifts), "desk_print_page", cup(shifts).pk, kind))
        assert "second shift" in page
        assert "first shift" in page
        page = text_of(get(desk(queue), "desk_print_page", cup(queue).pk, kind))
        assert "next at the first free table" in page


def test_the_director_sends_a_match_to_a_free_table(queue: SessionRound) -> None:
    over, waiting = drawn(queue)[3], drawn(queue)[5]
    desks.play_match(over)
    page = text_of(get(desk(queue), "desk_match", cup(queue).pk, waiting.pk))
    assert "second in the queue" in page
    assert "Send to this table" in page
    where = ("desk_match_do", cup(queue).pk, waiting.pk, "send")
    assert post(desk(queue), *where, table="1").status_code == 409
    assert post(desk(queue), *where, table="x").status_code == 409
    assert post(desk(queue), *where, table="4").status_code == 302
    assert desks.reread(waiting).number == 4
    assert desks.reread(waiting).waiting is False


def test_more_time_at_a_table_is_for_the_match_that_plays_there(queue: SessionRound) -> None:
    row = timing.start_clock(queue, None, minutes=45)
    rule(drawn(row)[0])
    post(
        *(desk(row), "desk_clock", cup(row).pk, 1, 1, "more"),
        minutes="5",
        scope="one",
        table="1",
    )
    assert [match.extra_minutes for match in drawn(row)] == [0, 0, 0, 0, 5, 0]


def test_the_set_up_says_what_the_tables_mean() -> None:
    tournament = desks.a_tournament("groups_and_cup", entrants=12)
    client = desks.desk_of(tournament.club).client
    where = ("desk_about", tournament.pk)
    assert "It takes" not in text_of(get(client, *where))
    assert post(client, *where, tables="4", room_plan="shifts").status_code == 302
    page = text_of(get(client, *where))
    assert "Matches: 6, tables: 4. It takes 2 shifts of 4 and 2 matches." in page
    assert "First shift : groups A, B, tables 1 to 4" in page.replace("shift:", "shift :")
    for wrong in ("0", "501", "some"):
        answer = post(client, *where, tables=wrong, room_plan="shifts")
        assert answer.status_code == 422
        assert "Enter the tables in the room: 1 to 500, or nothing." in text_of(answer)
    assert post(client, *where, tables="", room_plan="queue").status_code == 302
    tournament.refresh_from_db()
    assert (tournament.tables, tournament.room_plan) == (None, "queue")


def test_the_set_up_says_what_the_tables_mean_before_they_are_saved() -> None:
    tournament = desks.a_tournament("pairs_swiss", entrants=12)
    client = desks.desk_of(tournament.club).client
    where = ("desk_about", tournament.pk)

    def looked(tables: str, plan: str = "shifts") -> str:
        answer = post(client, *where, tables=tables, room_plan=plan, look="1")
        assert answer.status_code == 200
        return text_of(answer)

    assert "Matches: 6, tables: 4. It takes 2 shifts of 4 and 2 matches." in looked("4")
    assert "It takes 6 shifts of 1, 1, 1, 1, 1 and 1 matches." in looked("1")
    assert "wait in a queue for the next free table" in looked("4", "queue")
    assert "It takes" not in looked("6")
    assert "It takes" not in looked("some"), "while it is being typed"
    tournament.refresh_from_db()
    assert (tournament.tables, tournament.room_plan) == (None, "shifts"), "nothing is saved"
    assert 'hx-vals=\'{"look": "1"}\'' in get(client, *where).content.decode()


def test_the_next_round_is_expected_after_all_shifts() -> None:
    row = timing.start_clock(twelve_pairs(SHIFTS), None, minutes=45)
    (one,) = running(Viewer(cup(fresh(row))))
    now = timezone.now()
    assert one.shifts_left == 1
    expected = one.next_at(now)
    assert expected is not None
    assert timedelta(minutes=90) <= expected - now <= timedelta(minutes=95)


def test_a_phone_opens_a_called_match(queue: SessionRound) -> None:
    rule(drawn(queue)[2])
    called = drawn(queue)[4]
    publishing.open_game(called, 1, desks.table_phone())
    page = text_of(get(desk(queue), "desk_board", cup(queue).pk))
    assert "hand 1" in page


def test_a_late_pair_is_offered_the_next_free_table() -> None:
    tournament = desks.a_tournament(entrants=10)
    room.set_room(tournament, None, tables=4, room_plan=QUEUE)
    row = desks.draw(tournament)
    late = desks.enter(tournament, 2, first=50)
    page = text_of(get(desk(row), "desk_round", tournament.pk, 1, 1))
    assert "Seat both at the next free table" in page
    where = ("desk_round_do", tournament.pk, 1, 1, "seat_late")
    answer = post(desk(row), *where, first=str(late[0].pk), second=str(late[1].pk))
    assert answer.status_code == 302, text_of(answer)
    assert Match.objects.filter(session_round=row, waiting=True).count() == 2
    made = Match.objects.get(session_round=row, number=6)
    assert (made.turn, made.waiting) == (0, True)


def test_a_wall_keeps_silent_about_the_time_of_the_first_tables(queue: SessionRound) -> None:
    row = timing.start_clock(queue, None, minutes=30)
    start = timezone.now() - timedelta(minutes=40)
    SessionRound.objects.filter(pk=row.pk).update(clock_started_at=start)
    assert clock_face(fresh(row), timezone.now()) is None
    Tournament.objects.filter(pk=cup(row).pk).update(room_plan=SHIFTS)
    assert clock_face(fresh(row), timezone.now()) is not None


def test_the_set_up_of_a_finished_tournament_keeps_the_room_as_facts(queue: SessionRound) -> None:
    where = ("desk_about", cup(queue).pk)
    Tournament.objects.filter(pk=cup(queue).pk).update(state="finished")
    page = get(desk(queue), *where)
    assert "Tables in the room 4" in text_of(page)
    assert 'name="tables"' not in page.content.decode()
    assert post(desk(queue), *where, tables="3", room_plan="queue").status_code == 409


def test_a_place_in_the_queue_is_never_called_a_table(queue: SessionRound) -> None:
    waits, plays = drawn(queue)[4], drawn(queue)[3]
    assert (waits.number, waits.turn) == (5, 0)
    name = names_of(cup(queue))[desks.of_side(waits, 0).pk]
    page = Client().get(at("tournament", cup(queue)), {"q": name})
    assert [table for _id, _name, table in page.context["found"]] == [None]
    found = Client().get(at("tournament_round", cup(queue), 1, 1), {"q": "5"})
    assert "Player 5" in text_of(found)  # nobody has table 5, so it is part of a name
    places = desk(queue).get(at("desk_places", cup(queue), 1, 1))
    where = {one.id: one.where for one in places.context["people"]}
    assert where[desks.of_side(waits, 0).pk] == "next at the first free table"
    assert where[desks.of_side(plays, 0).pk] == "table 4"
    rule(waits)
    assert [one.table for one in played_papers(rows_of([queue])[0])] == ["\N{EN DASH}"]
    for match in drawn(queue):
        rule(match)
    publishing.close_round(queue, None)
    results = csv_rows(Client().get(at("results_csv", cup(queue))))
    assert {row[2] for row in results[1:]} == {"", "1", "2", "3", "4"}


def test_sheets_of_a_shift_go_on_behind_the_last_of_this_shift(shifts: SessionRound) -> None:
    for match in drawn(shifts)[:2]:
        rule(match)
    wanted = {"": "3", "3": "4", "4": "1-2", "1-2": "2-2", "2-2": "3", "9": "3"}
    for after, following in wanted.items():
        page = desk(shifts).get(at("desk_papers", cup(shifts), 1, 1), {"after": after})
        assert [one.match.anchor for one in page.context["lines"] if one.cursor] == [following]
    saved = desk(shifts).post(
        at("desk_paper", cup(shifts), drawn(shifts)[4].pk),
        {"sum_1_0": "600", "sum_1_1": "400", "hall": "1", "reason": "off paper"},
    )
    assert saved["Location"].endswith("papers/?after=1-2")
