"""Whether the database keeps what it has acknowledged. A tournament is not played on one that may
not.

Each of these settings of PostgreSQL makes it quicker, and each lets a power cut take hands that
phones were told are safe: `synchronous_commit` the last ones, `fsync` and `full_page_writes`
perhaps the whole database. On SQLite the site says itself how it writes.
"""

from django.conf import settings
from django.db import connection

from scoring.rules import Conflict, Mistake
from scoring.rules.words import gettext_noop

NEEDED = ("fsync", "full_page_writes", "synchronous_commit")
WAY_ROUND = "UNSAFE_DATABASE=accept"


def switched_off() -> list[str]:
    """Those of the settings that are off, in this connection. One query."""
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name FROM pg_settings WHERE name = ANY(%s) AND setting = 'off' ORDER BY name",
            [list(NEEDED)],
        )
        return [name for (name,) in cursor.fetchall()]


def check_durable() -> None:
    """Raises RuleError where a power cut could take what tables were told is safe, and nobody has
    accepted that.
    """
    if settings.UNSAFE_DATABASE:
        return
    if off := switched_off():
        text = gettext_noop(
            "A power cut could lose hands that were acknowledged: the database server has "
            "%(off)s switched off. Its administrator has to switch that on, or accept the risk "
            "with %(way)s."
        )
        raise Conflict(
            (
                Mistake(
                    "database_unsafe", "tournament", text, {"off": ", ".join(off), "way": WAY_ROUND}
                ),
            )
        )
