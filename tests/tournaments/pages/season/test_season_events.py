"""A season's events and ranks where there is little room: on the club's page and on a phone."""

import datetime
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Device, Player
from scoring.pages.long_list import gap_before, rows_shown
from tests.requests import html_of
from tests.scoring.games import a_device
from tests.tournaments.desk_pages import text_of
from tests.tournaments.desks import a_desk, a_tournament, draw, first_stage, play_round
from tests.tournaments.seasons.seasons import (
    AB,
    CD,
    NOVEMBER,
    OCTOBER,
    ClubWithSeason,
    a_club,
    an_evening,
    of_evenings,
    on_that_day,
    people_of,
    reread,
    table,
    today,
)
from tests.worlds import built_once
from tournaments.actions import creating, stages
from tournaments.clubs.actions import seasons
from tournaments.clubs.actions.evenings import assign_phone
from tournaments.models import Season, Tournament
from tournaments.names import names_of
from tournaments.pages.season.events import day_of, places_in
from tournaments.pages.season.window import windows_of
from tournaments.seasons.formula import Formula

__all__ = ["today"]  # the day of all tests about seasons

pytestmark = pytest.mark.django_db

shared = built_once(on_that_day)


@pytest.fixture
def club(shared: ClubWithSeason) -> ClubWithSeason:
    return reread(shared)


# On the club's page
# --------------------------------------------------------------------------------------------------


def in_short(client: Client, club: ClubWithSeason) -> list[list[str]]:
    """What stands in each row of the season on the club's page."""
    page = html_of(client, reverse("club_home", args=[club.desk.club.pk]))
    found = re.search(r'<div class="panel of-season">.*?</table>', page, re.DOTALL)
    rows = re.findall(r"<tr.*?</tr>", found[0], re.DOTALL) if found else []
    cells = [re.findall(r"<t[dh]\b.*?</t[dh]>", row, re.DOTALL) for row in rows]
    return [[" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in row] for row in cells]


def test_the_club_s_page_shows_who_leads_its_season_and_one_s_own_place(
    club: ClubWithSeason, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = club.phone
    owner = people_of(club.desk.club, "Dino")[0]
    assign_phone(Device.objects.get(club=club.desk.club), owner)
    there = in_short(phone, club)
    ranks = [[row[0], row[2], row[6]] for row in table(html_of(phone, club.address))]
    assert [[row[0], row[2], row[-1]] for row in there[1:]] == ranks
    page = html_of(phone, reverse("club_home", args=[club.desk.club.pk]))
    assert f'href="{club.address}"' in page
    assert re.search(r"<h2>\s*<a[^>]*>Still open|<h2>\s*<a[^>]*>\w+ can still win", page)
    monkeypatch.setattr("tournaments.pages.club.queries.SEASON_ROWS", 1)
    assert [row[2] for row in in_short(phone, club)[1:]] == ["Anna", "Dino"]


def test_the_club_s_page_has_the_newest_events_as_cells_that_are_heard_in_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = a_club(Formula(there=1, win=3, best=1))
    head, anna, beat, *_ = in_short(club.phone, club)
    assert head == ["Rank", "since the last event", "Name", "Oct", "Nov", "Points"]
    page = html_of(club.phone, reverse("club_home", args=[club.desk.club.pk]))
    assert '<abbr title="Evening of 16 October 2026">Oct</abbr>' in page
    # Of two alike the earlier
    assert anna[3:5] == ["7 , won the event", "7 , won the event, does not count"]
    assert beat[3:] == ["3 , does not count", "7 , won the event", "7"]
    legend = re.search(r'<ul class="legend">.*?</ul>', page, re.DOTALL)
    assert "does not count" in legend[0]
    assert re.search(
        r"<bdi>Season 2026</bdi><span class=\"beside\">, 2 of 3 events counted</span>", page
    )
    monkeypatch.setattr("tournaments.pages.season.short.NEWEST", 1)
    assert [row[3:] for row in in_short(club.phone, club)[:1]] == [["Nov", "Points"]]
    Season.objects.update(formula=Formula(there=1, win=3).to_data())
    assert "does not count" not in html_of(
        club.phone, reverse("club_home", args=[club.desk.club.pk])
    )


def test_on_a_phone_an_event_stands_by_the_letter_of_its_month_and_is_heard_with_its_day(
    club: ClubWithSeason,
) -> None:
    another = NOVEMBER - datetime.timedelta(days=7)
    an_evening(club.desk.club, another, (AB, CD, 100))
    seasons.choose_events(club.season, set(), {OCTOBER, another, NOVEMBER})
    page = html_of(club.desk.client, club.address)
    heads = re.findall(
        r'<abbr title="([^"]+)"><span class="wide">([^<]+)</span><span\s+class="narrow"[^>]*>(\w)<',
        page,
    )
    assert [(name.removeprefix("Evening of "), *short) for name, *short in heads] == [
        ("16 October 2026", "Oct", "O"),
        ("13 November 2026", "13 Nov", "N"),
        ("20 November 2026", "20 Nov", "N"),
    ]


def test_visitors_of_the_club_s_page_and_a_club_without_events_see_no_season(
    club: ClubWithSeason,
) -> None:
    type(club.desk.club).objects.filter(pk=club.desk.club.pk).update(public=True)
    assert in_short(club.phone, club)
    assert not in_short(Client(), club)
    seasons.choose_events(club.season, set(), set())
    assert not in_short(club.phone, club)


# On a phone
# --------------------------------------------------------------------------------------------------


@pytest.mark.slow  # in short: earlier events are asked for by the address
@pytest.mark.parametrize(
    ("count", "room"), [(14, {"phone": 14, "small": 9}), (60, {"phone": 12, "small": 9})]
)
def test_the_events_without_room_on_a_phone_are_one_sum(count: int, room: dict[str, int]) -> None:
    desk = a_desk()
    season = of_evenings(desk, count, Formula(there=1, best=8), planned=count)
    club = ClubWithSeason(desk, season)
    page = club.phone.get(club.address).context["page"]
    assert {window.key: window.size for window in page.windows} == room
    for line in page.lines:
        cells = [(column, cell) for column, cell in line.cells if cell and cell.counts]
        for hidden in line.earlier:
            there = sum(
                cell.worth.total for column, cell in cells if f"off-{hidden.key}" not in column.off
            )
            assert int(hidden.sum) + there == line.row.total
    html = html_of(club.phone, club.address)
    assert f"{count - 9} earlier" in " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_the_window_moves_to_the_first_event_and_back() -> None:
    for count in (1, 14, 15, 27, 60):
        seen: set[int] = set()
        skip, steps = 0, 0
        while True:
            window = windows_of(count, skip)[0]
            seen |= {back for back in range(count) if window.shows(back)}
            assert window.earlier + window.later + sum(map(window.shows, range(count))) == count
            if not window.earlier:
                break
            skip, steps = window.skip_for_earlier, steps + 1
        assert seen == set(range(count))
        for _ in range(steps):
            skip = windows_of(count, skip)[0].skip_for_later
        assert skip == 0
    assert windows_of(14, 10**9)[0].skip == 0


def test_earlier_events_are_asked_for_by_the_address() -> None:
    desk = a_desk()
    club = ClubWithSeason(desk, of_evenings(desk, 20, Formula(there=1), planned=20))
    for skip in ("5", "999", "-1", "none"):
        page = club.phone.get(club.address, {"skip": skip}).context["page"]
        for line in page.lines:
            for key in ("phone", "small"):
                hidden = [int(one.sum) for one in (*line.earlier, *line.later) if one.key == key]
                on = [
                    cell.worth.total
                    for column, cell in line.cells
                    if cell and f"off-{key}" not in column.off
                ]
                assert sum(hidden) + sum(on) == line.row.total, skip


def test_one_s_own_row_is_marked_and_shown_wherever_it_is() -> None:
    desk = a_desk()
    club = ClubWithSeason(desk, of_evenings(desk, 12, Formula(there=1)))
    phone = club.phone
    assert "own" not in re.findall(
        r'<tr role="row" id="p-\d+" class="([^"]*)"', html_of(phone, club.address)
    )
    last = phone.get(club.address, {"all": 1}).context["page"].rows[-2]
    assign_phone(
        Device.objects.get(key_hash=a_device("a phone that joined").key_hash),
        Player.objects.get(pk=last.person),
    )
    page = phone.get(club.address).context["page"]
    assert [line.row.person == last.person for line in page.lines] == [
        line.mine for line in page.lines
    ]
    if len(page.rows) > 15:
        assert len(page.lines) == 5 + 3
        assert page.lines[5].gap == (6, len(page.rows) - 3)
    assert re.search(
        rf'<tr role="row" id="p-{last.person}" class="own', html_of(phone, club.address)
    )


def test_rows_shown_are_the_first_and_one_s_own_with_its_neighbours() -> None:
    assert rows_shown(31, 12, None) == list(range(12))
    assert rows_shown(31, 12, 11) == list(range(12))
    assert rows_shown(31, 12, 22) == [0, 1, 2, 3, 4, 21, 22, 23]
    assert rows_shown(31, 12, 30) == [0, 1, 2, 3, 4, 29, 30]
    assert gap_before([0, 1, 2, 3, 4, 21], 5) == (6, 21)
    assert gap_before([0, 1], 1) is None


def test_who_wins_the_second_division_is_behind_all_of_the_first() -> None:
    league = a_tournament("pairs_league", entrants=6, format_settings={"groups": 2})
    stage = first_stage(league)
    for number in (1, 2, 3):
        play_round(draw(league, number), seed=number)
    stages.finish_stage(stage, None)
    league.refresh_from_db()
    places = places_in(league.pk, league.version)
    division = dict(stage.participations.values_list("entrant", "group"))
    assert set(division.values()) == {"A", "B"}
    by_division = {
        name: sorted(one.place for who, one in places.items() if division[who] == name)
        for name in "AB"
    }
    assert by_division["A"][0] == 1
    assert min(by_division["B"]) > max(by_division["A"])


def test_an_evening_names_its_tournament_and_who_won_it_once_that_is_told(
    club: ClubWithSeason,
) -> None:
    cup = a_tournament(entrants=4, desk=club.desk)
    Tournament.objects.filter(pk=cup.pk).update(starts_on=NOVEMBER)
    play_round(draw(cup))
    evening = reverse("club_evening", args=[club.desk.club.pk, NOVEMBER.isoformat()])
    assert "Autumn cup" in text_of(club.phone.get(evening))
    winners = [one.name for one in club.phone.get(evening).context["page"].events for _ in one.won]
    assert winners == []
    stages.finish_stage(first_stage(cup), None)
    creating.finish_tournament(Tournament.objects.get(pk=cup.pk), None)
    cup.refresh_from_db()
    first = [who for who, result in places_in(cup.pk, cup.version).items() if result.place == 1]
    (event,) = club.phone.get(evening).context["page"].events
    names = names_of(cup, public=False)
    assert list(event.won) == [names[who] for who in first]
    assert f"{event.won[0]} won" in text_of(club.phone.get(evening)) or len(event.won) > 1
    listed = club.phone.get(reverse("club_evenings", args=[club.desk.club.pk]), {"year": 2026})
    assert event.won[0] in text_of(listed)


@pytest.mark.parametrize(
    ("month", "day", "hour", "starts_on", "expected"),
    [
        (12, 31, 20, None, (2026, 12, 31)),
        (1, 1, 1, None, (2026, 12, 31)),  # still the night of New Year's Eve
        (1, 1, 11, None, (2027, 1, 1)),
        (1, 1, 1, datetime.date(2027, 1, 9), (2027, 1, 9)),
    ],
)
def test_a_tournament_belongs_to_the_night_in_which_it_was_made(
    month: int, day: int, hour: int, starts_on: datetime.date | None, expected: tuple[int, int, int]
) -> None:
    here = timezone.get_current_timezone()
    made = datetime.datetime(2026 + (month == 1), month, day, hour, tzinfo=here)
    tournament = Tournament(created_at=made, starts_on=starts_on)
    assert day_of(tournament) == datetime.date(*expected)
