"""A page of a long list. No Django."""

from dataclasses import dataclass


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
