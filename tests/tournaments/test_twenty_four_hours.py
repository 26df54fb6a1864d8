"""Twenty-four hours of Tichu: people with changing partners play from noon of the last day of a
year to noon of the first. It is one evening in statistics, and its pages and document stay small.
"""

import gzip
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from itertools import combinations

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.games.nights import between, night_of, start_of, year_of
from scoring.games.verifying.games import Counts, differences_in_games
from scoring.models import Game, Player
from scoring.people.statistics.club import (
    by_night,
    first_night,
    last_night,
    numbers_of,
    seats_of_night,
    seats_of_year,
)
from scoring.people.statistics.person import Person
from scoring.people.statistics.records import FULLEST, GRANDS, TICHUS, records_of
from scoring.people.statistics.year import Year, years_of
from tests.tournaments import desks
from tests.tournaments.desk_pages import at
from tichu_site.middleware.compression import LEVEL
from tournaments.actions.nights import PAUSE, nights_of
from tournaments.actions.simulating import Simulation
from tournaments.exchange import LARGEST
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import document, text_of
from tournaments.models import Match, Tournament
from tournaments.plans import PRESETS
from tournaments.stage.history import history_of
from tournaments.verifying import differences_in_tournaments

YEAR = 2025
NIGHT = date(YEAR, 12, 31)
HOURS = timedelta(hours=24)


@dataclass(frozen=True)
class Event:
    cup: Tournament
    desk: desks.Desk
    rounds: int


def at_noon(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time(12)))


def an_event(people: int, rounds: int) -> Event:
    """So many people and rounds, through all of the desk's actions, a day and a night long."""
    desk = desks.a_desk()
    preset = PRESETS["goettingen"]
    plan = replace(
        preset.stages[0],
        format_settings={**preset.stages[0].format_settings, "rounds": rounds, "method": "random"},
    )
    noon = at_noon(NIGHT)
    with time_machine.travel(noon, tick=False) as clock:
        played = 0

        def next_round(_line: str) -> None:
            nonlocal played
            played += 1
            clock.move_to(noon + HOURS * played / rounds)

        evening = Simulation(random.Random(24), desk.user, report=next_round)
        cup = evening.run(desk.club, preset, people, "Twenty-four hours", [plan])
    return Event(cup, desk, rounds)


# The nights
# --------------------------------------------------------------------------------------------------

SUMMER = date(YEAR, 7, 1)


def nights(*hours: float) -> list[int]:
    """To which night games count that start so many hours after a noon, in days after it."""
    starts = [at_noon(SUMMER) + timedelta(hours=one) for one in hours]
    found = nights_of(starts)
    return [
        ((night or night_of(start)) - SUMMER).days
        for start, night in zip(starts, found, strict=True)
    ]


def test_a_night_goes_on_while_there_is_no_pause_and_for_two_days_at_most() -> None:
    assert nights() == []
    assert nights(0, 16) == [0, 0], "before five it is the same night anyway"
    assert nights(8, 32) == [0, 1]
    assert nights(*range(25)) == [0] * 25
    assert nights(15, 17.9, 20.8) == [0, 0, 0]
    assert nights(15, 18.1) == [0, 1], f"a pause of more than {PAUSE}"
    assert nights(15, 18, 29) == [0, 0, 1], "the next evening"
    assert nights(*range(60)) == [0] * 41 + [2] * 19
    assert nights(0, 168, 336) == [0, 7, 14], "a league"


# The event
# --------------------------------------------------------------------------------------------------


def one_evening(event: Event) -> None:
    """Every figure has all of its games on one evening of the old year."""
    club, games = event.cup.club, Game.objects.count()
    assert (first_night(club), last_night(club)) == (NIGHT, NIGHT)
    assert len({one.game for one in seats_of_night(club, NIGHT)}) == games
    assert not seats_of_night(club, NIGHT + timedelta(days=1))
    assert set(by_night(seats_of_year(club, YEAR))) == {NIGHT}
    assert numbers_of(club, YEAR, seats_of_year(club, YEAR)).games == games
    assert numbers_of(club, YEAR + 1, seats_of_year(club, YEAR + 1)).rounds == 0
    records = {one.key: one for one in records_of(club, *year_of(YEAR))}
    assert {one.night for one in records.values()} == {NIGHT}
    assert records[FULLEST].value == event.cup.entrants.count()
    calls = Counter(
        (call.player_id, call.call)
        for game in Game.objects.prefetch_related("rounds__calls")
        for round_ in game.rounds.all()
        for call in round_.calls.all()
        if call.made
    )
    for key, call in ((TICHUS, "tichu"), (GRANDS, "grand")):
        if key in records:
            assert records[key].value == max(n for (_who, of), n in calls.items() if of == call)
    assert not records_of(club, *between(NIGHT + timedelta(days=1), NIGHT + timedelta(days=9)))
    person = Player.objects.filter(club=club).order_by("pk")[0]
    assert years_of(Person(person)) == [YEAR]
    assert len(Year(person, YEAR).decided) == len(Person(person).decided)
    assert [month.first.month for month in Year(person, YEAR).months if month.games] == [12]
    assert Game.objects.filter(started_at__gte=start_of(NIGHT + timedelta(days=1))).exists()


def partners_come_again_like_everybody(event: Event) -> None:
    """Once all have been partners nobody is drawn with somebody much more often than with others,
    and no table warns of what cannot be otherwise.
    """
    met: Counter[frozenset[int]] = Counter()
    stage = desks.first_stage(event.cup)
    for rows in history_of(stage).rounds:
        for seated in rows.seated:
            met.update(frozenset(side) for side in seated.sides)
    people = [row.pk for row in event.cup.entrants.all()]
    times = [met[frozenset(pair)] for pair in combinations(people, 2)]
    assert max(times) - min(times) <= 1
    last = Match.objects.filter(session_round__stage=stage, session_round__number=event.rounds)
    codes = [note["code"] for match in last for note in match.warnings]
    assert codes.count("partners_again") <= len(people) // 4


def pages_of(event: Event) -> dict[str, tuple[Client, str, int, int]]:
    """Pages with their reader, and the most queries and packed kilobytes that they may take."""
    cup, visitor, desk = event.cup, Client(), event.desk.client
    match = Match.objects.filter(session_round__number=event.rounds)[0]
    who = cup.entrants.all()[0]
    club = cup.club_id
    return {
        "first page": (visitor, at("tournament", cup), 12, 10),
        "standings": (visitor, at("standings", cup, 1), 10, 10),
        "cross table": (visitor, at("cross_table", cup, 1), 10, 45),
        "last round": (visitor, at("tournament_round", cup, 1, event.rounds), 10, 10),
        "entrant": (visitor, at("entrant", cup, who.pk), 16, 15),
        "board": (desk, at("desk_board", cup), 20, 10),
        "round at the desk": (desk, at("desk_round", cup, 1, event.rounds), 25, 15),
        "table": (desk, at("desk_match", cup, match.pk), 30, 10),
        "log": (desk, at("desk_log", cup), 12, 10),
        "wrong result": (desk, at("desk_wrong", cup) + "?q=a", 14, 15),
        "certificates": (desk, at("desk_print_page", cup, "certificates") + "?count=all", 20, 45),
        "evening": (desk, reverse("club_evening", args=[club, NIGHT.isoformat()]), 32, 20),
        "year": (desk, reverse("club_year", args=[club, YEAR]), 45, 15),
    }


def pages_stay_small(event: Event) -> None:
    for name, (client, address, most_queries, most_kb) in pages_of(event).items():
        client.get(address)
        with CaptureQueriesContext(connection) as caught:
            answer = client.get(address)
        assert answer.status_code == 200, name
        assert len(caught) <= most_queries, name
        assert len(gzip.compress(answer.content, LEVEL)) <= most_kb * 1000, name


def its_document_is_within_the_limit_and_comes_back(event: Event) -> None:
    text = text_of(event.cup)
    assert len(text) <= LARGEST * 0.8, "no room is left for what people add"
    other = desks.a_desk("Otto", "Another club").club
    again = import_tournament(other, None, text)
    assert document(again)["stages"] == document(event.cup)["stages"]
    assert (first_night(other), last_night(other)) == (NIGHT, NIGHT)


def check(event: Event, *checks: Callable[[Event], None]) -> None:
    for one in (
        one_evening,
        partners_come_again_like_everybody,
        its_document_is_within_the_limit_and_comes_back,
        *checks,
    ):
        one(event)
    assert not [*differences_in_games(Counts()), *differences_in_tournaments(Counts())]


@pytest.mark.django_db
def test_eight_people_play_eight_rounds_in_a_day_and_a_night() -> None:
    check(an_event(8, 8))


@pytest.mark.slow  # in short: the test before it
@pytest.mark.django_db
def test_forty_four_people_play_ninety_rounds_in_a_day_and_a_night() -> None:
    check(an_event(44, 90), pages_stay_small)
