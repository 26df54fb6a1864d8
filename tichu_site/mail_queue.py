"""E-mails go out beside the request: a mail server that says nothing must not hold a page, nor a
thread that answers.

One thread a process takes them from a queue. The page that caused one says "sent" before it is:
whoever gets none asks again, or signs in another way.
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
WORTH_SENDING = 15 * 60  # seconds: after that a code in it is worth nothing any more

logger = logging.getLogger(__name__)


def sends_mail() -> bool:
    """Whether e-mails go out; where no mail server is set up they are printed where the server
    runs.
    """
    return bool(settings.EMAIL_BACKEND != PRINTED)


class QueueFullError(OSError):
    """So many e-mails wait that another would come too late."""


class Outgoing:
    """The queue, and the thread that empties it. It begins to work with the first e-mail."""

    def __init__(self) -> None:
        self.waiting: queue.Queue[tuple[float, EmailMessage]] = queue.Queue(MOST_WAITING)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def put(self, message: EmailMessage) -> None:
        """Raises QueueFullError."""
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
        """Hand one to the mail server, which has EMAIL_TIMEOUT seconds for each of its words. What
        fails is logged.
        """
        if time.monotonic() - since > WORTH_SENDING:
            logger.error("An e-mail waited too long for %s and was not sent.", settings.EMAIL_HOST)
            return
        try:
            get_connection(settings.EMAIL_BEHIND).send_messages([message])
        except (OSError, SMTPException) as error:
            # Its kind alone: the code would stand in a trace, and addresses in the server's words.
            logger.error(
                "An e-mail could not be sent by %s: %s.", settings.EMAIL_HOST, type(error).__name__
            )


outgoing = Outgoing()


class Beside(BaseEmailBackend):
    """Django's back end that puts e-mails into the queue; `EMAIL_BEHIND` is the one that sends
    them.
    """

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            outgoing.put(message)
        return len(email_messages)
