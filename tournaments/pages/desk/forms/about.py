"""The details of a tournament."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.pages.forms import ShortTextField
from tournaments.actions.match_dates import YEARS
from tournaments.models import Tournament
from tournaments.pages.forms import BoundedForm, DayField, WholeNumberField

LONGEST = 80


class NameDayForm(BoundedForm):
    """The name of a tournament and its day."""

    name = ShortTextField(
        label=_("Name of the tournament"),
        most=LONGEST,
        error_messages={"required": _("Enter a name.")},
    )
    starts_on = DayField(
        label=_("Day"),
        message=_("Enter the day as year-month-day, such as 2026-11-21, or leave it empty."),
        years=YEARS,
        required=False,
    )


class CopyForm(NameDayForm):
    """The name and day of a copy, and whether its people are copied."""

    people = forms.BooleanField(required=False)


class NamePlaceDayForm(NameDayForm):
    """Where it is played, too."""

    place = ShortTextField(
        label=pgettext_lazy("where it is played", "Place"), most=LONGEST, required=False
    )


class AboutForm(NamePlaceDayForm):
    """What is ranked, self-registration and its limit, too; all as in `Tournament`."""

    unit = forms.CharField(required=False)
    registration = forms.BooleanField(required=False)
    limit = WholeNumberField(
        label=_("Most entrants"),
        help_text=_("Further requests go on the waiting list. Empty: no limit."),
        least=2,
        most=10_000,
        message=_("Enter a whole number from 2 to %(most)s, or leave it empty for no limit."),
        required=False,
    )

    def clean_unit(self) -> str:
        """Without a field for what is ranked, keep the current value."""
        unit: str = self.cleaned_data["unit"]
        return unit if unit in Tournament.Unit.values else self.initial["unit"]
