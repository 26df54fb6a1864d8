"""One message to another site, over real sockets: signed headers arrive, nothing is followed, none
waits for ever.
"""

import socket
import ssl
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.webhooks.receiving import Site, a_site, saying
from tichu_site.server.tls.local_authority import certificates
from tournaments.webhooks import posting
from tournaments.webhooks.addresses import Address, Target, target_of
from tournaments.webhooks.posting import Outcome, post

HERE = ip_address("127.0.0.1")
SHORT = 0.4  # seconds that a message may take, where it is meant to take longer


@pytest.fixture
def site() -> Iterator[Site]:
    with a_site() as found:
        yield found


def send(address: str, **more: Any) -> Outcome:
    return post(
        target_of(address, inside=True), b"{}", {"webhook-id": "msg_1"}, **{"inside": True, **more}
    )


def nowhere(_host: str, _port: int) -> Sequence[Address]:
    raise socket.gaierror


def test_a_message_arrives_once_with_its_headers(site: Site) -> None:
    site.answers = [saying(200, b"thank you")]
    outcome = send(site.address)
    assert (outcome.status, outcome.good, outcome.answer, outcome.problem) == (
        200,
        True,
        "thank you",
        "",
    )
    (got,) = site.got
    assert (got.path, got.body) == ("/hook?for=tichu", b"{}")
    assert got.headers == {
        "host": f"127.0.0.1:{site.port}",
        "user-agent": "Tichu-Desk-Webhooks/1",
        "accept-encoding": "identity",
        "connection": "close",
        "content-type": "application/json",
        "content-length": "2",
        "webhook-id": "msg_1",
    }


def test_a_name_is_looked_up_once_and_the_address_that_was_checked_is_asked(site: Site) -> None:
    asked: list[tuple[str, int]] = []

    def rebinding(host: str, port: int) -> Sequence[Address]:
        asked.append((host, port))
        return [HERE] if len(asked) == 1 else [ip_address("10.0.0.1")]

    outcome = send(f"http://rebind.example:{site.port}/", resolve=rebinding)
    assert outcome.status == 204
    assert asked == [("rebind.example", site.port)]
    assert site.got[0].headers["host"] == f"rebind.example:{site.port}"


@pytest.mark.parametrize(
    "found",
    [
        ["127.0.0.1"],
        ["::1"],
        ["8.8.8.8", "127.0.0.1"],
        ["169.254.169.254"],
        ["::ffff:127.0.0.1"],
        [],
    ],
)
def test_a_name_that_leads_inside_is_refused_before_anything_is_connected(
    site: Site, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "create_connection", lambda *_a, **_k: pytest.fail("connected"))
    target = Target("https", "public.example", site.port, "/")
    outcome = post(
        target, b"{}", {}, inside=False, resolve=lambda *_: [ip_address(one) for one in found]
    )
    assert (outcome.status, outcome.problem) == (None, posting.REFUSED)
    assert site.got == []


def test_a_name_that_does_not_exist_looks_like_one_that_leads_inside() -> None:
    """Or the log would tell a director which names there are in the network behind."""

    target = Target("https", "payroll.internal", 8443, "/")
    inside = post(target, b"{}", {}, inside=False, resolve=lambda *_: [ip_address("10.0.0.7")])
    assert (
        post(target, b"{}", {}, inside=False, resolve=nowhere)
        == inside
        == Outcome(problem=posting.REFUSED)
    )


def test_this_machine_is_refused_by_whatever_address_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(posting, "own_addresses", lambda: {ip_address("193.5.216.100")})
    target = Target("https", "public.example", 8443, "/")
    outcome = post(
        target, b"{}", {}, inside=False, resolve=lambda *_: [ip_address("193.5.216.100")]
    )
    assert outcome.problem == posting.REFUSED


def test_own_addresses_have_this_machine_among_them() -> None:
    assert HERE in posting.own_addresses()


def test_a_number_in_disguise_is_this_machine() -> None:
    for host in ("2130706433", "0x7f.1", "127.1", "localhost"):
        outcome = post(Target("https", host, 8443, "/"), b"{}", {}, inside=False)
        assert outcome.problem == posting.REFUSED, host


def test_a_redirect_is_an_answer_and_is_not_followed(site: Site) -> None:
    with a_site() as other:
        site.answers = [saying(307, Location=other.address)]
        outcome = send(site.address)
        assert (outcome.status, outcome.good) == (307, False)
        assert other.got == []
    assert len(site.got) == 1


def test_proxies_of_the_environment_are_not_asked(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    with a_site() as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        assert send(site.address).good
        assert proxy.got == []


def test_of_a_long_answer_the_beginning_is_kept_as_text_that_moves_nothing(site: Site) -> None:
    site.answers = [saying(500, b"\x00no\r\n\x1b[31m<b>\xff\xe2\x80\xae" + b"x" * 300_000)]
    outcome = send(site.address)
    assert outcome.status == 500
    assert len(outcome.answer) <= posting.KEPT
    assert outcome.answer.startswith("no")
    assert "<b>" in outcome.answer
    assert outcome.answer.isprintable()


def test_an_answer_without_an_end_is_read_no_further_than_its_beginning(site: Site) -> None:
    def on_and_on(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while True:
            handler.wfile.write(b"3e8\r\n" + b"y" * 1000 + b"\r\n")

    site.answers = [on_and_on]
    assert (send(site.address).status, send(site.address).answer) == (200, "y" * posting.KEPT)


def test_a_head_without_an_end_is_given_up(site: Site) -> None:
    def head(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        while True:
            handler.wfile.write(b"X-More: " + b"z" * 5000 + b"\r\n")

    site.answers = [head]
    assert send(site.address).problem == posting.NO_ANSWER


def test_what_is_no_answer_is_told_as_such(site: Site) -> None:
    site.answers = [lambda handler: handler.wfile.write(b"220 mail.example ESMTP\r\n")]
    assert send(site.address).problem == posting.NO_ANSWER
    site.answers = [lambda _handler: None]  # closes without a word
    assert send(site.address).problem == posting.NO_ANSWER


def test_a_site_that_says_nothing_is_given_up_in_time(site: Site) -> None:
    over = threading.Event()
    site.answers = [lambda _handler: over.wait(30)]  # type: ignore[list-item, return-value]
    outcome = send(site.address, seconds=SHORT)
    over.set()
    assert (outcome.status, outcome.problem) == (None, posting.TOO_SLOW)


def test_a_site_that_says_a_byte_at_a_time_gets_no_more_time_for_it(site: Site) -> None:
    over = threading.Event()

    def dripping(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-More: ")
        for _ in range(100):  # two seconds, for whoever would wait anew for each
            if over.wait(0.02):
                break
            handler.wfile.write(b"z")

    site.answers = [dripping]
    outcome = send(site.address, seconds=SHORT)
    over.set()
    assert (outcome.status, outcome.problem) == (None, posting.TOO_SLOW)


def test_an_answer_whose_body_is_late_counts_by_its_status(site: Site) -> None:
    over = threading.Event()

    def late(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst")
        over.wait(30)

    site.answers = [late]
    outcome = send(site.address, seconds=SHORT)
    over.set()
    assert (outcome.status, outcome.answer) == (200, "first")


def test_where_nobody_listens_and_where_no_name_leads_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
    assert send(f"http://127.0.0.1:{port}/").problem == posting.NO_WAY

    assert send("https://nowhere.example/", resolve=nowhere).problem == posting.NO_NAME


# By https
# --------------------------------------------------------------------------------------------------


def trusting(made: Any) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=made.authority)


@pytest.mark.usefixtures("real_clock")
def test_the_certificate_must_be_right_for_the_name_and_from_somebody_who_is_trusted(
    tmp_path: Path,
) -> None:
    made = certificates(tmp_path, ["localhost", "127.0.0.1"])
    theirs = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    theirs.load_cert_chain(made.certificate, made.key)

    def here(*_: object) -> Sequence[Address]:
        return [HERE]

    with a_site(theirs) as site:
        right, wrong = (f"https://{name}:{site.port}/" for name in ("localhost", "laptop.example"))
        assert send(right, resolve=here, trust=lambda: trusting(made)).status == 204
        assert send(wrong, resolve=here, trust=lambda: trusting(made)).problem == posting.NO_TRUST
        # By the authorities of the system
        assert send(right, resolve=here).problem == posting.NO_TRUST
        assert [got.headers["host"] for got in site.got] == [f"localhost:{site.port}"]


def test_old_tls_is_not_spoken() -> None:
    assert posting.trusted().minimum_version >= ssl.TLSVersion.TLSv1_2
    assert posting.trusted().check_hostname
    assert posting.trusted().verify_mode == ssl.CERT_REQUIRED
