"""What is done with a club's seasons, and what is kept of it."""

import datetime

import pytest
from django.db import IntegrityError, transaction

from scoring.rules import RuleError
from tests.rule_errors import codes_of
from tests.tournaments.desks import a_desk, a_tournament
from tournaments.clubs.actions import seasons
from tournaments.models import Season, SeasonEvent
from tournaments.seasons.formula import MOST_EVENTS, Formula

pytestmark = pytest.mark.django_db
NIGHT = datetime.date(2026, 11, 20)
YEAR = (datetime.date(2026, 1, 1), datetime.date(2026, 12, 31))


def a_season(desk: object = None) -> Season:
    desk = desk or a_desk()
    return seasons.make_season(desk.club, desk.user, "Season 2026", Formula(), 12, 2026)  # type: ignore[attr-defined]


def test_a_season_is_made_of_a_name_and_a_formula_and_is_the_clubs_alone() -> None:
    season = a_season()
    season.refresh_from_db()
    assert (season.first, season.last, season.planned, season.public) == (*YEAR, 12, False)
    assert season.formula == Formula().to_data()


def test_a_season_without_a_name_or_one_too_many_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = a_desk()
    assert set(codes_of(seasons.make_season, desk.club, desk.user, " ", Formula(), 12, 2026)) == {
        "empty_name"
    }
    monkeypatch.setattr(seasons, "MOST_SEASONS", 1)
    a_season(desk)
    assert set(codes_of(a_season, desk)) == {"too_many_seasons"}


def test_a_season_is_changed_as_a_whole_or_not_at_all() -> None:
    season = a_season()
    assert set(codes_of(seasons.change_season, season, "", (YEAR[1], YEAR[0]), 0, Formula())) == {
        "empty_name",
        "bad_days",
        "bad_number",
    }
    with pytest.raises(RuleError):
        seasons.change_season(season, "Long", (YEAR[0], datetime.date(2029, 1, 1)), 12, Formula())
    changed = seasons.change_season(season, "Winter", YEAR, 8, Formula(best=5))
    season.refresh_from_db()
    assert (season.name, season.planned, season.formula) == ("Winter", 8, changed.formula)


def test_what_is_chosen_counts_and_nothing_else_from_then_on() -> None:
    desk = a_desk()
    season, cup, other = (
        a_season(desk),
        a_tournament(entrants=2, desk=desk),
        a_tournament(entrants=2, desk=desk),
    )
    seasons.choose_events(season, {cup.pk}, {NIGHT})
    kept = season.events.get(tournament=cup).pk
    seasons.choose_events(season, {cup.pk, other.pk}, set())
    assert set(season.events.values_list("tournament", "night")) == {
        (cup.pk, None),
        (other.pk, None),
    }
    assert season.events.get(tournament=cup).pk == kept
    seasons.choose_events(season, set(), {NIGHT})
    assert list(season.events.values_list("tournament", "night")) == [(None, NIGHT)]


def test_a_tournament_of_another_club_does_not_count_nor_do_too_many() -> None:
    season, foreign = a_season(), a_tournament(entrants=2, desk=a_desk("Otto", "Another club"))
    assert set(codes_of(seasons.choose_events, season, {foreign.pk}, {NIGHT})) == {"not_of_club"}
    days = {NIGHT + datetime.timedelta(days=at) for at in range(MOST_EVENTS + 1)}
    assert set(codes_of(seasons.choose_events, season, set(), days)) == {"too_many_events"}
    assert not season.events.exists()


def test_the_database_keeps_a_night_and_a_tournament_once_and_one_thing_a_row() -> None:
    season = a_season()
    cup = a_tournament(entrants=2, desk=a_desk("Otto", "Another club"))
    seasons.choose_events(season, set(), {NIGHT})
    for row in ({"night": NIGHT}, {}, {"night": NIGHT, "tournament": cup}):
        with pytest.raises(IntegrityError), transaction.atomic():
            SeasonEvent.objects.create(season=season, **row)


def test_a_season_is_shown_and_hidden_and_deleted_and_what_was_played_stays() -> None:
    desk = a_desk()
    season, cup = a_season(desk), a_tournament(entrants=2, desk=desk)
    seasons.choose_events(season, {cup.pk}, set())
    assert seasons.show_season(season, public=True).public
    assert not seasons.show_season(season, public=False).public
    seasons.delete_season(season)
    seasons.delete_season(season)  # a double tap
    assert not Season.objects.exists()
    cup.refresh_from_db()
    assert set(codes_of(seasons.show_season, season, public=True)) == {"season_gone"}
