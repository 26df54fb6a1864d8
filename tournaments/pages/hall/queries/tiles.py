"""The tables of the board as tiles."""

from django.urls import reverse
from django.utils.safestring import SafeString

from tournaments.models import Tournament
from tournaments.pages import rendering
from tournaments.pages.hall.queries.board import HallTable
from tournaments.pages.rendering import Tile, TileSide


def tiles_of(tournament: Tournament, tables: list[HallTable]) -> SafeString:
    """Draw each table with its number, state, tags, and sides with their scores."""
    address = reverse("desk_match", args=[tournament.pk, 0]).removesuffix("0/")
    return rendering.tiles(_tile(table, address) for table in tables)


def _tile(table: HallTable, address: str) -> Tile:
    return Tile(
        id=table.match.pk,
        address=f"{address}{table.match.pk}/",
        number=table.number,
        state=table.state,
        needs_me=table.needs_me,
        icon=table.icon,
        word=table.word,
        tags=table.tags,
        pace=table.pace,
        sides=[
            TileSide(side.name, side.score, side.won, side.index if table.two_sides else None)
            for side in table.sides
        ],
    )
