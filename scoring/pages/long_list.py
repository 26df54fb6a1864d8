"""Long lists: one page of them, or the first rows and the reader's own. No Django."""

from dataclasses import dataclass

HEAD = 5  # rows at the start if one's own is further down


def rows_shown(count: int, most: int, own: int | None) -> list[int]:
    """Return the indexes of the rows to show: the first `most`.

    If `own` is after them, fewer, and it with one neighbour on each side.
    """
    if own is None or own < most:
        return list(range(min(most, count)))
    return [*range(HEAD), *range(max(own - 1, HEAD), min(own + 2, count))]


def gap_before(shown: list[int], at: int) -> tuple[int, int] | None:
    """Return the range of rows left out before position `at` of these, counted from 1; None if none
    are.
    """
    before = shown[at - 1] if at else -1
    return (before + 2, shown[at]) if shown[at] > before + 1 else None


@dataclass(frozen=True)
class Leaf:
    """A page of a list: its number, and whether another follows."""

    number: int
    of: int

    @property
    def before(self) -> int:
        return self.number - 1

    @property
    def after(self) -> int:
        return self.number + 1 if self.number < self.of else 0


def leaf_of(total: int, asked: int, most: int) -> Leaf:
    """Return the requested page of a list, `most` per page, or the nearest that exists."""
    pages = max(1, -(-total // most))
    return Leaf(min(max(asked, 1), pages), pages)
