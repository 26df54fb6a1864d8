"""How long pages are packed on their way to a phone."""

import gzip
import secrets

from django.http import HttpRequest, HttpResponseBase
from django.http.response import HttpResponse
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

LONG = 60_000  # bytes: what is shorter gains next to nothing
# Of 9, which packs no smaller; Django's is 6. Standings of 200 take 3 ms instead of 1 and are 3 %
# smaller
LEVEL = 8
# The first bytes of what gzip packs; in the fourth of them, that a name follows
HEAD, NAMED = 10, 8


class Packed(GZipMiddleware):
    """Django's middleware, which takes more trouble over long pages: at the end of a round
    everybody asks for one.

    As there a name of chance length stands in front, so that nobody learns from a length what is in
    the page.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if (
            isinstance(response, HttpResponse)
            and len(response.content) >= LONG
            and not response.has_header("Content-Encoding")
            and "gzip" in request.headers.get("Accept-Encoding", "").replace(",", " ").split()
        ):
            patch_vary_headers(response, ("Accept-Encoding",))
            packed = gzip.compress(response.content, LEVEL, mtime=0)
            name = b"a" * secrets.randbelow(self.max_random_bytes) + b"\0"
            response.content = packed[:3] + bytes([NAMED]) + packed[4:HEAD] + name + packed[HEAD:]
            response["Content-Length"] = str(len(response.content))
            response["Content-Encoding"] = "gzip"
            if etag := response.get("ETag", ""):
                response["ETag"] = etag if etag.startswith("W/") else f"W/{etag}"
        return super().process_response(request, response)
