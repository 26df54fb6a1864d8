"""Erasing a person: the name goes everywhere, in tournaments too; the row stays, so that others'
results add up.
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
from scoring.games.chunks import batched
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

AT_ONCE = 500  # games in one statement
# What is theirs alone, and goes
OWN: tuple[type[Model], ...] = (Answer, PhoneOwner, Claim, ClaimLink)
REMEMBERED = timedelta(days=14)  # how long a game that a phone began before is recognised

logger = logging.getLogger("scoring.erasing")


@dataclass(frozen=True)
class Erasing:
    """What erasing somebody would do. `games`: of them and of tournaments; `tables`: games whose
    table bears the name; `reasons`: typed ones that go, for they have the name in them; `written`:
    former names of tables, which stay.
    """

    games: int
    tables: int
    reasons: int
    written: int


def looked_at(player: Player) -> Erasing:
    """What erasing them would do now: at most six queries."""
    names = _names_of(player)
    reasons = [*_reasons_of(player, names), *host().reasons_of(player, names)]
    return Erasing(
        games=Seat.objects.filter(player=player).count(),
        tables=len(_tables_called(player)),
        reasons=len(reasons),
        written=_former_tables(player, names),
    )


def erase(player: Player, device: Device, account: int | None = None) -> bool:
    """Take somebody's name away, for good: False where it is gone already. Whoever asks keeps the
    list.

    Games and tournaments move on, so that pages which follow them, and tables that phones keep, are
    told again.
    """
    with transaction.atomic():
        # Games before the list, as putting them right has it.
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
        # Who sat down while this waited for the list: whoever writes there now moves that game on
        # anyhow.
        now = set(_games_of(player).values_list("pk", flat=True)) - set(held)
        new = Game.objects.filter(pk__in=now).select_for_update(skip_locked=True).order_by("pk")
        moved = {*held, *new.values_list("pk", flat=True), *called}
        at = timezone.now()
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
        for some in batched(sorted(moved), AT_ONCE):
            games = Game.objects.filter(pk__in=some)
            games.update(version=F("version") + 1)
            for pk, version in games.values_list("pk", "version"):
                announce(pk, version)
    whose = f"club {player.club_id}" if player.club_id else f"phone {player.device_id}"
    by = f"account {account} on phone {device.pk}" if account else f"phone {device.pk}"
    logger.info("Erased: person %s in the list of %s, by %s.", player.pk, whose, by)
    return True


def forget() -> int:
    """What erasing left for a while goes: marks a fortnight old, and names that earlier versions
    kept for tournaments. How many names.
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
    """These names for a game that was begun then, by a phone that has reached us only now: "" for
    who was erased since.

    One query. Whoever types such a name after that means somebody new, and is not stopped.
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
    """The games that show them by their name, those of tournaments too."""
    return Game.objects.filter(pk__in=Seat.objects.filter(player=player).values("game"))


# The name in what somebody typed
# ----------------------------------------------------------------------------------


def _forget_evenings(player: Player, names: Sequence[str]) -> None:
    """What was typed of the club's evenings, which calendars have: an ellipsis stands in the place
    of the name.
    """
    for evening in Evening.objects.filter(club=player.club_id, club__isnull=False):
        texts = {field: getattr(evening, field) for field in ("title", "place", "words")}
        changed = {field: without(text, names) for field, text in texts.items()}
        if changed != texts:
            Evening.objects.filter(pk=evening.pk).update(**changed, sequence=F("sequence") + 1)


def _of_list(player: Player, way: str = "") -> Q:
    """The games of the list in which somebody stands. `way` leads to them."""
    if player.club_id:
        return Q(**{f"{way}club": player.club_id, f"{way}of_match": False})
    return Q(
        **{f"{way}device": player.device_id, f"{way}club__isnull": True, f"{way}of_match": False}
    ) | Q(**{f"{way}seats__player": player, f"{way}of_match": False})


def _names_of(player: Player) -> list[str]:
    """All names that somebody goes by: those of records that were merged into theirs with it."""
    return [player.name, *player.merged_names.order_by("pk").values_list("name", flat=True)]


def _tables_called(player: Player) -> list[UUID]:
    """The games of the list whose table bears the name."""
    games = Game.objects.filter(_of_list(player)).exclude(table_name="").distinct()
    names = _names_of(player)
    return [pk for pk, text in games.values_list("pk", "table_name") if mentions([text], names)]


def _reasons_of(player: Player, names: Sequence[str]) -> list[GameEvent]:
    """Events of games whose reason has one of the names in it."""
    rows = _events(player).exclude(reason="").only("reason", "reason_seal", "game")
    return [row for row in rows if mentions([row.reason], names)]


def erase_reasons(rows: Iterable[Any]) -> None:
    """Erase these reasons, of which a chain holds but a hash."""
    for row in rows:
        if not chain.is_erased(row):
            row.reason_seal = chain.erased_seal(row)
            row.reason = chain.ERASED
            row.save(update_fields=["reason", "reason_seal"])


def _former_tables(player: Player, names: Sequence[str]) -> int:
    """How often one of the names stands in what a table was called before."""
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
