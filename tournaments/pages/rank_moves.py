"""A drawing of the standings before and after a change: two columns of names, connected by lines.

No queries.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.games.round_words import figure
from tournaments.actions.consequences import StandingsChange
from tournaments.stage.ranking import Ranked
from tournaments.standings.criteria import CRITERIA
from tournaments.standings.criteria.boards import BoardPercent
from tournaments.standings.lines import Number

# Rows up to which all are drawn; of more only those that move, and one neighbour each
MOST_WHOLE = 24
MOST_DRAWN = 40


@dataclass(frozen=True)
class Row:
    """An entrant's line: its row in both columns, from 0, with the ranks there, and `points` and
    `why` at its end.

    `moves` if rank or points change, `concerned` if their own result changes. `start` or `end` is
    missing for entrants who are not in the standings before or after.
    """

    name: str
    start: int | None
    end: int | None
    rank: int | None
    to: int | None
    points: str
    why: str
    moves: bool
    concerned: bool

    @property
    def up(self) -> int:
        """Return by how many ranks they rise, negative if they fall."""
        return self.rank - self.to if self.rank and self.to else 0

    @property
    def by(self) -> int:
        return abs(self.up)

    @property
    def line(self) -> str:
        """Return the path from one row to the other; empty if there is only one. A row is one unit
        high, and the gap between the columns one unit wide.
        """
        if self.start is None or self.end is None:
            return ""
        start, end = self.start + 0.5, self.end + 0.5
        return f"M0,{start}C.5,{start} .5,{end} 1,{end}"


@dataclass(frozen=True)
class RankMoves:
    """The drawing: its rows, with those that move above the others."""

    rows: Sequence[Row]

    @property
    def beside(self) -> Iterator[tuple[Row | None, Row | None]]:
        """Yield who is in each row, before and after."""
        before = {row.start: row for row in self.rows if row.start is not None}
        after = {row.end: row for row in self.rows if row.end is not None}
        return ((before.get(at), after.get(at)) for at in range(max(len(before), len(after))))

    @property
    def height(self) -> int:
        """Return the number of rows."""
        return len(list(self.beside))


def rank_moves(
    stage: StandingsChange,
    concerned: set[int],
    reasons: Mapping[int, str],
    name: Callable[[int], str],
) -> RankMoves:
    """Draw the standings of a stage; `concerned` are those whose own result changes."""
    moving = {one.id for one in stage.moved}
    kept = _drawn_entrants(stage, moving)
    old, new = _by_id(stage.before), _by_id(stage.after)
    starts = {who: at for at, who in enumerate(who for who in old if who in kept)}
    ends = {who: at for at, who in enumerate(who for who in new if who in kept)}
    rows = [
        Row(
            name(who),
            starts.get(who),
            ends.get(who),
            _rank(old.get(who)),
            _rank(new.get(who)),
            _points(old.get(who), new.get(who)),
            reasons.get(who, ""),
            who in moving,
            who in concerned,
        )
        for who in {**starts, **ends}
    ]
    return RankMoves(sorted(rows, key=lambda row: row.moves))


def reasons_of(stage: StandingsChange) -> dict[int, str]:
    """Return why ranks change: points, or the criterion that separates an entrant from those they
    passed or were passed by.

    Entrants who were only displaced by others are left out, and so are more than can be drawn.
    """
    old, new = _by_id(stage.before), _by_id(stage.after)
    both = [who for who in new if who in old]
    moved = [
        one.id
        for one in stage.moved[:MOST_DRAWN]
        if one.before and one.after and old[one.id].rank != new[one.id].rank
    ]
    reasons = {who: _reason(who, old, new, both) for who in moved}
    return {who: reason for who, reason in reasons.items() if reason}


def _by_id(rows: Iterable[Ranked]) -> dict[int, Ranked]:
    """Return standings by entrant, in their order."""
    return {row.id: row for row in rows}


def _rank(row: Ranked | None) -> int | None:
    return None if row is None else row.rank


def _reason(
    who: int, old: Mapping[int, Ranked], new: Mapping[int, Ranked], others: Iterable[int]
) -> str:
    """Return why one rank changes; empty if others only displaced it."""
    if BoardPercent.key not in new[who].values and old[who].points != new[who].points:
        return _("points")
    passed = [other for other in others if _compare(old, who, other) != _compare(new, who, other)]
    deciding = _deciding_criteria(new, who, passed) | _deciding_criteria(old, who, passed)
    changed = [key for key in deciding if old[who].values[key] != new[who].values.get(key)]
    if not changed:
        return ""
    return _(CRITERIA[min(changed, key=list(new[who].values).index)].name)


def _compare(rows: Mapping[int, Ranked], who: int, other: int) -> int:
    """Return whether an entrant is above another, level or below."""
    one, two = rows[who], rows[other]
    return (one.rank > two.rank) - (one.rank < two.rank) if one.group == two.group else 0


def _deciding_criteria(rows: Mapping[int, Ranked], who: int, others: Iterable[int]) -> set[str]:
    """Return the first criteria in which an entrant differs from each of these."""
    firsts = (
        next((key for key, value in rows[who].values.items() if value != other.values.get(key)), "")
        for other in map(rows.__getitem__, others)
    )
    return {key for key in firsts if key}


def _drawn_entrants(stage: StandingsChange, moving: set[int]) -> set[int]:
    """Return who is drawn."""
    if max(len(stage.before), len(stage.after)) <= MOST_WHOLE:
        return {row.id for row in (*stage.before, *stage.after)}
    kept: dict[int, None] = {}
    for rows in (stage.after, stage.before):
        for at, row in enumerate(rows):
            if any(beside.id in moving for beside in rows[max(at - 1, 0) : at + 2]):
                kept[row.id] = None
    return set(list(kept)[:MOST_DRAWN])


def _points(before: Ranked | None, after: Ranked | None) -> str:
    told: list[Number] = [row.points for row in (before, after) if row is not None]
    return " → ".join(figure(points) for points in dict.fromkeys(told))
