"""What Django's forms share: bounded text, numbers and days with one message, errors of actions."""

import datetime

import pytest
from django import forms

from scoring.pages.forms import ShortTextField, mistakes_of
from scoring.rules import Conflict, Mistake, RuleError
from tournaments.pages.forms import BoundedForm, DayField, WholeNumberField

NO_NUMBER = "From %(least)s to %(most)s."


class Form(BoundedForm):
    """A field of each kind."""

    name = ShortTextField(most=5, error_messages={"required": "Enter a name."})
    count = WholeNumberField(least=2, most=9000, message=NO_NUMBER, required=False)
    day = DayField(message="Enter a day.", years=range(2000, 2100), required=False)
    tick = forms.BooleanField(required=False)

    kept = {"name": 10}


@pytest.mark.parametrize(
    ("typed", "count"),
    [("", None), (" ", None), ("2", 2), (" 9000 ", 9000), ("1 000", 1000), ("1’000", 1000)],
)
def test_a_whole_number_is_read_as_people_type_it(typed: str, count: int | None) -> None:
    form = Form({"name": "Anna", "count": typed})
    assert form.is_valid()
    assert form.cleaned_data["count"] == count


@pytest.mark.parametrize(
    "typed", ["1", "9001", "-3", "2.5", "½", "1_0", "five", "9" * 50, "9" * 5000, "0x10", "1e3"]
)
def test_any_other_number_has_one_message(typed: str) -> None:
    form = Form({"name": "Anna", "count": typed})
    assert form.messages == {"count": "From 2 to 9000."}


@pytest.mark.parametrize("typed", ["x", "31.12.2026", "2026-02-30", "1999-12-31", "2100-01-01"])
def test_a_day_is_one_of_these_years(typed: str) -> None:
    assert Form({"name": "Anna", "day": typed}).messages == {"day": "Enter a day."}
    assert Form({"name": "Anna", "day": "2000-01-01"}).is_valid()


def test_a_day_is_shown_as_date_fields_want_it() -> None:
    form = Form(initial={"day": datetime.date(2026, 11, 21)})
    assert form["day"].value() == "2026-11-21"


def test_what_is_sent_is_cut_and_shown_again() -> None:
    form = Form({"name": "\0" + "x" * 1_000_000, "day": "y" * 1000, "else": "z"})
    assert form.messages["name"] == "At most 5 characters, please."
    assert form["name"].value() == "x" * 10
    assert len(form["day"].value()) == 200
    assert "else" not in form.data
    assert Form({}).messages == {"name": "Enter a name."}


@pytest.mark.parametrize(("kind", "status"), [(RuleError, 422), (Conflict, 409)])
def test_errors_of_an_action_stand_at_their_fields(kind: type[RuleError], status: int) -> None:
    form = Form({"name": "Anna"})
    assert (form.is_valid(), form.status) == (True, 200)
    with form.collect_errors():
        raise kind(
            [
                Mistake("taken", "name", "Taken by %(count)s.", {"count": 2}),
                Mistake("late", "name", "And 100%% late."),
                Mistake("closed", "round", "It is closed."),
            ]
        )
    assert form.messages == {"name": "Taken by 2. And 100% late.", "__all__": "It is closed."}
    assert form.status == status
    assert [mistake.message for mistake in mistakes_of(form)] == [*form.messages.values()]


def test_a_form_that_nobody_sent_has_no_errors() -> None:
    form = Form(initial={"name": "Anna"})
    assert (form.messages, form.status, form["name"].value()) == ({}, 200, "Anna")
