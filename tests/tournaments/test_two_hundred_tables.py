"""A hall of many tables, from the cards to the standings: phones without an account write by the
cards' codes, others agree, the director reads the board meanwhile.
"""

from html import unescape
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments import desks
from tests.tournaments.evening import CardPhone, Played, shown_standings, typed_code
from tests.tournaments.hall import Director, seats_of_tables

pytestmark = pytest.mark.django_db

HANDS = 2
NOBODY_BYE = {"bye_points": "2", "bye_score": "0", "absent_points": "0", "absent_score": "0"}


def pairs(count: int) -> list[str]:
    people = desks.people(2 * count, 101)
    return [f"{one} & {other}" for one, other in zip(people[::2], people[1::2], strict=True)]


def a_hall(tables: int, rounds: int) -> Director:
    """A director with so many pairs who are entered, everything set up, the tournament open."""
    desk = Director(desks.signed_in(desks.an_owner()))
    answers = {f"awards_{key}": value for key, value in NOBODY_BYE.items()}
    desk.make("pairs_swiss", "The great hall", awards_late_entry="nothing", **answers)
    desk.sets_up(
        format_rounds=str(rounds), rule_target_score="", rule_round_limit=str(HANDS), minutes="40"
    )
    desk.runs_it(agreement="confirm")
    desk.enter_list([pair.replace(" & ", " / ") for pair in pairs(2 * tables)])
    desk.go_on("turn/open/")
    return desk


def board_of(desk: Director) -> tuple[int, str]:
    """The director's board, and with how many queries it was read."""
    with CaptureQueriesContext(connection) as caught:
        page = desk.look(f"{desk.desk}board/")
    return len(caught), page


def a_round_of(
    desk: Director, number: int, cards: dict[int, str], phones: dict[int, CardPhone], played: Played
) -> set[int]:
    """Draw, publish, let every table play and agree, close. With how many queries the board was
    read meanwhile.
    """
    round_ = desk.send(f"{desk.desk}rounds/", f"/rounds/1/{number}/draw/")
    drawn = dict(enumerate(seats_of_tables(desk.look(round_)), start=1))
    assert sorted(pair for table in drawn.values() for pair in table) == sorted(
        pairs(2 * len(drawn))
    )
    desk.send(round_, "publish/")
    # It says once that the clock is running
    desk.look(desk.send(f"{desk.desk}board/", "/clock/start/"))
    cost = set()
    for table, phone in phones.items():
        phone.scans(cards[table])
        assert phone.sides == drawn[table]
        phone.writes(phone.chance.randrange(2))
        hands = phone.plays(HANDS)
        phone.sends()
        played.note(number, table, phone.sides, [hand.points for hand in hands])
        other = CardPhone(Client())
        other.scans(cards[table])
        other.agrees(1 - phone.side)
        assert f"Agreed by <bdi>{phone.sides[1 - phone.side]}</bdi>" in unescape(phone.page())
        if table % 5 == 1:
            queries, page = board_of(desk)
            cost.add(queries)
            assert f"<b>{table} of {len(phones)}</b> done" in page
    desk.go_on(f"/rounds/1/{number}/close/")
    return cost


def a_whole_hall(tables: int, rounds: int = 2) -> None:
    desk, played, chance = a_hall(tables, rounds), Played(), Random(tables)
    codes = desk.cards(tables)
    assert list(codes) == list(range(1, tables + 1))
    cards = {table: typed_code(CardPhone(Client()), code) for table, code in codes.items()}
    phones = {table: CardPhone(Client(), Random(chance.random())) for table in cards}
    for number in range(1, rounds + 1):
        cost = a_round_of(desk, number, cards, phones, played)
        assert len(cost) == 1, "The board costs more with more results."
        public = desk.desk.replace("/desk/", "/tournaments/") + "standings/1/"
        assert shown_standings(desk.look(public)) == played.standings(pairs(2 * tables))
    told = [outcome for phone in phones.values() for outcome in phone.told.values()]
    assert told == ["counted"] * (tables * HANDS * rounds)
    assert not [phone.refused for phone in phones.values() if phone.refused or phone.waiting]


def test_four_tables_play_two_rounds_by_their_cards_and_the_standings_say_what_they_played() -> (
    None
):
    a_whole_hall(4)


@pytest.mark.slow
def test_two_hundred_tables_play_two_rounds_by_their_cards_and_the_standings_match() -> None:
    a_whole_hall(200)
