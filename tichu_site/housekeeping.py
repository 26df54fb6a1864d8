"""Background tasks while the server runs: back up changes every ten minutes, purge what was deleted
long ago, update ratings, and end the rounds whose time is up.

Two threads in the first process, however many processes serve.
"""

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import close_old_connections, connection, connections

from tichu_site.server.unavailable import one_line, trouble_of

FIRST_AFTER = 60  # seconds after the start
EVERY = 600  # seconds
CLOCKS = 5  # seconds between two checks of tournament clocks
AT_LEAST = 24 * 3600  # seconds: write one even if the signature has not changed

logger = logging.getLogger(__name__)


class Backups(threading.Thread):
    """The thread that writes back-ups. Errors are logged, and the next run tries again."""

    def __init__(self, first_after: float = FIRST_AFTER, every: float = EVERY) -> None:
        super().__init__(name="backup", daemon=True)
        self.first_after, self.every = first_after, every
        self.stopped = threading.Event()
        self.seen: dict[Any, int] = {}
        self.copied: dict[str, int] | None = None  # signature at the last copy
        self.copied_at = 0.0  # by the monotonic clock

    def run(self) -> None:
        wait = self.first_after
        while not self.stopped.wait(wait):
            self.run_once()
            wait = self.every

    def run_once(self) -> None:
        """Back up changes, purge what is due, and update ratings."""
        from scoring.games.actions.deleting import delete_for_good, drop_never_begun  # noqa: PLC0415  (models: once Django stands)
        from scoring.people.actions.erasing import purge_remnants  # noqa: PLC0415
        from scoring.people.rated.lists import rate_what_is_marked  # noqa: PLC0415
        from tournaments.actions.contacts import remove_old_contacts  # noqa: PLC0415
        from tournaments.actions.outbox import delete_old_deliveries  # noqa: PLC0415
        from tournaments.actions.subscribing import delete_old_subscriptions  # noqa: PLC0415
        from tournaments.clubs.actions.closing import erase_closed_clubs  # noqa: PLC0415
        from tournaments.exchange.slices import delete_interrupted_imports  # noqa: PLC0415

        try:
            self._try(
                "A back-up could not be written: it is tried again in %s minutes.", self._write
            )
            self._try(
                "Deleted games are there still: it is tried again in %s minutes.", delete_for_good
            )
            self._try(
                "Games that never began are there still: it is tried again in %s minutes.",
                drop_never_begun,
            )
            self._try(
                "Ratings are not up to date: it is tried again in %s minutes.", rate_what_is_marked
            )
            self._try(
                "What was kept of the erased is there still: it is tried again in %s minutes.",
                purge_remnants,
            )
            self._try(
                "A club that was half read in is there still: it is tried again in %s minutes.",
                delete_interrupted_imports,
            )
            self._try(
                "A club that was closed long ago is there still: it is tried again in %s minutes.",
                erase_closed_clubs,
            )
            self._try(
                "What was sent to webhooks is there still: it is tried again in %s minutes.",
                delete_old_deliveries,
            )
            self._try(
                "Who wanted messages of a finished tournament is there still: it is tried again "
                "in %s minutes.",
                delete_old_subscriptions,
            )
            self._try(
                "Contacts of leagues that are over are there still: it is tried again in %s "
                "minutes.",
                remove_old_contacts,
            )
        finally:
            connections.close_all()

    def _try(self, words: str, work: Callable[[], object]) -> None:
        """Run `work` and log an error with these words."""
        try:
            work()
        except Exception as error:
            minutes = round(self.every / 60)
            if trouble := trouble_of(error):  # a known, external cause: one line is enough
                logger.error(f"{words} %s: %s", minutes, trouble.value, one_line(error))
            else:
                logger.exception(words, minutes)

    def _write(self) -> None:
        # Models: only once Django is set up.
        from tichu_site.backups.backup_folder import back_up_site  # noqa: PLC0415
        from tichu_site.backups.signature import signature  # noqa: PLC0415
        from tournaments.actions.backing_up import back_up_tournaments  # noqa: PLC0415

        folder = Path(settings.BACKUP_DIR)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        written = back_up_tournaments(self.seen, folder)
        now = signature()
        if self._is_due(now):
            back_up_site(folder)
            self.copied, self.copied_at = now, time.monotonic()
        if written.failed:
            raise written.failed[0]

    def _is_due(self, now: dict[str, int]) -> bool:
        since = time.monotonic() - self.copied_at
        # Copying PostgreSQL row by row in Python slows the pages down: once an hour is enough for a
        # club. Tournaments' documents are written every ten minutes in any case.
        pause = 0 if connection.vendor == "sqlite" else 3600 * settings.BACKUP_HOURS
        if self.copied is None or since >= max(AT_LEAST, pause):
            return True
        return now != self.copied and since >= pause

    def stop(self) -> None:
        """Start nothing more. A write in progress finishes."""
        self.stopped.set()


class Clocks(threading.Thread):
    """The thread that ends rounds whose time is up. Of repeated errors only the first is logged."""

    def __init__(self, every: float = CLOCKS) -> None:
        super().__init__(name="clocks", daemon=True)
        self.every = every
        self.stopped = threading.Event()
        self.failed = False

    def run(self) -> None:
        while not self.stopped.wait(self.every):
            self.run_once()

    def run_once(self) -> None:
        """Check all running clocks."""
        from tournaments.actions.timing import end_due_rounds  # noqa: PLC0415  (models: once Django stands)

        try:
            end_due_rounds()
            self.failed = False
        except Exception as error:
            if self.failed:
                logger.debug("It could not be ended again: %s", one_line(error))
            elif trouble := trouble_of(error):
                logger.error(
                    "A round's time could not be ended. %s: %s", trouble.value, one_line(error)
                )
            else:
                logger.exception("A round's time could not be ended.")
            self.failed = True
        finally:
            close_old_connections()

    def stop(self) -> None:
        """Stop checking."""
        self.stopped.set()
