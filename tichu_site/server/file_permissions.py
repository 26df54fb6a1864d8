"""Restrict records to their owner: folders 0700, files 0600, including those an earlier version
left readable by others.

On a file system without permissions (a memory stick) nothing happens: its holder can read it
anyway.
"""

import os
import stat
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_making = threading.Lock()
FOLDER, FILE = 0o700, 0o600
# Files SQLite keeps beside the database; new ones inherit its mode
JOURNALS = ("-wal", "-shm", "-journal")


def private_folder(path: Path) -> None:
    """Make one of our folders private. A shared folder such as /tmp is left alone."""
    with suppress(OSError):
        found = path.stat()
        if (
            found.st_uid == os.geteuid()
            and not found.st_mode & stat.S_ISVTX
            and found.st_mode & 0o077
        ):
            path.chmod(FOLDER)


def private_file(path: Path) -> None:
    with suppress(OSError):
        found = path.lstat()
        if stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid() and found.st_mode & 0o177:
            path.chmod(FILE)


def private_database(path: Path) -> None:
    """Make an SQLite file and its journals private, if it exists."""
    for one in (path, *(path.with_name(path.name + journal) for journal in JOURNALS)):
        private_file(one)


def made_private(path: Path) -> None:
    """Create SQLite's file, if missing, just before it is opened: SQLite would make it readable by
    all.

    Never open an existing file for this: when a process closes any handle on a file, it loses all
    locks its connections hold on it, and another program's writes then damage the database. For the
    same reason nothing may connect between creating and closing it.
    """
    with _making, suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE))


def make_private(folder: Path, *, but: Iterable[str] = ()) -> None:
    """Make a folder and everything in it private, except the names in `but`: files that are served
    anyway.
    """
    private_folder(folder)
    left_out = set(but)
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.name in left_out or path.is_symlink():
            continue
        if path.is_dir():
            make_private(path)
        else:
            private_file(path)
