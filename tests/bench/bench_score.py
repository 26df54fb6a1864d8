"""How many one-round records a second are answered on one core, beside reading and writing the JSON
alone.

python tests/bench/bench_score.py
"""

import io
import json
import subprocess
import sys
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from scoring.rules.lines import answer_line  # noqa: E402
from tests.bench.smoke import judge, sized, slower  # noqa: E402

RECORDS = sized(20_000, 40)
RUNS = sized(5, 1)
WANTED = 3_000  # one-round records a second

PLAYERS = ["Anna", "Beat", "Carla", "Dino"]
ROUNDS = [
    {"out": PLAYERS[:3], "calls": {"Anna": "tichu", "Dino": "grand"}, "card_points": [65, 35]},
    {"out": ["Beat", "Dino"], "calls": {"Beat": "tichu"}},
    {"out": ["Carla", "Dino", "Anna", "Beat"], "card_points": [-25, 125]},
    {"out": ["Anna", "Beat", "Anna"], "card_points": [51, 50]},
]


def lines() -> list[bytes]:
    """Records of one round: two in three are usual, one in four is wrong."""
    head = {"format": "tichu-score-record", "version": 1, "variant": "nanking", "players": PLAYERS}
    records = [
        head | {"settings": {"target_score": 500, "recording": "full"}, "rounds": [one]}
        for one in ROUNDS
    ]
    return [json.dumps(records[number % len(records)]).encode() for number in range(RECORDS)]


def best_rate(work, given: list[bytes]) -> float:
    """Lines a second in the best of several runs."""
    best = float("inf")
    for _ in range(RUNS):
        out = io.StringIO()
        start = perf_counter()
        for line in given:
            out.write(json.dumps(work(line)))
        best = min(best, perf_counter() - start)
    return len(given) / best


def command_rate(given: list[bytes]) -> float:
    """Lines a second of the whole command, its start included."""
    start = perf_counter()
    done = subprocess.run(
        [sys.executable, "manage.py", "score"],
        cwd=ROOT,
        input=b"\n".join(given),
        stdout=subprocess.PIPE,
        check=True,
    )
    taken = perf_counter() - start
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers == [json.loads(json.dumps(answer_line(line))) for line in given]
    assert sum("errors" in answer for answer in answers) == len(given) // len(ROUNDS)
    return len(given) / taken


def main() -> None:
    """Print the figures; fail where the wanted rate is missed."""
    given = lines()
    baseline = best_rate(json.loads, given)
    answered = best_rate(answer_line, given)
    command = command_rate(given)
    print(f"JSON read and written alone  {baseline:10,.0f} records/s")
    print(
        f"answered                     {answered:10,.0f} records/s, {answered / baseline:.2f} of "
        "that"
    )
    print(
        f"manage.py score, with start  {command:10,.0f} records/s, {command / baseline:.2f} of that"
    )
    wanted = WANTED / slower()
    print(f"wanted                       {wanted:10,.0f} records/s")
    judge(command < wanted, "Slower than wanted.")


if __name__ == "__main__":
    main()
