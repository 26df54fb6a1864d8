"""Who somebody is in a tournament, as this browser remembers it: chosen once, and marked on the
public pages since.

It is no account and opens nothing: anybody may say that they are anybody. Pages are drawn once for
everybody; what is one's own is put into them afterwards.
"""

import re
from collections.abc import Collection, Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "me"
COOKIE_AGE = 180 * 24 * 3600  # seconds
MOST = 8  # tournaments in which somebody is remembered
MARK = rb'<\1 aria-current="true" '
WRITTEN = re.compile(rf"[0-9]{{1,18}}(\.[0-9]{{1,18}}){{0,{MOST - 1}}}")


def remembered(request: HttpRequest) -> tuple[int, ...]:
    """The entrants that this browser's owner is, the latest first; none for nonsense."""
    text = request.COOKIES.get(COOKIE, "")
    return tuple(map(int, text.split("."))) if WRITTEN.fullmatch(text) else ()


def remember(
    request: HttpRequest, response: HttpResponse, entrant: int | None, among: Collection[int]
) -> None:
    """From now on the caller is this entrant, one `among` those of a tournament; None: nobody of
    them.
    """
    kept = [one for one in remembered(request) if one not in among]
    found = ([] if entrant is None else [entrant]) + kept
    if found:
        response.set_cookie(
            *(COOKIE, ".".join(map(str, found[:MOST]))),
            max_age=COOKIE_AGE,
            httponly=True,
            samesite="Lax",
            secure=settings.HTTPS,
        )
    else:
        response.delete_cookie(COOKIE, samesite="Lax")


def marked(page: bytes, mine: Iterable[int]) -> bytes:
    """A page with every own entrant marked, by link or by name: the styles make the row stand out
    that has one.
    """
    ids = b"|".join(b"%d" % one for one in mine)
    if not ids:
        return page
    return re.sub(
        rb'<(a|bdi)\s+(?=href="[^"]*entrants/(?:%b)/"|data-entrant="(?:%b)")' % (ids, ids),
        MARK,
        page,
    )
