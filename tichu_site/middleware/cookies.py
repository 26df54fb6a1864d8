"""The names of cookies, by the way a request came.

Over https a cookie's name begins with `__Host-`: browsers take such a name from https alone, for
this host alone, and send it nowhere else. Whoever answers for another name under the same domain,
or sits in the network of plain http, can then put none of ours into a browser. The rest of the site
knows cookies by their plain names.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from scoring.games.access.devices import COOKIE as DEVICE
from tichu_site.accounts.known_browsers import COOKIE as KNOWN
from tournaments.pages.public.remembered_entrant import COOKIE as ME

HOST = "__Host-"
OF_ACCOUNTS = (settings.SESSION_COOKIE_NAME, KNOWN)
# A phone would be a stranger to its own games without what it was given before: it is taken, and
# comes back renamed.
TAKEN_WITHOUT = (DEVICE, ME, settings.LANGUAGE_COOKIE_NAME)


class CookieNames:
    """Takes the prefix off what comes and puts it on what goes.

    Behind a proxy that speaks TLS all cookies have it. In a hall (`TLS`) http stays for phones that
    trust nobody: there are no accounts on it, and a phone's own cookie and its language go both
    ways.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        named = prefixed(secure=request.is_secure())
        brought = dict(request.COOKIES)
        for name in named:
            plain = brought.get(name) if name in TAKEN_WITHOUT else None
            value = brought.get(HOST + name, plain)
            request.COOKIES.pop(name, None)
            if value is not None:
                request.COOKIES[name] = value
        if settings.LOCAL_TLS and not request.is_secure():
            for name in OF_ACCOUNTS:
                request.COOKIES.pop(name, None)
        response = self.get_response(request)
        for name in named:
            rename(response, name)
            if name in brought and settings.HTTPS:
                response.delete_cookie(name)
        return response


def prefixed(*, secure: bool) -> tuple[str, ...]:
    """The cookies whose names have the prefix on such a request."""
    if not secure or not (settings.HTTPS or settings.LOCAL_TLS):
        return ()
    always = (*OF_ACCOUNTS, settings.CSRF_COOKIE_NAME)
    return (*always, *TAKEN_WITHOUT) if settings.HTTPS else always


def rename(response: HttpResponse, name: str) -> None:
    """Send a cookie that is about to be set, or taken away, under its name with the prefix."""
    if name not in response.cookies:
        return
    found = response.cookies.pop(name)
    response.cookies[HOST + name] = found.value
    renamed = response.cookies[HOST + name]
    for attribute, value in found.items():
        renamed[attribute] = value
    renamed["secure"], renamed["path"], renamed["domain"] = True, "/", ""
