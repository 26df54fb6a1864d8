"""Access to a club's pages, and who may answer for an evening."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from scoring.games.access.devices import known_device
from scoring.games.content_negotiation import listed
from scoring.games.nights import night_of
from scoring.games.permissions import Rights, rights_in
from scoring.models import Answer, Club, Device, Evening, Player
from scoring.pages.common import check_not_closed
from scoring.rules.words import gettext_noop
from tournaments.clubs.actions.evenings import is_over
from tournaments.pages.club_member import ClubMember, club_member_of

P = ParamSpec("P")

SEES, INSIDE, JOINED, PLANS, KEEPS, OWNS = "sees", "inside", "joined", "plans", "keeps", "owns"
WHY_NOT = {
    INSIDE: gettext_noop("Only the club’s phones and accounts with a role in it can see this."),
    JOINED: gettext_noop("Only a phone that has joined the club can do this."),
    PLANS: gettext_noop("Only accounts with a role in the club can do this. Please sign in."),
    KEEPS: gettext_noop("Only the directors of the club can do this. Please sign in."),
    OWNS: gettext_noop("Only an owner of the club can do this."),
}


class ClubRequest(HttpRequest):
    """A request for a club that is open to the caller, as `of_club` passes it on.

    This is a type only: Django makes the requests.
    """

    club: Club
    rights: Rights
    device: Device | None


View = Callable[Concatenate[ClubRequest, P], HttpResponse]


def club_for(club_id: int, device: Device | None, user: Any) -> tuple[Club, Rights] | None:
    """Return a club and what a phone and an account may do there; None if it is missing or not open
    to them.
    """
    found = (
        device.club
        if device and device.club_id == club_id
        else Club.objects.filter(pk=club_id).first()
    )
    rights = rights_in(found, device, user) if found else None
    return (found, rights) if found and rights and (rights.inside or found.public) else None


def of_club(
    needed: str, *, closed: bool = False
) -> Callable[[View[P]], Callable[..., HttpResponse]]:
    """Fetch the club of the address, if the caller has the right `needed`.

    Clubs that are not open to the caller get the same 404 as missing ones. Callers who may see the
    club but not do this are told who may. `closed`: also of a club that was closed.
    """

    def decorated(view: View[P]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def with_club(
            request: HttpRequest, club_id: int, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            asking = cast("ClubRequest", request)
            device = known_device(request)
            opened = club_for(club_id, device, request.user)
            if opened is None:
                raise Http404(
                    _(
                        "This phone has not joined this club. Ask somebody in the club for its QR "
                        "code."
                    )
                )
            found, rights = opened
            if not closed:
                check_not_closed(found)
            if needed != SEES and not getattr(rights, needed):
                raise PermissionDenied(_(WHY_NOT[needed]))
            asking.club, asking.rights, asking.device = found, rights, device
            response = view(asking, *args, **kwargs)
            if needed == SEES and found.public and found.found and not rights.inside:
                listed(response)
            add_never_cache_headers(response)
            return response

        return with_club

    return decorated


MOST_NAMES = 500


def calling_member(request: ClubRequest) -> ClubMember | None:
    """Return the caller as a person of this club."""
    return club_member_of(request.club.pk, request.rights, request.device, request.user)


@dataclass(frozen=True)
class Answers:
    """The answers to an evening.

    `mine` is None until the caller answers, `asks` if they still can, `plays` if they are coming
    and it is tonight.
    """

    yes: list[Player]
    no: list[Player]
    me: ClubMember | None
    mine: bool | None
    asks: bool
    plays: bool


def _may_answer(evening: Evening, me: ClubMember | None, rights: Rights) -> bool:
    if evening.called_off or is_over(evening):
        return False
    return rights.joined or (rights.inside and me is not None)


def answers_to(evening: Evening, me: ClubMember | None, rights: Rights) -> Answers:
    """Return the answers to an evening: one query."""
    rows = (
        Answer.objects.filter(evening=evening)
        .select_related("player")
        .order_by("answered_at", "pk")[:MOST_NAMES]
    )
    found = {row.player: row.coming for row in rows}
    mine = found.get(me.player) if me else None
    asks = _may_answer(evening, me, rights)
    return Answers(
        [player for player, coming in found.items() if coming],
        [player for player, coming in found.items() if not coming],
        me,
        mine,
        asks,
        bool(asks and mine and evening.night == night_of(timezone.now())),
    )
