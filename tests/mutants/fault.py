"""What a deliberate fault is."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """A fault by name: `old`, which stands once in the file at `path`, becomes `new`.

    `tests` are files, folders or single tests, as few as take seconds; none of them may be marked
    slow. `database` is the one they need: sqlite, or postgres for locks that SQLite has no use for.
    """

    name: str
    path: str
    old: str
    new: str
    tests: tuple[str, ...]
    database: str = "sqlite"
