"""Twelve pairs in a room of four tables, from the first draw to the end: two rounds in shifts, two
with a queue. Desk, phones, public pages, walls and paper name the same table for everybody at any
time, and the standings are counted again from what the tables remember.

Everything goes through the pages; the names of who sits where are read off them.
"""

import re
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random

import pytest
from django.test import Client

from tests.requests import get
from tests.tournaments import desks
from tests.tournaments.desk_pages import text_of
from tests.tournaments.evening import CardPhone, Played, shown_standings, typed_code
from tests.tournaments.hall import Director
from tournaments.actions import venue_screens
from tournaments.models import Entrant, SessionRound
from tournaments.names import names_of
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

HANDS, TABLES, MINUTES = 2, 4, 30
LATER = "later"  # where a match is that has no table yet
Sides = frozenset[str]


@dataclass
class Room:
    """The evening, with the addresses of its pages."""

    director: Director
    public: str
    wall: str
    own: dict[str, str]  # by pair
    codes: dict[int, str]  # of the cards on the tables
    chance: Random
    played: Played = field(default_factory=Played)
    tables_used: list[tuple[int, int]] = field(default_factory=list)  # round and table

    def go(self, where: str, **typed: str) -> None:
        answer = self.director.client.post(f"{self.director.desk}{where}", typed)
        assert answer.status_code == 302, text_of(answer)

    def desk(self, where: str) -> str:
        return text_of(self.director.client.get(f"{self.director.desk}{where}"))


def opened(seed: int) -> Room:
    rules = {"target_score": None, "round_limit": HANDS}
    cup = desks.a_tournament(entrants=12, rules=rules, format_settings={"rounds": 4})
    director = Director(desks.desk_of(cup.club).client)
    director.desk = f"/desk/{cup.pk}/"
    screen = venue_screens.make_screen(cup, "Left", [{"show": "tables", "seconds": 10}])
    names = names_of(cup)
    return Room(
        director,
        f"/tournaments/{cup.pk}/",
        token_of(screen),
        {names[one.pk]: token_of(one) for one in Entrant.objects.filter(tournament=cup)},
        director.cards(TABLES),
        Random(seed),
    )


# What each page says of a table
# ---------------------------------------------------------------------------------------------


def seated(page: str) -> dict[Sides, str]:
    """The two pairs of each match on a page that lists tables, with the table that it names."""
    pair = r"(Player \d+ (?:& )?Player \d+)"
    result = r"(?: winner)?(?: [\d–−]+)?"
    rows = re.findall(rf"Table (\d+|–) {pair}{result}[ ,]+{pair}{result}([^T]*)", page)
    return {
        frozenset(with_and(name) for name in (one, other)): LATER
        if re.search(r"shift|queue|free table", rest)
        else table
        for table, one, other, rest in rows
    }


def with_and(name: str) -> str:
    return re.sub(r"(\d) P", r"\1 & P", name)


def where_on_paper(page: str) -> dict[Sides, str]:
    """The same off the printed list of the tables, of the matches that can begin."""
    pair = r"(Player \d+ & Player \d+)"
    rows = re.findall(rf"(\d+|–)([ a-z]*?) first side {pair} second side {pair}", page)
    return {frozenset((one, other)): table for table, _when, one, other in rows}


def where_of(page: str) -> str:
    """The table that a pair's own page or the page of a match names at its head."""
    if re.search("shift, table|In the queue|Second in the queue|first free table", page):
        return LATER
    found = re.search(r"Table (\d+)", page)
    assert found, page
    return found[1]


def everywhere(room: Room, number: int, over: set[Sides]) -> dict[Sides, str]:
    """Where each match of a round is, of which all pages must say the same."""
    visitor = Client()
    spots = seated(text_of(visitor.get(f"{room.public}rounds/1/{number}/")))
    assert len(spots) == 6
    assert sorted(name for sides in spots for name in sides) == sorted(room.own)
    assert seated(room.desk(f"rounds/1/{number}/")) == spots
    assert seated(text_of(visitor.get(room.public))) == spots
    assert seated(text_of(get(visitor, "screen", room.wall))) == spots
    on_paper = where_on_paper(room.desk("print/pairings/"))
    assert {sides: on_paper[sides] for sides, where in spots.items() if where != LATER} == {
        sides: where for sides, where in spots.items() if where != LATER
    }
    for sides, where in spots.items():
        for name in sides if sides not in over else ():
            assert where_of(text_of(get(visitor, "own_page", room.own[name]))) == where
    return spots


def playing(room: Room, number: int, over: set[Sides]) -> dict[Sides, str]:
    """The matches that are played now: at most one at a table, and none without one."""
    spots = everywhere(room, number, over)
    now = {sides: where for sides, where in spots.items() if sides not in over and where != LATER}
    assert len(set(now.values())) == len(now) <= TABLES
    assert set(now.values()) <= {str(table) for table in range(1, TABLES + 1)}
    return now


# The evening
# -------------------------------------------------------------------------------------------------


def at_table(room: Room, number: int, sides: Sides, table: str) -> None:
    """A phone scans the card of the table, finds these two pairs, and writes; the other agrees."""
    phone, other = (CardPhone(Client(), Random(room.chance.random())) for _ in range(2))
    card = typed_code(phone, room.codes[int(table)])
    for one in (phone, other):
        one.scans(card)
    assert frozenset(phone.sides) == sides
    assert where_of(text_of(phone.client.get(phone.match))) == table
    phone.writes(room.chance.randrange(2))
    hands = phone.plays(HANDS)
    room.tables_used.append((number, int(table)))
    room.played.note(number, len(room.tables_used), phone.sides, [hand.points for hand in hands])
    phone.sends()
    assert not phone.refused
    other.agrees(1 - phone.side)


def minutes_left(room: Room, sides: Sides) -> int | None:
    """The whole minutes that a match has left, as a pair's own page shows them."""
    (name, *_) = sides
    found = re.search(r"\b(\d+):\d\d\b", text_of(get(Client(), "own_page", room.own[name])))
    return int(found[1]) if found else None


def later(number: int, minutes: int) -> None:
    """So many minutes pass on the round's clock."""
    row = SessionRound.objects.get(number=number)
    assert row.clock_started_at
    row.clock_started_at -= timedelta(minutes=minutes)
    row.save(update_fields=["clock_started_at"])


def in_shifts(room: Room, number: int) -> None:
    over: set[Sides] = set()
    for shift, size in ((1, 4), (2, 2)):
        now = playing(room, number, over)
        assert len(now) == size
        assert all(minutes_left(room, sides) is None for sides in now)
        room.go(f"rounds/1/{number}/clock/start/", minutes=str(MINUTES))
        assert {minutes_left(room, sides) for sides in now} <= {MINUTES, MINUTES - 1}
        later(number, 11)
        for sides in room.chance.sample(sorted(now, key=sorted), size):
            assert minutes_left(room, sides) in {MINUTES - 11, MINUTES - 12}
            at_table(room, number, sides, playing(room, number, over)[sides])
            over.add(sides)
        if shift == 1:
            assert playing(room, number, over) == {}
            room.go(f"rounds/1/{number}/shift/")


def in_a_queue(room: Room, number: int) -> None:
    over: set[Sides] = set()
    room.go(f"rounds/1/{number}/clock/start/", minutes=str(MINUTES))
    while now := playing(room, number, over):
        assert len(now) == min(TABLES, 6 - len(over))
        sides = room.chance.choice(sorted(now, key=sorted))
        later(number, 3)
        at_table(room, number, sides, now[sides])
        over.add(sides)
        (*called,) = set(playing(room, number, over)) - set(now)
        assert len(called) == (len(over) <= 2)
        # Its time begins when it is called
        assert all(minutes_left(room, one) in {MINUTES, MINUTES - 1} for one in called)
    assert len(over) == 6


@pytest.mark.slow  # in short: tests/tournaments/pages/rounds/test_room_pages.py
@pytest.mark.parametrize("seed", [1, 2])
def test_twelve_pairs_play_in_a_room_of_four_tables(seed: int) -> None:
    room = opened(seed)
    visitor = Client()
    plans = [("shifts", in_shifts), ("queue", in_a_queue)] * 2
    for number, (plan, plays) in enumerate(plans, start=1):
        room.go("about/", tables=str(TABLES), room_plan=plan)
        draft = room.director.send(f"{room.director.desk}rounds/", f"/rounds/1/{number}/draw/")
        room.director.send(draft, "publish/")
        plays(room, number)
        room.director.go_on(f"/rounds/1/{number}/close/")
        shown = shown_standings(visitor.get(f"{room.public}standings/1/").content.decode())
        assert shown == room.played.standings(room.own)
    met = [frozenset((one, other)) for (one, _), (other, _) in room.played.matches.values()]
    assert len(met) == len(set(met)) == 24
