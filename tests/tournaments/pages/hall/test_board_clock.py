"""The clock of a session round on the board: its buttons, what they wait for, and more time for a
table.
"""

import datetime
import re
from html import unescape

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from scoring.games.actions.game_state import finish_early
from scoring.models import Game
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, errors, said, text_of
from tests.tournaments.desks import tables
from tests.tournaments.pages.hall.boards import (
    a_hall,
    asked,
    helper_of,
    made,
    press,
    red,
    tiles,
)
from tests.tournaments.racing import a_phone, game_at, hands
from tests.worlds import built_once
from tournaments.actions import timing
from tournaments.models import LogLine, Match, Remark, Stage, Tournament

pytestmark = pytest.mark.django_db

END = "Yes, end it now"  # of "Time is up now"

three_tables = built_once(lambda: made(6), autouse=True)


def buttons(client: Client, tournament: Tournament) -> list[str]:
    page = client.get(at("desk_board", tournament)).content.decode()
    part = page.partition('<section class="row clock')[2].partition("</section>")[0]
    forms = re.findall(
        r"<form[^>]*/clock/(?!minutes|more|left)[^>]*>.*?<button[^>]*>(.*?)</button>",
        part,
        re.DOTALL,
    )
    return list(dict.fromkeys(re.sub(r"<[^>]+>", "", label).strip() for label in forms))


def test_the_clock_goes_from_start_to_end_by_its_buttons() -> None:
    tournament, _row, client = a_hall()
    assert buttons(client, tournament) == ["Start the clock"]
    assert said(client, press(client, tournament, "start")) == ["The clock is running."]
    assert buttons(client, tournament) == ["Pause", "Last hand", END]
    assert said(client, press(client, tournament, "pause")) == ["The clock is paused."]
    assert buttons(client, tournament) == ["Resume", END]
    assert said(client, press(client, tournament, "go_on")) == ["The clock is running."]
    assert said(client, press(client, tournament, "last_hand")) == [
        "The last hand is called. All tables see it."
    ]
    assert buttons(client, tournament) == ["Pause", END]
    assert said(client, press(client, tournament, "end")) == ["Time is up. All tables see it."]
    assert buttons(client, tournament) == ["Go on after all"]
    assert list(LogLine.objects.order_by("pk").values_list("action", flat=True))[-5:] == [
        *("clock_started", "clock_paused", "clock_went_on", "last_hand", "clock_ended"),
    ]


def test_one_button_is_red_the_next_step_before_those_of_the_clock() -> None:
    tournament, row, client = a_hall()
    for expected in ("Start the clock", "Settle table 1"):
        page = client.get(at("desk_board", tournament)).content.decode()
        assert red(page) == [expected]
        Match.objects.filter(pk=tables(row)[0].pk).update(agreement="disputed")


def test_who_waits_longest_is_the_red_button_where_nothing_else_is_to_do() -> None:
    tournament, row, client = a_hall()
    press(client, tournament, "start")
    board = at("desk_board", tournament)
    assert red(client.get(board).content.decode()) == []
    second = tables(row)[1]
    call = Remark.objects.create(match=second, kind=Remark.Kind.CALL, side=0)
    Remark.objects.create(match=tables(row)[0], kind=Remark.Kind.CALL, side=0)
    page = client.get(board).content.decode()
    assert red(page) == ["Go to table 2"]
    assert at("desk_match", tournament, second.pk) in page.partition("button main")[2][:200]
    client.post(at("desk_call", tournament, call.pk))
    assert red(client.get(board).content.decode()) == ["Go to table 1"]


def test_typing_off_paper_is_one_link_whatever_else_comes_first() -> None:
    tournament, row, client = a_hall()
    press(client, tournament, "start")
    board, papers = at("desk_board", tournament), f'href="{at("desk_papers", tournament, 1, 1)}"'
    assert client.get(board).content.decode().count(papers) == 1
    Remark.objects.create(match=tables(row)[1], kind=Remark.Kind.CALL, side=0)
    assert client.get(board).content.decode().count(papers) == 1
    Match.objects.filter(pk=tables(row)[0].pk).update(agreement="disputed")
    assert client.get(board).content.decode().count(papers) == 1


def test_after_the_end_what_still_plays_is_late_and_can_be_counted_as_it_stands() -> None:
    tournament, row, client = a_hall()
    game = game_at(tables(row)[0], a_phone("one"))
    hands(game, 3)
    press(client, tournament, "start")
    press(client, tournament, "end")
    assert tiles(client, tournament) == [
        (1, "time is up: hand 4", []),
        (2, "to decide", ["no phone yet"]),
        (3, "to decide", ["no phone yet"]),
    ]
    assert buttons(client, tournament) == ["Count the rest as is", "Go on after all"]
    assert said(client, press(client, tournament, "stop")) == [
        "Every match played counts as it stands."
    ]
    assert Game.objects.get(pk=game.pk).state == "stopped"
    assert asked(client, tournament) == [
        "2 Table The match has no result: decide it View Table 2",
        "3 Table The match has no result: decide it View Table 3",
    ]


def test_minutes_can_be_typed_and_the_start_planned() -> None:
    tournament, row, client = a_hall()
    assert said(client, press(client, tournament, "minutes", minutes="45")) == [
        "The minutes are set."
    ]
    later = timezone.localtime(timezone.now() + datetime.timedelta(minutes=30))
    response = press(client, tournament, "start", at=later.strftime("%H:%M"), minutes="40")
    assert said(client, response) == ["The clock starts automatically at that time."]
    row.refresh_from_db()
    assert (row.minutes, row.clock_started_at) == (
        40,
        later.replace(second=0, microsecond=0).astimezone(datetime.UTC),
    )
    assert f"starts at {later.strftime('%H:%M')}" in text_of(
        client.get(at("desk_board", tournament))
    )


@pytest.mark.parametrize(
    ("action", "fields", "status", "words"),
    [
        ("minutes", {"minutes": "0"}, 422, "Enter the minutes of the round: 1 to 600."),
        ("minutes", {"minutes": ""}, 422, "Enter the minutes of the round: 1 to 600."),
        (
            "minutes",
            {"minutes": "abc"},
            422,
            "Enter a whole number up to 100000, such as 200.",
        ),
        ("start", {"at": "25:00"}, 422, "Enter a time such as 19:30."),
        ("start", {"at": "soon"}, 422, "Enter a time such as 19:30."),
        ("pause", {}, 409, "The clock has not started yet."),
        ("stop", {}, 409, "The clock is still running: end the time first."),
    ],
)
def test_what_the_clock_does_not_take_is_said_on_the_board(
    action: str, fields: dict[str, str], status: int, words: str
) -> None:
    tournament, _row, client = a_hall()
    response = press(client, tournament, action, **fields)
    assert (response.status_code, errors(response)) == (status, [words])


def test_a_button_that_is_none_is_not_there() -> None:
    tournament, _row, client = a_hall()
    assert press(client, tournament, "break").status_code == 404
    assert client.post(at("desk_clock", tournament, 1, 9, "start")).status_code == 404


def undo_line(client: Client, address: str, **headers: str) -> str:
    """The line of the panel that takes a change of the minutes back; empty where there is none."""
    page = client.get(address, headers=headers).content.decode()
    return page.partition('class="line did"')[2].partition("</form>")[0]


def test_minutes_more_and_fewer_for_all_tables_count_at_once_and_can_be_taken_back() -> None:
    tournament, row, client = a_hall()
    press(client, tournament, "start")
    response = press(client, tournament, "more", scope="all", minutes="5")
    did = undo_line(client, response["Location"])
    assert ("5 more minutes for all" in did, 'name="minutes" value="-5"' in did) == (True, True)
    row.refresh_from_db()
    assert (row.minutes, Stage.objects.get().minutes) == (55, 50)
    response = press(client, tournament, "more", scope="all", minutes="-1")
    assert "1 minute less for all" in undo_line(client, response["Location"])
    row.refresh_from_db()
    assert row.minutes == 54
    press(client, tournament, "left", minutes="25")
    assert re.search(r"2[45]:\d\d", text_of(client.get(at("desk_board", tournament))))


def test_minutes_more_for_one_table_and_what_the_next_round_gets_stand_in_the_panel() -> None:
    tournament, row, client = a_hall()
    press(client, tournament, "start")
    errors_of = press(client, tournament, "more", scope="one", minutes="5")
    assert (errors_of.status_code, errors(errors_of)) == (422, ["Choose the table first."])
    assert (
        press(client, tournament, "more", scope="one", table="77", minutes="5").status_code == 404
    )
    response = press(client, tournament, "more", scope="one", table="2", minutes="5")
    assert "Table 2: 5 more minutes" in undo_line(client, response["Location"])
    assert tables(row)[1].extra_minutes == 5
    words = text_of(client.get(at("desk_board", tournament)))
    assert "Table 2 has 5 minutes more" in words
    assert "Round 2 gets 50 minutes" in words
    response = press(client, tournament, "more", scope="one", table="2", minutes="-5")
    assert "Table 2: 5 minutes less" in undo_line(client, response["Location"])
    assert "has 5 minutes more" not in text_of(client.get(at("desk_board", tournament)))


@pytest.mark.parametrize("where", ["", "?at=round"])
def test_what_a_page_asks_for_by_itself_has_the_undo_for_a_minute_too(where: str) -> None:
    tournament, _row, client = a_hall()
    press(client, tournament, "start")
    clock = at("desk_clock", tournament, 1, 1, "more") + where
    address = client.post(clock, {"scope": "all", "minutes": "5"})["Location"]
    page = client.get(address).content.decode()
    own = unescape(re.findall(r'data-url="([^"]+)"', page)[0])
    part = {"HX-Request": "true"}
    assert "5 more minutes for all" in undo_line(client, own, **part)
    with time_machine.travel(timezone.now() + datetime.timedelta(seconds=61)):
        assert undo_line(client, own, **part) == undo_line(client, own) == ""
    for nonsense in ("1.5.0", "a.b.c.d", "1.5.0.", f"1.{'9' * 40}.0.1", "1.5.0.99999999999999"):
        there = address.partition("?")[0]
        assert undo_line(client, f"{there}?did={nonsense}") == ""


def test_no_bare_button_ends_the_time() -> None:
    tournament, _row, client = a_hall()
    press(client, tournament, "start")
    page = client.get(at("desk_board", tournament)).content.decode()
    asks = page.partition('<details class="asks-once">')[2].partition("</details>")[0]
    assert page.count("/clock/end/") == asks.count("/clock/end/") == 1


# More time for a table
# ----------------------------------------------------------------------------------------------


def test_a_table_gets_more_time_on_its_page() -> None:
    tournament, row, client = a_hall()
    match = tables(row)[0]
    page = client.get(at("desk_match", tournament, match.pk)).content.decode()
    assert at("desk_extra", tournament, match.pk) in page
    response = client.post(
        at("desk_extra", tournament, match.pk), {"minutes": "5", "reason": "a spilled glass"}
    )
    assert response["Location"] == at("desk_match", tournament, match.pk)
    assert said(client, response) == ["Table 1 has 5 more minutes."]
    response = client.post(at("desk_extra", tournament, match.pk), {"minutes": "-2"})
    assert said(client, response) == ["Taken back from table 1: 2 minutes."]
    match.refresh_from_db()
    assert match.extra_minutes == 3
    assert (
        LogLine.objects.get(action="extra_minutes", reason="a spilled glass").by == desks.a_user()
    )
    refused = client.post(at("desk_extra", tournament, match.pk), {"minutes": "-9"})
    assert errors(refused) == ["A table can have between 0 and 120 extra minutes in all."]


def test_a_table_is_offered_more_time_while_it_plays_and_where_time_stopped_it() -> None:
    tournament, row, client = a_hall()
    timing.start_clock(row, None)
    stopped, own_end, played = (game_at(match, a_phone(f"{match.pk}")) for match in tables(row))
    hands(stopped, 3)
    hands(own_end, 3)
    finish_early(own_end, desks.table_phone(), "last tram")
    hands(played, 10)
    timing.end_clock(row, None)
    hands(stopped, 1)
    assert all(match.done for match in tables(row))
    offered = [
        at("desk_extra", tournament, match.pk)
        in client.get(at("desk_match", tournament, match.pk)).content.decode()
        for match in tables(row)
    ]
    assert offered == [True, False, False]


def test_the_figures_open_what_sets_the_clock_with_the_cursor_in_its_field() -> None:
    tournament, row, client = a_hall()
    board = at("desk_board", tournament)
    panel = f"set-clock-{row.pk}"
    for minutes, opens in ((50, "figures num"), (None, "quiet no-print")):
        Stage.objects.update(minutes=minutes)
        page = client.get(board).content.decode()
        assert re.search(rf'<button\s+class="{opens}"\s+popovertarget="{panel}"', page)
        assert re.search(rf'id="{panel}"\s+popover\b', page)
        # Who taps the figures wants a button; who has nothing set types.
        assert bool(re.search(r'<input[^>]* name="minutes"[^>]* autofocus\s*>', page)) is (
            minutes is None
        )
    assert "popover" not in helper_of(tournament).get(board).content.decode().partition("<main")[2]
