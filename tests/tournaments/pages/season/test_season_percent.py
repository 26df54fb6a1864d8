"""A season of sessions of duplicate by percent: the mean over a person’s sessions, counted again by
hand from the travellers; and what does not mix with it.
"""

import datetime
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Player
from scoring.rules import RuleError
from tests.requests import html_of
from tests.scoring.reading_api import V1, a_key, by_key
from tests.tournaments import desks
from tests.tournaments.asking_api import read
from tests.tournaments.desk_pages import csv_rows, text_of
from tests.tournaments.seasons.seasons import AB, CD, OCTOBER, an_evening, table, today
from tests.worlds import built_once
from tournaments.actions import creating, entering, revealing, stages
from tournaments.actions.board_rulings import give_averages
from tournaments.clubs.actions import seasons
from tournaments.models import Season, Tournament
from tournaments.seasons.formula import PERCENT, PLACES, VICTORY, Formula

__all__ = ["today"]  # the day of all tests about seasons

pytestmark = pytest.mark.django_db

NAMES = ("Anna", "Beat", "Carla", "Dino", "Emma", "Fritz", "Greta", "Hans", "Ida", "Jakob")
# Partners change, Ida and Jakob miss the first evening and Anna and Beat the third
EVENINGS = (NAMES[:8], (*NAMES[2:8], "Ida", "Anna", "Beat", "Jakob"), NAMES[2:])


def a_session(desk: desks.Desk, names: Sequence[str], day: int) -> Tournament:
    """An evening of duplicate that is over: these people in pairs. All meet, so that everybody has
    a percentage, whatever numbers the lot gives.
    """
    session = desks.a_tournament("duplicate_evening", 0, desk=desk, awards={})
    pairs = [entering.NewEntrant(tuple(names[at : at + 2])) for at in range(0, len(names), 2)]
    entering.enter(session, None, pairs)
    for number in range(1, len(pairs) + len(pairs) % 2):
        desks.play_round(desks.draw(session, number), seed=10 * day + number)
    match = desks.tables(desks.first_stage(session).session_rounds.all()[0])[0]
    give_averages(match, None, {match.boards[0]: ["avg+", "avg--"]}, "A card was missing")
    return over(session, day)


def individuals(desk: desks.Desk, day: int) -> Tournament:
    session = desks.a_tournament("individual_duplicate", 0, desk=desk, awards={})
    entering.enter(session, None, [entering.NewEntrant((name,)) for name in NAMES[2:]])
    for number in (1, 2):
        desks.play_round(desks.draw(session, number), seed=number)
    return over(session, day)


def over(session: Tournament, day: int) -> Tournament:
    stages.finish_stage(desks.first_stage(session), None)
    creating.finish_tournament(session, None)
    revealing.unfreeze(session, None)
    Tournament.objects.filter(pk=session.pk).update(
        starts_on=datetime.date(2026, 3, day), name=f"Duplicate {day}"
    )
    session.refresh_from_db()
    return session


def a_club_of_duplicate() -> tuple[desks.Desk, list[Tournament]]:
    desk = desks.a_desk()
    sessions = [a_session(desk, names, day) for day, names in enumerate(EVENINGS, start=1)]
    return desk, [*sessions, individuals(desk, 4)]


shared = built_once(a_club_of_duplicate)


@pytest.fixture
def desk(shared: tuple[desks.Desk, list[Tournament]]) -> desks.Desk:
    return desks.desk_of(shared[0].club)


@pytest.fixture
def sessions(shared: tuple[desks.Desk, list[Tournament]]) -> list[Tournament]:
    return shared[1]


def a_season(desk: desks.Desk, sessions: Sequence[Tournament], formula: Formula) -> Season:
    season = seasons.make_season(desk.club, desk.user, "Season 2026", formula, 6, 2026)
    return seasons.choose_events(season, {one.pk for one in sessions}, set())


# Counted again
# --------------------------------------------------------------------------------------------------

FACTORS = {"avg++": "1.6", "avg+": "1.2", "avg": "1", "avg-": "0.8", "avg--": "0.4"}


def percents_by_hand(session: Tournament) -> dict[str, Fraction]:
    """Everybody's percentage, from the scores of the travellers alone."""
    won: dict[int, Fraction] = {}
    of: dict[int, int] = {}
    for board in read(session, "boards/1/")["boards"]:
        for direction in (0, 1):
            for one in board["results"]:
                rest = [other for other in board["results"] if other is not one]
                rest = [other for other in rest if other["deal"] == one["deal"]]
                for who in one["sides"][direction]:
                    won[who] = won.get(who, Fraction(0)) + points(one, rest, direction)
                    of[who] = of.get(who, 0) + len(rest)
    people: dict[str, Fraction] = {}
    for entrant in session.entrants.all():
        for member in entrant.members.select_related("player"):
            if of.get(entrant.number):
                people[member.player.name] = 100 * won[entrant.number] / of[entrant.number]
    return people


def points(one: Any, rest: Sequence[Any], direction: int) -> Fraction:
    if one["scores"] is None:
        return Fraction(FACTORS[one["averages"][direction]]) * len(rest) / 2
    found = Fraction(0)
    for other in rest:
        if other["scores"] is None:
            found += Fraction(1, 2)
            continue
        ahead = margin(one, direction) - margin(other, direction)
        found += 1 if ahead > 0 else Fraction(1, 2) if ahead == 0 else 0
    return found


def margin(one: Any, direction: int) -> int:
    own, other = one["scores"][direction], one["scores"][1 - direction]
    return int(own - other)


def expected(
    sessions: Sequence[Tournament], best: int | None, fewest: int
) -> list[tuple[int, str, Fraction]]:
    """Rank (0 with too few sessions), name and mean, best first."""
    own: dict[str, list[Fraction]] = {}
    for session in sessions:
        for name, percent in percents_by_hand(session).items():
            own.setdefault(name, []).append(percent)
    means = {}
    for name, found in own.items():
        kept = sorted(found, reverse=True)[:best]
        means[name] = sum(kept, Fraction(0)) / len(kept)
    enough = {name: mean for name, mean in means.items() if len(own[name]) >= fewest}
    rows = [
        (1 + sum(mean > means[name] for mean in enough.values()) if name in enough else 0, name)
        for name in means
    ]
    rows.sort(key=lambda row: (row[0] == 0, -means[row[1]]))
    return [(rank, name, means[name]) for rank, name in rows]


@pytest.mark.parametrize(("best", "fewest"), [(None, 0), (2, 0), (None, 4), (2, 4)])
def test_the_mean_of_everybody_s_percentages_ranks(
    desk: desks.Desk, sessions: list[Tournament], best: int | None, fewest: int
) -> None:
    season = a_season(desk, sessions, Formula(PERCENT, best=best, fewest=fewest))
    wanted = expected(sessions, best, fewest)
    api = by_key(a_key(desk.user)).get(f"{V1}seasons/{season.pk}/table/").json()["rows"]
    given = {row["name"]: (row["rank"] or 0, Fraction(row["total"])) for row in api}
    assert given == {name: (rank, mean) for rank, name, mean in wanted}
    assert len({mean for _rank, _name, mean in wanted}) > 4
    page = html_of(desk.client, reverse("season", args=[season.pk]))
    rows = table(page)
    assert [row[2] for row in rows][: len(wanted)] == [row["name"] for row in api]
    assert [row[0] for row in rows] == [str(rank) if rank else "" for rank, *_ in wanted]
    shown = [Fraction(row[-1].replace("½", ".5")) for row in rows]
    assert [float(one) for one in shown] == pytest.approx(
        [
            float(row["total"].partition("/")[0]) / float(row["total"].partition("/")[2] or 1)
            if isinstance(row["total"], str)
            else row["total"]
            for row in api
        ],
        abs=0.0501,
    )
    if fewest:
        short = {name for rank, name, _mean in wanted if not rank}
        assert {"Anna", "Beat", "Jakob"} <= short
    assert "Percent" in page


def test_a_percentage_of_a_season_is_that_of_the_session(
    desk: desks.Desk, sessions: list[Tournament]
) -> None:
    season = a_season(desk, sessions[:1], Formula(PERCENT))
    rows = table(html_of(desk.client, reverse("season", args=[season.pk])))
    _head, *found = csv_rows(Client().get(reverse("standings_csv", args=[sessions[0].pk, 1])))
    of_pairs = {name: float(row[3]) for row in found for name in row[1].split(" & ")}
    for row in rows:
        assert float(row[-1].replace("½", ".5")) == pytest.approx(of_pairs[row[2]], abs=0.0501)


def test_a_line_opens_to_its_sessions_and_what_a_rank_takes(
    desk: desks.Desk, sessions: list[Tournament]
) -> None:
    season = a_season(desk, sessions, Formula(PERCENT, best=2, fewest=4))
    address = reverse("season", args=[season.pk])
    anna, carla = (Player.objects.get(club=desk.club, name=name) for name in ("Anna", "Carla"))
    page = text_of(desk.client.get(address, {"open": anna.pk}))
    assert "2 sessions played. 2 more sessions for a rank." in page
    assert "the mean of" in page
    opened = text_of(desk.client.get(address, {"open": carla.pk}))
    assert "4 sessions played." in opened
    assert "more session" not in opened
    assert "Ranked by the mean of a player’s percentages in all sessions of duplicate." in opened
    assert "The best 2 of 6 count. Players need 4 sessions for a rank." in opened
    assert "point" not in opened.lower()


def test_guests_leave_everybody_s_percentage_as_it_is(
    desk: desks.Desk, sessions: list[Tournament]
) -> None:
    Player.objects.filter(club=desk.club, name="Carla").update(guest=True)
    season = a_season(desk, sessions, Formula(PERCENT, guests_out=True))
    api = by_key(a_key(desk.user)).get(f"{V1}seasons/{season.pk}/table/").json()["rows"]
    without = [row for row in expected(sessions, None, 0) if row[1] != "Carla"]
    assert {row["name"]: Fraction(row["total"]) for row in api} == {
        name: mean for _rank, name, mean in without
    }


def test_places_count_as_for_any_other_tournament(
    desk: desks.Desk, sessions: list[Tournament]
) -> None:
    season = a_season(desk, sessions[:1], Formula(PLACES, behind=1))
    rows = {row[2]: row[-2] for row in table(html_of(desk.client, _page(season)))}
    _head, *found = csv_rows(Client().get(reverse("standings_csv", args=[sessions[0].pk, 1])))
    for row in found:
        for name in row[1].split(" & "):
            assert rows[name] == str(len(found) - int(row[0]))


def _page(season: Season) -> str:
    return reverse("season", args=[season.pk])


# What does not mix
# --------------------------------------------------------------------------------------------------


def a_cup(desk: desks.Desk) -> Tournament:
    cup = desks.a_tournament("pairs_swiss", 4, desk=desk)
    desks.play_round(desks.draw(cup))
    return over(cup, 9)


def refused(season: Season, tournaments: set[Any], nights: set[datetime.date]) -> tuple[str, str]:
    before = set(season.events.values_list("tournament", "night"))
    with pytest.raises(RuleError) as found:
        seasons.choose_events(season, tournaments, nights)
    assert set(season.events.values_list("tournament", "night")) == before
    (one,) = found.value.mistakes
    return one.code, one.field


def test_only_sessions_of_duplicate_have_a_percentage(
    desk: desks.Desk, sessions: list[Tournament]
) -> None:
    season, cup = a_season(desk, sessions, Formula(PERCENT)), a_cup(desk)
    an_evening(desk.club, OCTOBER, (AB, CD, 200))
    assert refused(season, {cup.pk, sessions[0].pk}, set()) == ("no_percent", "events")
    assert refused(season, {sessions[0].pk}, {OCTOBER}) == ("no_percent", "events")
    page = text_of(desk.client.get(reverse("desk_season_events", args=[season.pk])))
    assert "Only sessions of duplicate are listed: nothing else has a percentage." in page
    assert "Duplicate 1" in page
    assert "Duplicate 9" not in page
    assert "Evening of games" not in page


def test_a_session_gives_no_victory_points(desk: desks.Desk, sessions: list[Tournament]) -> None:
    cup = a_cup(desk)
    season = a_season(desk, [cup], Formula(VICTORY))
    wanted = {cup.pk, sessions[0].pk}
    assert refused(season, wanted, set()) == ("no_victory_points", "events")
    page = text_of(desk.client.get(reverse("desk_season_events", args=[season.pk])))
    assert "Sessions of duplicate are not listed: they give no victory points." in page
    assert "Duplicate 9" in page
    assert "Duplicate 1" not in page


def test_a_season_that_counts_something_else_does_not_become_one_by_percent(
    desk: desks.Desk, sessions: list[Tournament]
) -> None:
    cup = a_cup(desk)
    season = a_season(desk, [cup, sessions[0]], Formula(PLACES))
    where = reverse("desk_season", args=[season.pk])
    form = {"name": "Season 2026", "first": "2026-01-01", "last": "2026-12-31", "planned": "6"}
    for kind, said in (
        ("percent", "Duplicate 9 has no percentage"),
        ("victory", "Duplicate 1 is a session of duplicate, which gives no victory points"),
    ):
        answer = desk.client.post(where, {**form, "kind": kind})
        assert answer.status_code == 422
        assert said in text_of(answer)
    season.refresh_from_db()
    assert season.formula["kind"] == "places"
    seasons.choose_events(season, {sessions[0].pk}, set())
    answer = desk.client.post(where, {**form, "kind": "percent", "fewest": "2", "best": "3"})
    assert answer.status_code == 302
    season.refresh_from_db()
    assert (season.formula["kind"], season.formula["fewest"]) == ("percent", 2)


def test_the_ready_made_season_is_by_percent(desk: desks.Desk) -> None:
    page = text_of(desk.client.get(reverse("desk_seasons", args=[desk.club.pk])))
    assert "Duplicate, by percent" in page
    assert "Players need 3 sessions for a rank." in page


def test_the_club_s_page_has_percentages(desk: desks.Desk, sessions: list[Tournament]) -> None:
    a_season(desk, sessions, Formula(PERCENT))
    page = text_of(desk.client.get(reverse("club_home", args=[desk.club.pk])))
    (rank, name, mean), *_ = expected(sessions, None, 0)
    assert rank == 1
    assert name in page
    assert str(round(float(mean), 1)).removesuffix(".0").replace(".5", "½") in page
    assert "Percent" in page
