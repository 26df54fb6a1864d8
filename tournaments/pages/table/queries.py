"""A match as the phones at its table see it: this phone's side, who writes, the result, what to do.

It depends on the phone: a side that has not entered its result blindly does not see the other
side's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from django.db.models import Q
from django.utils import timezone

from scoring.games.host import MatchClock
from scoring.games.queries import Table
from scoring.models import Device
from tournaments import clock
from tournaments.actions.time_up import STOPPING
from tournaments.match.agreement import A, How, locked, side_writing, versions_of
from tournaments.match.figures import (
    Figures,
    field_of,
    figures_now,
    figures_of,
    fingerprint,
    scores_by_board,
    shape_of,
)
from tournaments.match.stand_ins import with_stand_ins
from tournaments.models import Match, Member, Phone, Remark, SessionRound, Tournament
from tournaments.names import called
from tournaments.pages.match_games import GameLine, MatchBoard
from tournaments.pages.round_tables import PUBLISHED

TALK = (Remark.Kind.WRONG, Remark.Kind.REPLY)


@dataclass(frozen=True)
class Figure:
    """A side's score in a game. `mark` is the index of the side if two play, else None."""

    name: str
    number: int
    mark: int | None
    field: str  # of a form that asks for it
    typed: str = ""  # rejected content of the field


@dataclass(frozen=True)
class GameFigures:
    """A game of the result in figures; `number` counts from 1. `places` in games of ranks.

    `boards` have the score of each side, in duplicate: there the sum alone shows nothing.
    """

    number: int
    figures: Sequence[Figure]
    places: bool
    letter: str = ""  # of its table, if the match is played at two
    boards: Sequence[tuple[int, Sequence[int]]] = ()


@dataclass(frozen=True)
class ResultVersion:
    """A side's version of the result. `index` is None for the hands as written."""

    index: int | None
    name: str
    games: Sequence[GameFigures]


@dataclass(frozen=True)
class RemarkLine:
    """A remark on a disputed result. `index` is None for the director's."""

    pk: int
    index: int | None
    name: str
    text: str
    at: datetime
    games: Sequence[GameFigures]


@dataclass(frozen=True)
class SeatLine:
    """A seat of the running game: who is recorded there, and whose seats are opposite."""

    number: int
    player: int
    mark: int | None

    @property
    def shown(self) -> int:
        return self.number + 1


@dataclass
class AtTable:
    """What a phone at a table sees of its match besides the games."""

    board: MatchBoard
    device: Device | None
    phones: Sequence[Phone]
    remarks: Sequence[Remark]
    figures: Figures
    now: datetime
    typed: Mapping[str, str]  # the rejected form

    # This phone
    # ----------------------------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        return self.board.match

    @cached_property
    def phone(self) -> Phone | None:
        """Return this phone's row, if it has joined."""
        return next(
            (one for one in self.phones if self.device and one.device_id == self.device.pk), None
        )

    @property
    def side(self) -> int | None:
        return self.phone.side if self.phone else None

    @property
    def side_name(self) -> str:
        return self.name_of(self.side)

    def name_of(self, side: int | None) -> str:
        """Return the name of a side; empty for None and for a removed one."""
        known = {line.index: line.name for line in self.board.sides}
        return known.get(side, "") if side is not None else ""

    @cached_property
    def writer(self) -> Phone | None:
        return next((one for one in self.phones if one.writes), None)

    @property
    def writer_name(self) -> str:
        return self.name_of(self.writer.side) if self.writer else ""

    @property
    def writes(self) -> bool:
        return self.phone is not None and self.phone.writes

    @property
    def going(self) -> bool:
        """Whether a game of the match has begun and is not over."""
        return any(line.state in {"playing", "paused"} for line in self.board.games)

    @property
    def other_writes(self) -> bool:
        """Whether another phone is writing a game, so that this one would have to ask."""
        return self.writer is not None and not self.writes and self.going

    @property
    def asked(self) -> bool:
        return self.phone is not None and self.phone.asked_at is not None and not self.phone.writes

    @cached_property
    def asking(self) -> list[Phone]:
        """Return phones that ask to write, if this one may let them."""
        if self.phone is None or (not self.phone.writes and self.phone.side is None):
            return []
        return [
            one for one in self.phones if one.asked_at and not one.writes and one is not self.phone
        ]

    # The result
    # ----------------------------------------------------------------------------------------------

    @property
    def locked(self) -> bool:
        return locked(self.match) is not None

    @property
    def open(self) -> bool:
        """Whether the session round is being played."""
        return (
            self.match.session_round.state == PUBLISHED
            and self.board.tournament.state != Tournament.State.FINISHED
        )

    @property
    def mode(self) -> str:
        return self.board.tournament.agreement

    @property
    def agreement(self) -> str:
        return self.match.agreement

    @property
    def blind(self) -> bool:
        """Whether the result and its hands are hidden from this phone, because a side has still to
        enter it.

        A phone states its side itself, so only the one that writes is shown what it wrote.
        """
        kept = self.agreement in {A.OPEN, A.WAITING}
        return (
            self.mode == Tournament.Agreement.BLIND
            and kept
            and self.match.ruling is None
            and not self.writes
        )

    @property
    def writing_side(self) -> int | None:
        return side_writing(one.side for one in self.phones if one.writes)

    @property
    def both_write(self) -> bool:
        """Whether each side writes, at one of two tables: then this phone answers for its own."""
        return self.writes and self.side is not None and self.writing_side is None

    @cached_property
    def result(self) -> list[GameFigures]:
        return [
            replace(game, boards=self._boards(line))
            for game, line in zip(self.shown(self.figures), self._played, strict=False)
        ]

    def _boards(self, line: GameLine) -> list[tuple[int, list[int]]]:
        """Return the boards as the table wrote them; a result from paper replaces them."""
        if line.table is None or self.match.ruling is not None:
            return []
        return scores_by_board(line.row, line.table, line.row.board_numbers)

    @property
    def _played(self) -> list[GameLine]:
        """Return the games that the figures are about."""
        if self.match.ruling is not None:
            return list(self.board.games)
        return [line for line in self.board.games if line.table is not None and line.table.entries]

    @cached_property
    def seen(self) -> str:
        return fingerprint(self.match, self.figures)

    @property
    def shape(self) -> list[int]:
        return shape_of(self.figures)

    def shown(self, figures: Figures | None) -> list[GameFigures]:
        """Return figures with the names of their sides; empty for None."""
        pairs = zip(figures or (), self._played, strict=False)
        return [self._named(index, game, line) for index, (game, line) in enumerate(pairs)]

    def _named(self, index: int, game: Sequence[int], line: GameLine) -> GameFigures:
        two = len(game) == 2
        names = list(line.sides) if len(line.sides) == len(game) else [""] * len(game)
        fields = [field_of(index, side) for side in range(len(game))]
        figures = [
            Figure(name, number, side if two else None, field, self.typed.get(field, "")[:9])
            for side, (name, number, field) in enumerate(zip(names, game, fields, strict=True))
        ]
        places = line.table is not None and line.table.is_rank_game
        return GameFigures(line.number, figures, places, line.letter)

    @property
    def needs_side(self) -> bool:
        """Whether an answer on this phone has to state its side: the phone is passed round, or has
        not joined.
        """
        return (self.writes and not self.both_write) or self.side is None

    @property
    def others(self) -> list[tuple[int, str]]:
        """Return the sides that may agree on this phone: its own; on the phone that wrote, or one
        without a side, all but the one that wrote.
        """
        if not self.needs_side:
            return (
                [(self.side, self.side_name)]
                if self.side is not None and self.side != self.writing_side
                else []
            )
        return [
            (line.index, line.name) for line in self.board.sides if line.index != self.writing_side
        ]

    @cached_property
    def versions(self) -> list[ResultVersion]:
        """Return the result as written, and each side's version; empty unless it is contested."""
        if self.agreement != A.DISPUTED:
            return []
        said = [
            ResultVersion(index, self.name_of(index), self.shown(version))
            for index, version in sorted(versions_of(self.match).items())
            if version != self.figures
        ]
        return [ResultVersion(None, "", self.result), *said]

    @property
    def talk(self) -> list[RemarkLine]:
        return [
            RemarkLine(
                one.pk,
                one.side,
                self.name_of(one.side),
                one.text,
                one.created_at,
                self.shown(one.figures),
            )
            for one in self.remarks
            if one.kind in TALK
        ]

    @property
    def contesting(self) -> set[int | None]:
        """Return the sides that contest the result and have not withdrawn that."""
        return {
            one.side
            for one in self.remarks
            if one.kind == Remark.Kind.WRONG and one.settled_at is None
        }

    @property
    def conceding(self) -> list[tuple[int, str]]:
        """Return the sides that may end a dispute on this phone by agreeing to what was written:
        its own, or on the phone that wrote, all others.

        A side that contests the result may; one that does not, once nobody else contests it. The
        side that wrote has nothing to agree to, except what it contested itself.
        """
        wrong = self.contesting
        mine = (
            {self.side}
            if not self.writes or self.both_write
            else {self.side, *(line.index for line in self.board.sides)}
        )
        return [
            (line.index, line.name)
            for line in self.board.sides
            if line.index in mine
            and (line.index in wrong or (not wrong and line.index != self.writing_side))
        ]

    @property
    def agreed_by(self) -> str:
        """Return which side agreed; empty if the desk decided or nobody had to."""
        return self.name_of(self.match.agreed_side)

    @property
    def agreed_at_desk(self) -> bool:
        return self.match.agreed_how == How.DESK

    # The director
    # ----------------------------------------------------------------------------------------------

    @property
    def call(self) -> Remark | None:
        """Return this side's open call for the director."""
        calls = [
            one for one in self.remarks if one.kind == Remark.Kind.CALL and one.settled_at is None
        ]
        return next((one for one in calls if one.side == self.side), calls[0] if calls else None)

    # The clock
    # ----------------------------------------------------------------------------------------------

    @cached_property
    def clock(self) -> "RoundClock":
        return round_clock(self.match, self.now)


@dataclass(frozen=True)
class RoundClock:
    """The round's clock for one table, at the moment `now`: a state of `tournaments.clock`, empty
    without a clock.

    `left` is the remaining time, "34:10"; `then` is when the last hand is called automatically.
    """

    state: str
    left: str
    ends_at: datetime | None
    then: datetime | None
    now: datetime


def round_clock(match: Match, now: datetime) -> RoundClock:
    """Return the clock of a match's session round, with the extra minutes of this table."""
    kept, extra = clock.clock_of_match(match), match.extra_minutes
    left = clock.remaining(kept, now, extra)
    state = (
        ""
        if match.session_round.state != PUBLISHED or match.done
        else clock.state(kept, now, extra)
    )
    text = "" if left is None else f"{left // 60}:{left % 60:02}" if left >= 0 else "0:00"
    return RoundClock(
        state, text, clock.ends_at(kept, now, extra), clock.last_hand_from(kept, now, extra), now
    )


def clock_at_table(match: Match, now: datetime) -> MatchClock | None:
    """Return the clock for the scorer's screen; None if nothing counts down."""
    shown = round_clock(match, now)
    if shown.state in {"", clock.NOT_STARTED}:
        return None
    tournament = match.session_round.stage.tournament
    ended = clock.clock_of_match(match).ended_at is not None
    counts = shown.state != clock.PAUSED and (not ended or match.extra_minutes > 0)
    return MatchClock(
        state=shown.state,
        left=shown.left,
        ends=shown.ends_at if counts else None,
        then=shown.then if counts else None,
        now=now,
        rule=tournament.unfinished if tournament.unfinished in STOPPING else "",
        extra=match.extra_minutes,
    )


def at_table(
    board: MatchBoard, device: Device | None, typed: Mapping[str, str] | None = None
) -> AtTable:
    """Return what a phone sees of a match: two queries more than the match's board, four if the
    match is over.
    """
    match = board.match
    figures: Figures = []
    if match.done and match.ruling is not None:
        figures = figures_now(match)
    elif match.done:
        figures = figures_of(board.rows, board.tables)
    return AtTable(
        board=board,
        device=device,
        phones=list(Phone.objects.filter(match=match).select_related("device")),
        remarks=list(Remark.objects.filter(match=match).exclude(kind=Remark.Kind.OBJECTION)),
        figures=figures,
        now=timezone.now(),
        typed=typed or {},
    )


def seats_to_choose(board: MatchBoard) -> tuple[list[SeatLine], list[tuple[int, str]]]:
    """Return the seats of the last game that has begun, and who may sit on one; empty before the
    first. One query.
    """
    tables = (one.table for one in reversed(board.games))
    table = next((one for one in tables if one is not None), None)
    if table is None:
        return [], []
    marks = _side_marks(table)
    lines = [
        SeatLine(seat.number, seat.player.pk, marks.get(seat.number))
        for seat in table.seats
        if seat.player
    ]
    return lines, list(_may_sit(board, table).items())


def _side_marks(table: Table) -> dict[int, int]:
    """Return the index of its side by seat; empty unless two sides play, each on its own seats."""
    sides, seats = table.position.sides, len(table.seats)
    if len(sides) != 2 or any(seat >= seats for side in sides for seat in side):
        return {}
    return {seat: index for index, side in enumerate(sides) for seat in side}


def _may_sit(board: MatchBoard, table: Table) -> dict[int, str]:
    """Return the names of the people seated, and of all members of the match's entrants."""
    people = {seat.player.pk: called(seat.player) for seat in table.seats if seat.player}
    members = Member.objects.filter(entrant__in=board.seated.everybody, active=True)
    rows = list(members.select_related("player"))
    people |= {member.player_id: called(member.player) for member in rows}
    return people | {
        member.player_id: called(member.player) for member in with_stand_ins(board.match, rows)
    }


def has_next_round(match: Match) -> bool:
    """Whether a later session round of the tournament is open: the card leads there then.

    One query.
    """
    stage = match.session_round.stage
    later = Q(stage__number=stage.number, number__gt=match.session_round.number) | Q(
        stage__number__gt=stage.number
    )
    rounds = SessionRound.objects.filter(
        later, stage__tournament=stage.tournament_id, state=PUBLISHED
    )
    return rounds.exists()
