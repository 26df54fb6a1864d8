"""What it costs to take in a round that a table writes, beside a bare view that inserts one row.

The view is behind the same server, with the same threads and database, and without middleware (see
`bare_site.py`); both are asked by as many clients, each of which waits for its answer, and answer
once their rows are committed and durable. Games at home and in a match are written by the form, as
without script, and by the API, as the table's script does. All take turns, and the quickest of
several runs counts. On a busy machine the processor time of the server says more than the clock.

python tests/bench/bench_writes.py, or with TEST_DATABASE=postgres
"""

import asyncio
import json
import sys
import uuid
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import quantiles
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.playing import Phone, check_rounds, port_of, processor, sites_under_test
from tests.bench.smoke import judge, sized
from tests.browser.servers import Site
from tests.site.listening import Followed, ask, started

CLIENTS = sized(16, 2)
SECONDS = sized(4.0, 0.3)
RUNS = sized(3, 1)
WANTED = 0.25  # rounds a second, of the bare view's rows
SPREAD = 4  # times as long as half of the rounds wait, all but one in a hundred wait at most

BARE = {"DJANGO_SETTINGS_MODULE": "tests.bench.bare_site"}
PLAYED = {"out": [0, 1, 2, 3], "calls": {"0": "tichu"}, "card_points": [65, 35]}
SEATING = "from tests.tournaments.seeding import print_writing_phones as seat; seat({})"

Send = Callable[[Phone, str, int], Awaitable[int]]


@dataclass(frozen=True)
class Run:
    """What was measured: answers a second, how long they took, processor time for each, all in
    milliseconds.
    """

    rate: float
    p50: float
    p99: float
    processor: float

    def __str__(self) -> str:
        return (
            f"{self.rate:7,.0f} a second, p50 {self.p50:4.0f} ms, p99 {self.p99:4.0f} ms, "
            f"processor {self.processor:5.2f} ms"
        )


async def by_form(phone: Phone, game: str, number: int) -> int:
    fields = {"id": str(uuid.uuid4()), "number": str(number), "round": json.dumps(PLAYED)}
    return await phone.post(f"/games/{game}/rounds/", fields)


async def by_api(phone: Phone, game: str, number: int) -> int:
    entry = {"id": str(uuid.uuid4()), "kind": "round", "number": number, "round": PLAYED}
    seen = {"sides": [[0, 2], [1, 3]], "names": None, "recording": "full"}
    return await phone.post_json(f"/api/v1/games/{game}/entries/", entry | seen)


def at_home(site: Site) -> list[Followed]:
    return [started(site) for _ in range(CLIENTS)]


def in_matches(site: Site) -> list[Followed]:
    phones = json.loads(site.manage("shell", "-v", "0", "-c", SEATING.format(CLIENTS)).stdout)
    return [Followed(game, "", key) for game, key in phones]


def at_once(site: Site, send: Send, tables: Sequence[Followed]) -> tuple[Run, list[int]]:
    """Let all tables write without a pause. Returns also how many rounds each has written."""
    waits: list[float] = []

    async def play(followed: Followed, until: float) -> int:
        phone = await Phone.at(port_of(site), followed.key)
        number = 0
        while (start := perf_counter()) < until:
            number += 1
            status = await send(phone, followed.game, number)
            assert status < 400, f"{status}: {site.log[-2000:]}"
            waits.append(perf_counter() - start)
        phone.writer.close()
        return number

    async def all_play() -> list[int]:
        until = perf_counter() + SECONDS
        return await asyncio.gather(*(play(followed, until) for followed in tables))

    used, start = processor(site), perf_counter()
    written = asyncio.run(all_play())
    seconds, used = perf_counter() - start, processor(site) - used
    cuts = quantiles(waits, n=100)
    run = Run(len(waits) / seconds, cuts[49] * 1000, cuts[98] * 1000, used / len(waits) * 1000)
    return run, written


def rounds(site: Site, send: Send, seat: Callable[[Site], list[Followed]]) -> Run:
    """Rounds written at such tables."""
    tables = seat(site)
    run, written = at_once(site, send, tables)
    for followed, count in zip(tables, written, strict=True):
        check_rounds(site, followed, count)
    return run


def rows(site: Site) -> Run:
    """Rows that the bare view inserts."""
    address = f"/games/{uuid.uuid4()}/rounds/"
    before = int(ask(site, "GET", address, None, {})[1])
    run, written = at_once(site, by_form, [Followed(str(uuid.uuid4()), "", "")] * CLIENTS)
    kept = int(ask(site, "GET", address, None, {})[1]) - before
    assert kept == sum(written), f"{sum(written)} rows were acknowledged, {kept} are kept"
    return run


def main() -> None:
    """Print the quickest run of each; fail where an entry is further from the bare view than
    wanted, or some wait far longer than others.
    """
    with sites_under_test({}, BARE) as (site, bare):
        measured = {
            "a bare view": partial(rows, bare),
            "at home, by the form": partial(rounds, site, by_form, at_home),
            "at home, by the API": partial(rounds, site, by_api, at_home),
            "in a match, by the form": partial(rounds, site, by_form, in_matches),
            "in a match, by the API": partial(rounds, site, by_api, in_matches),
        }
        runs: dict[str, list[Run]] = {name: [] for name in measured}
        for _ in range(RUNS):
            for name, measure in measured.items():
                runs[name].append(measure())
    best = {name: max(found, key=lambda run: run.rate) for name, found in runs.items()}
    missed = False
    baseline = best["a bare view"]
    least = min(run.processor for run in runs["a bare view"])
    for name, run in best.items():
        share, used = run.rate / baseline.rate, min(one.processor for one in runs[name])
        print(f"{name:24}{run}; {share:.2f} of its rate, {least / used:.2f} by processor time")
        missed |= share < WANTED or run.p99 > SPREAD * run.p50
    print(f"{'wanted':24}{WANTED} of its rate, p99 at most {SPREAD} times p50")
    judge(missed, "Slower than wanted.")


if __name__ == "__main__":
    main()
