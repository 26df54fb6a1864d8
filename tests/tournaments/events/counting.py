"""Random results for the tables of random events,
through the ways of counting or as plain numbers.
"""

import random
from collections.abc import Sequence
from fractions import Fraction

from tournaments.pairing.values import Table
from tournaments.standings.lines import Hand, Line, Played
from tournaments.standings.points import SCORING_SYSTEMS

PLAIN = "plain"  # numbers out of the air, for speed


def award(way: str, table: Table, round_: int, lot: random.Random) -> dict[int, Line]:
    """Everybody's line from this table."""
    if way == PLAIN:
        return _plain(table, round_, lot)
    settings = SCORING_SYSTEMS[way].read({})
    games = played(table, lot)
    return {
        id_: one.line
        for id_, one in SCORING_SYSTEMS[way].award(games, table.everybody, settings, round_).items()
    }


def played(table: Table, lot: random.Random) -> list[Played]:
    """Every game of the table with four random hands."""
    return [_game(sides, lot) for sides in table.all_games]


def _game(sides: Sequence[tuple[int, ...]], lot: random.Random) -> Played:
    people = [id_ for side in sides for id_ in side]
    hands = tuple(_hand(len(sides), lot) for _ in range(4))
    made = {id_: lot.randrange(3) for id_ in people}
    failed = {id_: lot.randrange(2) for id_ in people}
    return Played(tuple(sides), hands, calls_made=made, calls_failed=failed)


def _hand(sides: int, lot: random.Random) -> Hand:
    if sides > 3:
        return Hand(order=tuple(lot.sample(range(sides), sides)))
    if sides == 3:
        return Hand(scores=tuple(lot.randrange(-100, 205, 5) for _ in range(3)))
    sweep = lot.randrange(2) if lot.random() < 0.15 else None
    own = lot.randrange(-25, 130, 5)
    scores = [own, 100 - own] if sweep is None else [200 * (side == sweep) for side in (0, 1)]
    for side in (0, 1):
        scores[side] += lot.choice([0, 0, 0, 100, -100])
    return Hand(scores=tuple(scores), sweep=sweep)


def _plain(table: Table, round_: int, lot: random.Random) -> dict[int, Line]:
    """Numbers that fit together: what one side has, the other has against it."""
    lines = {}
    points = [Fraction(lot.randrange(0, 9), lot.choice([1, 1, 2, 3])) for _ in table.sides]
    scores = [lot.randrange(-200, 900, 5) for _ in table.sides]
    two = len(table.sides) == 2
    for index, side in enumerate(table.sides):
        others = [number for number in range(len(table.sides)) if number != index]
        for id_ in side:
            lines[id_] = Line(
                round_,
                points=points[index],
                score=scores[index],
                points_against=sum((points[other] for other in others), Fraction(0)) / len(others),
                score_against=scores[others[0]] if two else 0,
                opponents=tuple(sorted(who for other in others for who in table.sides[other])),
                partners=tuple(sorted(who for who in side if who != id_)),
                games_won=lot.randrange(3),
                games_lost=lot.randrange(3),
                hands=lot.randrange(1, 9),
                sweeps=lot.randrange(2),
                calls_made=lot.randrange(4),
                calls_failed=lot.randrange(3),
                penalties=lot.choice([0, 0, 0, 1]),
                penalty_points=Fraction(lot.choice([0, 0, 0, 0, 2, -1, -6]), 2),
                penalty_score=lot.choice([0, 0, 0, 50, -100]),
                places=() if two else (Fraction(lot.randrange(2, 20), 2),),
            )
    return lines
