"""Counts a match's games for everybody at the table, before ranking points."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from tournaments.standings.lines import Hand, Line, Number, Played

Side = tuple[int, ...]


@dataclass(frozen=True)
class Bout:
    """All games at a table between the same sides, in the order of `sides`, whatever their seats.

    A match of two pairs is one bout, however many games it has. A table of five, or an evening of
    four with changing partners, has one for each combination of sides. `hands` are Tichu points by
    side and hand, empty in games without points; `sweeps` the index of the side that swept each
    hand, or None; `orders` the sides in order of going out, only in games without points. `results`
    are the games' results, see `Result`.
    """

    sides: tuple[Side, ...]
    hands: tuple[tuple[int, ...], ...] = ()
    sweeps: tuple[int | None, ...] = ()
    orders: tuple[tuple[int, ...], ...] = ()
    results: tuple["Result", ...] = ()

    @property
    def totals(self) -> tuple[int, ...]:
        """Tichu points by side over all games."""
        return tuple(sum(hand[side] for hand in self.hands) for side in range(len(self.sides)))

    @property
    def was_played(self) -> bool:
        """Whether a hand was played, or a winner named without one."""
        return bool(self.hands or self.orders or self.results)


@dataclass(frozen=True)
class Result:
    """Result of one game: Tichu points by side, or only its winner's index if points are
    unknown.
    """

    totals: tuple[int, ...] = ()
    winner: int | None = None

    def winner_by(self, margin_of_draw: int = 0) -> int | None:
        """Return the side more than `margin_of_draw` points ahead of all others, None if there is
        none.
        """
        if not self.totals:
            return self.winner
        best = max(self.totals)
        ahead = [side for side, total in enumerate(self.totals) if best - total <= margin_of_draw]
        return ahead[0] if len(ahead) == 1 else None


def bouts(games: Sequence[Played]) -> tuple[Bout, ...]:
    """Return a table's bouts in the order in which they started. A game without hands adds
    nothing.
    """
    together: dict[frozenset[frozenset[int]], list[Played]] = {}
    for game in games:
        together.setdefault(frozenset(frozenset(side) for side in game.sides), []).append(game)
    return tuple(_bout(same) for same in together.values())


def _bout(games: Sequence[Played]) -> Bout:
    sides = tuple(tuple(sorted(side)) for side in games[0].sides)
    hands: list[tuple[int, ...]] = []
    sweeps: list[int | None] = []
    orders: list[tuple[int, ...]] = []
    results: list[Result] = []
    for game in games:
        at = _sides_at(game, sides)
        for hand in game.hands:
            if hand.order:
                orders.append(tuple(at.index(side) for side in hand.order))
            elif hand.scores:
                hands.append(tuple(hand.scores[side] for side in at))
                sweeps.append(_sweeper(hand, at))
        result = _result(game, at)
        if result is not None:
            results.append(result)
    return Bout(sides, tuple(hands), tuple(sweeps), tuple(orders), tuple(results))


def _sides_at(game: Played, sides: Sequence[Side]) -> list[int]:
    """Return the index in this game of each of the sides, which may have other seats there."""
    own = [tuple(sorted(side)) for side in game.sides]
    return [own.index(side) for side in sides]


def _sweeper(hand: Hand, at: Sequence[int]) -> int | None:
    """Return the side that swept the hand, sides in the order of `at`; None if none did.

    If everybody plays alone, the two sides of a hand are not sides of the game.
    """
    return at.index(hand.sweep) if hand.sweep is not None and len(at) == 2 else None


def _result(game: Played, at: Sequence[int]) -> Result | None:
    """Return a game's result, its sides in the order of `at`; None if nothing happened in it."""
    if any(hand.scores for hand in game.hands):
        return Result(tuple(_total(game, side) for side in at))
    if game.hands or not game.winners:
        return None
    return Result(winner=at.index(game.winners[0]) if len(game.winners) == 1 else None)


def line_of(entrant: int, games: Sequence[Played], round_: int) -> Line:
    """Return an entrant's line at a table with everything but points.

    Games this entrant sat out do not count. Opponents and partners are those of all games, in id
    order. With more than two sides there are no opponents' Tichu points.
    """
    mine = [game for game in games if entrant in chain(*game.sides)]
    own = [(game, _side_of(entrant, game)) for game in mine]
    two_sided = [(game, side) for game, side in own if len(game.sides) == 2]
    won, lost = _games(entrant, mine)
    return Line(
        round=round_,
        score=sum(_total(game, side) for game, side in own),
        score_against=sum(_total(game, 1 - side) for game, side in two_sided),
        opponents=_ids(_opponents(own)),
        partners=_ids(_partners(entrant, own)),
        games_won=won,
        games_lost=lost,
        hands=sum(len(game.hands) for game in mine),
        sweeps=sum(hand.sweep == side for game, side in two_sided for hand in game.hands),
        calls_made=_sum_of(entrant, [game.calls_made for game in mine]),
        calls_failed=_sum_of(entrant, [game.calls_failed for game in mine]),
        penalties=_sum_of(entrant, [game.wish_violations for game in mine]),
    )


def _sum_of(entrant: int, figures: Iterable[Mapping[int, int]]) -> int:
    """Return the sum of an entrant's figures, given by entrant for each game."""
    return sum(one.get(entrant, 0) for one in figures)


def _opponents(own: Iterable[tuple[Played, int]]) -> Iterator[int]:
    """Yield everybody on the other sides of these games, given with the own side of each."""
    for game, side in own:
        for at, other in enumerate(game.sides):
            if at != side:
                yield from other


def _partners(entrant: int, own: Iterable[tuple[Played, int]]) -> Iterator[int]:
    for game, side in own:
        yield from (id_ for id_ in game.sides[side] if id_ != entrant)


def _games(entrant: int, games: Sequence[Played]) -> tuple[int, int]:
    won = lost = 0
    for bout in bouts([game for game in games if not game.running]):
        side = next(index for index, ids in enumerate(bout.sides) if entrant in ids)
        winners = [result.winner_by() for result in bout.results]
        won += winners.count(side)
        lost += sum(winner not in {side, None} for winner in winners)
    return won, lost


def _side_of(entrant: int, game: Played) -> int:
    return next(index for index, side in enumerate(game.sides) if entrant in side)


def _total(game: Played, side: int) -> int:
    return sum(hand.scores[side] for hand in game.hands if hand.scores)


def _ids(ids: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(set(ids)))


def mean(values: Sequence[Number]) -> Number:
    """Return the exact mean of at least one number; a whole number stays an int."""
    return plain(Fraction(sum(values)) / len(values))


def plain(value: Number) -> Number:
    """Return the same number, as an int if it is whole."""
    exact = Fraction(value)
    return int(exact) if exact.denominator == 1 else exact


def shared_places(values: Sequence[Number]) -> tuple[list[Number], list[list[int]]]:
    """Return places by value, highest first: each one's place, and the places (from 1) it shares.

    Level ones share the mean of their places: 10, 7, 7, 3 are the places 1, 2.5, 2.5 and 4.
    """
    ranked = sorted(values, reverse=True)
    spans = [[place for place, other in enumerate(ranked, 1) if other == value] for value in values]
    return [mean(span) for span in spans], spans
