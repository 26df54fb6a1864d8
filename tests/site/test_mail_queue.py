"""E-mails beside the request: a mail server that says nothing holds no page, and what fails is one
line in the log.
"""

import logging
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tichu_site import mail_queue
from tichu_site.accounts.creation import create_first_account
from tichu_site.mail_queue import MOST_WAITING, WORTH_SENDING, MailQueue, QueueFullError

EMAIL = "olga@club.example"
PATIENCE = 20  # seconds until a thread counts as stuck


@contextmanager
def silent_server() -> Iterator[int]:
    """A mail server that takes a connection and says nothing at all; its port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


@pytest.fixture
def beside(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> MailQueue:
    """A queue of its own, with a mail server behind it that a test says."""
    settings.EMAIL_BACKEND = "tichu_site.mail_queue.QueuedEmailBackend"
    settings.EMAIL_BEHIND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_USE_TLS, settings.EMAIL_USE_SSL = "127.0.0.1", False, False
    own = MailQueue()
    monkeypatch.setattr(mail_queue, "outgoing", own)
    return own


def message() -> EmailMessage:
    return EmailMessage("Code", "    ABCDEF\n", "desk@club.example", [EMAIL])


@pytest.mark.django_db
def test_a_silent_mail_server_holds_no_page(beside: MailQueue, settings: Settings) -> None:
    create_first_account(name="Olga", email=EMAIL)
    with silent_server() as port:
        settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = port, PATIENCE
        answer = Client().post(reverse("account_request_login_code"), {"email": EMAIL}, follow=True)
        # The page is here, and the mail server still says nothing: else this would have waited for
        # it.
        assert answer.status_code == 200
        assert beside.waiting.unfinished_tasks == 1
        assert "could not be sent" not in answer.content.decode()
    beside.waiting.join()  # what its thread says of it is said in this test


def test_a_mail_server_that_never_answers_is_given_up_and_told_in_one_line_without_the_code(
    beside: MailQueue, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    with silent_server() as port, caplog.at_level(logging.ERROR):
        settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = port, 0.05
        beside.send(time.monotonic(), message())
    (record,) = caplog.records
    assert (
        record.getMessage() == "An e-mail could not be sent by 127.0.0.1: SMTPServerDisconnected."
    )
    assert record.exc_info is None
    assert "ABCDEF" not in caplog.text


def test_what_is_put_in_goes_out_in_its_order(
    beside: MailQueue, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    all_sent = threading.Event()

    class Connection:
        def send_messages(self, messages: list[EmailMessage]) -> int:
            sent.extend(one.subject for one in messages)
            if len(sent) == 3:
                all_sent.set()
            return len(messages)

    monkeypatch.setattr(mail_queue, "get_connection", lambda _backend: Connection())
    for number in range(3):
        EmailMessage(f"Code {number}", "", "desk@club.example", [EMAIL]).send()
    assert all_sent.wait(PATIENCE)
    assert sent == ["Code 0", "Code 1", "Code 2"]


def test_a_queue_that_is_full_is_told_to_who_asks(
    beside: MailQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = threading.Event()
    monkeypatch.setattr(beside, "send", lambda *_: held.wait(PATIENCE))
    for _ in range(MOST_WAITING):
        beside.put(message())
    with suppress(QueueFullError):
        beside.put(message())  # the thread may have taken one out by now, and no more
    with pytest.raises(QueueFullError):
        beside.put(message())
    held.set()


def test_a_code_that_waited_too_long_is_not_sent(
    beside: MailQueue, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        beside.send(time.monotonic() - WORTH_SENDING - 1, message())
    assert "waited too long" in caplog.text
