"""Split a long write into many short transactions, so that others can write in between; clean up
after an interruption.

SQLite has a single writer. Each slice ends after a fifth of a second and lets the next one in the
queue write.
"""

import hashlib
import logging
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import timedelta
from types import TracebackType
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring.games.actions.deleting import erase_games
from scoring.games.chain import canonical
from scoring.models import (
    Answer,
    Club,
    Device,
    Entry,
    Erasure,
    Evening,
    Game,
    GameEvent,
    Merge,
    Player,
    Team,
    TwoPeople,
)
from tournaments.actions.hiding_deleting import erase_tournaments
from tournaments.models import MatchGame, Place, Remark, Role, Ruling, Seal, Season, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

SLICE = 0.2  # seconds after which a transaction ends, once the current step is complete
GIVEN_UP = timedelta(minutes=5)  # without progress
AT_ONCE, GAMES_AT_ONCE = 500, 50  # rows deleted together

logger = logging.getLogger("tournaments.clubs.club_document")


class Slices:
    """The consecutive transactions that create a club, as a context manager that ends the last one.

    Call `breathe` wherever a new one may begin; use `apart` for work that takes long and writes
    little.
    """

    def __init__(self) -> None:
        self.club: Club | None = None
        self._now: Any = None
        self._since = 0.0

    def __enter__(self) -> "Slices":
        self._begin()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end(kind, error, trace)

    def breathe(self) -> None:
        if time.monotonic() - self._since >= SLICE:
            self._end()
            self._begin()

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Run outside the transactions: reading blocks nobody, and each write there is a
        transaction of its own.
        """
        self._end()
        yield
        self._begin()

    def _begin(self) -> None:
        now = transaction.atomic()
        now.__enter__()
        self._now = now
        self._since = time.monotonic()
        if self.club is not None:
            Club.objects.filter(pk=self.club.pk).update(coming=timezone.now())

    def _end(self, *how: Any) -> None:
        now, self._now = self._now, None
        if now is not None:
            now.__exit__(*(how or (None, None, None)))


def change_mark(club: Club) -> str:
    """Return a mark that changes with any action in an imported club: eleven queries."""
    counted = (Device, Role, Evening, Season, Merge, Erasure)
    marks = {
        "games": list(Game.objects.filter(club=club).order_by("pk").values_list("pk", "version")),
        "tournaments": list(
            Tournament.objects.filter(club=club).order_by("pk").values_list("pk", "version")
        ),
        "people": list(
            Player.objects.filter(club=club).order_by("pk").values_list("pk", "name", "shown")
        ),
        "answers": Answer.objects.filter(evening__club=club).count(),
        "counts": [model._default_manager.filter(club=club).count() for model in counted],  # noqa: SLF001
    }
    return hashlib.sha256(canonical(marks)).hexdigest()


def unchanged_imports_of(user: "AbstractBaseUser") -> list[Club]:
    """Return the account's imported clubs that are unchanged since, so they can be
    deleted again.
    """
    owned = Club.objects.filter(
        roles__user=user.pk, roles__name=Role.Name.OWNER, coming=None
    ).exclude(read_in="")
    return [club for club in owned.order_by("-pk") if club.read_in == change_mark(club)]


def delete_imported_club(club: Club) -> None:
    """Delete an imported club, complete or not, with everything it brought, in short
    transactions.
    """
    delete_club(club, _phones_of(club))


def delete_club(club: Club, phones: Collection[int] = ()) -> None:
    """Delete a club with everything in it, the devices that are its own, and these `phones`.

    Once begun, nobody sees the club any more. If interrupted, `delete_interrupted_imports` goes on
    with it.
    """
    Club.objects.filter(pk=club.pk).update(coming=timezone.now(), public=False)
    ours = {
        Seal: "tournament__club",
        Remark: "match__session_round__stage__tournament__club",
        MatchGame: "match__session_round__stage__tournament__club",
        Place: "session_round__stage__tournament__club",
        Ruling: "stage__tournament__club",
        Merge: "club",
        Erasure: "club",
    }
    for model, way in ours.items():
        _in_parts(model._default_manager.filter(**{way: club}))  # noqa: SLF001
    # With people of other clubs' lists, whom an imported tournament may use: they are kept.
    of_it = Player.objects.filter(Q(club=club) | Q(seats__game__club=club))
    people = set(of_it.values_list("pk", flat=True))
    games = Game.objects.filter(club=club)
    _in_parts(
        games,
        GAMES_AT_ONCE,
        lambda keys: erase_games(Game.objects.filter(pk__in=keys), stay=people),
    )
    _in_parts(Tournament.objects.filter(club=club), 1, erase_tournaments)
    _in_parts(Team.objects.filter(players__club=club))
    _in_parts(TwoPeople.objects.filter(Q(first__in=people) | Q(second__in=people)))
    Player.objects.filter(club=club).update(merged_into=None)
    _in_parts(Player.objects.filter(club=club))
    _in_parts(Device.objects.filter(Q(club=club) | Q(club=None, pk__in=phones)))
    key = club.pk
    club.delete()
    logger.warning("Deleted the club %s.", key)


def _phones_of(club: Club) -> set[int]:
    """Return the phones created for the import: they have no keys and own nothing else."""
    numbers = (
        *((model, "game__club", "by_device") for model in (Entry, GameEvent)),
        (Game, "club", "device"),
        *((model, "club", "by_device") for model in (Merge, Erasure)),
        (Remark, "match__session_round__stage__tournament__club", "device"),
    )
    found: set[int] = set()
    for model, way, column in numbers:
        rows = model._default_manager.filter(**{way: club}).order_by()  # noqa: SLF001
        found.update(rows.values_list(column, flat=True).distinct())
    return found - {None}


def _in_parts(
    rows: QuerySet[Any], most: int = AT_ONCE, delete: Callable[[list[Any]], object] | None = None
) -> None:
    """Delete these rows in batches, one transaction each."""
    keys = list(rows.order_by("pk").values_list("pk", flat=True).distinct())
    for start in range(0, len(keys), most):
        some = keys[start : start + most]
        with transaction.atomic():
            if delete is not None:
                delete(some)
            else:
                rows.model._default_manager.filter(pk__in=some).delete()  # noqa: SLF001


def delete_interrupted_imports() -> None:
    """Delete the clubs whose import was interrupted. Copes with a clock that was changed since."""
    now = timezone.now()
    for club in Club.objects.filter(Q(coming__lt=now - GIVEN_UP) | Q(coming__gt=now + GIVEN_UP)):
        delete_imported_club(club)
