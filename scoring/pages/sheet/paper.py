"""The printed score sheet: the fields of the table's screen in the same order, empty or filled."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from django.utils.translation import gettext as _

from scoring.games.round_words import in_words, signed, sweep_name
from scoring.pages.seat_changes import SeatChange
from scoring.pages.sheet.queries import Row, Sheet
from scoring.pages.sheet_words import CarriedLine, Story, game_name, rules_in_words
from scoring.rules import VARIANTS, Position, RuleSet, opening

SIDES = (0, 1)
SHORT_CALLS = {"tichu": "T", "grand": "G"}
T = TypeVar("T")


@dataclass(frozen=True)
class PaperSeat:
    """The heading of a seat's column; `sign` is its side or number, `name` is "" if written by
    hand.

    `choices` can be ringed in its empty boxes: playing with the dummy, and its possible calls.
    """

    name: str
    sign: int | str
    choices: tuple[str, ...]


@dataclass(frozen=True)
class CallOnPaper:
    """A call in the legend: the letter to ring, and its points."""

    letter: str
    points: int


@dataclass(frozen=True)
class Box:
    """One seat's part of a round: its place, its call with the outcome, whether it led."""

    place: str = ""
    call: str = ""
    made: bool = False
    leads: bool = False


@dataclass(frozen=True)
class PaperRow:
    """A round, or an empty line. `instead` is shown where no cards were counted."""

    number: int
    boxes: tuple[Box, ...]
    cards: tuple[str, ...]
    instead: str
    missed_wish: str
    scores: tuple[str, ...]
    totals: tuple[str, ...]
    changes: Sequence[SeatChange] = ()  # of who sits where, before it


@dataclass(frozen=True)
class Paper:
    """The contents of the sheet. `columns` are the headings of scores and totals; none in rank
    games.

    The seats of a side are adjacent.
    """

    title: str
    game_name: str
    rules: str
    seats: tuple[PaperSeat, ...]
    columns: tuple[int | str, ...]
    card_sides: tuple[int | str, int | str]
    rows: tuple[PaperRow, ...]
    carried: CarriedLine | None
    filled: bool
    is_rank_game: bool
    has_dummy: bool
    lead_sign: str  # for the player with the dummy
    calls: tuple[CallOnPaper, ...]
    sweep: str  # its name, and its points
    # With their rounds: calls of which only the team is known, bombs, that calls are not known
    side_calls: tuple[tuple[int, str], ...] = ()
    # Head of the game's chain, see scoring.games.chain
    head: bytes | memoryview | None = None

    @property
    def two_sides(self) -> bool:
        """Whether two sides play, each with a sign, and sign the result."""
        return self.columns == SIDES

    @property
    def width(self) -> int:
        """The number of its columns."""
        return 1 + len(self.seats) + (2 + 2 * len(self.columns) if self.columns else 0)

    @property
    def wide(self) -> bool:
        """Whether it needs landscape paper."""
        return len(self.seats) > 4 or self.has_dummy


def blank_paper(variant: str, rounds: int) -> Paper:
    """Return an empty sheet with this many lines, for the variant's largest number of players."""
    return paper_for(RuleSet.of(variant), [""] * VARIANTS[variant].max_players, rounds)


def paper_for(rules: RuleSet, names: Sequence[str], rounds: int, *, hands: bool = False) -> Paper:
    """Return an empty sheet for these players, by seat; an empty name is written by hand.

    `hands`: for a tournament, whose rounds are called hands.
    """
    position = opening(rules, len(names))
    rows = tuple(
        PaperRow(number, (), ("", ""), "", "", *(("",) * len(position.columns),) * 2)
        for number in range(1, rounds + 1)
    )
    description = (game_name(rules.variant), rules_in_words(rules, position.sides, hands=hands))
    return _paper(position, names, rows, description, title="", filled=False)


def filled_paper(sheet: Sheet) -> Paper:
    """Return the sheet of a game with its rounds."""
    rows = tuple(_row(row, sheet) for row in sheet.rows)
    description = (sheet.game_name, sheet.rules)
    paper = _paper(
        sheet.table.position,
        sheet.table.names,
        rows,
        description,
        title=sheet.game.table_name,
        filled=True,
    )
    side_calls = tuple(
        (row.number, said)
        for row in sheet.rows
        for said in (*row.story.side_calls, *row.story.bombs, *_unknown(row.story))
    )
    return replace(paper, carried=sheet.carried, head=sheet.game.chain_head, side_calls=side_calls)


def _unknown(words: Story) -> Sequence[str]:
    return [_("calls not recorded")] if words.totals else []


def _paper(
    position: Position,
    names: Sequence[str],
    rows: tuple[PaperRow, ...],
    description: tuple[str, str],
    *,
    title: str,
    filled: bool,
) -> Paper:
    """Build a sheet; `description` is the game and its rules in words."""
    rules, sides, columns = position.rules, position.sides, position.columns
    kind = VARIANTS[rules.variant]
    teams, lead_sign = kind.has_teams, in_words(kind.lead.sign)
    letters = tuple(call.letter for call in _calls(rules))
    choices = (lead_sign, *letters) if lead_sign else letters
    seats = _seats(position, names, choices)
    return Paper(
        title=title,
        game_name=description[0],
        rules=description[1],
        seats=tuple(seats),
        columns=_heads(seats, teams=teams) if columns else (),
        card_sides=SIDES if teams else (lead_sign, _("others")),
        rows=rows,
        carried=None,
        filled=filled,
        is_rank_game=kind.is_rank_game,
        has_dummy=kind.has_dummy,
        lead_sign=lead_sign,
        calls=_calls(rules) if columns else (),
        sweep=_("%(sweep)s %(points)s, no cards")
        % {"sweep": sweep_name(sides), "points": rules.sweep_value}
        if columns
        else "",
    )


def _seats(position: Position, names: Sequence[str], choices: tuple[str, ...]) -> list[PaperSeat]:
    """Return the seats with the calls to tick: `choices` for people, its own for a dummy."""
    kind = VARIANTS[position.rules.variant]
    seats = [
        PaperSeat(name, SIDES[seat % 2] if kind.has_teams else str(seat + 1), choices)
        for seat, name in _by_side(names, teams=kind.has_teams)
    ]
    if kind.has_dummy:
        dummys = tuple(SHORT_CALLS.get(call, call) for call in position.allowed_calls(len(names)))
        seats.append(PaperSeat(_(kind.dummy_name), "", dummys))
    return seats


def _heads(seats: Sequence[PaperSeat], *, teams: bool) -> tuple[int | str, ...]:
    """Return the headings of scores and totals."""
    return SIDES if teams else tuple(seat.sign or seat.name for seat in seats)


def _by_side(things: Sequence[T], *, teams: bool) -> list[tuple[int, T]]:
    """Return each seat's thing with the seat's number, the seats of a side together."""
    found = list(enumerate(things))
    return sorted(found, key=lambda one: one[0] % 2) if teams else found


def _calls(rules: RuleSet) -> tuple[CallOnPaper, ...]:
    return tuple(
        CallOnPaper(SHORT_CALLS.get(call, call), points)
        for call, points in rules.call_values().items()
        if call != "grand" or rules.grand_allowed
    )


def _row(row: Row, sheet: Sheet) -> PaperRow:
    result = sheet.table.result_of(row.number)
    order = result.next.seating or row.played.out
    calls = dict(row.played.calls)
    made = {call.seats for call in row.story.calls if call.made}
    boxes = tuple(
        Box(
            place=str(order.index(seat) + 1) if seat in order else "",
            call=SHORT_CALLS.get(calls.get(seat, ""), calls.get(seat, "")),
            made=(seat,) in made,
            leads=seat < len(row.cells) and bool(row.cells[seat].part),
        )
        for seat, _name in _by_side(
            sheet.seat_names, teams=VARIANTS[sheet.table.rules.variant].has_teams
        )
    )
    return PaperRow(
        number=row.label,
        boxes=boxes,
        cards=row.story.cards or ("", ""),
        instead=row.story.sweep,
        missed_wish=row.story.wish,
        scores=tuple(signed(score) for score in result.scores),
        totals=tuple(sheet.total_shown(total) for total in result.totals),
        changes=row.changes,
    )
