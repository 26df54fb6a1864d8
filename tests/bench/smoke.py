"""The smoke run of a measurement, `--smoke`: about a second of work, every answer checked, no
figure judged. `make test-slow` does it for each, so that none stops working unseen between two
measurements.

Goals in seconds are those of one computer; on a slower one they grow.
"""

import sys
from functools import cache
from time import process_time
from typing import TypeVar

SMOKE = "--smoke" in sys.argv
Size = TypeVar("Size")
ADDITIONS = 3_000_000
USUAL = 0.05  # seconds for so many additions where the goals were set


def sized(whole: Size, smoke: Size) -> Size:
    """How much of something: the whole, or what a smoke run needs."""
    return smoke if SMOKE else whole


def judge(missed: bool, sentence: str) -> None:
    """End with this sentence where a goal was missed."""
    if missed and not SMOKE:
        sys.exit(sentence)


@cache
def slower() -> float:
    """How many times as long this computer takes for plain Python as the one of the goals, and at
    least 1. Says so.
    """
    best = min(_additions() for _ in range(sized(5, 1)))
    found = max(1.0, best / USUAL)
    print(f"goals in seconds are taken times {found:.2f}")
    return found


def _additions() -> float:
    start, total = process_time(), 0
    for number in range(ADDITIONS):
        total += number
    return process_time() - start
