"""Lists with columns, as spreadsheets export them (CSV).

Columns are separated by semicolons, commas or tabs. An unclosed quote ends with its line, so that
it cannot swallow the following lines.
"""

import csv
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.rules import Mistake, RuleError, shown
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.clubs.imports.found import Refused

LONGEST_LINE = 2_000  # characters
MOST_COLUMNS = 60
SEPARATORS = ";\t,"
_NUMBERED = re.compile(r"(.*?)([1-9]|1[0-2])", re.ASCII)
_AS_TEXT = re.compile(r'="(.*)"')  # Excel's notation for text such as 007
# Spreadsheets would evaluate such a cell as a formula
_FORMULA = re.compile(r"[=+@|]")

Key = tuple[str, int]  # a column's meaning, and its number if there are several, else 0
Heads = Mapping[str, str]


@dataclass(frozen=True)
class Sheet:
    """A list: the meaning of its columns (None if unknown), and its numbered lines."""

    keys: tuple[Key | None, ...]
    typed: tuple[str, ...]
    separator: str
    lines: Sequence[tuple[int, str]]

    @property
    def known(self) -> int:
        """The number of different known columns."""
        return len(set(self.keys) - {None})

    @property
    def left_out(self) -> tuple[str, ...]:
        """The heads of unknown columns."""
        return tuple(
            word for word, key in zip(self.typed, self.keys, strict=True) if key is None and word
        )

    def has(self, what: str) -> bool:
        return any(key is not None and key[0] == what for key in self.keys)

    def rows(self, refused: list[Refused]) -> Iterator[tuple[int, dict[Key, str]]]:
        """Yield the cells of each line; rejected lines go to `refused`. Empty lines are skipped."""
        heads = list(map(str.casefold, self.typed))
        for number, line in self.lines:
            if not line.strip(f"{SEPARATORS} "):
                continue
            try:
                cells = self._cells(line)
            except RuleError as error:
                refused += [Refused(number, mistake) for mistake in error.mistakes]
                continue
            found = self._by_key(cells)
            # Two lists may be one below the other
            if found and list(map(str.casefold, cells)) != heads:
                yield number, found

    def _by_key(self, cells: Sequence[str]) -> dict[Key, str]:
        """Return the filled cells of known columns."""
        return {
            key: cell
            for key, cell in zip(self.keys, cells, strict=False)
            if key is not None and cell
        }

    def _cells(self, line: str) -> list[str]:
        if len(line) > LONGEST_LINE:
            text = gettext_noop("This line is longer than %(most)s characters.")
            raise RuleError([Mistake("line_too_long", "line", text, {"most": LONGEST_LINE})])
        cells = cells_of(line, self.separator)
        if any(cells[len(self.keys) :]):
            text = ngettext_noop(
                "This line has %(found)s column, the first line names %(most)s.",
                "This line has %(found)s columns, the first line names %(most)s.",
                "found",
            )
            params = {"found": len(cells), "most": len(self.keys)}
            raise RuleError([Mistake("too_many_columns", "line", text, params)])
        for cell in cells:
            if _FORMULA.match(cell) and not _is_number(cell):
                text = gettext_noop("%(typed)s is a formula: write its result.")
                raise RuleError([Mistake("formula", "line", text, {"typed": shown(cell)})])
        return cells


def sheet_of(text: str, heads: Heads) -> Sheet | None:
    """Return the list in a text if its first line has columns known to `heads`, else None."""
    lines = lines_of(text)
    # Excel's separator declaration
    if lines and lines[0][1].lstrip("\ufeff").casefold().startswith("sep="):
        lines = lines[1:]
    if not lines or len(lines[0][1]) > LONGEST_LINE:
        return None
    first = lines[0][1].lstrip("\ufeff")
    sheets = []
    for separator in SEPARATORS:
        typed = tuple(cells_of(first, separator)[:MOST_COLUMNS])
        keys = tuple(_key(word, heads) for word in typed)
        sheets.append(Sheet(keys, typed, separator, lines[1:]))
    best = max(sheets, key=lambda sheet: sheet.known)
    return best if best.known else None


def lines_of(text: str) -> list[tuple[int, str]]:
    """Return the non-empty lines of a text with their numbers."""
    lines = enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1)
    return [(number, line) for number, line in lines if line.strip("\ufeff\u00a0 \t;,")]


def cells_of(line: str, separator: str) -> list[str]:
    """Return the cells of a line without the quoting of spreadsheets."""
    cells = next(
        csv.reader([line.replace("\0", "")], delimiter=separator, skipinitialspace=True), []
    )
    return [_tidied(cell) for cell in cells]


def _tidied(cell: str) -> str:
    text = cell.replace("\u00a0", " ").strip()
    if found := _AS_TEXT.fullmatch(text):
        text = found[1].strip()
    return text[1:].strip() if text.startswith("'") and len(text) > 1 else text


def _is_number(cell: str) -> bool:
    return cell.lstrip("+").replace(".", "", 1).replace(",", "", 1).isdecimal()


def _key(word: str, heads: Heads) -> Key | None:
    plain = re.sub(r"[\s_.:()/-]", "", word.casefold())
    if plain in heads:
        return heads[plain], 0
    numbered = _NUMBERED.fullmatch(plain)
    return (heads[numbered[1]], int(numbered[2])) if numbered and numbered[1] in heads else None


def heads_of(words: Mapping[str, str]) -> dict[str, str]:
    """Return keys by column title, in lower case without spaces and dots."""
    return {word.casefold(): what for what, listed in words.items() for word in listed.split()}


def folded(name: str) -> str:
    """Normalise a name for comparison: Unicode composition, case, spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def split_names(text: str) -> list[str]:
    """Split several names in one cell: at slashes, commas, &, + or >."""
    return [name for name in (part.strip() for part in re.split(r"[/,&+>;|]", text)) if name]
