"""PostgreSQL servers of a test's own, with the settings and programs of `deploy/`."""

import getpass
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

    def configure(self) -> None:
        """Write the settings of `deploy/`, with this folder's places and nothing else changed."""
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

    def make(self, data: Path) -> None:
        """Make an empty cluster."""
        self.run("initdb", *INITDB, data)
        self.configure()

    def start(self, data: Path) -> None:
        options = f"-c config_file={self.folder}/postgresql.conf"
        self.control(data, f"--log={self.folder}/log", f"--options={options}", "start")

    def stop(self, data: Path) -> None:
        """Stop it; what is left is archived and sent to standbys first."""
        self.control(data, "--mode=fast", "stop")

    def control(self, data: Path, *words: str) -> None:
        self.run("pg_ctl", "--wait", "--silent", f"--pgdata={data}", *words)

    @contextmanager
    def serving(self, data: Path) -> Iterator["psycopg.Connection[Any]"]:
        """PostgreSQL on this data folder, once it takes writes."""
        self.start(data)
        try:
            with psycopg.connect(f"host={self.folder} user=postgres", autocommit=True) as its:
                deadline = time.monotonic() + PATIENCE
                while value(its, "SELECT pg_is_in_recovery()"):
                    assert time.monotonic() < deadline, (self.folder / "log").read_text()
                    time.sleep(0.05)
                yield its
        finally:
            self.stop(data)

    def base_backup(self) -> Path:
        return Path(self.run(DEPLOY / "base-backup.sh", self.bases, self.wal).splitlines()[-1])


def value(connection: "psycopg.Connection[Any]", statement: Any) -> Any:
    row = connection.execute(statement).fetchone()
    assert row
    return row[0]


@contextmanager
def machine() -> Iterator[Machine]:
    """A machine with nothing on it, which is gone afterwards."""
    # Not in pytest's own folder, which the other account may not enter
    folder = Path(tempfile.mkdtemp(prefix="tichu-machine-"))
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
