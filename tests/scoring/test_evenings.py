"""Planning a club's evenings, calling them off, saying who comes."""

from datetime import date, time, timedelta

import pytest
from django.db import IntegrityError
from django.utils import timezone

from scoring.games.queries import names_known_to
from scoring.models import Answer, Club, Device, Evening, PhoneOwner, Player
from scoring.pages.people.erasing import ErasingPage
from scoring.people.actions.erasing import erase
from scoring.people.actions.merging import merge, separate
from scoring.people.actions.people_list import add_person, set_guests
from tests.rule_errors import mistakes_of
from tests.scoring.clubs import EVENING, a_club, a_person, an_evening, tonight
from tests.scoring.games import a_device
from tournaments.clubs.actions.evenings import (
    Plan,
    assign_phone,
    cancel_evening,
    change_evening,
    plan_evenings,
    record_answer,
    restore_evening,
)

pytestmark = pytest.mark.django_db
FRIDAY = date(2026, 12, 18)


def test_an_evening_is_planned_with_tidy_words(club: Club) -> None:
    plan_evenings(club, Plan(FRIDAY, EVENING, "  Last  one ", "Weisser Wind", "Bring cake"))
    evening = Evening.objects.get()
    assert (evening.title, evening.place, evening.words) == (
        "Last one",
        "Weisser Wind",
        "Bring cake",
    )
    assert f"{timezone.localtime(evening.starts_at):%Y-%m-%d %H:%M}" == "2026-12-18 19:30"
    assert (evening.night, evening.sequence, evening.called_off) == (FRIDAY, 0, False)


def test_what_begins_after_midnight_belongs_to_the_night_before(club: Club) -> None:
    (evening,) = plan_evenings(club, Plan(FRIDAY, time(0, 30)))
    assert evening.night == FRIDAY - timedelta(days=1)


@pytest.mark.usefixtures("in_zurich")
def test_a_series_is_at_the_same_hour_in_winter_and_in_summer(club: Club) -> None:
    made = plan_evenings(club, Plan(date(2027, 3, 19), EVENING), "weekly", date(2027, 4, 9))
    assert [f"{timezone.localtime(one.starts_at):%d %H:%M}" for one in made] == [
        *("19 19:30", "26 19:30", "02 19:30", "09 19:30")
    ]
    assert [one.starts_at.hour for one in Evening.objects.all()] == [18, 18, 17, 17]


def test_a_series_leaves_a_night_that_has_its_evening_alone(club: Club) -> None:
    kept = plan_evenings(club, Plan(FRIDAY, time(18, 0), "Party"))[0]
    made = plan_evenings(
        club, Plan(FRIDAY - timedelta(days=7), EVENING), "weekly", FRIDAY + timedelta(days=7)
    )
    assert [one.night.day for one in made] == [11, 25]
    kept.refresh_from_db()
    assert kept.title == "Party"


@pytest.mark.parametrize(
    ("plan", "every", "until", "expected"),
    [
        (Plan(FRIDAY, EVENING, "x" * 61), "once", None, [("too_long", "title")]),
        (
            Plan(FRIDAY, EVENING, "x" * 61, "y" * 81, "z" * 301),
            "once",
            None,
            [("too_long", "title"), ("too_long", "place"), ("too_long", "words")],
        ),
        (Plan(FRIDAY, EVENING), "daily", FRIDAY, [("unknown_series", "every")]),
        (Plan(FRIDAY, EVENING), "weekly", None, [("no_end", "until")]),
        (Plan(FRIDAY, EVENING), "weekly", FRIDAY - timedelta(days=1), [("no_end", "until")]),
        (Plan(FRIDAY, EVENING), "weekly", FRIDAY + timedelta(days=7 * 60), [("too_many", "until")]),
        (Plan(date(1, 1, 1), EVENING), "once", None, [("bad_day", "day")]),
        (Plan(FRIDAY, EVENING), "weekly", date(9999, 12, 31), [("bad_day", "until")]),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_kept(
    club: Club, plan: Plan, every: str, until: date | None, expected: list[tuple[str, str]]
) -> None:
    assert mistakes_of(plan_evenings, club, plan, every, until) == expected
    assert not Evening.objects.exists()


def test_sixty_at_once_are_taken(club: Club) -> None:
    assert (
        len(plan_evenings(club, Plan(FRIDAY, EVENING), "weekly", FRIDAY + timedelta(days=7 * 59)))
        == 60
    )


def test_a_night_has_one_evening_in_a_club_and_each_club_its_own(club: Club) -> None:
    plan_evenings(club, Plan(FRIDAY, EVENING))
    assert mistakes_of(plan_evenings, club, Plan(FRIDAY, time(20, 0))) == [("evening_there", "day")]
    plan_evenings(a_club(name="Tichu Thun"), Plan(FRIDAY, EVENING))
    with pytest.raises(IntegrityError):
        Evening.objects.create(club=club, night=FRIDAY, starts_at=timezone.now())


def test_a_change_grows_the_sequence_and_no_change_does_not(club: Club) -> None:
    evening = an_evening(club, title="Friday")
    plan = Plan(evening.night, EVENING, "Friday", "Weisser Wind")
    change_evening(evening, plan)
    change_evening(evening, plan)
    evening.refresh_from_db()
    assert (evening.place, evening.sequence) == ("Weisser Wind", 1)
    change_evening(evening, Plan(evening.night + timedelta(days=1), EVENING))
    moved = Evening.objects.get()
    assert (moved.uid, moved.night, moved.sequence) == (
        evening.uid,
        evening.night + timedelta(days=1),
        2,
    )


def test_an_evening_does_not_move_onto_another(club: Club) -> None:
    first, second = an_evening(club, 1), an_evening(club, 2)
    assert mistakes_of(change_evening, second, Plan(first.night, EVENING)) == [
        ("evening_there", "day")
    ]


def test_called_off_it_stays_and_frees_its_night(club: Club) -> None:
    evening = an_evening(club)
    for _ in range(2):
        cancel_evening(evening)
    evening.refresh_from_db()
    assert (evening.called_off, evening.sequence) == (True, 1)
    assert mistakes_of(change_evening, evening, Plan(evening.night, EVENING)) == [
        ("evening_off", "day")
    ]
    an_evening(club, title="Another")
    assert mistakes_of(restore_evening, evening) == [("evening_there", "day")]
    assert Evening.objects.count() == 2


def test_calling_off_is_taken_back(club: Club) -> None:
    evening = an_evening(club)
    cancel_evening(evening)
    for _ in range(2):
        restore_evening(evening)
    evening.refresh_from_db()
    assert (evening.called_off, evening.sequence) == (False, 2)


def test_the_last_answer_counts(club: Club) -> None:
    evening, anna = an_evening(club), a_person(club)
    for coming in (True, True, False):
        record_answer(evening, anna, coming=coming)
    assert list(Answer.objects.values_list("player", "coming")) == [(anna.pk, False)]


def test_whoever_comes_this_evening_is_offered_first_when_a_game_starts(club: Club) -> None:
    people = {name: a_person(club, name) for name in ("Anna", "Beat", "Carla", "Dora")}
    this_evening, next_week = an_evening(club, days=0), an_evening(club)
    for name, evening, coming in (
        ("Carla", this_evening, True),
        ("Anna", this_evening, False),
        ("Beat", next_week, True),
    ):
        record_answer(evening, people[name], coming=coming)
    phone = Device.objects.get(club=club)
    assert names_known_to(phone) == ["Carla", "Anna", "Beat", "Dora"]
    Evening.objects.filter(pk=this_evening.pk).update(called_off_at=timezone.now())
    assert names_known_to(phone) == ["Anna", "Beat", "Carla", "Dora"]


def test_nobody_answers_for_an_evening_that_is_off_or_over_or_for_another_club(club: Club) -> None:
    anna, evening = a_person(club), an_evening(club)
    stranger = a_person(a_club(name="Tichu Thun"), "Eva")
    assert mistakes_of(record_answer, evening, stranger, coming=True) == [("not_listed", "player")]
    cancel_evening(evening)
    assert mistakes_of(record_answer, evening, anna, coming=True) == [("evening_off", "coming")]
    Evening.objects.update(called_off_at=None, night=tonight() - timedelta(days=1))
    assert mistakes_of(record_answer, evening, anna, coming=True) == [("evening_over", "coming")]
    assert not Answer.objects.exists()


def test_a_phone_is_of_one_person_of_its_club(club: Club) -> None:
    device = a_device()
    for name in ("Anna", "Beat"):
        assign_phone(device, a_person(club, name))
    assert PhoneOwner.objects.get().player.name == "Beat"
    assert mistakes_of(assign_phone, device, a_person(a_club(name="Tichu Thun"))) == [
        ("not_listed", "player")
    ]
    assert mistakes_of(assign_phone, a_device("nobody's"), a_person(club)) == [
        ("not_listed", "player")
    ]


def test_who_is_erased_leaves_their_answers_and_their_phone_behind(club: Club) -> None:
    anna = a_person(club)
    record_answer(an_evening(club), anna, coming=True)
    assign_phone(a_device(), anna)
    assert not ErasingPage(anna).entered
    erase(anna, a_device())
    assert not Answer.objects.exists()
    assert not PhoneOwner.objects.exists()
    assert Player.objects.get().name == ""


def test_two_records_that_become_one_person_have_one_answer_and_their_phones(club: Club) -> None:
    """Where both answered to an evening, the record that stays did."""
    first, second = an_evening(club, 1), an_evening(club, 2)
    ida, short = a_person(club, "Ida Schwarz"), a_person(club, "Ida S.")
    for evening, player, coming in (
        (first, ida, True),
        (first, short, False),
        (second, short, True),
    ):
        record_answer(evening, player, coming=coming)
    assign_phone(a_device(), short)
    made = merge(short, ida, a_device())
    assert (
        list(Answer.objects.order_by("evening").values_list("player", "coming"))
        == [(ida.pk, True)] * 2
    )
    assert PhoneOwner.objects.get().player == ida
    assert mistakes_of(add_person, club, "ida s.") == [("name_taken", "name")]
    separate(made, a_device())
    assert list(Answer.objects.order_by("evening").values_list("player", flat=True)) == [
        ida.pk,
        short.pk,
    ]


def test_somebody_is_added_to_the_list_once(club: Club) -> None:
    add_person(club, "  Ida  S. ", guest=True)
    ida = Player.objects.get()
    assert (ida.name, ida.guest, ida.club) == ("Ida S.", True, club)
    assert mistakes_of(add_person, club, "ida s.") == [("name_taken", "name")]
    assert mistakes_of(add_person, club, " ") == [("empty_name", "name")]
    assert mistakes_of(add_person, club, "x" * 81) == [("too_long", "name")]
    assert mistakes_of(add_person, club, "Dummy") == [("reserved_name", "name")]
    add_person(a_club(name="Tichu Thun"), "Ida S.")


def test_guests_are_those_that_are_ticked_among_those_that_were_shown(club: Club) -> None:
    anna, beat, carla = (a_person(club, name) for name in ("Anna", "Beat", "Carla"))
    stranger = a_person(a_club(name="Tichu Thun"), "Eva")
    set_guests(club, [anna.pk, beat.pk, stranger.pk], [anna.pk, stranger.pk])
    set_guests(club, [beat.pk], [])
    guests = Player.objects.filter(guest=True).values_list("name", flat=True)
    assert list(guests) == ["Anna"]
    assert carla.guest is False
