"""The room that requests and all tests run in is there: a loop of calls asks the system for no
memory, however deep it stands.
"""

import asyncio
import resource
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

from tests.site.requests import Environ, asked, in_threads, scope
from tichu_site.server.threads import with_room

DEPTHS, CALLS = 200, 20


def nothing() -> None: ...


def calls_below(depth: int) -> None:
    if depth:
        calls_below(depth - 1)
        return
    for _ in range(CALLS):
        nothing()


def pages_asked_for() -> int:
    """Pages of memory that this thread is given until it has called at every depth, after it has
    been there once.
    """
    calls_below(DEPTHS)
    before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
    for depth in range(DEPTHS):
        calls_below(depth)
    return resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before


def test_a_loop_of_calls_asks_for_no_memory_at_any_depth() -> None:
    with ThreadPoolExecutor(1) as thread:  # with frames of its own
        bare = thread.submit(pages_asked_for).result()
        roomy = thread.submit(with_room, pages_asked_for).result()
    assert bare > CALLS
    assert roomy < bare / 10
    assert pages_asked_for() < bare / 10, "the tests do not run in it: see tests/conftest.py"


def test_requests_are_answered_in_it() -> None:
    counted: list[int] = []

    def answer(_environ: Environ, start_response: Callable[..., object]) -> Iterable[bytes]:
        counted.append(pages_asked_for())
        start_response("200 OK", [])
        return []

    asyncio.run(asked(in_threads(answer, 1, 1000), scope()))
    with ThreadPoolExecutor(1) as thread:
        bare = thread.submit(pages_asked_for).result()
    assert counted[0] < bare / 10
