"""Settings of a server that acknowledges entries before they are committed: the control of
test_kill.

DJANGO_SETTINGS_MODULE=tests.reliability.hasty
"""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.http import HttpRequest, HttpResponse, JsonResponse

from tichu_site.settings import *  # noqa: F403
from tichu_site.settings import MIDDLEWARE as MIDDLEWARE_OF_THE_SITE

MIDDLEWARE = ["tests.reliability.hasty.Hasty", *MIDDLEWARE_OF_THE_SITE]


class Hasty:
    """Says of every entry that it is committed, and then lets the site see it,
    one after the other.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.later = ThreadPoolExecutor(1)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method != "POST" or not request.path.endswith("/entries/"):
            return self.get_response(request)
        entry = json.loads(request.body)
        self.later.submit(self.get_response, request)
        return JsonResponse({"id": entry["id"], "outcome": "counted"}, status=201)
