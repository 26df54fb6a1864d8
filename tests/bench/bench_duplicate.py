"""How long a comparison of 40 pairs on 27 boards takes, beside reading and writing its JSON alone;
the largest record there may be; and the standings of such a session with all values.

python tests/bench/bench_duplicate.py
"""

import gzip
import json
import random
import sys
from pathlib import Path
from statistics import median
from time import process_time

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.smoke import judge, sized, slower  # noqa: E402
from tournaments.standings.duplicate.possible_scores import (  # noqa: E402
    SEATS,
    with_any_calls,
    with_calls,
)
from tournaments.standings.duplicate.record import answer_line  # noqa: E402

PAIRS, BOARDS = sized((40, 27), (8, 3))
MOST_PAIRS, MOST_BOARDS = sized((200, 50), (20, 3))
RUNS = sized(7, 1)
WANTED, WANTED_FOR_MOST = 0.3, 3.0  # seconds
WANTED_BYTES = 25_000
VALUES = ["board_percent", "log_difference", "matchpoints", "board_difference", "imps", "boldness"]


def evening(pairs: int, boards: int) -> str:
    """A record in which everybody plays every board: one result in ten is an average, of one in ten
    the calls are not known.
    """
    lot = random.Random(pairs)
    names = [str(number) for number in range(1, pairs + 1)]
    results = []
    for board in range(1, boards + 1):
        order = lot.sample(names, pairs)
        results += [
            {"board": board, "ns": ns, "ew": ew, **played(lot)}
            for ns, ew in zip(order[::2], order[1::2], strict=True)
        ]
    head = {"format": "tichu-duplicate-record", "version": 1, "pairs": names}
    return json.dumps(head | {"results": results})


def played(lot: random.Random) -> dict[str, object]:
    """What came of one board at one table."""
    kind = lot.randrange(10)
    if kind == 0:
        return {"average": {"ns": "avg+", "ew": "avg-"}}
    calls = tuple((seat, lot.choice(["tichu", "grand"])) for seat in range(4) if lot.random() < 0.2)
    possible = with_any_calls(grand_allowed=True) if kind == 1 else with_calls(calls)
    ns, ew = lot.choice(sorted(possible))
    named = {SEATS[seat]: call for seat, call in calls}
    return {"score": {"ns": ns, "ew": ew}, "calls": None if kind == 1 else named}


def seconds(work, line: str) -> float:
    """Processor seconds, the median of several runs: what else the machine does counts nothing."""
    found = []
    for _ in range(RUNS):
        start = process_time()
        json.dumps(work(line))
        found.append(process_time() - start)
    return median(found)


def first_seconds(line: str) -> float:
    """The first answer of a process, which works out the possible scores as well."""
    with_calls.cache_clear()
    with_any_calls.cache_clear()
    start = process_time()
    found = answer_line(line)
    taken = process_time() - start
    assert found["ok"], found
    assert [one["boards"] for one in found["standings"]] == [BOARDS] * PAIRS
    return taken


def standings() -> None:
    """The standings page of a session, nothing kept, through all middleware and packed."""
    from bench_standings import timed
    from django.test import Client
    from django.urls import reverse

    from tests.tournaments import desks
    from tournaments.actions import revealing
    from tournaments.models import Stage

    settings = {"boards": 3, "rounds": BOARDS // 3}
    session = desks.a_tournament("duplicate_evening", PAIRS, awards={}, format_settings=settings)
    Stage.objects.filter(tournament=session).update(criteria=VALUES)
    for number in range(1, BOARDS // 3 + 1):
        desks.play_round(desks.draw(session, number), seed=number)
    revealing.unfreeze(session, None)
    address = reverse("standings", args=[session.pk, 1])
    client = Client(headers={"Accept-Encoding": "gzip"})

    def asked() -> int:
        answer = client.get(address)
        assert answer.status_code == 200
        rows = gzip.decompress(answer.content).count(b"<tr><td>")
        assert rows == PAIRS, rows
        return len(answer.content)

    _clock, processor = timed(asked)
    taken, sent, wanted = median(processor), asked(), WANTED * 1000 * slower()
    print(
        f"standings page        {taken:8.1f} ms of the processor, wanted {wanted:.0f}; {sent:,} "
        f"bytes, wanted {WANTED_BYTES:,}"
    )
    judge(taken > wanted or sent > WANTED_BYTES, "More than wanted.")


def main() -> None:
    """Print the figures; fail where a goal is missed."""
    line, most = evening(PAIRS, BOARDS), evening(MOST_PAIRS, MOST_BOARDS)
    alone, first = seconds(json.loads, line), first_seconds(line)
    later, largest = seconds(answer_line, line), seconds(answer_line, most)
    what = f"{PAIRS} pairs, {BOARDS} boards"
    print(f"{what}, JSON alone     {alone * 1000:8.1f} ms")
    print(f"{what}, first answer   {first * 1000:8.1f} ms, wanted {WANTED * 1000:.0f}")
    print(f"{what}, later answers  {later * 1000:8.1f} ms, {later / alone:.0f} times JSON alone")
    print(
        f"{MOST_PAIRS} pairs, {MOST_BOARDS} boards, the most     {largest * 1000:8.1f} ms, "
        f"wanted {WANTED_FOR_MOST * 1000:.0f}"
    )
    missed = max(first, later) > WANTED * slower() or largest > WANTED_FOR_MOST * slower()
    judge(missed, "Slower than wanted.")


if __name__ == "__main__":
    from bench_standings import on_a_site_of_its_own

    main()
    on_a_site_of_its_own(standings)
