"""One person in a season: figures of its events alone, each with its rounds and games, for phones
that know them.
"""

import datetime

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.nights import start_of
from scoring.models import Device, Game, Player
from scoring.pages.people.queries import PersonPage
from tests.scoring.clubs import a_desk as a_desk_of
from tests.scoring.games import TWO_ROUNDS, a_client, a_device, a_game
from tests.tournaments import desks
from tests.tournaments.desk_pages import queries, text_of
from tests.tournaments.seasons.seasons import (
    AB,
    AC,
    BD,
    CD,
    NOVEMBER,
    OCTOBER,
    ClubWithSeason,
    a_club,
    an_evening,
    today,
)
from tournaments.actions import creating, publishing, stages
from tournaments.clubs.actions import seasons
from tournaments.models import Member, Role
from tournaments.seasons.formula import Formula

__all__ = ["today"]  # the day of all tests about seasons
pytestmark = pytest.mark.django_db

BEFORE = datetime.date(2026, 9, 18)  # an evening of no season


def a_season() -> tuple[ClubWithSeason, Player]:
    """Two evenings that count, of three games of which Anna won all, and one that does not; two
    rounds on each.
    """
    club = a_club()
    an_evening(club.desk.club, BEFORE, (CD, AB, 100), (AC, BD, 100))
    device = a_device("a phone that joined")
    Device.objects.filter(pk=device.pk).update(club=club.desk.club)
    device.refresh_from_db()
    for night in (BEFORE, OCTOBER):
        game = a_game(names=("Anna", "Beat", "Carla", "Dino"), rounds=TWO_ROUNDS, device=device)
        Game.objects.filter(pk=game.pk).update(
            started_at=start_of(night) + datetime.timedelta(hours=20)
        )
    return club, Player.objects.get(name="Anna", club=club.desk.club)


def at(club: ClubWithSeason, anna: Player, kind: str = "", figure: str = "") -> str:
    more = [figure] if figure else []
    return reverse(f"season_person{kind and f'_{kind}'}", args=[club.season.pk, anna.pk, *more])


def test_figures_count_the_seasons_games_alone_and_each_leads_to_those() -> None:
    club, anna = a_season()
    phone = club.phone
    assert at(club, anna) in phone.get(club.address, {"open": anna.pk}).content.decode()
    answer = phone.get(at(club, anna))
    page, text = answer.context["page"], text_of(answer)
    assert (page.person.won.hits, page.person.won.of) == (3, 3)
    assert "Season 2026" in text
    assert PersonPage(anna, None).person.won.of == 5  # the whole list
    partners = {
        row.names[0]: (row.partner.share.hits, row.partner.share.of) for row in page.partners
    }
    assert partners == {"Beat": (2, 2), "Carla": (1, 1)}
    beat = Player.objects.get(name="Beat", club=club.desk.club)
    assert [row.address for row in page.partners if row.names == ["Beat"]] == [
        at(club, anna, "games", f"with-{beat.pk}")
    ]
    for kind, figure, expected in (
        ("games", "all", 3),
        ("games", f"with-{beat.pk}", 2),
        ("rounds", "rounds", page.person.sums.rounds),
        ("rounds", "first", page.person.out.first.hits),
        ("rounds", "swept", page.person.sums.sweeps_of_others),
        ("rounds", "tichu", page.person.calls.share("tichu").of),
    ):
        found = phone.get(at(club, anna, kind, figure))
        assert found.context["page"].total == expected > 0, figure
        assert f'href="{at(club, anna)}"' in found.content.decode()
    assert (page.person.sums.rounds, PersonPage(anna, None).person.sums.rounds) == (5, 9)
    assert (page.everybody.calls.share("tichu").of, page.everybody.calls.share("grand").of) == (
        1,
        1,
    )
    opened = phone.get(at(club, anna), {"open": "tichu"}).context["page"].calls[0].opened
    assert len(opened.rounds) == 1
    for kind in ("rounds", "games"):
        assert phone.get(at(club, anna, kind, "nonsense")).status_code == 404
        assert phone.post(at(club, anna, kind, "all")).status_code == 405
    assert phone.post(at(club, anna)).status_code == 405


def test_the_season_s_numbers_open_what_they_count_for_those_who_know_names() -> None:
    club, _anna = a_season()
    page = club.phone.get(club.address)
    numbers = page.context["numbers"]
    assert (numbers.games, numbers.rounds) == (4, 5)
    for figure, n in (
        ("games", 4),
        ("rounds", 5),
        ("sweeps", numbers.sweeps),
        ("tichu", numbers.tichus.of),
    ):
        address = reverse("season_figure", args=[club.season.pk, figure])
        assert f'href="{address}"' in page.content.decode()
        assert club.phone.get(address).context["page"].total == n, figure
        assert "Anna" in text_of(club.phone.get(address))
    seasons.show_season(club.season, public=True)
    assert "/figures/" not in Client().get(club.address).content.decode()
    a_device("a phone of nobody")
    for_screens = a_desk_of(club.desk.club, Role.Name.SCREEN)
    assert "/figures/" not in for_screens.get(club.address).content.decode()
    strangers = (Client(), a_client("a phone of nobody"), for_screens)
    for asking, status in ((club.desk.client, 200), *((one, 404) for one in strangers)):
        assert asking.get(address).status_code == status
    assert (
        club.phone.get(reverse("season_figure", args=[club.season.pk, "nonsense"])).status_code
        == 404
    )
    assert club.phone.post(address).status_code == 405


def test_the_games_of_a_tournament_count_once_it_is_over() -> None:
    club, _anna = a_season()
    cup = desks.a_tournament("pairs_swiss_timed", 4, desk=club.desk)
    drawn = desks.draw(cup, 1)
    desks.play_round(drawn)
    seasons.choose_events(club.season, {cup.pk}, {OCTOBER, NOVEMBER})
    player = Member.objects.filter(tournament=cup)[0].player
    address = at(club, player)
    assert club.phone.get(address).context["page"].person.games == []
    publishing.close_round(drawn, None)
    stages.finish_stage(desks.first_stage(cup), None)
    creating.finish_tournament(cup, None)
    page = club.phone.get(address).context["page"]
    assert len(page.person.games) == 1


def test_only_who_sees_the_list_sees_somebody_of_it_and_only_in_their_clubs_seasons() -> None:
    club, anna = a_season()
    seasons.show_season(club.season, public=True)
    a_device("a phone of nobody")
    other = desks.a_desk("Otto", "Another club")
    elsewhere = seasons.make_season(other.club, other.user, "Theirs", Formula(), 3, 2026)
    seasons.show_season(elsewhere, public=True)
    for kind, figure in (("", ""), ("rounds", "rounds"), ("games", "all")):
        address = at(club, anna, kind, figure)
        for asking in (Client(), a_client("a phone of nobody"), other.client):
            assert asking.get(address).status_code == 404
        more = [figure] if figure else []
        theirs = reverse(f"season_person{kind and f'_{kind}'}", args=[elsewhere.pk, anna.pk, *more])
        assert club.phone.get(theirs).status_code == 404
        assert (
            club.phone.get(address).status_code == club.desk.client.get(address).status_code == 200
        )


def test_a_page_takes_as_many_queries_for_many_evenings_as_for_one() -> None:
    club, anna = a_season()
    phone = club.phone
    few = queries(phone, at(club, anna))
    more = {datetime.date(2026, 11, day) for day in (3, 10, 17)}
    for night in more:
        an_evening(club.desk.club, night, (AB, CD, 100))
    seasons.choose_events(club.season, set(), {OCTOBER, NOVEMBER, *more})
    assert queries(phone, at(club, anna)) == few <= 17
