"""Consistent reads of many rows while others write."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def consistent_read() -> Iterator[None]:
    """Read everything within from one snapshot of the database, without blocking writers."""
    outer = connection.in_atomic_block
    lite: Any = connection
    mode = getattr(lite, "transaction_mode", None)
    if connection.vendor == "sqlite":
        # Our default mode is for writing, and would lock out all writers
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
