"""Content negotiation: a page, a part of a page, or JSON errors; and whether search engines may
index.
"""

from django.http import HttpRequest, HttpResponse


def asks_for_json(request: HttpRequest) -> bool:
    """Return whether errors should be JSON: for the API, and for our own scripts.

    Both htmx and our scripts send HX-Request; only htmx accepts HTML. Also used on requests that
    have not reached the htmx middleware.
    """
    if request.path_info.startswith("/api/"):
        return True
    return request.headers.get("HX-Request") == "true" and "text/html" not in request.headers.get(
        "Accept", ""
    )


def listed(response: HttpResponse) -> HttpResponse:
    """Allow search engines to index a response; all others ask not to be indexed."""
    response["X-Robots-Tag"] = "all"
    return response


def is_boosted(request: HttpRequest) -> bool:
    """Return whether htmx requests a page's <main> for a boosted link or button: see
    `static/scoring/page.js`.
    """
    return request.headers.get("HX-Boosted") == "true"
