"""Putting a file in the place of SQLite's database, so that a power cut at any moment leaves the
old or the new.

A database is more than its file: what was written last may still be in the log beside it, and a log
that meets another file is taken for that one's. So all of them go aside together, into a folder
that tells the time. What is to be done is written down first, when everything has been checked and
is on the disk; whoever finds that note finishes the work.
"""

import json
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tichu_site.backups.sqlite_file import BESIDE
from tournaments.backup_files import TIME, to_the_disk, write_whole

NOTE = "restoring.json"  # beside the database while one is put in place
STAGED = ".restoring-"  # how the folder begins in which a database is made ready
ASIDE = "set-aside"  # the folder of what was set aside


@dataclass(frozen=True)
class Change:
    """A database that is ready, the place where it belongs,
    and the folder for what is there now.
    """

    staged: Path
    place: Path
    aside: Path


@contextmanager
def staging(place: Path) -> Iterator[Path]:
    """A new folder beside the database, to make another one ready in. It goes when all is done, or
    when that failed.
    """
    remove_stages(place)
    folder = place.parent / f"{STAGED}{secrets.token_hex(4)}"
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        if not (place.parent / NOTE).exists():
            shutil.rmtree(folder, ignore_errors=True)


def remove_stages(place: Path) -> None:
    """Take away what was left of a restore that never came to its change."""
    if not (place.parent / NOTE).exists():
        for folder in place.parent.glob(f"{STAGED}*"):
            shutil.rmtree(folder, ignore_errors=True)


def copy_in(file: Path, folder: Path, name: str) -> Path:
    """A database's file with the log beside it, copied into a stage."""
    for ending in ("", *BESIDE):
        source = file.with_name(file.name + ending)
        if source.exists() and ending != "-shm":  # rebuilt from the log
            shutil.copyfile(source, folder / f"{name}{ending}")
            (folder / f"{name}{ending}").chmod(0o600)
    return folder / name


def exchange(staged: Path, place: Path, now: datetime) -> Path | None:
    """Put a database that was made ready in its place: the folder that holds what was there, None
    where nothing was.
    """
    to_the_disk(staged)
    to_the_disk(staged.parent)
    there = any(one.exists() for one in _with_logs(place))
    change = Change(staged, place, _new_folder(place, now))
    told = {"staged": _from(place, staged), "aside": _from(place, change.aside)}
    write_whole(place.parent / NOTE, lambda part: _put(part, json.dumps(told)))
    _carry_out(change)
    return change.aside if there else None


def finish(place: Path) -> Path | None:
    """Finish a change that was interrupted: the folder that holds what was there before; None where
    there was none.
    """
    note = place.parent / NOTE
    if not note.exists():
        return None
    told = json.loads(note.read_text("utf-8"))
    change = Change(place.parent / told["staged"], place, place.parent / told["aside"])
    _carry_out(change)
    return change.aside


def _carry_out(change: Change) -> None:
    """Each step may have been done already."""
    if change.staged.exists():
        there = [file for file in _with_logs(change.place) if file.exists()]
        if there:
            change.aside.mkdir(parents=True, exist_ok=True, mode=0o700)
            to_the_disk(change.aside.parent)
            for file in there:
                file.replace(change.aside / file.name)
            to_the_disk(change.aside)
            to_the_disk(change.place.parent)
        change.staged.replace(change.place)
        to_the_disk(change.staged.parent)
        to_the_disk(change.place.parent)
    (change.place.parent / NOTE).unlink()
    to_the_disk(change.place.parent)
    shutil.rmtree(change.staged.parent, ignore_errors=True)


def _from(place: Path, path: Path) -> str:
    """A path as it is from the database's folder, which may be another one by the time that the
    work is finished.
    """
    return path.relative_to(place.parent).as_posix()


def _with_logs(place: Path) -> list[Path]:
    return [place.with_name(place.name + ending) for ending in ("", *BESIDE)]


def _new_folder(place: Path, now: datetime) -> Path:
    """A folder that is not there yet: what was set aside once is never written over."""
    name = now.astimezone(UTC).strftime(TIME)
    parent = place.parent / ASIDE
    for number in range(1, 1000):
        folder = parent / (name if number == 1 else f"{name}-{number}")
        if not folder.exists():
            return folder
    raise OSError(f"{parent} has a thousand folders of this second")


def _put(part: Path, text: str) -> None:
    with part.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
