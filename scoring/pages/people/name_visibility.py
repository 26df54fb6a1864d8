"""Choose what visitors see of a name: each option with its result, and the name in an
example list.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scoring.games.host import host
from scoring.games.names.seat_names import erased_name
from scoring.games.names.visibility import ALIAS, COLUMNS, FULL, Person, person
from scoring.models import Player
from scoring.models.games import OF_A_PERSON


@dataclass(frozen=True)
class Way:
    """An option: its key, its label, its result."""

    key: str
    name: str
    seen: str
    chosen: bool


class NamePage:
    """`typed` is refused input, shown with its errors. Three queries."""

    def __init__(
        self,
        player: Player,
        typed: Mapping[str, str] | None = None,
        wrong: Mapping[str, str] | None = None,
    ) -> None:
        self.player, self.wrong = player, wrong or {}
        sent = typed or {}
        self.shown = sent.get("shown", player.shown)
        self.alias = sent.get("alias", player.alias)
        self.new_name = sent.get("name", player.name)
        self.minor = sent.get("minor") == "1" if "shown" in sent else player.minor

    @cached_property
    def ways(self) -> list[Way]:
        """The available options: a minor has no full name."""
        of_club = self.player.club.shown if self.player.club else None
        return [
            Way(
                key,
                str(name),
                person(self.player.name, key, self.alias, self.minor, of_club).seen
                or ("" if key == ALIAS else erased_name()),
                key == self.shown,
            )
            for key, name in OF_A_PERSON
            if not (key == FULL and self.minor)
        ]

    @cached_property
    def entered(self) -> Sequence[str]:
        """Tournaments that follow this choice, finished ones included."""
        return host().entries_of(self.player)

    @property
    def seen(self) -> str:
        """The name as currently shown."""
        return person_of(self.player).seen or erased_name()

    @cached_property
    def among(self) -> Sequence[tuple[int, str, bool]]:
        """A list as visitors see it: rank, name, whether it is this person's; the others as they
        chose.
        """
        rows = (
            Player.listed.filter(club=self.player.club_id)
            .exclude(pk=self.player.pk)
            .order_by("-last_played_at", "pk")
            .values_list(*COLUMNS)[:2]
        )
        names = [(person(*row).seen or erased_name(), False) for row in rows]
        names.insert(min(1, len(names)), (self.seen, True))
        return [(rank, name, own) for rank, (name, own) in enumerate(names, start=1)]


def person_of(player: Player) -> Person:
    """Return a player as visitors see them. Expects the club to be loaded."""
    return person(
        player.name,
        player.shown,
        player.alias,
        player.minor,
        player.club.shown if player.club else None,
    )
