"""The score sheet of a game for its pages: columns, rounds, places, the next round, permitted
actions.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from scoring.games.host import MatchState, of_match
from scoring.games.lifecycle import FOLLOWS
from scoring.games.permissions import ADDRESSES, may
from scoring.games.queries import Agreements, Line, Table, agreements_of, table_of
from scoring.games.round_words import figure, in_words, names_with_dummy, signed, sweep_size
from scoring.models import Entry, Game
from scoring.pages import chart
from scoring.pages.end_card import new_partners, race_of
from scoring.pages.rank_history import (
    End,
    Person,
    ends_of,
    line_ends,
    people_of,
    places_of,
    reign_of,
)
from scoring.pages.seat_changes import SeatChange, SeatChanges
from scoring.pages.sheet_words import (
    CallMade,
    CarriedLine,
    Story,
    carried_line,
    game_name,
    rules_in_words,
    story,
)
from scoring.pages.table.screen import why_on
from scoring.pages.table.script import board_at
from scoring.rules import VARIANTS, Position, RoundResult
from scoring.rules import Round as PlayedRound

ANY_STATE = tuple(Game.State.values)
# The sheet's actions: an address by its name, and the states of a game in which it is useful.
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


# A game of a match is followed by the match's next.
NOT_IN_A_MATCH = {"rematch", "put_right"}


def offers(role: str, game: Game) -> frozenset[str]:
    """Return the names of the addresses that a role may use in the game's state."""
    found = {
        name
        for name, states in OFFERS.items()
        if game.state in states and may(role, ADDRESSES[name])
    }
    return frozenset(found - NOT_IN_A_MATCH if game.of_match else found)


@dataclass(frozen=True)
class Column:
    """A score column: a team, a player, or the dummy. `former` are those who played before, in
    words, `gap` what is missing; `leads`: no column has more.
    """

    index: int
    names: tuple[str, ...]
    former: Sequence[str]
    total: str
    gap: str
    won: bool
    leads: bool
    curve: chart.Curve


@dataclass(frozen=True)
class Cell:
    """A column's part in a round.

    `part` is its player's role: dealer or king. `calls` are its own, `marks` one per player of its
    own sweep; `leads`: it has the most after the round. Where some sit out, `side` is its side in
    the round, `rests` says that it sat out, and `won` that its side got more than the other.
    """

    score: str
    total: str
    part: str
    calls: tuple[CallMade, ...]
    marks: range
    leads: bool
    side: int | None = None
    rests: bool = False
    won: bool = False


@dataclass(frozen=True)
class Sign:
    """A sign used in the rounds and its meaning: a call's letter, or the marks of a sweep."""

    word: str
    letter: str = ""
    failed: bool = False
    marks: range = range(0)


@dataclass(frozen=True)
class Row:
    """A round: what was recorded, and each column's result, or the places in a game of ranks.

    `label`: its number, or that of the board whose cards were played.
    """

    number: int
    label: int
    entry: Entry
    played: PlayedRound
    story: Story
    cells: tuple[Cell, ...]
    order: tuple[str, ...]
    changes: Sequence[SeatChange]  # of who sits where, before it
    place: str  # how far it has travelled: see Agreements.sync_state
    new_chairs: bool = False  # before it, where some sit out


@dataclass(frozen=True)
class Coming:
    """The next round. `begins` says who begins it, and how; "" if that is unknown.

    `why` explains why the game goes on although the target is reached.
    """

    number: int
    why: str
    left: int | None
    begins: str


class Sheet:
    """A game's score sheet. Read once from the database; everything else is derived.

    `boards` are the numbers of the boards whose cards are played: their sum decides nothing, so
    there are no totals.
    """

    def __init__(self, table: Table, boards: Sequence[int] = ()) -> None:
        self.table = table
        self.boards = boards
        self.match_state: MatchState | None = None
        self.game = table.game
        self.variant = VARIANTS[table.game.variant]
        self.rank_game = self.variant.is_rank_game
        self.seat_names = names_with_dummy(table)

    @cached_property
    def agreements(self) -> Agreements:
        """The state of the rounds across phones: one query, on first access."""
        return agreements_of(self.game)

    @classmethod
    def of(cls, game: Game) -> "Sheet":
        """Two queries, however long the game, and those about its match."""
        state = of_match(game).match_state(game)
        sheet = cls(table_of(game), state.boards if state else ())
        sheet.match_state = state
        return sheet

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
        """Return the names of seats."""
        return tuple(self.seat_names[seat] for seat in seats)

    @cached_property
    def changes(self) -> SeatChanges:
        """Who sat where, if people were exchanged during the game."""
        return SeatChanges(self.table)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The score columns with their totals; none in a game of ranks.

        Where not everybody has played as often, the points per round say who leads.
        """
        result = self.table.result
        standing = self.variant.standing(self.table.position)
        return tuple(
            Column(
                index=index,
                names=self.named(seats),
                former=self.changes.former(seats),
                total=self.total_shown(total),
                gap=self._gap(total),
                won=index in self.table.winners and not self.boards,
                leads=value == max(standing) and not self.boards,
                curve=chart.sample(index),
            )
            for index, (seats, total, value) in enumerate(
                zip(result.columns, result.totals, standing, strict=True)
            )
        )

    def total_shown(self, total: int) -> str:
        return "" if self.boards else figure(total)

    def _gap(self, total: int) -> str:
        """Return what a column still needs, or without a target, how far it is behind."""
        if self.game.state not in FOLLOWS["finish_early"] or self.boards:
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
    def carried(self) -> CarriedLine | None:
        """The line before the first round, if the game started from a score."""
        return carried_line(self.table.carried)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """All rounds in order."""
        return tuple(self._row(line) for line in self.table.lines)

    def _row(self, line: Line) -> Row:
        names = names_with_dummy(self.table.as_in(line.number))
        words = story(self.table.rules, names, line.played, line.result)
        return Row(
            number=line.number,
            label=board_at(self.boards, line.number) or line.number,
            entry=line.entry,
            played=line.played,
            story=words,
            cells=tuple(self._cells(line, words)),
            order=tuple(names[seat] for seat in line.result.next.seating),
            changes=self.changes.by_round.get(line.number, ()),
            place=self.agreements.sync_state(line.entry),
            new_chairs=self.changes_chairs(line.number),
        )

    def _cells(self, line: Line, words: Story) -> Iterator[Cell]:
        result = line.result
        # The dummy's side comes first, and its player before the dummy.
        leading = result.sides[0][0] if self.variant.has_dummy else None
        swept = () if result.sweep is None else result.sides[result.sweep]
        scored = zip(result.scores, result.totals, self.table.result.columns, strict=True)
        for column, (score, total, seats) in enumerate(scored):
            yield Cell(
                score=figure(score) if self.variant.turns else signed(score),
                total=self.total_shown(total),
                part=in_words(self.variant.lead.part) if column == leading else "",
                calls=tuple(call for call in words.calls if {*call.seats} <= {*seats}),
                marks=range(sweep_size(result.sides) if set(seats) <= set(swept) else 0),
                leads=total == max(result.totals) and not self.boards,
                **self._part_of(seats[0], result),
            )

    def _part_of(self, seat: int, result: RoundResult) -> dict[str, Any]:
        """Return a column's part in a round where some sit out."""
        if not self.variant.turns:
            return {}
        side = next((at for at, seats in enumerate(result.sides) if seat in seats), None)
        won = side is not None and result.side_scores[side] > result.side_scores[1 - side]
        return {"side": side, "rests": side is None, "won": won}

    def changes_chairs(self, number: int) -> bool:
        """Return whether people sit down anew before this round, so that partners change."""
        turns, rounds = self.variant.turns, number - self.table.carried.rounds - 1
        return len(self.variant.rings) > 1 and rounds > 0 and rounds % turns == 0

    @property
    def two_sides(self) -> bool:
        """Whether there are two columns, which are sides with a sign each."""
        return len(self.table.result.columns) == 2

    @property
    def legend(self) -> list[Sign]:
        """The signs used, once each: made calls by value, then failed ones, then the sweep."""
        calls = [call for row in self.rows for call in row.story.calls]
        words = {call.letter: call.word for call in calls}
        found = [Sign(word, letter) for letter, word in words.items()]
        failed = [call.letter for call in calls if not call.made]
        if failed:
            found.append(Sign(_("failed"), failed[0], failed=True))
        swept = [row.story.sweep for row in self.rows if row.story.sweep]
        if swept:
            marks = max((len(cell.marks) for row in self.rows for cell in row.cells), default=0)
            found.append(Sign(swept[0], marks=range(marks)))
        return found

    @cached_property
    def people(self) -> tuple[Person, ...]:
        """The people in a game of ranks, by current rank."""
        return people_of(self.table)

    @property
    def reign(self) -> str:
        """Since when the first has held the rank, in a game of ranks; "" before its first round."""
        return reign_of(self.people) if self.rank_game else ""

    @property
    def ends(self) -> tuple[str, str]:
        """The names of the first and the last rank."""
        return ends_of(self.people)

    @cached_property
    def chart(self) -> chart.Chart:
        """The totals; in a game of ranks the places, in the order of `people`."""
        if self.rank_game:
            return places_of(self.people, before=self.table.carried.rounds)
        goes_on = self.game.state in FOLLOWS["finish_early"]
        rounds = self.table.rules.round_limit or self.table.last_number + goes_on
        return race_of(self.table, rounds=rounds)

    @property
    def line_ends(self) -> list[End]:
        """The positions of the names in the chart of a game of ranks."""
        return line_ends(self.chart, self.people) if self.rank_game else []

    @property
    def coming(self) -> Coming | None:
        """The next round, if there is one."""
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
        if self.variant.turns:
            seats = position.columns[seat]
            named = format_html_join(
                " & ", "<bdi>{}</bdi>", [(self.seat_names[one],) for one in seats]
            )
            return mark_safe(escape(_(self.variant.lead.coming)) % {"name": named})  # noqa: S308  (all of it is escaped)
        if self.variant.has_dummy:
            people |= zip(("one", "other"), position.sides[1], strict=True)
        names = {
            key: format_html("<bdi>{}</bdi>", self.seat_names[each]) for key, each in people.items()
        }
        return mark_safe(escape(_(self.variant.lead.coming)) % names)  # noqa: S308  (all of it is escaped)

    @property
    def goes_onward(self) -> bool:
        """Whether a rematch may take the score along: of a game with points, finished early."""
        stopped = self.game.state == Game.State.STOPPED
        return stopped and bool(self.columns) and any(self.table.result.totals)

    @property
    def turned(self) -> tuple[tuple[str, ...], ...]:
        """The teams of a rematch with new partners; none in games without fixed teams."""
        return new_partners(self.table)
