"""Rating changes by a game at home, for its sheet and its end card."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.games.queries import Table
from scoring.models import Club, Device
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
    owner: Club | Device | None = device if game.device_id == device.pk else None
    if game.club_id is not None:
        owner = device.club if device.club_id == game.club_id else None
    if owner is None:
        return ()
    after = changed_by([game], owner, VARIANTS[game.variant].family, at_hand=at_hand)
    people = [seat.player for seat in table.seats if seat.player is not None]
    return [
        Changed(one.called(), after[one.pk]) for one in people if one.pk in after and one.called()
    ]
