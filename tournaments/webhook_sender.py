"""Send what is in the outbox of webhooks, in a few background threads per serving process."""

import logging
import threading
from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.db import Error, close_old_connections, connections
from django.urls import set_script_prefix
from django.utils import timezone

from scoring.rules import RuleError
from tournaments.actions import outbox
from tournaments.models import Delivery
from tournaments.webhooks import posting, sending
from tournaments.webhooks.addresses import target_of
from tournaments.webhooks.body import body_of, id_of
from tournaments.webhooks.posting import Outcome
from tournaments.webhooks.sending import Bell, bell

THREADS = 3  # one per club at most: see outbox.claim
# Seconds between checks for retries, and for rows of processes that have ended
LOOK_EVERY = 10.0
AFTER_TROUBLE = 30.0  # seconds

logger = logging.getLogger(__name__)


def send_next(now: datetime) -> bool:
    """Send the message that has waited longest. Returns False if none is due."""
    claimed = outbox.claim(now)
    if claimed is None:
        return False
    try:
        body = body_of(claimed.delivery, now)
        outcome = _post(claimed.delivery, body, now) if body is not None else None
    except Exception:
        # A bug: without this the message would be retried forever, ahead of all others.
        logger.exception("A webhook's message could not be built.")
        outcome = Outcome(problem=posting.NO_ANSWER)
    if outcome is None:
        outbox.drop(claimed)
    else:
        outbox.record_outcome(claimed, outcome, now)
    return True


def _post(delivery: Delivery, body: bytes, now: datetime) -> Outcome:
    inside = settings.WEBHOOK_PRIVATE
    try:
        target = target_of(delivery.webhook.address, inside=inside)
    except RuleError:  # rejected under the current settings
        return Outcome(problem=posting.REFUSED)
    headers = sending.headers(delivery.webhook.secret, id_of(delivery), int(now.timestamp()), body)
    return posting.post(target, body, headers, inside=inside)


class Sender(threading.Thread):
    """One of the threads; `send` sends one message, and returns False if none is due. Errors are
    logged, and it tries again.
    """

    def __init__(
        self,
        rings: Bell = bell,
        send: Callable[[datetime], bool] | None = None,
        name: str = "webhooks",
    ) -> None:
        super().__init__(name=name, daemon=True)
        self.bell, self.send = rings, send or send_next
        self.stopped = threading.Event()

    def run(self) -> None:
        # Django sets it for requests alone, and messages have links
        set_script_prefix(settings.BASE_PATH)
        while not self.stopped.is_set():
            seen = self.bell.rung
            self.bell.wait(seen, self.run_once())

    def run_once(self) -> float:
        """Send everything that is due. Returns the seconds to wait."""
        close_old_connections()
        try:
            while not self.stopped.is_set() and self.send(timezone.now()):
                pass
        except Error as error:  # the database is unreachable
            logger.warning(
                "%s could not be sent: %s. Trying again.", self.name.title(), type(error).__name__
            )
            return AFTER_TROUBLE
        except Exception:
            logger.exception("%s could not be sent. Trying again.", self.name.title())
            return AFTER_TROUBLE
        finally:
            connections.close_all()
        return LOOK_EVERY

    def stop(self) -> None:
        """Send nothing more. A message in progress is finished."""
        self.stopped.set()
        self.bell.ring()


def start() -> list[Sender]:
    """Start the threads of this process."""
    senders = [Sender() for _ in range(THREADS)]
    for sender in senders:
        sender.start()
    return senders
