"""The form for an evening, and the summary of a series."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, time, timedelta

from django.utils import timezone
from django.utils.dateparse import parse_date, parse_time
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games.actions.common import rule_error
from scoring.games.nights import night_of
from scoring.models import Club, Evening
from scoring.pages.common import by_field
from scoring.rules import Mistake, RuleError
from scoring.rules.words import gettext_noop
from scoring.templatetags.figures import short_night
from tournaments.clubs.actions.evenings import LONGEST, TAKEN, Plan, free_nights, series_starts
from tournaments.clubs.evenings.series import ONCE, WAYS

FIELDS = ("day", "at", *LONGEST, "every", "until")
USUAL = 12  # evenings of a weekly series without a chosen end
ROOM = 10  # times the allowed length is echoed back
EVERY = {
    "once": gettext_noop("Only this evening"),
    "weekly": gettext_noop("Every week"),
    "fortnightly": gettext_noop("Every other week"),
    "monthly": gettext_noop("Every month, on the same weekday"),
}


@dataclass
class EveningForm:
    """The fields as typed, with their errors."""

    typed: dict[str, str]
    errors: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, sent: Mapping[str, str]) -> "EveningForm":
        return cls(
            {
                name: sent.get(name, "").replace("\0", "")[: LONGEST.get(name, 20) * ROOM]
                for name in FIELDS
            }
        )

    @classmethod
    def of_evening(cls, evening: Evening) -> "EveningForm":
        at = timezone.localtime(evening.starts_at)
        texts = {name: getattr(evening, name) for name in LONGEST}
        return cls(
            {"day": f"{at:%Y-%m-%d}", "at": f"{at:%H:%M}", **texts, "every": ONCE, "until": ""}
        )

    @classmethod
    def blank(cls, club: Club) -> "EveningForm":
        """Return a form for a week after the last evening, at its time and place, or a week from
        today.
        """
        last = (
            Evening.objects.filter(club=club, called_off_at__isnull=True).order_by("-night").first()
        )
        today = night_of(timezone.now())
        day = max(last.night, today) + timedelta(days=7) if last else today + timedelta(days=7)
        at = f"{timezone.localtime(last.starts_at):%H:%M}" if last else "19:30"
        until = day + timedelta(days=7 * (USUAL - 1))
        typed = dict.fromkeys(FIELDS, "") | {
            "day": day.isoformat(),
            "at": at,
            "every": ONCE,
            "until": until.isoformat(),
        }
        return cls(typed | {"place": last.place if last else ""})

    @property
    def ways(self) -> list[tuple[str, str, bool]]:
        """Return the ways to repeat an evening, their labels, and which is chosen."""
        chosen = self.typed["every"] if self.typed["every"] in WAYS else ONCE
        return [(way, EVERY[way], way == chosen) for way in WAYS]

    def read(self) -> tuple[Plan, str, date | None]:
        """Return the plan, how often it repeats, and until when.

        Raises RuleError for an invalid date or time.
        """
        mistakes: list[Mistake] = []
        found: dict[str, date | time | None] = {}
        for name, parse in (("day", parse_date), ("at", parse_time), ("until", parse_date)):
            try:
                found[name] = _parsed(parse, self.typed[name].strip(), name, empty=name == "until")
            except RuleError as error:
                mistakes += error.mistakes
        if mistakes:
            raise RuleError(tuple(mistakes))
        day, at, until = found["day"], found["at"], found["until"]
        assert isinstance(day, date) and isinstance(at, time)  # noqa: PT018, S101  (what is empty was refused)
        texts = {name: self.typed[name] for name in LONGEST}
        every = self.typed["every"] or ONCE
        return (
            Plan(day, at.replace(tzinfo=None), **texts),
            every,
            until if isinstance(until, date) else None,
        )


def describe_series(club: Club, form: EveningForm) -> str:
    """Describe a series: how many evenings it has and the last of them, or what is wrong.

    Empty for a single evening.
    """
    if form.typed["every"] in ("", ONCE):
        return ""
    try:
        starts = series_starts(*form.read())
    except RuleError as error:
        return next(iter(by_field(error.mistakes).values()))
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


def _parsed(
    parse: Callable[[str], date | time | None], text: str, name: str, *, empty: bool
) -> date | time | None:
    if empty and not text:
        return None
    try:
        value = parse(text)
    except ValueError:
        value = None
    if value is None:
        raise rule_error("bad_date", name, NO_TIME if name == "at" else NO_DAY)
    return value


NO_DAY = gettext_noop("Enter a date such as 2026-11-21.")
NO_TIME = gettext_noop("Enter a time such as 19:30.")
