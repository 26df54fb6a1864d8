"""Split long lists: databases limit the number of values in a statement. No Django."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

Row = TypeVar("Row")


def batched(rows: Iterable[Row], size: int) -> Iterator[list[Row]]:
    """Yield the rows, in order, in lists of this size; the last may be shorter."""
    rest = list(rows)
    for start in range(0, len(rest), size):
        yield rest[start : start + size]
