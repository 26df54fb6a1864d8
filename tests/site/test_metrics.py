"""/metrics: figures for whoever has the token, and nothing about anybody."""

import asyncio
import http.client
import json
import os
import re
import signal
import socket
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from pytest_django import Settings

from tests.browser.servers import Site, fresh_site
from tests.databases import database_under_test
from tests.site.listening import Followed, ask, listening, started
from tests.site.requests import scope
from tests.site.starting import read_settings
from tichu_site.environment import SettingError
from tichu_site.server.metrics import Metrics
from tichu_site.server.threads import Message

TOKEN = "PNW2hCkE4ZVgmgkzJtVFq0RUgAQ1xw6BSn-x_kq9"
PATIENCE = 60  # seconds for a process to be replaced
on_postgres = pytest.mark.skipif(database_under_test() != "postgres", reason="several processes")


def answer(
    metrics: Metrics, method: str = "GET", authorization: bytes | None = None
) -> tuple[int, bytes]:
    sent: list[Message] = []

    async def receive() -> Message:
        raise AssertionError("no body is read")

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [] if authorization is None else [(b"authorization", authorization)]
    asyncio.run(metrics(scope(b"/metrics", method, headers), receive, send))
    metrics.pool.shutdown()
    return sent[0]["status"], sent[1]["body"]


@pytest.mark.any_database
@pytest.mark.parametrize("authorization", [None, f"Bearer {TOKEN}".encode(), b"Bearer "])
def test_without_the_setting_there_is_nothing(authorization: bytes | None) -> None:
    assert answer(Metrics(None), authorization=authorization)[0] == 404


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("method", "authorization", "status"),
    [
        ("GET", f"Bearer {TOKEN}".encode(), 200),
        ("GET", f"bearer  {TOKEN}".encode(), 200),
        ("GET", None, 401),
        ("GET", b"", 401),
        ("GET", b"Bearer ", 401),
        ("GET", b"Bearer " + TOKEN[:-1].encode(), 401),
        ("GET", b"Basic " + TOKEN.encode(), 401),
        ("GET", TOKEN.encode(), 401),
        ("GET", b"Bearer \xff\xfe", 401),
        ("POST", f"Bearer {TOKEN}".encode(), 405),
    ],
)
def test_the_token_alone_opens_it(
    settings: Settings, method: str, authorization: bytes | None, status: int
) -> None:
    settings.METRICS_TOKEN = TOKEN
    shown = answer(Metrics(lambda: ("text/plain", b"figures")), method, authorization)
    assert shown[0] == status
    assert (shown[1] == b"figures") is (status == 200)


@pytest.mark.any_database
def test_a_token_that_could_be_guessed_stops_the_start(tmp_path: Path) -> None:
    with pytest.raises(SettingError) as refused:
        read_settings(tmp_path, METRICS_TOKEN="prometheus")
    assert str(refused.value) == (
        "METRICS_TOKEN must be at least 32 random, secret characters. Leave it out to switch "
        "/metrics off."
    )


def figures(site: Site) -> dict[str, float]:
    """Every sample of a running site, by its name and labels."""
    headers = {"Authorization": f"Bearer {TOKEN}"}
    status, text = ask(site, "GET", "/metrics", None, headers)
    assert status == 200, text
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _space, value in lines}


ROUND = {"number": 1, "round": {"out": [0, 1, 2, 3], "card_points": [40, 60]}}


def record(site: Site, followed: Followed, **entry: object) -> int:
    """Send an entry of a table; the status."""
    headers = {"Authorization": f"Device {followed.key}", "Content-Type": "application/json"}
    given = json.dumps({"id": str(uuid.uuid4()), **entry})
    return ask(site, "POST", f"/api/v1/games/{followed.game}/entries/", given, headers)[0]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with fresh_site(tmp_path_factory.mktemp("metrics"), "metrics", METRICS_TOKEN=TOKEN) as site:
        yield site


def test_a_site_counts_what_its_host_watches_and_names_nobody(site: Site) -> None:
    followed = started(site)
    before = figures(site)
    assert record(site, followed, **ROUND | {"number": 9}) == 409
    assert record(site, followed, **ROUND) == 201
    with listening(site, followed.ticket) as stream:
        stream.version()
        followed.change(site, "pause")
        now = figures(site)
        assert now["tichu_followers"] == before.get("tichu_followers", 0) + 1
    writes = 'tichu_request_seconds_count{lane="table",method="write",status="%s"}'
    assert now[writes % "4xx"] == before.get(writes % "4xx", 0) + 1
    assert now[writes % "3xx"] == before.get(writes % "3xx", 0) + 1
    refused = 'tichu_entries_total{outcome="refused"}'
    assert now[refused] == before.get(refused, 0) + 1
    counted = 'tichu_entries_total{outcome="counted"}'
    assert now[counted] == before.get(counted, 0) + 1
    assert now["tichu_database_seconds_count"] > before["tichu_database_seconds_count"] > 0
    assert now["tichu_writers_waiting"] == now['tichu_requests_waiting{lane="table"}'] == 0
    with closing(http.client.HTTPConnection(urlsplit(site.url).netloc, timeout=15)) as connection:
        connection.request("GET", "/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        text = connection.getresponse().read().decode()
    for secret in (followed.game, followed.key, followed.ticket, TOKEN, "Anna", "127.0.0.1"):
        assert secret not in text
    labels = set(re.findall(r"tichu_\w+\{([^}]*)\}", text))
    assert {name for one in labels for name in re.findall(r"(\w+)=", one)} == {
        "lane",
        "method",
        "status",
        "le",
        "outcome",
    }


def test_the_age_of_the_last_back_up_is_there_once_there_is_one(site: Site) -> None:
    assert "tichu_backup_age_seconds" not in figures(site)
    site.manage("backup")
    assert 0 <= figures(site)["tichu_backup_age_seconds"] < 600


def workers_of(site: Site) -> list[int]:
    """The processes that serve."""
    pid = site.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    serving = [
        one for one in children if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()
    ]
    return [int(one) for one in serving]


def is_cut(line: socket.socket) -> bool:
    """Whether the server's end of a connection is gone."""
    line.setblocking(False)
    try:
        return not line.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


@pytest.mark.slow  # in short: test_metrics.py
@on_postgres
def test_processes_add_up_and_one_that_died_follows_nobody(tmp_path: Path) -> None:
    settings = {"METRICS_TOKEN": TOKEN, "WORKERS": "2"}
    with fresh_site(tmp_path, "metrics_workers", **settings) as site:
        followed = started(site)
        for _ in range(20):  # by chance each process answers some
            assert record(site, followed, **ROUND | {"number": 9}) == 409
        assert {figures(site)['tichu_entries_total{outcome="refused"}'] for _ in range(10)} == {20}
        with ExitStack() as opened:
            streams = [opened.enter_context(listening(site, followed.ticket)) for _ in range(20)]
            for stream in streams:
                stream.version()
            assert figures(site)["tichu_followers"] == 20
            os.kill(workers_of(site)[0], signal.SIGKILL)
            deadline = time.monotonic() + PATIENCE
            while "is being replaced" not in site.log:
                assert time.monotonic() < deadline
                time.sleep(0.05)
            left = [stream for stream in streams if not is_cut(stream.connection.sock)]
            assert figures(site)["tichu_followers"] == len(left) < 20
        # What the dead one counted stays
        assert figures(site)['tichu_entries_total{outcome="refused"}'] == 20
        site.process.send_signal(signal.SIGTERM)
        assert site.process.wait(60) == 0
