"""Converts a match's games from database rows to `Played` values."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

from scoring.games.queries import Table
from scoring.models import Game
from scoring.rules import VARIANTS, Round, RuleSet
from scoring.rules.settings import GRAND, TICHU
from tournaments.models import MatchGame
from tournaments.standings.lines import Hand, Played

Who = TypeVar("Who")
LETTERS = {1: "A", 2: "B"}


def has_two_sides(variant: str) -> bool:
    """Whether two teams play; in all other games everybody scores alone."""
    return VARIANTS[variant].has_teams


def room_letter(number: int) -> str:
    """Return the letter of a table of a match that is played at two: "A" for its first game."""
    return LETTERS.get(number, str(number))


def table_name(row: MatchGame) -> str:
    """Return the name of the table of a match's game, with a letter if there are two: "3 A"."""
    number = str(row.match.number)
    return f"{number} {room_letter(row.number)}" if row.boards else number


def seats_of(sides: Sequence[Sequence[Who]], number: int) -> list[Who]:
    """Return the occupant of each seat: members of the sides alternate round the table.

    `sides` hold one value per person and have equal length; `number` is the game's in its match: in
    every second one the other side starts, as best-of-n matches change seats.
    """
    turned = list(sides) if number % 2 else [*sides[1:], *sides[:1]]
    return [who for turn in zip(*turned, strict=True) for who in turn]


def turned_for(row: MatchGame) -> int:
    """Return the number of a game for `seats_of`: 1 if its sides do not change seats, because they
    change at the table, or because two tables play at the same time (there each team keeps its sign
    and its colour on both phones, whichever direction it sits in).
    """
    return 1 if row.match.plan or row.boards else row.number


def played_of(row: MatchGame, table: Table) -> Played:
    """Return the current state of a game; a stopped game counts as it is."""
    seats: list[int] = row.seats
    result = table.result
    teams = has_two_sides(table.game.variant)
    sides = _sides(seats, table) if teams else tuple((entrant,) for entrant in seats)
    violations = [
        seats[played.wish_violation] for played in table.played if played.wish_violation is not None
    ]
    results = [line.result for line in table.lines]
    return Played(
        sides=sides,
        hands=_hands(table, len(sides), teams=teams),
        finished=result.finished,
        running=table.game.state in {Game.State.RUNNING, Game.State.PAUSED},
        winners=tuple(winner for winner in result.winners if winner < len(sides)),
        calls_made=_count(seats, (seat for hand in results for seat in hand.calls_made)),
        calls_failed=_count(seats, (seat for hand in results for seat in hand.calls_failed)),
        wish_violations=dict(Counter(violations)),
        boards=tuple(row.boards),
    )


def _sides(seats: Sequence[int], table: Table) -> tuple[tuple[int, ...], ...]:
    """Return the entrants of the two sides; one who sits at several seats is named once."""
    return tuple(
        tuple(dict.fromkeys(seats[seat] for seat in side)) for side in table.position.sides
    )


def _hands(table: Table, sides: int, *, teams: bool) -> tuple[Hand, ...]:
    if VARIANTS[table.game.variant].is_rank_game:
        return tuple(Hand(order=tuple(line.result.next.seating)) for line in table.lines)
    # If everybody scores alone, sides change with every hand, and there are no sweeps.
    return tuple(
        Hand(
            scores=tuple(line.result.scores[:sides]),
            sweep=line.result.sweep if teams else None,
            calls=_calls(line.played, table.position.sides) if teams else (),
        )
        for line in table.lines
    )


def _calls(played: Round, sides: Sequence[Sequence[int]]) -> tuple[str, ...]:
    """Return the higher call of each side; a house call counts as a Tichu. Empty if the calls were
    not recorded.
    """
    if played.totals is not None:
        return ()
    found = []
    for side, seats in enumerate(sides):
        own = {call for seat, call in played.calls if seat in seats}
        own |= {one.call for one in played.side_calls if one.side == side}
        found.append(GRAND if GRAND in own else TICHU if own else "")
    return tuple(found)


def _count(seats: Sequence[int], who: Iterable[int]) -> dict[int, int]:
    # The dummy's seat number is the number of players: it belongs to no entrant.
    return dict(Counter(seats[seat] for seat in who if seat < len(seats)))


def rules_of(row: MatchGame, variant: str, settings: dict[str, object]) -> RuleSet:
    """Return the rule set of a match's game: the stage's, with the match's own number of hands if
    set.
    """
    if row.hands is None:
        return RuleSet.of(variant, settings)
    return RuleSet.of(variant, {**settings, "round_limit": row.hands, "target_score": None})
