"""A list whose first line names its columns, as saved by spreadsheets and forms."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.rules import Mistake, shown
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.reading_lists.cells import (
    Line,
    cells_of,
    counting,
    without_contacts,
    without_marks,
    without_number,
)
from tournaments.reading_lists.found import (
    CALLED_OFF,
    LARGEST_NUMBER,
    MOST_NAMES,
    Reading,
    Row,
    doubts_of,
)
from tournaments.reading_lists.heads import (
    CLUB,
    FIRST_NAME,
    IGNORED,
    LABEL,
    LAST_NAME,
    NAME_COLUMNS,
    ONE_NAME,
    PARTNER,
    SEED,
    TABLE,
    Head,
    head_of,
    heads_of,
)
from tournaments.reading_lists.names import PERSON, is_open, split_cancellation, split_names


@dataclass(frozen=True)
class Table:
    """Columns of a list: what each holds (None if unknown), and its head as typed."""

    separator: str
    heads: Sequence[Head | None]
    typed: Sequence[str]
    label_is_name: bool = False

    @property
    def known(self) -> int:
        return sum(head is not None for head in self.heads)

    @property
    def left_out(self) -> tuple[str, ...]:
        """The heads of unused columns."""
        return tuple(
            cell
            for cell, head in zip(self.typed, self.heads, strict=True)
            if cell and (head is None or head[0] == IGNORED)
        )

    @property
    def starts_with_people(self) -> bool:
        """Whether the first column names people."""
        first = self.heads[0]
        return first is not None and first[0] in NAME_COLUMNS and not self.label_is_name

    @property
    def label_head(self) -> Head:
        """The column of a pair's or team's own name if there is none for labels."""
        return (ONE_NAME, 0) if self.label_is_name else (LABEL, 0)

    def is_entrant(self, lines: Sequence[Line]) -> bool:
        """Whether the supposed heading is an entrant: "Player 1" alone, or above "Player 2"."""
        heads = [head for head, cell in zip(self.heads, self.typed, strict=True) if cell]
        if len(heads) == 1 or not _all_numbered(heads):
            return _all_numbered(heads)
        below = (self._heads_in(line) for line in lines)
        return any(others and others != heads and _all_numbered(others) for others in below)

    def _heads_in(self, line: Line) -> list[Head | None]:
        return [head_of(cell) for cell in cells_of(line.text, self.separator) if cell]


def _all_numbered(heads: Sequence[Head | None]) -> bool:
    return all(head and head[1] for head in heads)


def table_of(line: str, unit: str) -> Table | None:
    """Return the columns a first line names, None if it names none and is an entrant itself."""
    tables = []
    for separator in (";", "\t", ","):
        typed = cells_of(line, separator)
        tables.append(Table(separator, heads_of(typed), typed))
    best = max(tables, key=lambda table: table.known)
    kinds = {head[0] for head in best.heads if head}
    if kinds.isdisjoint(NAME_COLUMNS):
        return None
    typed_heads = filter(None, map(head_of, best.typed))
    numbered = any(head[0] == ONE_NAME and head[1] for head in typed_heads)
    return replace(
        best,
        label_is_name=unit != PERSON
        and (ONE_NAME, 0) in best.heads
        and numbered
        and LABEL not in kinds,
    )


def read_columns(
    lines: Sequence[Line], table: Table, unit: str, *, taken: Collection[int]
) -> Reading:
    """Read the entrants below a line of column heads.

    `taken` are line numbers to include although they would be skipped.
    """
    rows: list[Row] = []
    mistakes: list[Mistake] = []
    doubts: list[Mistake] = []
    skipped: list[Mistake] = []
    head = list(map(str.casefold, table.typed))
    split = [(line.number, cells_of(line.text, table.separator)) for line in lines[1:]]
    counts = counting([without_marks(cells[0]) for _number, cells in split if cells])
    for number, cells in split:
        if not any(cells) or list(map(str.casefold, cells)) == head:
            continue
        row, found = _row(number, cells, table, unit, counts=counts)
        mistakes += found
        if row is None:
            continue
        row, word = _without_cancellation(row)
        if word and number not in taken:
            params = {"typed": shown(" & ".join(row.names)), "word": word}
            skipped.append(Mistake("called_off", f"rows.{number}", CALLED_OFF, params))
            continue
        rows.append(row)
        doubts += doubts_of(row, unit)
    return Reading(
        tuple(rows), tuple(mistakes), table.left_out, lines[0].text, tuple(doubts), tuple(skipped)
    )


def _without_cancellation(row: Row) -> tuple[Row, str]:
    """Return a row without the word that calls it off after a name, and that word, "" if none."""
    parts = [split_cancellation(name) for name in row.names]
    word = next((word for _name, word in parts if word), "")
    return replace(row, names=tuple(name for name, _word in parts)), word


def _row(
    number: int, cells: list[str], table: Table, unit: str, *, counts: bool
) -> tuple[Row | None, list[Mistake]]:
    if table.starts_with_people:
        cells[0] = without_number(without_marks(cells[0]), counts=counts)
    found, left_out = _by_head(table.heads, cells)
    label = found.get((LABEL, 0), "") or found.get(table.label_head, "")
    everybody = _names(found, table, unit)
    names = [name for name in everybody if not is_open(name)]
    values, mistakes = _numbers(number, found)
    mistakes += _too_many(number, cells, table)
    club = found.get((CLUB, 0), "")
    if not names and not label and not club and not mistakes:
        return None, []
    open_places = len(everybody) - len(names) if unit != PERSON else 0
    row = Row(
        number, tuple(names), label, club, values[SEED], values[TABLE], open_places, tuple(left_out)
    )
    return row, mistakes


def _by_head(
    heads: Sequence[Head | None], cells: Sequence[str]
) -> tuple[dict[Head, str], list[str]]:
    """Return the known columns' contents, and contacts removed from names."""
    found: dict[Head, str] = {}
    left_out: list[str] = []
    for head, cell in zip(heads, cells, strict=False):
        if head is None or head[0] == IGNORED or not cell:
            continue
        if head[0] in NAME_COLUMNS or head[0] == LABEL:
            cell, out = without_contacts(cell)  # noqa: PLW2901 - the cell as it is read
            left_out += out
        if cell:
            found.setdefault(head, cell)
    return found, left_out


def _names(found: Mapping[Head, str], table: Table, unit: str) -> list[str]:
    heads = {head for head in table.heads if head and head[0] in NAME_COLUMNS}
    if heads <= {(ONE_NAME, 0)}:
        # One column for everybody: "Anna / Beat"
        together = found.get((ONE_NAME, 0), "")
        return [together] if unit == PERSON and together else split_names(together, unit)
    numbers = range(MOST_NAMES + 2)
    names = [name for which in numbers for name in _numbered_names(found, table, which)]
    names += [found[PARTNER, which] for which in numbers if (PARTNER, which) in found]
    return names


def _numbered_names(found: Mapping[Head, str], table: Table, which: int) -> Iterable[str]:
    """Yield the people in the columns of one number: by first and last name, and by full name."""
    first, last = found.get((FIRST_NAME, which), ""), found.get((LAST_NAME, which), "")
    whole = "" if which == 0 and table.label_is_name else found.get((ONE_NAME, which), "")
    if first and whole and not last:  # "Name; Vorname" means the surname
        last, whole = whole, ""
    return filter(None, (f"{first} {last}".strip(), whole))


def _numbers(line: int, found: Mapping[Head, str]) -> tuple[dict[str, int | None], list[Mistake]]:
    texts = {
        SEED: gettext_noop(
            "%(typed)s is not a seed: write a whole number from 1 to %(most)s, or nothing."
        ),
        TABLE: gettext_noop(
            "%(typed)s is not a table: write a whole number from 1 to %(most)s, or nothing."
        ),
    }
    values: dict[str, int | None] = {}
    mistakes: list[Mistake] = []
    for column, text in texts.items():
        typed = found.get((column, 0), "")
        values[column] = whole_number(typed)
        if typed and values[column] is None:
            params = {"typed": shown(typed), "most": LARGEST_NUMBER}
            mistakes.append(Mistake("bad_number", f"rows.{line}.{column}", text, params))
    return values, mistakes


def whole_number(typed: str) -> int | None:
    """Return an integer from 1 to `LARGEST_NUMBER` as people type it ("3", "3."), otherwise
    None.
    """
    digits = typed.strip().removesuffix(".")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 9):
        return None
    number = int(digits)
    return number if 1 <= number <= LARGEST_NUMBER else None


def _too_many(line: int, cells: Sequence[str], table: Table) -> list[Mistake]:
    """Report a line with more cells than columns: otherwise something would be lost silently."""
    if not any(cells[len(table.heads) :]):
        return []
    text = ngettext_noop(
        "This line has %(found)s column, but the first line names %(most)s.",
        "This line has %(found)s columns, but the first line names %(most)s.",
        "found",
    )
    params = {"found": len(cells), "most": len(table.heads)}
    return [Mistake("too_many_columns", f"rows.{line}.names", text, params)]
