"""A real PgBouncer with the file of `deploy/`. `.ci/run` installs it."""

import getpass
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict

from tests.browser.servers import free_port
from tests.processes import ROOT

CONFIG = (ROOT / "deploy" / "pgbouncer.ini").read_text(encoding="utf-8")


class Pooler:
    """PgBouncer in transaction mode before the database at `url`."""

    def __init__(self, folder: Path, url: str, size: int) -> None:
        program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
        if program is None:
            pytest.skip("PgBouncer is not installed (Debian: apt install pgbouncer)")
        self.folder, self.size, self.port = folder, size, free_port()
        self.config = folder / "pgbouncer.ini"
        account = self.lead_to(url)
        self.url = f"postgres://{account['user']}@127.0.0.1:{self.port}/{account['dbname']}"
        self.command = [program, "--quiet", str(self.config)]
        if getpass.getuser() == "root":  # it refuses to run as root, as PostgreSQL does
            self.command[1:1] = [f"--user={Path(str(account['host'])).owner()}"]
        self.process: subprocess.Popen[bytes] | None = None

    def lead_to(self, url: str) -> dict[str, str]:
        """Write its file for this database: what is in the address. A running one takes it over
        with `reload`.
        """
        account = {key: str(value) for key, value in conninfo_to_dict(url).items()}
        name = account["dbname"]
        address = " ".join(f"{key}={value}" for key, value in account.items() if key != "dbname")
        text = CONFIG
        for old, new in {
            "tichu = host=database port=5432 dbname=tichu": f"{name} = dbname={name} {address}",
            "listen_addr = *": "listen_addr = 127.0.0.1",
            "listen_port = 6432": f"listen_port = {self.port}",
            "auth_type = scram-sha-256\nauth_file = /run/pgbouncer/users.txt": "auth_type = any",
            "default_pool_size = 20": f"default_pool_size = {self.size}",
        }.items():
            assert old in text
            text = text.replace(old, new)
        self.config.write_text(text)
        return account

    def start(self) -> None:
        with (self.folder / "pgbouncer.log").open("a") as log:
            self.process = subprocess.Popen(self.command, stderr=log)
        while self.process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError(f"PgBouncer ended with code {self.process.returncode}")

    def send(self, what: signal.Signals) -> None:
        """Send it a signal: SIGHUP to read its file again, SIGKILL or SIGTERM to end."""
        assert self.process is not None
        self.process.send_signal(what)
        if what != signal.SIGHUP:
            self.process.wait()


@contextmanager
def pgbouncer(folder: Path, url: str) -> Iterator[str]:
    """The URL that leads through a PgBouncer of two connections, so that sessions change hands."""
    pooler = Pooler(folder, url, size=2)
    pooler.start()
    try:
        yield pooler.url
    finally:
        pooler.send(signal.SIGTERM)
