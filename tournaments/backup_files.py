"""Files of back-ups: there as a whole or not at all, in the order in which they were written, the
newest kept.

A file is written beside its place, brought to the disk, and then renamed. Its name bears a number,
one more than any number in the folder, and the time: what orders copies is the number. A clock may
be wrong, and a laptop without a battery starts in 1970; its copies are neither kept for ever nor
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
GIVEN_UP = 3600  # seconds after which nobody goes on writing a file that somebody began
TIME = "%Y-%m-%dT%H-%M-%SZ"  # sorts as it is read, and no file system minds it
DAY = len("2026-11-21")
NAME = re.compile(
    r"(?P<what>[^.].*?)-(?:(?P<number>\d{6,12})-)?(?P<time>\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.(?P<ending>[\w.]+)"
)


@dataclass(frozen=True)
class Copied:
    """A back-up's file by its name: what it is of, its place in the order of writing, the time its
    writer believed.
    """

    path: Path
    what: str
    number: int  # 0 in the names of an older version, which had none
    time: str

    @property
    def order(self) -> tuple[int, str]:
        """By the number; among those without one, which are older than all others, the time says
        what it can.
        """
        return self.number, "" if self.number else self.time

    @property
    def at(self) -> datetime | None:
        """The time in the name; None where it is no time."""
        try:
            return datetime.strptime(self.time, TIME).replace(tzinfo=UTC)
        except ValueError:
            return None


def copied(path: Path) -> Copied | None:
    """A file of back-ups by its name; None where it is something else."""
    found = NAME.fullmatch(path.name)
    return Copied(path, found["what"], int(found["number"] or 0), found["time"]) if found else None


def copies_in(folder: Path, *, what: str = "", endings: tuple[str, ...] = ()) -> list[Copied]:
    """The copies in a folder, the newest first: of `what` alone where it is given, and with these
    endings.

    Raises OSError where the folder cannot be read.
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
    """The name of the next copy in a folder."""
    number = max((one.number for one in copies_in(folder)), default=0) + 1
    return folder / f"{what}-{number:06}-{now.astimezone(UTC).strftime(TIME)}.{ending}"


def write_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Let a file be written beside its place, and put it there when it is on the disk. Readable for
    its owner alone.

    What `write` raises, for example since what it wrote cannot be read back, leaves no file.
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
    """Wait until a file, or what a folder says of its files, would survive a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def keep_newest(files: Iterable[Copied], most: int, *, days: int = 0) -> None:
    """Take away all but the newest files, and but the last one of each of so many days.

    Days are what the clock said, in the order of writing: one that never was is kept as long as any
    other. Days on which nothing was written are not counted.
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
    """Take away what a program that was killed left half written."""
    for path in folder.glob(f".*{HALF_WRITTEN}"):
        try:
            # One from the future was begun by a clock that has been put right since.
            if abs(time.time() - path.stat().st_mtime) > GIVEN_UP:
                path.unlink()
        except FileNotFoundError:
            continue
