"""Who may look at whom, and who may do something with them."""

from django.core.exceptions import PermissionDenied
from django.db.models import BigIntegerField, Exists, Manager, OuterRef
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from scoring.access.devices import known_device
from scoring.models import Player
from scoring.permissions import keeps
from scoring.rules.words import gettext_noop
from scoring.statistics.games import people_known_to

KEPT_BY = gettext_noop(
    "Only whoever keeps this list can do this: for a club’s list its directors, signed in on a phone of the club."
)


def unknown() -> Http404:
    return Http404(_("This phone does not know this person. Their statistics are shown on phones of their club."))


def known(request: HttpRequest, *ids: int, among: Manager[Player] = Player.listed) -> list[Player]:
    """These people, in this order, each with `goes_by_several`: whether another name was merged into theirs.

    Raises Http404 for somebody whom the asking phone does not know, as for nobody at all and for the same twice.
    """
    possible = [pk for pk in ids if pk <= BigIntegerField.MAX_BIGINT]
    rows = people_known_to(known_device(request), among=among).filter(pk__in=possible)
    rows = rows.annotate(goes_by_several=Exists(Player.objects.filter(merged_into=OuterRef("pk"))))
    found = {player.pk: player for player in rows.select_related("club", "device")}
    if len(found) < len(ids):
        raise unknown()
    return [found[pk] for pk in ids]


def kept(request: HttpRequest, player_id: int, *, among: Manager[Player] = Player.listed) -> Player:
    """This person, for whoever keeps their list.

    Raises Http404 for somebody whom the asking phone does not know, and PermissionDenied where it knows them only.
    """
    (player,) = known(request, player_id, among=among)
    if not keeps(player, known_device(request), request.user):
        raise PermissionDenied(_(KEPT_BY))
    return player
