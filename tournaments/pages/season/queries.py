"""A season's page: its table, each person's possible final ranks, and the reasons of the opened
row.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games.names.seat_names import erased_name
from scoring.games.names.visibility import COLUMNS
from scoring.games.names.visibility import person as person_of_row
from scoring.games.round_words import figure, plural
from scoring.models import Player
from scoring.pages.long_list import gap_before, rows_shown
from scoring.people.statistics.games import people_met
from scoring.templatetags.figures import short_date, short_month
from tournaments.models import Season
from tournaments.pages.search import found_in
from tournaments.pages.season.access import SeasonViewer
from tournaments.pages.season.events import Course, Held, awaits_prize_giving, course_of
from tournaments.pages.season.window import Window, heading, windows_of
from tournaments.pages.season.words import in_short, in_words, of_evenings, sum_of
from tournaments.seasons.formula import Formula, read
from tournaments.seasons.reach import ComingEvents, Reach, coming_events, reach_of
from tournaments.seasons.reasons import Reasons, reasons_of
from tournaments.seasons.table import Cell, Row, table_of
from tournaments.stage.corrections import Correction, corrections_of, each_once

FIRST_ROWS = 12
SHORT_TABLE = 15  # up to this many rows all are shown
MOST_COLUMNS = 16  # with those of events to come, which are left out beyond it


@dataclass(frozen=True)
class Column:
    """An event in the head of the table.

    `back` is 0 for the newest; `off` names the widths at which it does not fit.
    """

    head: str
    initial: str
    name: str
    held: Held | None
    back: int
    off: str = ""


@dataclass(frozen=True)
class SeasonCell:
    """A player's result in one event of a season, as shown; whether they won it, and whether it
    counts.
    """

    shown: str
    won: bool
    counts: bool


@dataclass(frozen=True)
class Line:
    """A person's line.

    `total` is the row's as shown. `start` and `length` are their possible final ranks, in percent
    of all ranks; `earlier` and `later` are the sums of events that do not fit; `gap` is the number
    of lines left out before it.
    """

    row: Row
    name: str
    total: str
    cells: Sequence[tuple[Column, Cell | None]]
    shown: Sequence[tuple[Column, SeasonCell | None]]
    reach: Reach | None
    start: str
    length: str
    opened: "Opened | None" = None
    earlier: Sequence["Hidden"] = ()
    later: Sequence["Hidden"] = ()
    mine: bool = False
    gap: tuple[int, int] | None = None

    @property
    def moved_by(self) -> int:
        return abs(self.row.moved or 0)

    @property
    def may_win(self) -> bool:
        return self.reach is not None and self.reach.best == 1


@dataclass(frozen=True)
class Hidden:
    """The sum of what counts of the events that do not fit, by width: "" if numbers are places."""

    key: str
    sum: str


@dataclass(frozen=True)
class Part:
    """What an event gave, as shown, and why."""

    column: Column
    cell: Cell
    size: int
    points: str
    sum: str

    @property
    def address(self) -> str:
        """Return the address of the event's standings; "" for an evening at home tables."""
        tournament = self.column.held.tournament if self.column.held else None
        return reverse("tournament", args=[tournament.pk]) if tournament else ""


@dataclass(frozen=True)
class Opened:
    """The reasons of a row: the parts that count, those that do not, and what would change it."""

    counted: Sequence[Part]
    left_out: Sequence[Part]
    change: Sequence[str]

    @property
    def parts(self) -> list[Part]:
        """Return all parts in calendar order."""
        return sorted([*self.counted, *self.left_out], key=lambda part: -part.column.back)

    @property
    def left_out_dates(self) -> str:
        """Return the parts that do not count: "7 Apr, 5 Jun"."""
        return ", ".join(f"{part.points} {part.column.head}" for part in self.left_out)


class SeasonPage:
    """A season's table for a viewer. Read once."""

    by_rating = by_percent = False

    def __init__(
        self,
        season: Season,
        viewer: SeasonViewer,
        opened: int = 0,
        typed: str = "",
        *,
        whole: bool = False,
        skip: int = 0,
        me: int | None = None,
    ) -> None:
        """`skip` newest events are beyond a phone's window; `me` is the viewer's person."""
        self.season, self.viewer, self.opened, self.typed = season, viewer, opened, typed
        self.asked_whole, self.skip, self.me = whole, skip, me

    @cached_property
    def formula(self) -> Formula:
        return read(self.season.formula)

    @cached_property
    def course(self) -> Course:
        return course_of(self.season)

    @cached_property
    def table(self) -> list[Row]:
        return table_of(self.formula, self.course.events)

    @property
    def rows(self) -> list[Row]:
        """Return the rows in the order of the page."""
        return self.table

    @cached_property
    def coming(self) -> ComingEvents | None:
        course = self.course
        return coming_events(self.formula, course.events, course.coming, final=course.final_to_come)

    @cached_property
    def reached(self) -> list[Reach]:
        return reach_of(self.rows, self.coming) if self.coming else []

    @cached_property
    def _met(self) -> tuple[dict[int, str], frozenset[int]]:
        return people_met(row.person for row in self.rows)

    @cached_property
    def names(self) -> dict[int, str]:
        """Return everybody's name as the viewer may know it.

        The club knows everybody. Others see the alias of people who asked a tournament for one,
        nobody who asked not to be shown, and of the rest what visitors see of their names.
        """
        names = dict(self._met[0])
        if not self.viewer.knows_names:
            for key, *about in Player.objects.filter(pk__in=names).values_list("pk", *COLUMNS):
                names[key] = person_of_row(*about).seen or erased_name()
            for person, alias in self.course.shielded.items():
                if person in names:
                    names[person] = alias or erased_name()
        return names

    @property
    def corrections(self) -> Sequence[Correction]:
        """Return what was corrected after the end of its tournaments: one query if there are
        any.
        """
        played = [held.tournament for held in self.course.played if held.tournament is not None]
        found = corrections_of(played)
        return each_once([one for own in played for one in found.get(own.pk, ())])

    @property
    def have_pages(self) -> frozenset[int]:
        """Return those whose own page the phone may open, without erased people."""
        return self._met[1] if self.viewer.phone else frozenset()

    # Head
    # ----------------------------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        return heading(
            [self.names[row.person] for row in self.rows if row.rank == 1],
            over=self.over,
            may_win=sum(reach.best == 1 for reach in self.reached) if self.coming else None,
            season=self.season.name,
        )

    @property
    def over(self) -> bool:
        """Whether the leader has won it."""
        return not self.course.coming

    @property
    def played(self) -> str:
        text = ngettext(
            "%(played)s of %(all)s event counted",
            "%(played)s of %(all)s events counted",
            self.course.all,
        )
        return text % {"played": len(self.course.played), "all": self.course.all}

    @property
    def in_short(self) -> str:
        return in_short(self.formula, self.course.all)

    @property
    def words(self) -> list[str]:
        said = in_words(self.formula, self.course.all)
        if any(held.tournament is None for held in self.course.played):
            said.append(of_evenings(self.formula))
        return said

    @cached_property
    def columns(self) -> list[Column]:
        """Return the columns of events played, oldest first."""
        held = self.course.played
        months = Counter((one.day.year, one.day.month) for one in held)
        found = []
        for at, one in enumerate(held):
            month = short_month(one.day)
            alone = months[one.day.year, one.day.month] == 1
            found.append(
                Column(
                    month if alone else short_date(one.day),
                    month[:1].upper(),
                    event_name(one),
                    one,
                    len(held) - 1 - at,
                    " ".join(
                        f"off-{window.key}"
                        for window in self.windows
                        if not window.shows(len(held) - 1 - at)
                    ),
                )
            )
        return found

    @cached_property
    def windows(self) -> Sequence[Window]:
        """Return the events that fit, for each width of a phone."""
        return windows_of(len(self.course.played), self.skip)

    @cached_property
    def to_come(self) -> list[Column]:
        """Return the columns of events to come, if they fit: the chosen ones by month, then as many
        as are planned.
        """
        course = self.course
        if course.all > MOST_COLUMNS:
            return []
        chosen = [
            Column(short_month(one.day), "", _coming_name(one), one, 0) for one in course.open
        ]
        return [
            *chosen,
            *(Column("", "", _("to come"), None, 0) for _at in range(course.coming - len(chosen))),
        ]

    @property
    def width(self) -> int:
        """Return the number of the table's columns."""
        return 4 + len(self.columns) + len(self.to_come) + bool(self.coming)

    @property
    def head(self) -> str:
        """Return the head of the column that ranks."""
        return _("Points")

    def number(self, value: float | Fraction) -> str:
        """Return what an event gave, or the total, as shown."""
        return figure(value)

    def in_place(self, row: Row) -> str:
        """Return the rank and the total of a row in words."""
        text = ngettext(
            "rank %(rank)s, %(points)s point", "rank %(rank)s, %(points)s points", plural(row.total)
        )
        return text % {"rank": row.rank, "points": self.number(row.total)}

    # Table
    # ----------------------------------------------------------------------------------------------

    @cached_property
    def lines(self) -> list[Line]:
        """Return the lines to show: those found by a search, else the first ones and the viewer's
        own, and always the opened one.
        """
        shown = list(range(len(self.rows)))
        if self.typed.strip():
            shown = [at for at in shown if found_in(self.names[self.rows[at].person], self.typed)]
            return [self._line(at) for at in shown]
        if not self.is_whole:
            own = next((at for at in shown if self.rows[at].person == self.me), None)
            shown = rows_shown(len(shown), FIRST_ROWS, own)
        return [self._line(row, gap_before(shown, at)) for at, row in enumerate(shown)]

    @property
    def is_whole(self) -> bool:
        """Whether all lines are shown without a search."""
        if self.asked_whole or len(self.rows) <= SHORT_TABLE:
            return True
        return self.opened in {row.person for row in self.rows[FIRST_ROWS:]}

    def _line(self, at: int, gap: tuple[int, int] | None = None) -> Line:
        row = self.rows[at]
        reach = self.reached[at] if self.coming else None
        start = length = ""
        if reach:
            all_ranks = len(self.rows)
            start = f"{100 * (reach.best - 1) / all_ranks:.1f}%"
            length = f"{100 * (reach.worst - reach.best + 1) / all_ranks:.1f}%"
        cells = list(zip(self.columns, row.cells, strict=True))
        opened = self._opened(at) if row.person == self.opened else None
        earlier = [
            self._hidden(row, one.key, one.skip + one.size, one.of)
            for one in self.windows
            if one.earlier
        ]
        later = [self._hidden(row, one.key, 0, one.skip) for one in self.windows if one.later]
        mine = row.person == self.me
        shown = self.cells(row)
        return Line(
            row,
            self.names[row.person],
            self.number(row.total),
            cells,
            shown,
            reach,
            start,
            length,
            opened,
            earlier,
            later,
            mine,
            gap,
        )

    def _hidden(self, row: Row, key: str, since: int, until: int) -> Hidden:
        """Return what counts of the events before these newer ones, from `since` on."""
        newest_first = row.cells[::-1][since:until]
        sum_of_them = sum(cell.worth.total for cell in newest_first if cell and cell.counts)
        return Hidden(key, "" if self.by_rating else f"+{figure(sum_of_them)}")

    def cells(self, row: Row) -> list[tuple[Column, SeasonCell | None]]:
        """Return what each event gave a person, as shown."""
        return [
            (column, self._shown(cell) if cell else None)
            for column, cell in zip(self.columns, row.cells, strict=True)
        ]

    def _shown(self, cell: Cell) -> SeasonCell:
        return SeasonCell(self.number(cell.worth.total), cell.won, cell.counts)

    @property
    def leaves_out(self) -> bool:
        """Whether any event does not count for anybody."""
        return bool(self.formula.best)

    def _opened(self, at: int) -> Opened:
        reasons = reasons_of(self.rows, at, self.coming, self.formula.best)

        def parts(numbers: Sequence[int]) -> list[Part]:
            return [self._part(at, number) for number in numbers]

        return Opened(parts(reasons.counted), parts(reasons.left_out), self._change(reasons))

    def _part(self, at: int, number: int) -> Part:
        cell = self.rows[at].cells[number]
        assert cell is not None  # noqa: S101 - it is one of those that they were at
        return Part(
            self.columns[number],
            cell,
            self.course.events[number].size,
            self.number(cell.worth.total),
            sum_of(cell.worth, self.formula.kind),
        )

    def _change(self, reasons: Reasons) -> Sequence[str]:
        """Return what would change a number, a sentence each."""
        said = []
        if reasons.above is not None:
            said.append(
                _("From now on only a result above %(points)s counts.")
                % {"points": figure(reasons.above)}
            )
        if passing := reasons.passing:
            values = {
                "points": figure(passing.points),
                "place": passing.place,
                "all": passing.size,
                "name": self.names[passing.person],
            }
            if passing.place:
                text = ngettext(
                    "%(points)s point next time (place %(place)s of %(all)s) would pass %(name)s, "
                    "if absent.",
                    "%(points)s points next time (place %(place)s of %(all)s) would pass "
                    "%(name)s, if absent.",
                    plural(passing.points),
                )
            else:
                text = ngettext(
                    "No place at the next event is enough to pass %(name)s: that takes %(points)s "
                    "point.",
                    "No place at the next event is enough to pass %(name)s: that takes %(points)s "
                    "points.",
                    plural(passing.points),
                )
            said.append(text % values)
        if lead := reasons.lead:
            values = {"points": figure(lead.points), "name": self.names[lead.person]}
            text = ngettext(
                "%(points)s point ahead of %(name)s.",
                "%(points)s points ahead of %(name)s.",
                plural(lead.points),
            )
            said.append(text % values)
        return said


def _coming_name(held: Held) -> str:
    """Return the name of an event to come, or that only its prize-giving is left."""
    name = event_name(held)
    if held.tournament is None or not awaits_prize_giving(held.tournament):
        return name
    said = _("The results are held back for the prize-giving.")
    return f"{name}. {said}"


def event_name(held: Held) -> str:
    """Return an event's full name."""
    day = date_format(held.day, "DATE_FORMAT")
    return (
        f"{held.tournament.name}, {day}"
        if held.tournament
        else _("Evening of %(day)s") % {"day": day}
    )
