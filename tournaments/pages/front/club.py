"""The front page of a phone that has joined a club: the club's news and the owner's own."""

from dataclasses import dataclass
from functools import cached_property

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import ngettext

from scoring.games.access.claims import claims_of
from scoring.games.access.devices import known_device
from scoring.games.permissions import rights_in
from scoring.models import Club, Device, Player
from scoring.pages.club_frame import ClubFrame
from tournaments.pages.club.own_standing import OwnClub
from tournaments.pages.club_member import ClubMember, club_member_of

LAST_NIGHTS = 3  # people of one of these nights may come again


@dataclass(frozen=True)
class FrontOwner:
    """The phone's owner, and the address of their page."""

    name: str
    address: str

    @property
    def initial(self) -> str:
        return self.name[:1].upper()


class FrontClub(OwnClub):
    """A club on the front page: as on My page, with open questions first."""

    @cached_property
    def asks_first(self) -> bool:
        """Whether the next evening needs an answer: it has the primary button then, unless a game
        is being played.
        """
        return bool(self.coming and self.coming.asks and self.coming.mine is None)

    @cached_property
    def may_come(self) -> int:
        """Return how many people of the club's last evenings have not answered: one query."""
        if self.coming is None:
            return 0
        last = sorted(self._nights)[-LAST_NIGHTS:]
        played = {sat.player for night in last for sat in self._nights[night] if sat.player}
        said = {player.pk for player in (*self.coming.yes, *self.coming.no)}
        return Player.listed.filter(pk__in=played - said).count()

    @property
    def who_comes(self) -> str:
        """Describe how many are coming to the next evening and how many may; empty without any
        answer.
        """
        coming, may = len(self.coming.yes) if self.coming else 0, self.may_come
        if not coming:
            return ""
        words = ngettext("%(n)s is coming", "%(n)s are coming", coming) % {"n": coming}
        if may:
            also = ngettext("%(n)s may come", "%(n)s may come", may) % {"n": may}
            words = f"{words}, {also}"
        return words

    @property
    def my_page(self) -> str:
        """Return the address of the owner's page, or of the page that asks for the owner."""
        return f"{reverse('club_me', args=[self.club.pk])}?mine=1"


def front_club(request: HttpRequest) -> FrontClub | None:
    """Return the club of this phone; None without one."""
    device = known_device(request)
    club: Club | None = device.club if device else None
    if device is None or club is None:
        return None
    rights = rights_in(club, device, request.user)
    me: ClubMember | None = club_member_of(club.pk, rights, device, request.user)
    return FrontClub(ClubFrame(club, rights, ""), me)


def phone_owner(device: Device | None, club: FrontClub | None) -> FrontOwner | None:
    """Return the phone's owner, in its club or else in any list. One query.

    Outside a club the front page loads no session, so what an account alone claims does not count.
    """
    if club is not None:
        return FrontOwner(club.me.name, club.my_page) if club.me else None
    claim = claims_of(device, AnonymousUser()).select_related("player").order_by("pk").first()
    return FrontOwner(claim.player.name, reverse("my_game")) if claim else None
