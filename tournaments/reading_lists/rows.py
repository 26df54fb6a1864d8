"""Lists of entrants as people paste them: out of an e-mail, a chat, a spreadsheet. Pure.

One entrant stands on a line. A list is read in one of two ways. Where its first line names columns (`HEADS`), in
whatever language, each line has those columns, between semicolons, commas or tabs. Otherwise a line is read freely:

    Anna Meier; Bern                    a person, and the club that they come from
    Anna / Beat; Bern                   a pair; also &, +, a comma, "and", "und", "et"
    Dragons: Anna, Beat, Carla; Bern    a pair or team with a name of its own

"Player 1" is a heading beside other heads, and a name by itself or where "Player 2" stands below it.
"""

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.rules import Mistake, shown
from scoring.rules.words import gettext_noop

PERSON, PAIR = "person", "pair"
MOST_NAMES = 8
LARGEST_NUMBER = 9999  # of a seed or a table
LONGEST_LINE = 2000  # characters
MOST_LINES = 2500  # with what stands above the list, and between
MOST_ROWS = 2000

FIRST_NAME, LAST_NAME, ONE_NAME, PARTNER = "first_name", "last_name", "name", "partner"
LABEL, CLUB, SEED, TABLE, NUMBER = "label", "club", "seed", "table", "number"
# What the head of a column is called, in small letters and without spaces; of "Player 1" the number is put aside.
HEADS: Mapping[str, str] = {
    head: column
    for column, heads in {
        ONE_NAME: "name names namen player players spieler spielerin spieler/in person teilnehmer member mitglied "
        "nom noms joueur joueuse joueurs personne participant membre prénometnom nometprénom "
        "игрок игроки человек участник фио имяифамилия фамилияиимя "
        "gracz gracze zawodnik osoba uczestnik imięinazwisko nazwiskoiimię",
        FIRST_NAME: "firstname givenname vorname prénom prenom имя imię imie",
        LAST_NAME: "lastname surname familyname nachname familienname nomdefamille фамилия nazwisko",
        PARTNER: "partner partnerin partner/in mate mitspieler mitspielerin partenaire coéquipier coéquipière "
        "напарник напарница партнёр партнер partnerka",
        LABEL: "team teamname mannschaft mannschaftsname pair pairname paar paarname label équipe equipe paire "
        "nomdeléquipe nomdelapaire команда пара названиекоманды названиепары "
        "drużyna druzyna para nazwadrużyny nazwapary",
        CLUB: "club clubname klub verein vereinsname клуб",
        SEED: "seed seeding setzplatz setzliste setznummer têtedesérie tetedeserie посев rozstawienie",
        TABLE: "table fixedtable tableno tisch festertisch tischnummer tischnr стол stół stol nrstołu",
        NUMBER: "# no nr number nummer pos position n° numéro numero № номер numer lp",
    }.items()
    for head in heads.split()
}
NAME_COLUMNS = {ONE_NAME, FIRST_NAME, LAST_NAME, PARTNER}

# Without the blanks round them, which are stripped afterwards: \\s* before a sign costs a line of blanks squared.
_JOINERS = re.compile(r"[/&+|]|(?<=\s)[-\u2013\u2014](?=\s)|(?<=\s)(?:and|und|et|oraz|(?-i:i|и))(?=\s)", re.IGNORECASE)
_NUMBERING = re.compile(r"^\s*\(?\d{1,4}\s*[.)]\s*(?!\d)")
_NUMBERED_HEAD = re.compile(r"^(.*?)([1-9])$")


@dataclass(frozen=True)
class Row:
    """One entrant of a list as it was understood. `line` counts from 1 as the text was pasted."""

    line: int
    names: tuple[str, ...]
    label: str = ""
    club_name: str = ""
    seed: int | None = None
    fixed_table: int | None = None


@dataclass(frozen=True)
class Reading:
    """All that was understood of a list, what was not (field "rows.<line>.<what>"), and columns that were left out.

    `heading` is the first line where it was taken to name the columns, so that nobody is lost in it unseen.
    """

    rows: tuple[Row, ...]
    mistakes: tuple[Mistake, ...] = ()
    left_out: tuple[str, ...] = ()
    heading: str = ""


def read(text: str, unit: str) -> Reading:
    """Read a pasted list of persons, pairs or teams ("person", "pair", "team"). Never raises.

    Of one with more lines than `MOST_LINES` none is looked at. Whether the names can be entered is another question:
    see `tournaments.actions.entering.check_rows`.
    """
    lines = [
        (number, line.strip(" \u00a0"))
        for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1)
    ]
    lines = [(number, line.replace("\ufeff", "")) for number, line in lines if line.strip("\ufeff \t;,")]
    if len(lines) > MOST_LINES:
        words = gettext_noop("At most %(most)s entrants at once, please; these are %(found)s.")
        return Reading((), (Mistake("too_many_rows", "names", words, {"most": MOST_ROWS, "found": len(lines)}),))
    too_long = [_too_long(number) for number, line in lines if len(line) > LONGEST_LINE]
    if too_long:
        return Reading((), tuple(too_long))
    if lines and lines[0][1].casefold().startswith("sep="):  # a spreadsheet's word to itself
        lines = lines[1:]
    if not lines:
        return Reading(())
    table = _table_of(lines[0][1], unit)
    if table is None or _is_entrant(table, lines[1:]):
        rows = [_free(number, line, unit) for number, line in lines]
        return Reading(tuple(row for row in rows if row is not None))
    return _in_columns(lines, table, unit)


def _too_long(number: int) -> Mistake:
    text = gettext_noop("This line is longer than %(most)s characters: please put one entrant on each line.")
    return Mistake("line_too_long", f"rows.{number}.names", text, {"most": LONGEST_LINE})


# Freely ---------------------------------------------------------------------------------------------------------


def _free(number: int, line: str, unit: str) -> Row | None:
    cells = [cell for cell in _cells(line, "\t" if "\t" in line else ";") if cell]
    if len(cells) > 1 and cells[0].rstrip(".)").isdigit():  # numbering in a column of its own
        cells = cells[1:]
    elif cells:
        cells[0] = _NUMBERING.sub("", cells[0])
    cells = [cell for cell in cells if cell]
    if not cells:
        return None
    label, names = "", cells[0]
    if unit != PERSON and ":" in names:
        label, names = (part.strip() for part in names.split(":", 1))
    people, rest = split_names(names, unit), cells[1:]
    if unit != PERSON and not label and len(people) == 1 and rest and len(split_names(rest[0], unit)) > 1:
        label, people, rest = names, split_names(rest[0], unit), rest[1:]  # "Dragons; Anna, Beat; Bern"
    elif unit != PERSON and not label and len(people) == 1:
        # "Anna; Beat; Bern" out of a spreadsheet: a pair takes what it needs, a team all there is
        more = 1 if unit == PAIR else len(rest)
        people, rest = [*people, *rest[:more]], rest[more:]
    return Row(number, tuple(people), label, " ".join(rest))


def split_names(text: str, unit: str) -> list[str]:
    """The names in a text such as "Anna / Beat", "Anna & Beat", "Anna und Beat", "Anna, Beat".

    A person's one comma stays: "Meier, Anna"; and so do a pair's, where something else stands between the two.
    """
    parts = [part.strip() for part in _JOINERS.split(text)]
    separate = {PERSON: len(parts) > 1 or text.count(",") > 1, PAIR: len(parts) == 1}
    if separate.get(unit, True):
        parts = [name.strip() for part in parts for name in part.split(",")]
    return [part for part in parts if part]


# In columns -----------------------------------------------------------------------------------------------------


@dataclass
class _Table:
    """How the columns of a list are laid out: their heads as (what, which of several), None where nobody knows it."""

    separator: str
    heads: list[tuple[str, int] | None]
    typed: list[str]
    known: int = 0
    label_is_name: bool = False
    left_out: tuple[str, ...] = field(default=())


def _table_of(line: str, unit: str) -> _Table | None:
    """The columns that a first line names, None where it names none: then it is an entrant itself."""
    best: _Table | None = None
    for separator in (";", "\t", ","):
        typed = _cells(line, separator)
        heads = [_head(cell) for cell in typed]
        known = sum(head is not None for head in heads)
        if known and (best is None or known > best.known):
            best = _Table(separator, heads, typed, known)
    if best is None or not any(head and head[0] in NAME_COLUMNS for head in best.heads):
        return None
    plain = (ONE_NAME, 0) in best.heads
    numbered = any(head and head[0] == ONE_NAME and head[1] for head in best.heads)
    has_label = any(head and head[0] == LABEL for head in best.heads)
    best.label_is_name = unit != PERSON and plain and numbered and not has_label
    best.left_out = tuple(
        cell for cell, head in zip(best.typed, best.heads, strict=True) if head is None and cell.strip()
    )
    return best


def _is_entrant(table: _Table, lines: Sequence[tuple[int, str]]) -> bool:
    """Whether a first line that could be a heading is an entrant: "Player 1" alone, or above "Player 2"."""
    heads = [head for head, cell in zip(table.heads, table.typed, strict=True) if cell]
    if len(heads) == 1:
        return bool(heads[0] and heads[0][1])
    if not all(head and head[1] for head in heads):
        return False
    for _number, line in lines:
        others = [_head(cell) for cell in _cells(line, table.separator) if cell]
        if others and others != heads and all(head and head[1] for head in others):
            return True
    return False


def _head(cell: str) -> tuple[str, int] | None:
    plain = re.sub(r"[\s_.:-]", "", cell.casefold())
    if plain in HEADS:
        return HEADS[plain], 0
    numbered = _NUMBERED_HEAD.match(plain)
    if numbered and HEADS.get(numbered[1]) in {ONE_NAME, PARTNER, FIRST_NAME, LAST_NAME}:
        return HEADS[numbered[1]], int(numbered[2])
    return None


def _in_columns(lines: Sequence[tuple[int, str]], table: _Table, unit: str) -> Reading:
    rows: list[Row] = []
    mistakes: list[Mistake] = []
    head = [cell.casefold() for cell in table.typed]
    for number, line in lines[1:]:
        cells = _cells(line, table.separator)
        if not any(cells) or [cell.casefold() for cell in cells] == head:
            continue
        row, found = _row(number, cells, table, unit)
        mistakes += found
        if row is not None:
            rows.append(row)
    return Reading(tuple(rows), tuple(mistakes), table.left_out, lines[0][1])


def _row(number: int, cells: list[str], table: _Table, unit: str) -> tuple[Row | None, list[Mistake]]:
    if table.heads[0] and table.heads[0][0] in NAME_COLUMNS and not table.label_is_name:
        cells[0] = _NUMBERING.sub("", cells[0])
    found: dict[tuple[str, int], str] = {}
    for head, cell in zip(table.heads, cells, strict=False):
        if head is not None and cell:
            found.setdefault(head, cell)
    label = found.get((LABEL, 0), "") or (found.get((ONE_NAME, 0), "") if table.label_is_name else "")
    names = _names(found, table, unit)
    values, mistakes = _numbers(number, found)
    mistakes += _too_many(number, cells, table)
    club = found.get((CLUB, 0), "")
    if not names and not label and not club and not mistakes:
        return None, []
    return Row(number, tuple(names), label, club, values[SEED], values[TABLE]), mistakes


def _names(found: Mapping[tuple[str, int], str], table: _Table, unit: str) -> list[str]:
    heads = {head for head in table.heads if head and head[0] in NAME_COLUMNS}
    if heads <= {(ONE_NAME, 0)}:
        # One column for everybody: "Anna / Beat"
        together = found.get((ONE_NAME, 0), "")
        return [together] if unit == PERSON and together else split_names(together, unit)
    names = []
    for which in range(MOST_NAMES + 2):
        first, last = found.get((FIRST_NAME, which), ""), found.get((LAST_NAME, which), "")
        whole = "" if which == 0 and table.label_is_name else found.get((ONE_NAME, which), "")
        if first and whole and not last:  # "Name; Vorname" means the family's name
            last, whole = whole, ""
        names += [name for name in (f"{first} {last}".strip(), whole) if name]
    names += [found[PARTNER, which] for which in range(MOST_NAMES + 2) if (PARTNER, which) in found]
    return names


def _numbers(line: int, found: Mapping[tuple[str, int], str]) -> tuple[dict[str, int | None], list[Mistake]]:
    texts = {
        SEED: gettext_noop("%(typed)s is no seed: please write a whole number from 1 to %(most)s, or nothing."),
        TABLE: gettext_noop("%(typed)s is no table: please write a whole number from 1 to %(most)s, or nothing."),
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
    """A whole number from 1 to `LARGEST_NUMBER` as people write it ("3", "3."), None for anything else."""
    digits = typed.strip().removesuffix(".")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 9):
        return None
    number = int(digits)
    return number if 1 <= number <= LARGEST_NUMBER else None


def _too_many(line: int, cells: Sequence[str], table: _Table) -> list[Mistake]:
    """A line with more in it than its columns hold: something would be lost without a word."""
    if not any(cells[len(table.heads) :]):
        return []
    text = gettext_noop("This line has %(found)s columns, the first line names %(most)s: please put it in order.")
    params = {"found": len(cells), "most": len(table.heads)}
    return [Mistake("too_many_columns", f"rows.{line}.names", text, params)]


def _cells(line: str, separator: str) -> list[str]:
    """The cells of one line. A quote that nobody closed ends with its line, so that it swallows no other entrant."""
    return [cell.strip() for cell in next(csv.reader([line], delimiter=separator, skipinitialspace=True), [])]
