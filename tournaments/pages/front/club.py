"""The front page of a phone that has joined a club:
what the club and its owner have to say there.
"""

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
from tournaments.pages.club_member import Me, who_is

LAST_NIGHTS = 3  # who was there on one of these may come again


@dataclass(frozen=True)
class Mine:
    """Whose phone this is, and where their page is."""

    name: str
    address: str

    @property
    def initial(self) -> str:
        return self.name[:1].upper()


class FrontClub(OwnClub):
    """As on My page, with what is asked first."""

    @cached_property
    def asks_first(self) -> bool:
        """Whether the next evening waits for an answer: the one red button, where no game is being
        played.
        """
        return bool(self.coming and self.coming.asks and self.coming.mine is None)

    @cached_property
    def may_come(self) -> int:
        """How many have not answered of those who played on the club's last evenings: one query."""
        if self.coming is None:
            return 0
        last = sorted(self._nights)[-LAST_NIGHTS:]
        played = {sat.player for night in last for sat in self._nights[night] if sat.player}
        said = {player.pk for player in (*self.coming.yes, *self.coming.no)}
        return Player.listed.filter(pk__in=played - said).count()

    @property
    def who_comes(self) -> str:
        """How many come to the next evening, and how many may; empty where nobody has said so."""
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
        """Where one's own page is; where nobody has said whose phone this
        is, the page that asks.
        """
        return f"{reverse('club_me', args=[self.club.pk])}?mine=1"


def front_club(request: HttpRequest) -> FrontClub | None:
    """None for a phone that has joined none."""
    device = known_device(request)
    club: Club | None = device.club if device else None
    if device is None or club is None:
        return None
    rights = rights_in(club, device, request.user)
    me: Me | None = who_is(club.pk, rights, device, request.user)
    return FrontClub(ClubFrame(club, rights, ""), me)


def whose(device: Device | None, club: FrontClub | None) -> Mine | None:
    """Whom this phone is known to be: in its club, else in any list. One query. Outside a club the
    front page looks no session up, so what an account alone says does not count.
    """
    if club is not None:
        return Mine(club.me.name, club.my_page) if club.me else None
    claim = claims_of(device, AnonymousUser()).select_related("player").order_by("pk").first()
    return Mine(claim.player.name, reverse("my_game")) if claim else None
