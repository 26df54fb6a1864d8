"""A game at home that is over: what it brought to whom. Only people who are known by name are in
it. No query.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from scoring.games.queries import Table
from scoring.models import Game
from scoring.rules import VARIANTS
from scoring.rules.settings import GRAND, TICHU

CALLS = (GRAND, TICHU)  # a table's own calls are another thing at each table
OVER = (Game.State.FINISHED, Game.State.STOPPED)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table who has a name. `player` is the key of the person, `column` where they
    score.
    """

    player: int
    name: str
    seat: int
    column: int


@dataclass(frozen=True, slots=True)
class Party:
    """Who scores in a column of their own: a team, or where everybody scores alone a person (then
    `team` is None).
    """

    column: int
    team: int | None
    people: tuple[Person, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(person.name for person in self.people)


def is_told(table: Table) -> bool:
    """Whether a game's card says what it meant: it is over, has points, and no tournament waits for
    it.
    """
    game = table.game
    return (
        game.state in OVER
        and not game.of_match
        and bool(table.entries)
        and bool(table.result.columns)
    )


class Ended:
    """A game of which `is_told` is true."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = table.game
        self.has_teams = VARIANTS[self.game.variant].has_teams

    @cached_property
    def won(self) -> int | None:
        """The column that won by the rules;
        None of a draw and of a game that was finished early.
        """
        winners = self.table.result.winners if self.game.state == Game.State.FINISHED else ()
        return winners[0] if len(winners) == 1 else None

    @cached_property
    def people(self) -> list[Person]:
        """Everybody with a name, the winners first, then by seat."""
        columns = {
            seat: column for column, seats in enumerate(self.table.result.columns) for seat in seats
        }
        found = [
            Person(seat.player.pk, seat.player.name, seat.number, columns[seat.number])
            for seat in self.table.seats
            if seat.player is not None and seat.player.called()
        ]
        return sorted(found, key=lambda person: (person.column != self.won, person.seat))

    @cached_property
    def parties(self) -> list[Party]:
        """All columns whose people all have names, the winner's first. The dummy's is nobody's."""
        found = []
        for column, seats in enumerate(self.table.result.columns):
            people = tuple(person for person in self.people if person.column == column)
            if people and len(people) == len(seats):
                team = self.table.seats[seats[0]].team_id if self.has_teams else None
                found.append(Party(column, team, people))
        return sorted(found, key=lambda party: (party.column != self.won, party.column))

    @property
    def winner(self) -> Party | None:
        return next((party for party in self.parties if party.column == self.won), None)

    def opponent(self, party: Party) -> Party | None:
        """The other team; None where it has none, or not all of it is known."""
        return (
            next((other for other in self.parties if other != party), None)
            if self.has_teams
            else None
        )

    def total(self, party: Party) -> int:
        return self.table.result.totals[party.column]

    def margin(self, party: Party) -> int:
        """By how much a team ended before the other, negative behind."""
        return self.total(party) - self.table.result.totals[1 - party.column]

    def best(self, party: Party) -> int:
        """What a round brought at most."""
        return max(result.scores[party.column] for result in self.table.result.rounds)

    def behind(self, party: Party) -> int:
        """By how much a column trailed at most after a round; 0 where it never did."""
        return max(
            0,
            *(
                max(result.totals) - result.totals[party.column]
                for result in self.table.result.rounds
            ),
        )

    def calls(self, person: Person, call: str) -> Sequence[bool]:
        """Of each such call of somebody, in order, whether it was made."""
        return [
            person.seat in line.result.calls_made
            for line in self.table.lines
            if line.played.call_of(person.seat) == call
        ]

    @property
    def unbroken(self) -> list[tuple[Person, str]]:
        """Who made all of their calls of a kind, one at least, with the kind: a run that may have
        begun before.
        """
        return [
            (person, call)
            for person in self.people
            for call in CALLS
            if all(self.calls(person, call) or [False])
        ]
