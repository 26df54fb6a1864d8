"""What is the same for everybody and costs much is computed once for a
version of its tournament.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, TypeVar

from django.utils.translation import get_language

from tournaments.pages.viewer import Viewer

Kept = TypeVar("Kept")
MOST_KEPT = 16


class _AsOf:
    """What is to be computed, equal to all that gives the same: of what, this tournament at this
    version, in this language, as whole as the viewer may see it.
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
        return isinstance(other, _AsOf) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


def kept(seen: Viewer, of_what: Hashable, compute: Callable[[], Kept]) -> Kept:
    """What this computes for whoever sees the same of the tournament; `of_what` tells it from all
    else that is kept.
    """
    found: Kept = _computed(_AsOf(seen, of_what, compute))
    return found


@lru_cache(maxsize=MOST_KEPT)
def _computed(as_of: _AsOf) -> Any:
    return as_of.compute()
