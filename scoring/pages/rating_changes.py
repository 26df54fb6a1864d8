"""Rating changes by a game at home, for its sheet and its end card."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.games.queries import Table
from scoring.models import Club, Device, Game
from scoring.people.milestones.finished_game import OVER
from scoring.people.rated.queries import Point, changed_by
from scoring.rules import VARIANTS


@dataclass(frozen=True)
class Changed:
    """A player's rating after the game, and its change."""

    name: str
    after: Point


def changed_in(table: Table, device: Device | None, *, at_hand: bool = False) -> Sequence[Changed]:
    """Return the changes by seat; empty before the game is over, and for phones that do not know
    the list's people.

    Three queries; more if ratings are brought up to date. With `at_hand`, empty instead; two
    queries.
    """
    game = table.game
    if device is None or game.state not in OVER or game.of_match:
        return ()
    owner = _shown_list(game, device)
    if owner is None:
        return ()
    after = changed_by([game], owner, VARIANTS[game.variant].family, at_hand=at_hand)
    people = [seat.player for seat in table.seats if seat.player is not None]
    return [
        Changed(one.called(), after[one.pk]) for one in people if one.pk in after and one.called()
    ]


def _shown_list(game: Game, device: Device) -> Club | Device | None:
    """Return whose list the game's people are in, if this phone knows them."""
    if game.club_id is not None:
        return device.club if device.club_id == game.club_id else None
    return device if game.device_id == device.pk else None
