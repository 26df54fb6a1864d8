"""A cache for expensive results that are the same for everybody, by tournament version."""

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, TypeVar

from django.utils.translation import get_language

from tournaments.pages.viewer import Viewer

Kept = TypeVar("Kept")
MOST_KEPT = 16


class _CacheKey:
    """A cache key that carries its computation: what, which tournament at which version, in which
    language, for which visibility. Keys with the same values are equal.
    """

    def __init__(self, seen: Viewer, of_what: Hashable, compute: Callable[[], Any]) -> None:
        self.compute = compute
        self.key = (
            of_what,
            seen.tournament.pk,
            seen.tournament.version,
            get_language(),
            seen.whole,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _CacheKey) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


def cached(seen: Viewer, of_what: Hashable, compute: Callable[[], Kept]) -> Kept:
    """Return the cached result of `compute` for viewers with the same visibility; `of_what`
    distinguishes it from other results.
    """
    found: Kept = _computed(_CacheKey(seen, of_what, compute))
    return found


@lru_cache(maxsize=MOST_KEPT)
def _computed(as_of: _CacheKey) -> Any:
    return as_of.compute()
