"""Signatures: those of Standard Webhooks, and those that the example in the docs finds genuine."""

import base64
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.webhooks.receiving import in_docs
from tournaments.webhooks.sending import as_text, headers, signature

SECRET = bytes(range(32))


def test_a_signature_is_that_of_the_standard_s_own_libraries() -> None:
    # The example of the standard's reference libraries.
    secret = base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    body = b'{"test": 2432232314}'
    told = signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body)
    assert told == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


@given(body=st.binary(max_size=200), secret=st.binary(min_size=1, max_size=64))
def test_the_example_in_the_docs_finds_a_message_genuine(body: bytes, secret: bytes) -> None:
    sent = headers(secret, "msg_1", int(time.time()), body)
    assert in_docs()(as_text(secret), sent, body)


@pytest.mark.parametrize("part", ["webhook-id", "webhook-timestamp", "body", "secret", "old"])
def test_what_was_changed_on_the_way_or_is_old_is_not_genuine(part: str) -> None:
    now = int(time.time()) - (900 if part == "old" else 0)
    sent, body, secret = headers(SECRET, "msg_1", now, b"{}"), b"{}", as_text(SECRET)
    if part in sent:
        sent = {**sent, part: sent[part] + "1" if part == "webhook-id" else str(now - 1)}
    body = b"{ }" if part == "body" else body
    secret = as_text(SECRET[1:]) if part == "secret" else secret
    assert not in_docs()(secret, sent, body)
