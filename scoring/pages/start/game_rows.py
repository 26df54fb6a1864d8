"""A game as a row of the front page and of the list of all games."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.games.queries import Table
from scoring.games.round_words import figure, names_with_dummy
from scoring.models import Game
from scoring.pages import chart
from scoring.pages.end_card import totals_of
from scoring.pages.table.scores import race
from scoring.rules import VARIANTS, preset, rank_name


@dataclass(frozen=True)
class Column:
    """A side's or person's line in a list of games: name, total, and whether it won."""

    side: int | None  # None if more than two score
    names: Sequence[str]
    total: str
    won: bool


@dataclass(frozen=True)
class Played:
    """A game in a list.

    `last_at` is when its last round was recorded; `first` who holds the first rank, called `rank`,
    in games without points; `race` each of two sides' progress towards the target, in percent;
    `chart` the totals by round.
    """

    game: Game
    last_at: datetime
    title: str
    names: Sequence[str]
    columns: Sequence[Column]
    rounds: int
    first: str
    rank: str
    target: int | None
    race: Sequence[int]
    chart: chart.Chart | None

    @classmethod
    def of(cls, table: Table) -> "Played":
        names, position = names_with_dummy(table), table.position
        two = len(position.columns) == 2
        columns = [
            Column(
                index if two else None,
                [names[seat] for seat in seats],
                figure(total),
                index in table.winners,
            )
            for index, (seats, total) in enumerate(
                zip(position.columns, position.totals, strict=True)
            )
        ]
        rounds = table.last_number
        first = rank = ""
        if table.is_rank_game and table.entries:
            first, rank = (
                names[position.seating[0]],
                _(rank_name(table.result.rounds[-1].next.ranks[0])),
            )
        target = table.rules.target_score
        return cls(
            game=table.game,
            last_at=table.entries[-1].created_at if table.entries else table.game.started_at,
            title=title_of(table.game),
            names=table.names,
            columns=columns,
            rounds=rounds,
            first=first,
            rank=rank,
            target=target,
            race=race(target, position.totals) if two else (),
            chart=chart.small(totals_of(table), start=table.carried.totals, target=target)
            if columns and table.entries
            else None,
        )

    @property
    def goes_on(self) -> bool:
        return self.game.state in {Game.State.RUNNING, Game.State.PAUSED}


def title_of(game: Game) -> str:
    """Return the name of the preset, or else of the variant."""
    try:
        return _(preset(game.preset or game.variant).name)
    except KeyError:  # a preset of an earlier version
        return _(VARIANTS[game.variant].name)
