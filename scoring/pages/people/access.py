"""Who may look at whom, and who may do something with them."""

from django.core.exceptions import PermissionDenied
from django.db.models import BigIntegerField, Exists, Manager, OuterRef
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from scoring.games.access.claims import asked_by, claims_of, is_own
from scoring.games.access.devices import device_of, known_device
from scoring.games.permissions import keeps, sees_list_of
from scoring.models import Device, Player
from scoring.rules.words import gettext_noop

KEPT_BY = gettext_noop(
    "Only the keeper of this list can do this. For a club’s list, sign in as a director."
)


def unknown() -> Http404:
    return Http404(
        _("This person is not on this phone. Their club’s phones show their statistics.")
    )


def known(request: HttpRequest, *ids: int, among: Manager[Player] = Player.listed) -> list[Player]:
    """These people, in this order, each with `goes_by_several`: whether another name was merged
    into theirs, and with `is_own`: whether the caller is this person, and `is_asked`: whether they
    asked to be, and wait for an answer.

    Phones know their own list and their club's, accounts those of the clubs in which they have a
    role. Whoever is somebody, by an account or a phone that claimed them, knows that one anywhere.
    Raises Http404 for somebody whom they do not know, as for nobody at all and for the same twice.
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
    return [found[pk] for pk in ids]


def kept(
    request: HttpRequest,
    player_id: int,
    *,
    among: Manager[Player] = Player.listed,
    theirs: bool = False,
) -> Player:
    """This person, for whoever keeps their list; `theirs`: and for whoever is this person.

    Raises Http404 for somebody whom the asking phone does not know, and PermissionDenied where it
    knows them only.
    """
    (player,) = known(request, player_id, among=among)
    device = known_device(request)
    if not keeps(player, device, request.user) and not (
        theirs and is_own(player, device, request.user)
    ):
        raise PermissionDenied(_(KEPT_BY))
    return player


def device_that_asks(request: HttpRequest) -> Device:
    """The device of the keeper of a list. For writing addresses: a director's browser becomes known
    by it.
    """
    return device_of(request)
