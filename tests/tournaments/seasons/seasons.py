"""Seasons for tests: events as values, evenings of a club as rows."""

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from scoring.games.nights import start_of
from scoring.models import Club, Device, Game, Player, Seat
from scoring.rules import Round
from tests.scoring.games import a_client, a_device, write
from tests.tournaments.desks import Desk, a_desk, desk_of, session_of
from tournaments.clubs.actions.seasons import choose_events, make_season
from tournaments.models import Season
from tournaments.seasons.formula import Formula
from tournaments.seasons.table import Event, Result

# The season of the drawing: what the first five have in each event, None where they were not there.
# 16 people came.
PICTURE: Mapping[int, Sequence[int | None]] = {
    1: (5, 15, 14, 15, 15, 7, 11, 10, 13, 15, 12),
    2: (9, 8, 19, 7, 14, 5, 15, None, 15, 14, 15),
    3: (3, 19, 13, 9, 19, 15, 7, 15, 8, 10, 4),
    4: (11, 9, 10, 10, 11, 6, 10, 8, 19, 19, 8),
    5: (15, 10, 12, 11, 12, 8, 8, 9, 14, 4, 11),
}
FIELD, WON = 16, 19
A_ROUND = Round(out=(0, 1, 2, 3), card_points=(65, 35))

TODAY = datetime.datetime(2026, 11, 24, 12, tzinfo=datetime.UTC)
OCTOBER, NOVEMBER = datetime.date(2026, 10, 16), datetime.date(2026, 11, 20)
AB, CD = ("Anna", "Beat"), ("Carla", "Dino")
AC, BD = ("Anna", "Carla"), ("Beat", "Dino")


def an_event(*order: int) -> Event:
    """An event of so many people, who took the places in this order."""
    return Event(len(order), {person: Result(place) for place, person in enumerate(order, start=1)})


def events_of_the_picture() -> list[Event]:
    """Points as places: the winner of sixteen has 19, the second 15, the last 1."""
    count = len(PICTURE[1])
    found = []
    for at in range(count):
        points = {who: given for who, row in PICTURE.items() if (given := row[at]) is not None}
        found.append(
            Event(
                FIELD,
                {
                    who: Result(1 if given == WON else FIELD + 1 - given)
                    for who, given in points.items()
                },
            )
        )
    return found


def people_of(club: Club, *names: str) -> list[Player]:
    return [Player.objects.get_or_create(club=club, name=name)[0] for name in names]


def an_evening(
    club: Club, night: datetime.date, *games: tuple[Sequence[str], Sequence[str], int]
) -> list[Game]:
    """Games of two against two at the club's tables that are over: who won, who lost, by how many
    points.
    """
    device = a_device("phone of the club")
    made = []
    for winners, losers, ahead in games:
        game = Game.objects.create(variant="nanking", device=device, club=club)
        seats = zip([winners[0], losers[0], winners[1], losers[1]], (1, 2, 1, 2), strict=True)
        Seat.objects.bulk_create(
            Seat(
                game=game,
                number=number,
                player=people_of(club, name)[0],
                place=place,
                total=600 + ahead * (place == 1),
            )
            for number, (name, place) in enumerate(seats)
        )
        # With a round: a game without one counts nowhere. The result stays what was asked for.
        kept = list(game.seats.values("pk", "place", "total"))
        write(game, [A_ROUND], device)
        for seat in kept:
            Seat.objects.filter(pk=seat.pop("pk")).update(**seat)
        at = start_of(night) + datetime.timedelta(hours=15)
        Game.objects.filter(pk=game.pk).update(state=Game.State.FINISHED, started_at=at)
        game.refresh_from_db()
        made.append(game)
    return made


LONG = "Maria-Theresia von Hohenstein-Oldenburg"
NAMES = (
    *(
        "Олег Бондаренко",
        "Łucja Wiśniewska",
        "Beat Zürcher",
        "Zoë Brönnimann",
        "Anna-Katharina Hürlimann",
        "Regula Aebi",
    ),
    *(
        LONG,
        "Çağla Yıldız",
        "Petra Lindqvist",
        "Noah Frei",
        "Jörg Müßig",
        "Simon Rüegg",
        "Ida",
        "Kim",
        "Lena",
        "Max",
    ),
)


def of_evenings(desk: Desk, count: int, formula: Formula, planned: int = 12) -> Season:
    """A season of 2026 with so many evenings of four tables, two games each; somebody else is
    missing each time.
    """
    chance = Random(count)
    nights = [datetime.date(2026, 1 + at * 11 // count, 3 + at % 25) for at in range(count)]
    for night in nights:
        sat = chance.sample(NAMES, 12 if chance.random() < 0.4 else 16)
        tables = [sat[at : at + 4] for at in range(0, len(sat), 4)]
        an_evening(
            desk.club,
            night,
            *((four[:2], four[2:], chance.randrange(10, 400, 10)) for four in tables),
            *((four[::2], four[1::2], chance.randrange(10, 400, 10)) for four in tables),
        )
    season = make_season(desk.club, desk.user, "Season 2026", formula, planned, 2026)
    return choose_events(season, set(), set(nights))


def a_club_that_played() -> str:
    """A club with twelve evenings behind it and no season: the cookie of its owner."""
    desk = a_desk("Sonja", "Club of the season")
    of_evenings(desk, 12, Formula()).delete()
    return session_of(desk.user)


@pytest.fixture(autouse=True)
def today() -> Iterator[None]:
    with time_machine.travel(TODAY, tick=True):
        yield


@dataclass
class ClubWithSeason:
    """A club with two evenings behind it, of which Anna won both, and its season."""

    desk: Desk
    season: Season

    @property
    def address(self) -> str:
        return reverse("season", args=[self.season.pk])

    @property
    def phone(self) -> Client:
        """A phone that has joined."""
        device = a_device("a phone that joined")
        Device.objects.filter(pk=device.pk).update(club=self.desk.club)
        return a_client("a phone that joined")

    def director(self, name: str) -> str:
        return reverse(name, args=[self.season.pk])


def a_club(formula: Formula | None = None, planned: int = 3) -> ClubWithSeason:
    desk = a_desk()
    an_evening(desk.club, OCTOBER, (AB, CD, 200), (AC, BD, 100))
    an_evening(desk.club, NOVEMBER, (AB, CD, 300))
    season = make_season(
        desk.club, desk.user, "Season 2026", formula or Formula(there=1, win=3), planned, 2026
    )
    choose_events(season, set(), {OCTOBER, NOVEMBER})
    return ClubWithSeason(desk, season)


def on_that_day(planned: int = 3) -> ClubWithSeason:
    """Such a club, for `built_once`, which knows no day of a single test."""
    with time_machine.travel(TODAY, tick=True):
        return a_club(planned=planned)


def reread(club: ClubWithSeason) -> ClubWithSeason:
    """The club as it is in the database, its owner in another browser."""
    season = Season.objects.select_related("club").get(pk=club.season.pk)
    return ClubWithSeason(desk_of(season.club), season)


def table(page: str) -> list[list[str]]:
    """The rows of the season's table, a text for each cell."""
    body = re.search(r"<tbody.*?</tbody>", page, re.DOTALL)
    assert body, page
    rows = re.findall(r'<tr role="row" id="p-.*?</tr>', body[0], re.DOTALL)
    cells = [re.findall(r"<t[dh]\b.*?</t[dh]>", row, re.DOTALL) for row in rows]
    return [[" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in row] for row in cells]
