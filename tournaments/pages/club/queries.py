"""A club's page: the next evening, the last one, its people, a year in numbers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games.nights import night_of
from scoring.models import Evening, Player
from scoring.pages.club_frame import ClubFrame
from scoring.pages.people.queries import rounded
from scoring.pages.people.tables import GAMES
from scoring.people.statistics.at_tables import ROUNDS, SWEEPS
from scoring.people.statistics.club import (
    PersonWins,
    SeatedPlayer,
    YearNumbers,
    by_night,
    by_person,
    games_in,
    last_night,
    numbers_of,
    seats_of_year,
)
from scoring.people.statistics.games import people_met
from scoring.people.statistics.shares import Share
from scoring.rules.settings import GRAND, TICHU
from tournaments.match.on_paper import PaperSeat, matches_in, nights_on_paper
from tournaments.pages.club.access import Answers, answers_to
from tournaments.pages.club_member import ClubMember
from tournaments.pages.season.short import InSeason, SeasonInShort, season_in_short

SEASON_ROWS = 9
ROWS = 9  # people of the last evening on the club's page
PEOPLE = 6  # people of the year on it
LAST = 8  # games drawn for each person
MOST_DOTS = 12  # dots of an evening


@dataclass(frozen=True)
class PersonRow:
    """A person with their games as dots. `there` unless they were erased."""

    player: int
    name: str
    there: bool
    mine: bool
    rank: int
    won: Share
    dots: Sequence[SeatedPlayer]


@dataclass(frozen=True)
class SeasonRow:
    """A person's place in the season."""

    player: int
    name: str
    there: bool
    mine: bool
    place: InSeason


def person_rows(
    standings: Sequence[PersonWins],
    me: Player | None,
    names: tuple[dict[int, str], frozenset[int]],
    most: int,
) -> list[PersonRow]:
    """Return rows for these people, with their newest games. `names` comes from `people_met`."""
    called, there = names
    return [
        PersonRow(
            one.player,
            called.get(one.player, "?"),
            one.player in there,
            me is not None and one.player == me.pk,
            one.rank,
            one.share,
            one.games[-most:],
        )
        for one in standings
    ]


@dataclass(frozen=True)
class Night:
    """The figures of a night on which the club played."""

    day: date
    people: int
    games: int
    on_paper: int = 0  # matches of which only a sheet is known

    @classmethod
    def of(cls, day: date, seats: Iterable[SeatedPlayer], paper: Iterable[PaperSeat]) -> "Night":
        """Count the people at the tables of games and of matches on paper together."""
        seats, paper = list(seats), list(paper)
        people = {one.player for one in seats if one.player} | {one.player for one in paper}
        return cls(day, len(people), games_in(seats), matches_in(paper))


@dataclass(frozen=True)
class Number:
    """A figure of the year and its word.

    `address` leads to what it counts, empty for visitors who may not see names; `share` is set for
    percentages.
    """

    number: str
    word: str
    address: str
    share: Share | None = None


class ClubPage:
    """The club's own page. Read once; at most 14 queries, plus those of the season's page."""

    def __init__(self, frame: ClubFrame, asking: ClubMember | None = None) -> None:
        self.frame, self.club, self.rights, self.asking = frame, frame.club, frame.rights, asking

    @property
    def me(self) -> Player | None:
        return self.asking.player if self.asking else None

    @property
    def next(self) -> Evening | None:
        return self.frame.next

    @cached_property
    def coming(self) -> Answers | None:
        return answers_to(self.next, self.asking, self.rights) if self.next else None

    @cached_property
    def last_day(self) -> date | None:
        return last_night(self.club)

    @cached_property
    def year(self) -> int:
        return (self.last_day or night_of(timezone.now())).year

    @cached_property
    def seats(self) -> list[SeatedPlayer]:
        return seats_of_year(self.club, self.year) if self.last_day else []

    @cached_property
    def _nights(self) -> dict[date, list[SeatedPlayer]]:
        return by_night(self.seats)

    @cached_property
    def _paper(self) -> dict[date, list[PaperSeat]]:
        """Return who played matches on paper on the last night with games and since: one query."""
        tonight = night_of(timezone.now())
        return nights_on_paper(self.club, self.last_day or date(tonight.year, 1, 1), tonight)

    @cached_property
    def last(self) -> Night | None:
        """Return the last night with games."""
        if self.last_day is None:
            return None
        seats = self._nights.get(self.last_day, [])
        return Night.of(self.last_day, seats, self._paper.get(self.last_day, ()))

    @property
    def newest(self) -> Night | None:
        """Return the last night on which anything was played, if only matches on paper."""
        day = max(self._paper, default=None)
        if day is None or (self.last_day is not None and day <= self.last_day):
            return self.last
        return Night.of(day, (), self._paper[day])

    @cached_property
    def _last_ones(self) -> list[PersonWins]:
        return by_person(self._nights.get(self.last_day, [])) if self.last_day else []

    @cached_property
    def _shown(self) -> list[PersonWins]:
        own = [one for one in self._last_ones[ROWS:] if self.me and one.player == self.me.pk]
        return [*self._last_ones[:ROWS], *own]

    @cached_property
    def _year_ones(self) -> list[PersonWins]:
        return sorted(by_person(self.seats), key=lambda one: -len(one.games))

    @cached_property
    def season(self) -> SeasonInShort | None:
        """Return the club's season; visitors see it only if it is public."""
        return season_in_short(self.club) if self.rights.inside else None

    @cached_property
    def _of_season(self) -> list[InSeason]:
        """Return the first places of the season, and the viewer's wherever it is."""
        rows = self.season.rows if self.season else ()
        own = [one for one in rows[SEASON_ROWS:] if self.me and one.player == self.me.pk]
        return [*rows[:SEASON_ROWS], *own]

    @cached_property
    def season_rows(self) -> list[SeasonRow]:
        called, there = self._names
        return [
            SeasonRow(
                one.player,
                called.get(one.player, "?"),
                one.player in there,
                self.me is not None and one.player == self.me.pk,
                one,
            )
            for one in self._of_season
        ]

    @cached_property
    def _names(self) -> tuple[dict[int, str], frozenset[int]]:
        in_season = {one.player for one in self._of_season}
        return people_met(
            in_season | {one.player for one in (*self._shown, *self._year_ones[: 2 * PEOPLE])}
        )

    @cached_property
    def last_rows(self) -> list[PersonRow]:
        """Return the first rows and the viewer's own, wherever it is; nothing for visitors."""
        return (
            person_rows(self._shown, self.me, self._names, MOST_DOTS) if self.rights.inside else []
        )

    @cached_property
    def people_rows(self) -> list[PersonRow]:
        """Return the people of the year, without erased ones; nothing for visitors."""
        ones = self._year_ones[: 2 * PEOPLE] if self.rights.inside else []
        return [row for row in person_rows(ones, self.me, self._names, LAST) if row.there][:PEOPLE]

    @cached_property
    def _numbers(self) -> YearNumbers:
        return numbers_of(self.club, self.year, self.seats)

    @cached_property
    def numbers(self) -> list[Number]:
        """Return the year in figures, leaving out kinds of calls that nobody made."""
        if not self.seats:
            return []
        found, nights = self._numbers, len(self._nights)
        words: list[tuple[str, int | Share, str]] = [
            (GAMES, found.games, ngettext("game", "games", found.games)),
            (ROUNDS, found.rounds, ngettext("round", "rounds", found.rounds)),
            (TICHU, found.calls.share(TICHU), _("Tichus made")),
            (GRAND, found.calls.share(GRAND), _("Grands made")),
            (SWEEPS, found.sweeps, ngettext("double victory", "double victories", found.sweeps)),
        ]
        numbers = [self._number(figure, value, word) for figure, value, word in words]
        bombs = found.bombs.in_hundred
        if bombs is not None:
            numbers.append(Number(rounded(bombs, 1), _("bombs in a hundred rounds"), ""))
        evenings = f"{reverse('club_evenings', args=[self.club.pk])}?year={self.year}"
        return [
            *filter(None, numbers),
            Number(grouped(nights), ngettext("evening", "evenings", nights), evenings),
        ]

    def _number(self, figure: str, value: int | Share, word: str) -> Number | None:
        inside = self.rights.inside
        address = (
            f"{reverse('club_figure', args=[self.club.pk, figure])}?year={self.year}"
            if inside
            else ""
        )
        if not isinstance(value, Share):
            return Number(grouped(value), word, address)
        return Number(percent(value), word, address, value) if value.of else None


def grouped(number: int) -> str:
    """Group the digits of a large number as the language does."""
    return number_format(number, force_grouping=True)


def percent(share: Share) -> str:
    return _("%(n)s%%") % {"n": share.percent}
