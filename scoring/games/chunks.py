"""A long list in parts: no statement takes as many values as there may be. Pure."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

Row = TypeVar("Row")


def batched(rows: Iterable[Row], size: int) -> Iterator[list[Row]]:
    """These, in their order, in lists of so many; the last one may be shorter."""
    rest = list(rows)
    for start in range(0, len(rest), size):
        yield rest[start : start + size]
