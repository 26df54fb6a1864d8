"""A club's all-time table and records in the API: what its pages show to the caller."""

import pytest
from django.test import Client

from scoring.games.names.visibility import HIDDEN
from scoring.models import Club, Player
from scoring.people.actions.name_visibility import show_person
from tests.scoring.reading_api import V1
from tests.tournaments.seasons.seasons import a_club, today
from tournaments.clubs.actions.seasons import show_season

__all__ = ["today"]  # the season's day

pytestmark = pytest.mark.django_db


def test_they_have_what_the_pages_have() -> None:
    club = a_club(planned=2)
    at = f"{V1}clubs/{club.desk.club.pk}/"
    anna, beat, *_rest = Player.objects.order_by("name")
    table = club.phone.get(f"{at}all-time/").json()
    assert table["events"] == 1
    assert table["people"][0] == {
        "rank": 1,
        "id": anna.pk,
        "name": "Anna",
        "titles": 1,
        "second_places": 0,
        "third_places": 0,
        "best": 1,
        "times": 1,
    }
    assert club.phone.get(f"{at}all-time/?kind=teams").json() == {"events": 0, "people": []}
    records = {one["key"]: one for one in club.phone.get(f"{at}records/").json()["records"]}
    both = [{"id": anna.pk, "name": "Anna"}, {"id": beat.pk, "name": "Beat"}]
    assert records["win"] == {
        "key": "win",
        "value": 300,
        "night": "2026-11-20",
        "people": both,
        "games": 1,
    }
    assert (records["run"]["value"], records["run"]["games"]) == (3, 3)
    assert records["evening"]["people"] == []


def test_visitors_see_no_record_and_names_as_pages_show_them() -> None:
    club = a_club(planned=2)
    at = f"{V1}clubs/{club.desk.club.pk}/"
    for path in ("all-time/", "records/"):
        assert Client().get(f"{at}{path}").status_code == 404
    Club.objects.update(public=True)
    show_season(club.season, public=True)
    show_person(Player.objects.get(name="Anna"), HIDDEN)
    assert Client().get(f"{at}records/").status_code == 404
    people = Client().get(f"{at}all-time/").json()["people"]
    assert [(one["id"] is None, one["name"]) for one in people[:2]] == [
        (True, "Somebody"),
        (False, "Beat"),
    ]
