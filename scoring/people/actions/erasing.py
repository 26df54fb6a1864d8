"""Erase a person: the name is removed everywhere, tournaments included. The row stays, so that
others' results still add up.
"""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Model, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scoring.games import chain
from scoring.games.actions.chaining import SET_UP
from scoring.games.actions.starting import lock_list
from scoring.games.database import batched
from scoring.games.host import host
from scoring.games.live import announce
from scoring.games.names.mentions import mentions, without
from scoring.games.names.validation import alike, tidy
from scoring.models import (
    Answer,
    Claim,
    ClaimLink,
    Club,
    Device,
    Erasure,
    Evening,
    Game,
    GameEvent,
    PhoneOwner,
    Player,
    Seat,
)

AT_ONCE = 500  # games per statement
# Rows that belong to the person alone, and are deleted
OWN: tuple[type[Model], ...] = (Answer, PhoneOwner, Claim, ClaimLink)
REMEMBERED = timedelta(days=14)  # how long a game that a phone began earlier is recognised

logger = logging.getLogger("scoring.erasing")


@dataclass(frozen=True)
class Erasing:
    """What erasing a person would affect.

    `games` are the person's, tournaments included. `tables` are games whose table is named after
    them. `reasons` are typed ones that mention the name, and go. `written` counts former table
    names, which stay.
    """

    games: int
    tables: int
    reasons: int
    written: int


def preview_erasing(player: Player) -> Erasing:
    """Return what erasing a person would affect now: at most six queries."""
    names = _names_of(player)
    reasons = [*_reasons_of(player, names), *host().reasons_of(player, names)]
    return Erasing(
        games=_games_of(player).count(),
        tables=len(_tables_called(player)),
        reasons=len(reasons),
        written=_former_tables(player, names),
    )


def erase(player: Player, device: Device, account: int | None = None) -> bool:
    """Erase a person for good. The caller keeps the list. Returns False if it was done already.

    Games and tournaments get new versions, so that pages that follow them and tables stored on
    phones are reloaded.
    """
    with transaction.atomic():
        # Lock games before the list, as correcting a setup does.
        held = list(
            _games_of(player).select_for_update().order_by("pk").values_list("pk", flat=True)
        )
        host().lock_people([player.pk])
        lock_list(player.device or device, player.club)
        player = (
            Player.objects.select_for_update(of=("self",))
            .select_related("club", "device")
            .get(pk=player.pk)
        )
        if player.erased_at is not None:
            return False
        for rows in OWN:
            rows._default_manager.filter(player=player).delete()  # noqa: SLF001
        called, names = _tables_called(player), _names_of(player)
        # If they sat down while this waited for the list, recording there bumps that game anyway.
        now = set(_games_of(player).values_list("pk", flat=True)) - set(held)
        new = Game.objects.filter(pk__in=now).select_for_update(skip_locked=True).order_by("pk")
        moved = {*held, *new.values_list("pk", flat=True), *called}
        at = timezone.now()
        _remember(player, names, device, account, at)
        player.merged_names.update(name="", erased_at=at)
        player.erased_at = at
        player.last_played_at = None
        player.alias = player.name = ""
        player.save(update_fields=["name", "alias", "erased_at", "last_played_at"])
        host().forget(player, names, account)
        typed = _reasons_of(player, names)
        erase_reasons(typed)
        moved |= {event.game_id for event in typed}
        _forget_evenings(player, names)
        host().people_renamed([player.pk])
        for some in batched(sorted(called), AT_ONCE):
            Game.objects.filter(pk__in=some).update(table_name="")
        _bump_versions(moved)
    whose = f"club {player.club_id}" if player.club_id else f"phone {player.device_id}"
    by = f"account {account} on phone {device.pk}" if account else f"phone {device.pk}"
    logger.info("Erased: person %s in the list of %s, by %s.", player.pk, whose, by)
    return True


def _remember(
    player: Player, names: Sequence[str], device: Device, account: int | None, at: datetime
) -> None:
    """Record by whom a person was erased, with a mark of each of their names."""
    Erasure.objects.bulk_create(
        Erasure(
            person=player.pk,
            club=player.club,
            device=player.device,
            by_device=device.pk,
            by_account=account,
            at=at,
            mark=_mark(player.device, player.club, name),
        )
        for name in names
        if name
    )


def _bump_versions(changed: Iterable[UUID]) -> None:
    """Give these games new versions, and announce them."""
    for some in batched(sorted(changed), AT_ONCE):
        games = Game.objects.filter(pk__in=some)
        games.update(version=F("version") + 1)
        for pk, version in games.values_list("pk", "version"):
            announce(pk, version)


def purge_remnants() -> int:
    """Delete what erasing left for a while: marks older than a fortnight, and names that earlier
    versions kept for tournaments. Returns how many names.
    """
    Erasure.objects.filter(at__lt=timezone.now() - REMEMBERED).exclude(mark="").update(mark="")
    kept = list(Player.objects.filter(erased_at__isnull=False).exclude(name=""))
    for player in kept:
        with transaction.atomic():
            host().lock_people([player.pk])
            Player.objects.filter(pk=player.pk).update(name="")
            host().forget(player, [player.name])
    return len(kept)


def without_erased(device: Device, names: Sequence[str], begun_at: datetime) -> list[str]:
    """Return these names for a game started back then on a phone that reaches us only now, with ""
    for people erased since.

    One query. Someone who types such a name later means a new person, and may.
    """
    since = Erasure.objects.filter(at__gt=begun_at)
    mine = since.filter(club=device.club_id) if device.club_id else since.filter(device=device)
    marks = set(mine.exclude(mark="").values_list("mark", flat=True))
    club = device.club
    return [
        "" if marks and _mark(None if club else device, club, tidy(name)) in marks else name
        for name in names
    ]


def _mark(device: Device | None, club: Club | None, name: str) -> str:
    of = f"club {club.pk}" if club else f"phone {device.pk if device else 0}"
    return salted_hmac("scoring.erased", f"{of}: {alike(name)}", algorithm="sha256").hexdigest()


def _games_of(player: Player) -> QuerySet[Game]:
    """Return the games that show them by name, those of tournaments included."""
    return Game.objects.filter(pk__in=Seat.ever.filter(player=player).values("game"))


# The name in typed texts


def _forget_evenings(player: Player, names: Sequence[str]) -> None:
    """Replace the name by an ellipsis in texts of the club's evenings, which calendars contain."""
    for evening in Evening.objects.filter(club=player.club_id, club__isnull=False):
        texts = {field: getattr(evening, field) for field in ("title", "place", "words")}
        changed = {field: without(text, names) for field, text in texts.items()}
        if changed != texts:
            Evening.objects.filter(pk=evening.pk).update(**changed, sequence=F("sequence") + 1)


def _of_list(player: Player, way: str = "") -> Q:
    """Match games of the list in which a person is. `way` is the lookup to them."""
    if player.club_id:
        return Q(**{f"{way}club": player.club_id, f"{way}of_match": False})
    return Q(
        **{f"{way}device": player.device_id, f"{way}club__isnull": True, f"{way}of_match": False}
    ) | Q(**{f"{way}seats__player": player, f"{way}of_match": False})


def _names_of(player: Player) -> list[str]:
    """Return all names of a person, including those of records merged into theirs."""
    return [player.name, *player.merged_names.order_by("pk").values_list("name", flat=True)]


def _tables_called(player: Player) -> list[UUID]:
    """Return the games of the list whose table is named after the person."""
    games = Game.objects.filter(_of_list(player)).exclude(table_name="").distinct()
    names = _names_of(player)
    return [pk for pk, text in games.values_list("pk", "table_name") if mentions([text], names)]


def _reasons_of(player: Player, names: Sequence[str]) -> list[GameEvent]:
    """Return events of games whose reason mentions one of the names."""
    rows = _events(player).exclude(reason="").only("reason", "reason_seal", "game")
    return [row for row in rows if mentions([row.reason], names)]


def erase_reasons(rows: Iterable[Any]) -> None:
    """Erase these reasons; chains only hold their hashes."""
    for row in rows:
        if not chain.is_erased(row):
            row.reason_seal = chain.erased_seal(row)
            row.reason = chain.ERASED
            row.save(update_fields=["reason", "reason_seal"])


def _former_tables(player: Player, names: Sequence[str]) -> int:
    """Return how often one of the names occurs in former table names."""
    named = (
        _events(player)
        .filter(action__in=SET_UP, data__after__has_key="table_name")
        .values_list("data", flat=True)
    )
    tables = ([data["before"]["table_name"], data["after"]["table_name"]] for data in named if data)
    return sum(mentions(texts, names) for texts in tables)


def _events(player: Player) -> QuerySet[GameEvent]:
    return GameEvent.objects.filter(
        _of_list(player, "game__") | Q(game__seats__player=player)
    ).distinct()
