"""A club's all-time table: titles, second and third places, best rank, participations."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

Places = Mapping[int, int]  # by person; 0 for taking part without a rank


@dataclass(frozen=True)
class AllTimeRow:
    """A person over all finished events. `best` is their best rank, 0 without any."""

    person: int
    rank: int
    titles: int
    seconds: int
    thirds: int
    best: int
    times: int


def all_time(events: Iterable[Places]) -> list[AllTimeRow]:
    """Return a row for everybody who took part, the most titles first.

    Equal titles: the second places decide, then the third ones, then the better best rank. Equals
    share a rank; those who took part more often are listed first.
    """
    ranks: dict[int, list[int]] = defaultdict(list)
    for places in events:
        for person, place in places.items():
            ranks[person].append(place)
    found = [_row(person, own) for person, own in ranks.items()]
    found.sort(key=lambda row: (_strength(row), -row.times, row.person))
    rows: list[AllTimeRow] = []
    for at, row in enumerate(found, start=1):
        level = rows and _strength(rows[-1]) == _strength(row)
        rank = rows[-1].rank if level else at
        rows.append(replace(row, rank=rank))
    return rows


def _row(person: int, ranks: list[int]) -> AllTimeRow:
    titles, seconds, thirds = (ranks.count(place) for place in (1, 2, 3))
    best = min((rank for rank in ranks if rank), default=0)
    return AllTimeRow(person, 0, titles, seconds, thirds, best, len(ranks))


def _strength(row: AllTimeRow) -> tuple[int, int, int, bool, int]:
    return -row.titles, -row.seconds, -row.thirds, not row.best, row.best
