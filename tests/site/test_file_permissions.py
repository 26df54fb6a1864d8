"""The data folder and all that is in it are for their owner alone, also in a folder of an earlier
version.
"""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from tests.browser.servers import free_port, running_site
from tests.prepared import fill
from tests.site.starting import read_settings
from tichu_site.server.file_permissions import (
    made_private,
    make_private,
    private_database,
    private_folder,
)

OPEN = 0o755


def mode(path: Path) -> str:
    return oct(path.stat().st_mode & 0o7777)


def everything_open(folder: Path) -> dict[str, str]:
    """What others may get at in a folder, but for static files: by name, with its mode."""
    found = [folder, *folder.rglob("*")]
    return {
        str(path.relative_to(folder)): mode(path)
        for path in found
        if path.stat().st_mode & 0o077 and "static" not in path.parts
    }


def test_a_new_folder_a_new_database_and_its_journals_are_their_owner_s_alone(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tichu.sqlite3"
    before = os.umask(0o022)
    try:
        made_private(path)
        with closing(sqlite3.connect(path)) as database:
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("CREATE TABLE a (b)")
            modes = {file.name: mode(file) for file in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert modes == dict.fromkeys(
        ("tichu.sqlite3", "tichu.sqlite3-wal", "tichu.sqlite3-shm"), "0o600"
    )


def test_after_a_start_on_an_old_folder_nothing_in_it_is_open_to_others(tmp_path: Path) -> None:
    data = tmp_path / "data"
    fill(data, database=True)
    backups = data / "backups"
    backups.mkdir()
    for old in (backups / "cup.json", data / "notes.txt"):
        old.write_text("{}")
    for path in (data, backups):
        path.chmod(OPEN)
    for path in (*data.glob("*.*"), backups / "cup.json"):
        path.chmod(0o644)
    assert len(everything_open(data)) >= 5
    before = os.umask(0o022)
    try:
        with running_site(tmp_path, TLS="1", TLS_PORT=str(free_port())) as site:
            left = everything_open(data)
            assert site.process.poll() is None
            names = {path.name for path in data.iterdir()}
    finally:
        os.umask(before)
    assert left == {}
    assert names >= {"secret_key", "tichu.sqlite3", "tls", "backups"}


def test_any_command_closes_the_folder(tmp_path: Path) -> None:
    """For any command reads the settings."""
    data = tmp_path / "data"
    data.mkdir(mode=OPEN)
    read_settings(data)
    assert mode(data) == "0o700"
    # A file of no bytes would be a damaged one for the next start
    assert not (data / "tichu.sqlite3").exists()


def test_a_folder_that_many_share_stays_as_it_is(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    private_folder(shared)
    assert mode(shared) == "0o1777"


def test_what_is_not_ours_or_leads_elsewhere_is_left_alone(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.txt"
    elsewhere.write_text("x")
    elsewhere.chmod(0o644)
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "link").symlink_to(elsewhere)
    (folder / "static").mkdir()
    (folder / "static").chmod(OPEN)
    make_private(folder, but=["static"])
    make_private(tmp_path / "nowhere")
    private_database(tmp_path / "nowhere" / "tichu.sqlite3")
    made_private(tmp_path / "nowhere" / "tichu.sqlite3")
    assert not (tmp_path / "nowhere").exists()
    assert (mode(elsewhere), mode(folder / "static"), mode(folder)) == ("0o644", oct(OPEN), "0o700")


def test_making_a_file_private_ends_no_lock_on_it(tmp_path: Path) -> None:
    """A program beside this one must not take the log for its own, and away, while this one has the
    database open.
    """
    path = tmp_path / "tichu.sqlite3"
    made_private(path)
    lines = (
        "import sqlite3, sys",
        "d = sqlite3.connect(sys.argv[1])",
        "d.execute('INSERT INTO a VALUES (1)')",
        "d.commit()",
        "d.close()",
    )
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE a (b)")
        log = path.with_name("tichu.sqlite3-wal")
        before = log.stat().st_ino
        made_private(path)
        subprocess.run([sys.executable, "-c", "; ".join(lines), str(path)], check=True)
        assert log.exists()
        assert log.stat().st_ino == before
        assert database.execute("SELECT count(*) FROM a").fetchone() == (1,)
