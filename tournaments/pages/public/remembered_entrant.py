"""The entrant that a browser remembers: chosen once, and marked on public pages from then on.

It is not an account and gives no access: anybody may choose any entrant. Pages are drawn once for
everybody; personal content is inserted afterwards.
"""

import re
from collections.abc import Collection, Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "me"
COOKIE_AGE = 180 * 24 * 3600  # seconds
MOST = 8  # tournaments in which an entrant is remembered
MARK = rb'<\1 aria-current="true" '
WRITTEN = re.compile(rf"[0-9]{{1,18}}(\.[0-9]{{1,18}}){{0,{MOST - 1}}}")


def remembered_entrants(request: HttpRequest) -> tuple[int, ...]:
    """Return the entrants that the browser remembers, latest first; empty for an invalid cookie."""
    text = request.COOKIES.get(COOKIE, "")
    return tuple(map(int, text.split("."))) if WRITTEN.fullmatch(text) else ()


def remember(
    request: HttpRequest, response: HttpResponse, entrant: int | None, among: Collection[int]
) -> None:
    """Remember an entrant, one `among` those of a tournament; None forgets the one of this
    tournament.
    """
    kept = [one for one in remembered_entrants(request) if one not in among]
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


def mark_remembered(page: bytes, mine: Iterable[int]) -> bytes:
    """Mark every remembered entrant on a page, by link or by name, so that the styles highlight the
    row.
    """
    ids = b"|".join(b"%d" % one for one in mine)
    if not ids:
        return page
    return re.sub(
        rb'<(a|bdi)\s+(?=href="[^"]*entrants/(?:%b)/"|data-entrant="(?:%b)")' % (ids, ids),
        MARK,
        page,
    )
