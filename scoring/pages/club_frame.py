"""The navigation of a club's pages, and the next evening."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.games.host import ClubRole, host
from scoring.games.nights import night_of
from scoring.games.permissions import Rights, rights_in
from scoring.models import Club, Device, Evening, Game, Player
from scoring.people.statistics.games import counts, has_rounds


@dataclass(frozen=True)
class ClubPlace:
    """A navigation item. `sign` is the name of its icon."""

    key: str
    address: str
    sign: str
    word: str


@dataclass(frozen=True)
class ClubMenu:
    """A club's navigation items, and the `tools`, which phones show under "More"."""

    places: list[ClubPlace]
    tools: list[ClubPlace]


class ClubFrame:
    """The frame of every page of a club: one query. `here` is the current item."""

    def __init__(self, club: Club, rights: Rights, here: str) -> None:
        self.club, self.rights, self.here = club, rights, here

    @cached_property
    def menu(self) -> ClubMenu:
        """Navigation for club and desk alike: add further items here. Visitors get those without
        names.

        At the desk there are more than a phone has room for: from the sixth on they are tools.
        """
        rights, at = self.rights, [self.club.pk]
        inside, plans, keeps = rights.inside, rights.plans, rights.keeps
        found = [
            (True, "home", reverse("club_home", args=at), "home", pgettext("place", "Club")),
            (plans, "tournaments", reverse("desk"), "trophy", _("Tournaments")),
            (bool(self._seasons), "season", self._seasons, "ranks", _("Seasons")),
            (inside, "people", reverse("club_people", args=at), "people", _("People")),
            (True, "evenings", reverse("club_evenings", args=at), "calendar", _("Evenings")),
            (
                inside,
                "ratings",
                reverse("club_ratings", args=at),
                "chart",
                pgettext("place", "Ratings"),
            ),
            (inside, "me", self._mine, "seat", pgettext("place", "Me")),
            (keeps, "names", reverse("desk_names", args=at), "eye", _("What a visitor sees")),
            (keeps, "webhooks", reverse("desk_webhooks", args=at), "bell", _("Webhooks")),
            (plans, "account", reverse("account"), "signin", _("My account")),
        ]
        places = [ClubPlace(*place) for there, *place in found if there]
        first = 5 if plans else len(places)
        return ClubMenu(places[:first], places[first:])

    @cached_property
    def _seasons(self) -> str:
        """Address of all seasons for directors, of the newest for everybody else, if
        there is one.
        """
        if self.rights.keeps:
            return reverse("desk_seasons", args=[self.club.pk])
        season = self._beside["season"]
        return host().season_at(season) if season else ""

    @property
    def _mine(self) -> str:
        """Address of one's own page; a phone of the club without an owner is asked whose it is."""
        joined = f"{reverse('club_me', args=[self.club.pk])}?mine=1"
        return joined if self.rights.joined else reverse("my_game")

    @cached_property
    def _beside(self) -> dict[str, Any]:
        """The season, the next evening, the number of people in the list, and when the first game
        began: one query.
        """
        coming = _to_come().filter(club=OuterRef("pk"))
        listed = (
            Player.listed.filter(club=OuterRef("pk"))
            .order_by()
            .values("club")
            .annotate(n=Count("pk"))
        )
        games = Game.objects.filter(counts(), has_rounds(), club=OuterRef("pk"))
        found = Club.objects.filter(pk=self.club.pk).values(
            season=host().season_key(inside=self.rights.inside),
            night=Subquery(coming.values("night")[:1]),
            starts_at=Subquery(coming.values("starts_at")[:1]),
            people=Subquery(listed.values("n")),
            first=Subquery(games.order_by("started_at").values("started_at")[:1]),
        )
        return dict(found[0])

    @property
    def since(self) -> int:
        """The year of the club's first game, or in which it was founded here if that is earlier."""
        first, founded = self._beside["first"], timezone.localtime(self.club.created_at).year
        return min(night_of(first).year, founded) if first else founded

    @property
    def coming(self) -> dict[str, Any] | None:
        """The `night` of the next evening, and its start, `starts_at`."""
        return self._beside if self._beside["night"] else None

    @cached_property
    def next(self) -> Evening | None:
        """The next evening that takes place, tonight's until the morning: a query of its own."""
        return _to_come().filter(club=self.club).first()

    @property
    def people(self) -> int | None:
        """The number of people in the club's list; None for visitors."""
        return self._beside["people"] or 0 if self.rights.inside else None


def _to_come() -> QuerySet[Evening]:
    """Return the evenings that take place, the next one first."""
    coming = Evening.objects.filter(called_off_at__isnull=True, night__gte=night_of(timezone.now()))
    return coming.order_by("night")


def frame_about(
    player: Player, device: Device | None, user: Any, here: str = "people"
) -> ClubFrame | None:
    """Return the frame for a page about a person of a club, for those inside the club.

    None for the person themselves if they are not, and for people of a phone's list.
    """
    if player.club is None:
        return None
    # A role adds no item for the club's phones, so it is not looked up
    joined = device is not None and device.club_id == player.club_id
    rights = Rights(joined, ClubRole.NONE) if joined else rights_in(player.club, device, user)
    return ClubFrame(player.club, rights, here) if rights.inside else None
