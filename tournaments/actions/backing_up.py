"""Copies of what a disk or a laptop could take along: every open tournament as a document, on SQLite the database too.

A file is there as a whole or not at all: it is written beside its place, brought to the disk, and then renamed.
"""

import logging
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Max
from django.utils import timezone
from django.utils.text import slugify

from scoring.models import Game
from tournaments.exchange.writing import text_of
from tournaments.models import Tournament

KEPT = 48  # of each tournament
KEPT_DATABASES = 12  # the newest, and
KEPT_DAYS = 14  # the last copy of each of so many days
HALF_WRITTEN = ".part"
GIVEN_UP = 3600  # seconds after which nobody goes on writing a file that somebody began
TIME = "%Y-%m-%dT%H-%M-%SZ"  # sorts as it is read, and no file system minds it
LONGEST_SLUG = 40
GAMES = "games"  # beside the tournaments in what was seen: when a game was last written in

logger = logging.getLogger(__name__)


def back_up(folder: Path | None = None) -> list[Path]:
    """Write every open tournament, and the database where it is a file of ours. The files that were written.

    Raises OSError where the disk refuses.
    """
    return back_up_changed({}, folder, first=True)


def back_up_changed(seen: dict[Any, int], folder: Path | None = None, *, first: bool = False) -> list[Path]:
    """Write what has changed since `seen`, versions by tournament, which is brought up to date: the files written.

    A tournament that was open then and is finished now is written once more. Where nothing has changed, nothing is
    written; the `first` time the database is copied in any case. A tournament that cannot be written keeps neither
    the others nor the database from it: what stood in the way is logged, and the first of it raised at the end.
    """
    folder = Path(settings.BACKUP_DIR) if folder is None else folder
    folder.mkdir(parents=True, exist_ok=True)
    remove_half_written(folder)
    now = timezone.now()
    current = {row.pk: row for row in Tournament.objects.filter(state=Tournament.State.OPEN)}
    before = seen.keys() - {GAMES}
    current |= {row.pk: row for row in Tournament.objects.filter(pk__in=before - current.keys())}
    written: list[Path] = []
    failed: list[Exception] = []
    for pk, row in current.items():
        try:
            if seen.get(pk) == row.version:
                note_back_up(row, now)  # the last file still says all
            else:
                written.append(back_up_tournament(row, folder, now))
        except Exception as error:
            logger.exception("The tournament %s could not be written.", pk)
            failed.append(error)
            continue
        seen[pk] = row.version  # what changed while it was written is written the next time
        if row.state != Tournament.State.OPEN:
            del seen[pk]
    for pk in before - current.keys():
        seen.pop(pk, None)
    played = _last_played()
    if (first or written or failed or played != seen.get(GAMES, played)) and (copied := back_up_database(folder, now)):
        written.append(copied)
    seen[GAMES] = played
    if failed:
        raise failed[0]
    return written


def _last_played() -> int:
    """When a game was last written in, in microseconds: friends' games are in the database's copy alone."""
    last = Game.objects.aggregate(last=Max("changed_at"))["last"]
    return 0 if last is None else int(last.timestamp() * 1_000_000)


def back_up_tournament(tournament: Tournament, folder: Path, now: datetime) -> Path:
    """One tournament as a document, the oldest of its files beyond the newest 48 taken away."""
    text = text_of(tournament).encode("ascii")
    name = f"{slugify(tournament.name)[:LONGEST_SLUG] or 'tournament'}-{tournament.pk.hex}"
    path = folder / f"{name}-{now.astimezone(UTC).strftime(TIME)}.json"
    write_whole(path, lambda part: _written(part, text))
    note_back_up(tournament, now)
    keep_newest(folder.glob(f"*-{tournament.pk.hex}-*.json"), KEPT)
    return path


def note_back_up(tournament: Tournament, now: datetime) -> None:
    """Remember when it was last written. No page waits for that: its version stays."""
    Tournament.objects.filter(pk=tournament.pk).update(backed_up_at=now)


def back_up_database(folder: Path, now: datetime) -> Path | None:
    """The whole database as one file, as it is at one moment while everybody goes on. None where it is PostgreSQL's."""
    if connection.vendor != "sqlite":
        return None
    source = str(connection.settings_dict["NAME"])
    path = folder / f"tichu-{now.astimezone(UTC).strftime(TIME)}.sqlite3"
    write_whole(path, lambda part: _copied(source, part))
    keep_newest(folder.glob("tichu-*.sqlite3"), KEPT_DATABASES, days=KEPT_DAYS)
    return path


def _copied(source: str, part: Path) -> None:
    uri = source.startswith("file:")
    with closing(sqlite3.connect(source, uri=uri)) as old, closing(sqlite3.connect(part)) as new:
        old.backup(new)
        # The copy is one file: it needs no log beside it.
        new.execute("PRAGMA journal_mode=DELETE")


def _written(part: Path, content: bytes) -> None:
    part.write_bytes(content)


def write_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Let a file be written beside its place, and put it there when it is on the disk. Readable for its owner alone."""
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}{HALF_WRITTEN}")
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        write(part)
        to_the_disk(part)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    to_the_disk(path.parent)


def to_the_disk(path: Path) -> None:
    """Wait until a file, or what a folder says of its files, would survive a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def keep_newest(files: Iterable[Path], most: int, *, days: int = 0) -> None:
    """Take away all but the newest files, and but the last one of each of so many days.

    The time stands at the end of their names. Days on which nothing was written are not counted.
    """
    by_time = sorted(files, key=_time_in_name, reverse=True)
    last_of_day: dict[str, Path] = {}
    for path in by_time:
        last_of_day.setdefault(_time_in_name(path)[: len("2026-11-21")], path)
    kept = {*by_time[:most], *list(last_of_day.values())[:days]}
    for path in by_time:
        if path not in kept:
            path.unlink(missing_ok=True)


def _time_in_name(path: Path) -> str:
    return path.stem[-len("2026-11-21T19-30-00Z") :]


def remove_half_written(folder: Path) -> None:
    """Take away what a program that was killed left half written."""
    for path in folder.glob(f".*{HALF_WRITTEN}"):
        try:
            if time.time() - path.stat().st_mtime > GIVEN_UP:
                path.unlink()
        except FileNotFoundError:
            continue
