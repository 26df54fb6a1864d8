"""Which rows of a long list are shown to somebody in it: the first ones, and their own with its
neighbours. Pure.
"""

HEAD = 5  # rows at the beginning, where one's own is further down


def rows_shown(count: int, most: int, own: int | None) -> list[int]:
    """Of so many rows, counted from 0, the first `most`; where one's own is behind them, fewer, and
    that with one neighbour at each side.
    """
    if own is None or own < most:
        return list(range(min(most, count)))
    return [*range(HEAD), *range(max(own - 1, HEAD), min(own + 2, count))]


def gap_before(shown: list[int], at: int) -> tuple[int, int] | None:
    """The rows that are left out before the one at `at` of these, from which to which, counted from
    1.
    """
    before = shown[at - 1] if at else -1
    return (before + 2, shown[at]) if shown[at] > before + 1 else None
