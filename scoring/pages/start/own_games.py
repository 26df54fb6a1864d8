"""The games that a phone may write in: those on the front page, and all of them, searchable and
paged.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format

from scoring.games.access.claims import claims_of
from scoring.games.names.alphabet import plain
from scoring.games.queries import by_last_played, never_begun, tables_of, writable_by
from scoring.models import Device, Game, PhoneOwner, Seat
from scoring.pages.start.game_rows import Played, title_of
from scoring.people.statistics.games import drawn_games

PINNED = 4  # unfinished games on the front page besides the current one
LAST = 3  # finished games there
A_PAGE = 30
LONGEST_SEARCH = 60  # characters
OPEN = Q(state__in=[Game.State.RUNNING, Game.State.PAUSED])


class OwnGames:
    """The games on the front page: seven queries for any number of games.

    A game without rounds is the current one while it is the latest, and is never listed, so it
    takes no other game's place.
    """

    def __init__(self, device: Device) -> None:
        all_open = by_last_played(writable_by(device).filter(OPEN))
        listed = by_last_played(writable_by(device).exclude(never_begun()))
        newest = all_open.first()
        others = OPEN & ~Q(pk=newest.pk) if newest else OPEN
        shown = [
            *filter(None, [newest]),
            *listed.filter(others)[:PINNED],
            *listed.exclude(OPEN)[:LAST],
        ]
        tables = tables_of(shown)
        rows = [Played.of(tables[game.pk]) for game in shown]
        self.newest_open = rows[0] if newest else None
        beside = rows[1:] if newest else rows
        self.pinned = [row for row in beside if row.goes_on]
        self.over = [row for row in beside if not row.goes_on]
        counted = listed.order_by().aggregate(all=Count("pk"), others=Count("pk", filter=others))
        self.count = counted["all"]
        self.more_open = counted["others"] - len(self.pinned)
        # The game whose people "Same people" means
        self.last = max(rows, key=lambda row: row.game.started_at, default=None)


class Month(NamedTuple):
    """The games of a month on a page, and how many it has on all pages."""

    name: str
    n_games: int
    rows: Sequence[Played]


@dataclass
class GamesPage:
    """A page of the games with rounds: unfinished ones first, then by month of the last round; or
    those matching `typed`. At most seven queries.
    """

    among: QuerySet[Game]
    typed: str = ""
    asked: int = 1
    me: Collection[int] = ()  # the people that the requesting phone and account are

    def __post_init__(self) -> None:
        self.typed = self.typed.replace("\0", "")[:LONGEST_SEARCH].strip()

    @cached_property
    def everything(self) -> Sequence[Game]:
        games = list(by_last_played(self.among.exclude(never_begun())))
        return sorted(games, key=lambda game: not is_open(game))  # keeps the order of either half

    @cached_property
    def found(self) -> Sequence[Game]:
        words = plain(self.typed).split()
        if not words:
            return self.everything
        names = self._names()
        return [
            game
            for game in self.everything
            if _has(words, [*names.get(game.pk, ()), *_search_texts(game)])
        ]

    def _names(self) -> dict[object, list[str]]:
        seats = Seat.ever.filter(game__in=self.among, player__isnull=False)
        shown = seats.filter(Q(player__erased_at__isnull=True) | Q(game__of_match=True)).order_by(
            "number"
        )
        names: dict[object, list[str]] = {}
        for pk, name in shown.values_list("game", "player__name"):
            names.setdefault(pk, []).append(name)
        return names

    @cached_property
    def n_empty(self) -> int:
        """The number of games without rounds."""
        return self.among.filter(never_begun()).count()

    @cached_property
    def won(self) -> int:
        """How many of the games found the requesting people have won."""
        mine = Seat.ever.filter(player__in=self.me, place=1, counts=True, game__in=self.among)
        sitting = Seat.ever.filter(
            Q(counts=True) | Q(last__isnull=True),
            game__in=mine.values("game"),
            place__isnull=False,
        )
        columns = ("game", "game__variant", "number", "place", "player", "counts")
        rows = list(sitting.values_list(*columns))
        won = {
            game
            for game, _variant, _number, place, player, counted in rows
            if place == 1 and counted and player in self.me
        }
        return len(
            won.intersection(game.pk for game in self.found) - drawn_games(row[:4] for row in rows)
        )

    @property
    def pages(self) -> int:
        return max(1, -(-len(self.found) // A_PAGE))

    @property
    def number(self) -> int:
        return min(max(self.asked, 1), self.pages)

    @property
    def later(self) -> int:
        """The page with later games; 0 on the first."""
        return self.number - 1

    @property
    def earlier(self) -> int:
        """The page with earlier games; 0 on the last."""
        return self.number + 1 if self.number < self.pages else 0

    @property
    def n_earlier(self) -> int:
        return len(self.found) - A_PAGE * self.number

    @cached_property
    def rows(self) -> Sequence[Played]:
        games = self.found[A_PAGE * (self.number - 1) : A_PAGE * self.number]
        tables = tables_of(games)
        return [Played.of(tables[game.pk]) for game in games]

    @property
    def unfinished(self) -> Sequence[Played]:
        return [row for row in self.rows if row.goes_on]

    @property
    def months(self) -> Iterator[Month]:
        over = [_month(game) for game in self.found if not is_open(game)]
        for month, rows in groupby(
            (row for row in self.rows if not row.goes_on), key=lambda row: _month(row.game)
        ):
            yield Month(month, over.count(month), list(rows))


def own_people(device: Device, user: Any) -> Collection[int]:
    """Return the people, in any club, that an account or phone has claimed or owns. Two queries."""
    owner = PhoneOwner.objects.filter(device=device).values_list("player", flat=True)
    return {*claims_of(device, user).values_list("player", flat=True), *owner}


def is_open(game: Game) -> bool:
    return game.state in {Game.State.RUNNING, Game.State.PAUSED}


def _month(game: Game) -> str:
    """Return the month of the last round for the reader: "November 2026"."""
    return date_format(timezone.localtime(game.played_at), "YEAR_MONTH_FORMAT")  # type: ignore[attr-defined]


def _search_texts(game: Game) -> Sequence[str]:
    return title_of(game), game.table_name, _month(game)


def _has(words: Sequence[str], texts: Sequence[str]) -> bool:
    """Return whether each word is in one of these texts."""
    text = plain(" ".join(texts))
    return all(word in text for word in words)
