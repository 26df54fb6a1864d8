"""How long a thread waits for the database is what its connections are told; a server that is gone
is noticed.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections

from tests.databases import database_under_test
from tichu_site.server import time_limits
from tichu_site.server.time_limits import OF_COMMANDS, OF_PROBES, OF_REQUESTS, Timeouts

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 20  # seconds until a thread counts as stuck
ASKED = {
    "sqlite": ["PRAGMA busy_timeout"],
    "postgres": [
        f"SHOW {name}"
        for name in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")
    ],
}


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool
        pool.submit(connections.close_all).result(PATIENCE)


def told() -> list[object]:
    """What the connection of this thread says of its limits."""
    with connection.cursor() as cursor:
        found = []
        for query in ASKED[database_under_test()]:
            cursor.execute(query)
            found.append(cursor.fetchone()[0])
    return found


@pytest.mark.parametrize(
    ("patience", "sqlite", "postgres"),
    [
        (OF_REQUESTS, [4000], ["4s", "5s", "20s"]),
        (OF_PROBES, [1000], ["1s", "1s", "5s"]),
        (OF_COMMANDS, [20_000], ["20s", "0", "0"]),
    ],
)
def test_connections_are_told_how_long_their_thread_waits(
    pool: ThreadPoolExecutor, patience: Timeouts, sqlite: list[object], postgres: list[object]
) -> None:
    pool.submit(time_limits.set_timeouts, patience).result(PATIENCE)
    assert (
        pool.submit(told).result(PATIENCE)
        == {"sqlite": sqlite, "postgres": postgres}[database_under_test()]
    )


def test_where_nothing_was_said_a_thread_waits_as_commands_do(pool: ThreadPoolExecutor) -> None:
    assert pool.submit(time_limits.timeouts_of_thread).result(PATIENCE) == OF_COMMANDS


@pytest.mark.skipif(database_under_test() != "postgres", reason="asks PostgreSQL")
def test_a_database_server_that_is_switched_off_is_noticed() -> None:
    params = connection.get_connection_params()
    assert {name: params[name] for name in time_limits.TO_POSTGRESQL} == time_limits.TO_POSTGRESQL
    assert (
        params["keepalives_idle"] + params["keepalives_interval"] * params["keepalives_count"] < 20
    )
