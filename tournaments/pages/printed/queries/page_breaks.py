"""How lines fill pages: each page has its own head, so how many there are is known before they are
printed. Pure.
"""

from collections.abc import Callable, Iterable, Sequence
from math import ceil
from typing import TypeVar

T = TypeVar("T")


def lines_of(people: Iterable[str], width: int) -> int:
    """How many lines these names take, each in a line of its own,
    where so many characters fit one.
    """
    return sum(ceil(len(name) / width) or 1 for name in people)


def on_leaves(
    things: Sequence[T], most: float, weigh: Callable[[T], float] = lambda _thing: 1
) -> list[list[T]]:
    """Things in pages, the first filled first. Each has room for so much; by default a thing takes
    one.
    """
    leaves: list[list[T]] = []
    room = 0.0
    for thing in things:
        weight = weigh(thing)
        if weight > room + 1e-9 or not leaves:
            leaves.append([])
            room = most
        leaves[-1].append(thing)
        room -= weight
    return leaves


def grouped(
    groups: Iterable[tuple[str, Sequence[T]]],
    most: float,
    weigh: Callable[[T], float],
    head: float = 1.4,
) -> list[list[tuple[str, list[T]]]]:
    """Groups in pages: several share one, and what goes on has its group's head again. `head` is
    the room of one.

    A group that would have less than three lines at the foot of a page begins on the next.
    """
    leaves: list[list[tuple[str, list[T]]]] = []
    room = 0.0
    for group, things in groups:
        over = head if group else 0.0
        begun = False
        for number, thing in enumerate(things):
            weight = weigh(thing)
            needed = (
                weight if begun else over + sum(weigh(one) for one in things[number : number + 3])
            )
            if not leaves or needed > room + 1e-9:
                leaves.append([])
                room = most
                begun = False
            if not begun:
                leaves[-1].append((group, []))
                room -= over
                begun = True
            leaves[-1][-1][1].append(thing)
            room -= weight
    return leaves
