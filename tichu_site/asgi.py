"""The ASGI application: streams, health probes, and Django for everything else."""

from django.conf import settings

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
    return scope["method"] in READING and (path.startswith(settings.STATIC_URL) or path in FILES)


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


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] != "http":
        raise ValueError(f"No {scope['type']} here.")
    await IN_FRONT.get(scope["path"], BEHIND)(scope, receive, send)
