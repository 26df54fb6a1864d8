"""The confirmation page for erasing a person: what is deleted and what stays."""

from collections.abc import Sequence
from functools import cached_property

from django.conf import settings

from scoring.games.host import host
from scoring.games.names.seat_names import erased_name
from scoring.models import Player
from scoring.people.actions.erasing import Erasing, preview_erasing


class ErasingPage:
    """Six queries."""

    def __init__(self, player: Player) -> None:
        self.player = player

    @cached_property
    def erasing(self) -> Erasing:
        return preview_erasing(self.player)

    @cached_property
    def entered(self) -> Sequence[str]:
        """Tournaments that show the name."""
        return host().entries_of(self.player)

    @property
    def word(self) -> str:
        """What replaces the name."""
        return erased_name()

    @property
    def days(self) -> int:
        """How many days the last back-up is kept."""
        return int(settings.BACKUP_DAYS)
