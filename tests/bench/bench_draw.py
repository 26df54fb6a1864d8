"""How long a Swiss draw takes: round 6 of a field with results as they come, beside one matching of
500 with all.

python tests/bench/bench_draw.py
"""

import random
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import rustworkx as rx

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.smoke import judge, sized  # noqa: E402
from tournaments.pairing.swiss import Swiss  # noqa: E402
from tournaments.pairing.values import Draw, Entrant, Field, SessionRound  # noqa: E402

ROUNDS = 6
BASE = sized(500, 40)  # entrants of the baseline: one matching of each with each
# Seconds the baseline took where the goals were set; they grow with it on a slower computer
USUAL = 0.4
GOALS = sized({1_000: 0.5, 10_000: 10.0}, {40: 0.5})  # seconds for the draw of one round
LARGE = sized((1_001, 2_001), (41, 81))  # entrants
GROWTH = 6.0  # 2,000 entrants may take so many times as long as 1,000, however the clubs lie


def baseline() -> float:
    """Seconds for one matching of BASE entrants, each with each; the best of three."""
    chance = random.Random(5)
    best = float("inf")
    for _ in range(3):
        start = perf_counter()
        graph = rx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(BASE))
        edges = [
            (a, b, -((a - b) ** 2 << 40) - chance.getrandbits(40))
            for a in range(BASE)
            for b in range(a)
        ]
        graph.add_edges_from(edges)
        rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        best = min(best, perf_counter() - start)
    return best


def last_round(clubs: Sequence[str]) -> tuple[float, Draw]:
    """Seconds for the draw of the last round, and what it drew. `clubs` has the club of every
    entrant.
    """
    chance = random.Random(len(clubs))
    strength = [chance.gauss(0, 1) for _ in clubs]
    wins = [0] * len(clubs)
    past: list[SessionRound] = []
    taken = 0.0
    for number in range(1, ROUNDS + 1):
        order = sorted(range(len(clubs)), key=lambda id_: (-wins[id_], id_))
        entrants = tuple(
            Entrant(id_, place, wins[id_], clubs[id_]) for place, id_ in enumerate(order, 1)
        )
        start = perf_counter()
        settings = {"rounds": None, "clubs_apart": any(clubs)}
        draw = Swiss().draw(Field(entrants, tuple(past), number, 7, settings))
        taken = perf_counter() - start
        drawn = [who for table in draw.tables for who in table.everybody] + list(draw.byes)
        assert sorted(drawn) == list(range(len(clubs))), "somebody is drawn twice, or not at all"
        past.append(SessionRound(draw.tables, draw.byes))
        for bye in draw.byes:
            wins[bye] += 1
        for table in draw.tables:
            one, other = table.everybody
            wins[one if strength[one] - strength[other] + chance.gauss(0, 1) > 0 else other] += 1
    return taken, draw


def spread(size: int) -> list[str]:
    """Clubs of about eight, some entrants without one."""
    chance = random.Random(size)
    return [
        f"Club {chance.randrange(size // 8)}" if chance.random() < 0.8 else "" for _ in range(size)
    ]


def half(size: int) -> list[str]:
    """One club of half of the field and a little more, first in the order of the seeds."""
    return ["Bern" if id_ <= size // 2 else "" for id_ in range(size)]


def thirds(size: int) -> list[str]:
    """Three clubs, one after the other in the order of the seeds."""
    return [("Bern", "Basel", "Chur")[3 * id_ // size] for id_ in range(size)]


def main() -> None:
    """Print the figures; fail where one misses its goal."""
    base = baseline()
    slower = max(1.0, base / USUAL)
    print(
        f"baseline: one matching of {BASE}, each with each {base:6.2f} s; goals are taken times "
        f"{slower:.2f}"
    )
    missed = False
    for size, goal in GOALS.items():
        for count in (size, size + 1):
            for name, clubs in (("no clubs", [""] * count), ("clubs of eight", spread(count))):
                taken, draw = last_round(clubs)
                said = ", ".join(note.code for note in draw.relaxed) or "nothing"
                print(
                    f"{count:6,} entrants, {name:14} {taken:6.2f} s, {taken / base:5.2f} of it; "
                    f"given up: {said}"
                )
                missed |= taken > goal * slower
    for name, clubs_of in (("half of one club", half), ("three clubs", thirds)):
        small, large = (last_round(clubs_of(size))[0] for size in LARGE)
        took = ", ".join(
            f"{size:,} entrants {taken:.2f} s"
            for size, taken in zip(LARGE, (small, large), strict=True)
        )
        print(f"{name}: {took}, {large / small:.1f} times as long")
        missed |= large > GROWTH * small
    print("wanted: " + ", ".join(f"{size:,} entrants in {goal} s" for size, goal in GOALS.items()))
    judge(missed, "Slower than wanted.")


if __name__ == "__main__":
    main()
