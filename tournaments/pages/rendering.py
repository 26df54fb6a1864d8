"""HTML drawn in Python: the pieces that a page repeats by the hundred, and sentences with names.

A template takes five times as long for the standings of a large hall, which everybody loads at the
end of a round. Only this module marks HTML as safe: callers pass plain values. Whatever people
typed goes through `escaped`; figures, ids and keys are ours and go in as they are.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from tournaments.templatetags.people import people

EMPTY = SafeString("")
FIGURE = "#"  # holds the place of a disc's figure while the words around it are translated
EXPANDED = ' aria-expanded="true"'
BAR = 56  # pixels
MARK = '<span class="mark" aria-hidden="true"></span>'


def escaped(value: object) -> SafeString:
    """Escape a value, unless it is HTML already."""
    return conditional_escape(value if isinstance(value, str) else str(value))


# Sentences
# --------------------------------------------------------------------------------------------------


def isolated(name: str) -> SafeString:
    """Isolate a name, so that its script does not reorder the sentence around it."""
    return mark_safe(f"<bdi>{escaped(name)}</bdi>")  # noqa: S308 - escaped


def isolated_figures(text: str) -> SafeString:
    """Keep figures in their order in every script."""
    return mark_safe(f'<bdi class="num" dir="ltr">{escaped(text)}</bdi>')  # noqa: S308 - escaped


def joined(pieces: Iterable[object], between: str = ", ") -> SafeString:
    """Join pieces, each escaped unless it is HTML already."""
    return mark_safe(escaped(between).join(map(escaped, pieces)))  # noqa: S308 - escaped


def filled(text: str, values: Mapping[str, object]) -> SafeString:
    """Fill the `%(name)s` places of a sentence, everything escaped unless it is HTML already.

    Raises KeyError for a place without a value.
    """
    shown = {key: escaped(value) for key, value in values.items()}
    return mark_safe(str(escaped(text)) % shown)  # noqa: S308 - escaped


def highlighted(text: str, start: int, end: int) -> SafeString:
    """Mark the letters from `start` to `end`, as a search found them."""
    before, found, after = map(escaped, (text[:start], text[start:end], text[end:]))
    return mark_safe(f"{before}<mark>{found}</mark>{after}")  # noqa: S308 - escaped


# Discs of results
# --------------------------------------------------------------------------------------------------

NO_DISC = "<i></i>"  # a round before a late entry: the discs after it stay below their numbers


def disc_frame(kind: str, words: str) -> tuple[str, str]:
    """Return the HTML before and after the figure of a disc; `words` are for screen readers.

    The words wrap the figure instead of repeating it, and attributes have no quotes: discs are most
    of a page's weight.
    """
    before, after = _around(words)
    return f"<i class={kind}>{_spoken(before)}", f"{_spoken(after)}</i>"


def disc_row(discs: Iterable[str]) -> SafeString:
    """Join discs made of `disc_frame`, their figures and `NO_DISC`."""
    return mark_safe("".join(discs))  # noqa: S308 - our own figures and words


def numbered_disc(kind: str, number: int, words: str) -> SafeString:
    """Draw a disc with the number of its session round."""
    before, after = _around(words)
    return mark_safe(f'<i class="{kind}">{_spoken(before)}{number}{_spoken(after)}</i>')  # noqa: S308 - escaped


def unmoved(words: str) -> SafeString:
    """Draw the sign for an unchanged rank."""
    return mark_safe(f'<i role="img" aria-label="{escaped(words)}">–</i>')  # noqa: S308 - escaped


def moved(kind: str, ranks: int, words: str) -> SafeString:
    """Draw by how many ranks somebody went `kind`, "up" or "down"."""
    before, after = (f"<span class=unseen>{part}</span>" if part else "" for part in _around(words))
    return mark_safe(f"<i class={kind}>{before}{ranks}{after}</i>")  # noqa: S308 - escaped


def _around(words: str) -> tuple[str, str]:
    # Split first: an escaped apostrophe has the sign of `FIGURE` in it.
    before, _figure, after = words.partition(FIGURE)
    return escaped(before), escaped(after)


def _spoken(words: str) -> str:
    return f"<span>{words}</span>" if words else ""


# Rows of the standings
# --------------------------------------------------------------------------------------------------


class StandingsRow(NamedTuple):
    """A row of the standings table.

    `figures` has one entry for each column, `linked` if each leads to its sum; `opened` is the key
    of the column whose sum is shown in `below`. `id` is empty while the prize-giving hides the
    name. `note` is "withdrawn", or "still playing" where others are out. `moved` and `discs` are
    drawn already, empty where there are none.
    """

    rank: str
    id: str
    name: str
    figures: Sequence[str]
    note: str = ""
    linked: bool = False
    opened: str = ""
    club: str = ""
    moved: str = ""
    discs: SafeString = EMPTY
    below: SafeString = EMPTY


def standings_rows(rows: Iterable[StandingsRow], keys: Sequence[str], *, clubs: bool) -> SafeString:
    """Draw the rows of a standings table; `keys` are its columns."""
    drawn = []
    for row in rows:
        name = escaped(row.name)
        who = (
            f'<a href="../../entrants/{row.id}/"><bdi>{name}</bdi></a>'
            if row.id
            else f"<span>{name}</span>"
        )
        note = f" <small>{escaped(row.note)}</small>" if row.note else ""
        club = f'<td class="club"><bdi>{escaped(row.club)}</bdi>' if clubs else ""
        drawn.append(
            f'<tr><td>{row.rank}<td>{row.moved}<th scope="row">{who}{note}'
            f'{club}<td class="discs">{row.discs}{standings_cells(row, keys)}{row.below}'
        )
    return mark_safe("\n".join(drawn))  # noqa: S308 - escaped


def standings_cells(row: StandingsRow, keys: Sequence[str], base: str = "") -> SafeString:
    """Draw the figures of a row; `base` is the address of the standings, on other pages."""
    if not row.linked:
        return mark_safe("".join([f"<td><span>{figure}</span></td>" for figure in row.figures]))  # noqa: S308 - our own figures
    start = f'<td><a href="{base}{row.id}/'
    return mark_safe(  # noqa: S308 - our own figures and keys
        "".join(
            [
                f'{start}{key}/"{EXPANDED if key == row.opened else ""}>{figure}</a>'
                for key, figure in zip(keys, row.figures, strict=True)
            ]
        )
    )


# Tiles of the board
# --------------------------------------------------------------------------------------------------


class TileSide(NamedTuple):
    """A side of a table: `number` gives its colour, None unless two sides play each other."""

    name: str
    score: str
    won: bool
    number: int | None


class Tile(NamedTuple):
    """A table on the board. `pace` is how much is played, from 0 to 1; None if it has no end."""

    id: int
    address: str
    number: str
    state: str
    needs_me: bool
    icon: str
    word: str
    tags: Sequence[str]
    pace: float | None
    sides: Sequence[TileSide]


def tiles(items: Iterable[Tile]) -> SafeString:
    """Draw the tables of the board as list items."""
    return mark_safe("".join(map(_tile, items)))  # noqa: S308 - escaped


def _tile(tile: Tile) -> str:
    needs = " needs" if tile.needs_me else ""
    tags = "".join(f"<small>{escaped(tag)}</small>" for tag in tile.tags)
    return (
        f'<li class="tile is-{tile.state}{needs}" id="t{tile.id}">'
        f'<a href="{tile.address}"><b class="no num">{tile.number}</b>'
        f'<span class="tags">{tags}<span class="how"><i aria-hidden="true">{tile.icon}</i> '
        f"{escaped(tile.word)}</span>"
        f"{_pace(tile.pace)}</span>{''.join(map(_side, tile.sides))}</a></li>"
    )


def _side(side: TileSide) -> str:
    colour, mark = ("", "") if side.number is None else (f" side-{side.number}", MARK)
    won = " won" if side.won else ""
    score = f'<b class="num">{escaped(side.score)}</b>' if side.score else ""
    return f'<span class="side{colour}{won}">{mark}<bdi>{people(side.name)}</bdi>{score}</span>'


def _pace(played: float | None) -> str:
    """Draw a progress bar; nothing where the game has no known end."""
    if played is None:
        return ""
    return (
        f'<svg class="pace" width="{BAR}" height="4" stroke-width="4" stroke-linecap="round" '
        'aria-hidden="true">'
        f'<path d="M2,2H{BAR - 2}" stroke="var(--line)"/>'
        f'<path d="M2,2h{round(played * (BAR - 4))}" stroke="var(--edge)"/></svg>'
    )
