"""What a federation runs: PostgreSQL with a standby, PgBouncer, the site on two servers, nginx; and
what may happen to each of them.

The pauses are between two looks at another process, or stand for how late a supervisor or a phone
notices; no figure rests on how long they are.
"""

import http.client
import os
import signal
import ssl
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_urlsafe
from urllib.parse import quote

import psycopg

from tests.browser.servers import Site, free_port, running_site
from tests.reliability.phones import ANSWER_SECONDS, PAUSE, Server
from tests.site.clusters import Machine, machine, value
from tests.site.pooler import Pooler
from tests.site.proxies import nginx

LOOK_EVERY, MISSED = 1.0, 3  # seconds; looks in vain until the standby takes over
PATIENCE = 120  # seconds
SYNCHRONOUS = "synchronous_standby_names = '*'\n"


@dataclass
class Proxy(Server):
    """nginx, as phones find it. What they hear while a server behind it is away may be its own."""

    asked: threading.local = field(default_factory=threading.local)
    written: list[tuple[float, float]] = field(default_factory=list)

    def connection(self) -> http.client.HTTPConnection:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        self.asked.at = time.monotonic()
        return http.client.HTTPSConnection(
            "localhost", self.port, timeout=ANSWER_SECONDS, context=context
        )

    def puts_off(self, status: int, _retry_after: str | None, said: bytes) -> None:
        assert status in {429, 502, 503, 504}, (status, said)
        self.put_off += 1
        time.sleep(10 * PAUSE)

    def acknowledge(self, entry: uuid.UUID) -> None:
        self.written.append((self.asked.at, time.monotonic()))
        super().acknowledge(entry)

    def first_after(self, moment: float) -> float | None:
        """Seconds from a moment to the first round that was sent after it and acknowledged."""
        return min((done - moment for sent, done in self.written if sent > moment), default=None)


def children(pid: int) -> list[int]:
    """The processes that this one has started and that are there still."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                # The name, in brackets, may have spaces
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
                if int(parent) == pid:
                    found.append(int(entry.name))
    return found


def kill(*pids: int) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


@dataclass
class Databases:
    """Two machines with PostgreSQL: the first takes writes, the other follows it."""

    first: Machine
    other: Machine
    synchronous: bool

    @property
    def direct(self) -> str:
        """The address of whichever takes writes."""
        hosts = ",".join(quote(str(one.folder), safe="") for one in (self.first, self.other))
        return f"postgres://postgres@{hosts}/postgres?target_session_attrs=read-write"

    @property
    def of_first(self) -> str:
        return f"postgres://postgres@{quote(str(self.first.folder), safe='')}/postgres"

    def begin(self) -> None:
        self.first.make(self.first.folder / "data")
        self.first.start(self.first.folder / "data")
        self.follow()

    def follow(self) -> None:
        """Make the other one anew as the standby of the first, and wait for it."""
        data = self.other.folder / "data"
        self.other.run("rm", "-rf", data)
        source = ("--host", self.first.folder, "--write-recovery-conf")
        self.other.run("pg_basebackup", f"--pgdata={data}", "--checkpoint=fast", *source)
        self.other.configure()
        self.other.start(data)
        if self.synchronous:
            with (self.first.folder / "postgresql.conf").open("a") as settings:
                settings.write(SYNCHRONOUS)
            self.first.control(self.first.folder / "data", "reload")
        wanted = "sync" if self.synchronous else "async"
        look = "SELECT state, sync_state FROM pg_stat_replication"
        with psycopg.connect(self.of_first, autocommit=True) as first:
            end = time.monotonic() + PATIENCE
            while ("streaming", wanted) not in first.execute(look).fetchall():
                assert time.monotonic() < end, (self.other.folder / "log").read_text()
                time.sleep(0.1)

    def receiver(self) -> int:
        """The standby's process that receives the log."""
        with psycopg.connect(f"host={self.other.folder} user=postgres", autocommit=True) as its:
            return int(value(its, "SELECT pid FROM pg_stat_wal_receiver"))

    def kill_first(self) -> None:
        """As if its power had failed."""
        pid = int((self.first.folder / "data" / "postmaster.pid").read_text().split()[0])
        kill(pid, *children(pid))

    def take_over(self) -> None:
        """The standby takes writes, once the first is missed: nobody looks on all the time."""
        missed = 0
        while missed < MISSED:
            time.sleep(LOOK_EVERY)
            try:
                psycopg.connect(self.of_first, connect_timeout=1).close()
            except psycopg.OperationalError:
                missed += 1
        end = time.monotonic() + PATIENCE
        while True:  # it may still be starting again
            try:
                self.other.control(self.other.folder / "data", "promote")
            except AssertionError:
                assert time.monotonic() < end
                time.sleep(0.2)
            else:
                break
        self.first, self.other = self.other, self.first


@dataclass
class Stack:
    """All of it, and the address that phones know."""

    databases: Databases
    pooler: Pooler
    serve: Callable[[str], Site]
    sites: list[Site]
    port: int = 0

    def logs(self) -> str:
        """The end of what each part has said."""
        files = [site.log_file for site in self.sites]
        files += [self.databases.first.folder / "log", self.pooler.folder / "pgbouncer.log"]
        return "\n".join(f"== {file}\n{file.read_text()[-2000:]}" for file in files)

    def kill_process(self) -> None:
        """One of the processes of the first server, which makes another one."""
        serving = [
            pid
            for pid in children(self.sites[0].process.pid)
            if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
        ]
        kill(serving[0])

    def kill_server(self) -> None:
        """All of the second server, which begins again."""
        os.killpg(self.sites[1].process.pid, signal.SIGKILL)
        self.sites[1] = self.serve("two")

    def kill_pooler(self) -> None:
        self.pooler.send(signal.SIGKILL)
        time.sleep(LOOK_EVERY)  # until systemd has noticed
        self.pooler.start()

    def kill_primary(self) -> float:
        """Its log stops on the way to the standby, and then it is gone: when that was."""
        receiver = self.databases.receiver()
        os.kill(receiver, signal.SIGSTOP)
        time.sleep(LOOK_EVERY)
        self.databases.kill_first()
        killed = time.monotonic()
        kill(receiver)  # with what it was sent and has not read
        self.databases.take_over()
        self.pooler.lead_to(self.databases.of_first)
        self.pooler.send(signal.SIGHUP)
        return killed


@contextmanager
def running(folder: Path, *, synchronous: bool = True, **settings: str) -> Iterator[Stack]:
    """Everything in `folder`, until the block ends."""
    with ExitStack() as stack:
        databases = Databases(
            stack.enter_context(machine()), stack.enter_context(machine()), synchronous
        )
        databases.begin()
        for one in (databases.first, databases.other):
            stack.callback(stopped, one)
        pooler = Pooler(stack.enter_context(machine()).folder, databases.of_first, size=10)
        pooler.start()
        stack.callback(lambda: pooler.send(signal.SIGTERM))
        common = {
            "DATABASE_DIRECT_URL": databases.direct,
            "SECRET_KEY": token_urlsafe(50),
            "ALLOWED_HOSTS": "localhost,127.0.0.1",
            "HTTPS": "true",
            "PATH": databases.first.env["PATH"],
        } | settings
        ports = {"one": str(free_port()), "two": str(free_port())}

        def serve(name: str) -> Site:
            own = {"PORT": ports[name], "WORKERS": {"one": "2", "two": "1"}[name]}
            return stack.enter_context(
                running_site(
                    folder / name,
                    pooler.url,
                    empty=True,
                    start_new_session=True,
                    **common,
                    **own,
                )
            )

        its = Stack(databases, pooler, serve, [serve("one"), serve("two")])
        proxy = folder / "proxy"
        proxy.mkdir()
        its.port = stack.enter_context(nginx(proxy, *map(int, ports.values())))
        yield its


def stopped(machine: Machine) -> None:
    with suppress(AssertionError):  # it is down already
        machine.control(machine.folder / "data", "--mode=immediate", "stop")
