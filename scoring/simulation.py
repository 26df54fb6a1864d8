"""Generate believable evenings: names, playing strength, and the rounds of each table.

Measured at real tables: 85 % of the rounds have a call, 73 % of the Tichus are made, one round in
eight is a double victory. The same seed gives the same evening.
"""

from collections.abc import Sequence
from random import Random

from scoring.rules import Position, Round, RuleSet, advance, opening

CALLED, SECOND_CALL, GRAND, SWEEP = 0.85, 0.12, 0.08, 0.13
MADE = 0.785  # of first calls: second ones fail, so 73 % of both together are made
WEIGHT = 0.35  # of the strength, relative to luck of 1
MOST_ROUNDS = 60

FIRST = """Anna Beat Carla Dino Eva Franz Gül Hans Ida Jonas Kim Lena Mehmet Nora Oskar Paula
    Quirin Rosa Stefan Tanja Urs Vera Werner Xenia Yusuf Zoe Alma Bruno Céline Davide Elif Felix
    Greta Henrik Ines Jakob Karin Luca Mira Noah Olga Pascal Renate Samir Thea Ulla Viktor Wanda
    Yannick Zita"""
LAST = """Ammann Becker Conti Diallo Egger Frei Graf Huber Imhof Jansen Keller Lang Meier Novak
    Özdemir Peters Quast Roth Schmid Tanner Ulrich Vogel Weber Yılmaz Zimmermann Arnold Brunner
    Castro Dietrich Engel Fischer Gerber Hofer Iten Jung Koch Lehmann Moser Nguyen Ott Pfister
    Rey Sommer Thoma Ulmer Voss Winter Zeller"""
TEAMS = (
    "Dragons",
    "Phoenixes",
    "Dogs",
    "Mah-jongs",
    "Swords",
    "Stars",
    "Pagodas",
    "Jades",
    "Bombs",
    "Straights",
)


def people(count: int, lot: Random) -> list[str]:
    """Return this many different names; beyond some thousand they have a number."""
    names = [f"{first} {last}" for first in FIRST.split() for last in LAST.split()]
    lot.shuffle(names)
    rounds = -(-count // len(names))
    return [
        name if turn == 0 else f"{name} {turn + 1}" for turn in range(rounds) for name in names
    ][:count]


def team_names(count: int) -> list[str]:
    """Return this many different team names."""
    return [
        TEAMS[n] if n < len(TEAMS) else f"{TEAMS[n % len(TEAMS)]} {n // len(TEAMS) + 1}"
        for n in range(count)
    ]


def strength(name: str) -> float:
    """Return how strong a person plays, by the name: mostly near 0, rarely beyond -2 or 2."""
    return Random(name).gauss(0, 1)  # noqa: S311 - a game, not a secret


def rounds(
    rules: RuleSet,
    strong: Sequence[float],
    lot: Random,
    most: int = MOST_ROUNDS,
    after: Position | None = None,
) -> list[Round]:
    """Return a table's rounds until its game ends, or `most` of them. `strong` has a strength for
    each seat; `after` is the position of a game that has begun.
    """
    position = after or opening(rules, len(strong))
    played: list[Round] = []
    while len(played) < most and not position.finished:
        played.append(one_round(position, strong, lot))
        position = advance(position, played[-1])[1]
    return played


def one_round(position: Position, strong: Sequence[float], lot: Random) -> Round:
    """Return one round in this position: stronger players go out earlier, call more often and take
    more card points.
    """
    order = _order(position, strong, lot)
    if not position.sides:
        return Round(out=order)
    calls = _calls(position, order, lot)
    size = len(order) // 2
    sweep = next(
        (index for index, side in enumerate(position.sides) if set(order[:size]) == set(side)), None
    )
    if sweep is not None:
        return Round(out=order[:size], calls=calls)
    first = next(index for index, side in enumerate(position.sides) if order[0] in side)
    ahead = sum(_strength(strong, seat) for seat in position.sides[first])
    opposing = sum(_strength(strong, seat) for seat in position.sides[1 - first])
    own = round(lot.gauss(58 + 3 * (ahead - opposing), 22) / 5) * 5
    own = min(max(own, -25), 125)
    return Round(
        out=order, calls=calls, card_points=(own, 100 - own) if first == 0 else (100 - own, own)
    )


def _strength(strong: Sequence[float], seat: int) -> float:
    return strong[seat] if seat < len(strong) else 0.0  # the dummy's cards play themselves


def _order(position: Position, strong: Sequence[float], lot: Random) -> list[int]:
    """Return the finishing order. Double victories are as frequent as at real tables, not as by
    chance.
    """
    playing = sorted(seat for side in position.sides for seat in side) or range(len(strong))
    order = _order_by_luck(playing, strong, lot)
    if not position.sides:
        return order
    own = next(side for side in position.sides if order[0] in side)
    mates = [seat for seat in order if seat in own]
    others = [seat for seat in order if seat not in own]
    if lot.random() < SWEEP:
        return mates + others
    if set(order[: len(mates)]) == set(mates):
        order = [*mates[:-1], others[0], mates[-1], *others[1:]]
    return order


def _order_by_luck(playing: Sequence[int], strong: Sequence[float], lot: Random) -> list[int]:
    luck = {seat: lot.gauss(WEIGHT * _strength(strong, seat), 1) for seat in playing}
    return sorted(playing, key=lambda seat: (-luck[seat], seat))


def _calls(position: Position, order: Sequence[int], lot: Random) -> dict[int, str]:
    """Return the calls of a round: mostly one, by the player who goes out first or by one who
    fails.
    """
    calls: dict[int, str] = {}
    if lot.random() >= CALLED:
        return calls
    _call(calls, position, order[0] if lot.random() < MADE else lot.choice(order[1:]), lot)
    if lot.random() < SECOND_CALL:
        rival = lot.choice(order[1:])
        if all(not {rival, caller} <= set(side) for side in position.sides for caller in calls):
            _call(calls, position, rival, lot)
    return calls


def _call(calls: dict[int, str], position: Position, seat: int, lot: Random) -> None:
    allowed = position.allowed_calls(seat)
    if allowed and seat not in calls:
        calls[seat] = allowed[-1] if lot.random() < GRAND else allowed[0]
