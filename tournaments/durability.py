"""Check that the database is durable. Tournaments are refused on one that may lose acknowledged
writes.

Each of these PostgreSQL settings trades durability for speed. With `synchronous_commit` off a power
cut loses the last hands that phones were told are saved; with `fsync` or `full_page_writes` off
perhaps the whole database. On SQLite the site sets this itself.
"""

from django.conf import settings
from django.db import connection

from scoring.rules import Conflict, Mistake
from scoring.rules.words import gettext_noop

NEEDED = ("fsync", "full_page_writes", "synchronous_commit")
WAY_ROUND = "UNSAFE_DATABASE=accept"


def switched_off() -> list[str]:
    """Return the settings that are off on this connection. One query."""
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name FROM pg_settings WHERE name = ANY(%s) AND setting = 'off' ORDER BY name",
            [list(NEEDED)],
        )
        return [name for (name,) in cursor.fetchall()]


def check_durable() -> None:
    """Raise RuleError if a power cut could lose acknowledged writes, unless that risk
    was accepted.
    """
    if settings.UNSAFE_DATABASE:
        return
    if off := switched_off():
        text = gettext_noop(
            "A power cut could lose acknowledged hands: the database server has %(off)s switched "
            "off. Its administrator has to switch it on, or accept the risk with %(way)s."
        )
        raise Conflict(
            (
                Mistake(
                    "database_unsafe", "tournament", text, {"off": ", ".join(off), "way": WAY_ROUND}
                ),
            )
        )
