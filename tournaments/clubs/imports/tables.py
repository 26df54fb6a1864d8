"""Lists with columns, as spreadsheets save them: what the first line names, and what stands below
it.

Columns stand between semicolons, commas or tabs. A quote that nobody closed ends with its line, so
that it swallows no other one.
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
_AS_TEXT = re.compile(r'="(.*)"')  # how Excel is told that 007 is no number
# What a spreadsheet would count, or run, where the cell comes back to it
_FORMULA = re.compile(r"[=+@|]")

Key = tuple[str, int]  # what a column holds, and which of several; 0 for the only one
Heads = Mapping[str, str]


@dataclass(frozen=True)
class Sheet:
    """A list: what its columns hold (None where nobody knows), and its lines, each with its number
    in the text.
    """

    keys: tuple[Key | None, ...]
    typed: tuple[str, ...]
    separator: str
    lines: Sequence[tuple[int, str]]

    @property
    def left_out(self) -> tuple[str, ...]:
        """The heads of columns that nobody knows."""
        return tuple(
            word for word, key in zip(self.typed, self.keys, strict=True) if key is None and word
        )

    def has(self, what: str) -> bool:
        return any(key is not None and key[0] == what for key in self.keys)

    def rows(self, refused: list[Refused]) -> Iterator[tuple[int, dict[Key, str]]]:
        """Line by line what is in it; lines that are not taken go to `refused`. Empty ones are
        passed over.
        """
        heads = [word.casefold() for word in self.typed]
        for number, line in self.lines:
            if not line.strip(f"{SEPARATORS} "):
                continue
            try:
                cells = self._cells(line)
            except RuleError as error:
                refused += [Refused(number, mistake) for mistake in error.mistakes]
                continue
            if [cell.casefold() for cell in cells] == heads:  # two lists, one below the other
                continue
            found = {
                key: cell
                for key, cell in zip(self.keys, cells, strict=False)
                if key is not None and cell
            }
            if found:
                yield number, found

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
                text = gettext_noop("%(typed)s is a formula: please write what it comes to.")
                raise RuleError([Mistake("formula", "line", text, {"typed": shown(cell)})])
        return cells


def sheet_of(text: str, heads: Heads) -> Sheet | None:
    """The list in a text whose first line names columns that `heads` knows; None where it names
    none.
    """
    lines = lines_of(text)
    # A spreadsheet's word to itself
    if lines and lines[0][1].lstrip("\ufeff").casefold().startswith("sep="):
        lines = lines[1:]
    if not lines or len(lines[0][1]) > LONGEST_LINE:
        return None
    best: tuple[int, Sheet] | None = None
    for separator in SEPARATORS:
        typed = tuple(cells_of(lines[0][1].lstrip("\ufeff"), separator)[:MOST_COLUMNS])
        keys = tuple(_key(word, heads) for word in typed)
        known = len({key for key in keys if key is not None})
        if known and (best is None or known > best[0]):
            best = known, Sheet(keys, typed, separator, lines[1:])
    return best[1] if best else None


def lines_of(text: str) -> list[tuple[int, str]]:
    """The lines of a text that hold anything, each with its number."""
    lines = enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1)
    return [(number, line) for number, line in lines if line.strip("\ufeff\u00a0 \t;,")]


def cells_of(line: str, separator: str) -> list[str]:
    """The cells of one line, tidied of what spreadsheets put round them."""
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
    """Heads by what a column is called, in small letters and without blanks and points."""
    return {word.casefold(): what for what, listed in words.items() for word in listed.split()}


def folded(name: str) -> str:
    """What two spellings of a name have in common: how its letters are composed, capitals, blanks
    put aside.
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def split_names(text: str) -> list[str]:
    """Several names in one cell: between slashes, commas, &, + or >."""
    return [name for name in (part.strip() for part in re.split(r"[/,&+>;|]", text)) if name]
