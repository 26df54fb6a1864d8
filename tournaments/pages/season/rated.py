"""Seasons ranked by rating: everybody at its events, by their ratings at its end."""

import datetime
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games.nights import start_of
from scoring.models import Player
from scoring.people.rated.queries import Rated, ranks_before, table_before, table_of
from tournaments.models import Season
from tournaments.pages.season.access import SeasonViewer
from tournaments.pages.season.percent import PercentSeasonPage
from tournaments.pages.season.queries import Opened, SeasonCell, SeasonPage
from tournaments.seasons.formula import PERCENT, RATING
from tournaments.seasons.table import Cell, Row

FAMILY = "teams"  # games of two teams


class RatedSeasonPage(SeasonPage):
    """A season's page by rating.

    Cells have places, and the number is the rating; possible final ranks are unknown.
    """

    by_rating = True
    leaves_out = False

    @property
    def head(self) -> str:
        return _("Rating")

    @cached_property
    def ratings(self) -> Mapping[int, Rated]:
        """Return the ratings by person. At most ten queries."""
        rated = table_of(self._people, FAMILY)
        if self.over:
            rated = table_before(self._people, FAMILY, self._end)
        return {one.player: one for one in rated}

    @cached_property
    def _people(self) -> list[Player]:
        return list(Player.objects.filter(pk__in=self._places).select_related("club", "device"))

    @cached_property
    def _ranks_before(self) -> Mapping[int, int]:
        """Return the ranks before the newest event; none before the second. Two queries."""
        played = self.course.played
        return (
            ranks_before(self._people, FAMILY, start_of(played[-1].day)) if len(played) > 1 else {}
        )

    @property
    def over(self) -> bool:
        """Whether it is over: ratings change until the last day, whatever is planned."""
        return self._end <= timezone.now()

    @property
    def _end(self) -> datetime.datetime:
        return start_of(self.season.last + datetime.timedelta(days=1))

    @cached_property
    def _places(self) -> Mapping[int, Row]:
        return {row.person: row for row in self.table}

    @cached_property
    def rows(self) -> list[Row]:
        """Return those with a rank, then those with too few games for one, then those without a
        rating.
        """
        found = [
            Row(
                person,
                one.rank or 0,
                one.shown.rating,
                self._places[person].cells,
                self._moved(person, one.rank),
            )
            for person, one in self.ratings.items()
        ]
        return found + [
            Row(person, 0, 0, row.cells)
            for person, row in self._places.items()
            if person not in self.ratings
        ]

    def _moved(self, person: int, rank: int | None) -> int | None:
        before = self._ranks_before.get(person)
        return before - rank if before and rank else None

    def _shown(self, cell: Cell) -> SeasonCell:
        return SeasonCell(str(cell.result.place), cell.won, counts=True)

    def _opened(self, at: int) -> Opened:
        one = self.ratings.get(self.rows[at].person)
        if one is None:
            return Opened((), (), [_("No two-team games rated yet.")])
        values = {"rating": one.shown.rating, "band": one.shown.band, "games": one.games}
        text = ngettext(
            "%(rating)s ± %(band)s after %(games)s game.",
            "%(rating)s ± %(band)s after %(games)s games.",
            one.games,
        )
        said = [text % values]
        if one.provisional:
            said.append(_("Provisional: too few games yet."))
        return Opened((), (), said)


def page_of(
    season: Season, viewer: SeasonViewer, opened: int = 0, typed: str = "", **more: Any
) -> SeasonPage:
    """Return a season's page by its kind of ranking; `more` are its arguments."""
    kinds: Mapping[str, type[SeasonPage]] = {RATING: RatedSeasonPage, PERCENT: PercentSeasonPage}
    return kinds.get(season.formula["kind"], SeasonPage)(season, viewer, opened, typed, **more)
