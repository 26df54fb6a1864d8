"""Games for these tests: typed by hand,
or played through the rule book from random legal rounds.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from scoring.rules import Position, Round, RuleSet, advance, opening
from tournaments.standings.lines import Award, Hand, Played
from tournaments.standings.points import SCORING_SYSTEMS

A, B, C, D, E = 1, 2, 3, 4, 5
PAIRS = ((A,), (B,))


def game(
    *scores: tuple[int, ...], sides: Sequence[tuple[int, ...]] = PAIRS, **fields: Any
) -> Played:
    """A game of hands with these Tichu points."""
    return Played(tuple(sides), tuple(Hand(score) for score in scores), **fields)


def ranked(*orders: tuple[int, ...]) -> Played:
    """A game without points: in each hand the people (all alone, in order of ids) in order of going
    out.
    """
    ids = sorted(orders[0])
    hands = tuple(Hand(order=tuple(ids.index(id_) for id_ in order)) for order in orders)
    return Played(tuple((id_,) for id_ in ids), hands)


def awards(
    key: str, *games: Played, everybody: Sequence[int] = (), **settings: Any
) -> dict[int, Award]:
    """What these games give everybody at the table, in the first session round."""
    ids = everybody or sorted({id_ for game in games for side in game.sides for id_ in side})
    way = SCORING_SYSTEMS[key]
    return way.award(games, ids, way.read(settings), 1)


def points(found: Mapping[int, Award]) -> dict[int, object]:
    """Ranking points by id."""
    return {id_: award.line.points for id_, award in found.items()}


def sums_are_right(found: Mapping[int, Award]) -> bool:
    """Whether every explanation makes its points, and every sentence takes its values."""
    for award in found.values():
        assert all(text % params for text, params, _ in award.parts)
    return all(
        sum(part[2] for part in award.parts) == award.line.points for award in found.values()
    )


def random_rounds(rules: RuleSet, players: int, hands: int, chance: Random) -> list[Round]:
    """Legal rounds, with calls, sweeps,
    level hands and missed wishes far oftener than at a table.
    """
    position = opening(rules, players)
    found: list[Round] = []
    while len(found) < hands and not position.finished:
        played = _one(position, chance)
        found.append(played)
        _, position = advance(position, played)
    return found


def _one(position: Position, chance: Random) -> Round:
    seats = [seat for side in position.sides for seat in side]
    out = chance.sample(seats, len(seats) - 1)
    size = len(seats) // 2
    calls: dict[int, str] = {}
    for seat in sorted(seats):
        partner_called = any(
            seat in side and caller in side for side in position.sides for caller in calls
        )
        if partner_called and not position.rules.partners_may_both_call:
            continue
        if chance.random() < 0.3:
            calls[seat] = chance.choice(position.allowed_calls(seat))
    if chance.random() < 0.05:
        return Round(
            out[: chance.randrange(len(out))],
            calls,
            wish_violation=chance.randrange(position.n_players),
        )
    swept = any(set(out[:size]) <= set(side) for side in position.sides)
    mine = chance.choice((50, 50, *range(-25, 130, 5)))
    return Round(out, calls, None if swept else (mine, 100 - mine))


def played_game(
    rules: RuleSet,
    rounds: Sequence[Round],
    seats: Sequence[int],
    sides: Sequence[tuple[int, ...]] | None = None,
) -> Played:
    """A four-handed game as the desk hands it on: `seats` are the persons' ids; `sides` other ids
    where pairs rank.
    """
    position = opening(rules, len(seats))
    hands, made, failed, wishes = (
        [],
        dict.fromkeys(seats, 0),
        dict.fromkeys(seats, 0),
        dict.fromkeys(seats, 0),
    )
    for one in rounds:
        result, position = advance(position, one)
        hands.append(Hand(result.scores, result.sweep))
        for seat in result.calls_made:
            made[seats[seat]] += 1
        for seat in result.calls_failed:
            failed[seats[seat]] += 1
        if one.wish_violation is not None:
            wishes[seats[one.wish_violation]] += 1
    teams = tuple(tuple(seats[seat] for seat in column) for column in position.columns)
    return Played(
        tuple(sides or teams),
        tuple(hands),
        position.finished,
        position.winners,
        made,
        failed,
        wishes,
    )
