"""Parse points and dates as directors type them: whole or half points, with comma or point, any
kind of minus.
"""

from datetime import date, datetime

from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime

from scoring.games.parsing import number_typed
from scoring.rules import RuleError
from scoring.rules.words import gettext_noop
from tournaments.actions.common import rule_error
from tournaments.actions.match_dates import YEARS
from tournaments.standings.lines import Number

LARGEST = 100_000


def typed_points(text: str, field: str) -> Number | None:
    """Parse ranking points, whole or halves; None if empty. Raises RuleError (`bad_number`)."""
    if not text.strip():
        return None
    value = number_typed(text)
    if value is None or value.denominator > 2 or abs(value) > LARGEST:
        raise rule_error(
            "bad_number",
            field,
            gettext_noop("Enter a number up to %(most)s, such as 2 or 2.5."),
            most=LARGEST,
        )
    return value.numerator if value.denominator == 1 else value


def typed_whole(text: str, field: str) -> int | None:
    """Parse whole Tichu points or per cent; None if empty. Raises RuleError (`bad_number`)."""
    if not text.strip():
        return None
    value = number_typed(text)
    if value is None or value.denominator != 1 or abs(value) > LARGEST:
        raise rule_error(
            "bad_number",
            field,
            gettext_noop("Enter a whole number up to %(most)s, such as 200."),
            most=LARGEST,
        )
    return value.numerator


def typed_day(text: str, field: str) -> date | None:
    """Parse a day from a date field; None if empty. Raises RuleError (`bad_date`)."""
    try:
        day = parse_date(text.strip())
    except ValueError as error:
        raise _no_date(field) from error
    if (day is None and text.strip()) or (day is not None and day.year not in YEARS):
        raise _no_date(field)
    return day


def typed_moment(text: str, field: str) -> datetime | None:
    """Parse a date with time from a form, in the site's time zone; None if empty.

    Raises RuleError (`bad_date`).
    """
    if not text.strip():
        return None
    try:
        moment = parse_datetime(text.strip())
    except ValueError as error:
        raise _no_date(field) from error
    if moment is None or moment.year not in YEARS:
        raise _no_date(field)
    return moment if timezone.is_aware(moment) else timezone.make_aware(moment)


def _no_date(field: str) -> RuleError:
    return rule_error(
        "bad_date",
        field,
        gettext_noop("Enter a day such as 2026-11-21 with a time such as 19:30."),
    )
