"""A page of a long list. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Leaf:
    """A page of a list: which one, and whether another comes."""

    number: int
    of: int

    @property
    def before(self) -> int:
        return self.number - 1

    @property
    def after(self) -> int:
        return self.number + 1 if self.number < self.of else 0


def leaf_of(total: int, asked: int, most: int) -> Leaf:
    """The page that is asked for, of a list of so many with `most` on each; the nearest that there
    is.
    """
    pages = max(1, -(-total // most))
    return Leaf(min(max(asked, 1), pages), pages)
