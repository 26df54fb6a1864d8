"""A league over months: last days for the rounds, dates that two sides fix, and whom the director
reminds.
"""

from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import desks
from tests.tournaments.refusing import refused
from tournaments.actions import drawing, match_dates, publishing, stages
from tournaments.models import SessionRound, Tournament
from tournaments.pages.parsing import typed_day, typed_moment
from tournaments.pages.rounds.stage_list import due_matches
from tournaments.stage.history import history_of
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db


def league(entrants: int = 4, **about: object) -> Tournament:
    """A league from the 5th of January on, all its rounds published."""
    cup = desks.a_tournament("pairs_league", entrants)
    Tournament.objects.filter(pk=cup.pk).update(starts_on=date(2027, 1, 5), **about)
    stage = stages.begin_stage(desks.first_stage(cup), None)
    for drawn in drawing.draw_all(stage, None):
        publishing.publish_round(drawn, None)
    return cup


def reminders(cup: Tournament, today: date) -> list[tuple[str, int, str]]:
    rounds = {
        str(match.pk): match.session_round.number
        for drawn in rounds_of(cup)
        for match in drawn.matches.all()
    }
    return [
        (one.kind, one.days, f"round {rounds[one.match.key]}")
        for one in due_matches(history_of(desks.first_stage(cup)), today)
    ]


def rounds_of(cup: Tournament) -> list[SessionRound]:
    return list(SessionRound.objects.filter(stage__tournament=cup))


def test_each_round_has_its_last_day_by_the_rhythm_of_the_league() -> None:
    assert [drawn.due_on for drawn in rounds_of(league())] == [
        date(2027, 1, 18),
        date(2027, 2, 1),
        date(2027, 2, 15),
    ]


def test_the_director_is_told_what_is_due_within_a_week_and_what_is_overdue() -> None:
    cup = league()
    assert reminders(cup, date(2027, 1, 10)) == []
    assert reminders(cup, date(2027, 1, 12)) == [("soon", 6, "round 1")] * 2
    desks.play_match(rounds_of(cup)[0].matches.get(number=1))
    assert reminders(cup, date(2027, 1, 20)) == [("overdue", -2, "round 1")]


@pytest.mark.parametrize(
    "typed",
    ["0001-01-01T00:00", "9999-12-31T23:59:59-12:00", "1899-12-31T23:59", "2201-01-01T00:00"],
)
def test_a_date_that_no_calendar_of_a_club_has_is_refused(typed: str) -> None:
    with refused("bad_date"):
        typed_moment(typed, "when")
    with refused("bad_date"):
        typed_day(typed[:10], "day")


def test_a_date_of_this_time_is_taken() -> None:
    assert typed_day("1900-01-01", "day") == date(1900, 1, 1)
    assert typed_moment("2200-12-31T23:59:00Z", "when") == datetime(
        2200, 12, 31, 23, 59, tzinfo=UTC
    )


def test_all_rounds_of_a_league_can_be_played_in_any_order() -> None:
    cup = league()
    first, second, third = rounds_of(cup)
    for drawn in (third, first, second):
        desks.play_round(drawn, drawn.number)
    assert {drawn.state for drawn in rounds_of(cup)} == {"closed"}
    assert stages.finish_stage(desks.first_stage(cup), None).state == "finished"


def test_two_sides_fix_a_date_and_change_their_minds() -> None:
    match = rounds_of(league())[0].matches.get(number=1)
    day = datetime(2027, 1, 14, 19, 30, tzinfo=UTC)
    assert match_dates.fix_date(match, None, day).agreed_for == day
    assert match_dates.fix_date(match, None, None).agreed_for is None


def test_a_date_is_fixed_only_while_the_round_is_open() -> None:
    cup = league()
    drawn = desks.play_round(rounds_of(cup)[0])
    with refused("round_closed"):
        match_dates.fix_date(drawn.matches.get(number=1), None, datetime(2027, 1, 14, tzinfo=UTC))


def test_a_director_moves_the_last_day() -> None:
    drawn = rounds_of(league())[0]
    assert match_dates.set_due(drawn, None, date(2027, 1, 31)).due_on == date(2027, 1, 31)
    assert match_dates.set_due(drawn, None, None).due_on is None


def test_who_enters_in_mid_season_meets_everybody_in_rounds_at_the_end() -> None:
    cup = league()
    (late,) = desks.enter(cup, 1, first=90)
    stage = desks.first_stage(cup)
    drawn = drawing.draw_all(stage, None)
    met = {
        place.entrant_id
        for session_round in drawn
        for match in session_round.matches.all()
        if match.places.filter(entrant=late).exists()
        for place in match.places.all()
    }
    assert met == set(cup.entrants.values_list("pk", flat=True))


# Through the pages
# ------------------------------------------------------------------------------------------------


def test_the_rounds_page_names_what_is_overdue_and_publishes_all_drafts_at_once() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_league", 4, desk=desk)
    Tournament.objects.filter(pk=cup.pk).update(starts_on=date(2020, 1, 5))
    at = ["desk_round_do", cup.pk, 1, 1]
    assert desk.client.post(reverse(at[0], args=[*at[1:], "draw_all"])).status_code == 302
    assert desk.client.post(reverse(at[0], args=[*at[1:], "publish_all"])).status_code == 302
    assert {drawn.state for drawn in rounds_of(cup)} == {"published"}
    page = desk.client.get(reverse("desk_draw", args=[cup.pk])).content.decode()
    assert page.count("overdue since") == 6


def test_who_goes_up_and_down_is_told_when_the_season_is_over() -> None:
    desk = desks.a_desk()
    settings = {"groups": 2, "up": 1, "down": 1}
    cup = desks.a_tournament("pairs_league", 6, desk=desk, format_settings=settings)
    stage = stages.begin_stage(desks.first_stage(cup), None)
    for drawn in drawing.draw_all(stage, None):
        desks.play_round(publishing.publish_round(drawn, None), drawn.number)
    assert (
        "Next season" not in desk.client.get(reverse("desk_draw", args=[cup.pk])).content.decode()
    )
    stages.finish_stage(stage, None)
    page = desk.client.get(reverse("desk_draw", args=[cup.pk])).content.decode()
    assert (page.count("up to division A"), page.count("down to division B")) == (1, 1)


@pytest.mark.usefixtures("in_zurich")
def test_the_two_sides_note_their_date_by_the_matchs_own_link() -> None:
    match = rounds_of(league())[0].matches.get(number=1)
    phone, address = Client(), reverse("match_date", args=[token_of(match)])
    assert phone.post(address, {"when": "2027-01-14T19:30"}).status_code == 303
    match.refresh_from_db()
    assert match.agreed_for == datetime(2027, 1, 14, 18, 30, tzinfo=UTC)
    refusal = phone.post(address, {"when": "next week"})
    assert (refusal.status_code, "next week" in refusal.content.decode()) == (422, True)
    assert phone.get(address).status_code == 405
    assert phone.post(reverse("match_date", args=["1-nonsense"]), {"when": ""}).status_code == 404
