"""How long the standings of 1,000 pairs after 9 rounds take with every criterion there is, beside
adding up alone; and those of 5,000 pairs by eleven criteria, the opponents' sums among them.

python tests/bench/bench_ranking.py
"""

import random
import sys
from fractions import Fraction
from pathlib import Path
from statistics import median
from time import process_time

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.smoke import judge, sized, slower  # noqa: E402
from tournaments.standings.criteria import CRITERIA  # noqa: E402
from tournaments.standings.lines import Entered, Line  # noqa: E402
from tournaments.standings.ranking import rank  # noqa: E402

PAIRS, ROUNDS, RUNS = *sized((1_000, 9), (40, 9)), sized(7, 1)
WANTED = 0.5  # seconds
MANY, MANY_RUNS, WANTED_FOR_MANY = sized(5_000, 60), sized(3, 1), 3.0
ELEVEN = (
    *(
        "points",
        "head_to_head",
        "buchholz_cut_1",
        "buchholz",
        "buchholz_median",
        "sonneborn_berger",
    ),
    *("opponents_average", "wins", "progressive", "difference", "score"),
)
HALF = Fraction(1, 2)


def field(pairs: int) -> list[Entered]:
    """Pairs that met at random, each round anew; halves among the points, as draws of 1-0-½ give
    them.
    """
    lot = random.Random(pairs)
    lines: dict[int, list[Line]] = {who: [] for who in range(1, pairs + 1)}
    for number in range(1, ROUNDS + 1):
        order = lot.sample(sorted(lines), pairs)
        for one, other in zip(order[::2], order[1::2], strict=True):
            share = lot.choice([Fraction(1), Fraction(0), HALF])
            score = lot.randrange(-200, 1200, 5)
            for who, met, points, own in (
                (one, other, share, score),
                (other, one, 1 - share, 1000 - score),
            ):
                exact = points.numerator if points.denominator == 1 else points
                lines[who].append(
                    Line(
                        number,
                        points=exact,
                        score=own,
                        points_against=1 - exact,
                        score_against=1000 - own,
                        opponents=(met,),
                        hands=10,
                        sweeps=lot.randrange(3),
                        calls_made=lot.randrange(4),
                        calls_failed=lot.randrange(3),
                        games_won=int(points == 1),
                        games_lost=int(points == 0),
                    )
                )
    return [Entered(who, who, tuple(own)) for who, own in lines.items()]


def seconds(work, runs: int = RUNS) -> float:
    """Processor seconds, the median of several runs: what else the machine does counts nothing."""
    found = []
    for _ in range(runs):
        start = process_time()
        work()
        found.append(process_time() - start)
    return median(found)


def main() -> None:
    """Print the figures; fail where the goal is missed, or the time grows faster than the square of
    the field.
    """
    small, large = field(PAIRS // 2), field(PAIRS)
    adding = seconds(lambda: sum(line.points for entered in large for line in entered.lines))
    half, whole = (
        seconds(lambda some=some: rank(some, list(CRITERIA), unplayed="fide_2023"))
        for some in (small, large)
    )
    print(f"points added up alone        {adding * 1000:8.1f} ms")
    print(f"{PAIRS // 2:5,} pairs, {len(CRITERIA)} criteria    {half * 1000:8.1f} ms")
    print(
        f"{PAIRS:5,} pairs, {len(CRITERIA)} criteria    {whole * 1000:8.1f} ms, "
        f"{whole / adding:.0f} times that"
    )
    wanted, wanted_for_many = WANTED * slower(), WANTED_FOR_MANY * slower()
    print(f"wanted                       {wanted * 1000:8.1f} ms, and at most 4 times the half")
    everybody = field(MANY)
    many = seconds(lambda: rank(everybody, ELEVEN, unplayed="fide_2023"), MANY_RUNS)
    print(
        f"{MANY:5,} pairs, {len(ELEVEN)} criteria    {many * 1000:8.1f} ms, wanted "
        f"{wanted_for_many * 1000:.1f}"
    )
    judge(whole > wanted or whole > 4.5 * half or many > wanted_for_many, "Slower than wanted.")


if __name__ == "__main__":
    main()
