"""Page breaks of lists: each page has its own head, so the number of pages is known before
printing. Pure.
"""

from collections.abc import Callable, Iterable, Sequence
from math import ceil
from typing import TypeVar

T = TypeVar("T")


def count_lines(people: Iterable[str], width: int) -> int:
    """Return how many lines these names take, each on its own line of `width` characters."""
    return sum(ceil(len(name) / width) or 1 for name in people)


def paginate(
    things: Sequence[T], most: float, weigh: Callable[[T], float] = lambda _thing: 1
) -> list[list[T]]:
    """Split things into pages, filling each before the next.

    `weigh` is the room that a thing takes, by default one.
    """
    pages: list[list[T]] = []
    room = 0.0
    for thing in things:
        weight = weigh(thing)
        if weight > room + 1e-9 or not pages:
            pages.append([])
            room = most
        pages[-1].append(thing)
        room -= weight
    return pages


def paginate_groups(
    groups: Iterable[tuple[str, Sequence[T]]],
    most: float,
    weigh: Callable[[T], float],
    head: float = 1.4,
) -> list[list[tuple[str, list[T]]]]:
    """Split groups into pages: several share one, and a continued group repeats its head, which
    takes `head`.

    A group that would have fewer than three lines at the bottom of a page begins on the next.
    """
    pages: list[list[tuple[str, list[T]]]] = []
    room = 0.0
    for group, things in groups:
        over = head if group else 0.0
        begun = False
        for number, thing in enumerate(things):
            weight = weigh(thing)
            needed = (
                weight if begun else over + sum(weigh(one) for one in things[number : number + 3])
            )
            if not pages or needed > room + 1e-9:
                pages.append([])
                room = most
                begun = False
            if not begun:
                pages[-1].append((group, []))
                room -= over
                begun = True
            pages[-1][-1][1].append(thing)
            room -= weight
    return pages
