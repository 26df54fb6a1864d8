"""Boards that several tables need in the same round: which, and in which order each plays them."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import permutations


def in_order_of_play(tables: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Return each table's boards in the order of play: as few as possible at two tables at once,
    and not the same order twice if there is another.
    """
    at_once: Counter[tuple[int, int]] = Counter()  # tables with this board in this place
    orders: list[tuple[int, ...]] = []
    for boards in tables:
        order = min(
            permutations(boards),
            key=lambda one: (sum(at_once[at] for at in enumerate(one)), orders.count(one)),
        )
        at_once.update(enumerate(order))
        orders.append(order)
    return orders


def shared_boards(tables: Mapping[int, Sequence[int]]) -> list[dict[str, list[int]]]:
    """Return the boards that two or more tables need, and these tables."""
    needed_at: defaultdict[int, list[int]] = defaultdict(list)
    for number, boards in tables.items():
        for board in boards:
            needed_at[board].append(number)
    by_tables: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for board, numbers in sorted(needed_at.items()):
        if len(numbers) > 1:
            by_tables[tuple(numbers)].append(board)
    return [{"boards": boards, "tables": list(numbers)} for numbers, boards in by_tables.items()]
