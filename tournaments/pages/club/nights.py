"""What the pages of a club's evenings show: planned ones, and every night on which it played."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.games.nights import FIRST_YEAR, night_of
from scoring.games.permissions import Rights
from scoring.models import Answer, Device, Evening, Player
from scoring.pages.club_frame import ClubFrame
from scoring.pages.long_list import rows_shown
from scoring.pages.people.tables import TableRow, table_rows
from scoring.people.statistics.club import (
    PersonWins,
    SeatedPlayer,
    by_night,
    by_person,
    first_night,
    for_ranks,
    seats_of_night,
    seats_of_year,
    tables_of,
)
from scoring.people.statistics.games import names_of, people_met
from scoring.people.statistics.shares import Share
from scoring.rules import USUAL, VARIANTS
from tournaments.match.on_paper import PaperSeat, nights_on_paper
from tournaments.pages.club.access import Answers, answers_to
from tournaments.pages.club.queries import MOST_DOTS, Night, PersonRow, person_rows
from tournaments.pages.club.record_rows import RecordRow, records_broken
from tournaments.pages.club_member import ClubMember
from tournaments.pages.season.short import Event, events_held

MOST_PLANNED = 200
FIRST = 5  # people of an evening shown initially
MOST_TABLES = 120  # games of an evening in its list


@dataclass(frozen=True)
class EveningRow:
    """An evening in the list: planned, played or both.

    `won` names the winners at the tables; `own` is the viewer's place among `ranked` people.
    Visitors see neither. `games` names what was played, unless it is the club's usual game.
    `coming` is the viewer's answer, None without one.
    """

    day: date
    planned: Evening | None
    played: Night | None
    events: Sequence[Event]
    won: Sequence[str] = ()
    own: int | None = None
    ranked: int = 0
    asked: bool = False
    games: Sequence[str] = ()
    coming: bool | None = None

    @property
    def won_alone(self) -> bool:
        """Whether the viewer won alone."""
        return self.own == 1 and len(self.won) == 1

    @property
    def missed(self) -> bool:
        """Whether it was played without the viewer."""
        return self.asked and self.ranked > 0 and self.own is None

    @property
    def called_off(self) -> bool:
        return self.planned is not None and self.planned.called_off


class EveningsPage:
    """The evenings to come and those of a year, newest first.

    Thirteen queries, plus those for winners of events.
    """

    def __init__(self, frame: ClubFrame, asked: int, asking: ClubMember | None = None) -> None:
        self.frame, self.club, self.asking = frame, frame.club, asking
        self.today = night_of(timezone.now())
        self.year = min(max(asked or self.today.year, FIRST_YEAR), self.today.year)

    @cached_property
    def first_year(self) -> int:
        """Return the year of the first game or planned evening."""
        planned = (
            Evening.objects.filter(club=self.club)
            .order_by("night")
            .values_list("night", flat=True)
            .first()
        )
        return min(day.year for day in (planned, first_night(self.club), self.today) if day)

    @property
    def years(self) -> list[int]:
        return list(range(self.today.year, self.first_year - 1, -1))

    @cached_property
    def coming(self) -> list[EveningRow]:
        """Return the evenings from tonight on, the next first; not a tournament that is over."""
        planned = Evening.objects.filter(club=self.club, night__gte=self.today).order_by(
            "night", "pk"
        )[:MOST_PLANNED]
        rows = list(planned)
        last = max((one.night for one in rows), default=self.today)
        events = self._events(self.today, max(last, date(self.today.year, 12, 31)))
        if all(one.won for one in events.get(self.today, ())):
            events.pop(self.today, None)
        return [
            self._row(day, rows, events) for day in sorted({*(one.night for one in rows), *events})
        ]

    @cached_property
    def played(self) -> dict[date, Night]:
        """Return the nights of the year on which the club played."""
        days = self._seats.keys() | self._paper.keys()
        return {
            day: Night.of(day, self._seats.get(day, ()), self._paper.get(day, ())) for day in days
        }

    @cached_property
    def _paper(self) -> dict[date, list[PaperSeat]]:
        """Return who played matches on paper, by night: one query."""
        return nights_on_paper(self.club, date(self.year, 1, 1), date(self.year, 12, 31))

    @cached_property
    def _seats(self) -> dict[date, list[SeatedPlayer]]:
        return by_night(seats_of_year(self.club, self.year))

    @cached_property
    def _ranks(self) -> dict[date, list[PersonWins]]:
        """Return how many games people won, by night; nothing for visitors."""
        return (
            {day: by_person(seats) for day, seats in self._seats.items()}
            if self.frame.rights.inside
            else {}
        )

    @cached_property
    def _names(self) -> dict[int, str]:
        """Return the names of winners of an evening."""
        return names_of(
            one.player for ranks in self._ranks.values() for one in ranks if one.rank == 1
        )

    @cached_property
    def _answers(self) -> dict[date, bool]:
        """Return the viewer's answers to evenings to come: one query."""
        me = self.asking.player if self.asking else None
        own = Answer.objects.filter(
            player=me, evening__club=self.club, evening__night__gte=self.today
        )
        return dict(own.values_list("evening__night", "coming")) if me else {}

    @property
    def empty(self) -> bool:
        """Whether to report that the year has no evening.

        It is not reported if only evenings to come exist.
        """
        return not self.past and not self.played and not (self.coming and len(self.years) == 1)

    @property
    def times_there(self) -> int:
        """Return on how many evenings of the year the viewer played."""
        return sum(row.own is not None for row in self.past)

    @property
    def times_ranked(self) -> int:
        return sum(row.ranked > 0 for row in self.past)

    def _events(self, first: date, last: date) -> dict[date, list[Event]]:
        return _by_day(events_held(self.club, first, last, inside=self.frame.rights.inside))

    def _row(
        self, day: date, planned: Sequence[Evening], events: dict[date, list[Event]]
    ) -> EveningRow:
        ranks = self._ranks.get(day, [])
        me = self.asking.player.pk if self.asking else None
        return EveningRow(
            day,
            best_of([one for one in planned if one.night == day]),
            self.played.get(day),
            events.get(day, []),
            won=winners(ranks, self._names),
            own=next((one.rank for one in ranks if one.player == me), None),
            ranked=len(ranks),
            asked=me is not None,
            games=game_names(self._seats.get(day, ())),
            coming=self._answers.get(day),
        )

    @cached_property
    def past(self) -> list[EveningRow]:
        """Return the past evenings of the year, including tonight once games are played or a
        tournament is over, unless it is listed as to come.
        """
        within = (date(self.year, 1, 1), date(self.year, 12, 31))
        planned = list(
            Evening.objects.filter(club=self.club, night__range=within, night__lt=self.today)
        )
        events = {day: found for day, found in self._events(*within).items() if day <= self.today}
        days = {*self.played, *(one.night for one in planned), *events} - {
            row.day for row in self.coming
        }
        return [self._row(day, planned, events) for day in sorted(days, reverse=True)]


def winners(ranks: Sequence[PersonWins], names: Mapping[int, str]) -> list[str]:
    """Return who won the most games of a night, several if tied; nobody if no game was won."""
    return [
        names[one.player]
        for one in ranks
        if one.rank == 1 and one.share.hits and one.player in names
    ]


def game_names(seats: Iterable[SeatedPlayer]) -> list[str]:
    """Return what was played, unless it is the club's usual game."""
    played = {one.variant for one in seats}
    return [_(kind.name) for key, kind in VARIANTS.items() if key in played and key != USUAL]


def best_of(planned: Sequence[Evening]) -> Evening | None:
    """Return the evening of a night that takes place, else the one that was called off last."""
    return max(planned, key=lambda one: (not one.called_off, one.pk), default=None)


def _by_day(events: Sequence[Event]) -> dict[date, list[Event]]:
    found: dict[date, list[Event]] = {}
    for one in events:
        found.setdefault(one.day, []).append(one)
    return found


class EveningPage:
    """One evening.

    At most 19 queries, and 18 more until the records are cached. With `whole` everybody who played
    is listed, not only the first.
    """

    def __init__(
        self,
        frame: ClubFrame,
        device: Device | None,
        day: date,
        asking: ClubMember | None = None,
        *,
        whole: bool = False,
    ) -> None:
        self.frame, self.club, self.device, self.day, self.asking = (
            frame,
            frame.club,
            device,
            day,
            asking,
        )
        self.rights: Rights = frame.rights
        self.whole = whole

    @cached_property
    def planned(self) -> Evening | None:
        return best_of(list(Evening.objects.filter(club=self.club, night=self.day)))

    @cached_property
    def seats(self) -> list[SeatedPlayer]:
        return seats_of_night(self.club, self.day)

    @cached_property
    def events(self) -> Sequence[Event]:
        return events_held(self.club, self.day, self.day, inside=self.rights.inside)

    @property
    def there(self) -> bool:
        """Whether anything was planned or played on this night."""
        return bool(self.planned or self.seats or self.events or self._paper)

    @property
    def is_over(self) -> bool:
        return self.day < night_of(timezone.now())

    @property
    def me(self) -> Player | None:
        return self.asking.player if self.asking else None

    @cached_property
    def coming(self) -> Answers | None:
        return answers_to(self.planned, self.asking, self.rights) if self.planned else None

    @property
    def yes(self) -> list[Player]:
        """Return those who are coming, as far as they answered."""
        return self.coming.yes if self.coming else []

    @property
    def no(self) -> list[Player]:
        return self.coming.no if self.coming else []

    @property
    def played(self) -> Night:
        return Night.of(self.day, self.seats, self._paper)

    @cached_property
    def _paper(self) -> Sequence[PaperSeat]:
        """Return who played matches on paper: one query."""
        return nights_on_paper(self.club, self.day, self.day).get(self.day, ())

    @cached_property
    def _names(self) -> tuple[dict[int, str], frozenset[int]]:
        return people_met({one.player for one in self.seats if one.player})

    @cached_property
    def _ranks(self) -> list[PersonWins]:
        return by_person(self.seats) if self.rights.inside else []

    @property
    def won(self) -> list[str]:
        """Return the winners at the tables; none for visitors or before the end."""
        playing = any(one.place is None for one in self.seats)
        return [] if playing and not self.is_over else winners(self._ranks, self._names[0])

    @property
    def won_alone(self) -> bool:
        """Whether the viewer won alone."""
        return len(self.won) == 1 and any(row.mine and row.rank == 1 for row in self.rows)

    @property
    def by_place(self) -> bool:
        """Whether only games for ranks were played: places replace games won then."""
        return for_ranks(self.seats)

    @property
    def game_names(self) -> list[str]:
        return game_names(self.seats)

    @property
    def shown(self) -> list[PersonRow]:
        """Return the first rows and the viewer's own with its neighbours, or all if asked for."""
        own = next((at for at, row in enumerate(self.rows) if row.mine), None)
        most = len(self.rows) if self.whole or len(self.rows) <= FIRST + 1 else FIRST
        return [self.rows[at] for at in rows_shown(len(self.rows), most, own)]

    @cached_property
    def rows(self) -> list[PersonRow]:
        """Return how many of their games people won; nothing for visitors."""
        return person_rows(self._ranks, self.me, self._names, MOST_DOTS)

    @property
    def has_matches(self) -> bool:
        """Whether tournament games are among them: a season counts those separately."""
        return any(one.of_match for one in self.seats)

    @cached_property
    def tables(self) -> list[TableRow]:
        """Return the games, newest first; nothing for visitors."""
        if not self.rights.inside:
            return []
        return table_rows(tables_of(self.seats)[::-1][:MOST_TABLES], self._names[0], self.device)

    @cached_property
    def records(self) -> list[RecordRow]:
        """Return the club's records that were broken; nothing for visitors."""
        return records_broken(self.club, self.day) if self.rights.inside and self.seats else []

    @property
    def own_tables(self) -> list[TableRow]:
        """Return the viewer's games, in order."""
        if self.me is None:
            return []
        return [
            found for row in self.tables[::-1] if (found := row.as_seen_by(self.me.pk, _("You")))
        ]

    @property
    def own_share(self) -> Share:
        own = next((one for one in self._ranks if self.me and one.player == self.me.pk), None)
        return own.share if own else Share(0, 0)
