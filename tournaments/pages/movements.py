"""Duplicate: a movement as a table of rounds, and where boards come from and go to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.models import Stage
from tournaments.pairing.duplicate import Movement
from tournaments.pairing.duplicate.event import Duplicate, pair_numbers
from tournaments.pairing.duplicate.order_of_play import shared_boards
from tournaments.pairing.formats import FORMATS
from tournaments.stage.history import History

DASH = "\N{EN DASH}"
PAIRS = 2  # at a table
NORTH_SOUTH = 0  # the side that fetches and carries boards
FEW = 2  # boards in a row that are written out


@dataclass(frozen=True)
class Seating:
    """A table in a round. `pairs` are numbers of the movement, `who` their ids once they are known.

    `shared` are the other tables that need the same boards in this round.
    """

    table: int
    pairs: tuple[int, int]
    boards: tuple[int, ...]
    who: tuple[int, ...] = ()
    match_id: int | None = None
    done: bool = False
    shared: tuple[int, ...] = ()

    @property
    def boards_shown(self) -> str:
        return in_ranges(self.boards)


@dataclass(frozen=True)
class RoundOfMovement:
    """A round: its tables, who sits out (numbers of pairs), and the boards that rest."""

    number: int
    tables: Sequence[Seating]
    sit_out: Sequence[int]
    resting: Sequence[int]
    state: str = ""

    @property
    def resting_shown(self) -> str:
        return in_ranges(self.resting, ", ")


@dataclass(frozen=True)
class Carrying:
    """A board or set that a table fetches before its round, or carries away after it: the boards,
    and the tables; none is the shelf.
    """

    boards: str
    tables: tuple[int, ...] = ()


def in_ranges(boards: Sequence[int], between: str = " ") -> str:
    """Return boards as "4–6" or "14 15 13": in the order given, each run of three or more short."""
    runs: list[list[int]] = []
    for board in boards:
        if runs and runs[-1][-1] + 1 == board:
            runs[-1].append(board)
        else:
            runs.append([board])
    return between.join(
        f"{run[0]}{DASH}{run[-1]}" if len(run) > FEW else between.join(map(str, run))
        for run in runs
    )


def planned(found: Movement) -> list[RoundOfMovement]:
    """Return the rounds of a movement that nobody has been drawn for."""
    every = set(range(1, found.boards + 1))
    rounds = []
    for number, (tables, free) in enumerate(zip(found.rounds, found.sit_out, strict=True), start=1):
        seatings = [Seating(one.table, (one.ns, one.ew), one.boards) for one in tables]
        rounds.append(_round(number, seatings, free, every))
    return rounds


def drawn(history: History) -> list[RoundOfMovement]:
    """Return the rounds of a stage as drawn."""
    numbers = numbers_in(history)
    every = {board for rows in history.rounds for one in rows.seated for board in one.match.boards}
    rounds = []
    for rows in history.rounds:
        seatings = [
            Seating(
                seated.match.number,
                (numbers.get(who[0], 0), numbers.get(who[1], 0)),
                tuple(seated.match.boards),
                who,
                seated.match.pk,
                seated.match.settled,
            )
            for seated in rows.seated
            if len(who := seated.everybody) == PAIRS
        ]
        free = sorted(numbers.get(who, 0) for who in rows.byes)
        one = _round(rows.session_round.number, seatings, free, every)
        rounds.append(replace(one, state=rows.session_round.state))
    return rounds


def whole(history: History) -> list[RoundOfMovement]:
    """Return all rounds of a stage: as drawn, and those to come as the movement has them. Empty
    before the first draw. Raises RuleError if there is no movement for so many.
    """
    rounds, format_ = drawn(history), FORMATS[history.stage.format]
    if not rounds or not isinstance(format_, Duplicate):
        return rounds
    numbers = numbers_in(history)
    who = {number: id_ for id_, number in numbers.items()}
    movement = format_.movement(len(numbers), history.stage.format_settings)
    coming = [
        replace(
            one,
            tables=[
                replace(seat, who=tuple(who[number] for number in seat.pairs))
                for seat in one.tables
            ],
        )
        for one in planned(movement)[len(rounds) :]
    ]
    return [*rounds, *coming]


def numbers_in(history: History) -> dict[int, int]:
    """Return everybody's number in the movement; empty before the first draw."""
    return pair_numbers(history.rounds[0].as_drawn()) if history.rounds else {}


def _round(
    number: int, tables: Sequence[Seating], free: Sequence[int], every: set[int]
) -> RoundOfMovement:
    shared: dict[int, set[int]] = {}
    for one in shared_boards({one.table: one.boards for one in tables}):
        for table in one["tables"]:
            shared.setdefault(table, set()).update(one["tables"])
    seatings = [
        replace(one, shared=tuple(sorted(shared.get(one.table, set()) - {one.table})))
        for one in sorted(tables, key=lambda one: one.table)
    ]
    used = {board for one in seatings for board in one.boards}
    return RoundOfMovement(number, seatings, free, sorted(every - used))


def fetched(rounds: Sequence[RoundOfMovement], number: int, table: int) -> list[Carrying]:
    """Return from where a table gets its boards for this round: nothing in the first."""
    return _moves(rounds, number, table, number - 1)


def carried(rounds: Sequence[RoundOfMovement], number: int, table: int) -> list[Carrying]:
    """Return where a table's boards go after this round: nothing after the last."""
    return _moves(rounds, number, table, number + 1)


def _moves(
    rounds: Sequence[RoundOfMovement], number: int, table: int, other: int
) -> list[Carrying]:
    by_number = {one.number: one for one in rounds}
    if number not in by_number or other not in by_number:
        return []
    own = next((one for one in by_number[number].tables if one.table == table), None)
    if own is None:
        return []
    places: dict[tuple[int, ...], list[int]] = {}
    for board in sorted(own.boards):
        there = tuple(one.table for one in by_number[other].tables if board in one.boards)
        places.setdefault(there, []).append(board)
    return [
        Carrying(in_ranges(boards), there)
        for there, boards in sorted(places.items())
        if table not in there
    ]


def named(rounds: Sequence[RoundOfMovement]) -> Mapping[int, int]:
    """Return the id of each pair by its number, as far as rounds have been drawn."""
    return {
        number: who
        for one in rounds
        for seat in one.tables
        for number, who in zip(seat.pairs, seat.who, strict=False)
    }


def compares_boards(stage: Stage) -> bool:
    """Whether this stage is duplicate."""
    return FORMATS[stage.format].compares_boards
