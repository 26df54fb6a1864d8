"""A finished game at home, and what it brought its named players. No query."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from scoring.games.queries import Table
from scoring.models import Game
from scoring.rules import VARIANTS
from scoring.rules.settings import GRAND, TICHU

CALLS = (GRAND, TICHU)  # house calls mean something else at each table
OVER = (Game.State.FINISHED, Game.State.STOPPED)


@dataclass(frozen=True, slots=True)
class Person:
    """A named player at the table. `player` is their key, `column` where they score."""

    player: int
    name: str
    seat: int
    column: int


@dataclass(frozen=True, slots=True)
class Party:
    """The people of one score column: a team, or a person where everybody scores alone (`team` is
    None).
    """

    column: int
    team: int | None
    people: tuple[Person, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(person.name for person in self.people)


def has_milestones(table: Table) -> bool:
    """Return whether a game's end card gets milestones: it is over, has points, belongs to no
    tournament, and the same people played all of it.
    """
    game = table.game
    return (
        game.state in OVER
        and not game.of_match
        and not table.former
        and bool(table.entries)
        and bool(table.result.columns)
    )


class Ended:
    """A game for which `has_milestones` is true."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = table.game
        self.has_teams = VARIANTS[self.game.variant].has_teams

    @cached_property
    def won(self) -> int | None:
        """The column that won by the rules; None for a draw, and for a game finished early."""
        winners = self.table.result.winners if self.game.state == Game.State.FINISHED else ()
        return winners[0] if len(winners) == 1 else None

    @cached_property
    def people(self) -> list[Person]:
        """Everybody with a name, winners first, then by seat."""
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
        """All columns whose people all have names, the winner's first. The dummy's is left out."""
        found = []
        for column, seats in enumerate(self.table.result.columns):
            people = tuple(person for person in self.people if person.column == column)
            alone_or_team = len(seats) == 1 or self.has_teams
            if people and len(people) == len(seats) and alone_or_team:
                team = self.table.seats[seats[0]].team_id if self.has_teams else None
                found.append(Party(column, team, people))
        return sorted(found, key=lambda party: (party.column != self.won, party.column))

    @property
    def winner(self) -> Party | None:
        return next((party for party in self.parties if party.column == self.won), None)

    def opponent(self, party: Party) -> Party | None:
        """Return the other team; None if there is none, or not all of it has names."""
        return (
            next((other for other in self.parties if other != party), None)
            if self.has_teams
            else None
        )

    def total(self, party: Party) -> int:
        return self.table.result.totals[party.column]

    def margin(self, party: Party) -> int:
        """Return a team's lead over the other at the end, negative if it lost."""
        return self.total(party) - self.table.result.totals[1 - party.column]

    def best(self, party: Party) -> int:
        """Return the most points of a round."""
        return max(result.scores[party.column] for result in self.table.result.rounds)

    def deficit(self, party: Party) -> int:
        """Return how far a column trailed at most before or after a round; 0 if never."""
        totals = [result.totals for result in self.table.result.rounds]
        if self.table.carried:
            totals.append(self.table.carried.totals)
        return max(0, *(max(each) - each[party.column] for each in totals))

    def calls(self, person: Person, call: str) -> Sequence[bool]:
        """Return whether each of a person's calls of this kind was made, in order."""
        return [
            person.seat in line.result.calls_made
            for line in self.table.lines
            if line.played.call_of(person.seat) == call
        ]

    @property
    def unbroken(self) -> list[tuple[Person, str]]:
        """Return who made all their calls of a kind, at least one, with the kind: a run that may
        have begun in earlier games.
        """
        return [
            (person, call)
            for person in self.people
            for call in CALLS
            if all(self.calls(person, call) or [False])
        ]
