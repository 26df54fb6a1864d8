"""The front page of a phone that has joined a club: what the club and its owner have to say there."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.access.devices import known_device
from scoring.evenings.nights import night_of
from scoring.models import Club
from scoring.pages.club.answers import Me, who_is
from scoring.pages.club.queries import ClubPage, PersonRow
from scoring.pages.club_frame import ClubFrame
from scoring.permissions import rights_in
from scoring.rated.reading import Point, line_of, rating_of
from scoring.statistics.club import Won
from scoring.statistics.games import people_met
from scoring.wording import figure

FIRST = 3  # of the last evening
TEAMS = "teams"


@dataclass(frozen=True)
class InSeasonNow:
    """One's place in the season: what there is to say of it, and where the table is."""

    rank: int
    words: str
    address: str


@dataclass(frozen=True)
class RatedNow:
    """One's rating, with how far the last evening moved it; 0 where one was not there."""

    rating: int
    band: int
    moved: int

    @property
    def moved_by(self) -> int:
        return abs(self.moved)


class FrontClub(ClubPage):
    """Read once; at most 15 queries, and those of the season's page where there is a season."""

    @cached_property
    def asks_first(self) -> bool:
        """Whether the next evening waits for an answer: the one red button, where no game is being played."""
        return bool(self.coming and self.coming.asks and self.coming.mine is None)

    @cached_property
    def _shown(self) -> list[Won]:
        """The first three, or the first two and one's own."""
        ones = self._last_ones
        own = [one for one in ones[FIRST:] if self.me and one.player == self.me.pk]
        return [*ones[: FIRST - len(own)], *own]

    @cached_property
    def _names(self) -> tuple[dict[int, str], frozenset[int]]:
        ahead = self._ahead
        return people_met({one.player for one in self._shown} | ({ahead[0]} if ahead else set()))

    @property
    def rows(self) -> Sequence[PersonRow]:
        return self.last_rows

    @property
    def heading(self) -> str:
        """Who won the last evening: of several equals all, and of more than two how many."""
        first = [row for row in self.rows if row.rank == 1 and row.won.hits]
        level = sum(one.rank == 1 for one in self._last_ones)
        if not first or level > 2:
            return _("Last evening")
        if len(first) == 1:
            if first[0].mine:
                return _("You won the last evening")
            return _("%(name)s won the last evening") % {"name": first[0].name}
        one, other = (row.name for row in first)
        return _("%(one)s and %(other)s won the last evening") % {"one": one, "other": other}

    # One's own -----------------------------------------------------------------------------------------------------

    @cached_property
    def _ahead(self) -> tuple[int, float | Fraction] | None:
        """Who stands right before one in the season, and by how many points."""
        rows = self.season.rows if self.season and self.me else ()
        own = next((one for one in rows if self.me and one.player == self.me.pk), None)
        before = [one for one in rows if own and one.points > own.points]
        return (before[-1].player, before[-1].points - own.points) if own and before else None

    @cached_property
    def in_season(self) -> InSeasonNow | None:
        """None where one has no rank in a running season."""
        season = self.season
        own = next((one for one in season.rows if self.me and one.player == self.me.pk), None) if season else None
        if season is None or own is None or not own.rank:
            return None
        words = ngettext("%(n)s point", "%(n)s points", _whole(own.points)) % {"n": figure(own.points)}
        if self._ahead:
            who, by = self._ahead
            behind = {"n": figure(by), "name": self._names[0].get(who, "?")}
            words = _("%(points)s, %(n)s behind %(name)s") % {"points": words, **behind}
        return InSeasonNow(own.rank, words, season.address)

    @cached_property
    def rated(self) -> RatedNow | None:
        """None while it is provisional, or nobody knows whose phone this is."""
        rated = rating_of(self.me, TEAMS) if self.me else None
        if self.me is None or rated is None or rated.provisional:
            return None
        line = line_of(self.me, TEAMS)
        return RatedNow(rated.shown.rating, rated.shown.band, self._moved(line))

    def _moved(self, line: Sequence[Point]) -> int:
        on_that = [point for point in line if night_of(point.at) == self.last_day]
        before = [point for point in line if night_of(point.at) != self.last_day]
        return line[-1].rating - before[-1].rating if on_that and before and line[-1] is on_that[-1] else 0

    @property
    def my_page(self) -> str:
        """Where one's own page is; where nobody has said whose phone this is, the page that asks."""
        return f"{reverse('club_me', args=[self.club.pk])}?mine=1"

    @property
    def initial(self) -> str:
        return self.me.name[:1].upper() if self.me else ""


def _whole(points: float | Fraction) -> int:
    """The number by which words are chosen: of a part of a point the plural's."""
    return int(points) if points == int(points) else 2


def front_club(request: HttpRequest) -> FrontClub | None:
    """None for a phone that has joined none."""
    device = known_device(request)
    club: Club | None = device.club if device else None
    if device is None or club is None:
        return None
    rights = rights_in(club, device, request.user)
    me: Me | None = who_is(club.pk, rights, device, request.user)
    return FrontClub(ClubFrame(club, rights, ""), me)
