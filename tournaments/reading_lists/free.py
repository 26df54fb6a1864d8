"""Reads a list without columns: each line is one entrant."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from scoring.rules import Mistake, shown
from tournaments.reading_lists.cells import (
    Line,
    counting,
    is_marked,
    quoted_cells,
    without_contacts,
    without_marks,
    without_number,
)
from tournaments.reading_lists.found import (
    CALLED_OFF,
    CLUB_FIRST,
    CLUB_LAST,
    HEADING,
    LABEL_FIRST,
    NO_NAME,
    THREE,
    Reading,
    Row,
    doubts_of,
)
from tournaments.reading_lists.names import (
    PAIR,
    PERSON,
    is_open,
    split_bracketed_club,
    split_cancellation,
    split_names,
    split_trailing_club,
)


def read_freely(
    lines: Sequence[Line], unit: str, *, taken: Collection[int], three_cells: str
) -> Reading:
    """Read the entrants of a list without columns, one per line.

    `taken` are line numbers to include although they would be skipped; `three_cells` is how a
    pair's three cells are read, "" for the best fit.
    """
    bare = _without_numbers(lines)
    items = [is_marked(line.text) for line in lines]
    layout = _three_cell_layout(bare, unit, three_cells)
    read = [_read_line(line, unit, layout) for line in bare]
    heading = _is_heading(bare, items, [row for row, _word, _text in read], unit)
    rows: list[Row] = []
    doubts: list[Mistake] = []
    skipped: list[Mistake] = []
    for place, (line, (row, word, text)) in enumerate(zip(bare, read, strict=True)):
        at = f"rows.{line.number}"
        if line.number not in taken and (word or (place == 0 and heading)):
            skipped.append(_left_out(at, shown(text or line.text), word))
        elif row is None:
            skipped.append(Mistake("no_name", at, NO_NAME, {"typed": shown(line.text)}))
        else:
            rows.append(replace(row, left_out=(*row.left_out, *filter(None, [word]))))
            doubts += doubts_of(row, unit)
            if _three_cells(text, unit):
                doubts.append(Mistake("three_cells", f"{at}.names", THREE, {"line": line.number}))
    return Reading(tuple(rows), doubts=tuple(doubts), skipped=tuple(skipped), three_cells=layout)


def _without_numbers(lines: Sequence[Line]) -> list[Line]:
    """Return the lines without bullets and leading numbers.

    Among lines with bullets, a number in place of a bullet is one.
    """
    bare = [replace(line, text=without_marks(line.text)) for line in lines]
    counts = counting([line.text for line in bare])
    plain = [line == typed for line, typed in zip(bare, lines, strict=True)]
    bullets = plain.count(False)
    among = bullets > 1 and bullets * 4 >= len(lines)
    return [
        replace(line, text=without_number(line.text, counts=counts or (among and is_plain)))
        for line, is_plain in zip(bare, plain, strict=True)
    ]


def _three_cell_layout(lines: Sequence[Line], unit: str, three_cells: str) -> str:
    """Return how a pair's three cells are read: as chosen, else the best fit; "" if there are
    none.
    """
    threes = list(filter(None, (_three_cells(line.text, unit) for line in lines)))
    return (three_cells or _likely(threes)) if threes else ""


def _left_out(at: str, typed: str, word: str) -> Mistake:
    """Report a line without an entrant: called off with that word, or a heading."""
    if word:
        return Mistake("called_off", at, CALLED_OFF, {"typed": typed, "word": word})
    return Mistake("heading", at, HEADING, {"typed": typed})


def _read_line(line: Line, unit: str, three_cells: str) -> tuple[Row | None, str, str]:
    """Return a line's entrant, the word that calls it off, and the line without it.

    The word may be at the end of the line or after one of its names.
    """
    text, word = split_cancellation(line.text)
    row = _row(line.number, text, unit, three_cells)
    if row is None:
        return None, word, text
    split = [split_cancellation(name) for name in row.names]
    if not word and (word := next((found for _name, found in split if found), "")):
        text = " & ".join(name for name, _word in split)
    return replace(row, names=tuple(name for name, _word in split if name)), word, text


def _is_heading(
    lines: Sequence[Line], items: Sequence[bool], rows: Sequence[Row | None], unit: str
) -> bool:
    """Whether the first line is a heading above the list.

    It is one if it is not an item while nearly all others are; or if it does not name two people
    while nearly all others do, and has a number or a colon as no name has.
    """
    if len(lines) < 3 or items[0]:
        return False
    most = (len(lines) - 1) * 2
    if sum(items) * 3 >= most:
        return True
    if unit == PERSON or not _is_no_name(without_contacts(lines[0].text)[0]):
        return False
    together = [row is not None and len(row.names) + row.open_places > 1 for row in rows]
    return not together[0] and sum(together) * 3 >= most


def _is_no_name(text: str) -> bool:
    """Whether a text in one cell has a number, or a colon at the end."""
    if ";" in text or "\t" in text:
        return False
    return text.endswith(":") or any(char.isdigit() for char in text)


def _cells(text: str) -> list[tuple[str, bool]]:
    cells = [cell for cell in quoted_cells(text, "\t" if "\t" in text else ";") if cell[0]]
    if len(cells) > 1 and cells[0][0].rstrip(".)").isdigit():  # numbering in its own column
        cells = cells[1:]
    return cells


def _three_cells(text: str, unit: str) -> list[str]:
    """Return the cells of a pair's line that may be a club and two people, or two people and a
    club; otherwise [].
    """
    cells = [cell for cell, _quoted in _cells(text)]
    plain = (
        unit == PAIR
        and len(cells) == 3
        and not any(len(split_names(cell, unit)) > 1 for cell in cells[:2])
    )
    return cells if plain and ":" not in cells[0] else []


def _likely(threes: Sequence[Sequence[str]]) -> str:
    """Return the likely meaning of three cells: people mostly have two names, clubs and teams
    one.
    """
    whole = [sum(len(cells[place].split()) > 1 for cells in threes) for place in range(3)]
    return (
        CLUB_FIRST
        if whole[0] * 2 < len(threes) and whole[1] + whole[2] > len(threes)
        else CLUB_LAST
    )


def _row(number: int, text: str, unit: str, three_cells: str) -> Row | None:
    left_out: list[str] = []
    cells: list[tuple[str, bool]] = []
    for cell, quoted in _cells(text):
        kept, out = without_contacts(cell)
        left_out += out
        if kept:
            cells.append((kept, quoted))
    if not cells:
        return None
    row = _in_cells(number, cells, unit, three_cells if _three_cells(text, unit) else "")
    people = tuple(name for name in row.names if not is_open(name))
    # A person still wanted is not an entrant on their own.
    open_places = len(row.names) - len(people) if unit != PERSON else 0
    if not people and not row.label:
        return None
    return replace(row, names=people, open_places=open_places, left_out=tuple(left_out))


def _in_cells(number: int, cells: Sequence[tuple[str, bool]], unit: str, three_cells: str) -> Row:
    if len(cells) == 1:
        return _in_one_cell(number, *cells[0], unit)
    texts = [cell for cell, _quoted in cells]
    if three_cells and len(texts) == 3:
        return _in_three_cells(number, texts, three_cells)
    (names, quoted), rest = cells[0], texts[1:]
    label, names = ("", names) if quoted else _split_label(names, unit)
    people = _people(names, unit, alone=False, quoted=quoted)
    if unit != PERSON and not label and len(people) == 1:
        label, people, rest = _label_or_people(names, people, rest, unit)
    return Row(number, tuple(people), label, " ".join(rest))


def _in_one_cell(number: int, text: str, quoted: bool, unit: str) -> Row:
    if quoted:
        return Row(number, tuple(_people(text, unit, alone=True, quoted=True)))
    label, text = _split_label(text, unit)
    names, club = _without_club(text, unit)
    people = _people(names, unit, alone=not label, quoted=False)
    return Row(number, tuple(people), label, club)


def _split_label(text: str, unit: str) -> tuple[str, str]:
    """Return the own name before a colon, "" if there is none, and the rest."""
    if unit == PERSON or ":" not in text:
        return "", text
    label, names = text.split(":", 1)
    return label.strip(), names.strip()


def _label_or_people(
    names: str, people: list[str], rest: list[str], unit: str
) -> tuple[str, list[str], list[str]]:
    """Return label, people and the cells left, for a first cell that is a label or one name."""
    others = split_names(rest[0], unit, alone=False)
    if len(others) > 1:  # "Dragons; Anna, Beat; Bern"
        return names, others, rest[1:]
    # "Anna; Beat; Bern" from a spreadsheet: a pair takes what it needs, a team all there is
    more = 1 if unit == PAIR else len(rest)
    return "", [*people, *rest[:more]], rest[more:]


def _in_three_cells(number: int, texts: Sequence[str], three_cells: str) -> Row:
    first, second, third = texts
    if three_cells == CLUB_LAST:
        return Row(number, (first, second), club_name=third)
    if three_cells == LABEL_FIRST:
        return Row(number, (second, third), label=first)
    return Row(number, (second, third), club_name=first if three_cells == CLUB_FIRST else "")


def _without_club(text: str, unit: str) -> tuple[str, str]:
    """Return names without their club, in brackets or at the end, and the club; "" if none."""
    names, club = split_bracketed_club(text)
    return (names, club) if club else split_trailing_club(names, unit)


def _people(names: str, unit: str, *, alone: bool, quoted: bool) -> list[str]:
    if quoted and unit == PERSON:
        return [names]
    return split_names(names, unit, alone=alone and not quoted)
