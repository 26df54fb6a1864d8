"""The places of a club, beside its pages or at their foot, and the next evening."""

from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.evenings.nights import night_of
from scoring.host import host
from scoring.models import Club, Evening, Player
from scoring.permissions import Rights


@dataclass(frozen=True)
class ClubPlace:
    """One of the places. `sign` is its sign's name."""

    key: str
    address: str
    sign: str
    word: str


class ClubFrame:
    """What stands round every page of a club. At most three queries. `here` is the place that is open."""

    def __init__(self, club: Club, rights: Rights, here: str) -> None:
        self.club, self.rights, self.here = club, rights, here

    @cached_property
    def places(self) -> list[ClubPlace]:
        """A further place is a line here. Visitors have those without names of people; ratings are a joined phone's."""
        inside, joined = self.rights.inside, self.rights.joined
        at = [self.club.pk]
        season = host().season_of(self.club, inside=inside)
        found = [
            (True, "home", reverse("club_home", args=at), "home", pgettext("place", "Club")),
            (season is not None, "season", season or "", "ranks", _("Season")),
            (inside, "people", reverse("club_people", args=at), "people", _("People")),
            (joined, "ratings", reverse("club_ratings", args=at), "chart", pgettext("place", "Ratings")),
            (True, "evenings", reverse("club_evenings", args=at), "calendar", _("Evenings")),
        ]
        return [ClubPlace(*place) for there, *place in found if there]

    @cached_property
    def next(self) -> Evening | None:
        """The next evening that takes place, tonight's until the morning."""
        coming = Evening.objects.filter(club=self.club, called_off_at__isnull=True)
        return coming.filter(night__gte=night_of(timezone.now())).order_by("night").first()

    @cached_property
    def people(self) -> int | None:
        """How many stand in the club's list; None for visitors."""
        return Player.listed.filter(club=self.club).count() if self.rights.inside else None
