"""Who gets a thread: each kind of request has its own, no game takes all of them, who waits too
long is told so.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Semaphore
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.games import lock_groups
from tichu_site.permissions import IN_FRONT as ALLOWED_IN_FRONT
from tichu_site.server import time_limits
from tichu_site.server.lanes import BusyError, Lane, Line, target_of

PATIENCE = 20  # seconds until a thread counts as stuck
GAME, OTHER = "0198a3f2-1111-4222-8333-444455556666", "0198a3f2-9999-4222-8333-444455556666"


def lane(threads: int = 3, each: int = 2, waiting: int = 100, seconds: float = PATIENCE) -> Lane:
    return Lane("test", threads, lambda _scope: True, each, waiting, seconds)


class Work:
    """Work that goes on until it is let go."""

    def __init__(self) -> None:
        self.begun, self.free = Semaphore(0), Event()

    def __call__(self) -> str:
        self.begun.release()
        assert self.free.wait(PATIENCE)
        return "done"

    async def has_begun(self, times: int = 1) -> None:
        for _ in range(times):
            assert await asyncio.to_thread(self.begun.acquire, timeout=PATIENCE)


def on_the_loop(test: Callable[[], Awaitable[None]]) -> None:
    async def within() -> None:
        await asyncio.wait_for(test(), PATIENCE)

    asyncio.run(within())


def test_requests_for_one_game_leave_a_thread_for_others() -> None:
    async def test() -> None:
        line, work = Line(lane()), Work()
        held = [asyncio.create_task(line.run("game", work)) for _ in range(10)]
        await work.has_begun(2)
        assert await line.run("another", lambda: "at once") == "at once"
        assert not any(task.done() for task in held)
        work.free.set()
        assert await asyncio.gather(*held) == ["done"] * 10

    on_the_loop(test)


def test_who_came_first_is_next_but_for_those_who_wait_for_a_busy_game() -> None:
    order: list[str] = []

    async def test() -> None:
        line, work = Line(lane(threads=2, each=1)), Work()
        first = asyncio.create_task(line.run("a", work))
        await work.has_begun()
        second = Work()
        filling = asyncio.create_task(line.run("b", second))
        await second.has_begun()
        waiting = [
            asyncio.create_task(line.run(target, lambda name=name: order.append(name)))
            for target, name in (("a", "a2"), ("c", "c1"), ("a", "a3"), ("c", "c2"))
        ]
        await asyncio.sleep(0)
        second.free.set()
        await asyncio.gather(filling, waiting[1], waiting[3])
        assert order == ["c1", "c2"]
        work.free.set()
        await asyncio.gather(first, *waiting)
        assert order == ["c1", "c2", "a2", "a3"]

    on_the_loop(test)


@pytest.mark.parametrize("limits", [{"waiting": 0}, {"seconds": 0.01}])
def test_who_would_wait_too_long_is_told_so_and_leaves_no_trace(limits: dict[str, Any]) -> None:
    async def test() -> None:
        line, work = Line(lane(threads=1, **limits)), Work()
        busy = asyncio.create_task(line.run("game", work))
        await work.has_begun()
        with pytest.raises(BusyError):
            await line.run("other", lambda: "never")
        assert not line.waiting
        work.free.set()
        await busy
        assert await line.run("other", lambda: "now") == "now"
        assert not line.busy

    on_the_loop(test)


def test_a_request_that_is_given_up_keeps_its_thread_until_its_work_is_done() -> None:
    async def test() -> None:
        line, work = Line(lane(threads=1)), Work()
        given_up = asyncio.create_task(line.run("game", work))
        await work.has_begun()
        waiting = asyncio.create_task(line.run("game", lambda: "late"))
        also_given_up = asyncio.create_task(line.run("game", lambda: "never"))
        await asyncio.sleep(0)
        for task in (given_up, also_given_up):
            task.cancel()
        await asyncio.gather(given_up, also_given_up, return_exceptions=True)
        assert line.busy.total() == 1
        assert not waiting.done()
        work.free.set()
        assert await waiting == "late"

    on_the_loop(test)


def test_games_of_a_tournament_count_together_once_they_have_met_its_lock() -> None:
    def play() -> None:
        lock_groups.note_lock("tournament")

    async def test() -> None:
        line, work = Line(lane()), Work()
        for game in ("one", "two", "three"):
            await line.run(game, play)
        held = [asyncio.create_task(line.run(game, work)) for game in ("one", "two", "three")]
        await work.has_begun(2)
        assert await line.run("at home", lambda: "at once") == "at once"
        assert not work.begun.acquire(blocking=False)
        work.free.set()
        await asyncio.gather(*held)

    on_the_loop(test)


def test_what_a_thread_works_for_is_forgotten_with_its_work() -> None:
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lock_groups.with_target("game of before", lambda: None)).result(PATIENCE)
        pool.submit(lock_groups.note_lock, "club").result(PATIENCE)
    assert lock_groups.group_of("game of before") == "game of before"


@pytest.mark.parametrize(
    ("path", "target"),
    [
        (f"/games/{GAME}/rounds/", GAME),
        (f"/api/v1/games/{GAME}/entries/", GAME),
        (f"/desk/{GAME}/late/{OTHER}/", GAME),
        ("/match/12:abc/agree/", "/match/12:abc"),
        ("/", "/"),
        ("/" + "x" * 10_000, "/" + "x" * 199),
    ],
)
def test_what_a_request_is_about_is_in_its_path(path: str, target: str) -> None:
    assert target_of(path) == target


# The lanes of the site
# ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "name"),
    [
        ("POST", f"/api/v1/games/{GAME}/entries/", "table"),
        ("POST", f"/games/{GAME}/rounds/", "table"),
        ("POST", "/match/7:x/agree/", "table"),
        ("GET", f"/games/{GAME}/score/", "page"),
        ("POST", f"/desk/{GAME}/rounds/", "change"),
        ("POST", "/api/v1/score/", "change"),
        ("POST", "/api/v1/games/", "change"),
        ("POST", "/desk/import/", "change"),
        ("DELETE", "/", "change"),
        ("GET", "/static/scoring/base.css", "file"),
        ("POST", "/static/scoring/base.css", "change"),
        ("GET", "/robots.txt", "file"),
        ("HEAD", "/sw.js", "file"),
        ("GET", "/", "page"),
    ],
)
def test_each_request_has_its_lane(method: str, path: str, name: str) -> None:
    from tichu_site.asgi import LANES

    assert next(lane.name for lane in LANES if lane.takes({"method": method, "path": path})) == name


def test_of_each_lane_in_which_locks_are_waited_for_others_keep_a_thread() -> None:
    from tichu_site.asgi import LANES

    assert all(lane.each < lane.threads for lane in LANES if lane.name in {"table", "change"})


def test_a_phone_waits_longer_than_a_request_can_take() -> None:
    from tichu_site.asgi import LANES

    sender = (settings.BASE_DIR / "scoring/static/scoring/sender.js").read_text(encoding="utf-8")
    assert "const PATIENCE = 10_000;" in sender
    (of_tables,) = [lane for lane in LANES if lane.name == "table"]
    assert of_tables.seconds + time_limits.OF_REQUESTS.statement < 10
    assert time_limits.OF_REQUESTS.lock < time_limits.OF_REQUESTS.statement


@pytest.mark.django_db
def test_what_is_in_the_lane_of_files_asks_no_database(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    from tichu_site.asgi import FILES

    client.cookies["device"] = "a" * 43
    with django_assert_num_queries(0):
        assert [client.get(path).status_code for path in FILES] == [200] * len(FILES)
        client.get(f"{settings.STATIC_URL}not-there.css")


def test_what_stands_before_django_has_its_permission() -> None:
    from tichu_site.asgi import IN_FRONT

    assert IN_FRONT.keys() == ALLOWED_IN_FRONT.keys()
