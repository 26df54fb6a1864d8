"""The application as the server calls it:
streams, how the site is, and Django for everything else.
"""

from django.conf import settings

from tichu_site.server import size_limits
from tichu_site.server.lanes import Lane
from tichu_site.server.threads import Application, InThreads, Limits, Receive, Scope, Send
from tichu_site.wsgi import application as django_application

# Models can be imported once Django stands, which the line before has seen to.
from tichu_site.server.hub import Hub  # isort: skip
from tichu_site.server.live_stream import PATH, LiveStream  # isort: skip
from tichu_site.server.request_size import most_for  # isort: skip
from tichu_site.server.probes import HEALTH, READY, Probes, look  # isort: skip
from tichu_site.server.unavailable import too_busy  # isort: skip

OF_TABLES = ("/games/", "/match/")  # with the API's entries all that the phones at a table send
# Besides static ones: what asks no database
FILES = ("/robots.txt", "/sw.js", "/manifest.webmanifest", "/offline/")
READING = {"GET", "HEAD", "OPTIONS"}


def is_a_file(scope: Scope) -> bool:
    """Whether a request is for what needs no database, and is there also when nothing else is."""
    path = str(scope["path"])
    return scope["method"] in READING and (path.startswith(settings.STATIC_URL) or path in FILES)


def is_of_a_table(scope: Scope) -> bool:
    """Whether a request is what a table writes."""
    path = str(scope["path"])
    entry = path.startswith("/api/v1/games/") and path.endswith("/entries/")
    return scope["method"] not in READING and (entry or path.startswith(OF_TABLES))


def changes_something(scope: Scope) -> bool:
    return scope["method"] not in READING


# Whatever a lane waits for, the others go on: a locked table stops no page, a slow page no table,
# and the largest document no entry. Two of the tables' threads may wait for the same game or
# tournament, one of the others; reading waits for no lock. People wait longer for a page than a
# phone for its answer.
LANES = (
    Lane("file", threads=1, each=1, takes=is_a_file),
    Lane("table", threads=4, each=2, takes=is_of_a_table),
    Lane("change", threads=2, each=1, takes=changes_something, seconds=10),
    Lane("page", threads=3, each=3, takes=lambda _scope: True, seconds=10),
)
LIMITS = Limits(
    most_for,
    size_limits.SMALL,
    size_limits.FORM,
    size_limits.LARGE_AT_ONCE,
    size_limits.BODY_SECONDS,
)

hub = Hub()
live_stream = LiveStream(hub)
probes = Probes(look)
pages = InThreads(django_application, LANES, LIMITS, too_busy)
IN_FRONT: dict[str, Application] = {PATH: live_stream, HEALTH: probes, READY: probes}


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] != "http":
        raise ValueError(f"No {scope['type']} here.")
    await IN_FRONT.get(scope["path"], pages)(scope, receive, send)
