"""Last week's event once more: what is taken over, what is not, and the two taps at the desk."""

from datetime import date
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import desks
from tests.tournaments.desk_pages import at, errors, kept_out, number, owner_of, queries, text_of
from tests.tournaments.refusing import refused
from tournaments.actions import attendance, creating, drawing, entering, stages
from tournaments.actions.event_copy import KEPT, KEPT_OF_ENTRANT, copy_event, next_name
from tournaments.actions.keeping_apart import keep_apart
from tournaments.clubs.actions.seasons import choose_events, make_season
from tournaments.models import (
    Entrant,
    LogLine,
    Member,
    Role,
    Screen,
    Season,
    SeasonEvent,
    Stage,
    Tournament,
)
from tournaments.pairing.kept_apart import MEET
from tournaments.seasons.presets import PRESETS
from tournaments.stage.words import plan_of

pytestmark = pytest.mark.django_db

DAY = date(2026, 11, 28)


@pytest.fixture
def cup() -> Tournament:
    """Five pairs with their settings, a session round played; one withdrew, one has a substitute,
    two are here.
    """
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", 5, desk=desk, minutes=45)
    Tournament.objects.filter(pk=cup.pk).update(
        place="Harbour", registration=True, limit=20, agreement="blind", unfinished="ruling",
        last_hand_minutes=3, objection_minutes=0, frozen_stage=1, frozen_round=1,
    )  # fmt: skip
    Entrant.objects.filter(tournament=cup, number=1).update(
        label="The Dragons",
        club_name="North",
        seed=7,
        fixed_table=2,
        alias="D",
        hidden=True,
        five=True,
    )
    for one in (1, 2):
        entering.check_in(number(cup, one), None)
    Screen.objects.create(
        tournament=cup, name="Door", playlist=[{"show": "tables", "seconds": 20}], text="Hello"
    )
    desks.play_round(desks.draw(cup))
    attendance.withdraw(number(cup, 3), None)
    member = number(cup, 4).members.first()
    attendance.substitute(number(cup, 4), None, "Sub Stitute", instead_of=member, reason="ill")
    cup.refresh_from_db()
    return cup


def people(cup: Tournament) -> list[Any]:
    """Everybody's columns that are taken over, with their people in order."""
    return [
        (
            [getattr(entrant, key) for key in KEPT_OF_ENTRANT],
            list(
                Member.objects.filter(entrant=entrant, active=True).values_list(
                    "player__name", flat=True
                )
            ),
        )
        for entrant in Entrant.objects.filter(tournament=cup, state="entered")
    ]


@pytest.mark.any_database
def test_who_is_kept_apart_is_so_again_under_the_new_numbers(cup: Tournament) -> None:
    for one, other in ((1, 2), (2, 3), (4, 5)):
        keep_apart(number(cup, one), number(cup, other), None)
    made = copy_event(cup, None, name="Again", starts_on=DAY)
    # The third has withdrawn.
    assert made.kept_apart == [[1, 2, MEET], [3, 4, MEET]]
    assert copy_event(cup, None, name="Empty", starts_on=DAY, with_people=False).kept_apart == []


def test_settings_stages_people_and_screens_are_taken_over(cup: Tournament) -> None:
    made = copy_event(cup, None, name="Winter cup", starts_on=DAY)
    assert [getattr(made, key) for key in KEPT] == [getattr(cup, key) for key in KEPT]
    assert (made.name, made.starts_on, made.unit, made.state) == (
        "Winter cup",
        DAY,
        "pair",
        "draft",
    )
    assert made.club_id == cup.club_id
    assert [plan_of(stage) for stage in made.stages.all()] == [
        plan_of(stage) for stage in cup.stages.all()
    ]
    assert people(made) == people(cup)
    assert people(made)[0] == (
        ["The Dragons", "North", 7, 2, True, "D", True],
        ["Player 1", "Player 2"],
    )
    assert people(made)[2][1][0] == "Sub Stitute"
    assert [(one.name, one.playlist) for one in made.screens.all()] == [
        ("Door", [{"show": "tables", "seconds": 20}])
    ]


@pytest.mark.any_database
def test_nothing_that_was_played_given_out_or_frozen_is_taken_over(cup: Tournament) -> None:
    made = copy_event(cup, None, name="Winter cup", starts_on=None)
    # Of five, without the one who left
    assert [entrant.number for entrant in made.entrants.all()] == [1, 2, 3, 4]
    assert set(made.entrants.values_list("checked_in_at", "state")) == {(None, "entered")}
    assert not {one.key for one in made.entrants.all()} & {one.key for one in cup.entrants.all()}
    assert made.screens.get().key != cup.screens.get().key
    assert (made.screens.get().text, made.seed == cup.seed, made.desk_id == cup.desk_id) == (
        "",
        False,
        False,
    )
    assert (made.frozen_stage, made.starts_on, made.backed_up_at) == (None, None, None)
    assert {stage.state for stage in made.stages.all()} == {"waiting"}
    assert not made.stages.filter(session_rounds__isnull=False).exists()
    assert list(LogLine.objects.filter(tournament=made).values_list("action", flat=True)) == [
        "made",
        "repeated",
    ]


@pytest.mark.any_database
def test_the_new_one_can_be_played_at_once(cup: Tournament) -> None:
    made = copy_event(cup, None, name="Winter cup", starts_on=None)
    creating.open_tournament(made, None)
    stage = Stage.objects.select_related("tournament").get(tournament=made)
    stages.begin_stage(stage, None)
    assert drawing.draw_round(stage, None, 1).matches.count() == 2


def test_without_the_people_nobody_is_entered(cup: Tournament) -> None:
    assert not copy_event(
        cup, None, name="Winter cup", starts_on=None, with_people=False
    ).entrants.exists()


def test_an_empty_name_is_refused_and_nothing_is_made(cup: Tournament) -> None:
    with refused("empty_name"):
        copy_event(cup, None, name=" ", starts_on=None)
    with refused("too_long"):
        copy_event(cup, None, name="n" * 81, starts_on=None)
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("Club evening", "Club evening"),
        ("Club evening 17", "Club evening 18"),
        ("Club evening 9.", "Club evening 10."),
        ("Club evening #99", "Club evening #100"),
        ("Cup 2025", "Cup 2026"),
        ("Cup 2026", "Cup 2026"),
        ("Tuesday 2026-11-21", "Tuesday 2026-11-28"),
        ("Dienstag 21.11.2026", "Dienstag 28.11.2026"),
        ("Dienstag 7. 1. 2026", "Dienstag 28. 11. 2026"),
        ("Dienstag 21.11.26", "Dienstag 28.11.26"),
        ("Dienstag 21.11.", "Dienstag 28.11."),
        ("Best of 1.5", "Best of 1.5"),
        ("17", "18"),
        ("Room 12345", "Room 12345"),
    ],
)
def test_a_day_a_year_or_a_number_at_the_end_of_a_name_goes_on(name: str, following: str) -> None:
    assert next_name(name, DAY) == following


# The pages
# --------------------------------------------------------------------------------------------------


@pytest.mark.any_database
def test_two_taps_make_last_weeks_event_again(cup: Tournament) -> None:
    Tournament.objects.filter(pk=cup.pk).update(
        name="Club evening 17", state=Tournament.State.FINISHED
    )
    owner = owner_of(cup)
    address = at("desk_again", cup)
    assert f'href="{address}"' in owner.get(f"/desk/?all={cup.club_id}").content.decode()
    page = owner.get(address)
    typed = {name: page.context["form"][name].value() for name in ("name", "starts_on")}
    assert typed == {"name": "Club evening 18", "starts_on": timezone.localdate().isoformat()}
    assert "Copy 4 entrants, not checked in yet" in text_of(page)
    answer = owner.post(address, {**typed, "people": "1"})
    made = Tournament.objects.exclude(pk=cup.pk).get()
    assert (answer.status_code, answer["Location"]) == (302, at("desk_board", made))
    assert (made.name, made.entrants.count(), made.starts_on) == (
        "Club evening 18",
        4,
        timezone.localdate(),
    )
    assert made.created_by == cup.club.roles.get(name="owner").user
    assert "Copied stages, settings and people from Club evening 17." in text_of(
        owner.get(at("desk_log", made))
    )


@pytest.mark.any_database
@pytest.mark.parametrize(
    "typed", [{"name": ""}, {"name": "n" * 81}, {"starts_on": "soon"}, {"starts_on": "1066-10-14"}]
)
def test_what_is_wrong_is_told_beside_what_was_typed(
    cup: Tournament, typed: dict[str, str]
) -> None:
    answer = owner_of(cup).post(at("desk_again", cup), {"name": "Next", "starts_on": "", **typed})
    assert answer.status_code == 422
    assert len(errors(answer)) == 1
    assert answer.context["form"]["people"].value() is False
    assert Tournament.objects.count() == 1


@pytest.mark.any_database
def test_only_who_directs_the_club_makes_it_again(cup: Tournament) -> None:
    address = at("desk_again", cup)
    kept_out(address, cup, {"name": "Mine"}, post=False)
    desk_user = desks.a_user("Doris")
    Role.objects.create(club=cup.club, user=desk_user, name=Role.Name.DESK)
    for client in (desks.signed_in(desk_user), desks.signed_in(desks.a_user("Stranger"))):
        assert client.post(address, {"name": "Mine"}).status_code == 404
    assert f'href="{address}"' not in desks.signed_in(desk_user).get("/desk/").content.decode()
    director = desks.let_direct(desks.Desk(cup.club, None), "Dora")
    assert director.get(address).status_code == 200
    assert director.put(address).status_code == 405
    assert Tournament.objects.count() == 1


@pytest.mark.any_database
def test_the_page_asks_no_more_for_more_people() -> None:
    few, many = desks.a_tournament("pairs_swiss", 2), desks.a_tournament("pairs_swiss", 9)
    assert queries(owner_of(few), at("desk_again", few)) == queries(
        owner_of(many), at("desk_again", many)
    )


def test_it_counts_in_the_seasons_of_the_old_one_that_its_day_lies_in(cup: Tournament) -> None:
    desk = desks.desk_of(cup.club)

    def a_season(year: int) -> Season:
        made = make_season(
            cup.club, None, f"Season {year}", PRESETS["formula_one"].formula, 4, year
        )
        return choose_events(made, {cup.pk}, set())

    this, coming, other = a_season(2026), a_season(2027), a_season(2026)
    choose_events(other, set(), set())
    answer = desk.client.post(
        at("desk_again", cup), {"name": "Winter cup", "starts_on": "2026-12-05", "people": "on"}
    )
    made = Tournament.objects.get(name="Winter cup")
    counts_in = SeasonEvent.objects.filter(tournament=made).values_list("season", flat=True)
    assert list(counts_in) == [this.pk]
    assert "It counts in the season: Season 2026." in text_of(desk.client.get(answer["Location"]))
    choice = text_of(desk.client.get(reverse("desk_season_events", args=[this.pk])))
    assert "Winter cup 5 December 2026 · Tournament, being prepared" in choice
    assert "2 of 2 count" in choice
    assert "Winter cup" not in text_of(desk.client.get(reverse("season", args=[this.pk])))
    assert coming.events.count() == 1
