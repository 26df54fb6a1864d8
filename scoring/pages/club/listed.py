"""A club's people as its list has them: members and guests, who was seen when."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.host import host
from scoring.models import Player
from scoring.names.alphabet import plain
from scoring.names.checking import alphabetical
from scoring.pages.club.frame import ClubFrame
from scoring.statistics.games import with_games

ALL, MEMBERS, GUESTS = "all", "members", "guests"
MOST_PEOPLE = 1000


@dataclass(frozen=True)
class Tab:
    """A part of the list, with how many stand in it."""

    key: str
    word: str
    number: int


class PeoplePage:
    """Four queries."""

    def __init__(self, frame: ClubFrame, show: str, looked_for: str) -> None:
        self.frame, self.club = frame, frame.club
        self.show = show if show in {MEMBERS, GUESTS} else ALL
        self.looked_for = looked_for

    @cached_property
    def everybody(self) -> Sequence[Player]:
        """By name, each with `n_games` and `last_seen`."""
        people = with_games(Player.listed.filter(club=self.club))
        return sorted(people[:MOST_PEOPLE], key=lambda one: alphabetical(one.name))

    @property
    def tabs(self) -> list[Tab]:
        guests = sum(one.guest for one in self.everybody)
        found = [Tab(ALL, pgettext("people", "All"), len(self.everybody))]
        if guests:
            found += [
                Tab(MEMBERS, _("Members"), len(self.everybody) - guests),
                Tab(GUESTS, _("Guests"), guests),
            ]
        return found

    @cached_property
    def people(self) -> Sequence[Player]:
        """Those of the tab whose name has what is looked for."""
        wanted = plain(self.looked_for.strip())
        return [
            one
            for one in self.everybody
            if (self.show == ALL or one.guest == (self.show == GUESTS)) and wanted in plain(one.name)
        ]

    @cached_property
    def accounts(self) -> Sequence[tuple[str, str]]:
        return host().accounts_of(self.club)
