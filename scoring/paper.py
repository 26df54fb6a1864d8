"""The score sheet on paper: the fields of the table's screen in the same order, empty or with a game's rounds."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.rules import VARIANTS, Position, RuleSet, opening
from scoring.sheet_words import figure, game_name, rules_in_words, signed
from scoring.sheets import Row, Sheet

SIDE_SIGNS = ("●", "▲")
SHORT_CALLS = {"tichu": "T", "grand": "G"}


@dataclass(frozen=True)
class PaperSeat:
    """The head of a seat's column; `sign` is its team's, and `name` empty where it is to be written by hand."""

    name: str
    sign: str
    is_dummy: bool


@dataclass(frozen=True)
class Box:
    """What one seat did in a round: the place it went out in, its call and how it came out, whether it led."""

    place: str = ""
    call: str = ""
    made: bool = False
    leads: bool = False


@dataclass(frozen=True)
class PaperRow:
    """A round, or an empty line for one. `instead` stands where no cards were counted."""

    number: int
    boxes: tuple[Box, ...]
    cards: tuple[str, ...]
    instead: str
    missed_wish: str
    scores: tuple[str, ...]
    totals: tuple[str, ...]


@dataclass(frozen=True)
class Paper:
    """All that stands on the paper. `columns` are the signs or names over scores and totals; none in rank games."""

    title: str
    game_name: str
    rules: str
    calls: tuple[str, ...]  # what may be ringed in an empty box
    seats: tuple[PaperSeat, ...]
    columns: tuple[str, ...]
    card_sides: tuple[str, str]
    rows: tuple[PaperRow, ...]
    filled: bool
    is_rank_game: bool
    has_dummy: bool

    @property
    def wide(self) -> bool:
        """Whether it needs the paper laid on its side."""
        return len(self.seats) > 4 or self.has_dummy

    @property
    def lines(self) -> int:
        """Table columns, for what stretches over all of them."""
        return 1 + len(self.seats) + 2 * len(self.columns) + (2 if self.columns else 0)


def blank_paper(variant: str, rounds: int) -> Paper:
    """An empty sheet with so many lines, for as many players as the variant takes."""
    kind = VARIANTS[variant]
    rules = RuleSet.of(variant)
    position = opening(rules, kind.max_players)
    names = [""] * kind.max_players
    places = len(names) + kind.has_dummy
    rows = tuple(
        PaperRow(number, (Box(),) * places, ("", ""), "", "", *(("",) * len(position.columns),) * 2)
        for number in range(1, rounds + 1)
    )
    return _paper(position, names, rows, named=game_name(variant), title="", filled=False)


def filled_paper(sheet: Sheet) -> Paper:
    """The sheet of a game, with the rounds that have been written."""
    rows = tuple(_row(row, sheet) for row in sheet.rows)
    named, title = sheet.game_name, sheet.game.table_name
    return _paper(sheet.table.position, sheet.table.names, rows, named=named, title=title, filled=True)


def _paper(
    position: Position, names: Sequence[str], rows: tuple[PaperRow, ...], *, named: str, title: str, filled: bool
) -> Paper:
    rules, sides, columns = position.rules, position.sides, position.columns
    kind = VARIANTS[rules.variant]
    teams = bool(sides) and not kind.has_dummy
    seats = [
        PaperSeat(name, SIDE_SIGNS[seat % 2] if teams else str(seat + 1) if columns else "", is_dummy=False)
        for seat, name in enumerate(names)
    ]
    if kind.has_dummy:
        seats.append(PaperSeat(_(kind.dummy_name), "", is_dummy=True))
    calls = [SHORT_CALLS.get(call, call) for call in rules.call_values() if call != "grand" or rules.grand_allowed]
    return Paper(
        title=title,
        game_name=named,
        rules=rules_in_words(rules, sides),
        calls=tuple(calls),
        seats=tuple(seats),
        columns=SIDE_SIGNS if teams else tuple(seat.sign or seat.name for seat in seats) if columns else (),
        card_sides=SIDE_SIGNS if teams else ("", ""),
        rows=rows,
        filled=filled,
        is_rank_game=kind.is_rank_game,
        has_dummy=kind.has_dummy,
    )


def _row(row: Row, sheet: Sheet) -> PaperRow:
    order = sheet.table.result.rounds[row.number - 1].next.seating or row.played.out
    calls = dict(row.played.calls)
    made = {said.seat for said in row.story.calls if said.made}
    boxes = tuple(
        Box(
            place=str(order.index(seat) + 1) if seat in order else "",
            call=SHORT_CALLS.get(calls.get(seat, ""), calls.get(seat, "")),
            made=seat in made,
            leads=seat < len(row.cells) and bool(row.cells[seat].part),
        )
        for seat in range(len(sheet.seat_names))
    )
    result = sheet.table.result.rounds[row.number - 1]
    return PaperRow(
        number=row.number,
        boxes=boxes,
        cards=row.story.cards or ("", ""),
        instead=row.story.sweep,
        missed_wish=row.story.wish,
        scores=tuple(signed(score) for score in result.scores),
        totals=tuple(figure(total) for total in result.totals),
    )
