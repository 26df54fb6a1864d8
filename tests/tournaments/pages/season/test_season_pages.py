"""A season's pages: who sees which table, what an opened number says, how directors set it up."""

import datetime
import re
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.games.actions.rating_marks import mark_games
from scoring.games.nights import start_of
from scoring.games.round_words import plural
from scoring.models import Device, Evening, Player
from scoring.pages.long_list import gap_before, rows_shown
from scoring.templatetags.figures import pts_of
from tests.scoring.games import a_client, a_device
from tests.tournaments.desk_pages import errors, queries, said, text_of
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
    ClubWithSeason,
    a_club,
    an_evening,
    of_evenings,
    people_of,
    today,
)
from tournaments.actions import creating, stages
from tournaments.clubs.actions import seasons
from tournaments.clubs.actions.evenings import assign_phone
from tournaments.models import Entrant, Role, Season, Tournament
from tournaments.names import names_of
from tournaments.pages.season.queries.places import places_in
from tournaments.pages.season.window import windows_of
from tournaments.pages.season.words import sum_of
from tournaments.seasons.formula import FIXED, RATING, VICTORY, Formula, Worth
from tournaments.seasons.presets import PRESETS

__all__ = ["today"]  # the day of all tests about seasons


pytestmark = pytest.mark.django_db


def table(page: str) -> list[list[str]]:
    """The rows of the season's table, a text for each cell."""
    body = re.search(r"<tbody.*?</tbody>", page, re.DOTALL)
    assert body, page
    rows = re.findall(r'<tr role="row" id="p-.*?</tr>', body[0], re.DOTALL)
    cells = [re.findall(r"<t[dh]\b.*?</t[dh]>", row, re.DOTALL) for row in rows]
    return [[" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in row] for row in cells]


def shown(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_the_table_ranks_evenings_by_games_won_and_says_who_can_still_win() -> None:
    club = a_club()
    page = shown(club.desk.client, club.address)
    rows = table(page)
    # October: Anna won two games; Beat and Carla one each, Beat by 100 more; Dino none. November:
    # Anna and Beat won.
    assert [row[2:5] + row[6:] for row in rows] == [
        ["Anna", "7 , won the event", "7 , won the event", "14", "1–2"],
        ["Beat", "3", "7 , won the event", "10", "1–3"],
        ["Carla", "2", "2", "4", "2–4"],
        ["Dino", "1", "2", "3", "2–4"],
    ]
    assert ">Two may still win</h1>" in page
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
    assert table(shown(club.desk.client, f"{club.address}?q=car"))[0][2] == "Carla"
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
    assert "desk/seasons" not in shown(stranger, club.address)
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
        assert f'href="{club.address}"' in shown(phone, address)
    for name in ("people", "club", "front"):
        assert club.address not in shown(a_client("another phone"), reverse(name))
    assert phone.get(reverse("seasons"))["Location"] == club.address
    assert "Its directors can start one" in shown(Client(), reverse("seasons"))
    seasons.make_season(club.desk.club, club.desk.user, "Season 2027", Formula(), 12, 2027)
    assert "Season 2027" in shown(phone, reverse("seasons"))


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
    rows = table(shown(club.desk.client, club.address))
    by_name = {row[2]: row for row in rows}
    first = [name for name, row in by_name.items() if row[5].startswith("7 , won")]
    assert len(first) in {2, 4}  # a pair, or two that are level
    assert len(rows) == 12
    for hidden in ({"state": Tournament.State.OPEN}, {"frozen_stage": 1, "frozen_round": 1}):
        Tournament.objects.filter(pk=cup.pk).update(**hidden)
        page = shown(club.desk.client, club.address)
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
        chosen, season = (shown(club.desk.client, address) for address in (events, club.address))
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
    names = {row[2] for row in table(shown(Client(), club.address))}
    assert names == {"The Foxes", "Somebody", "Player 5", "Player 6", "Player 7", "Player 8"}
    assert "Player 1" in {row[2] for row in table(shown(club.phone, club.address))}


def test_visitors_see_of_a_name_what_its_person_chose() -> None:
    club = a_club()
    seasons.show_season(club.season, public=True)
    seen = Player.objects.filter(club=club.season.club).order_by("pk").first()
    assert seen is not None
    Player.objects.filter(pk=seen.pk).update(shown="alias", alias="The Fox")
    address = reverse("season", args=[club.season.pk])
    assert "The Fox" in shown(Client(), address)
    assert seen.name not in [cell for row in table(shown(Client(), address)) for cell in row]
    assert "The Fox" not in shown(club.desk.client, address)


def test_somebody_who_was_erased_stays_as_somebody() -> None:
    club = a_club()
    Player.objects.filter(name="Carla").update(name="", erased_at=timezone.now())
    assert [row[2] for row in table(shown(club.desk.client, club.address))] == [
        "Anna",
        "Beat",
        "Somebody",
        "Dino",
    ]
    for name, has_page in (("", False), ("Dino", True)):
        person = Player.objects.get(name=name).pk
        link = reverse("person", args=[person])
        assert (link in shown(club.phone, f"{club.address}?open={person}")) is has_page


# What it may rank by
# -------------------------------------------------------------------------------------------------


def test_victory_points_of_an_evening_are_two_a_game_won_and_nobody_is_said_to_win_yet() -> None:
    club = a_club(Formula(VICTORY))
    page = shown(club.desk.client, club.address)
    assert [(row[2], row[6]) for row in table(page)] == [
        ("Anna", "6"),
        ("Beat", "4"),
        ("Carla", "2"),
        ("Dino", "0"),
    ]
    assert ">Anna leads</h1>" in page
    assert "can still be" not in page


def test_the_rating_ranks_as_it_was_at_the_end_and_who_has_played_little_has_no_rank(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = a_club(Formula(RATING))
    page = shown(club.desk.client, club.address)
    assert [(row[0], row[2]) for row in table(page)] == [
        ("", "Anna"),
        ("", "Beat"),
        ("", "Carla"),
        ("", "Dino"),
    ]
    anna = Player.objects.get(name="Anna")
    assert "after 3 games. Provisional" in shown(club.desk.client, f"{club.address}?open={anna.pk}")
    monkeypatch.setattr("scoring.people.rated.queries.PROVISIONAL_UNTIL", 1)
    page = shown(club.desk.client, club.address)
    assert ">Anna leads</h1>" in page
    assert [row[0] for row in table(page)] == ["1", "2", "3", "4"]
    now = table(page)[0][6]
    Season.objects.filter(pk=club.season.pk).update(last=OCTOBER)
    then = table(shown(club.desk.client, club.address))[0]
    assert then[2] == "Anna"
    assert then[5] < now


def test_by_rating_who_moved_is_told_against_the_ranks_before_the_newest_event(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("scoring.people.rated.queries.PROVISIONAL_UNTIL", 1)
    club = a_club(Formula(RATING))
    before = {
        name: int(rank) for rank, _moved, name, *_ in table(shown(club.desk.client, club.address))
    }
    night = NOVEMBER + datetime.timedelta(days=2)
    mark_games(an_evening(club.desk.club, night, *[(("Dino", "Carla"), AB, 100)] * 3))
    seasons.choose_events(club.season, set(), {OCTOBER, NOVEMBER, night})
    rows = table(shown(club.desk.client, club.address))
    moved = {name: before[name] - int(rank) for rank, _moved, name, *_ in rows}
    assert any(moved.values())
    signs = {
        name: f"{abs(by)} {abs(by)} {'up' if by > 0 else 'down'}" if by else "–"
        for name, by in moved.items()
    }
    assert {name: said for _rank, said, name, *_ in rows} == signs


def test_a_season_that_is_over_has_a_winner() -> None:
    club = a_club(Formula(FIXED, fixed=(5, 3)), planned=2)
    page = shown(club.desk.client, club.address)
    assert ">Anna has won the season</h1>" in page
    assert "can still be" not in page


# On the club's page
# --------------------------------------------------------------------------------------------------


def in_short(client: Client, club: ClubWithSeason) -> list[list[str]]:
    """What stands in each row of the season on the club's page."""
    page = shown(client, reverse("club_home", args=[club.desk.club.pk]))
    found = re.search(r'<div class="panel of-season">.*?</table>', page, re.DOTALL)
    rows = re.findall(r"<tr.*?</tr>", found[0], re.DOTALL) if found else []
    cells = [re.findall(r"<t[dh]\b.*?</t[dh]>", row, re.DOTALL) for row in rows]
    return [[" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in row] for row in cells]


def test_the_club_s_page_shows_who_leads_its_season_and_one_s_own_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = a_club()
    phone = club.phone
    owner = people_of(club.desk.club, "Dino")[0]
    assign_phone(Device.objects.get(club=club.desk.club), owner)
    there = in_short(phone, club)
    ranks = [[row[0], row[2], row[6]] for row in table(shown(phone, club.address))]
    assert [[row[0], row[2], row[-1]] for row in there[1:]] == ranks
    page = shown(phone, reverse("club_home", args=[club.desk.club.pk]))
    assert f'href="{club.address}"' in page
    assert re.search(r"<h2>\s*<a[^>]*>Still open|<h2>\s*<a[^>]*>\w+ may still win", page)
    monkeypatch.setattr("tournaments.pages.club.queries.SEASON_ROWS", 1)
    assert [row[2] for row in in_short(phone, club)[1:]] == ["Anna", "Dino"]


def test_the_club_s_page_has_the_newest_events_as_cells_that_are_heard_in_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = a_club(Formula(there=1, win=3, best=1))
    head, anna, beat, *_ = in_short(club.phone, club)
    assert head == ["Rank", "since the last event", "Name", "Oct", "Nov", "Points"]
    page = shown(club.phone, reverse("club_home", args=[club.desk.club.pk]))
    assert '<abbr title="Evening of 16 October 2026">Oct</abbr>' in page
    # Of two alike the earlier
    assert anna[3:5] == ["7 , won the event", "7 , won the event, does not count"]
    assert beat[3:] == ["3 , does not count", "7 , won the event", "7"]
    legend = re.search(r'<ul class="legend">.*?</ul>', page, re.DOTALL)
    assert "does not count" in legend[0]
    assert re.search(
        r"<bdi>Season 2026</bdi><span class=\"beside\">, 2 of 3 events counted</span>", page
    )
    monkeypatch.setattr("tournaments.pages.season.queries.short.NEWEST", 1)
    assert [row[3:] for row in in_short(club.phone, club)[:1]] == [["Nov", "Points"]]
    Season.objects.update(formula=Formula(there=1, win=3).to_data())
    assert "does not count" not in shown(club.phone, reverse("club_home", args=[club.desk.club.pk]))


def test_on_a_phone_an_event_stands_by_the_letter_of_its_month_and_is_heard_with_its_day() -> None:
    club = a_club()
    another = NOVEMBER - datetime.timedelta(days=7)
    an_evening(club.desk.club, another, (AB, CD, 100))
    seasons.choose_events(club.season, set(), {OCTOBER, another, NOVEMBER})
    page = shown(club.desk.client, club.address)
    heads = re.findall(
        r'<abbr title="([^"]+)"><span class="wide">([^<]+)</span><span\s+class="narrow"[^>]*>(\w)<',
        page,
    )
    assert [(name.removeprefix("Evening of "), *short) for name, *short in heads] == [
        ("16 October 2026", "Oct", "O"),
        ("13 November 2026", "13 Nov", "N"),
        ("20 November 2026", "20 Nov", "N"),
    ]


def test_visitors_of_the_club_s_page_and_a_club_without_events_see_no_season() -> None:
    club = a_club()
    type(club.desk.club).objects.filter(pk=club.desk.club.pk).update(public=True)
    assert in_short(club.phone, club)
    assert not in_short(Client(), club)
    seasons.choose_events(club.season, set(), set())
    assert not in_short(club.phone, club)


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
    assert counted[1] <= counted[0] + 1  # who belongs to the tournaments' entrants
    assert counted[0] <= 15


# On a phone
# --------------------------------------------------------------------------------------------------


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
    html = shown(club.phone, club.address)
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
        r'<tr role="row" id="p-\d+" class="([^"]*)"', shown(phone, club.address)
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
    assert re.search(rf'<tr role="row" id="p-{last.person}" class="own', shown(phone, club.address))


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


def test_an_evening_names_its_tournament_and_who_won_it_once_that_is_told() -> None:
    club = a_club()
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


def test_one_point_is_a_point_and_a_half_goes_by_the_many() -> None:
    said = [sum_of(Worth(points), VICTORY) for points in (1, 2, Fraction(5, 2))]
    assert said == ["1 victory point", "2 victory points", "2½ victory points"]
    assert [plural(points) for points in (1, -1, 2, Fraction(3, 2), 0)] == [1, 1, 2, 2, 0]
    assert [pts_of(points) for points in (1, 99)] == ["1 point", "99 points"]
