"""A table as a tile of the board. Written here and not in a template: a hall has two hundred, and
everybody waits.
"""

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from tournaments.models import Tournament
from tournaments.pages.hall.queries.board import HallTable
from tournaments.pages.round_tables import SideLine
from tournaments.templatetags.people import people

BAR = 56  # pixels
MARK = '<span class="mark" aria-hidden="true"></span>'


def tiles_of(tournament: Tournament, tables: list[HallTable]) -> SafeString:
    """The items of the list of tables: number, what it does, its sides with their scores, what else
    is to know.
    """
    address = reverse("desk_match", args=[tournament.pk, 0])
    return mark_safe("".join(_tile(table, address) for table in tables))  # noqa: S308 - every text is escaped


def _tile(table: HallTable, address: str) -> str:
    needs = " needs" if table.needs_me else ""
    tags = "".join(f"<small>{escape(tag)}</small>" for tag in table.tags)
    return (
        f'<li class="tile is-{table.state}{needs}" id="t{table.match.pk}">'
        f'<a href="{address.removesuffix("0/")}{table.match.pk}/"><b class="no '
        f'num">{table.number}</b>'
        f'<span class="tags">{tags}<span class="how"><i aria-hidden="true">{table.icon}</i> '
        f"{escape(table.word)}</span>"
        f"{_pace(table.pace)}</span>"
        f"{''.join(_side(side, two=table.two_sides) for side in table.sides)}</a></li>"
    )


def _side(side: SideLine, *, two: bool) -> str:
    mark = f" side-{side.index}" if two else ""
    won = " won" if side.won else ""
    score = f'<b class="num">{escape(side.score)}</b>' if side.score else ""
    name = f"{MARK if two else ''}<bdi>{people(side.name)}</bdi>"
    return f'<span class="side{mark}{won}">{name}{score}</span>'


def _pace(played: float | None) -> str:
    """A bar of how much is played; nothing where nobody knows how long it goes."""
    if played is None:
        return ""
    return (
        f'<svg class="pace" width="{BAR}" height="4" stroke-width="4" stroke-linecap="round" '
        'aria-hidden="true">'
        f'<path d="M2,2H{BAR - 2}" stroke="var(--line)"/>'
        f'<path d="M2,2h{round(played * (BAR - 4))}" stroke="var(--edge)"/></svg>'
    )
