"""The ASGI application: streams, health probes, and Django for everything else.

Under `BASE_PATH` the proxy passes addresses on as they are, and this takes the path away:
everything behind it sees the same addresses as on a host of its own.
"""

from django.conf import settings
from django.urls import set_script_prefix

from tichu_site.server import size_limits
from tichu_site.server.lanes import Lane
from tichu_site.server.threads import Application, InThreads, Limits, Receive, Scope, Send
from tichu_site.wsgi import application as django_application

# Models can only be imported after get_asgi_application() has set Django up.
from tichu_site.server.hub import Hub  # isort: skip
from tichu_site.server.live_stream import PATH, LiveStream  # isort: skip
from tichu_site.server.metrics import METRICS, Metrics  # isort: skip
from tichu_site.server.request_size import size_limit_for  # isort: skip
from tichu_site.server.probes import HEALTH, READY, Probes, check_state  # isort: skip
from tichu_site.server.unavailable import too_busy  # isort: skip

OF_TABLES = ("/games/", "/match/")  # all that phones at a table send, with the API's entries
# Besides static files: paths that need no database
FILES = ("/robots.txt", "/sw.js", "/manifest.webmanifest", "/offline/")
READING = {"GET", "HEAD", "OPTIONS"}


def needs_no_database(scope: Scope) -> bool:
    """Return whether a request needs no database and must be served even if the
    database is down.
    """
    path = str(scope["path"])
    return scope["method"] in READING and (path.startswith("/static/") or path in FILES)


def is_table_write(scope: Scope) -> bool:
    """Return whether a request is a write from a table."""
    path = str(scope["path"])
    entry = path.startswith("/api/v1/games/") and path.endswith("/entries/")
    return scope["method"] not in READING and (entry or path.startswith(OF_TABLES))


def changes_something(scope: Scope) -> bool:
    return scope["method"] not in READING


# Lanes isolate requests: a locked table does not block pages, a slow page does not block tables,
# and the largest document does not block entries. Two of the tables' threads may wait for the same
# game or tournament, one of the others; reads wait for no lock. A person waits longer for a page
# than a phone for its response.
LANES = (
    Lane("file", threads=1, each=1, takes=needs_no_database),
    Lane("table", threads=4, each=2, takes=is_table_write),
    Lane("change", threads=2, each=1, takes=changes_something, seconds=10),
    Lane("page", threads=3, each=3, takes=lambda _scope: True, seconds=10),
)
LIMITS = Limits(
    size_limit_for,
    size_limits.SMALL,
    size_limits.FORM,
    size_limits.LARGE_AT_ONCE,
    size_limits.BODY_SECONDS,
)

# For what the event loop answers itself, "too busy"; Django sets it for requests
set_script_prefix(settings.BASE_PATH)
hub = Hub()
live_stream = LiveStream(hub)
probes = Probes(check_state)
pages = InThreads(django_application, LANES, LIMITS, too_busy)
# A request goes to one of these, or to the last
IN_FRONT: dict[str, Application] = {
    PATH: live_stream,
    HEALTH: probes,
    READY: probes,
    METRICS: Metrics(None),
}
BEHIND: Application = pages
if settings.METRICS_TOKEN:
    from tichu_site.server import instruments

    IN_FRONT |= {
        PATH: instruments.counted_streams(live_stream),
        METRICS: Metrics(instruments.expose),
    }
    BEHIND = instruments.counted_pages(pages)


OF_MONITORING = {HEALTH, READY, METRICS}  # asked past the proxy, also without BASE_PATH


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] != "http":
        raise ValueError(f"No {scope['type']} here.")
    if settings.BASE_PATH != "/" and scope["path"] not in OF_MONITORING:
        # As it was sent: the path's characters need no escape, and both forms are cut alike
        if not scope["raw_path"].startswith(settings.BASE_PATH.encode("ascii")):
            await elsewhere(scope, send)
            return
        scope = within(scope)
    await IN_FRONT.get(scope["path"], BEHIND)(scope, receive, send)


def within(scope: Scope) -> Scope:
    """Return the request with its address below `BASE_PATH`."""
    length = len(settings.BASE_PATH) - 1
    return {**scope, "path": scope["path"][length:], "raw_path": scope["raw_path"][length:]}


async def elsewhere(scope: Scope, send: Send) -> None:
    """Answer a request outside `BASE_PATH`: lead to the site from its path without the slash, and
    from the root, which only a proxy without other sites passes on. All else is not there.
    """
    base = settings.BASE_PATH.encode("ascii")
    leads = scope["path"] in {"/", settings.BASE_PATH.rstrip("/")}
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"x-robots-tag", b"noindex")]
    if leads:
        headers.append((b"location", base))
    status = 307 if leads else 404
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"This site is at %s.\n" % base})
