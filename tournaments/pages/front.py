"""The front page: a phone's own games, its club's news, and what is on."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from scoring.games.access.claims import claims_of
from scoring.games.access.devices import known_device
from scoring.games.access.phones import newly_joined
from scoring.games.actions.deleting import restore_period
from scoring.games.content_negotiation import listed
from scoring.games.host import host
from scoring.games.permissions import rights_in
from scoring.games.queries import deleted_games_of, last_erasure, tables_of
from scoring.models import Club, Device, Player
from scoring.pages.club_frame import ClubFrame
from scoring.pages.start.game_rows import Played
from scoring.pages.start.own_games import OwnGames
from scoring.rules import VARIANTS, Variant
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
    """Return the club of this phone; None without one, and if it was closed."""
    device = known_device(request)
    club: Club | None = device.club if device else None
    if device is None or club is None or club.closed:
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


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    device = known_device(request)
    own = OwnGames(device) if device else None
    club = front_club(request)
    context = {
        "device": device,
        "joined": newly_joined(device, request),
        "club": club,
        "mine": phone_owner(device, club),
        "own": own,
        "last": own.last if own else None,
        "open": own.newest_open if own else None,
        "over_http": _address_without_https(request),
        "deleted_days": restore_period().days,
        "now": timezone.now(),
        **(_kept_for(device) if device else {}),
        "variants": [(kind.key, _(kind.name)) for kind in VARIANTS.values()],
        "all_games": [] if own and own.last else [_kind(kind) for kind in VARIANTS.values()],
    }
    return listed(render(request, "tournaments/front/front.html", context))


def _kept_for(device: Device) -> dict[str, Any]:
    """Return what is kept for a phone besides its games: the season of its club, games that it may
    restore, the last erasure.
    """
    deleted = tables_of(deleted_games_of(device))
    return {
        "seasons": host().season_of(device.club, inside=True)
        if device.club and not device.club.closed
        else None,
        "deleted": [Played.of(table) for table in deleted.values()],
        "forgotten": last_erasure(device),
    }


def _address_without_https(request: HttpRequest) -> str:
    """Return this site's address without https if it has both: data that a browser stored there is
    not visible here.
    """
    if not settings.LOCAL_TLS or not request.is_secure():
        return ""
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.HTTP_PORT}/"


def _kind(kind: Variant) -> tuple[str, str, str]:
    """Return a game for the list of a first visit: key, name, number of players."""
    least, most = kind.min_players, kind.max_players
    return kind.key, _(kind.name), str(least) if least == most else f"{least}–{most}"
