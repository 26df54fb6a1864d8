"""Records are for their owner alone: folders 0700, files 0600, also those that an earlier version
left open to others.

Where a disk knows no such thing (a memory stick) nothing happens: who holds it reads it anyway.
"""

import os
import stat
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_making = threading.Lock()
FOLDER, FILE = 0o700, 0o600
# What SQLite keeps beside its file; new ones get the file's own mode
JOURNALS = ("-wal", "-shm", "-journal")


def private_folder(path: Path) -> None:
    """Close a folder of ours to others. One that many share by its nature, such as /tmp, stays as
    it is.
    """
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
    """SQLite's file with its journals, where there is one."""
    for one in (path, *(path.with_name(path.name + journal) for journal in JOURNALS)):
        private_file(one)


def made_private(path: Path) -> None:
    """Make SQLite's file, where there is none, just before it is opened: SQLite would make it for
    everybody to read.

    One that is there must never be opened for this: with the first handle that a process closes, it
    loses all locks that its connections hold on the file, and another program's writing then
    damages the database. Nor may anybody connect between making and closing it.
    """
    with _making, suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE))


def make_private(folder: Path, *, but: Iterable[str] = ()) -> None:
    """Close a folder and all that is in it, except what these names hold: files that are handed out
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
