"""Setting a season up, changing it and deleting it."""

import datetime
import re
from html import unescape

import pytest
from django.urls import reverse

from scoring.games.nights import start_of
from scoring.models import Evening, Player
from tests.requests import html_of
from tests.tournaments.desk_pages import errors, said, text_of
from tests.tournaments.desks import a_desk, a_tournament, draw, first_stage, play_round
from tests.tournaments.seasons.seasons import (
    AB,
    CD,
    NOVEMBER,
    OCTOBER,
    a_club,
    an_evening,
    table,
    today,
)
from tournaments.actions.creating import finish_tournament
from tournaments.actions.stages import finish_stage
from tournaments.clubs.actions.seasons import choose_events
from tournaments.models import Season, Tournament
from tournaments.pages.season.forms import SeasonForm
from tournaments.seasons.formula import PERCENT, Formula
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


# Guests and short evenings
# --------------------------------------------------------------------------------------------------


def test_guests_are_left_out_and_an_evening_of_few_games_does_not_count() -> None:
    """Beat was second in October and first with Anna in November, where one game was played."""
    club = a_club()
    Player.objects.filter(name="Anna").update(guest=True)
    club.desk.client.post(club.director("desk_season"), typed(guests_out="1", behind="1", final=""))
    rows = table(html_of(club.desk.client, club.address))
    # October: Beat, Carla, Dino; November: Beat, then Carla and Dino level. One each for coming.
    assert [row[2:5] for row in rows] == [
        ["Beat", "6 , won the event", "6 , won the event"],
        ["Carla", "2", "2"],
        ["Dino", "1", "2"],
    ]
    assert "Guests are left out, and the others move up." in text_of(
        club.desk.client.get(club.address)
    )
    club.desk.client.post(club.director("desk_season"), typed(least="2", behind="1", final=""))
    rows = table(html_of(club.desk.client, club.address))
    assert [row[2:4] for row in rows] == [
        ["Anna", "7 , won the event"],
        ["Beat", "3"],
        ["Carla", "2"],
        ["Dino", "1"],
    ]
    page = text_of(club.desk.client.get(club.address))
    assert "1 of 14 events counted" in page
    assert "An evening of games counts if at least 2 games were finished." in page


def test_a_tournament_counts_however_few_games_it_has() -> None:
    club = a_club()
    cup = a_tournament(entrants=2, desk=club.desk)
    play_round(draw(cup))
    finish_stage(first_stage(cup), None)
    finish_tournament(cup, club.desk.user)
    choose_events(club.season, {cup.pk}, {OCTOBER})
    club.desk.client.post(club.director("desk_season"), typed(least="50"))
    assert "1 of 14 events counted" in text_of(club.desk.client.get(club.address))


# In words
# --------------------------------------------------------------------------------------------------

LEVEL = "Players level on points share a rank."
WORDS = {
    "best_of": "Each place behind you gives 1 point. The winner gets 3 more. Attending gives 1 "
    f"point. The best 8 of 12 count. {LEVEL}",
    "sum": "Each place behind you gives 1 point. Attending gives 1 point. All events count. "
    + LEVEL,
    "formula_one": "The first places give 25, 18, 15, 12, 10, 8, 6, 4, 2, 1. All events count. "
    + LEVEL,
    "goettingen": f"The victory points of all events are added up. All events count. {LEVEL}",
    "jass_year": "Each place behind you gives 1 point. Attending gives 5 points. The best 10 of 12 "
    f"count. The last event counts twice. {LEVEL}",
    "percent": (
        "Ranked by the mean of a player’s percentages in all sessions of duplicate. All sessions "
        "count the same, however many boards they had. Players need 3 sessions for a rank. Players "
        "with the same mean share a rank."
    ),
    "rating": "Ranked by rating, an estimate of each player's strength. All games count towards "
    "it, not only those in this season’s events. Players with few games have no rank.",
}


def in_words(page: str) -> str:
    found = re.search(r'id="words"[^>]*>(.*?)</p>', page, re.DOTALL)
    assert found
    return unescape(" ".join(found[1].split()))


@pytest.mark.parametrize("key", WORDS)
def test_what_the_settings_of_a_preset_do_is_said_while_they_are_chosen(key: str) -> None:
    assert WORDS.keys() == PRESETS.keys()
    club, formula = a_club(), PRESETS[key].formula
    if formula.kind == PERCENT:  # evenings of games do not mix with it
        club.season.events.all().delete()
    form = SeasonForm.initial_of(Season(formula=formula.to_data(), name="Winter", planned=12))
    shown = {name: "" if value in (None, False) else str(value) for name, value in form.items()}
    asked = typed() | shown | {"first": "2026-01-01", "last": "2026-12-31", "planned": "12"}
    answer = club.desk.client.post(club.director("desk_season"), asked | {"look": "1"})
    assert (answer.status_code, in_words(answer.content.decode())) == (200, WORDS[key])
    assert Season.objects.get().name == "Season 2026"  # nothing is saved
    club.desk.client.post(club.director("desk_season"), asked)
    assert Season.objects.get().formula == formula.to_data()
    page = club.desk.client.get(reverse("desk_seasons", args=[club.desk.club.pk]))
    assert WORDS[key] in text_of(page)


def test_each_further_setting_has_its_sentence_and_a_mistake_is_said_instead() -> None:
    club = a_club()

    def said_of(**changed: str) -> str:
        answer = club.desk.client.post(
            club.director("desk_season"), typed(**changed) | {"look": "1"}
        )
        assert answer.status_code == 200
        return in_words(answer.content.decode())

    assert "Guests are left out, and the others move up." in said_of(guests_out="1")
    assert "Guests are left out." in said_of(guests_out="1", kind="rating")
    assert "Guests" not in said_of()
    assert "at least 1 game was finished" in said_of(least="1")
    assert "at least 12 games were finished" in said_of(least="12")
    assert said_of(least="51") == "Enter a whole number from 0 to 50."
    page = club.desk.client.get(club.director("desk_season")).content.decode()
    assert in_words(page).startswith("Each place behind you gives 1 point. The winner gets 3 more.")


def test_a_season_is_deleted_by_two_clicks() -> None:
    club = a_club()
    address = club.director("desk_season_delete")
    assert "stay as they are" in text_of(club.desk.client.get(address))
    assert Season.objects.exists()
    answer = club.desk.client.post(address)
    assert said(club.desk.client, answer) == ["Season 2026 has been deleted."]
    assert not Season.objects.exists()
    assert club.desk.client.post(address).status_code == 404
