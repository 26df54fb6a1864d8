"""Paging for every list that can be long: `limit` rows after the key `after`, and `next`.

`next` is the key of the last row, null at the end; the header `Link` has the next page's address.
"""

import uuid
from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.games.parsing import whole_of
from scoring.rules import Mistake, RuleError, shown
from scoring.rules.words import gettext_noop

T = TypeVar("T")

ROWS, MOST_ROWS = 50, 200
AFTER = "`next` of the answer before."
LIMIT = OpenApiParameter(
    "limit", int, description=f"So many rows at most: {ROWS}, from 1 to {MOST_ROWS}."
)


def list_parameters(kind: Any = int) -> list[OpenApiParameter]:
    """Return the parameters of a list, for the description."""
    return [OpenApiParameter("after", kind, description=AFTER), LIMIT]


def limit_of(request: Request) -> int:
    """Return the number of rows requested. Raises RuleError."""
    text = request.query_params.get("limit")
    number = ROWS if text is None else whole_of(text, 0, digits=4)
    if not 1 <= number <= MOST_ROWS:
        sentence = gettext_noop("%(value)s is not a number from 1 to %(most)s.")
        raise RuleError(
            [
                Mistake(
                    "bad_limit", "limit", sentence, {"value": shown(text or ""), "most": MOST_ROWS}
                )
            ]
        )
    return number


def after_of(request: Request, read: Callable[[str], T | None]) -> T | None:
    """Return the key after which the page begins; None for the first page.

    `read` returns None for an invalid key. Raises RuleError.
    """
    text = request.query_params.get("after")
    if text is None:
        return None
    found = read(text)
    if found is None:
        raise no_such_page(text)
    return found


def no_such_page(text: str) -> RuleError:
    sentence = gettext_noop("There is no page after %(value)s. Start without it.")
    return RuleError([Mistake("no_such_page", "after", sentence, {"value": shown(text)})])


def number_in(text: str) -> int | None:
    """Parse a key that is a whole number."""
    return whole_of(text, None, digits=15)


def uuid_in(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def page_of(
    request: Request,
    rows: Sequence[T],
    key: Callable[[T], Hashable],
    read: Callable[[str], Any] = number_in,
) -> tuple[Sequence[T], str | None]:
    """Return a page of a list in memory, and the key of the next. Raises RuleError."""
    after, limit = after_of(request, read), limit_of(request)
    start = 0
    if after is not None:
        at = next((at for at, row in enumerate(rows) if key(row) == after), None)
        if at is None:
            raise no_such_page(str(after))
        start = at + 1
    page = rows[start : start + limit]
    return page, str(key(page[-1])) if start + limit < len(rows) else None


def with_link(request: Request, answer: Response) -> Response:
    """Add the next page's address, if there is one, to a response."""
    following = answer.data.get("next")
    if following is not None:
        asked = [(name, value) for name, value in request.query_params.items() if name != "after"]
        query = urlencode([*asked, ("after", following)])
        answer["Link"] = (
            f'<{request._request.build_absolute_uri(request.path)}?{query}>; rel="next"'  # noqa: SLF001
        )
    return answer
