"""Template filters and tags: numbers and chain heads for people, data for scripts."""

from datetime import date, datetime
from fractions import Fraction
from typing import Any, Protocol

from django import template
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone
from django.utils.formats import date_format, get_format, time_format
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.games.chain import code
from scoring.games.round_words import figure, plural, signed

register = template.Library()
register.filter("figure", figure)
register.filter("signed", signed)
register.filter("plural", plural)
register.filter("seal", code)


class Tight(DjangoJSONEncoder):
    """JSON without spaces, and with non-ASCII letters left unescaped."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options | {"ensure_ascii": False, "separators": (",", ":")})


@register.filter
def packed_json(value: object, element_id: str) -> SafeString:
    """Return Django's `json_script` as short as possible, for a page where every byte counts."""
    return json_script(value, element_id, encoder=Tight)


@register.filter
def pts(points: str) -> str:
    """Return formatted points, abbreviated: "2½ pts"; a single one is a word.

    A percentage stays as it is, and so does a dash for none.
    """
    if points.endswith(("%", "\N{EN DASH}")):
        return points
    text = (
        ngettext("%(points)s point", "%(points)s points", 1)
        if points.lstrip("+\N{MINUS SIGN}") == "1"
        else _("%(points)s pts")
    )
    return text % {"points": points}


@register.filter
def pts_of(points: float | Fraction) -> str:
    """Return a number of points in words: "1 point", "99 points"."""
    return ngettext("%(points)s point", "%(points)s points", plural(points)) % {
        "points": figure(points)
    }


class Page(Protocol):
    """A page whose figures link to what they count."""

    def figure_url(self, kind: str, figure: str) -> str: ...


@register.simple_tag
def figure_url(page: Page, kind: str, figure: str) -> str:
    """Return the address of the "rounds" or "games" behind a figure."""
    return page.figure_url(kind, figure)


@register.filter
def month_beside_day(day: date) -> str:
    """Return a month in full, in the form used beside a day: the genitive in languages that have
    it.
    """
    return date_format(day, _month_beside_day())


def _month_beside_day() -> str:
    """Return the letter for it, as Django's date filter reads it."""
    return "E" if "E" in get_format("MONTH_DAY_FORMAT") else "F"


def _in_short(day: date, wanted: str) -> str:
    """Return a day with its month abbreviated; May, which is short already, in the form used
    beside a day: "29 мая", not "29 май".
    """
    if date_format(day, "b") == date_format(day, "F").lower():
        wanted = wanted.replace("b", _month_beside_day())
    return date_format(day, wanted)


@register.filter
def short_month(day: date) -> str:
    """Return a month alone, abbreviated: "Nov"."""
    return date_format(day, pgettext("a month alone, as Django's date filter writes it", "M"))


@register.filter
def month_of(at: datetime) -> str:
    """Return a month with its year, abbreviated: "Nov 2026"."""
    return date_format(
        at, pgettext("a month with its year, as Django's date filter writes it", "M Y")
    )


@register.filter
def short_day(at: datetime) -> str:
    """Return a day, abbreviated: "8 Nov", with its year unless that is the current one."""
    at = timezone.localtime(at)
    if at.year == timezone.localtime().year:
        return short_date(at)
    return _in_short(
        at, pgettext("a day with its year, as Django's date filter writes it", "j M Y")
    )


@register.filter
def full_day(at: datetime) -> str:
    """Return a day in full: "8 November", with its year unless that is the current one."""
    at = timezone.localtime(at)
    this_year = at.year == timezone.localtime().year
    return date_format(at, "MONTH_DAY_FORMAT" if this_year else "DATE_FORMAT")


def short_date(day: date) -> str:
    """Return a day without its year, abbreviated: "8 Nov"."""
    return _in_short(
        day, pgettext("a day without its year, as Django's date filter writes it", "j M")
    )


@register.filter
def today_or_day(at: datetime) -> str:
    """Return the time for today, else the day."""
    here = timezone.localtime(at)
    return time_format(here) if here.date() == timezone.localdate() else short_day(at)


@register.filter
def short_night(day: date) -> str:
    """Return an evening with its weekday, abbreviated: "Fri 20 Nov"."""
    if day.year != timezone.localtime().year:
        return _in_short(
            day, pgettext("a weekday and its year, as Django's date filter writes it", "D j M Y")
        )
    return _in_short(
        day, pgettext("a weekday without its year, as Django's date filter writes it", "D j M")
    )
