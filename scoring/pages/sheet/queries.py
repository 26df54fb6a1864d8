"""The score sheet of a game as its pages show it: columns, rounds, places, what comes next, what
may be done.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.html import escape, format_html
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from scoring.games.lifecycle import FOLLOWS
from scoring.games.permissions import ADDRESSES, may
from scoring.games.queries import Agreements, Line, Table, agreements_of, table_of
from scoring.games.round_words import figure, in_words, names_with_dummy, signed, sweep_size
from scoring.games.status import sync_state
from scoring.models import Entry, Game
from scoring.pages import chart
from scoring.pages.end_card import new_partners, totals_of
from scoring.pages.rank_history import (
    End,
    Person,
    ends_of,
    line_ends,
    people_of,
    places_of,
    reign_of,
)
from scoring.pages.sheet_words import CallMade, Story, game_name, rules_in_words, story
from scoring.pages.table.screen import why_on
from scoring.rules import VARIANTS, Position
from scoring.rules import Round as PlayedRound

ANY_STATE = tuple(Game.State.values)
# What the sheet offers: an address by its name, and the states of a game in which it is of use.
OFFERS = {
    "score": FOLLOWS["record"],
    "undo_round": FOLLOWS["undo"],
    "correct_round": FOLLOWS["correct"],
    "pause": FOLLOWS["pause"],
    "resume": FOLLOWS["resume"],
    "finish_early": FOLLOWS["finish_early"],
    "reopen": FOLLOWS["reopen"],
    "rematch": (Game.State.FINISHED, Game.State.STOPPED),
    "put_right": ANY_STATE,
    "choose_version": ANY_STATE,
    "round_history": ANY_STATE,
    "share": ANY_STATE,
    "game_print": ANY_STATE,
    "wall": ANY_STATE,
}


# A game of a match is followed by the next of its match.
NOT_IN_A_MATCH = {"rematch", "put_right"}


def offers(role: str, game: Game) -> frozenset[str]:
    """The names of the addresses that a role may ask for in the state the game is in."""
    found = {
        name
        for name, states in OFFERS.items()
        if game.state in states and may(role, ADDRESSES[name])
    }
    return frozenset(found - NOT_IN_A_MATCH if game.of_match else found)


@dataclass(frozen=True)
class Column:
    """A column of scores: a team, or one of three players, or the dummy. `gap`: what is missing, in
    words; `leads`: that nobody has more.
    """

    index: int
    names: tuple[str, ...]
    total: str
    gap: str
    won: bool
    leads: bool
    curve: chart.Curve


@dataclass(frozen=True)
class Cell:
    """A column's part in a round. `part` is what its player was: dealer or king. `calls` are its
    own, `marks` as many as went out together in a sweep of its own; `leads`: that it has the most
    after the round.
    """

    score: str
    total: str
    part: str
    calls: tuple[CallMade, ...]
    marks: range
    leads: bool


@dataclass(frozen=True)
class Sign:
    """A sign that occurs among the rounds, and what it means: a call's letter, or the marks of a
    sweep.
    """

    word: str
    letter: str = ""
    failed: bool = False
    marks: range = range(0)


@dataclass(frozen=True)
class Row:
    """A round: what was written, what it brought each column, or in a game of ranks who took which
    place.
    """

    number: int
    entry: Entry
    played: PlayedRound
    story: Story
    cells: tuple[Cell, ...]
    order: tuple[str, ...]
    place: str  # how far it has come: see scoring.games.status


@dataclass(frozen=True)
class Coming:
    """The round that comes next. `begins` says who begins it, and how; empty where nobody is known
    for it yet.

    `why` is said where the target is reached and the game goes on.
    """

    number: int
    why: str
    left: int | None
    begins: str


class Sheet:
    """A game's score sheet. Read once from the database; everything else follows."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = table.game
        self.variant = VARIANTS[table.game.variant]
        self.rank_game = self.variant.is_rank_game
        self.seat_names = names_with_dummy(table)

    @cached_property
    def agreements(self) -> Agreements:
        """What several phones make of the rounds: one query, when it is first asked for."""
        return agreements_of(self.game)

    @classmethod
    def of(cls, game: Game) -> "Sheet":
        """Two queries, however long the game."""
        return cls(table_of(game))

    @property
    def name(self) -> str:
        return self.game.table_name or self.game_name

    @property
    def game_name(self) -> str:
        return game_name(self.game.variant, self.game.preset)

    @property
    def rules(self) -> str:
        return rules_in_words(self.table.rules, self.table.position.sides, hands=self.game.of_match)

    def named(self, seats: Sequence[int]) -> tuple[str, ...]:
        """The names of seats."""
        return tuple(self.seat_names[seat] for seat in seats)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The score columns with their totals; none in a game of ranks."""
        result = self.table.result
        return tuple(
            Column(
                index=index,
                names=self.named(seats),
                total=figure(total),
                gap=self._gap(total),
                won=index in result.winners,
                leads=total == max(result.totals),
                curve=chart.sample(index),
            )
            for index, (seats, total) in enumerate(zip(result.columns, result.totals, strict=True))
        )

    def _gap(self, total: int) -> str:
        """What a column still needs, or how far it is behind where there is no target."""
        if self.game.state not in FOLLOWS["finish_early"]:
            return ""
        target = self.table.rules.target_score
        behind = max(self.table.result.totals) - total
        if target and total < target:
            return _("%(points)s to go") % {"points": target - total}
        if target and not behind:
            return _("at the target, and level: one more round")
        return _("%(points)s behind") % {"points": behind} if behind else _("in front")

    @cached_property
    def winners(self) -> tuple[Column, ...]:
        return tuple(column for column in self.columns if column.won)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """All rounds, the first one first."""
        return tuple(self._row(line) for line in self.table.lines)

    def _row(self, line: Line) -> Row:
        told = story(self.table.rules, self.seat_names, line.played, line.result)
        return Row(
            number=line.number,
            entry=line.entry,
            played=line.played,
            story=told,
            cells=tuple(self._cells(line, told)),
            order=self.named(line.result.next.seating),
            place=sync_state(line.entry, self.agreements),
        )

    def _cells(self, line: Line, told: Story) -> Iterator[Cell]:
        result = line.result
        # The side of who plays with the dummy comes first, and that player before the dummy.
        leading = result.sides[0][0] if self.variant.has_dummy else None
        swept = () if result.sweep is None else result.sides[result.sweep]
        scored = zip(result.scores, result.totals, self.table.result.columns, strict=True)
        for column, (score, total, seats) in enumerate(scored):
            yield Cell(
                score=signed(score),
                total=figure(total),
                part=in_words(self.variant.lead.part) if column == leading else "",
                calls=tuple(call for call in told.calls if call.seat in seats),
                marks=range(sweep_size(result.sides) if set(seats) <= set(swept) else 0),
                leads=total == max(result.totals),
            )

    @property
    def two_sides(self) -> bool:
        """Whether there are two columns, which are sides with a sign each."""
        return len(self.table.result.columns) == 2

    @property
    def legend(self) -> list[Sign]:
        """The signs that occur, each once: calls made in the order of their worth, then failed
        ones, then the sweep.
        """
        calls = {call.letter: call for row in self.rows for call in row.story.calls}
        failed = {
            call.letter: call for row in self.rows for call in row.story.calls if not call.made
        }
        swept = next((row.story.sweep for row in self.rows if row.story.sweep), "")
        marks = range(max((len(cell.marks) for row in self.rows for cell in row.cells), default=0))
        return [
            *(Sign(call.word, letter) for letter, call in calls.items()),
            *(Sign(_("failed"), letter, failed=True) for letter in list(failed)[:1]),
            *([Sign(swept, marks=marks)] if swept else []),
        ]

    @cached_property
    def people(self) -> tuple[Person, ...]:
        """Everybody in a game of ranks, by the rank held now."""
        return people_of(self.table)

    @property
    def reign(self) -> str:
        """Since when the first has been that, in a game of ranks; empty before its first round."""
        return reign_of(self.people) if self.rank_game else ""

    @property
    def ends(self) -> tuple[str, str]:
        """What the first and the last are called."""
        return ends_of(self.people)

    @cached_property
    def chart(self) -> chart.Chart:
        """The lines of the totals; in a game of ranks of the places, in the order of `people`."""
        if self.rank_game:
            return places_of(self.people)
        rules, goes_on = self.table.rules, self.game.state in FOLLOWS["finish_early"]
        rounds = rules.round_limit or len(self.table.lines) + goes_on
        return chart.race(totals_of(self.table), target=rules.target_score, rounds=rounds)

    @property
    def line_ends(self) -> list[End]:
        """Where the names stand in the chart of a game of ranks."""
        return line_ends(self.chart, self.people) if self.rank_game else []

    @property
    def coming(self) -> Coming | None:
        """The round that comes next; None where none does."""
        if self.game.state not in FOLLOWS["finish_early"]:
            return None
        position = self.table.position
        limit = self.table.rules.round_limit
        return Coming(
            number=position.number,
            why=why_on(position),
            left=limit - position.number + 1 if limit else None,
            begins=self._begins(position),
        )

    def _begins(self, position: Position) -> str:
        seat = self.variant.lead_of(position)
        if seat is None:
            return ""
        people = {"name": seat}
        if self.variant.has_dummy:
            people |= zip(("one", "other"), position.sides[1], strict=True)
        names = {
            key: format_html("<bdi>{}</bdi>", self.seat_names[each]) for key, each in people.items()
        }
        return mark_safe(escape(_(self.variant.lead.coming)) % names)  # noqa: S308  (all of it is escaped)

    @property
    def turned(self) -> tuple[tuple[str, ...], ...]:
        """The teams of a rematch with new partners; none in games without fixed teams."""
        return new_partners(self.table)
