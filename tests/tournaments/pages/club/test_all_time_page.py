"""A club's all-time table and its champions' pages: what they count, and what visitors see."""

from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.names.visibility import ALIAS, HIDDEN, INITIAL
from scoring.models import Club, Player
from scoring.people.actions.erasing import erase
from scoring.people.actions.merging import merge
from scoring.people.actions.name_visibility import show_club, show_person
from tests.requests import html_of
from tests.scoring.games import a_client, a_device
from tests.tournaments import desks
from tests.tournaments.desk_pages import csv_rows, queries, rows_of, text_of
from tests.tournaments.seasons.seasons import (
    ClubWithSeason,
    a_club,
    on_that_day,
    reread,
    table,
    today,
)
from tests.worlds import built_once
from tournaments.actions import creating, stages
from tournaments.clubs.actions.seasons import show_season
from tournaments.models import Entrant, Member, Tournament
from tournaments.names import names_of

__all__ = ["today"]  # the season's day

pytestmark = pytest.mark.django_db


shared = built_once(partial(on_that_day, planned=2))


@pytest.fixture
def club(shared: ClubWithSeason) -> ClubWithSeason:
    """Its season is over: Anna has won it, before Beat, Carla and Dino."""
    return reread(shared)


def a_cup(club: ClubWithSeason, preset: str = "pairs_swiss", entrants: int = 4) -> Tournament:
    """A tournament that is over after one round, of other people."""
    cup = desks.a_tournament(preset, entrants, desk=club.desk)
    desks.play_round(desks.draw(cup))
    stages.finish_stage(desks.first_stage(cup), None)
    creating.finish_tournament(cup, club.desk.user)
    cup.refresh_from_db()
    return cup


def all_time(club: ClubWithSeason) -> str:
    return reverse("club_all_time", args=[club.desk.club.pk])


def standings_of(cup: Tournament) -> dict[str, int]:
    """Everybody's rank by the public spreadsheet and the names of the entrants."""
    rows = csv_rows(Client().get(reverse("standings_csv", args=[cup.pk, 1])))[1:]
    return {person: int(row[0]) for row in rows for person in row[1].split(" & ")}


def test_a_finished_season_counts_for_its_first_three(club: ClubWithSeason) -> None:
    assert rows_of(club.phone, all_time(club)) == [
        ["1", "Anna", "1", "–", "–", "1", "1"],
        ["2", "Beat", "–", "1", "–", "2", "1"],
        ["3", "Carla", "–", "–", "1", "3", "1"],
        ["4", "Dino", "–", "–", "–", "4", "1"],
    ]
    assert [row[0:3:2] for row in table(html_of(club.phone, club.address))] == [
        ["1", "Anna"],
        ["2", "Beat"],
        ["3", "Carla"],
        ["4", "Dino"],
    ]
    assert "1 finished season or tournament." in text_of(club.phone.get(all_time(club)))


def test_a_season_with_an_event_to_come_and_a_running_tournament_do_not_count() -> None:
    club = a_club(planned=3)
    cup = desks.a_tournament("pairs_swiss", 4, desk=club.desk)
    desks.play_round(desks.draw(cup))
    page = text_of(club.phone.get(all_time(club)))
    assert "No season or tournament is finished yet." in page


def test_a_tournament_of_pairs_counts_for_both_as_its_standings_say(club: ClubWithSeason) -> None:
    places = standings_of(a_cup(club))
    assert len(places) == 8
    rows = {row[1]: row for row in rows_of(club.phone, all_time(club), kind="teams")}
    assert {name: int(row[5]) for name, row in rows.items()} == places
    assert {name for name, row in rows.items() if row[2] == "1"} == {
        name for name, place in places.items() if place == 1
    }
    for kind, count in (("", 12), ("seasons", 4), ("individual", 0), ("nonsense", 12)):
        assert len(rows_of(club.phone, all_time(club), kind=kind)) == count
    page = text_of(club.phone.get(all_time(club)))
    assert "All Pairs and teams Seasons #" in page


def test_a_tournament_of_individuals_is_told_apart(club: ClubWithSeason) -> None:
    a_cup(club, "german_championship", 8)
    assert len(rows_of(club.phone, all_time(club), kind="individual")) == 8


def test_a_hidden_tournament_and_one_before_its_prize_giving_do_not_count(
    club: ClubWithSeason,
) -> None:
    cup = a_cup(club)
    Tournament.objects.filter(pk=cup.pk).update(concealed=True)
    assert len(rows_of(club.phone, all_time(club))) == 4
    Tournament.objects.filter(pk=cup.pk).update(
        concealed=False, frozen_stage=desks.first_stage(cup).number
    )
    assert len(rows_of(club.phone, all_time(club))) == 4


def test_a_champion_s_page_has_every_title_with_its_partner_and_opens_the_event(
    club: ClubWithSeason,
) -> None:
    cup = a_cup(club)
    first = [name for name, place in standings_of(cup).items() if place == 1]
    one, other = first[:2]
    player = Player.objects.get(name=one)
    address = reverse("club_champion", args=[club.desk.club.pk, player.pk])
    assert f'href="{address}"' in html_of(club.phone, all_time(club))
    page = club.phone.get(address)
    assert "1 title · took part once · best rank 1" in text_of(page)
    assert f"Titles Autumn cup 24 November 2026 with {other}" in text_of(page)
    assert f'href="{reverse("tournament", args=[cup.pk])}"' in page.content.decode()
    beat = Player.objects.get(name="Beat")
    page = club.phone.get(reverse("club_champion", args=[club.desk.club.pk, beat.pk]))
    assert (
        "Titles None yet. Second and third places Season 2026 20 November 2026 place 2"
        in text_of(page)
    )
    assert f'href="{club.address}"' in page.content.decode()


def test_nobody_has_a_page_who_took_part_in_nothing(club: ClubWithSeason) -> None:
    zoe = Player.objects.create(club=club.desk.club, name="Zoe")
    for pk in (zoe.pk, zoe.pk + 1, 2**62):
        address = reverse("club_champion", args=[club.desk.club.pk, pk])
        assert club.phone.get(address).status_code == 404
        assert club.phone.post(address).status_code == 405
    assert club.phone.post(all_time(club)).status_code == 405


def test_an_erased_person_keeps_the_row_without_a_name_and_a_merged_one_gives_it_away(
    club: ClubWithSeason,
) -> None:
    anna, beat = Player.objects.get(name="Anna"), Player.objects.get(name="Beat")
    device = a_device("phone of the club")
    a_cup(club)
    someone = Member.objects.order_by("pk")[0].player
    merge(someone, beat, device)
    rows = {row[1]: row for row in rows_of(club.phone, all_time(club))}
    assert someone.name not in rows
    assert rows["Beat"][6] == "2"
    erase(anna, device)
    rows = {row[1]: row for row in rows_of(club.phone, all_time(club))}
    assert rows["Somebody"][2:] == ["1", "–", "–", "1", "1"]
    assert "Anna" not in rows
    address = reverse("club_champion", args=[club.desk.club.pk, anna.pk])
    assert club.phone.get(address).status_code == 404


# Visitors
# --------------------------------------------------------------------------------------------------


def test_only_a_public_club_shows_it_and_of_its_seasons_only_the_public_ones(
    club: ClubWithSeason,
) -> None:
    a_device("a stranger's phone")
    for visitor in (Client(), a_client("a stranger's phone")):
        assert visitor.get(all_time(club)).status_code == 404
    Club.objects.update(public=True)
    assert rows_of(Client(), all_time(club)) == []
    show_season(club.season, public=True)
    assert len(rows_of(Client(), all_time(club))) == 4
    assert len(rows_of(club.phone, all_time(club))) == 4


def test_visitors_see_names_as_they_are_shown_and_no_page_that_would_tell_more(
    club: ClubWithSeason,
) -> None:
    Club.objects.update(public=True)
    show_season(club.season, public=True)
    cup = a_cup(club)
    show_club(Club.objects.get(), INITIAL)
    Player.objects.filter(name="Anna").update(name="Anna Ackermann")
    anna, beat, carla = (
        Player.objects.get(name__startswith=name) for name in ("Anna A", "Beat", "Carla")
    )
    show_person(beat, HIDDEN)
    show_person(carla, ALIAS, "Fox")
    Entrant.objects.filter(tournament=cup, number=1).update(hidden=True)
    names = [row[1] for row in rows_of(Client(), all_time(club))]
    assert {"Anna A.", "Somebody", "Fox", "Dino"} <= set(names)
    assert names.count("Somebody") == 3  # Beat, and both of the pair that asked for a number
    in_full = {row[1] for row in rows_of(club.phone, all_time(club))}
    assert {"Anna Ackermann", "Beat", "Carla"} <= in_full
    page = html_of(Client(), all_time(club))
    for player, status in ((anna, 200), (beat, 404), (carla, 404)):
        address = reverse("club_champion", args=[club.desk.club.pk, player.pk])
        assert (f'href="{address}"' in page) == (status == 200)
        assert Client().get(address).status_code == status
        assert club.phone.get(address).status_code == 200
    assert "Ackermann" not in html_of(
        Client(), reverse("club_champion", args=[club.desk.club.pk, anna.pk])
    )
    seen = names_of(cup)
    assert any(name.startswith("No. 1") for name in seen.values())


def test_more_events_take_as_few_queries(club: ClubWithSeason) -> None:
    a_cup(club)
    phone, address = club.phone, all_time(club)
    few = queries(phone, address)
    a_cup(club)
    a_cup(club)
    assert queries(phone, address) == few <= 16
