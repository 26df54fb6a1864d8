"""What the first start of a site leaves behind, made once in a run of the tests by whoever needs it
first.

A first start takes thrice as long as a later one: it makes all tables and collects all static
files. Servers begin with a copy, and so do the databases of workers. It holds nothing that is one
site's own: the key is left out, and no table of ours has a row. Outside a run of pytest nothing is
prepared, and everything begins from nothing.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.processes import ROOT, clean_environment

FOLDER = "TICHU_TEST_FOLDER"  # the variable with the folder of a run, which its workers share
DATABASE = "tichu.sqlite3"
OWN = ("secret_key", "lock", "backups")  # what each site makes for itself


def folder_of_run() -> Path | None:
    return Path(os.environ[FOLDER]) if FOLDER in os.environ else None


@contextmanager
def one_at_a_time(run: Path) -> Iterator[None]:
    """Within it no other worker of the run makes what all need: whoever waited finds it."""
    with (run / "preparing").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def prepare(*command: str, **settings: str) -> None:
    """Run `manage.py`. Raises RuntimeError with what it said where it fails."""
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=clean_environment(**settings),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"manage.py {' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def prepared_folder() -> Path | None:
    """The data folder of a site on SQLite that has been started once. None outside a run."""
    run = folder_of_run()
    if run is None:
        return None
    folder = run / "prepared"
    with one_at_a_time(run):
        if not folder.exists():
            making = run / "being_prepared"
            prepare("serve", "--print-only", DATA_DIR=str(making), HOST="127.0.0.1")
            for name in OWN:
                path = making / name
                shutil.rmtree(path) if path.is_dir() else path.unlink()
            making.rename(folder)
    return folder


def fill(data: Path, *, database: bool) -> None:
    """Make a data folder as a first start leaves it, with SQLite's file or without it. One that is
    there stays.
    """
    if not data.exists() and (folder := prepared_folder()):
        shutil.copytree(folder, data, ignore=None if database else shutil.ignore_patterns(DATABASE))
