"""The real server killed while a director draws and publishes a hall of sixty pairs: all of a tap,
or nothing.
"""

import http.client
import json
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from threading import Condition, Event

import pytest

from tests.browser.servers import Site, free_port, running_site
from tests.databases import database_of_site
from tests.reliability.evening import rows

pytestmark = pytest.mark.database

PAIRS = 60
PATIENCE = 60  # seconds until a server counts as stuck
MOMENT = 0.15  # seconds: a tap is taken in somewhere within it
TAPS = ("draw", "publish", "unpublish", "discard")
PIECEMEAL = "tests.tournaments.piecemeal"

Serve = Callable[..., AbstractContextManager[Site]]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Start the real server, each time on the same port and the same records; in a group that can
    be killed.
    """
    with database_of_site("killed_desk") as database_url:
        yield partial(
            running_site, tmp_path, database_url, start_new_session=True, PORT=str(free_port())
        )


@dataclass
class Director:
    """A browser that presses draw, publish, unpublish and discard in turn, for as long as the
    server answers.
    """

    port: int
    tournament: str
    session: str
    answered: int = 0
    heard: Condition = field(default_factory=Condition)

    def tap(self, action: str) -> int | None:
        """Press a button of session round 1: the status of the answer, None where the server is
        gone.
        """
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        token = "t" * 32
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"sessionid={self.session}; csrftoken={token}",
            "X-CSRFToken": token,
        }
        try:
            connection.request(
                "POST",
                f"/desk/{self.tournament}/rounds/1/1/{action}/",
                "reason=once+more&sure=1",
                headers,
            )
            with connection.getresponse() as answer:
                return answer.status
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def work(self) -> list[int]:
        """Tap until the server is gone: all answers that were not as they should be."""
        strange: list[int] = []
        for action in cycle(TAPS):
            status = self.tap(action)
            if status is None:
                return strange
            if status != 302:
                strange.append(status)
            with self.heard:
                self.answered += 1
                self.heard.notify_all()
        return strange

    def wait_for(self, taps: int) -> None:
        with self.heard:
            assert self.heard.wait_for(lambda: self.answered >= taps, PATIENCE), (
                "The server does not answer."
            )


@contextmanager
def working(director: Director, site: Site) -> Iterator[None]:
    """A director who taps while the block runs; at its end the server is killed."""
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(director.work)
        try:
            yield
        finally:
            os.killpg(site.process.pid, signal.SIGKILL)
        assert running.result(PATIENCE) == []


def a_hall(site: Site) -> Director:
    made = site.manage(
        "shell", "-c", f"from tests.tournaments.seeding import print_hall; print_hall({PAIRS})"
    )
    return Director(int(site.env["PORT"]), **json.loads(made.stdout.strip().splitlines()[-1]))


def what_is_there(site: Site) -> tuple[str, int, int, int]:
    """The session round's state ("" without one), its tables, its places, its games."""
    states = rows(site, "SELECT state FROM tournaments_sessionround")
    counts = [
        rows(site, f"SELECT count(*) FROM tournaments_{table}")[0][0]
        for table in ("match", "place", "matchgame")
    ]
    return (states[0][0] if states else "", *counts)


WHOLE = {
    ("", 0, 0, 0),
    ("draft", PAIRS // 2, PAIRS, 0),
    ("published", PAIRS // 2, PAIRS, PAIRS // 2),
}


def kill_it(serve: Serve, *, kills: int, seed: int) -> None:
    """After every kill the director goes on from the first button, and every one of them works."""
    chance = Random(seed)
    director = None
    for _ in range(kills):
        with serve() as site:
            if director is None:
                director = a_hall(site)
            with working(director, site):
                director.wait_for(director.answered + chance.randrange(1, 8))
                # On into the middle of a tap, wherever that is
                Event().wait(chance.uniform(0, MOMENT))
        assert what_is_there(site) in WHOLE


@pytest.mark.slow  # in short: tests/reliability/test_kill.py
def test_a_server_killed_while_it_publishes_has_published_all_tables_or_none(serve: Serve) -> None:
    kill_it(serve, kills=2, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_the_same_with_many_kills(serve: Serve, seed: int) -> None:
    kill_it(serve, kills=12, seed=seed)


@pytest.mark.slow  # a control is about the check above, which seldom changes
def test_a_server_that_publishes_table_by_table_is_found_out(serve: Serve) -> None:
    """The control: the same on a server without transactions, and the check above sees the half."""
    with serve(DJANGO_SETTINGS_MODULE=PIECEMEAL) as site:
        director = a_hall(site)
        assert director.tap("draw") == 302
        with working(director, site):
            director.wait_for(1)
            for _ in range(2000):
                if 5 < what_is_there(site)[3] < PAIRS // 2:
                    break
    assert what_is_there(site) not in WHOLE
