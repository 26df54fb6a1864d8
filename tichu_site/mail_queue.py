"""Send e-mails outside the request: an unresponsive mail server must not block a page or its
thread.

One thread per process empties the queue. The page says "sent" before the mail is; a user who gets
none asks again, or signs in another way.
"""

import logging
import queue
import threading
import time
from collections.abc import Sequence
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from tichu_site.mail import PRINTED

MOST_WAITING = 100
WORTH_SENDING = 15 * 60  # seconds: by then a code in it has expired

logger = logging.getLogger(__name__)


def sends_mail() -> bool:
    """Return whether e-mails are sent; without a mail server they are printed in the terminal."""
    return bool(settings.EMAIL_BACKEND != PRINTED)


class QueueFullError(OSError):
    """The queue is so long that another e-mail would arrive too late."""


class MailQueue:
    """The queue and its worker thread, which starts with the first e-mail."""

    def __init__(self) -> None:
        self.waiting: queue.Queue[tuple[float, EmailMessage]] = queue.Queue(MOST_WAITING)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def put(self, message: EmailMessage) -> None:
        """Enqueue a message. Raises QueueFullError."""
        try:
            self.waiting.put_nowait((time.monotonic(), message))
        except queue.Full as error:
            raise QueueFullError("Too many e-mails wait.") from error
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="mail", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            since, message = self.waiting.get()
            try:
                self.send(since, message)
            finally:
                self.waiting.task_done()

    def send(self, since: float, message: EmailMessage) -> None:
        """Send one message, with EMAIL_TIMEOUT seconds for each reply of the server. Failures are
        logged.
        """
        if time.monotonic() - since > WORTH_SENDING:
            logger.error("An e-mail waited too long for %s and was not sent.", settings.EMAIL_HOST)
            return
        try:
            get_connection(settings.EMAIL_BEHIND).send_messages([message])
        except (OSError, SMTPException) as error:
            # Only the kind of error: a traceback would contain the code, and the server's reply
            # addresses.
            logger.error(
                "An e-mail could not be sent by %s: %s.", settings.EMAIL_HOST, type(error).__name__
            )


outgoing = MailQueue()


class QueuedEmailBackend(BaseEmailBackend):
    """Django e-mail backend that enqueues messages; `EMAIL_BEHIND` is the backend that
    sends them.
    """

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            outgoing.put(message)
        return len(email_messages)
