"""The database backend if `DATABASE_DIRECT_URL` is set: threads that serve requests use the pooler,
everything else connects to PostgreSQL itself.

A pooler in transaction mode gives each transaction whichever connection is free. What belongs to a
session is lost there or, worse, left to the next user: LISTEN, advisory locks, `set_config`,
cursors that outlive their transaction. Locks, migrations, back-ups and commands need those, and are
few; requests are many, and need none of them.
"""

from typing import Any

from django.db.backends.postgresql import base

from tichu_site.server import time_limits


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection of one thread: `is_pooled` if that thread serves requests."""

    def __init__(self, settings_dict: dict[str, Any], alias: str) -> None:
        self.is_pooled = time_limits.timeouts_of_thread() is not time_limits.OF_COMMANDS
        its = {"DISABLE_SERVER_SIDE_CURSORS": True} if self.is_pooled else settings_dict["DIRECT"]
        super().__init__(settings_dict | its, alias)

    def _set_autocommit(self, autocommit: bool) -> None:
        super()._set_autocommit(autocommit)  # type: ignore[misc]  # the stubs leave it out
        if self.is_pooled and not autocommit:
            with self.wrap_database_errors:
                # Begins the transaction. Without parameters, all of it is one message.
                self.connection.execute(local_timeouts())


def local_timeouts() -> str:
    """Return the SQL that gives one transaction the time-outs of this thread."""
    limits = time_limits.of_postgresql(time_limits.timeouts_of_thread())
    return ";".join(f"SET LOCAL {name} = {limit}" for name, limit in limits.items())
