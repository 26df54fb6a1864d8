"""Room for deep calls: pages take a tenth less of the processor with it, and those with long loops
a third less.

CPython keeps the frames of running functions in pieces of 16 kB. A call that just does not fit into
the last piece asks the system for a further one, and gives it back when it returns. Below all the
middleware and templates some loop always stands at such an edge, and each of its calls asks for
memory full of zeros.

A frame that is larger than any gets a piece of its own size, rounded up: what it leaves free holds
all frames above it. Nothing of that is touched before it is used.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

# Of eight bytes. Just over half of 2 MB, so that almost half is left: for some six thousand frames
PLACES = 140_000


def with_room(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What `work` gives."""
    return work(*args, **kwargs)


with_room.__code__ = with_room.__code__.replace(co_stacksize=PLACES)
