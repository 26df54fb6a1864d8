"""Replace SQLite's database file so that a power cut at any moment leaves either the old or the new
one.

A database is more than its file: the latest writes may still be in the write-ahead log beside it,
and a log found beside another file is applied to that file. So all of them are moved together into
a folder named by the time. Once everything is verified and on disk, a note of the planned change is
written; any later start that finds the note finishes the work.
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

NOTE = "restoring.json"  # beside the database during a replacement
STAGED = ".restoring-"  # prefix of the folder in which a database is prepared
ASIDE = "set-aside"  # the folder for replaced databases


@dataclass(frozen=True)
class Change:
    """A prepared database, its destination, and the folder for the current one."""

    staged: Path
    place: Path
    aside: Path


@contextmanager
def staging(place: Path) -> Iterator[Path]:
    """Create a folder beside the database to prepare another one in. It is removed at the end, also
    on failure.
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
    """Remove the folders of restores that were interrupted before the replacement."""
    if not (place.parent / NOTE).exists():
        for folder in place.parent.glob(f"{STAGED}*"):
            shutil.rmtree(folder, ignore_errors=True)


def copy_in(file: Path, folder: Path, name: str) -> Path:
    """Copy a database file and the log beside it into a staging folder."""
    for ending in ("", *BESIDE):
        source = file.with_name(file.name + ending)
        if source.exists() and ending != "-shm":  # rebuilt from the log
            shutil.copyfile(source, folder / f"{name}{ending}")
            (folder / f"{name}{ending}").chmod(0o600)
    return folder / name


def replace_database(staged: Path, place: Path, now: datetime) -> Path | None:
    """Replace the database with a prepared one. Return the folder holding the old one, or None if
    there was none.
    """
    to_the_disk(staged)
    to_the_disk(staged.parent)
    present = any(one.exists() for one in _with_logs(place))
    change = Change(staged, place, _new_folder(place, now))
    note_data = {"staged": _from(place, staged), "aside": _from(place, change.aside)}
    write_whole(place.parent / NOTE, lambda part: _put(part, json.dumps(note_data)))
    _carry_out(change)
    return change.aside if present else None


def finish(place: Path) -> Path | None:
    """Finish an interrupted replacement. Return the folder holding the old database, or None if
    there was none.
    """
    note = place.parent / NOTE
    if not note.exists():
        return None
    note_data = json.loads(note.read_text("utf-8"))
    change = Change(place.parent / note_data["staged"], place, place.parent / note_data["aside"])
    _carry_out(change)
    return change.aside


def _carry_out(change: Change) -> None:
    """Carry out the replacement. Each step may already have been done."""
    if change.staged.exists():
        present = [file for file in _with_logs(change.place) if file.exists()]
        if present:
            change.aside.mkdir(parents=True, exist_ok=True, mode=0o700)
            to_the_disk(change.aside.parent)
            for file in present:
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
    """Return a path relative to the database's folder, which may have been moved by the time the
    work is finished.
    """
    return path.relative_to(place.parent).as_posix()


def _with_logs(place: Path) -> list[Path]:
    return [place.with_name(place.name + ending) for ending in ("", *BESIDE)]


def _new_folder(place: Path, now: datetime) -> Path:
    """Return a folder that does not exist yet, so that nothing set aside is ever overwritten."""
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
