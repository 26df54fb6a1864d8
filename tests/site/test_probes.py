"""/healthz and /readyz: how the site is, in words that anybody may read, also when its database
does not answer.
"""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from django.db import connection
from pytest_django import Settings

from tests.site.requests import scope
from tichu_site.server import probes
from tichu_site.server.probes import Probes, check_state
from tichu_site.server.threads import Message

PATIENCE = 20  # seconds until a thread counts as stuck
WELL = {"database": "ok", "migrations": "ok", "disk": "ok"}


async def asked(application: Probes, path: bytes, method: str = "GET") -> tuple[int, bytes]:
    sent: list[Message] = []

    async def receive() -> Message:
        raise AssertionError("a probe has no body")

    async def send(message: Message) -> None:
        sent.append(message)

    await application(scope(path, method, [(b"host", b"10.1.2.3")]), receive, send)
    return sent[0]["status"], sent[1]["body"]


def answers(
    check_state: Callable[[], Any], *paths: bytes, seconds: float = PATIENCE
) -> list[tuple[int, Any]]:
    async def ask_all() -> list[tuple[int, Any]]:
        application = Probes(check_state, seconds)
        found = [await asked(application, path) for path in paths]
        application.pool.shutdown(wait=False)
        return [(status, json.loads(body)) for status, body in found]

    return asyncio.run(ask_all())


@pytest.mark.django_db
def test_a_site_that_is_well_says_so() -> None:
    assert check_state() == WELL


@pytest.mark.django_db
def test_a_migration_that_is_missing_is_told() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM django_migrations WHERE app = 'scoring' AND name = '0001_initial'"
        )
    assert check_state() == WELL | {"migrations": "pending"}


@pytest.mark.django_db
@pytest.mark.any_database
def test_a_database_without_tables_is_there_and_not_ready() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE django_migrations RENAME TO elsewhere")
    assert check_state() == WELL | {"migrations": "pending"}


@pytest.mark.any_database
def test_a_disk_without_room_is_told(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert probes.disk() == "ok"
    monkeypatch.setattr(probes, "LEAST_FREE", 10**18)
    assert probes.disk() == "full"
    settings.DATA_DIR = tmp_path / "gone"
    assert probes.room() == 0


@pytest.mark.any_database
def test_the_answer_is_200_where_all_is_well_and_503_where_anything_is_not() -> None:
    assert answers(lambda: WELL, b"/readyz") == [(200, WELL)]
    ill = WELL | {"disk": "full"}
    assert answers(lambda: ill, b"/readyz", b"/healthz") == [(503, ill), (200, {"process": "ok"})]


@pytest.mark.any_database
def test_a_database_that_hangs_holds_up_nobody_who_asks() -> None:
    free = Event()

    def hang() -> dict[str, str]:
        free.wait(PATIENCE)
        return WELL

    try:
        (first, health, second) = answers(hang, b"/readyz", b"/healthz", b"/readyz", seconds=0.01)
    finally:
        free.set()
    assert (
        first == second == (503, {"database": "no answer", "migrations": "unknown", "disk": "ok"})
    )
    assert health == (200, {"process": "ok"})


@pytest.mark.any_database
def test_asking_often_asks_the_database_once() -> None:
    looks: list[int] = []

    def count() -> dict[str, str]:
        looks.append(1)
        return WELL

    assert answers(count, *[b"/readyz"] * 20) == [(200, WELL)] * 20
    assert len(looks) == 1


@pytest.mark.any_database
def test_a_probe_is_for_reading_alone() -> None:
    async def ask() -> tuple[tuple[int, bytes], tuple[int, bytes]]:
        application = Probes(lambda: WELL)
        return await asked(application, b"/healthz", "POST"), await asked(
            application, b"/healthz", "HEAD"
        )

    posted, head = asyncio.run(ask())
    assert posted[0] == 405
    assert head == (200, b"")
