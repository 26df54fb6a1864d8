"""What a request wants for an answer: a page for people, the part of one, or errors in the app's
format for scripts; and whether search engines may list what is answered.
"""

from django.http import HttpRequest, HttpResponse


def asks_for_json(request: HttpRequest) -> bool:
    """Whether who is turned away is a program: the API's, or a script of ours, which says that it
    is one.

    Both htmx and our own scripts send HX-Request; htmx alone says that it takes HTML. Asked of what
    arrives before the middleware of htmx has run, too.
    """
    if request.path_info.startswith("/api/"):
        return True
    return request.headers.get("HX-Request") == "true" and "text/html" not in request.headers.get(
        "Accept", ""
    )


def listed(response: HttpResponse) -> HttpResponse:
    """An answer that search engines may list. Whatever does not come from here asks them to leave
    it out.
    """
    response["X-Robots-Tag"] = "all"
    return response


def is_boosted(request: HttpRequest) -> bool:
    """Whether a button or link of a page asks by htmx for its <main>: see
    `static/scoring/page.js`.
    """
    return request.headers.get("HX-Boosted") == "true"
