"""The application as the server calls it: streams at /live/, Django for everything else."""

from django.conf import settings

from tichu_site.threads import InThreads, Receive, Scope, Send
from tichu_site.wsgi import application as django_application

# Models can be imported once Django stands, which the line before has seen to.
from tichu_site.hub import Hub  # isort: skip
from tichu_site.live_stream import PATH, LiveStream  # isort: skip

THREADS = 4

hub = Hub()
live_stream = LiveStream(hub)
pages = InThreads(django_application, THREADS, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] != "http":
        raise ValueError(f"No {scope['type']} here.")
    await (live_stream if scope["path"] == PATH else pages)(scope, receive, send)
