"""The people list of a club: members and guests, and when they last played."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.models import Player
from scoring.pages.club_frame import ClubFrame
from scoring.pages.people.name_list import Named, NameList
from tournaments.models import Role

ALL, MEMBERS, GUESTS = "all", "members", "guests"


@dataclass(frozen=True)
class Tab:
    """A tab of the list, and how many people it has."""

    key: str
    word: str
    number: int


class PeoplePage(NameList):
    """The list of people. Six queries."""

    def __init__(self, frame: ClubFrame, show: str, looked_for: str, asked: int = 1) -> None:
        super().__init__(Player.listed.filter(club=frame.club), looked_for, asked)
        self.frame, self.club = frame, frame.club
        self.show = show if show in {MEMBERS, GUESTS} else ALL

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
    def found(self) -> Sequence[Named]:
        """Return the people of the chosen tab."""
        return self._of_tab(super().found)

    @property
    def of(self) -> int:
        """Return how many people the tab has, whatever the search."""
        return len(self._of_tab(self.everybody))

    def _of_tab(self, some: Sequence[Named]) -> Sequence[Named]:
        return [one for one in some if self.show == ALL or one.guest == (self.show == GUESTS)]

    @cached_property
    def accounts(self) -> Sequence[tuple[str, str]]:
        """Name and role of each account with a role in the club."""
        roles = Role.objects.filter(club=self.club).select_related("user").order_by("pk")
        return [(role.user.name, role.get_name_display()) for role in roles]
