"""The way back to a moment, on a real PostgreSQL of its own: with the settings and the programs in
`deploy/`, rows that were deleted by mistake are there again.
"""

import getpass
import gzip
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.databases import postgres_programs
from tests.processes import ROOT

DEPLOY = ROOT / "deploy"
INITDB = (
    "--data-checksums",
    "--username=postgres",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C",
)
PATIENCE = 60  # seconds for a server to take writes
ROOTS_DEPUTY = "pgserver"  # as whom root runs PostgreSQL: the account that the tests' wheel makes


class Machine:
    """A folder with a PostgreSQL, and an account to run it."""

    def __init__(self, folder: Path, account: str) -> None:
        self.folder, self.account = folder, account
        self.wal, self.bases = folder / "wal", folder / "bases"
        self.env = {
            # The wheel's pg_verifybackup of version 18 cannot be loaded
            "PATH": f"{postgres_programs(16)}{os.pathsep}{os.environ['PATH']}",
            "PGHOST": str(folder),
            "PGUSER": "postgres",
            "HOME": str(folder),
        }

    def run(self, *command: str | Path) -> str:
        """What a program prints."""
        done = subprocess.run(
            [str(word) for word in command],
            cwd=self.folder,
            env=self.env,
            user=self.account or None,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout

    def make(self, data: Path) -> None:
        self.run("initdb", *INITDB, data)
        text = (DEPLOY / "postgresql.conf").read_text(encoding="utf-8")
        nowhere_else = f"listen_addresses = ''\nunix_socket_directories = '{self.folder}'"
        for old, new in {
            "listen_addresses = '*'": nowhere_else,
            "'archive-wal.sh": f"'{DEPLOY}/archive-wal.sh",
            "/archive/wal/": f"{self.wal}/",
        }.items():
            assert old in text
            text = text.replace(old, new)
        (self.folder / "postgresql.conf").write_text(text)

    @contextmanager
    def serving(self, data: Path) -> Iterator["psycopg.Connection[Any]"]:
        """PostgreSQL on this data folder, once it takes writes."""
        options = f"-c config_file={self.folder}/postgresql.conf"
        control = ("pg_ctl", "--wait", "--silent", f"--pgdata={data}")
        self.run(*control, f"--log={self.folder}/log", f"--options={options}", "start")
        try:
            with psycopg.connect(f"host={self.folder} user=postgres", autocommit=True) as its:
                deadline = time.monotonic() + PATIENCE
                while value(its, "SELECT pg_is_in_recovery()"):
                    assert time.monotonic() < deadline, (self.folder / "log").read_text()
                    time.sleep(0.05)
                yield its
        finally:
            # Archives what is left, too.
            self.run(*control, "--mode=fast", "stop")

    def base_backup(self) -> Path:
        return Path(self.run(DEPLOY / "base-backup.sh", self.bases, self.wal).splitlines()[-1])


def value(connection: "psycopg.Connection[Any]", statement: Any) -> Any:
    row = connection.execute(statement).fetchone()
    assert row
    return row[0]


@pytest.fixture
def machine() -> Iterator[Machine]:
    # Not in pytest's own folder, which the other account may not enter
    folder = Path(tempfile.mkdtemp(prefix="tichu-moment-"))
    account = ROOTS_DEPUTY if getpass.getuser() == "root" else ""
    if account:
        try:
            pwd.getpwnam(account)
        except KeyError:
            subprocess.run(["useradd", account], check=True)
        shutil.chown(folder, account)
    try:
        yield Machine(folder, account)
    finally:
        shutil.rmtree(folder)


@pytest.mark.slow  # in short: test_deploy.py, and test_restore.py for the site's own copies
def test_rows_deleted_by_mistake_are_back_at_the_moment_before(machine: Machine) -> None:
    data, back = machine.folder / "data", machine.folder / "back"
    machine.make(data)
    with machine.serving(data) as club:
        assert value(club, "SHOW data_checksums") == "on"
        club.execute("CREATE TABLE hands (number int)")
        club.execute("INSERT INTO hands SELECT generate_series(1, 100)")
        base = machine.base_backup()
        club.execute("INSERT INTO hands SELECT generate_series(101, 150)")
        moment = str(value(club, "SELECT clock_timestamp()"))
        club.execute("DELETE FROM hands WHERE number > 20")
        club.execute("SELECT pg_switch_wal()")
    machine.run(DEPLOY / "restore-to-time.sh", base, machine.wal, back, moment)
    with machine.serving(back) as club:
        assert value(club, "SELECT count(*) FROM hands") == 150
        club.execute("INSERT INTO hands VALUES (151)")
        # Two bases are kept, and the pieces from the older one on
        kept = [machine.base_backup(), machine.base_backup()]
        assert sorted(machine.bases.iterdir()) == kept
        first = (kept[0] / "backup_label").read_text().split("(file ")[1][:24]
        pieces = sorted(path.name for path in machine.wal.iterdir() if len(path.name) == 27)
        assert pieces[0] == f"{first}.gz"
    assert not list(machine.wal.glob("*.part"))
    refused = subprocess.run(
        [DEPLOY / "restore-to-time.sh", base, machine.wal, back, moment],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (refused.returncode, refused.stderr) == (1, f"{back} is not empty.\n")


def test_a_piece_is_archived_once_and_never_replaced(tmp_path: Path) -> None:
    piece, kept = tmp_path / "piece", tmp_path / "wal" / "piece"
    piece.write_text("one")
    command = [DEPLOY / "archive-wal.sh", piece, kept]
    assert subprocess.run(command, check=False).returncode == 0
    # Asked again after a crash, and then with something else
    assert subprocess.run(command, check=False).returncode == 0
    piece.write_text("two")
    assert subprocess.run(command, check=False).returncode == 1
    (archived,) = kept.parent.iterdir()
    assert (archived.name, gzip.decompress(archived.read_bytes())) == ("piece.gz", b"one")
