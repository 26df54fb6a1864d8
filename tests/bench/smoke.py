"""The smoke run of a measurement, `--smoke`: about a second of work, every answer checked, no
figure judged.

`make test-slow` does it for each, so that none stops working unseen between two measurements.
"""

import sys
from typing import TypeVar

SMOKE = "--smoke" in sys.argv
Size = TypeVar("Size")


def sized(whole: Size, smoke: Size) -> Size:
    """How much of something: the whole, or what a smoke run needs."""
    return smoke if SMOKE else whole


def judge(missed: bool, sentence: str) -> None:
    """End with this sentence where a goal was missed."""
    if missed and not SMOKE:
        sys.exit(sentence)
