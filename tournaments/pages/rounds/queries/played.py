"""The desk's page of a published or closed session round beside its tables: strip, rounds,
standings.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from tournaments.models import SessionRound
from tournaments.pages.discs import movement
from tournaments.pages.hall.queries import DECIDED, DONE, HallTable
from tournaments.pages.public.criteria import Column, columns_of, figure_of
from tournaments.pages.public.standing import standing_of
from tournaments.pages.round_tables import RoundBoard, TableCard
from tournaments.pages.search import found_in
from tournaments.pages.viewer import Viewer
from tournaments.pairing.formats import FORMATS

MANY = 13  # tables from which on names can be searched
COLUMNS = 2  # of the standings beside the results: the points and the first tie-break
FEWEST = 8  # rows of those standings


@dataclass(frozen=True)
class TableRow:
    """A table of the list: as drawn, and as on the board, None if the round is closed."""

    card: TableCard
    table: HallTable | None = None

    @property
    def state(self) -> str:
        """Return the card's state; "unsettled" if its result waits for a decision."""
        settled = self.table is None or self.table.state in {DONE, DECIDED}
        return self.card.state if settled or self.card.state != "done" else "unsettled"


@dataclass(frozen=True)
class StandingRow:
    rank: int
    moved: SafeString | str
    id: int
    name: str
    figures: Sequence[str]


@dataclass(frozen=True)
class StandingsAfter:
    """The top of the standings after a session round, `of` the number of ranked entrants."""

    columns: Sequence[Column]
    rows: Sequence[StandingRow]
    of: int


def rows_of_tables(
    shown: RoundBoard, tables: Sequence[HallTable], typed: str = ""
) -> list[TableRow]:
    """Return the tables in order; in a search, those with a matching name."""
    by_match = {table.match.pk: table for table in tables}
    rows = [TableRow(card, by_match.get(card.match.pk)) for card in shown.cards]
    if not typed:
        return rows
    return [row for row in rows if any(found_in(side.name, typed) for side in row.card.sides)]


def numbers_of(drawn: Sequence[int], total: int | None) -> list[tuple[int, bool]]:
    """Return the numbers of a stage's session rounds, each with whether it is drawn."""
    return [(number, number in drawn) for number in range(1, max(*drawn, total or 0) + 1)]


def standings_after(row: SessionRound, shown: RoundBoard) -> StandingsAfter | None:
    """Return the standings after a closed session round; None in a knock-out, and if groups have
    their own.
    """
    stage = row.stage
    if FORMATS[stage.format].ranks_itself:
        return None
    found = standing_of(Viewer(stage.tournament, whole=True), stage, row.number)
    if any(one.group for one in found.rows):
        return None
    # Same names as in the results: a pair by those who played this round.
    names = {
        **shown.names,
        **{who.id: who.name for card in shown.cards for side in card.sides for who in side.who},
    }
    columns = columns_of(stage.criteria)[:COLUMNS]
    rows = [
        StandingRow(
            rank=one.rank,
            moved=movement(found.way[one.id]) if one.id in found.way else "",
            id=one.id,
            name=names[one.id],
            figures=[figure_of(column.key, one.values[column.key]) for column in columns],
        )
        for one in found.rows[: max(len(shown.cards), FEWEST)]
    ]
    return StandingsAfter(columns, rows, len(found.rows))
