"""Rows of games: when, with and against whom, and the result."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.games.queries import writable_by
from scoring.models import Device
from scoring.people.statistics.games import PlayedGame


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
