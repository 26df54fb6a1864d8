"""Work counted instead of timed: how many functions are called, Python's and C's, until something
is done.

What one call of C does inside itself (a search through a list, a regular expression) is not seen:
what may be long there has tests of its own. A machine that is busy counts the same as one that is
not.
"""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

COUNTED = {"call", "c_call"}
GROWTH = 2.5  # as much work at most where the input is twice as large


def work_of(do: Callable[[], Any]) -> int:
    """The calls that it takes, all threads' but this one's left out."""
    count = 0

    def counted(_frame: FrameType, event: str, _of: object) -> None:
        nonlocal count
        if event in COUNTED:
            count += 1

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        do()
    finally:
        sys.setprofile(before)
    return count


def grows(do: Callable[[int], Any], size: int) -> float:
    """How many times the work of half the size the whole size takes. What is set up once is set up
    before.
    """
    do(size // 2)
    half, whole = work_of(lambda: do(size // 2)), work_of(lambda: do(size))
    return whole / half
