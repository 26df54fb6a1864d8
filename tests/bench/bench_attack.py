"""How long eight tables wait for their entries while a thousand of the largest requests that are
let in come at once.

Besides it says what each of these costs by itself, in processor seconds of the server.

python tests/bench/bench_attack.py, or with TEST_DATABASE=postgres
"""

import asyncio
import json
import sys
import uuid
from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from statistics import quantiles
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.playing import Phone, check_rounds, port_of, processor, site_under_test
from tests.bench.smoke import judge, sized
from tests.browser.servers import Site
from tests.site.listening import Followed, started
from tichu_site.server import size_limits

TABLES = sized(8, 2)
ATTACKERS = sized(20, 3)
REQUESTS = sized(1_000, 18)
ALONE = sized(5, 1)  # of each kind, one after the other, to see what it costs
ELSEWHERE = {404, 405, 500}  # answers to requests that no longer fit the site
WANTED = 2.0  # seconds for an entry at most
ROUND = json.dumps({"out": [0, 1, 2, 3], "calls": {"0": "tichu"}, "card_points": [65, 35]})
JSON, FORM = "application/json", "application/x-www-form-urlencoded"
GAME = {
    "format": "tichu-score-record",
    "version": 1,
    "variant": "nanking",
    "players": ["a", "b", "c", "d"],
}
PLAYED = {"out": ["a", "b", "c"], "calls": {"a": "tichu"}, "card_points": [65, 35]}


def many(count: int) -> dict[str, int]:
    return {f"k{number}": number for number in range(count)}


def record(**more: object) -> bytes:
    return json.dumps({**GAME, **more}).encode()[: size_limits.OF_ADDRESS["api_score"]]


# By name: address, kind of body, body. Each as large as its address takes.
LARGEST: dict[str, tuple[str, str, bytes]] = {
    "a thousand rounds": (
        "/api/v1/score/",
        JSON,
        record(settings={"target_score": None}, rounds=[PLAYED] * 1000),
    ),
    "an order of zeros": ("/api/v1/score/", JSON, record(rounds=[{"out": [0] * 80_000}])),
    "unknown keys": ("/api/v1/score/", JSON, record(rounds=[many(15_000)])),
    "wrong rounds": ("/api/v1/score/", JSON, record(rounds=[{"out": ["a", "a"]}] * 999)),
    "a game": (
        "/api/v1/games/",
        JSON,
        json.dumps({"variant": "nanking", "settings": many(1_000)}).encode(),
    ),
    "a handover": (
        "/api/v1/handover/",
        JSON,
        json.dumps({"entries": [{"round": many(200)}] * 20}).encode(),
    ),
    "a form of fields": ("/new/", FORM, b"&".join(b"name_%d=x" % n for n in range(480))),
    "a form of one field": ("/new/", FORM, b"name_0=" + b"x" * (size_limits.FORM - 10)),
    "a document": (
        "/desk/import/",
        FORM,
        b"document=" + b"%5B" * ((size_limits.DOCUMENT - 100) // 3),
    ),
}


async def send(port: int, address: str, kind: str, body: bytes) -> int:
    """One request on a connection of its own: the status of the answer, 0 where there was none."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = (
        f"POST {address} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
    )
    try:
        writer.write(f"{head}Connection: close\r\n\r\n".encode() + body)
        await writer.drain()
        answer = await reader.read()
    except ConnectionError:
        return 0
    finally:
        writer.close()
    return int(answer.split(b" ", 2)[1]) if answer else 0


def alone(site: Site) -> dict[str, float]:
    """Processor seconds of one request of each kind."""
    found = {}
    for name, (address, kind, body) in LARGEST.items():
        before = processor(site)
        for _ in range(ALONE):
            asyncio.run(send(port_of(site), address, kind, body))
        found[name] = (processor(site) - before) / ALONE
    return found


def together(site: Site) -> tuple[list[float], Counter[int], Counter[int]]:
    """How long each entry waited (seconds), the statuses of entries, and those of the attack."""
    games = [started(site) for _ in range(TABLES)]
    waits: list[float] = []
    entries: Counter[int] = Counter()
    attacks: Counter[int] = Counter()
    left = iter(range(REQUESTS))
    kinds: Iterator[tuple[str, str, bytes]] = cycle(LARGEST.values())

    async def attack() -> None:
        for _ in left:
            attacks[await send(port_of(site), *next(kinds))] += 1

    async def play(followed: Followed, over: asyncio.Event) -> int:
        phone = await Phone.at(port_of(site), followed.key)
        number = 0
        while not over.is_set():
            number += 1
            start = perf_counter()
            fields = {"id": str(uuid.uuid4()), "number": str(number), "round": ROUND}
            entries[await phone.post(f"/games/{followed.game}/rounds/", fields)] += 1
            waits.append(perf_counter() - start)
            await asyncio.sleep(0.2)
        phone.writer.close()
        return number

    async def all_at_once() -> list[int]:
        over = asyncio.Event()
        tables = [asyncio.create_task(play(followed, over)) for followed in games]
        await asyncio.gather(*(attack() for _ in range(ATTACKERS)))
        over.set()
        return await asyncio.gather(*tables)

    written = asyncio.run(all_at_once())
    for followed, rounds in zip(games, written, strict=True):
        check_rounds(site, followed, rounds)
    return waits, entries, attacks


def main() -> None:
    """Print both; fail where an entry was refused or waited for longer than wanted."""
    with site_under_test() as site:
        for name, seconds in alone(site).items():
            print(f"{name:<24}{seconds * 1000:6.0f} ms of processor")
        start = perf_counter()
        waits, entries, attacks = together(site)
        took = perf_counter() - start
    cuts = quantiles(waits, n=100)
    print(f"{REQUESTS} of these in {took:.0f} s, answered {dict(attacks)}")
    print(f"{len(waits)} entries beside them, answered {dict(entries)}")
    print(
        f"wait for an entry       p50 {cuts[49] * 1000:.0f} ms, p99 {cuts[98] * 1000:.0f} ms, most "
        f"{max(waits):.2f} s"
    )
    if refused := {status for status in entries if status >= 400 or not status}:
        sys.exit(f"Entries were refused: {refused}.")
    if unmet := ELSEWHERE & set(attacks):
        sys.exit(f"The attack did not reach what it is meant for: {unmet}.")
    judge(max(waits) > WANTED, f"An entry waited for more than {WANTED} s.")


if __name__ == "__main__":
    main()
