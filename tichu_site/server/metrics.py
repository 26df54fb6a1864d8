"""`/metrics` for Prometheus, behind `METRICS_TOKEN`. In front of Django; without a token it is not
there, and nothing is counted.
"""

import asyncio
import hmac
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings

from tichu_site.server.live_stream import SAFE, refuse
from tichu_site.server.threads import Receive, Scope, Send

METRICS = "/metrics"
SCHEME = b"bearer "

Exposed = tuple[str, bytes]  # content type and text


class Metrics:
    """The ASGI application for this address. `expose` makes what it answers, in a thread."""

    def __init__(self, expose: Callable[[], Exposed] | None) -> None:
        self.expose = expose
        self.pool = ThreadPoolExecutor(1, "metrics")

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        if self.expose is None:
            await refuse(send, 404, b"There is nothing here.\n")
            return
        if scope["method"] != "GET":
            await refuse(send, 405, b"This address is for GET alone.\n", (b"allow", b"GET"))
            return
        if not hmac.compare_digest(token_in(scope), settings.METRICS_TOKEN.encode()):
            words = b"Send METRICS_TOKEN: Authorization: Bearer ...\n"
            await refuse(send, 401, words, (b"www-authenticate", b"Bearer"))
            return
        kind, body = await asyncio.get_running_loop().run_in_executor(self.pool, self.expose)
        headers = [
            (b"content-type", kind.encode()),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
            *SAFE,
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def token_in(scope: Scope) -> bytes:
    """Return the request's bearer token, or b""."""
    for name, value in scope["headers"]:
        if name == b"authorization" and value[: len(SCHEME)].lower() == SCHEME:
            return bytes(value[len(SCHEME) :].strip())
    return b""
