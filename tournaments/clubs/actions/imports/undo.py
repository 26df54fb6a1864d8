"""Undo an import: erase its games with everything derived from them, and its people.

Only while none of its games has been changed. People who have played elsewhere since stay, and so
do names that are still in use.
"""

import logging
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Count, F, Q
from django.utils import timezone

from scoring.games.actions.chaining import SEATS
from scoring.games.actions.common import conflict
from scoring.games.actions.deleting import erase_games
from scoring.games.actions.setups import referenced_among
from scoring.games.actions.starting import lock_list
from scoring.games.database import batched
from scoring.games.live import announce
from scoring.models import Device, Game, Import, Merge, Player, Seat, Team
from scoring.rules.words import ngettext_noop
from tournaments.clubs.actions.imports.preview import AT_ONCE

A_PART = 200  # games erased per transaction
logger = logging.getLogger("tournaments.clubs.imports")


@dataclass(frozen=True)
class UndoPreview:
    """What undoing an import would do now. `changed` games prevent it; `stay` are people in use
    elsewhere.
    """

    games: int
    rounds: int
    people: int
    stay: tuple[str, ...]
    changed: tuple[Game, ...]


def preview_undo(made: Import) -> UndoPreview:
    """Preview undoing an import: three queries, and about ten per five hundred people."""
    games = Game.objects.filter(imported__of_import=made)
    people: dict[int, str] = {}
    relied_on: set[int] = set()
    for some in batched(made.made.get("people", ()), AT_ONCE):
        people |= Player.objects.filter(pk__in=some, erased_at__isnull=True).values_list(
            "pk", "name"
        )
        relied_on |= _referenced(some, made)
    stay = [name for pk, name in people.items() if pk in relied_on]
    counted = games.aggregate(games=Count("pk", distinct=True), rounds=Count("rounds"))
    return UndoPreview(
        counted["games"],
        counted["rounds"],
        len(people) - len(stay),
        tuple(stay),
        tuple(_changed(made)),
    )


def undo_import(made: Import, device: Device, account: int | None = None) -> None:
    """Undo an import, all at once. Does nothing if it is already undone.

    Raises RuleError if one of its games has been changed.
    """
    with transaction.atomic():
        # Lock games before the list, like all actions.
        games = list(
            Game.objects.select_for_update(of=("self",))
            .filter(imported__of_import=made)
            .order_by("pk")
        )
        lock_list(device, made.club)
        made = Import.objects.select_for_update().get(pk=made.pk)
        if made.undone_at is not None:
            return
        if changed := _changed(made):
            text = ngettext_noop(
                "One of its games has changed since, so nothing was undone.",
                "%(many)s of its games have changed since, so nothing was undone.",
                "many",
            )
            raise conflict("games_changed", "import", text, many=len(changed))
        people = set(made.made.get("people", ()))
        for some in batched(games, A_PART):
            own = Game.objects.filter(pk__in=[game.pk for game in some])
            seated = set(
                Seat.objects.filter(game__in=own)
                .exclude(player=None)
                .values_list("player", flat=True)
            )
            erase_games(own, stay=seated)
        _take_names(made, people)
        idle = Team.objects.filter(pk__in=made.made.get("teams", ()), seats=None, scores=None)
        idle.delete()
        _put_back_last(made)
        made.undone_at = timezone.now()
        made.undone_by_device, made.undone_by_account = device.pk, account
        made.save(update_fields=["undone_at", "undone_by_device", "undone_by_account"])
        for game in games:
            announce(game.pk, game.version + 1)
    logger.info("Undone: import %s of club %s, by phone %s.", made.pk, made.club_id, device.pk)


def _changed(made: Import) -> list[Game]:
    """Return its games with a longer chain than at import, other than by merged people. A deleted
    game does not count.
    """
    games = Game.objects.filter(imported__of_import=made, deleted_at__isnull=True)
    merged = Count("events", filter=Q(events__action=SEATS))
    return list(
        games.annotate(merged=merged)
        .filter(chain_length__gt=F("imported__length") + F("merged"))
        .order_by("started_at")
    )


def _referenced(people: Collection[int], made: Import) -> set[int]:
    """Return the people who are referenced by anything that this import did not create."""
    seats = (
        Seat.objects.filter(player__in=people).exclude(game__imported__of_import=made).order_by()
    )
    own_names = set(made.made.get("names", ()))
    names = Player.objects.filter(merged_into__in=people).values_list("pk", "merged_into")
    return {
        *seats.values_list("player", flat=True).distinct(),
        *(whose for name, whose in names if whose is not None and name not in own_names),
        *referenced_among(people, besides=(Seat,)),
    }


def _take_names(made: Import, people: Collection[int]) -> None:
    """Delete the aliases first, then the people who are not in use."""
    Merge.objects.filter(pk__in=made.made.get("merges", ()), parted_at__isnull=True).delete()
    for keys in (made.made.get("names", ()), sorted(people)):
        for some in batched(keys, AT_ONCE):
            stay = referenced_among(some) | set(
                Player.objects.filter(merged_into__in=some).values_list("merged_into", flat=True)
            )
            going = [pk for pk in some if pk not in stay]
            Team.objects.filter(players__in=going).delete()
            Player.objects.filter(pk__in=going).delete()


def _put_back_last(made: Import) -> None:
    """Restore when each person last played, if nothing was played since."""
    rows = made.made.get("played", {})
    changed = []
    for player in Player.objects.filter(pk__in=[int(pk) for pk in rows]):
        before, after = (datetime.fromisoformat(at) if at else None for at in rows[str(player.pk)])
        if player.last_played_at == after:
            player.last_played_at = before
            changed.append(player)
    Player.objects.bulk_update(changed, ["last_played_at"], batch_size=200)
