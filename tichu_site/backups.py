"""Housekeeping by itself: while the server runs, what has changed is backed up every ten minutes, and what was deleted
long ago goes for good.

One thread in the first process, however many serve: the others hear nothing of it.
"""

import logging
import threading
from typing import Any

from django.db import connections

FIRST_AFTER = 60  # seconds from the start
EVERY = 600  # seconds

logger = logging.getLogger(__name__)


class Backups(threading.Thread):
    """The thread that writes them. What goes wrong is logged, and tried again the next time."""

    def __init__(self, first_after: float = FIRST_AFTER, every: float = EVERY) -> None:
        super().__init__(name="backup", daemon=True)
        self.first_after, self.every = first_after, every
        self.stopped = threading.Event()
        self.seen: dict[Any, int] = {}
        self.first = True

    def run(self) -> None:
        wait = self.first_after
        while not self.stopped.wait(wait):
            self.once()
            wait = self.every

    def once(self) -> None:
        """Write what has changed since the last time; then let go what is due."""
        from scoring.actions import delete_for_good  # noqa: PLC0415  (models: once Django stands)
        from tournaments.actions.backing_up import back_up_changed  # noqa: PLC0415

        try:
            back_up_changed(self.seen, first=self.first)
            self.first = False
        except Exception:
            logger.exception("A back-up could not be written: it is tried again in %s minutes.", round(self.every / 60))
        try:
            delete_for_good()
        except Exception:
            logger.exception("Deleted games are there still: it is tried again in %s minutes.", round(self.every / 60))
        finally:
            connections.close_all()

    def stop(self) -> None:
        """Write nothing more. What is being written is finished."""
        self.stopped.set()
