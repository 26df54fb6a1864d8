"""A game taken apart: who went out when, the calls and their outcome, and the parts of each score.

The scores themselves come from the variants; this only divides them. Units are points; seats are
indexes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .position import GameResult, Position, RoundResult
from .rounds import Round
from .rulesets import RuleSet
from .side_calls import calls_by_side
from .variants import VARIANTS


@dataclass(frozen=True, slots=True)
class Called:
    """A call of a round. `margin` is the caller's lead before the round over the best of the
    others, negative if trailing. If only the side is known, `seat` is None and `side` its index.
    """

    seat: int | None
    call: str
    made: bool
    margin: int
    side: int | None = None


@dataclass(frozen=True, slots=True)
class WentOut:
    """The place, from 1, at which a seat went out."""

    seat: int
    place: int


@dataclass(frozen=True, slots=True)
class Scored:
    """The parts of a column's points in a round, its total after it, and its lead then. If only
    the total was recorded, all of it is in `card_points`.

    `calls` are those of its side, made and failed, and by some house rules what the others' failed
    calls bring; `penalty` is what the others' missed wish brings.
    """

    column: int
    card_points: int
    calls: int
    sweep: int
    penalty: int
    points: int
    total: int
    lead: int


@dataclass(frozen=True, slots=True)
class Breakdown:
    """One round taken apart. `places` as far as recorded or implied; `scores` is empty in games of
    ranks, and has no part for a column that sits out.
    """

    calls: tuple[Called, ...]
    places: tuple[WentOut, ...]
    scores: tuple[Scored, ...]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A seat's final place from 1, shared by equals, and its points; None in games of ranks, where
    the place is the rank.
    """

    place: int
    total: int | None


def breakdown_of(played: Sequence[Round], result: GameResult) -> list[Breakdown]:
    """Take every round of a game without mistakes apart; `result` is what `play` makes of these
    rounds.
    """
    before = result.position.carried.totals or (0,) * len(result.columns)
    found = []
    for one, brought in zip(played, result.rounds, strict=True):
        position = replace(result.position, totals=before)
        found.append(breakdown_of_round(position, one, brought))
        before = brought.totals
    return found


def breakdown_of_round(position: Position, played: Round, brought: RoundResult) -> Breakdown:
    """Take one round apart, with the totals before it in `position`."""
    n_players, columns = position.n_players, position.columns
    return Breakdown(
        calls=_calls(played, brought, position.totals, columns),
        places=_places(played, n_players, _hands(n_players, brought.sides)),
        scores=_scores(position.rules, played, brought, columns),
    )


def ranked(result: GameResult, n_players: int) -> list[Ranked]:
    """Return the ranking after the last round, by seat, without the dummy."""
    if not result.columns:
        return [Ranked(result.position.seating.index(seat) + 1, None) for seat in range(n_players)]
    standing = VARIANTS[result.position.rules.variant].standing(result.position)
    found = {
        seat: Ranked(1 + sum(other > value for other in standing), total)
        for seats, total, value in zip(result.columns, result.totals, standing, strict=True)
        for seat in seats
    }
    return [found[seat] for seat in range(n_players)]


def _hands(n_players: int, sides: Sequence[Sequence[int]]) -> list[int]:
    """Return the seats that played a round, the dummy's included."""
    return sorted(seat for side in sides for seat in side) or list(range(n_players))


def _lead(totals: Sequence[int], own: int) -> int:
    """Return a column's lead over the best of the others, negative if trailing."""
    return totals[own] - max(total for column, total in enumerate(totals) if column != own)


def _calls(
    played: Round, brought: RoundResult, before: Sequence[int], columns: Sequence[Sequence[int]]
) -> tuple[Called, ...]:
    found = []
    for seat, call in played.calls:
        own = next(column for column, seats in enumerate(columns) if seat in seats)
        found.append(Called(seat, call, seat in brought.calls_made, _lead(before, own)))
    for side, call, made in played.side_calls:  # the columns are the sides
        found.append(Called(None, call, made, _lead(before, side), side))
    return tuple(found)


def _places(played: Round, n_players: int, hands: Sequence[int]) -> tuple[WentOut, ...]:
    """Return the order as recorded; the only one missing came last. The dummy has no place."""
    order = list(played.out)
    if len(order) == len(hands) - 1:
        order += [seat for seat in hands if seat not in order]
    return tuple(
        WentOut(seat, place) for place, seat in enumerate(order, start=1) if seat < n_players
    )


def _scores(
    rules: RuleSet, played: Round, brought: RoundResult, columns: Sequence[Sequence[int]]
) -> tuple[Scored, ...]:
    parts = [_parts(rules, played, brought, side) for side in range(len(brought.sides))]
    found = []
    for column, seats in enumerate(columns):
        side = next(
            (index for index, members in enumerate(brought.sides) if set(seats) <= set(members)),
            None,
        )
        if side is None:  # sits out
            continue
        cards, calls, sweep, penalty = parts[side]
        points, total = brought.scores[column], brought.totals[column]
        found.append(
            Scored(
                column, cards, calls, sweep, penalty, points, total, _lead(brought.totals, column)
            )
        )
    return tuple(found)


def _parts(
    rules: RuleSet, played: Round, brought: RoundResult, side: int
) -> tuple[int, int, int, int]:
    """Return card points, calls, sweep and penalty of a side."""
    calls = _call_points(rules, played, brought, side)
    if played.totals is not None:  # of which parts it consists is not known
        return played.totals[side], 0, 0, 0
    if played.wish_violation is not None:
        missed = played.wish_violation in brought.sides[side]
        return 0, calls, 0, 0 if missed else rules.wish_penalty
    if brought.sweep is not None:
        return 0, calls, rules.sweep_value if brought.sweep == side else 0, 0
    return (played.card_points or (0, 0))[side], calls, 0, 0


def _call_points(rules: RuleSet, played: Round, brought: RoundResult, side: int) -> int:
    """Return what all calls of a round bring a side."""
    calls = calls_by_side(played, brought.sides, brought.calls_made)
    values = rules.call_values() if calls else {}
    points = 0
    for of_side, call, made in calls:
        own = of_side == side
        if made:
            points += values[call] if own else 0
        elif rules.failed_call_pays_opponents:
            points += 0 if own else values[call]
        else:
            points -= values[call] if own else 0
    return points
