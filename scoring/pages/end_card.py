"""The card at a game's end: winner, race, best round, calls made and failed.

A game of ranks has no winner: its card shows who holds the first rank, and for how long.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games.queries import Table
from scoring.games.round_words import figure, names_with_dummy, signed, sweep_name, sweep_size
from scoring.pages import chart
from scoring.pages.rank_history import (
    ROUNDS_SHOWN,
    End,
    ends_of,
    line_ends,
    people_of,
    places_of,
    reign_of,
)
from scoring.pages.seat_changes import SeatChanges
from scoring.pages.sheet_words import CallMade, CarriedLine, carried_line, story
from scoring.rules import VARIANTS, RoundResult

# Classes for names longer than so many letters; also in static/scoring/ending.js.
NAME_SIZES = {"longest": 12, "long": 10}
# Rounds typed in later, or a game left overnight, give no plausible duration.
SHORTEST, LONGEST = timedelta(minutes=5), timedelta(hours=12)


def new_partners(table: Table) -> tuple[tuple[str, ...], ...]:
    """Return the teams of a rematch with new partners; none in games without fixed teams."""
    if not VARIANTS[table.rules.variant].has_teams:
        return ()
    names = table.names
    moved = [names[0], *names[2:], names[1]]
    return tuple(moved[0::2]), tuple(moved[1::2])


@dataclass(frozen=True)
class Side:
    """A column at the end: a team, a player, or the dummy. `calls` are in the order made."""

    index: int
    names: tuple[str, ...]
    total: str
    won: bool
    calls: tuple[CallMade, ...]
    # Where some sit out: each round "won", "lost" or "rests", and the points per round if they
    # decide
    rounds: tuple[str, ...] = ()
    mean: str = ""

    @property
    def rounds_won(self) -> str:
        """The rounds won of those played, in words."""
        played = [one for one in self.rounds if one != "rests"]
        return _("won: %(won)s of %(of)s") % {"won": played.count("won"), "of": len(played)}

    @property
    def made(self) -> str:
        """The number of calls made, in words."""
        of = len(self.calls)
        return _("%(made)s of %(of)s") % {"made": sum(call.made for call in self.calls), "of": of}


@dataclass(frozen=True)
class Best:
    """The round that brought most, the later of two equals: its column, points, and reason."""

    number: int
    side: Side
    names: tuple[str, ...]  # of its column, or of those who played together
    gain: str
    swept: str  # the word for the sweep; "" without one
    marks: range  # one per player who went out together
    calls: tuple[CallMade, ...]


class Over:
    """Common to all finished games."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rounds = table.last_number

    @property
    def duration(self) -> str:
        """Time from the first to the last round, in hours and minutes; "" if it is implausible."""
        times = [entry.created_at for entry in self.table.entries]
        if not times:
            return ""
        duration = max(times) - self.table.game.started_at
        if not SHORTEST <= duration <= LONGEST:
            return ""
        hours, minutes = divmod(round(duration / timedelta(minutes=1)), 60)
        values = {"hours": hours, "minutes": minutes}
        return _("%(hours)s h %(minutes)s min") % values if hours else _("%(minutes)s min") % values

    def as_message(self, result: str) -> str:
        """Return a result as a message to friends."""
        return f"Tichu: {result} ({self.after})"

    @property
    def carried(self) -> CarriedLine | None:
        """The score that the game started with."""
        return carried_line(self.table.carried)

    @property
    def mostly_carried(self) -> bool:
        """Whether too few rounds were recorded for a rating."""
        return len(self.table.entries) <= self.table.carried.rounds

    @cached_property
    def seats(self) -> SeatChanges:
        """Who sat where, if people were exchanged."""
        return SeatChanges(self.table)

    @property
    def former(self) -> list[str]:
        """Who played before others took over, and until which round."""
        return self.seats.former(range(self.table.n_players))

    @property
    def after(self) -> str:
        return ngettext("after %(rounds)s round", "after %(rounds)s rounds", self.rounds) % {
            "rounds": self.rounds
        }


class RankEnding(Over):
    """The end of a game of ranks, which goes on for as long as the players like. `people` are by
    rank.
    """

    rank_game = True

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.people = people_of(table)
        self.rows = table.lines

    @property
    def reign(self) -> str:
        return reign_of(self.people)

    @cached_property
    def chart(self) -> chart.Chart:
        """The last rounds: the card is no wider than the phone."""
        return places_of(self.people, ROUNDS_SHOWN, before=self.table.carried.rounds)

    @property
    def line_ends(self) -> list[End]:
        return line_ends(self.chart, self.people)

    @property
    def often(self) -> list[tuple[str, list[tuple[str, int]]]]:
        """The name of the first rank and how often each held it, most often first; the same for the
        last.
        """
        first, last = ends_of(self.people)
        counted = (
            (first, [(person.name, person.first.times) for person in self.people]),
            (last, [(person.name, person.last.times) for person in self.people]),
        )
        return [
            (rank, sorted((one for one in who if one[1]), key=lambda one: -one[1]))
            for rank, who in counted
        ]

    @property
    def in_a_line(self) -> str:
        """The final ranks as a message to friends."""
        return self.as_message(
            ", ".join(f"{place} {person.name}" for place, person in enumerate(self.people, start=1))
        )


class Ending(Over):
    """The end of a game with points."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.names = names_with_dummy(table)
        variant = VARIANTS[table.rules.variant]
        self.turns = variant.turns
        self.standing = variant.standing(table.position)

    @cached_property
    def _stories(self) -> list[tuple[CallMade, ...]]:
        """The calls of every round."""
        rules = self.table.rules
        return [
            story(rules, self._names_in(line.number), line.played, line.result).calls
            for line in self.table.lines
        ]

    def _names_in(self, number: int) -> list[str]:
        return names_with_dummy(self.table.as_in(number)) if self.table.former else self.names

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """All columns, in the order of the sheet."""
        result = self.table.result
        means = [""] * len(result.columns)
        if self.unequal:
            means = ["" if one == float("-inf") else figure(round(one, 1)) for one in self.standing]
        return tuple(
            Side(
                index=index,
                names=tuple(self.names[seat] for seat in seats),
                total=figure(total),
                won=index in self.table.winners,
                calls=self._calls_of(seats),
                rounds=tuple(self._part_in(line.result, seats[0]) for line in self.table.lines)
                if self.turns
                else (),
                mean=means[index],
            )
            for index, (seats, total) in enumerate(zip(result.columns, result.totals, strict=True))
        )

    def _calls_of(self, seats: Sequence[int]) -> tuple[CallMade, ...]:
        return tuple(call for calls in self._stories for call in calls if {*call.seats} <= {*seats})

    @property
    def unequal(self) -> bool:
        """Whether not all have played as often, so that the points per round decide."""
        return len(set(self.table.position.rested)) > 1

    @staticmethod
    def _part_in(result: RoundResult, seat: int) -> str:
        side = next((at for at, seats in enumerate(result.sides) if seat in seats), None)
        if side is None:
            return "rests"
        return "won" if result.side_scores[side] > result.side_scores[1 - side] else "lost"

    @property
    def winner(self) -> Side | None:
        """The winner; None if there is none, or more than one."""
        won = [side for side in self.sides if side.won]
        return won[0] if len(won) == 1 else None

    @property
    def size(self) -> str:
        """The size of the winner's names, by the longest: each must fit beside the stamp."""
        longest = max((len(name) for name in self.winner.names), default=0) if self.winner else 0
        return next((size for size, letters in NAME_SIZES.items() if longest > letters), "")

    @property
    def by_place(self) -> Sequence[Side]:
        """The winner first; then the other, or the others by their totals."""
        values = self.standing
        return sorted(self.sides, key=lambda side: (not side.won, -values[side.index], side.index))

    @property
    def others(self) -> Sequence[Side]:
        return [side for side in self.by_place if side is not self.winner]

    @property
    def called(self) -> Sequence[Side]:
        """Those who made any call."""
        return [side for side in self.sides if side.calls]

    @cached_property
    def bombs(self) -> Sequence[tuple[str, int]]:
        """Who noted bombs and how many, most first; empty if none were noted."""
        noted = Counter(bomb.seat for line in self.table.lines for bomb in line.played.bombs or ())
        most_first = sorted(noted.items(), key=lambda one: (-one[1], one[0]))
        return [(self.names[seat], count) for seat, count in most_first]

    @cached_property
    def best(self) -> Best | None:
        """None before anybody scored."""
        gains = [
            (score, line.number, column)
            for line in self.table.lines
            for column, score in enumerate(line.result.scores)
        ]
        gain, number, column = max(gains, default=(0, 0, 0))
        if gain <= 0:
            return None
        at = self.table.index_of(number)
        line = self.table.lines[at]
        seats, sides = self.table.result.columns[column], line.result.sides
        swept = line.result.sweep is not None and set(seats) <= set(sides[line.result.sweep])
        return Best(
            number=number,
            side=self.sides[column],
            names=self._together(seats, sides),
            gain=signed(gain),
            swept=sweep_name(sides) if swept else "",
            marks=range(sweep_size(sides) if swept else 0),
            calls=tuple(one for one in self._stories[at] if {*one.seats} <= {*seats}),
        )

    def _together(self, seats: Sequence[int], sides: Sequence[Sequence[int]]) -> tuple[str, ...]:
        """Return the names of a column, or where some sit out, of the side it was on."""
        side = next(side for side in sides if seats[0] in side) if self.turns else seats
        return tuple(self.names[seat] for seat in side)

    @property
    def chart(self) -> chart.Chart:
        """The race, with the best round highlighted."""
        best = self.best
        marked = chart.Marked(best.number, best.side.index, best.gain) if best else None
        return race_of(self.table, marked=marked)

    @property
    def in_a_line(self) -> str:
        """The result as a message to friends."""
        first, *others = self.by_place
        if self.winner is None or len(others) != 1:
            return self.as_message(
                ", ".join(f"{' & '.join(side.names)} {side.total}" for side in self.by_place)
            )
        values = {
            "winners": " & ".join(first.names),
            "score": f"{first.total} : {others[0].total}",
            "losers": " & ".join(others[0].names),
            "after": self.after,
        }
        return _("Tichu: %(winners)s won %(score)s against %(losers)s (%(after)s)") % values


def ending_of(table: Table) -> Ending | RankEnding:
    """Return the ending of a finished game."""
    return RankEnding(table) if table.is_rank_game else Ending(table)


def race_of(
    table: Table, *, rounds: int | None = None, marked: chart.Marked | None = None
) -> chart.Chart:
    """Chart the race of a game with points from the score that it started with."""
    return chart.race(
        totals_of(table),
        start=table.carried.totals,
        first=table.carried.rounds,
        target=table.rules.target_score,
        rounds=rounds,
        marked=marked,
    )


def totals_of(table: Table) -> list[list[int]]:
    """Return the totals by column, round by round: the input of a race."""
    totals = [result.totals for result in table.result.rounds]
    return [[total[index] for total in totals] for index in range(len(table.result.columns))]
