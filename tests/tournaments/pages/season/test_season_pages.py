"""A season's pages: who sees which table, what an opened number says, how directors set it up."""

import datetime
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.games.actions.rating_marks import mark_games
from scoring.games.round_words import plural
from scoring.models import Player
from scoring.templatetags.figures import pts_of
from tests.requests import html_of
from tests.scoring.games import a_client
from tests.tournaments.desk_pages import queries, text_of
from tests.tournaments.desks import (
    Desk,
    a_desk,
    a_tournament,
    a_user,
    draw,
    first_stage,
    play_round,
    signed_in,
)
from tests.tournaments.seasons.seasons import (
    AB,
    CD,
    NOVEMBER,
    OCTOBER,
    a_club,
    an_evening,
    people_of,
    table,
    today,
)
from tournaments.actions import creating, stages
from tournaments.clubs.actions import seasons
from tournaments.models import Entrant, Role, Season, Tournament
from tournaments.pages.season.words import sum_of
from tournaments.seasons.formula import FIXED, RATING, VICTORY, Formula, Worth

__all__ = ["today"]  # the day of all tests about seasons


pytestmark = pytest.mark.django_db


def test_the_table_ranks_evenings_by_games_won_and_says_who_can_still_win() -> None:
    club = a_club()
    page = html_of(club.desk.client, club.address)
    rows = table(page)
    # October: Anna won two games; Beat and Carla one each, Beat by 100 more; Dino none. November:
    # Anna and Beat won.
    assert [row[2:5] + row[6:] for row in rows] == [
        ["Anna", "7 , won the event", "7 , won the event", "14", "1–2"],
        ["Beat", "3", "7 , won the event", "10", "1–3"],
        ["Carla", "2", "2", "4", "2–4"],
        ["Dino", "1", "2", "3", "2–4"],
    ]
    assert ">Two can still win</h1>" in page
    assert "2 of 3 events counted" in text_of(club.desk.client.get(club.address))


def test_an_opened_number_says_its_parts_and_what_would_change_it() -> None:
    club = a_club(Formula(there=1, win=3, best=1))
    beat = Player.objects.get(name="Beat")
    page = text_of(club.desk.client.get(club.address, {"open": beat.pk}))
    assert "7 = 7 Nov 3 Oct does not count. From now on only a result above 7 counts." in page
    assert (
        "Evening of 20 November 2026 place 1 of 4 3 for the place + 3 for winning + 1 for "
        "attending = 7" in page
    )
    assert "place 2 of 4" in page
    carla = text_of(
        club.desk.client.get(club.address, {"open": Player.objects.get(name="Carla").pk})
    )
    assert "No place at the next event is enough to pass Beat: that takes 8 points." in carla


def test_what_is_to_pass_the_next_one_is_a_place() -> None:
    club = a_club(Formula(there=1, win=3))
    dino = Player.objects.get(name="Dino")
    page = text_of(club.desk.client.get(club.address, {"open": dino.pk}))
    assert "2 points next time (place 3 of 4) would pass Carla, if absent." in page


def test_nonsense_in_the_address_opens_nothing_and_finds_nobody() -> None:
    club = a_club()
    for nonsense in (
        "?open=x",
        "?open=99999999999999999999",
        "?open=-1",
        "?q=%00",
        "?q=zzz",
        "?all",
    ):
        assert club.desk.client.get(club.address + nonsense).status_code == 200
    assert table(html_of(club.desk.client, f"{club.address}?q=car"))[0][2] == "Carla"
    assert "1 of 4" in text_of(club.desk.client.get(f"{club.address}?q=car"))
    assert " of 4" not in text_of(club.desk.client.get(f"{club.address}?q=zzz"))
    assert (
        club.desk.client.get(
            reverse("season", args=["00000000-0000-4000-8000-000000000000"])
        ).status_code
        == 404
    )


def test_the_clubs_people_and_phones_see_it_and_others_only_where_the_owner_showed_it() -> None:
    club = a_club()
    Role.objects.create(club=club.desk.club, user=a_user("Dora"), name=Role.Name.DESK)
    stranger, other = Client(), a_desk("Otto", "Another club").client
    for client in (club.desk.client, club.phone, signed_in(a_user("Dora"))):
        assert client.get(club.address).status_code == 200
    assert [client.get(club.address).status_code for client in (stranger, other)] == [404, 404]
    assert club.phone.get(club.address)["X-Robots-Tag"] == "noindex"
    assert (
        club.desk.client.post(club.director("desk_season_show"), {"public": "1"}).status_code == 302
    )
    assert [client.get(club.address).status_code for client in (stranger, other)] == [200, 200]
    assert stranger.get(club.address)["X-Robots-Tag"] == "noindex"  # the club is not listed either
    assert "desk/seasons" not in html_of(stranger, club.address)
    club.desk.client.post(club.director("desk_season_show"), {"public": "0"})
    assert stranger.get(club.address).status_code == 404
    assert stranger.post(club.address).status_code == 405


def test_phones_find_it_from_their_pages_and_a_single_season_opens_at_once() -> None:
    club = a_club()
    phone = club.phone
    people_of(club.desk.club, "Anna")
    for address in (
        reverse("people"),
        reverse("club_home", args=[club.desk.club.pk]),
        reverse("front"),
    ):
        assert f'href="{club.address}"' in html_of(phone, address)
    for name in ("people", "club", "front"):
        assert club.address not in html_of(a_client("another phone"), reverse(name))
    assert phone.get(reverse("seasons"))["Location"] == club.address
    assert "Its directors can start one" in html_of(Client(), reverse("seasons"))
    seasons.make_season(club.desk.club, club.desk.user, "Season 2027", Formula(), 12, 2027)
    assert "Season 2027" in html_of(phone, reverse("seasons"))


def test_an_account_reads_which_people_its_list_has() -> None:
    desk = a_desk("Olga", "Harbour")
    people_of(desk.club, "Anna")
    page = html_of(desk.client, reverse("people"))
    assert "Anna" in page
    assert "People on this phone and in the clubs you look after." in page
    assert "Nobody else sees this" not in page


# Tournaments
# --------------------------------------------------------------------------------------------------


def finished(desk: Desk) -> Tournament:
    cup = a_tournament("pairs_swiss_timed", 4, desk=desk)
    play_round(draw(cup))
    stages.finish_stage(first_stage(cup), None)
    cup = creating.finish_tournament(cup, None)
    Tournament.objects.filter(pk=cup.pk).update(starts_on=datetime.date(2026, 12, 4))
    cup.refresh_from_db()
    return cup


def test_a_tournament_counts_for_each_of_a_pair_once_it_is_over_and_its_prizes_are_given() -> None:
    club = a_club()
    cup = finished(club.desk)
    seasons.choose_events(club.season, {cup.pk}, {OCTOBER, NOVEMBER})
    rows = table(html_of(club.desk.client, club.address))
    by_name = {row[2]: row for row in rows}
    first = [name for name, row in by_name.items() if row[5].startswith("7 , won")]
    assert len(first) in {2, 4}  # a pair, or two that are level
    assert len(rows) == 12
    for hidden in ({"state": Tournament.State.OPEN}, {"frozen_stage": 1, "frozen_round": 1}):
        Tournament.objects.filter(pk=cup.pk).update(**hidden)
        page = html_of(club.desk.client, club.address)
        assert len(table(page)) == 4
        assert "Player 1" not in page
        assert "Autumn cup" in page  # to come
        Tournament.objects.filter(pk=cup.pk).update(
            state=Tournament.State.FINISHED, frozen_stage=None
        )


def test_an_event_that_waits_for_its_prize_giving_alone_is_not_said_to_come() -> None:
    club = a_club()
    cup = finished(club.desk)
    seasons.choose_events(club.season, {cup.pk}, {OCTOBER})
    kept, coming = (
        "The results are held back for the prize-giving.",
        "Tournament, not finished: still to come",
    )
    events = reverse("desk_season_events", args=[club.season.pk])

    def said(**state: object) -> tuple[bool, bool, bool]:
        Tournament.objects.filter(pk=cup.pk).update(**state)
        chosen, season = (html_of(club.desk.client, address) for address in (events, club.address))
        return kept in chosen, coming in chosen, f"Autumn cup, 4 December 2026. {kept}" in season

    over, playing = Tournament.State.FINISHED, Tournament.State.OPEN
    assert said() == (False, False, False)
    assert said(frozen_stage=1, frozen_round=1) == (True, False, True)
    assert said(state=playing) == (True, False, True), "all stages are finished"
    assert said(frozen_stage=None) == (False, True, False)
    assert said(state=over) == (False, False, False)
    cup.stages.update(state="running")
    assert said(state=playing, frozen_stage=1) == (False, True, False), "rounds are left"


def test_who_asked_a_tournament_not_to_be_named_is_not_named_to_everybody_here_either() -> None:
    club = a_club()
    cup = finished(club.desk)
    seasons.choose_events(club.season, {cup.pk}, set())
    seasons.show_season(club.season, public=True)
    Entrant.objects.filter(tournament=cup, number=1).update(alias="The Foxes")
    Entrant.objects.filter(tournament=cup, number=2).update(hidden=True)
    names = {row[2] for row in table(html_of(Client(), club.address))}
    assert names == {"The Foxes", "Somebody", "Player 5", "Player 6", "Player 7", "Player 8"}
    assert "Player 1" in {row[2] for row in table(html_of(club.phone, club.address))}


def test_visitors_see_of_a_name_what_its_person_chose() -> None:
    club = a_club()
    seasons.show_season(club.season, public=True)
    seen = Player.objects.filter(club=club.season.club).order_by("pk").first()
    assert seen is not None
    Player.objects.filter(pk=seen.pk).update(shown="alias", alias="The Fox")
    address = reverse("season", args=[club.season.pk])
    assert "The Fox" in html_of(Client(), address)
    assert seen.name not in [cell for row in table(html_of(Client(), address)) for cell in row]
    assert "The Fox" not in html_of(club.desk.client, address)


def test_somebody_who_was_erased_stays_as_somebody() -> None:
    club = a_club()
    Player.objects.filter(name="Carla").update(name="", erased_at=timezone.now())
    assert [row[2] for row in table(html_of(club.desk.client, club.address))] == [
        "Anna",
        "Beat",
        "Somebody",
        "Dino",
    ]
    for name, has_page in (("", False), ("Dino", True)):
        person = Player.objects.get(name=name).pk
        link = reverse("person", args=[person])
        assert (link in html_of(club.phone, f"{club.address}?open={person}")) is has_page


# What it may rank by
# -------------------------------------------------------------------------------------------------


def test_victory_points_of_an_evening_are_two_a_game_won_and_nobody_is_said_to_win_yet() -> None:
    club = a_club(Formula(VICTORY))
    page = html_of(club.desk.client, club.address)
    assert [(row[2], row[6]) for row in table(page)] == [
        ("Anna", "6"),
        ("Beat", "4"),
        ("Carla", "2"),
        ("Dino", "0"),
    ]
    assert ">Anna leads</h1>" in page
    assert "possible ranks" not in page


def test_the_rating_ranks_as_it_was_at_the_end_and_who_has_played_little_has_no_rank(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = a_club(Formula(RATING))
    page = html_of(club.desk.client, club.address)
    assert [(row[0], row[2]) for row in table(page)] == [
        ("", "Anna"),
        ("", "Beat"),
        ("", "Carla"),
        ("", "Dino"),
    ]
    anna = Player.objects.get(name="Anna")
    assert "after 3 games. Provisional" in html_of(
        club.desk.client, f"{club.address}?open={anna.pk}"
    )
    monkeypatch.setattr("scoring.people.rated.queries.PROVISIONAL_UNTIL", 1)
    page = html_of(club.desk.client, club.address)
    assert ">Anna leads</h1>" in page
    assert [row[0] for row in table(page)] == ["1", "2", "3", "4"]
    now = table(page)[0][6]
    Season.objects.filter(pk=club.season.pk).update(last=OCTOBER)
    then = table(html_of(club.desk.client, club.address))[0]
    assert then[2] == "Anna"
    assert then[5] < now


def test_by_rating_who_moved_is_told_against_the_ranks_before_the_newest_event(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("scoring.people.rated.queries.PROVISIONAL_UNTIL", 1)
    club = a_club(Formula(RATING))
    before = {
        name: int(rank) for rank, _moved, name, *_ in table(html_of(club.desk.client, club.address))
    }
    night = NOVEMBER + datetime.timedelta(days=2)
    mark_games(an_evening(club.desk.club, night, *[(("Dino", "Carla"), AB, 100)] * 3))
    seasons.choose_events(club.season, set(), {OCTOBER, NOVEMBER, night})
    rows = table(html_of(club.desk.client, club.address))
    moved = {name: before[name] - int(rank) for rank, _moved, name, *_ in rows}
    assert any(moved.values())
    signs = {
        name: f"{abs(by)} {abs(by)} {'up' if by > 0 else 'down'}" if by else "–"
        for name, by in moved.items()
    }
    assert {name: said for _rank, said, name, *_ in rows} == signs


def test_a_season_that_is_over_has_a_winner() -> None:
    club = a_club(Formula(FIXED, fixed=(5, 3)), planned=2)
    page = html_of(club.desk.client, club.address)
    assert ">Anna has won the season</h1>" in page
    assert "possible ranks" not in page


def test_a_page_takes_as_many_queries_for_many_events_as_for_few() -> None:
    few = a_club()
    counted = [queries(few.desk.client, few.address)]
    nights = {OCTOBER, NOVEMBER}
    for week in range(1, 12):
        night = OCTOBER - datetime.timedelta(days=7 * week)
        an_evening(
            few.desk.club, night, (AB, CD, 10 * week), (("Eva", "Franz"), ("Gül", "Hans"), 100)
        )
        nights.add(night)
    cups = {finished(few.desk).pk for _ in range(2)}
    seasons.choose_events(few.season, cups, nights)
    counted.append(queries(few.desk.client, few.address))
    # Who belongs to the tournaments' entrants, and what was corrected after their end
    assert counted[1] <= counted[0] + 2
    assert counted[0] <= 15


def test_one_point_is_a_point_and_a_half_goes_by_the_many() -> None:
    said = [sum_of(Worth(points), VICTORY) for points in (1, 2, Fraction(5, 2))]
    assert said == ["1 victory point", "2 victory points", "2½ victory points"]
    assert [plural(points) for points in (1, -1, 2, Fraction(3, 2), 0)] == [1, 1, 2, 2, 0]
    assert [pts_of(points) for points in (1, 99)] == ["1 point", "99 points"]
