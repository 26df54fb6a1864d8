"""Check at the start that a NOTIFY of a request reaches those who LISTEN.

It does not if `DATABASE_URL` leads to a pooler in transaction mode, or `DATABASE_DIRECT_URL` to
another database. Without notice, live pages would then be late by the time until they ask again.
"""

import uuid
from concurrent.futures import ThreadPoolExecutor

import psycopg
from django.db import connection, connections

from scoring.games.live import NOTICES
from tichu_site.server import time_limits
from tichu_site.server.hub import address_of_postgresql

PATIENCE = 3  # seconds until a notice counts as lost; it takes milliseconds


def notify_warning() -> str:
    """Return one sentence that says what to set if notices are lost, else "". Takes PATIENCE then.

    Raises OperationalError of Django or psycopg if the database does not answer.
    """
    if connection.vendor != "postgresql":
        return ""
    payload = f"start-{uuid.uuid4()}"  # hubs ignore it: not a channel and version
    with psycopg.connect(**address_of_postgresql()) as listening:
        listening.execute(f"LISTEN {NOTICES}")
        # As a thread that serves requests sends it
        with ThreadPoolExecutor(
            1, "notify", time_limits.set_timeouts, (time_limits.OF_REQUESTS,)
        ) as requests:
            requests.submit(_notify, payload).result()
        if any(one.payload == payload for one in listening.notifies(timeout=PATIENCE)):
            return ""
    return (
        "  Live pages will be late: a NOTIFY through DATABASE_URL does not come back. Set "
        "DATABASE_DIRECT_URL to the address of PostgreSQL itself, past the pooler and with the "
        "same database."
    )


def _notify(payload: str) -> None:
    try:
        with connections["default"].cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [NOTICES, payload])
    finally:
        connections["default"].close()
