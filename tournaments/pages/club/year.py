"""A club's year on one page, to print: evenings, games, people, winners, records."""

from collections.abc import Sequence
from datetime import date
from functools import cached_property

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.games.nights import FIRST_YEAR, LAST_YEAR, year_of
from scoring.pages.club_frame import ClubFrame
from scoring.people.statistics.club import PersonWins, SeatedPlayer, by_person, seats_of_year
from scoring.people.statistics.games import people_met
from scoring.people.statistics.records import records_of
from tournaments.pages.club.access import INSIDE, ClubRequest, of_club
from tournaments.pages.club.all_time import AllTime, Finished
from tournaments.pages.club.evenings import HERE
from tournaments.pages.club.nights import EveningRow, EveningsPage
from tournaments.pages.club.queries import ClubPage, Number
from tournaments.pages.club.record_rows import RecordRow, record_rows
from tournaments.stage.corrections import Correction, corrections_of, each_once


class YearPage:
    """A club's year. Read once: at most 40 queries, and those of `AllTime`."""

    def __init__(self, frame: ClubFrame, year: int) -> None:
        self.frame, self.club, self.year = frame, frame.club, year
        self.evenings_page = EveningsPage(frame, year)

    @property
    def there(self) -> bool:
        return bool(self.evenings or self.won)

    @property
    def years(self) -> list[int]:
        return self.evenings_page.years

    @cached_property
    def evenings(self) -> list[EveningRow]:
        """Return the evenings that took place, oldest first."""
        return [row for row in self.evenings_page.past[::-1] if not row.called_off]

    @property
    def on_paper(self) -> int:
        """Return how many tournament matches of the year are known from a sheet alone."""
        return sum(row.played.on_paper for row in self.evenings if row.played)

    @property
    def today(self) -> date:
        return self.evenings_page.today

    @cached_property
    def seats(self) -> list[SeatedPlayer]:
        return seats_of_year(self.club, self.year)

    @property
    def numbers(self) -> list[Number]:
        page = ClubPage(self.frame)
        page.year, page.seats = self.year, self.seats
        return page.numbers

    @cached_property
    def people(self) -> list[tuple[str, PersonWins]]:
        """Return everybody's games of the year, the most games won first."""
        ranked = by_person(self.seats)
        names, there = people_met(one.player for one in ranked)
        return [(names[one.player], one) for one in ranked if one.player in there]

    @cached_property
    def won(self) -> list[tuple[Finished, list[str]]]:
        """Return the seasons and tournaments that ended in the year with their winners, oldest
        first.
        """
        of = AllTime(self.club, self.frame.rights)
        return [
            (event, [of.names[who] for who, place in event.places.items() if place == 1])
            for event in of.events[::-1]
            if event.day.year == self.year
        ]

    @property
    def corrections(self) -> Sequence[Correction]:
        """Return what was corrected after the end of these tournaments: one query if there are
        any.
        """
        over = [event.tournament for event, _names in self.won if event.tournament is not None]
        found = corrections_of(over)
        return each_once([one for own in over for one in found.get(own.pk, ())])

    @cached_property
    def records(self) -> list[RecordRow]:
        found = records_of(self.club, *year_of(self.year))
        return record_rows(self.club, found, year=str(self.year))


@require_safe
@of_club(INSIDE)
def year(request: ClubRequest, year: int) -> HttpResponse:
    """Show a club's year for the printer."""
    page = YearPage(ClubFrame(request.club, request.rights, HERE), year)
    if not FIRST_YEAR <= year <= LAST_YEAR or page.evenings_page.year != year or not page.there:
        raise Http404(_("There are no games from this year."))
    return render(request, "tournaments/club/year.html", {"page": page})
