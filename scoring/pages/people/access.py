"""Access to people: who may see them, and who may change them."""

from django.core.exceptions import PermissionDenied
from django.db.models import BigIntegerField, Exists, Manager, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring.games.access.claims import asked_by, claims_of, is_own
from scoring.games.access.devices import device_of, known_device
from scoring.games.parsing import whole_of
from scoring.games.permissions import keeps, sees_list_of
from scoring.models import Device, Player
from scoring.pages.club_frame import frame_about
from scoring.pages.common import check_not_closed
from scoring.rules.words import gettext_noop

LONGEST_ASKED = 60  # characters of a name in an address

KEPT_BY = gettext_noop(
    "Only the keeper of this list can do this. For a club’s list, sign in as a director."
)


def unknown() -> Http404:
    return Http404(
        _("This person is not on this phone. Their club’s phones show their statistics.")
    )


def known(request: HttpRequest, *ids: int, among: Manager[Player] = Player.listed) -> list[Player]:
    """Return these people, in order, if the caller may see them all.

    Each gets `goes_by_several` (another record was merged into theirs), `is_own` (the caller is
    this person) and `is_asked` (the caller's claim awaits an answer). Phones know their own list
    and their club's, accounts those of clubs where they have a role; whoever has claimed a person
    knows them anywhere. Raises Http404 for unknown people, and if one is named twice;
    ClubClosedError.
    """
    possible = [pk for pk in ids if pk <= BigIntegerField.MAX_BIGINT]
    device = known_device(request)
    claims = claims_of(device, request.user).order_by()
    rows = among.filter(pk__in=possible).annotate(
        goes_by_several=Exists(Player.objects.filter(merged_into=OuterRef("pk"))),
        is_own=Exists(claims.filter(player=OuterRef("pk"))),
        is_asked=Exists(asked_by(device, request.user).filter(player=OuterRef("pk"))),
    )
    found = {player.pk: player for player in rows.select_related("club", "device")}
    seen = {(one.club_id, one.device_id): one for one in found.values() if not one.is_own}
    if len(found) < len(ids) or not all(
        sees_list_of(one, device, request.user) for one in seen.values()
    ):
        raise unknown()
    for one in seen.values():
        if one.club is not None:
            check_not_closed(one.club)
    return [found[pk] for pk in ids]


def person_for_keeper(
    request: HttpRequest,
    player_id: int,
    *,
    among: Manager[Player] = Player.listed,
    theirs: bool = False,
) -> Player:
    """Return this person if the caller keeps their list, or with `theirs` is the person.

    Raises Http404 if the caller does not know them, and PermissionDenied if that is all.
    """
    (player,) = known(request, player_id, among=among)
    device = known_device(request)
    if not keeps(player, device, request.user) and not (
        theirs and is_own(player, device, request.user)
    ):
        raise PermissionDenied(_(KEPT_BY))
    return player


def device_that_asks(request: HttpRequest) -> Device:
    """Return the keeper's device. For views that write: it creates one for a director's new
    browser.
    """
    return device_of(request)


def page_asked(request: HttpRequest) -> int:
    return whole_of(request.GET.get("page", ""), 1, digits=6)


def render_about(
    request: HttpRequest, player: Player, name: str, context: dict[str, object], status: int = 200
) -> HttpResponse:
    """Render a page about a person, in the frame of their club for callers inside it."""
    frame = frame_about(player, known_device(request), request.user)
    return render(
        request, f"scoring/people/{name}.html", {**context, "frame": frame}, status=status
    )
