"""Printed lists, in pages: pairings, entrants, standings, the cross table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from scoring.games.names.validation import alphabetical
from tournaments.models import Entrant, SessionRound, Stage, Tournament
from tournaments.names import (
    BETWEEN,
    OPEN_PLACE,
    members_of,
    names_at_table,
    shown_name,
    side_names,
)
from tournaments.pages.printed.page_breaks import count_lines, paginate, paginate_groups
from tournaments.pages.public.cross_table import PARTNER, Cell, CrossTable
from tournaments.pages.public.standings import StandingsPage, standings_page
from tournaments.pages.rendering import standings_cells
from tournaments.pages.seat_list import WhereLine
from tournaments.pages.viewer import Viewer
from tournaments.pages.waiting import shift_tags, wait_words
from tournaments.stage.history import RoundRows
from tournaments.stage.results import PLACED, Result

# The room of a page in its own lines, and how many characters fit one
TABLES_PER_PAGE, PERSON, WIDE_PERSON = 12, 29, 62
NAMES_OF_A_COLUMN, NAME = 32, 34
ENTRANTS_PER_PAGE, ENTRANT = 27, 46
RANKS_PER_PAGE = 24
FIRST_OF_TWO_LINES = 8  # session rounds: from this number on the club is under the name
DISC, SUM, CLUB, RANK, ALL_OF_IT = 6.8, 15.0, 33.0, 13.0, 188.0  # mm
LETTER, LEAST_OF_NAMES = 1.9, 45.0  # mm
Group = tuple[str, list[Any]]


@dataclass(frozen=True)
class PairingLine:
    """A table and its players, a name for each side. `wait` is the shift or place in the queue."""

    number: int | None
    sides: Sequence[str]
    wait: str = ""

    @property
    def two_sides(self) -> bool:
        return len(self.sides) == 2


@dataclass(frozen=True)
class EntrantLine:
    """An entrant on the check-in list."""

    number: int
    name: str
    members: str  # empty if the name has them
    club: str
    here: bool
    fixed_table: int | None


@dataclass(frozen=True)
class StandingLine:
    """A row of the standings; `discs` and `cells` as on the standings page."""

    rank: str
    name: str
    note: str
    club: str
    discs: SafeString
    cells: SafeString


@dataclass(frozen=True)
class CrossCell:
    """A cell of the cross table: discs, each a kind of result (or "partner") and its figure."""

    discs: Sequence[tuple[str, int]]
    own: bool
    free: str


@dataclass(frozen=True)
class CrossLine:
    rank: int
    name: str
    points: str
    cells: Sequence[CrossCell]


@dataclass(frozen=True)
class CrossTablePage:
    """A page of the cross table; `heads` are the columns: ranks in a grid, else session rounds."""

    group: str
    grid: bool
    heads: Sequence[int]
    lines: Sequence[CrossLine]


def pairings(rows: RoundRows, names: Mapping[int, str]) -> list[PairingLine]:
    """Return the tables of a session round by number, shift by shift, then the queue."""
    matches = [seated.match for seated in rows.seated]
    queued = wait_words(one for one in matches if one.in_queue)
    waits = {**shift_tags(matches, rows.session_round.stage.tournament), **queued}
    return [
        PairingLine(
            seated.match.number if seated.match.turn else None,
            side_names(seated.sides, names_at_table(seated, names)),
            waits.get(seated.match.pk, ""),
        )
        for seated in sorted(
            rows.seated, key=lambda one: (not one.match.turn, one.match.turn, one.match.number)
        )
    ]


def pairing_pages(
    lines: Sequence[PairingLine], free: Sequence[tuple[str, Sequence[str]]]
) -> list[list[PairingLine]]:
    """Split the tables into pages.

    A row is as high as its longest name; entrants without a table take room too.
    """
    pages = paginate(lines, TABLES_PER_PAGE, _height)
    below = sum(count_lines([" & ".join(names)], WIDE_PERSON * 2) for _word, names in free) / 3
    if pages and below and sum(map(_height, pages[-1])) + below > TABLES_PER_PAGE + 1e-9:
        pages.append([pages[-1].pop()])
    return pages


def _height(line: PairingLine) -> float:
    width = PERSON if line.two_sides else WIDE_PERSON
    sides = [count_lines(side.split(BETWEEN), width) for side in line.sides]
    return max(1.0, (max(sides) if line.two_sides else sum(sides)) / 3)


def name_pages(lines: Sequence[WhereLine]) -> list[list[list[WhereLine]]]:
    """Split who sits where into pages of two even columns."""
    pages = paginate(
        lines, 2 * NAMES_OF_A_COLUMN, lambda line: count_lines([_names_of(line)], NAME)
    )
    return [[page[: (len(page) + 1) // 2], page[(len(page) + 1) // 2 :]] for page in pages]


def _names_of(line: WhereLine) -> str:
    return f"{line.name} {line.given} {line.beside}"


def door_pages(lines: Sequence[EntrantLine]) -> list[list[EntrantLine]]:
    """Split the check-in list into pages."""
    return paginate(
        lines,
        ENTRANTS_PER_PAGE,
        lambda line: max(1, count_lines([f"{line.name} {line.members}"], ENTRANT) / 2),
    )


def entrant_list(tournament: Tournament) -> list[EntrantLine]:
    """Return the entrants by name, with the open place of a pair: two queries."""
    entrants = list(Entrant.objects.filter(tournament=tournament, state=Entrant.State.ENTERED))
    members = members_of(entrants)
    found = []
    for entrant in entrants:
        people = members.get(entrant.pk, [])
        if tournament.unit == Tournament.Unit.PAIR and len(people) == 1:
            people = [*people, OPEN_PLACE]
        own, name = BETWEEN.join(people), shown_name(entrant, people, public=False)
        found.append(
            EntrantLine(
                number=entrant.number,
                name=name,
                members="" if own == name else own,
                club=entrant.club_name,
                here=entrant.checked_in_at is not None,
                fixed_table=entrant.fixed_table,
            )
        )
    return sorted(found, key=lambda line: (alphabetical(line.name), line.number))


def standings_pages(page: StandingsPage, address: str) -> list[list[Group]]:
    """Split the standings into pages, by group. Figures link to `address`, the standings page."""
    below = len(page.rounds) >= FIRST_OF_TWO_LINES
    wide = int(_room_for_names(page, discs=has_discs(page)) / LETTER)

    def height(row: StandingLine) -> float:
        return max(
            1.0, (count_lines([f"{row.name} {row.note}"], wide) + (below and bool(row.club))) / 2
        )

    groups = [
        (
            section.group,
            [
                StandingLine(
                    row.rank,
                    row.name,
                    row.note,
                    row.club,
                    row.discs,
                    standings_cells(row, page.keys, address),
                )
                for row in section.rows
            ],
        )
        for section in page.sections
    ]
    return paginate_groups(groups, RANKS_PER_PAGE, height)


def has_discs(page: StandingsPage) -> bool:
    """Whether there is room for a disc for each session round beside names and figures."""
    return (
        bool(page.numbers)
        and not page.revealing
        and _room_for_names(page, discs=True) >= LEAST_OF_NAMES
    )


def _room_for_names(page: StandingsPage, *, discs: bool) -> float:
    """Return how many millimetres are left for names."""
    clubs = CLUB if page.clubs and len(page.rounds) < FIRST_OF_TWO_LINES else 0
    return max(
        ALL_OF_IT - RANK - clubs - discs * len(page.rounds) * DISC - len(page.columns) * SUM,
        LEAST_OF_NAMES / 2,
    )


def cross_table_pages(
    table: CrossTable, results: Mapping[int, Sequence[Result]]
) -> list[CrossTablePage]:
    """Split the cross table into pages: the grid of a group, or lines with a column for each
    session round.
    """
    kinds = {(who, one.round): one.kind for who, own in results.items() for one in own}
    pages = []
    for section in table.sections:
        lines = [
            CrossLine(
                line.rank,
                line.name,
                line.points,
                [_cross_cell(line.id, cell, kinds) for cell in line.cells],
            )
            for line in section.lines
        ]
        heads = [line.rank for line in section.lines] if section.grid else list(table.rounds)
        pages += [
            CrossTablePage(section.group, section.grid, heads, own)
            for own in paginate(lines, RANKS_PER_PAGE)
        ]
    return pages


def _cross_cell(who: int, cell: Cell, kinds: Mapping[tuple[int, int], str]) -> CrossCell:
    """Return a cell of the table: in a grid the rounds in which two met, in a line the opponents of
    a round.
    """
    discs = []
    for mark in cell.marks:
        kind = (
            "lost"
            if kinds.get((who, mark.round)) == PLACED
            else kinds.get((who, mark.round), "playing")
        )
        if cell.others:
            discs += [(PARTNER if how == PARTNER else kind, rank) for how, rank in cell.others]
        else:
            discs.append((PARTNER if mark.kind == PARTNER else kind, mark.round))
    return CrossCell(discs, own=cell.own, free=cell.free)


def standings_of(
    tournament: Tournament, stage: Stage, *, whole: bool, after: int | None = None
) -> StandingsPage:
    """Return the public standings; with `whole` the desk's, with all names and nothing kept.

    `after` is the session round to show them after.
    """
    return standings_page(Viewer(tournament, whole=whole), stage, after)


def current_round(rounds: Sequence[SessionRound]) -> SessionRound | None:
    """Return the current session round: the last published one, else the first draft."""
    published = [one for one in rounds if one.state != SessionRound.State.DRAFT]
    return published[-1] if published else (rounds[0] if rounds else None)
