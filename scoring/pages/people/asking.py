"""Who may look at whom, and who may do something with them."""

from django.core.exceptions import PermissionDenied
from django.db.models import BigIntegerField, Exists, Manager, OuterRef, Q
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from scoring.access.claims import claims_of, is_own
from scoring.access.devices import known_device
from scoring.models import Device, Player
from scoring.permissions import keeps
from scoring.rules.words import gettext_noop
from scoring.statistics.games import people_known_to

KEPT_BY = gettext_noop(
    "Only whoever keeps this list can do this: for a club’s list its directors, signed in on a phone of the club."
)


def unknown() -> Http404:
    return Http404(_("This phone does not know this person. Their statistics are shown on phones of their club."))


def known(request: HttpRequest, *ids: int, among: Manager[Player] = Player.listed) -> list[Player]:
    """These people, in this order, each with `goes_by_several`: whether another name was merged into theirs, and with
    `is_own`: whether whoever asks is this person.

    Whoever is somebody, by an account or a phone that claimed them, knows that one anywhere. Raises Http404 for
    somebody whom the asking phone does not know, as for nobody at all and for the same twice.
    """
    possible = [pk for pk in ids if pk <= BigIntegerField.MAX_BIGINT]
    device = known_device(request)
    claims = claims_of(device, request.user).order_by()
    own = Q(pk__in=claims.values("player"))
    rows = among.filter(Q(pk__in=people_known_to(device, among=among).values("pk")) | own).filter(pk__in=possible)
    rows = rows.annotate(
        goes_by_several=Exists(Player.objects.filter(merged_into=OuterRef("pk"))),
        is_own=Exists(claims.filter(player=OuterRef("pk"))),
    )
    found = {player.pk: player for player in rows.select_related("club", "device")}
    if len(found) < len(ids):
        raise unknown()
    return [found[pk] for pk in ids]


def kept(
    request: HttpRequest, player_id: int, *, among: Manager[Player] = Player.listed, theirs: bool = False
) -> Player:
    """This person, for whoever keeps their list; `theirs`: and for whoever is this person.

    Raises Http404 for somebody whom the asking phone does not know, and PermissionDenied where it knows them only.
    """
    (player,) = known(request, player_id, among=among)
    device = known_device(request)
    if not keeps(player, device, request.user) and not (theirs and is_own(player, device, request.user)):
        raise PermissionDenied(_(KEPT_BY))
    return player


def device_that_asks(request: HttpRequest) -> Device:
    """The device of whoever keeps a list."""
    device = known_device(request)
    assert device is not None  # noqa: S101  (who keeps a list has one)
    return device
