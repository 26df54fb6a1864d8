"""Reading much as it is at one moment, while everybody goes on."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def consistent_read() -> Iterator[None]:
    """What is read within is the site at one moment; nobody waits for it."""
    outer = connection.in_atomic_block
    lite: Any = connection
    mode = getattr(lite, "transaction_mode", None)
    if connection.vendor == "sqlite":
        # Ours is the one of those who write: it would lock all others out
        lite.transaction_mode = "DEFERRED"
    try:
        with transaction.atomic():
            if connection.vendor == "postgresql" and not outer:
                connection.cursor().execute(
                    "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"
                )
            yield
    finally:
        if connection.vendor == "sqlite":
            lite.transaction_mode = mode
