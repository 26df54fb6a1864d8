"""Bad luck of an evening, put right through the pages that people have at hand."""

import re
from dataclasses import dataclass, field, replace
from random import Random

import pytest
from django.test import Client

from tests.lengths import in_short
from tests.tournaments import desks
from tests.tournaments.evening import (
    CardPhone,
    Played,
    TableHand,
    hands_by_chance,
    shown_standings,
    typed_code,
)
from tests.tournaments.hall import Director, Forms, plain, seats_of_tables
from tests.worlds import built_once

pytestmark = pytest.mark.django_db

HANDS = 4
PAIRS = ["Anna & Beat", "Carla & Dino", "Eva & Franz", "Gül & Hans"]
NOTHING = {"bye_points": "2", "bye_score": "0", "absent_points": "0", "absent_score": "0"}


@dataclass
class Hall:
    """Two tables of pairs who play four hands: the director, the cards, what was played."""

    desk: Director
    cards: dict[int, str]
    drawn: dict[int, list[str]]
    round: str
    played: Played = field(default_factory=Played)
    chance: Random = field(default_factory=lambda: Random(7))

    def phone(self, table: int) -> CardPhone:
        phone = CardPhone(Client(), Random(self.chance.random()))
        phone.scans(self.cards[table])
        return phone

    def match(self, table: int) -> str:
        return self.desk.match_at(self.round, table)

    def plays(self, table: int, sides: list[str] | None = None) -> None:
        """A table plays, sends, and the other side agrees."""
        phone = self.phone(table)
        phone.writes()
        self.notes(table, sides or phone.sides, phone.plays(HANDS))
        phone.sends()
        assert not phone.refused, phone.refused
        self.phone(table).agrees(1)

    def notes(self, table: int, sides: list[str], hands: list[TableHand]) -> None:
        self.played.note(1, table, sides, [hand.points for hand in hands])

    def leaves_out(self, table: int, reason: str) -> None:
        """All hands that came late at this table are left out."""
        page = self.desk.look(self.match(table))
        (form,) = [
            form
            for form in Forms(page).found
            if "/late/" in form.action and "reason" in form.fields
        ]
        listed = re.findall(r'name="entry" value="([^"]+)"', page)
        sent = {**form.fields, "entry": listed, "do": "leave", "all": "on", "reason": reason}
        assert self.desk.client.post(form.action, sent).status_code in {302, 303}
        assert "/late/" not in self.desk.look(self.match(table))

    def closes(self) -> None:
        """The round is closed, and the standings say what was played."""
        self.desk.go_on("/rounds/1/1/close/")
        public = self.desk.desk.replace("/desk/", "/tournaments/") + "standings/1/"
        assert shown_standings(self.desk.look(public)) == self.played.standings(PAIRS)


def two_tables() -> Hall:
    desk = Director(desks.signed_in(desks.an_owner()))
    answers = {f"awards_{key}": value for key, value in NOTHING.items()}
    desk.make("pairs_swiss", "Friday", awards_late_entry="nothing", **answers)
    desk.sets_up(format_rounds="2", rule_target_score="", rule_round_limit=str(HANDS), minutes="30")
    desk.enter_list([pair.replace(" & ", " / ") for pair in PAIRS])
    desk.go_on("turn/open/")
    round_ = desk.send(f"{desk.desk}rounds/", "/rounds/1/1/draw/")
    drawn = dict(enumerate(seats_of_tables(desk.look(round_)), start=1))
    desk.send(round_, "publish/")
    cards = {table: typed_code(CardPhone(Client()), code) for table, code in desk.cards(2).items()}
    return Hall(desk, cards, drawn, round_)


shared = built_once(two_tables)


@pytest.fixture
def hall(shared: Hall) -> Hall:
    return replace(shared, played=Played(), chance=Random(7))


@pytest.mark.parametrize("who", in_short(["a seated phone", "the director"], {"the director"}))
def test_a_phone_dies_and_another_takes_over_by_the_card(hall: Hall, who: str) -> None:
    first, second, third = hall.phone(1), hall.phone(1), hall.phone(1)
    first.writes()
    hands = first.plays(HANDS)
    hall.notes(1, first.sides, hands)
    first.sends(2)  # then its battery is empty; nothing more was written on it
    third.waiting, first.waiting = first.waiting, []
    second.looks_on(1)
    third.send(third.match, "/ask/")
    assert "Asked to keep score here" in third.page()
    assert third.client.post(f"{third.match}games/1/").status_code == 409
    if who == "the director":
        board = hall.desk.look(f"{hall.desk.desk}board/")
        (asks,) = [form.action for form in Forms(board).found if "/phones/" in form.action]
        hall.desk.send(f"{hall.desk.desk}board/", asks)
    else:
        second.send(second.match, "/allow/")
    third.writes()
    third.sends()
    assert (third.refused, set(third.told.values())) == ([], {"counted"})
    second.agrees(1)
    hall.plays(2)
    hall.closes()


def test_the_wifi_is_gone_for_a_round_and_paper_and_an_offline_phone_come_in_afterwards(
    hall: Hall,
) -> None:
    offline, silent = hall.phone(1), hall.phone(2)
    offline.writes()
    silent.writes()
    hall.notes(1, offline.sides, offline.plays(HANDS))
    hands = silent.plays(HANDS)
    hall.notes(2, silent.sides, hands)
    sums = {f"sum_1_{side}": str(sum(hand.points[side] for hand in hands)) for side in (0, 1)}
    hall.desk.send(f"{hall.match(2)}paper/", f"{hall.match(2)}paper/", fine="on", **sums)
    offline.sends()
    assert set(offline.told.values()) == {"counted"}
    hall.phone(1).agrees(1)
    silent.sends()  # what stands on paper already changes nothing when its phone comes back
    assert (silent.refused, set(silent.told.values())) == ([], {"late"})
    hall.leaves_out(2, "the sheet counts")
    hall.closes()


def test_wrong_people_sat_down_and_stay_where_they_are(hall: Hall) -> None:
    """The second sides of both tables sat down at the other's and played a hand: it is drawn anew
    as they sit.
    """
    phones = {table: hall.phone(table) for table in (1, 2)}
    hands = {}
    for table, phone in phones.items():
        phone.writes()
        hands[table] = phone.plays(HANDS)
        phone.sends(1)
    (one, two), (three, four) = hall.drawn[1], hall.drawn[2]
    places = f"{hall.round}places/"
    ids = {
        plain(name): value
        for value, name in re.findall(r'value="(\d+)"[^>]*>(.*?) \(', hall.desk.look(places))
    }
    hall.desk.send(
        places, "/places/", first=ids[two], second=ids[four], reason="they sit there already"
    )
    assert seats_of_tables(hall.desk.look(hall.round)) == [[one, four], [three, two]]
    for table, sides in ((1, [one, four]), (2, [three, two])):
        phones[table].sends()
        assert not phones[table].refused, phones[table].refused
        hall.phone(table).agrees(1)
        hall.notes(table, sides, hands[table])
    hall.closes()


def test_a_sheet_that_was_typed_for_the_wrong_table_is_taken_back_and_typed_at_the_right_one(
    hall: Hall,
) -> None:
    """Table 2's sheet was typed at table 1, which is still playing:
    its own hands go on to count.
    """
    playing, hands = hall.phone(1), hands_by_chance(Random(2), HANDS)
    playing.writes()
    hall.notes(1, playing.sides, playing.plays(HANDS))
    playing.sends(2)
    sums = {f"sum_1_{side}": str(sum(hand.points[side] for hand in hands)) for side in (0, 1)}
    rows = dict.fromkeys(
        (f"hand_1_{number}_{side}" for number in range(1, HANDS + 1) for side in (0, 1)), ""
    )
    hall.desk.send(f"{hall.match(1)}paper/", "/paper/", fine="on", **rows, **sums)
    hall.desk.send(hall.match(1), "/undo/", reason="the sheet said table 2")
    hall.desk.send(f"{hall.match(2)}paper/", "/paper/", fine="on", **sums)
    playing.sends()
    assert (playing.refused, set(playing.told.values())) == ([], {"counted"})
    hall.phone(1).agrees(1)
    hall.notes(2, hall.drawn[2], hands)
    hall.closes()


def test_people_who_scanned_the_card_of_the_other_table_have_their_result_moved(hall: Hall) -> None:
    astray = hall.phone(1)
    astray.writes()
    hands = astray.plays(HANDS)
    astray.sends()
    target = hall.match(2).rstrip("/").rpartition("/")[2]
    hall.desk.send(
        f"{hall.match(1)}move/", "/move/", target=target, reason="they played at table 2"
    )
    hall.notes(2, hall.drawn[2], hands)
    hall.phone(2).agrees(1 - astray.side)
    hall.plays(1)
    hall.closes()


def test_a_table_reports_while_the_director_ends_the_round(hall: Hall) -> None:
    """The last hand is on its way when the time is ended and the match typed off paper: it is kept,
    and late.
    """
    hall.plays(2)
    last = hall.phone(1)
    last.writes()
    hands = last.plays(HANDS)
    last.sends(3)
    hall.desk.send(f"{hall.desk.desk}board/", "/clock/start/")
    hall.desk.send(f"{hall.desk.desk}board/", "/clock/end/")
    sums = {f"sum_1_{side}": str(sum(hand.points[side] for hand in hands[:3])) for side in (0, 1)}
    rows = [f"hand_1_{number}_{side}" for number in range(1, HANDS + 1) for side in (0, 1)]
    hall.desk.send(
        f"{hall.match(1)}paper/", "/paper/", fine="on", **dict.fromkeys(rows, ""), **sums
    )
    hall.notes(1, last.sides, hands[:3])
    hall.closes()
    last.sends()
    assert (last.refused, last.told[hands[3].id]) == ([], "late")
    hall.desk.send(f"{hall.desk.desk}rounds/", "/rounds/1/2/draw/")
    hall.leaves_out(1, "the time was over")
    assert len(re.findall("Drew round 2", hall.desk.look(f"{hall.desk.desk}log/"))) == 1
