"""What the screen of the table that writes is told of its clock, and what it shows once it writes
no more.
"""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from scoring.models import Game
from tests.tournaments import desks
from tests.tournaments.clocked import a_round, fresh, made, passed
from tests.tournaments.desk_pages import text_of
from tests.tournaments.desks import tables
from tests.tournaments.racing import a_phone, game_at, hands
from tests.worlds import built_once
from tournaments.actions import agreeing, judging, paper_results, publishing, timing
from tournaments.match.figures import fingerprint
from tournaments.models import SessionRound

pytestmark = pytest.mark.django_db

two_tables = built_once(lambda: made(4, 50), autouse=True)


class Table:
    """The phone that writes at table 1, with three hands."""

    def __init__(self, rule: str = "hand") -> None:
        self.row: SessionRound = timing.start_clock(a_round(rule), None)
        phone = a_phone("table 1")
        self.client: Client = phone.client
        self.game: Game = game_at(tables(self.row)[0], phone)
        hands(self.game, 3)

    @property
    def match(self) -> Any:
        return tables(self.row)[0]

    def told(self) -> dict[str, Any]:
        answer: dict[str, Any] = self.client.get(reverse("table_state", args=[self.game.pk])).json()
        return answer

    def page(self) -> str:
        return text_of(self.client.get(reverse("score", args=[self.game.pk])))


def test_the_table_is_told_its_clock_with_its_own_minutes_and_what_the_end_does() -> None:
    table = Table()
    timing.give_minutes(table.match, None, 5)
    clock = table.told()["clock"]
    assert (clock["state"], clock["rule"], clock["extra"]) == ("running", "hand", 5)
    assert re.fullmatch(r"55:00|54:\d\d", clock["left"])
    started = fresh(table.row).clock_started_at
    assert started is not None
    assert clock["ends"] == (started + timing.timedelta(minutes=55)).isoformat()
    assert re.search(r"(55:00|54:\d\d) left", table.page())
    timing.pause_clock(table.row, None)
    assert (table.told()["clock"]["state"], table.told()["clock"]["ends"]) == ("paused", None)


@pytest.mark.parametrize(
    ("rule", "stops"), [("plays_on", ""), ("ruling", ""), ("now", "now"), ("hand", "hand")]
)
def test_the_script_knows_by_which_rule_it_stops(rule: str, stops: str) -> None:
    assert Table(rule).told()["clock"]["rule"] == stops


def test_without_a_clock_there_is_none() -> None:
    row = made(4, None)
    phone = a_phone("table 1")
    game = game_at(tables(row)[0], phone)
    assert phone.client.get(reverse("table_state", args=[game.pk])).json()["clock"] is None


def test_every_change_of_the_clock_reaches_the_screen_of_the_table(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    table = Table()
    before = Game.objects.get(pk=table.game.pk).version
    with django_capture_on_commit_callbacks(execute=True):
        timing.add_minutes(table.row, None, 5)
    assert Game.objects.get(pk=table.game.pk).version > before


def test_after_its_last_hand_the_table_stops_says_so_and_leads_to_agreeing() -> None:
    table = Table()
    table.row = passed(table.row, 51)
    hands(table.game, 1)
    told = table.told()
    assert (told["state"], told["stopped"]) == (
        "stopped",
        {"heading": "Time is up", "under": "4 hands", "why": "time"},
    )
    words = table.page()
    assert "Hand 4 was the last one. The match is over." in words
    assert "Agree on 260 : 140" in words
    assert "Correct a hand" in words
    assert "Your next table is not drawn yet." in words
    assert "Undo hand" not in words
    agreeing.agree(table.match, 1, fingerprint(table.match), how="other")
    assert "Agreed by the other side" in table.page()


def test_where_it_stops_at_once_the_screen_stops_with_the_clock() -> None:
    table = Table("now")
    table.row = passed(table.row, 50)
    assert table.told()["state"] == "stopped"
    assert "Time is up" in table.page()


@pytest.mark.parametrize("kind", ["paper", "ruling"])
def test_a_table_that_was_decided_at_the_desk_offers_no_hands_and_says_what_counts(
    kind: str,
) -> None:
    table = Table()
    if kind == "paper":
        paper_results.enter_paper(
            table.match, None, paper_results.paper_of([[1030, 970]]), "the sheet"
        )
    else:
        judging.rule_match(table.match, None, {"kind": "half"}, "never came back")
    told = table.told()
    assert (told["state"], told["stopped"]["heading"]) == ("stopped", "Decided at the desk")
    words = table.page()
    counts = (
        r"Entered from paper at \d\d:\d\d\."
        if kind == "paper"
        else r"Decided by the director at \d\d:\d\d\."
    )
    assert re.search(rf"{counts} This counts:", words)
    assert "This phone had 195 : 105 after 3 hands." in words
    if kind == "paper":
        assert "1030" in words
        assert "970" in words
    page = table.client.get(reverse("score", args=[table.game.pk])).content.decode()
    assert re.search(r'<div\s+id="entry"\s+hidden', page)
    judging.undo_ruling(table.match, None, "a mistake")
    assert table.told()["state"] == "running"


def test_when_the_next_round_is_out_it_says_where_its_people_sit(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    table = Table()
    for match in tables(table.row):
        paper_results.enter_paper(match, None, paper_results.paper_of([[1030, 970]]), "the sheet")
    publishing.close_round(table.row, None)
    before = Game.objects.get(pk=table.game.pk).version
    with django_capture_on_commit_callbacks(execute=True):
        following = desks.draw(table.row.stage.tournament, 2)
    assert Game.objects.get(pk=table.game.pk).version > before
    words = table.page()
    assert "Your next table is not drawn yet." not in words
    assert len(re.findall(r"Next: Player \d & Player \d", words)) == 2
    assert following.number == 2
    assert "Go to the next table" in words


def test_a_table_whose_time_was_up_hears_what_the_desk_decides_afterwards(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    table = Table()
    table.row = passed(table.row, 51)
    hands(table.game, 1)
    address = reverse("table_state", args=[table.game.pk])
    tag = table.client.get(address)["ETag"]
    before = Game.objects.get(pk=table.game.pk).version
    with django_capture_on_commit_callbacks(execute=True):
        paper_results.enter_paper(
            table.match, None, paper_results.paper_of([[1030, 970]]), "the sheet"
        )
    assert Game.objects.get(pk=table.game.pk).version > before
    answer = table.client.get(address, headers={"if-none-match": tag})
    assert (answer.status_code, answer.json()["stopped"]["heading"]) == (200, "Decided at the desk")
