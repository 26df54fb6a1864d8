"""What a club shows one of its people: their place, their rating, the last evening and the next."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games.nights import night_of
from scoring.games.round_words import figure, plural
from scoring.people.rated.queries import Point, line_of, rating_of
from scoring.people.statistics.club import PersonWins
from scoring.people.statistics.games import people_met
from tournaments.pages.club.queries import MOST_DOTS, ClubPage, PersonRow, person_rows
from tournaments.pages.season.percent import in_percent
from tournaments.pages.season.short import SeasonInShort, season_in_short

FIRST = 3  # rows of the last evening
TEAMS = "teams"


@dataclass(frozen=True)
class InSeasonNow:
    """The viewer's place in the season: what there is to report, and where the table is."""

    rank: int
    of: int
    words: str
    address: str


@dataclass(frozen=True)
class RatedNow:
    """The viewer's rating, and its change on the last evening; 0 if they were absent."""

    rating: int
    band: int
    moved: int

    @property
    def moved_by(self) -> int:
        return abs(self.moved)


class OwnClub(ClubPage):
    """What a club shows one of its people.

    Read once; at most 15 queries, plus those of the season's page.
    """

    @cached_property
    def season(self) -> SeasonInShort | None:
        """The club's season; the viewer is in it, whether inside the club or not."""
        return season_in_short(self.club) if self.me or self.rights.inside else None

    @cached_property
    def _shown(self) -> list[PersonWins]:
        """Return the first three, or the first two and the viewer."""
        ones = self._last_ones
        own = [one for one in ones[FIRST:] if self.me and one.player == self.me.pk]
        return [*ones[: FIRST - len(own)], *own]

    @cached_property
    def _names(self) -> tuple[dict[int, str], frozenset[int]]:
        ahead = self._ahead
        return people_met({one.player for one in self._shown} | ({ahead[0]} if ahead else set()))

    @cached_property
    def rows(self) -> Sequence[PersonRow]:
        """Return rows of the last evening; nothing for visitors without a name here."""
        inside = self.me or self.rights.inside
        return person_rows(self._shown, self.me, self._names, MOST_DOTS) if inside else []

    @property
    def own_row(self) -> PersonRow | None:
        return next((row for row in self.rows if row.mine), None)

    @property
    def won_by(self) -> list[str]:
        """Return who won the last evening, several if tied."""
        first = [row for row in self.rows if row.rank == 1 and row.won.hits]
        level = sum(one.rank == 1 for one in self._last_ones)
        return [row.name for row in first] if level == len(first) else []

    @property
    def ranked(self) -> int:
        """Return how many people have a place on the last evening."""
        return len(self._last_ones)

    @property
    def heading(self) -> str:
        """Return who won the last evening: all of two tied winners, of more the number."""
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

    # One's own
    # ----------------------------------------------------------------------------------------------

    @cached_property
    def _ahead(self) -> tuple[int, float | Fraction] | None:
        """Return who is directly ahead in the season, and by how many points."""
        if self.season is None or self.me is None:
            return None
        own = next((one for one in self.season.rows if one.player == self.me.pk), None)
        if own is None:
            return None
        before = [one for one in self.season.rows if one.rank and one.points > own.points]
        return (before[-1].player, before[-1].points - own.points) if before else None

    @cached_property
    def in_season(self) -> InSeasonNow | None:
        """Return the viewer's place; None without a rank in a running season."""
        season = self.season
        own = (
            next((one for one in season.rows if self.me and one.player == self.me.pk), None)
            if season
            else None
        )
        if season is None or own is None or not own.rank:
            return None
        if season.by_percent:
            words = _("%(percent)s %%") % {"percent": own.total}
        else:
            text = ngettext("%(n)s point", "%(n)s points", plural(own.points))
            words = text % {"n": own.total}
        if self._ahead:
            who, by = self._ahead
            behind = {
                "n": in_percent(by) if season.by_percent else figure(by),
                "name": self._names[0].get(who, "?"),
            }
            words = _("%(points)s, %(n)s behind %(name)s") % {"points": words, **behind}
        return InSeasonNow(own.rank, len(season.rows), words, season.address)

    @cached_property
    def rated(self) -> RatedNow | None:
        """Return the viewer's rating; None while it is provisional, or the phone has no known
        owner.
        """
        rated = rating_of(self.me, TEAMS) if self.me else None
        if self.me is None or rated is None or rated.provisional:
            return None
        line = line_of(self.me, TEAMS)
        return RatedNow(rated.shown.rating, rated.shown.band, self._moved(line))

    def _moved(self, line: Sequence[Point]) -> int:
        on_that = [point for point in line if night_of(point.at) == self.last_day]
        before = [point for point in line if night_of(point.at) != self.last_day]
        return (
            line[-1].rating - before[-1].rating
            if on_that and before and line[-1] is on_that[-1]
            else 0
        )
