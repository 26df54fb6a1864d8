"""The server killed in the middle of its work: what it has acknowledged is there afterwards, and
nothing twice.
"""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from random import Random
from threading import Event

import pytest

from tests.browser.servers import Site, free_port, running_site
from tests.databases import database_of_site
from tests.reliability.evening import check_nothing_is_lost
from tests.reliability.phones import Phone, Server, all_writing

pytestmark = pytest.mark.database

PHONES = 4
MOMENT = 0.02  # seconds: a request is taken in somewhere within it
HASTY = "tests.reliability.hasty"

Serve = Callable[..., AbstractContextManager[Site]]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Start the real server, each time on the same port and the same records; in a group that can
    be killed.
    """
    with database_of_site("kill") as database_url:
        yield partial(
            running_site, tmp_path, database_url, start_new_session=True, PORT=str(free_port())
        )


def write_while_it_is_killed(
    serve: Serve, *, entries: int, kills: int, seed: int, **settings: str
) -> tuple[Site, list[Phone]]:
    """Phones write so many entries together while their server is killed so often: what it was, and
    the phones.
    """
    chance = Random(seed)
    moments = sorted(chance.sample(range(1, entries), kills))
    server = Server()
    phones = [Phone(server) for _ in range(PHONES)]
    with all_writing(server, phones, entries // PHONES):
        for acknowledged in [*moments, entries]:
            with serve(**settings) as site:
                server.begins(int(site.env["PORT"]), phones)
                server.wait_for(acknowledged)
                if acknowledged < entries:
                    # On into the middle of a request, wherever that is
                    Event().wait(chance.uniform(0, MOMENT))
                    server.up.clear()
                    os.killpg(site.process.pid, signal.SIGKILL)
    return site, phones


def test_a_server_killed_in_the_middle_loses_nothing_that_it_acknowledged(serve: Serve) -> None:
    site, phones = write_while_it_is_killed(serve, entries=60, kills=2, seed=0)
    check_nothing_is_lost(site, phones, 60 // PHONES)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 11))
def test_the_same_with_a_thousand_entries(serve: Serve, seed: int) -> None:
    site, phones = write_while_it_is_killed(serve, entries=1000, kills=8, seed=seed)
    check_nothing_is_lost(site, phones, 1000 // PHONES)


@pytest.mark.slow  # a control is about the check above, which seldom changes
def test_a_server_that_acknowledges_too_early_is_found_out(serve: Serve) -> None:
    """The control: the same evening on a server that says "committed" first, and the check above
    sees the loss.
    """
    site, phones = write_while_it_is_killed(
        serve, entries=60, kills=1, seed=0, DJANGO_SETTINGS_MODULE=HASTY
    )
    with pytest.raises(AssertionError, match="acknowledged entries are lost"):
        check_nothing_is_lost(site, phones, 60 // PHONES)
