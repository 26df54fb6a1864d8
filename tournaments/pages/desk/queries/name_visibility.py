"""How visitors see the names of a club's people."""

from functools import cached_property

from django.db.models import Q

from scoring.games.names.seat_names import erased_name
from scoring.games.names.visibility import COLUMNS, person, seen_by_visitors
from scoring.models import Club, Player
from scoring.models.games import OF_A_CLUB

EXAMPLE = "Anna Muster"


class NamesPage:
    """The choices with an example each, and the people with a setting of their own: one query."""

    def __init__(self, club: Club) -> None:
        self.club = club

    @property
    def ways(self) -> list[tuple[str, str, str, bool]]:
        """Return key, name, example, and whether it is chosen."""
        return [
            (
                key,
                str(name),
                seen_by_visitors(EXAMPLE, key) or erased_name(),
                key == self.club.shown,
            )
            for key, name in OF_A_CLUB
        ]

    @cached_property
    def others(self) -> list[tuple[str, str, bool]]:
        """Return name, what visitors see, and whether they are under 18."""
        own = (
            Player.listed.filter(club=self.club)
            .exclude(Q(shown="") & Q(minor=False))
            .order_by("name")
        )
        found = [person(*row) for row in own.values_list(*COLUMNS)]
        return [(one.name, one.seen or erased_name(), one.minor) for one in found]
