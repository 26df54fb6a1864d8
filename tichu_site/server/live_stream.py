"""`/live/`: server-sent events for pages that follow a game, a tournament, a hall or a match.

It runs in front of Django, without thread, middleware or session: 3,000 open pages must cost
little. Access is checked when the page is rendered; the page contains a signed ticket for the
channel (`scoring.games.live.ticket_for`).
"""

import asyncio
from urllib.parse import parse_qsl

from django.conf import settings
from django.http.cookie import parse_cookie

from scoring.games.access.addresses import address_of_scope
from scoring.games.access.devices import COOKIE
from scoring.games.live import channel_of_ticket
from tichu_site.server.connections import Streams
from tichu_site.server.hub import Hub, Watcher
from tichu_site.server.threads import Receive, Scope, Send

PATH = "/live/"
MOST_TICKETS = 20
FIRST_WORDS = b"retry: 2000\n\n"  # milliseconds until a browser reconnects
PLAIN = (b"content-type", b"text/plain; charset=utf-8")
SAFE = [(b"x-content-type-options", b"nosniff"), (b"cross-origin-resource-policy", b"same-origin")]
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # otherwise a proxy would buffer the events
    *SAFE,
]


class LiveStream:
    """The ASGI application for `/live/?t=<ticket>&t=<ticket>`."""

    def __init__(self, hub: Hub, streams: Streams | None = None) -> None:
        self.hub = hub
        self.streams = streams or Streams()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "GET":
            await refuse(send, 405, b"This address is for GET alone.\n", (b"allow", b"GET"))
            return
        tickets = tickets_in(scope["query_string"])
        if len(tickets) > MOST_TICKETS:
            await refuse(send, 400, b"At most %d tickets in one stream.\n" % MOST_TICKETS)
            return
        channels = dict.fromkeys(channel for channel in map(channel_of_ticket, tickets) if channel)
        if not channels:
            await refuse(send, 404, b"No ticket here is one of ours.\n")
            return
        address, phone = address_of_scope(scope), phone_of(scope)
        if not self.streams.open(address, phone):
            # Harmless: the page polls for changes and tries again.
            await refuse(
                send,
                503,
                b"There are too many streams: ask for what has changed.\n",
                (b"retry-after", b"60"),
            )
            return
        try:
            await self.stream(Watcher(channels), receive, send)
        finally:
            self.streams.close(address, phone)

    async def stream(self, watcher: Watcher, receive: Receive, send: Send) -> None:
        """Send events until the browser disconnects or the server stops."""
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await send({"type": "http.response.body", "body": FIRST_WORDS, "more_body": True})
        self.hub.add(watcher)
        # Sending to a closed connection raises nothing: only receiving reports it.
        disconnected = asyncio.create_task(wait_until_gone(watcher, receive))
        try:
            while events := await watcher.events():
                await send({"type": "http.response.body", "body": events, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            disconnected.cancel()
            self.hub.forget(watcher)


async def wait_until_gone(watcher: Watcher, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    watcher.end()


def tickets_in(query: bytes) -> list[str]:
    """Return the query's tickets, at most one more than allowed."""
    try:
        fields = parse_qsl(query.decode("latin-1"), max_num_fields=10 * MOST_TICKETS)
    except ValueError:  # far too many fields
        return []
    return [value for name, value in fields if name == "t"][: MOST_TICKETS + 1]


def phone_of(scope: Scope) -> str:
    """Return the device key in the cookie, or "". It is not verified here."""
    for name, value in scope["headers"]:
        if name == b"cookie":
            cookies = parse_cookie(value.decode("latin-1"))
            return cookies.get(settings.COOKIE_PREFIX + COOKIE) or cookies.get(COOKIE, "")
    return ""


async def refuse(send: Send, status: int, words: bytes, *headers: tuple[bytes, bytes]) -> None:
    length = (b"content-length", str(len(words)).encode())
    head = [PLAIN, length, (b"cache-control", b"no-store"), *SAFE, *headers]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": words})
