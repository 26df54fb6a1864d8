"""Rows of games and rounds: those of one person, and those of many people, newest first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.games.host import PlayedAt, host
from scoring.games.queries import writable_by
from scoring.games.round_words import call_name
from scoring.models import Device, Game, Round
from scoring.pages.long_list import Leaf, leaf_of
from scoring.people.statistics.at_tables import ROUNDS, SWEEPS, TableRound, rounds_of, table_rounds
from scoring.people.statistics.club import SeatedPlayer, Table, seats_in, tables_of
from scoring.people.statistics.games import PlayedGame, people_met
from scoring.rules.settings import GRAND, TICHU


@dataclass(frozen=True)
class GameRow:
    """A game from a player's point of view. `others` are the other sides with totals; `opens`: its
    sheet is open on the requesting phone.
    """

    game: PlayedGame
    partners: Sequence[str]
    others: Sequence[tuple[Sequence[str], int | None]]
    opens: bool


def opens_here(device: Device | None, games: Iterable[UUID]) -> set[UUID]:
    """Return those of these games that are open on this phone: one query."""
    return (
        set(writable_by(device).filter(pk__in=set(games)).values_list("pk", flat=True))
        if device
        else set()
    )


def game_rows(
    games: Sequence[PlayedGame], names: Mapping[int, str], device: Device | None
) -> list[GameRow]:
    """Return these games in order: one query."""
    opens = opens_here(device, [game.game for game in games])
    return [_row(game, names, game.game in opens) for game in games]


def _row(game: PlayedGame, names: Mapping[int, str], opens: bool) -> GameRow:
    def called(person: int | None) -> str:
        return names.get(person or 0) or _("somebody without a name")

    partners = [called(one.player) for one in game.beside]
    if game.in_teams:
        others = [([called(one.player) for one in game.opponents], game.total_of_others)]
    else:
        others = [([called(one.player)], one.total) for one in game.opponents]
    return GameRow(game, partners, others, opens)


A_PAGE = 50
GAMES = "games"
TITLES = {
    GAMES: gettext_noop("Games"),
    ROUNDS: gettext_noop("Rounds"),
    SWEEPS: gettext_noop("Double victories"),
}


class Side(NamedTuple):
    """A side of a game: its names, its total, and whether it won."""

    names: Sequence[str]
    total: int | None
    won: bool


@dataclass(frozen=True)
class TableRow:
    """A game by side.

    `opens`: its sheet is open on this phone. `at` is where it was played, if it was a match's.
    """

    table: Table
    sides: Sequence[Side]
    opens: bool
    at: PlayedAt | None = None

    @property
    def address(self) -> str:
        """Its sheet if that is open on this phone, else its match's page; "" without either."""
        if self.opens:
            return reverse("game", args=[self.table.game])
        return self.at.address if self.at else ""

    def as_seen_by(self, player: int, word: str) -> "TableRow | None":
        """Return the row for a person who sat there, called by that word; None if they did not."""
        if not any(sat.player == player for side in self.table.sides for sat in side):
            return None
        sides = [
            side._replace(
                names=[
                    word if sat.player == player else name
                    for sat, name in zip(seats, side.names, strict=True)
                ]
            )
            for seats, side in zip(self.table.sides, self.sides, strict=True)
        ]
        return replace(self, sides=sides)


def table_rows(
    tables: Sequence[Table], names: Mapping[int, str], device: Device | None
) -> list[TableRow]:
    """Return these games in order: two queries."""
    games = [one.game for one in tables]
    opens, at = opens_here(device, games), host().played_at(games)

    def side_row(side: Sequence[SeatedPlayer]) -> Side:
        called = [names.get(one.player or 0) or _("somebody without a name") for one in side]
        return Side(called, side[0].total, side[0].won)

    return [
        TableRow(one, [side_row(side) for side in one.sides], one.game in opens, at.get(one.game))
        for one in tables
    ]


@dataclass(frozen=True)
class FigurePage:
    """What an overall figure counts: games, or rounds, each with whether its game is open on this
    phone.
    """

    title: str
    of_games: bool
    total: int
    games: Sequence[TableRow]
    rounds: Sequence[tuple[TableRound, bool]]
    leaf: Leaf


def figure_page(
    games: QuerySet[Game], figure: str, asked: int, device: Device | None
) -> FigurePage | None:
    """Return a page of the rounds behind a figure of these games, or with "games" of the games.

    None for an unknown figure. At most eight queries.
    """
    if figure == GAMES:
        return games_page(games, _(TITLES[GAMES]), asked, device)
    rounds = rounds_of(games.values("pk"), figure)
    if rounds is None:
        return None
    title = call_name(figure) if figure in (TICHU, GRAND) else _(TITLES[figure])
    return rounds_page(rounds, title, asked, device)


def rounds_page(
    rounds: QuerySet[Round], title: str, asked: int, device: Device | None
) -> FigurePage:
    """Return a page of these rounds, in order. At most seven queries."""
    total = rounds.count()
    leaf = leaf_of(total, asked, A_PAGE)
    found = table_rounds(rounds[A_PAGE * leaf.before : A_PAGE * leaf.number])
    opens = opens_here(device, [one.game for one in found])
    rows = [(one, one.game in opens) for one in found]
    return FigurePage(title, of_games=False, total=total, games=[], rounds=rows, leaf=leaf)


def games_page(games: QuerySet[Game], title: str, asked: int, device: Device | None) -> FigurePage:
    """Return a page of these games, newest first. At most six queries."""
    total = games.count()
    leaf = leaf_of(total, asked, A_PAGE)
    newest = games.order_by("-started_at", "-pk").values_list("pk", flat=True)
    seats = seats_in(list(newest[A_PAGE * leaf.before : A_PAGE * leaf.number]))
    names = people_met({one.player for one in seats if one.player})[0]
    rows = table_rows(tables_of(seats)[::-1], names, device)
    return FigurePage(title, of_games=True, total=total, games=rows, rounds=[], leaf=leaf)
