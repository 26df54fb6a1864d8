"""Games of a match as the regulations want them: from the table's rows to `Played` values."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

from scoring.games.queries import Table
from scoring.models import Game
from scoring.rules import VARIANTS, RuleSet
from tournaments.models import MatchGame
from tournaments.standings.lines import Hand, Played

Who = TypeVar("Who")


def has_two_sides(variant: str) -> bool:
    """Whether two teams play; in all other games everybody scores alone."""
    return VARIANTS[variant].has_teams


def seats_of(sides: Sequence[Sequence[Who]], number: int) -> list[Who]:
    """Whose seat is whose: members of the sides take turns round the table.

    `sides` hold one value for each person, all of one length; `number` is the game's in its match:
    with every second one the other side begins, as best-of-n matches change seats.
    """
    turned = list(sides) if number % 2 else [*sides[1:], *sides[:1]]
    return [who for turn in zip(*turned, strict=True) for who in turn]


def played_of(row: MatchGame, table: Table) -> Played:
    """One game as it stands. A game that was stopped counts as it stands."""
    seats: list[int] = row.seats
    result = table.result
    teams = has_two_sides(table.game.variant)
    if teams:
        sides = tuple(
            tuple(dict.fromkeys(seats[seat] for seat in side)) for side in table.position.sides
        )
    else:
        sides = tuple((entrant,) for entrant in seats)
    alone = len(sides)
    ranks = VARIANTS[table.game.variant].is_rank_game
    # Where everybody scores alone the sides change with every hand, and nobody sweeps alone.
    hands = tuple(
        Hand(order=tuple(line.result.next.seating))
        if ranks
        else Hand(
            scores=tuple(line.result.scores[:alone]), sweep=line.result.sweep if teams else None
        )
        for line in table.lines
    )
    violations = [
        seats[played.wish_violation] for played in table.played if played.wish_violation is not None
    ]
    return Played(
        sides=sides,
        hands=hands,
        finished=result.finished,
        running=table.game.state in {Game.State.RUNNING, Game.State.PAUSED},
        winners=tuple(winner for winner in result.winners if winner < alone),
        calls_made=_count(seats, (seat for line in table.lines for seat in line.result.calls_made)),
        calls_failed=_count(
            seats, (seat for line in table.lines for seat in line.result.calls_failed)
        ),
        wish_violations=dict(Counter(violations)),
    )


def _count(seats: Sequence[int], who: Iterable[int]) -> dict[int, int]:
    # The dummy's seat is the number of players: it is nobody's.
    return dict(Counter(seats[seat] for seat in who if seat < len(seats)))


def rules_of(row: MatchGame, variant: str, settings: dict[str, object]) -> RuleSet:
    """The rule set of a game of a match: the stage's, with the match's own number of hands where it
    has one.
    """
    if row.hands is None:
        return RuleSet.of(variant, settings)
    return RuleSet.of(variant, {**settings, "round_limit": row.hands, "target_score": None})
