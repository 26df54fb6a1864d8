"""How far everybody has come in a bracket: the places, who has won it, and what is still to be
played for.

Whatever tells a place (standings, certificates, screens, downloads, who goes on to the next stage)
reads it here, from the same states of the matches that the tree is drawn from.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing.brackets import NOBODY, Match, State

STILL_IN = 0  # the place of those who may still win
FINALIST = 2  # of those who are beaten in a final that may be repeated
THIRD = 3


@dataclass(frozen=True)
class Reached:
    """`levels` are groups of entrants that share a place, best first: (1), (2), (3) and (4) or
    (3-4), (5-8) ...

    While nobody has won, those who are still in are the first of them. `champion` is None until
    somebody has won, and where both finalists have left. `open` are those whose place may still
    change: who is still in, who plays for third place, and who has left a table of which nobody has
    said yet who goes on.
    """

    levels: tuple[tuple[int, ...], ...]
    champion: int | None = None
    open: frozenset[int] = frozenset()


def nothing_drawn(entrants: Sequence[int], here: Collection[int]) -> Reached:
    """Before the first draw: everybody is level, but those who have left are behind."""
    there = tuple(id_ for id_ in entrants if id_ in here)
    gone = tuple(id_ for id_ in entrants if id_ not in here)
    return Reached(tuple(level for level in (there, gone) if level), open=frozenset(there))


def reached(states: Mapping[str, State], entrants: Sequence[int], here: Collection[int]) -> Reached:
    """What the states of a bracket's matches give, in the order in which `resolve` has found them.

    Every one of `entrants` is in one level, inside it in the order handed in; who never was in the
    bracket is in the last. `here` are those who have not left.
    """
    place: dict[int, int] = {}
    open_: set[int] = set()
    latest: dict[int, int] = {}  # the level of the last match somebody sat in
    for state in states.values():
        for id_ in _entrants(state.sides):
            latest[id_] = max(latest.get(id_, 0), state.match.level)
            place[id_] = _place(state, id_, here)
            open_.discard(id_)
            if state.winner is None and (id_ in here or state.table is not None):
                open_.add(id_)
    for state in states.values():
        for id_ in _entrants(state.expected):  # a director gave their match to somebody else
            if latest.get(id_, 0) < state.match.level:
                place[id_] = _beaten(state.match)
                open_.discard(id_)
    final = next(state for state in states.values() if state.match.winner_place == 1)
    champion = None if final.winner == NOBODY else final.winner
    last = max(place.values(), default=0) + 1
    levels: dict[int, list[int]] = {}
    for id_ in sorted(entrants, key=lambda id_: place.get(id_, last)):
        levels.setdefault(place.get(id_, last), []).append(id_)
    return Reached(tuple(tuple(level) for level in levels.values()), champion, frozenset(open_))


def _entrants(sides: Iterable[int | None]) -> list[int]:
    return [id_ for id_ in sides if id_ is not None and id_ != NOBODY]


def _place(state: State, id_: int, here: Collection[int]) -> int:
    """The place of somebody whose last match this is.

    Who has left can only lose a match that is not decided, whoever comes: also where that is not
    known yet.
    """
    match = state.match
    if state.winner is None:
        if match.winner_place == THIRD and id_ in here:
            return THIRD
        return STILL_IN if id_ in here else _beaten(match)
    if id_ == state.winner:
        return match.winner_place or STILL_IN
    return _beaten(match)


def _beaten(match: Match) -> int:
    return match.loser_place or FINALIST
