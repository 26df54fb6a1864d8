"""Housekeeping by itself: while the server runs, what has changed is backed up every ten minutes,
what was deleted long ago goes for good, and who played is rated; and the time of a tournament's
round is ended when it is over.

Two threads in the first process, however many serve: the others hear nothing of it.
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

FIRST_AFTER = 60  # seconds from the start
EVERY = 600  # seconds
# PostgreSQL's copy goes through this program row by row, beside the pages that it serves: once an
# hour is enough, with the tournaments' documents every ten minutes.
EVERY_ON_POSTGRES = 3600  # seconds
CLOCKS = 5  # seconds between two looks at the clocks of tournaments
AT_LEAST = 24 * 3600  # seconds: also where nothing has changed that is looked at

logger = logging.getLogger(__name__)


class Backups(threading.Thread):
    """The thread that writes them. What goes wrong is logged, and tried again the next time."""

    def __init__(self, first_after: float = FIRST_AFTER, every: float = EVERY) -> None:
        super().__init__(name="backup", daemon=True)
        self.first_after, self.every = first_after, every
        self.stopped = threading.Event()
        self.seen: dict[Any, int] = {}
        self.copied: dict[str, int] | None = None  # the signature of what was copied last
        self.copied_at = 0.0  # by a clock that nobody sets

    def run(self) -> None:
        wait = self.first_after
        while not self.stopped.wait(wait):
            self.once()
            wait = self.every

    def once(self) -> None:
        """Write what has changed since the last time;
        then let go what is due, and rate who played.
        """
        from scoring.games.actions.deleting import delete_for_good, drop_never_begun  # noqa: PLC0415  (models: once Django stands)
        from scoring.people.actions.erasing import forget  # noqa: PLC0415
        from scoring.people.rated.lists import rate_what_is_marked  # noqa: PLC0415
        from tournaments.actions.outbox import forget_deliveries  # noqa: PLC0415
        from tournaments.exchange.slices import take_back_given_up  # noqa: PLC0415

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
                forget,
            )
            self._try(
                "A club that was half read in is there still: it is tried again in %s minutes.",
                take_back_given_up,
            )
            self._try(
                "What was sent to webhooks is there still: it is tried again in %s minutes.",
                forget_deliveries,
            )
        finally:
            connections.close_all()

    def _try(self, words: str, work: Callable[[], object]) -> None:
        """Do it; what goes wrong is logged with these words."""
        try:
            work()
        except Exception as error:
            minutes = round(self.every / 60)
            if trouble := trouble_of(error):  # through nobody's fault: a line is enough
                logger.error(f"{words} %s: %s", minutes, trouble.value, one_line(error))
            else:
                logger.exception(words, minutes)

    def _write(self) -> None:
        # Models: once Django stands.
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
        if self.copied is None or since >= AT_LEAST:
            return True
        return now != self.copied and (connection.vendor == "sqlite" or since >= EVERY_ON_POSTGRES)

    def stop(self) -> None:
        """Write nothing more. What is being written is finished."""
        self.stopped.set()


class Clocks(threading.Thread):
    """The thread that ends the time of rounds. Of what goes wrong again and again the first is
    logged.
    """

    def __init__(self, every: float = CLOCKS) -> None:
        super().__init__(name="clocks", daemon=True)
        self.every = every
        self.stopped = threading.Event()
        self.failed = False

    def run(self) -> None:
        while not self.stopped.wait(self.every):
            self.once()

    def once(self) -> None:
        """Look at all clocks that go."""
        from tournaments.actions.timing import end_what_is_due  # noqa: PLC0415  (models: once Django stands)

        try:
            end_what_is_due()
            self.failed = False
        except Exception as error:
            if self.failed:
                logger.debug("It could not be ended again: %s", one_line(error))
            elif trouble := trouble_of(error):
                logger.error(
                    "The time of a round could not be ended. %s: %s", trouble.value, one_line(error)
                )
            else:
                logger.exception("The time of a round could not be ended.")
            self.failed = True
        finally:
            close_old_connections()

    def stop(self) -> None:
        """End nothing more."""
        self.stopped.set()
