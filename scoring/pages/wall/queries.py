"""The wall screen of a game: the parts of the score sheet that can be read from ten metres."""

from dataclasses import dataclass
from functools import cached_property

from scoring.models import Game
from scoring.pages import chart
from scoring.pages.rank_history import ROUNDS_SHOWN, End, line_ends, places_of
from scoring.pages.sheet.queries import Cell, Column, Row, Sheet
from scoring.pages.sheet_words import rules_in_words

# Field widths of totals, in hundredths of the screen's height, by how many are side by side. A
# total is as wide as its figures but no wider than the field. Fonts differ; a long total is drawn
# narrower, not lower.
FIELD = {2: 80, 4: 37}
FIGURE = {2: 26, 4: 17}


@dataclass(frozen=True)
class Total:
    """A column with its drawn total: the middle of its field, and its width in it."""

    column: Column
    field: int
    width: int


class Wall:
    """What the screen shows besides the sheet's own columns and people."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    @classmethod
    def of(cls, game: Game) -> "Wall":
        """Two queries, as the sheet."""
        return cls(Sheet.of(game))

    @property
    def goal(self) -> str:
        """How the game ends, in a short sentence."""
        return rules_in_words(self.sheet.table.rules, ())

    @property
    def totals(self) -> list[Total]:
        """The columns with their totals; none in a game of ranks."""
        columns = self.sheet.columns
        beside = 2 if len(columns) == 2 else 4
        field, figure = FIELD[beside], FIGURE[beside]
        return [Total(column, field, min(len(column.total) * figure, field)) for column in columns]

    @property
    def last(self) -> Row | None:
        """The last recorded round."""
        return self.sheet.rows[-1] if self.sheet.rows else None

    @property
    def scores(self) -> list[tuple[Column, Cell]]:
        """Each column's result of the last round."""
        return list(zip(self.sheet.columns, self.last.cells, strict=True)) if self.last else []

    @cached_property
    def chart(self) -> chart.Chart:
        """The last rounds in a game of ranks; all rounds of a race for points."""
        if not self.sheet.rank_game:
            return self.sheet.chart
        return places_of(self.sheet.people, ROUNDS_SHOWN)

    @property
    def ends(self) -> list[End]:
        """The positions of the names in the chart of a game of ranks."""
        return line_ends(self.chart, self.sheet.people)
