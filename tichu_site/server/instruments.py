"""What is counted for `/metrics`: only imported if `METRICS_TOKEN` is set.

No label has more values than a few: no game, no tournament, no address. With several processes each
counts into files of a common folder (`PROMETHEUS_MULTIPROC_DIR`), and whichever is asked adds them
up.
"""

import atexit
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone
from django.utils.module_loading import import_string
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Summary,
    generate_latest,
    multiprocess,
)
from prometheus_client.core import GaugeMetricFamily

from scoring.models import Entry
from tichu_site.server.sqlite.base import waiting_writers
from tichu_site.server.threads import Application, InThreads, Message, Receive, Scope, Send

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # the library reads it when it is imported
SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8)  # a phone gives up after 10
# Addresses that take entries; the API's handover answers each entry by itself.
ENTRY = re.compile(r"/api/v1/games/[^/]+/entries/|/games/[^/]+/(?:rounds/|undo/)")

REQUESTS = Histogram(
    "tichu_request_seconds",
    "Time from a request's arrival to its answer",
    ["lane", "method", "status"],
    buckets=SECONDS,
)
ENTRIES = Counter("tichu_entries", "Entries of tables by outcome", ["outcome"])
FOLLOWERS = Gauge("tichu_followers", "Open live pages", multiprocess_mode="livesum")
WAITING = Gauge(
    "tichu_requests_waiting",
    "Requests that wait for a thread, at the last request of their lane",
    ["lane"],
    multiprocess_mode="livesum",
)
DATABASE = Summary("tichu_database_seconds", "Time of statements in the database")


class OnAsking:
    """What is looked up when somebody asks."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        yield GaugeMetricFamily(
            "tichu_writers_waiting",
            "Writers that wait for SQLite's lock (0 on PostgreSQL)",
            value=waiting_writers(),
        )
        if (at := import_string(settings.BACKED_UP_AT)()) is not None:
            age = (timezone.now() - at).total_seconds()
            yield GaugeMetricFamily("tichu_backup_age_seconds", "Age of the last back-up", age)


def expose() -> tuple[str, bytes]:
    """Return the content type and the text for Prometheus, of all processes."""
    registry = CollectorRegistry()
    registry.register(OnAsking())
    if os.environ.get(FOLDER):
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return CONTENT_TYPE_LATEST, generate_latest(registry)
    return CONTENT_TYPE_LATEST, generate_latest(REGISTRY) + generate_latest(registry)


def share_between_processes() -> None:
    """Let processes that are started from now on count into a common folder."""
    os.environ[FOLDER] = folder = tempfile.mkdtemp(prefix="tichu-metrics-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)


def forget_process(pid: int | None) -> None:
    """Remove what an ended process had open. What it counted stays."""
    multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]


def connect() -> None:
    """Count statements and entries from now on."""
    from django.db.backends.signals import connection_created  # noqa: PLC0415
    from django.db.models.signals import post_save  # noqa: PLC0415

    connection_created.connect(time_statements)
    post_save.connect(count_entry, sender=Entry)


def time_statements(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    # The wrapper outlives its connection: once is enough.
    if timed not in connection.execute_wrappers:
        connection.execute_wrappers.append(timed)


def timed(execute: Callable[..., Any], *arguments: Any) -> Any:
    with DATABASE.time():
        return execute(*arguments)


def count_entry(instance: Entry, created: bool, **_signal: Any) -> None:
    if created:
        outcome = str(instance.outcome)
        transaction.on_commit(lambda: ENTRIES.labels(outcome).inc(), robust=True)


def counted_pages(pages: InThreads) -> Application:
    """Return the application with its requests counted and timed by lane, and refused entries."""

    async def counted(scope: Scope, receive: Receive, send: Send) -> None:
        began, status = perf_counter(), 0
        line = next(line for line in pages.lines if line.lane.takes(scope))
        waiting = WAITING.labels(line.lane.name)
        waiting.set(len(line.waiting))

        async def noticed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await pages(scope, receive, noticed)
        finally:
            waiting.set(len(line.waiting))
            if status:  # otherwise the browser went before it was answered
                method = "read" if scope["method"] in {"GET", "HEAD", "OPTIONS"} else "write"
                labels = (line.lane.name, method, f"{status // 100}xx")
                REQUESTS.labels(*labels).observe(perf_counter() - began)
                if status >= 400 and method == "write" and ENTRY.match(scope["path"]):
                    ENTRIES.labels("refused" if status < 500 else "failed").inc()

    return counted


def counted_streams(streams: Application) -> Application:
    """Return the application with its open streams counted."""

    async def counted(scope: Scope, receive: Receive, send: Send) -> None:
        opened = False

        async def noticed(message: Message) -> None:
            nonlocal opened
            if message["type"] == "http.response.start" and message["status"] == 200:
                opened = True
                FOLLOWERS.inc()
            await send(message)

        try:
            await streams(scope, receive, noticed)
        finally:
            if opened:
                FOLLOWERS.dec()

    return counted
