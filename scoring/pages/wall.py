"""A game's wall screen: the score on a tablet or monitor that everybody sees."""

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.games.access.links import token_of
from scoring.games.permissions import ADDRESSES, may
from scoring.models import Game, Link
from scoring.pages import chart
from scoring.pages.common import GameRequest, on_game, only_here
from scoring.pages.live_pages import live_of, live_page
from scoring.pages.rank_history import ROUNDS_SHOWN, End, line_ends, places_of
from scoring.pages.share.views import Card, by_link, card_of, kept_secret
from scoring.pages.sheet.history import happenings, reason_to_stop
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
        return places_of(self.sheet.people, ROUNDS_SHOWN, before=self.sheet.table.carried.rounds)

    @property
    def ends(self) -> list[End]:
        """The positions of the names in the chart of a game of ranks."""
        return line_ends(self.chart, self.sheet.people)


@require_safe
@on_game
def wall(request: GameRequest, game: Game) -> HttpResponse:
    """Show the wall screen to a phone or laptop of the table."""
    link = None
    # Only those who may share the game show its link to a whole hall.
    if may(request.role, ADDRESSES["share"]):
        link = Link.objects.filter(
            game=game, role=Link.Role.VIEWER, revoked_at__isnull=True
        ).first()
    return _hung(request, game, link, reverse("wall", args=[game.pk]))


@require_safe
@by_link(Link.Role.VIEWER)
def look_wall(request: GameRequest, link: Link) -> HttpResponse:
    """Show the wall screen to viewers."""
    assert link.game is not None  # noqa: S101  (by_link)
    return _hung(request, link.game, link, reverse("look_wall", args=[token_of(link)]))


def _hung(request: GameRequest, game: Game, link: Link | None, url: str) -> HttpResponse:
    live = live_of(request, game, url, link and link.pk)
    page = live_page(
        request,
        live,
        "scoring/wall/wall.html",
        "scoring/wall/_wall.html",
        partial(_shown, request, game, link),
    )
    return kept_secret(page)


def _shown(request: GameRequest, game: Game, link: Link | None) -> dict[str, Any]:
    card: Card = card_of(request, Link.Role.VIEWER, link)
    hung = Wall.of(game)
    return {
        "game": game,
        "wall": hung,
        "sheet": hung.sheet,
        "card": card,
        "only_here": only_here(request),
        "stopped": reason_to_stop(game, happenings(game)),
    }
