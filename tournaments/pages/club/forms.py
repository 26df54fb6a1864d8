"""The form for an evening, and the summary of a series."""

from datetime import date, datetime, timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scoring.games.nights import night_of
from scoring.models import Club, Evening
from scoring.rules.words import gettext_noop
from scoring.templatetags.figures import short_night
from tournaments.clubs.actions.evenings import LONGEST, TAKEN, Plan, free_nights, series_starts
from tournaments.clubs.evenings import FORTNIGHTLY, MONTHLY, ONCE, WEEKLY
from tournaments.pages.forms import BoundedForm, DayField

USUAL = 12  # evenings of a weekly series without a chosen end
ROOM = 10  # times the allowed length is echoed back
EVERY = (
    (ONCE, gettext_lazy("Only this evening")),
    (WEEKLY, gettext_lazy("Every week")),
    (FORTNIGHTLY, gettext_lazy("Every other week")),
    (MONTHLY, gettext_lazy("Every month, on the same weekday")),
)
NO_DAY = gettext_noop("Enter a date such as 2026-11-21.")
NO_TIME = gettext_lazy("Enter a time such as 19:30.")
NO_WAY = gettext_lazy("Choose how often.")


class EveningForm(BoundedForm):
    """An evening."""

    day = DayField(label=gettext_lazy("Day"), message=gettext_lazy(NO_DAY))
    at = forms.TimeField(
        label=gettext_lazy("Begins"),
        input_formats=["%H:%M", "%H:%M:%S"],
        error_messages={"required": NO_TIME, "invalid": NO_TIME},
    )
    title = forms.CharField(label=gettext_lazy("Title (optional)"), required=False)
    place = forms.CharField(label=pgettext_lazy("where people meet", "Place"), required=False)
    words = forms.CharField(label=gettext_lazy("Anything else"), required=False)

    kept = {name: most * ROOM for name, most in LONGEST.items()}

    @property
    def plan(self) -> Plan:
        """Return the plan of a valid form."""
        return Plan(**{name: self.cleaned_data[name] for name in ("day", "at", *LONGEST)})


class SeriesForm(EveningForm):
    """An evening, or a series that begins with it."""

    every = forms.TypedChoiceField(
        choices=EVERY, required=False, empty_value=ONCE, error_messages={"invalid_choice": NO_WAY}
    )
    until = DayField(
        label=gettext_lazy("Last day of the series"),
        message=gettext_lazy(NO_DAY),
        required=False,
    )

    @property
    def series(self) -> tuple[Plan, str, date | None]:
        """Return the plan of a valid form, how often it repeats, and until when."""
        return self.plan, self.cleaned_data["every"], self.cleaned_data["until"]


def texts_of(evening: Evening) -> dict[str, str]:
    """Return an evening as the fields' texts."""
    at = timezone.localtime(evening.starts_at)
    texts = {name: getattr(evening, name) for name in LONGEST}
    return {"day": f"{at:%Y-%m-%d}", "at": f"{at:%H:%M}", **texts}


def proposal(club: Club) -> dict[str, str]:
    """Return the texts for a week after the last evening, at its time and place, or a week from
    today.
    """
    last = Evening.objects.filter(club=club, called_off_at__isnull=True).order_by("-night").first()
    today = night_of(timezone.now())
    day = max(last.night, today) + timedelta(days=7) if last else today + timedelta(days=7)
    return {
        "day": day.isoformat(),
        "at": f"{timezone.localtime(last.starts_at):%H:%M}" if last else "19:30",
        "place": last.place if last else "",
        "every": ONCE,
        "until": (day + timedelta(days=7 * (USUAL - 1))).isoformat(),
    }


def describe_series(club: Club, form: SeriesForm) -> str:
    """Describe a series: how many evenings it has and the last of them, or what is wrong.

    Empty for a single evening.
    """
    if form.data["every"] in ("", ONCE):
        return ""
    if form.is_valid():
        with form.collect_errors():
            return _in_words(club, series_starts(*form.series))
    return next(str(errors[0]) for errors in form.errors.values())


def _in_words(club: Club, starts: dict[date, datetime]) -> str:
    free = free_nights(club, starts)
    if not free:
        return _(TAKEN)
    said = {"n": len(free), "day": short_night(free[-1])}
    text = (
        ngettext("%(n)s evening, on %(day)s.", "%(n)s evenings, until %(day)s.", len(free)) % said
    )
    if taken := len(starts) - len(free):
        text += " " + ngettext(
            "%(n)s day already has an evening, which stays as it is.",
            "%(n)s days already have an evening, which stays as it is.",
            taken,
        ) % {"n": taken}
    return text
