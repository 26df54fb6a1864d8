"""Bring the games of one phone to another: from then on both are one device.

What the new phone has of its own moves to the device that it joins, so that nothing that waits on
either phone is refused: games, people, the right to write in games of others, claims. Entries keep
the device that wrote them, which their game's chain seals.
"""

import logging

from django.db import IntegrityError, transaction
from django.db.models import SET_NULL, Model
from django.http import HttpRequest
from django.utils import timezone

from scoring.games.access.devices import (
    device_with,
    hash_of,
    join_device,
    key_sent,
    kind_of,
    known_device,
)
from scoring.games.access.phone_codes import use_code
from scoring.games.access.phones import MOST
from scoring.games.actions.common import conflict
from scoring.games.actions.rating_marks import mark_games
from scoring.models import (
    Claim,
    Device,
    Erasure,
    Game,
    Grant,
    Merge,
    PhoneCode,
    PhoneKey,
    PhoneOwner,
    Player,
    RatingList,
    RatingMark,
)
from scoring.models.claims import HELD
from scoring.people.actions.merging import merge
from scoring.rules import RuleError
from scoring.rules.words import gettext_noop

# Moved one by one below
OF_THEIR_OWN: frozenset[type] = frozenset(
    {Player, Claim, RatingList, RatingMark, PhoneCode, PhoneOwner}
)
GONE = gettext_noop("This code was used or revoked. Show a new one on the other phone.")
TOO_MANY_PHONES = gettext_noop(
    "These games are on %(most)s phones already. First cut one off under “Your phones”."
)

logger = logging.getLogger("scoring.phones")


def _check_room(giver: Device, taker: Device | None) -> None:
    """Raise RuleError if the two would be more phones than one device may have."""
    coming = 1 + (PhoneKey.objects.filter(device=taker).count() if taker else 0)
    if 1 + PhoneKey.objects.filter(device=giver).count() + coming > MOST:
        raise conflict("too_many_phones", "code", TOO_MANY_PHONES, most=MOST)


def bring(request: HttpRequest, giver: Device, kind: PhoneCode.Kind, secret: str) -> None:
    """Let the requesting phone be the device `giver` from now on. A double tap brings once.

    Raises RuleError if the code was used or revoked in between, and if the device has too many
    phones.
    """
    taker = known_device(request)
    if taker is not None and taker.pk == giver.pk:
        return
    with transaction.atomic():
        both = {giver.pk, taker.pk if taker else giver.pk}
        if taker is not None:  # games before lists, as all actions lock them
            rows = Game.objects.select_for_update().filter(device__in=both).order_by("pk")
            list(rows.values_list("pk"))
        devices = Device.objects.select_for_update(no_key=True).order_by("pk")
        held = {one.pk: one for one in devices.filter(pk__in=both)}
        key = key_sent(request)
        if key and device_with(hash_of(key)) == giver:  # by the first of two taps
            return
        if not use_code(giver, kind, secret):
            raise conflict("code_gone", "code", GONE)
        _check_room(giver, taker)
        if taker is not None:
            _move_all(held[taker.pk], held[giver.pk])
        key_hash = join_device(request, held[giver.pk])
        agent = request.headers.get("User-Agent", "")
        PhoneKey.objects.get_or_create(
            key_hash=key_hash, defaults={"device": giver, "kind": kind_of(agent)}
        )
    logger.info("Joined: a phone joins device %s by its %s.", giver.pk, kind)


def _move_all(taker: Device, giver: Device) -> None:
    """Move everything of a phone's device to the one that it joins."""
    _move_claims(taker, giver)
    _move_people(taker, giver)
    _move_owner(taker, giver)
    games = list(Game.objects.filter(device=taker, club__isnull=True))
    RatingList.objects.filter(device=taker).delete()
    RatingMark.objects.filter(device=taker).delete()
    Grant.objects.filter(device=taker, game__device=giver).delete()
    _move_others(taker, giver)
    Grant.objects.filter(device=giver, game__device=giver).delete()
    for game in games:
        game.device = giver
    mark_games(games)
    PhoneCode.objects.filter(device=taker).delete()
    if giver.club_id is None and taker.club_id is not None:
        giver.club = taker.club
        giver.save(update_fields=["club"])
    if taker.cut_off_at is None:
        PhoneKey.objects.create(device=giver, key_hash=taker.key_hash, kind=taker.kind)
    Device.objects.filter(joined=taker).update(joined=giver)
    Device.objects.filter(pk=taker.pk).update(joined=giver)


def _move_claims(taker: Device, giver: Device) -> None:
    """Let the device be who the phone is, except where it is somebody already."""
    now = timezone.now()
    for claim in Claim.objects.filter(phone=taker).order_by("pk"):
        if not _moved(claim, "phone", giver):
            ended = {"ended_at": now, "ended": Claim.End.LEFT, "ended_by_device": taker.pk}
            Claim.objects.filter(pk=claim.pk, agreed_at__isnull=False).update(**ended)
            Claim.objects.filter(pk=claim.pk, agreed_at__isnull=True).delete()


def _move_people(taker: Device, giver: Device) -> None:
    """Move the phone's list to the device's. The same name is the same person, unless that cannot
    be: then the one who comes has a number behind the name.
    """
    listed = Player.objects.filter(device=giver, erased_at__isnull=True)
    there = dict(listed.values_list("name", "pk"))
    twins: list[tuple[Player, int]] = []
    taken = {*there, *Player.objects.filter(device=taker).values_list("name", flat=True)}
    for player in Player.objects.filter(device=taker).order_by("pk"):
        twin = there.get(player.name) if player.erased_at is None else None
        if twin is not None:
            player.name = _numbered(player.name, taken)
            taken.add(player.name)
            if player.merged_into_id is None:
                twins.append((player, twin))
        player.device = giver
        player.save(update_fields=["name", "device"])
        Claim.objects.filter(player=player, device=taker).exclude(HELD).update(device=giver)
        for claim in Claim.objects.filter(HELD, player=player, device=taker):
            if not _moved(claim, "device", giver):
                claim.ended_at, claim.ended = timezone.now(), Claim.End.TAKEN
                claim.device, claim.ended_by_device = giver, giver.pk
                claim.save()
    for player, twin in twins:
        other = Player.objects.get(pk=twin)
        stays = other.merged_into or other
        try:
            merge(player, stays, giver)
        except RuleError:  # both claimed, or at one table: two people
            logger.info("Joined: %s and %s stay two people.", player.pk, stays.pk)


def _numbered(name: str, taken: set[str]) -> str:
    length = Player._meta.get_field("name").max_length or 80  # noqa: SLF001
    tried = (f"{name[: length - 5]} ({number})" for number in range(2, 10_000))
    return next(one for one in tried if one not in taken)


def _move_owner(taker: Device, giver: Device) -> None:
    """Keep whom the device belongs to; else it belongs to whom the phone does."""
    if PhoneOwner.objects.filter(device=giver).exists():
        PhoneOwner.objects.filter(device=taker).delete()
    else:
        PhoneOwner.objects.filter(device=taker).update(device=giver)


def _move_others(taker: Device, giver: Device) -> None:
    """Move all other rows that belong to the phone's device, in any app. A row that the device has
    already stays behind, and so do rows that only note which device it was: they are history, and
    may be sealed.
    """
    for listed in (Erasure, Merge):  # of the phone's list
        listed.objects.filter(device=taker).update(device=giver)
    for related in Device._meta.related_objects:  # noqa: SLF001
        field, model = related.field, related.related_model
        if model in OF_THEIR_OWN or related.on_delete is SET_NULL:
            continue
        rows = model._base_manager.filter(**{field.name: taker})  # noqa: SLF001
        try:
            with transaction.atomic():
                rows.update(**{field.name: giver})
        except IntegrityError:
            for row in rows:
                _moved(row, field.name, giver)


def _moved(row: Model, field: str, giver: Device) -> bool:
    """Move one row. Returns False if the device has such a row, and leaves it then."""
    try:
        with transaction.atomic():
            type(row)._base_manager.filter(pk=row.pk).update(**{field: giver})  # noqa: SLF001
    except IntegrityError:
        return False
    return True
