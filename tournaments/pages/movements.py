"""Duplicate: a movement as a table of rounds, and where boards come from and go to."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from scoring.rules import RuleError
from tournaments.models import Absence, Entrant, Stage
from tournaments.names import side_names
from tournaments.pairing.duplicate import Movement
from tournaments.pairing.duplicate.event import Duplicate, sides_of
from tournaments.pairing.duplicate.order_of_play import shared_boards
from tournaments.pairing.duplicate.seating import (
    Seat,
    Session,
    holders_of,
    key_of,
    pair_numbers,
    with_late,
)
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.values import SessionRound, Table
from tournaments.stage.history import History

DASH = "\N{EN DASH}"
AT_FOUR = 4  # people at a table whose partners change, instead of two pairs
NORTH_SOUTH = 0  # the side that fetches and carries boards
FEW = 2  # boards in a row that are written out


@dataclass(frozen=True)
class Seating:
    """A table in a round. `numbers` are those of the movement, north-south first, `who` their ids
    once they are known.

    `shared` are the other tables that need the same boards in this round.
    """

    table: int
    numbers: tuple[int, ...]
    boards: tuple[int, ...]
    who: tuple[int, ...] = ()
    match_id: int | None = None
    done: bool = False
    shared: tuple[int, ...] = ()

    @property
    def boards_shown(self) -> str:
        return in_ranges(self.boards)

    @property
    def sides(self) -> list[str]:
        """The numbers of north-south, and of east-west: "3", or "3+7" where partners change."""
        return ["+".join(map(str, side)) for side in sides_of(self.numbers)]

    def direction_of(self, number: int) -> int:
        """Return 0 for somebody who sits north or south, else 1."""
        return self.numbers.index(number) * 2 // len(self.numbers)

    def direction_of_entrant(self, who: int) -> int:
        """Return the same for an entrant."""
        return self.direction_of(self.numbers[self.who.index(who)])


@dataclass(frozen=True)
class RoundOfMovement:
    """A round: its tables, who sits out (their numbers), and the boards that rest."""

    number: int
    tables: Sequence[Seating]
    sit_out: Sequence[int]
    resting: Sequence[int]
    state: str = ""
    columns: Sequence[int] = ()  # the tables of all rounds

    def seat_of(self, who: int) -> Seating | None:
        """Return an entrant's table; None if they have none."""
        return next((one for one in self.tables if who in one.who), None)

    @property
    def cells(self) -> list[Seating | None]:
        """The table in each column; None where nobody sits."""
        at = {one.table: one for one in self.tables}
        return [at.get(number) for number in self.columns]

    @property
    def boards(self) -> set[int]:
        """All boards of the session, as far as rounds are drawn."""
        return {*self.resting}.union(*(one.boards for one in self.tables))

    @property
    def resting_shown(self) -> str:
        return in_ranges(self.resting)


@dataclass(frozen=True)
class Carrying:
    """A board or set that a table fetches before its round, or carries away after it: the boards,
    and the tables; none is the shelf.
    """

    boards: str
    tables: tuple[int, ...] = ()


def partner_and_opponents(
    sides: Sequence[Sequence[int]], who: int, names: Mapping[int, str]
) -> tuple[str, str]:
    """Return the names of somebody's partner at a table, empty for a pair, and of the opponents."""
    own = next(index for index, side in enumerate(sides) if who in side)
    partners = [one for one in sides[own] if one != who]
    partner, against = side_names((partners, sides[1 - own]), names)
    return partner, against


def in_ranges(boards: Sequence[int]) -> str:
    """Return boards as "4–6" or "14, 15, 13": in this order, each run of three or more short."""
    runs: list[list[int]] = []
    for board in boards:
        if runs and runs[-1][-1] + 1 == board:
            runs[-1].append(board)
        else:
            runs.append([board])
    return ", ".join(
        f"{run[0]}{DASH}{run[-1]}" if len(run) > FEW else ", ".join(map(str, run)) for run in runs
    )


def planned(found: Movement) -> list[RoundOfMovement]:
    """Return the rounds of a movement that nobody has been drawn for."""
    every = set(range(1, found.boards + 1))
    rounds = []
    for number, (tables, free) in enumerate(zip(found.rounds, found.sit_out, strict=True), start=1):
        seatings = [Seating(one.table, one.numbers, one.boards) for one in tables]
        rounds.append(_round(number, seatings, free, every))
    return _lined_up(rounds)


def drawn(history: History) -> list[RoundOfMovement]:
    """Return the rounds of a stage as drawn."""
    numbers, every = numbers_in(history), _boards_of(history)
    rounds = []
    for rows in history.rounds:
        seatings = [
            Seating(
                seated.match.number,
                tuple(numbers.get(who, 0) for who in seated.everybody),
                tuple(seated.match.boards),
                seated.everybody,
                seated.match.pk,
                seated.match.settled,
            )
            for seated in rows.seated
        ]
        free = sorted(numbers.get(who, 0) for who in rows.byes)
        one = _round(rows.session_round.number, seatings, free, every)
        rounds.append(replace(one, state=rows.session_round.state))
    return _lined_up(rounds)


def whole(history: History) -> list[RoundOfMovement]:
    """Return all rounds of a stage: as drawn, and those to come as they will be drawn for the pairs
    who have not left. Empty before the first draw. Raises RuleError if there is no movement.
    """
    rounds, every = drawn(history), _boards_of(history)
    for number, session, seats in coming(history, len(rounds) + 1):
        seated = {who for one in seats if one.plays for who in one.here}
        waits = session.present - seated
        free = [session.numbers[who] for who in waits if who in session.numbers]
        seatings = [
            Seating(one.table, one.numbers, one.boards, one.here) for one in seats if one.plays
        ]
        rounds.append(_round(number, seatings, sorted(free), every))
    return _lined_up(rounds)


def _boards_of(history: History) -> set[int]:
    """Return all boards of a session, those of rounds to come too."""
    every = {board for rows in history.rounds for one in rows.seated for board in one.match.boards}
    format_ = FORMATS[history.stage.format]
    if history.rounds and isinstance(format_, Duplicate):
        with suppress(RuleError):  # a session of other days, for which there is no movement now
            found = format_.movement(pairs_in(history), history.stage.format_settings)
            every.update(range(1, found.boards + 1))
    return every


def coming(history: History, first: int) -> Iterator[tuple[int, Session, list[Seat]]]:
    """Yield the rounds from this one on as they would be drawn for the pairs who have not left."""
    format_ = FORMATS[history.stage.format]
    if not history.rounds or not isinstance(format_, Duplicate):
        return
    found = format_.movement(pairs_in(history), history.stage.format_settings)
    left = {row.entrant_id for row in history.participations if row.has_left}
    away: defaultdict[int, set[int]] = defaultdict(set)
    for round_number, who in Absence.objects.filter(stage=history.stage).values_list(
        "round_number", "entrant"
    ):
        away[round_number].add(who)
    past, lot = list(history.past(first)), history.rounds[0].as_drawn()
    for number in range(first, len(found.rounds) + 1):
        present = history.active - away[number]
        numbers = pair_numbers([lot, *past[1:]])  # as the first round was drawn, played or not
        session = Session.of(found, past, numbers, present, left)
        seats = session.seats(number)
        yield number, session, seats
        tables = tuple(
            Table(sides_of(one.here), key=key_of(one.numbers), boards=one.boards)
            for one in seats
            if one.plays
        )
        past.append(SessionRound(tables))


def is_due(history: History, first: int) -> bool:
    """Whether the rounds drawn from this one on are seated for the pairs who are here now."""
    due = {
        number: {(one.here, one.boards) for one in seats if one.plays}
        for number, _session, seats in coming(history, first)
    }
    return all(
        due.get(rows.session_round.number)
        == {(seated.everybody, tuple(seated.match.boards)) for seated in rows.seated}
        for rows in history.rounds
        if rows.session_round.number >= first
    )


def late_pairs(stage: Stage) -> list[Entrant]:
    """Return the pairs who are entered and not in the stage yet."""
    if stage.number > 1 or stage.state != Stage.State.RUNNING:
        return []
    entered = stage.tournament.entrants.filter(state=Entrant.State.ENTERED)
    return list(entered.exclude(participations__stage=stage).order_by("pk"))


def pairs_in(history: History) -> int:
    """Return for how many the movement is: those of the first round, 0 before it is drawn."""
    return len(pair_numbers([history.rounds[0].as_drawn()])) if history.rounds else 0


def named(history: History) -> list[tuple[int, int]]:
    """Return who has each number of the movement now, by number; empty before the first draw."""
    return sorted(holders_of(numbers_in(history)).items())


def numbers_in(history: History) -> dict[int, int]:
    """Return everybody's number in the movement, of late pairs too; empty before the first draw."""
    past = [rows.as_drawn() for rows in history.rounds]
    left = {row.entrant_id for row in history.participations if row.has_left}
    return with_late(pair_numbers(past), pairs_in(history), history.active, left) if past else {}


def _lined_up(rounds: Sequence[RoundOfMovement]) -> list[RoundOfMovement]:
    """Return rounds with a column for each table of any of them."""
    columns = sorted({seat.table for one in rounds for seat in one.tables})
    return [replace(one, columns=columns) for one in rounds]


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


def compares_boards(stage: Stage) -> bool:
    """Whether this stage is duplicate."""
    return FORMATS[stage.format].compares_boards
