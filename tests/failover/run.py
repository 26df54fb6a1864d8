"""Kill processes, PgBouncer and PostgreSQL while a hall plays, and count what was lost.

    python -m tests.failover.run                     # ten runs
    python -m tests.failover.run --runs 1 --tables 20
    python -m tests.failover.run --control asynchronous
    python -m tests.failover.run --control hasty

In each run all tables of an event write rounds through nginx while a process of one server, the
other server, PgBouncer and PostgreSQL's primary are killed, in this order. An acknowledged round
that is gone or there twice fails the run; so does a fail-over that takes longer than the goal. The
controls must lose something, or this could not see a loss: a standby that is not waited for, and a
site that answers before it commits.
"""

import argparse
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import psycopg

from tests.browser.records import kept_open
from tests.failover.hall import HANDS, an_event
from tests.failover.stack import Proxy, Stack, running
from tests.reliability.phones import Phone, all_writing

GOAL = (
    30.0  # seconds from the primary's end to the first round that was sent and acknowledged after
)
HASTY = "tests.reliability.hasty"


@dataclass
class Outcome:
    """What became of a run."""

    acknowledged: int
    lost: int
    doubled: int
    put_off: int
    seconds: float
    first_write: float | None = None  # seconds after the primary's end
    trouble: str = ""  # why it did not come to its end

    @property
    def good(self) -> bool:
        return not (self.lost or self.doubled or self.trouble)


def phones_of_an_event(stack: Stack, tables: int) -> tuple[Proxy, list[Phone]]:
    with kept_open(stack.sites[0]) as records:
        games = records(an_event, tables)
    proxy = Proxy(stack.port)
    proxy.up.set()
    return proxy, [Phone(proxy, uuid.UUID(game), key=key) for game, key in games]


def play(stack: Stack, tables: int, kills: Sequence[str]) -> Outcome:
    """A hall plays while this happens."""
    proxy, phones = phones_of_an_event(stack, tables)
    whole = tables * HANDS
    began, killed, trouble = time.monotonic(), None, ""
    try:
        with all_writing(proxy, phones, HANDS):
            for number, kind in enumerate(kills, start=1):
                proxy.wait_for(whole * number // (len(kills) + 1))
                happen: Callable[[], float | None] = getattr(stack, f"kill_{kind}")
                killed = happen() or killed
            proxy.wait_for(whole)
    except (AssertionError, TimeoutError) as error:
        trouble = str(error)[:300]
    outcome = counted(stack, phones, proxy, time.monotonic() - began)
    outcome.trouble = trouble
    if killed is not None:
        outcome.first_write = proxy.first_after(killed)
    told(outcome)
    return outcome


def counted(stack: Stack, phones: Sequence[Phone], proxy: Proxy, seconds: float) -> Outcome:
    """What is there of what was acknowledged, by the database that takes writes now."""
    there: dict[uuid.UUID, list[uuid.UUID]] = {phone.game: [] for phone in phones}
    with psycopg.connect(stack.databases.of_first) as records:
        for game, entry in records.execute(
            "SELECT game_id, id FROM scoring_entry WHERE kind = 'round' AND game_id = ANY(%s)",
            [list(there)],
        ):
            there[game].append(entry)
    lost = sum(len(set(phone.acknowledged) - set(there[phone.game])) for phone in phones)
    doubled = sum(max(0, len(there[phone.game]) - len(phone.acknowledged)) for phone in phones)
    whole = sum(len(phone.acknowledged) for phone in phones)
    return Outcome(whole, lost, doubled, proxy.put_off, seconds)


def told(outcome: Outcome) -> None:
    first = outcome.first_write
    print(
        f"  acknowledged {outcome.acknowledged}, lost {outcome.lost}, doubled {outcome.doubled}, "
        f"put off {outcome.put_off} times, {outcome.seconds:.0f} s"
        + ("" if first is None else f", first write {first:.1f} s after the primary's end"),
        flush=True,
    )


KILLS = ("process", "server", "pooler", "primary")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--control", choices=["asynchronous", "hasty"])
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tichu-failover-") as folder:
        if asked.control:
            return control(Path(folder), asked.control, asked.tables)
        return runs(Path(folder), asked.runs, asked.tables)


def runs(folder: Path, count: int, tables: int) -> int:
    """All runs: 0 where nothing was lost and each fail-over was quick enough."""
    firsts = []
    with running(folder) as stack:
        for number in range(1, count + 1):
            print(f"Run {number} of {count}: {tables} tables, {HANDS} rounds each", flush=True)
            outcome = play(stack, tables, KILLS)
            if not outcome.good or outcome.first_write is None:
                print(f"Failed. {outcome.trouble}\n{stack.logs()}")
                return 1
            firsts.append(outcome.first_write)
            if number < count:
                stack.databases.follow()
    print(
        f"{count * len(KILLS)} kills: nothing lost, nothing doubled. First write after "
        f"{median(firsts):.1f} s (median), {max(firsts):.1f} s at most; goal {GOAL:.0f} s."
    )
    return 0 if max(firsts) <= GOAL else 1


def control(folder: Path, what: str, tables: int) -> int:
    """The same with a fault: 0 where it is found out."""
    settings = {"DJANGO_SETTINGS_MODULE": HASTY} if what == "hasty" else {}
    print(f"Control, {what}: something must be lost.", flush=True)
    with running(folder, synchronous=what != "asynchronous", **settings) as stack:
        kills = ["primary"] if what == "asynchronous" else ["server", "process", "process"]
        outcome = play(stack, tables, kills)
    print("  Found out." if outcome.lost else "  Nothing was lost: this cannot see a loss.")
    return 0 if outcome.lost else 1


if __name__ == "__main__":
    sys.exit(main())
