"""Post one message to another site: only to the checked address, with limits on time and size,
without redirects.

http.client parses the response. The connection below it is ours, because http.client would resolve
the name again, and its time-out restarts with every byte.
"""

import io
import ipaddress
import socket
import ssl
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from http.client import HTTPException, HTTPResponse

import ifaddr

from tournaments.webhooks.addresses import Address, Target, is_refused

SECONDS = 10.0  # in total: connecting, sending, the response
CONNECT_SECONDS = 4.0  # for each address of a name
MOST_ADDRESSES = 4  # of a name that are tried
MOST_BYTES = 64_000  # of a response, including its head
KEPT = 500  # bytes of a response shown in the log
GOOD = range(200, 300)
GONE = 410  # the receiver wants no more messages
USER_AGENT = "Tichu-Desk-Webhooks/1"

# Why there was no response: keys of sentences on the webhook's page.
REFUSED, NO_NAME, NO_WAY, NO_TRUST, TOO_SLOW, NO_ANSWER = (
    *("address_refused", "no_such_name", "not_reached", "not_trusted", "too_slow", "no_answer"),
)

Resolve = Callable[[str, int], Sequence[Address]]


@dataclass(frozen=True)
class Outcome:
    """The result of an attempt. `status` is None without a response; then `problem` says why."""

    status: int | None = None
    problem: str = ""
    answer: str = ""  # its first bytes, as text
    milliseconds: int = 0

    @property
    def good(self) -> bool:
        return self.status in GOOD


class _NotSentError(Exception):
    def __init__(self, problem: str) -> None:
        self.problem = problem
        super().__init__(problem)


def resolved(host: str, port: int) -> list[Address]:
    """Resolve a name. Raises OSError if it has no addresses."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [ipaddress.ip_address(str(row[4][0])) for row in found]


def own_addresses() -> set[Address]:
    """Return this machine's addresses, including public ones: a port closed to others may be open
    to the machine itself.
    """
    ips = [
        ip.ip if isinstance(ip.ip, str) else ip.ip[0]
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    ]
    return {ipaddress.ip_address(ip.partition("%")[0]) for ip in ips}


@cache
def trusted() -> ssl.SSLContext:
    """Return the TLS context, which trusts the system's authorities."""
    context = ssl.create_default_context()
    # Debian's Python leaves it to the system's settings
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def post(
    target: Target,
    body: bytes,
    headers: Mapping[str, str],
    *,
    inside: bool,
    resolve: Resolve = resolved,
    trust: Callable[[], ssl.SSLContext] = trusted,
    seconds: float = SECONDS,
) -> Outcome:
    """Send a body and read the response. Redirects are not followed; there are no proxies and no
    cookies.
    """
    started = time.monotonic()
    deadline = started + seconds
    try:
        outcome = _exchange(
            target, body, headers, _allowed(target, resolve, inside=inside), trust, deadline
        )
    except _NotSentError as error:
        outcome = Outcome(problem=error.problem)
    except TimeoutError:
        outcome = Outcome(problem=TOO_SLOW)
    except ssl.SSLCertVerificationError:
        outcome = Outcome(problem=NO_TRUST)
    except (OSError, HTTPException, ValueError):
        outcome = Outcome(problem=NO_ANSWER)
    if outcome.problem == REFUSED:
        return outcome  # without a duration, which would reveal whether the name resolved
    return Outcome(
        outcome.status, outcome.problem, outcome.answer, round((time.monotonic() - started) * 1000)
    )


def _allowed(target: Target, resolve: Resolve, *, inside: bool) -> list[Address]:
    """Return the addresses of the target's name. A single forbidden one rejects the name: it must
    be malicious.
    """
    try:
        found = list(dict.fromkeys(resolve(target.host, target.port)))
    except (OSError, UnicodeError):
        # Do not reveal which internal names exist to users who may not reach them.
        raise _NotSentError(NO_NAME if inside else REFUSED) from None
    own = own_addresses()
    if not found or any(is_refused(address, inside=inside, own=own) for address in found):
        raise _NotSentError(REFUSED)
    return found[:MOST_ADDRESSES]


def _exchange(
    target: Target,
    body: bytes,
    headers: Mapping[str, str],
    addresses: Sequence[Address],
    trust: Callable[[], ssl.SSLContext],
    deadline: float,
) -> Outcome:
    with _connected(addresses, target.port, deadline) as plain:
        plain.settimeout(_left(deadline))
        # Use the name, not the address: the certificate is checked against it.
        connection = (
            trust().wrap_socket(plain, server_hostname=target.host)
            if target.scheme == "https"
            else plain
        )
        with connection:
            connection.settimeout(_left(deadline))
            connection.sendall(_request(target, body, headers))
            response = HTTPResponse(_Answering(connection, deadline), method="POST")  # type: ignore[arg-type]
            response.begin()
            return Outcome(response.status, answer=_as_text(_start_of(response)))


def _connected(addresses: Sequence[Address], port: int, deadline: float) -> socket.socket:
    """Connect to the first of these addresses that accepts. They are numeric, so nothing is
    resolved again.
    """
    problem = NO_WAY
    for address in addresses:
        try:
            return socket.create_connection(
                (str(address), port), min(CONNECT_SECONDS, _left(deadline))
            )
        except TimeoutError:
            problem = TOO_SLOW
        except OSError:
            problem = NO_WAY
    raise _NotSentError(problem)


def _request(target: Target, body: bytes, headers: Mapping[str, str]) -> bytes:
    lines = {
        "Host": target.name,
        "User-Agent": USER_AGENT,
        "Accept-Encoding": "identity",
        "Connection": "close",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        **headers,
    }
    head = [
        f"POST {target.path} HTTP/1.1",
        *(f"{name}: {value}" for name, value in lines.items()),
        "",
        "",
    ]
    return "\r\n".join(head).encode("ascii") + body


def _start_of(response: HTTPResponse) -> bytes:
    """Return the first bytes of the body. Errors and time-outs are ignored here: the status has
    arrived.
    """
    found = b""
    try:
        while len(found) < KEPT and (more := response.read1(KEPT - len(found))):
            found += more
    except (OSError, HTTPException, ValueError):
        pass
    return found


def _as_text(start: bytes) -> str:
    """Return text that the log can store and show: without bytes that a database rejects or that
    change the layout of text around them.
    """
    text = start.decode("utf-8", "replace")
    return "".join(char if char.isprintable() else " " for char in text).strip()


def _left(deadline: float) -> float:
    """Return the seconds left. Raises TimeoutError if there are none."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


class _Answering:
    """The socket interface that HTTPResponse needs."""

    def __init__(self, connection: socket.socket, deadline: float) -> None:
        self.raw = _Bounded(connection, deadline)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(self.raw)


class _Bounded(io.RawIOBase):
    """A stream that ends once the time or the size is used up."""

    def __init__(self, connection: socket.socket, deadline: float) -> None:
        self.connection, self.deadline, self.rest = connection, deadline, MOST_BYTES

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "bytearray | memoryview") -> int:  # type: ignore[override]
        if self.rest <= 0:
            raise ValueError("too large")
        self.connection.settimeout(_left(self.deadline))
        count = self.connection.recv_into(memoryview(buffer)[: self.rest])
        self.rest -= count
        return count
