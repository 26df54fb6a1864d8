"""Records of a club as its pages show them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.games.nights import FIRST_YEAR, LAST_YEAR, between, year_of
from scoring.games.round_words import figure, signed
from scoring.models import Club
from scoring.people.statistics import records as figures
from scoring.people.statistics.games import people_met
from scoring.people.statistics.records import Record, broken, records_of

# All games
ALWAYS = year_of(FIRST_YEAR)[0], year_of(LAST_YEAR)[1]
TITLES = {
    figures.RUN: gettext_lazy("Longest run of games won"),
    figures.GAME: gettext_lazy("Highest game"),
    figures.WIN: gettext_lazy("Clearest win"),
    figures.COMEBACK: gettext_lazy("Largest comeback"),
    figures.ROUND: gettext_lazy("Highest round"),
    figures.GRANDS: gettext_lazy("Most Grand Tichus made in an evening"),
    figures.TICHUS: gettext_lazy("Most Tichus made in an evening"),
    figures.LONGEST: gettext_lazy("Longest game"),
    figures.FULLEST: gettext_lazy("Most players in one evening"),
}


def value_words(record: Record) -> str:
    """Return a record's value with its unit."""
    n = record.value
    if record.key == figures.RUN:
        return ngettext("%(n)s game", "%(n)s games", n) % {"n": n}
    if record.key == figures.LONGEST:
        return ngettext("%(n)s round", "%(n)s rounds", n) % {"n": n}
    if record.key == figures.FULLEST:
        return ngettext("%(n)s person", "%(n)s people", n) % {"n": n}
    if record.key == figures.COMEBACK:
        return _("from −%(points)s") % {"points": figure(n)}
    if record.key in (figures.WIN, figures.ROUND):
        return signed(n)
    return figure(n)


@dataclass(frozen=True)
class RecordRow:
    """A record as shown; `address` leads to its games or rounds."""

    record: Record
    names: Sequence[str]
    address: str

    @property
    def title(self) -> str:
        return str(TITLES[self.record.key])

    @property
    def value(self) -> str:
        return value_words(self.record)

    @property
    def day(self) -> date:
        return self.record.night


def record_rows(club: Club, found: Iterable[Record], **period: str) -> list[RecordRow]:
    """Return rows for these records of a period, which the address names. One query."""
    found = list(found)
    names = people_met({one for record in found for one in record.people if one})[0]
    asked = f"?{urlencode(period)}" if period else ""
    return [
        RecordRow(
            one,
            [names.get(person or 0) or _("somebody without a name") for person in one.people],
            reverse("club_record", args=[club.pk, one.key]) + asked,
        )
        for one in found
    ]


def records_broken(club: Club, night: date) -> list[RecordRow]:
    """Return the club's records that were broken on an evening, as they were when it ended."""
    began, until = between(night, night)
    found = broken(records_of(club, ALWAYS[0], began), records_of(club, ALWAYS[0], until))
    return record_rows(club, found, until=night.isoformat())
