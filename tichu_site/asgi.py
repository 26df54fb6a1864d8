"""The application as the server calls it: streams at /live/, Django for everything else."""

from tichu_site import bounds
from tichu_site.threads import InThreads, Lane, Limits, Receive, Scope, Send
from tichu_site.wsgi import application as django_application

# Models can be imported once Django stands, which the line before has seen to.
from tichu_site.hub import Hub  # isort: skip
from tichu_site.live_stream import PATH, LiveStream  # isort: skip
from tichu_site.measuring import most_for  # isort: skip

OF_TABLES = ("/games/", "/match/")  # with the API's entries all that the phones at a table send


def is_of_a_table(scope: Scope) -> bool:
    """Whether a request is what a table writes."""
    method, path = str(scope["method"]), str(scope["path"])
    entry = path.startswith("/api/v1/games/") and path.endswith("/entries/")
    return method == "POST" and (entry or path.startswith(OF_TABLES))


LANES = (Lane("table", 2, is_of_a_table), Lane("page", 3, lambda _scope: True))
LIMITS = Limits(most_for, bounds.SMALL, bounds.FORM, bounds.LARGE_AT_ONCE, bounds.BODY_SECONDS)

hub = Hub()
live_stream = LiveStream(hub)
pages = InThreads(django_application, LANES, LIMITS)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] != "http":
        raise ValueError(f"No {scope['type']} here.")
    await (live_stream if scope["path"] == PATH else pages)(scope, receive, send)
