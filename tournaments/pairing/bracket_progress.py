"""Progress of each entrant in a bracket: shared places, the champion, and places still open.

Standings, certificates, screens, downloads and qualification for the next stage all read places
from here, computed from the same match states that the tree is drawn from.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing.brackets import NO_ENTRANT, Match, State

STILL_IN = 0  # place of entrants who can still win
FINALIST = 2  # loser of a final that may be repeated


@dataclass(frozen=True)
class Reached:
    """Places reached in a bracket.

    `levels` are groups of entrants that share a place, best first: (1), (2), (3) and (4) or (3-4),
    (5-8) ... Until there is a champion, the first level holds everybody still in. `champion` is
    None until the bracket is won, and if both finalists have left. `open` are entrants whose place
    can still change: those still in, those playing for third or a lower place, and those who left a
    table whose match has no winner yet.
    """

    levels: tuple[tuple[int, ...], ...]
    champion: int | None = None
    open: frozenset[int] = frozenset()


def nothing_drawn(entrants: Sequence[int], active: Collection[int]) -> Reached:
    """Return the places before the first draw: one level, and those who have left below it."""
    present = tuple(id_ for id_ in entrants if id_ in active)
    left = tuple(id_ for id_ in entrants if id_ not in active)
    return Reached(tuple(level for level in (present, left) if level), open=frozenset(present))


def reached(
    states: Mapping[str, State], entrants: Sequence[int], active: Collection[int]
) -> Reached:
    """Compute the places from the match states, which come in the order of `resolve`.

    Each of `entrants` is in exactly one level, in the order passed in; entrants that were never in
    the bracket are in the last one. `active` are those who have not left.
    """
    place, open_ = _places(states, active)
    final = next(state for state in states.values() if state.match.winner_place == 1)
    champion = None if final.winner == NO_ENTRANT else final.winner
    last = max(place.values(), default=0) + 1
    levels: dict[int, list[int]] = {}
    for id_ in sorted(entrants, key=lambda id_: place.get(id_, last)):
        levels.setdefault(place.get(id_, last), []).append(id_)
    return Reached(tuple(tuple(level) for level in levels.values()), champion, frozenset(open_))


def _places(
    states: Mapping[str, State], active: Collection[int]
) -> tuple[dict[int, int], set[int]]:
    """Return the place of each entrant in the bracket, and those whose place is open."""
    place: dict[int, int] = {}
    open_: set[int] = set()
    latest: dict[int, int] = {}  # level of each entrant's last match at a table
    for state in states.values():
        for id_ in _entrants(state.sides):
            latest[id_] = max(latest.get(id_, 0), state.match.level)
            place[id_] = _place(state, id_, active)
            open_.discard(id_)
            if state.winner is None and (id_ in active or state.table is not None):
                open_.add(id_)
    for state in states.values():
        for id_ in _entrants(state.expected):  # a director gave their match to another entrant
            if latest.get(id_, 0) < state.match.level:
                place[id_] = _beaten(state.match)
                open_.discard(id_)
    return place, open_


def _entrants(sides: Iterable[int | None]) -> list[int]:
    return [id_ for id_ in sides if id_ is not None and id_ != NO_ENTRANT]


def _place(state: State, id_: int, active: Collection[int]) -> int:
    """Return the place of an entrant whose last match this is.

    An entrant who has left can only lose an undecided match, even if the opponent is not known yet.
    """
    match = state.match
    if state.winner is None:
        return (match.open_place or STILL_IN) if id_ in active else _beaten(match)
    if id_ == state.winner:
        return match.winner_place or STILL_IN
    if state.winner == NO_ENTRANT:
        return match.no_winner_place or _beaten(match)
    return _beaten(match)


def _beaten(match: Match) -> int:
    return match.loser_place or FINALIST
