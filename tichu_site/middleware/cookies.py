"""Prefix cookie names on https requests.

Over https a cookie's name begins with `__Host-`. Browsers accept such names over https only, for
this host only, and send them nowhere else. So neither another host of the same domain nor an
attacker on a plain http network can plant one of our cookies. The rest of the site uses the plain
names.

On a host that the site shares (`BASE_PATH`) it begins with `__Secure-`, which allows a path: other
programs there do not get our cookies, and the plain names are theirs.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from scoring.games.access.devices import COOKIE as DEVICE
from tichu_site.accounts.known_browsers import COOKIE as KNOWN
from tournaments.pages.public.remembered_entrant import COOKIE as ME

OF_ACCOUNTS = (settings.SESSION_COOKIE_NAME, KNOWN)
# Also accepted without the prefix, and sent back renamed: without its old cookie a phone would lose
# access to its own games.
TAKEN_WITHOUT = (DEVICE, ME, settings.LANGUAGE_COOKIE_NAME)


class CookiePrefixMiddleware:
    """Strip the prefix from incoming cookies and add it to outgoing ones.

    Behind a TLS proxy all cookies have it. In a hall (`TLS`), http remains for phones that do not
    trust the certificate: it has no accounts, and the phone's own cookie and its language work on
    both.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        named = prefixed(secure=request.is_secure())
        also_plain = TAKEN_WITHOUT if settings.BASE_PATH == "/" else ()
        brought = dict(request.COOKIES)
        for name in named:
            plain = brought.get(name) if name in also_plain else None
            value = brought.get(settings.COOKIE_PREFIX + name, plain)
            request.COOKIES.pop(name, None)
            if value is not None:
                request.COOKIES[name] = value
        if settings.LOCAL_TLS and not request.is_secure():
            for name in OF_ACCOUNTS:
                request.COOKIES.pop(name, None)
        response = self.get_response(request)
        for name in named:
            rename(response, name)
            if name in brought and settings.HTTPS and settings.BASE_PATH == "/":
                response.delete_cookie(name)
        return response


def prefixed(*, secure: bool) -> tuple[str, ...]:
    """Return the cookies that have the prefix on such a request."""
    if not secure or not (settings.HTTPS or settings.LOCAL_TLS):
        return ()
    always = (*OF_ACCOUNTS, settings.CSRF_COOKIE_NAME)
    return (*always, *TAKEN_WITHOUT) if settings.HTTPS else always


def rename(response: HttpResponse, name: str) -> None:
    """Rename a cookie that the response sets or deletes."""
    if name not in response.cookies:
        return
    found = response.cookies.pop(name)
    whole = settings.COOKIE_PREFIX + name
    response.cookies[whole] = found.value
    renamed = response.cookies[whole]
    for attribute, value in found.items():
        renamed[attribute] = value
    renamed["secure"], renamed["path"], renamed["domain"] = True, settings.BASE_PATH, ""
