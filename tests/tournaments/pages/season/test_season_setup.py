"""Setting a season up, changing it and deleting it."""

import datetime
import re

import pytest
from django.urls import reverse

from scoring.games.nights import start_of
from scoring.models import Evening
from tests.tournaments.desk_pages import errors, said, text_of
from tests.tournaments.desks import a_desk, a_tournament
from tests.tournaments.seasons.seasons import AB, CD, NOVEMBER, OCTOBER, a_club, an_evening, today
from tournaments.models import Season, Tournament
from tournaments.seasons.formula import Formula
from tournaments.seasons.presets import PRESETS

__all__ = ["today"]  # the day of all tests about seasons

pytestmark = pytest.mark.django_db


# Setting one up
# --------------------------------------------------------------------------------------------------


def test_a_name_and_what_comes_nearest_make_a_season_and_two_tables_count_by_themselves() -> None:
    desk = a_desk()
    an_evening(desk.club, OCTOBER, (AB, CD, 200), (("Eva", "Franz"), ("Gül", "Hans"), 100))
    an_evening(desk.club, NOVEMBER, (AB, CD, 300))
    cup = a_tournament(entrants=2, desk=desk)
    Tournament.objects.filter(pk=cup.pk).update(starts_on=NOVEMBER)
    page = desk.client.get(reverse("desk_seasons", args=[desk.club.pk]))
    assert 'value="Season 2026"' in page.content.decode()
    answer = desk.client.post(
        reverse("desk_seasons", args=[desk.club.pk]), {"name": "Our year", "preset": "formula_one"}
    )
    season = Season.objects.get()
    assert answer["Location"] == reverse("desk_season_events", args=[season.pk])
    assert season.formula == PRESETS["formula_one"].formula.to_data()
    offered = desk.client.get(answer["Location"]).content.decode()
    ticked = re.findall(r'value="([^"]+)"\s+checked', offered)
    assert ticked == [f"t:{cup.pk}", "n:2026-10-16"]
    assert 'value="n:2026-11-20"' in offered
    answer = desk.client.post(
        answer["Location"], {"event": [*ticked, "n:2031-01-01", "t:nonsense", "x"]}
    )
    assert season.events.count() == 2
    assert said(desk.client, answer) == ["Saved."]


def test_what_a_tick_does_and_how_many_count_is_said_before_anything_is_saved() -> None:
    desk = a_desk()
    an_evening(desk.club, OCTOBER, (AB, CD, 200), (("Eva", "Franz"), ("Gül", "Hans"), 100))
    an_evening(desk.club, NOVEMBER, (AB, CD, 300))
    address = desk.client.post(
        reverse("desk_seasons", args=[desk.club.pk]), {"name": "Our year", "preset": "formula_one"}
    )["Location"]
    page = text_of(desk.client.get(address))
    assert "Ticked evenings count by that night’s games" in page
    assert "Ticked tournaments count by their final standings" in page
    assert "1 of 2 counts" in page
    assert "These ticks are suggestions" in page
    both = desk.client.post(address, {"event": ["n:2026-10-16", "n:2026-11-20", "x"], "look": "1"})
    assert (both.status_code, "2 of 2 count" in text_of(both)) == (200, True)
    assert not Season.objects.get().events.exists()
    desk.client.post(address, {"event": ["n:2026-10-16"]})
    assert "proposal" not in text_of(desk.client.get(address))


def test_an_evening_that_counts_is_called_as_it_was_planned() -> None:
    club = a_club()
    for night, title, off in (
        (OCTOBER, "Dragon night", None),
        (NOVEMBER, "Never held", start_of(NOVEMBER)),
    ):
        Evening.objects.create(
            club=club.desk.club,
            starts_at=start_of(night),
            night=night,
            title=title,
            called_off_at=off,
        )
    page = club.desk.client.get(club.director("desk_season_events")).content.decode()
    assert re.search(r"Dragon night<(?s:.)+16 October 2026", page)
    assert "Never held" not in page
    assert page.count("Evening of games") == 1


def test_a_season_without_a_name_is_asked_for_it_and_nothing_is_made() -> None:
    desk = a_desk()
    answer = desk.client.post(
        reverse("desk_seasons", args=[desk.club.pk]), {"name": "  ", "preset": "none"}
    )
    assert answer.status_code == 422
    assert errors(answer) == ["Enter a name."]
    assert not Season.objects.exists()


def typed(**changed: str) -> dict[str, str]:
    form = {
        "name": "Winter",
        "first": "2026-09-01",
        "last": "2027-03-31",
        "planned": "14",
        "kind": "places",
    }
    return {
        **form,
        "behind": "2",
        "win": "3",
        "there": "1",
        "fixed": "",
        "best": "",
        "final": "2",
        **changed,
    }


def test_everything_about_a_season_can_be_changed() -> None:
    club = a_club()
    answer = club.desk.client.post(club.director("desk_season"), typed())
    assert said(club.desk.client, answer) == ["Saved."]
    club.season.refresh_from_db()
    assert (club.season.name, club.season.planned, club.season.last) == (
        "Winter",
        14,
        datetime.date(2027, 3, 31),
    )
    assert club.season.formula == Formula(behind=2, win=3, there=1, final=2).to_data()
    club.desk.client.post(club.director("desk_season"), typed(kind="fixed", fixed="25 18;15,12"))
    club.season.refresh_from_db()
    assert club.season.formula["fixed"] == [25, 18, 15, 12]


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"first": "x"}, "first"),
        ({"last": "2026-01-01"}, "last"),
        ({"planned": "0"}, "planned"),
        ({"behind": "many"}, "behind"),
        ({"best": "61"}, "best"),
        ({"kind": "luck"}, "kind"),
        ({"kind": "fixed", "fixed": "5, 6"}, "fixed"),
        ({"kind": "fixed", "fixed": ""}, "fixed"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_stays_as_typed(
    changed: dict[str, str], field: str
) -> None:
    club = a_club()
    answer = club.desk.client.post(club.director("desk_season"), typed(**changed))
    assert answer.status_code == 422
    assert len(errors(answer)) == 1
    if field not in {"kind"}:
        assert f'id="{field}-error"' in answer.content.decode()
    before = club.season.formula
    club.season.refresh_from_db()
    assert (club.season.name, club.season.formula) == ("Season 2026", before)


def test_a_season_is_deleted_by_two_clicks() -> None:
    club = a_club()
    address = club.director("desk_season_delete")
    assert "stay as they are" in text_of(club.desk.client.get(address))
    assert Season.objects.exists()
    answer = club.desk.client.post(address)
    assert said(club.desk.client, answer) == ["Season 2026 has been deleted."]
    assert not Season.objects.exists()
    assert club.desk.client.post(address).status_code == 404
