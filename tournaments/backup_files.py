"""Back-up files: written atomically, ordered by a number, with only the newest kept.

A file is written beside its place, synced to disk, and then renamed. Its name contains a number,
one more than any in the folder, and the time. Only the number orders copies. A clock may be wrong,
and a laptop with an empty battery starts in 1970; its copies must neither be kept forever nor be
the first to go.
"""

import os
import re
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

HALF_WRITTEN = ".part"
GIVEN_UP = 3600  # seconds after which a partial file counts as abandoned
TIME = "%Y-%m-%dT%H-%M-%SZ"  # sortable, and valid on every file system
DAY = len("2026-11-21")
NAME = re.compile(
    r"(?P<what>[^.].*?)-(?:(?P<number>\d{6,12})-)?(?P<time>\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.(?P<ending>[\w.]+)"
)


@dataclass(frozen=True)
class Copied:
    """A back-up file, parsed from its name: what it contains, its number, and the time by its
    writer's clock.
    """

    path: Path
    what: str
    number: int  # 0 for files of an older version, which had no number
    time: str

    @property
    def order(self) -> tuple[int, str]:
        """Sort key: the number. Files without one are older than all others and are ordered by
        time.
        """
        return self.number, "" if self.number else self.time

    @property
    def at(self) -> datetime | None:
        """The time in the name, or None if invalid."""
        try:
            return datetime.strptime(self.time, TIME).replace(tzinfo=UTC)
        except ValueError:
            return None


def copied(path: Path) -> Copied | None:
    """Parse a back-up file's name. None if it is something else."""
    found = NAME.fullmatch(path.name)
    return Copied(path, found["what"], int(found["number"] or 0), found["time"]) if found else None


def copies_in(folder: Path, *, what: str = "", endings: tuple[str, ...] = ()) -> list[Copied]:
    """List the copies in a folder, newest first, optionally only those of `what` and with these
    endings.

    Raises OSError if the folder cannot be read.
    """
    found = [one for one in map(copied, folder.iterdir()) if one is not None]
    return sorted(
        (
            one
            for one in found
            if (not what or one.what == what)
            and (not endings or one.path.name.endswith(tuple(endings)))
        ),
        key=lambda one: (one.order, one.path.name),
        reverse=True,
    )


def new_path(folder: Path, what: str, ending: str, now: datetime) -> Path:
    """Return the path of the next copy in a folder."""
    number = max((one.number for one in copies_in(folder)), default=0) + 1
    return folder / f"{what}-{number:06}-{now.astimezone(UTC).strftime(TIME)}.{ending}"


def write_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Let `write` create a file beside its place, and move it there once it is synced to disk.
    Readable by its owner only.

    If `write` raises, for example because the copy cannot be read back, no file is left.
    """
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
    """Sync a file, or a folder's entries, to disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def keep_newest(files: Iterable[Copied], most: int, *, days: int = 0) -> None:
    """Delete all but the newest files and the last one of each of `days` days.

    Days are dates by the clock, in the order of writing: a date that never was is kept like any
    other. Days without a file are not counted.
    """
    newest_first = sorted(files, key=lambda one: (one.order, one.path.name), reverse=True)
    last_of_day: dict[str, Copied] = {}
    for one in newest_first:
        last_of_day.setdefault(one.time[:DAY], one)
    kept = {*newest_first[:most], *list(last_of_day.values())[:days]}
    for one in newest_first:
        if one not in kept:
            one.path.unlink(missing_ok=True)


def remove_half_written(folder: Path) -> None:
    """Delete partial files of programs that were killed."""
    for path in folder.glob(f".*{HALF_WRITTEN}"):
        try:
            # A file from the future was begun before the clock was corrected.
            if abs(time.time() - path.stat().st_mtime) > GIVEN_UP:
                path.unlink()
        except FileNotFoundError:
            continue
