"""An entrant's own page: where to play now, a result to agree to, past results, standings."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from scoring.games.round_words import figure, points_word, signed
from tournaments.actions.stand_ins import may_name
from tournaments.clock import clock_of_match
from tournaments.match.agreement import may_object
from tournaments.match.played_games import has_two_sides, seats_of
from tournaments.match.team_boards import has_rooms
from tournaments.models import (
    Entrant,
    Match,
    Notice,
    Place,
    Remark,
    SessionRound,
    Stage,
    Tournament,
)
from tournaments.names import BETWEEN, names_at_table, stand_in_words
from tournaments.pages.board_seats import BoardsHere, SitsOut, boards_here, sits_out
from tournaments.pages.clock_panel import ClockFace, face_of
from tournaments.pages.discs import Discs, movement
from tournaments.pages.drop_outs import line_of_entrant
from tournaments.pages.figures import NOTHING, points_of, verdict_of
from tournaments.pages.log_lines import ShownLine, format_lines
from tournaments.pages.movements import compares_boards
from tournaments.pages.next_seats import NextSeat, next_seat
from tournaments.pages.requested_byes import OFF
from tournaments.pages.round_names import own_name
from tournaments.pages.team_boards import Room, rooms_of
from tournaments.pages.viewer import with_names
from tournaments.pages.waiting import wait_words
from tournaments.stage import frozen_results
from tournaments.stage.history import History, RoundRows, Seated, history_of
from tournaments.stage.outcomes import Outcome, outcomes_of
from tournaments.stage.ranking import Ranked, entered_of, ranked
from tournaments.stage.results import rank_changes, results_of
from tournaments.stage.words import stage_name
from tournaments.standings.lines import ABSENT, BYE, VOID, Entered, Line
from tournaments.tokens import token_of

MOST_KEPT = 8  # stages, as of a version of their tournament
Names = Mapping[int, str]
People = Sequence[tuple[int, str]]  # ids with names


@dataclass(frozen=True)
class Seats:
    """The people around a table of four as seen from one's own chair: partners opposite each
    other.
    """

    own: str
    opposite: str
    left: str
    right: str


@dataclass(frozen=True)
class OwnTable:
    """A table at which an entrant is to play: with whom, against whom, and the link to write the
    score.

    `clock` is None if the round's clock has not started and no start is planned. `seats` are drawn
    if two play two. `standing` is the opponents' rank and points, None if there are several or it
    is kept. `side` is the entrant's index, None if everybody plays alone.
    """

    stage: str
    round: int
    number: int
    partners: People
    opponents: People
    address: str
    clock: ClockFace | None = None
    side: int | None = None
    seats: Seats | None = None
    standing: tuple[int, str] | None = None  # rank and points
    called: str = ""  # the text to translate, if the round has a name of its own
    wait: str = ""  # what they wait for, if no table is free for them yet
    label: str = ""  # the number of the table; a dash if they have none yet
    match: int = 0
    may_stand_in: bool = False  # somebody else may play it
    stand_ins: Sequence[str] = ()  # who plays it for whom, in words
    boards: BoardsHere | None = None  # in duplicate
    rooms: Sequence[Room] = ()  # the two tables of a team of four


@dataclass(frozen=True)
class OwnLine:
    """An entrant's result of one session round. `kind` as in `tournaments.standings.lines`,
    "playing", or "off" for a requested bye.

    `match` is the id of their match, 0 without one; `side` their index there, None if more than two
    play. `own` and `other` are the Tichu points of both; `disc` is drawn. `may_object` if an
    objection to the result is possible now; `objection` is the entrant's.
    """

    round: int
    kind: str
    table: int = 0
    match: int = 0
    side: int | None = None
    partners: People = ()
    opponents: People = ()
    points: str = ""
    own: str = ""
    other: str = ""
    won: bool = False
    disc: SafeString | str = ""
    may_object: bool = False
    objection: Remark | None = None
    verdict: str = ""  # a decision that gives neither side anything, in words

    @property
    def score(self) -> str:
        """Return the result in figures, if there is one."""
        return f"{self.own} : {self.other}" if self.other else self.own


@dataclass(frozen=True)
class OwnStage:
    """An entrant in a stage: rank among how many (of their group), points, and each session round.

    `kept` if ranks are kept for the prize-giving. `moved` and `discs` are drawn.
    """

    number: int
    name: str
    lines: list[OwnLine]
    rank: int = 0
    among: int = 0
    group: str = ""
    points: str = ""
    points_word: str = ""
    kept: bool = False
    moved: SafeString | str = ""
    discs: SafeString | str = ""
    left: str = ""  # whether their matches count, if they have left
    has_boards: bool = False  # it is duplicate
    sits_out: SitsOut | None = None
    next: NextSeat | None = None  # before that round is published


def own_places(entrant: Entrant) -> list[Place]:
    """Return an entrant's places, oldest first, each with match, session round and stage: one
    query. Drafts are left out.
    """
    places = Place.objects.filter(entrant=entrant, match__isnull=False)
    rows = places.exclude(session_round__state=SessionRound.State.DRAFT).select_related(
        "match__session_round__stage"
    )
    found = list(rows.order_by("session_round__stage__number", "session_round__number"))
    for place in found:
        match_at(place).session_round.stage.tournament = entrant.tournament
    return found


def match_at(place: Place) -> Match:
    """Return the match of a place at a table."""
    if place.match is None:
        raise ValueError(place.pk)
    return place.match


def is_open(match: Match) -> bool:
    """Whether a match is still to be played, or being played."""
    session_round = match.session_round
    running = session_round.stage.state == Stage.State.RUNNING
    return running and session_round.state == SessionRound.State.PUBLISHED and not match.done


# Tables and results
# -----------------------------------------------------------------------------------------------


def own_stages(
    entrant: Entrant, names: Names, places: Sequence[Place]
) -> tuple[list[OwnStage], list[OwnTable]]:
    """Return an entrant's stages, newest first, and the tables that wait for them. Drafts are left
    out.

    A few queries for each stage, whatever the number of matches.
    """
    tournament = entrant.tournament
    stages = Stage.objects.filter(tournament=tournament, participations__entrant=entrant).order_by(
        "-number"
    )
    mine = {match.pk: match for match in map(match_at, places)}
    objections = {
        remark.match_id: remark
        for remark in Remark.objects.filter(
            match__in=mine, entrant=entrant, kind=Remark.Kind.OBJECTION
        )
    }
    now = timezone.now()
    found: list[OwnStage] = []
    tables: list[OwnTable] = []
    for stage in stages:
        stage.tournament = tournament
        read = _read(tournament.pk, tournament.version, stage.pk)
        own_matches = {
            pk: match for pk, match in mine.items() if match.session_round.stage_id == stage.pk
        }
        own = read.entered_as(entrant.pk)
        lines = _lines(read.history, own, names, own_matches, objections, now)
        own_stage = _own_stage(tournament, read, own, lines)
        if own_stage.has_boards and stage.state == Stage.State.RUNNING:
            own_stage = replace(own_stage, next=next_seat(stage, entrant.pk, names, now))
        found.append(own_stage)
        ranks = read.ranks_and_points() if own_stage.rank else {}
        tables += _tables(read.history, entrant.pk, names, own_matches, ranks, now)
    return found, tables


@dataclass(frozen=True)
class _StageRead:
    """A stage with all lines and standings."""

    history: History
    outcomes: tuple[Outcome, ...]
    entered: tuple[Entered, ...]
    standings: tuple[Ranked, ...]

    @property
    def rounds(self) -> list[int]:
        return [outcome.number for outcome in self.outcomes]

    def entered_as(self, who: int) -> Entered:
        return next(one for one in self.entered if one.id == who)

    def ranks(self) -> dict[int, int]:
        return {row.id: row.rank for row in self.standings}

    def ranks_and_points(self) -> dict[int, tuple[int, str]]:
        stage = self.history.stage
        return {row.id: (row.rank, points_of(stage, row)) for row in self.standings}


@lru_cache(maxsize=MOST_KEPT)
def _read(tournament_id: uuid.UUID, version: int, stage_id: int) -> _StageRead:
    """Read a stage, cached by version: when a round is published, the whole hall asks for the same.
    Nothing in it depends on the viewer.
    """
    del version  # the tournament's; only part of the cache key
    stage = Stage.objects.select_related("tournament").get(pk=stage_id, tournament=tournament_id)
    history = history_of(stage, drafts=False)
    history.rounds = frozen_results.without_waiting(stage.tournament, history.rounds)
    outcomes = tuple(outcomes_of(history))
    entered = entered_of(history, outcomes)
    return _StageRead(history, outcomes, entered, tuple(ranked(history, entered)))


def _own_stage(
    tournament: Tournament, read: _StageRead, own: Entered, lines: list[OwnLine]
) -> OwnStage:
    history, number = read.history, read.history.stage.number
    results = results_of(read.outcomes, history)[own.id]
    played = any(line.kind != "playing" for line in lines)
    kept = bool(history.rounds) and frozen_results.hides(
        tournament, number, history.rounds[-1].session_round.number
    )
    # Own results are known here; other ranks are hidden before there are any, and while they are
    # kept.
    discs = Discs(read.ranks() if played and not kept else {})
    lines = [replace(line, disc=discs.row(results, [line.round])) for line in lines]
    left = line_of_entrant(own.id, history)
    shown = OwnStage(number, stage_name(history.stage), lines, left=left)
    if compares_boards(history.stage):
        shown = replace(shown, has_boards=True, sits_out=sits_out(history, own.id, timezone.now()))
    if not played:
        return shown
    row = next(row for row in read.standings if row.id == own.id)
    points, word = _points(shown, row, kept=kept)
    shown = replace(
        shown,
        points=points,
        points_word=word,
        group=row.group,
        kept=kept,
        discs=discs.row(results, read.rounds),
    )
    return shown if kept else _with_rank(shown, read, row)


def _points(shown: OwnStage, row: Ranked, *, kept: bool) -> tuple[str, str]:
    """Return the points with their word; in duplicate the percentage, once it is public."""
    if not shown.has_boards:
        return figure(row.points), points_word(row.points)
    if kept or row.bare:
        return ("", "") if kept else (NOTHING, "%")
    return (figure(round(float(row.points), 1)), "%")


def _with_rank(shown: OwnStage, read: _StageRead, row: Ranked) -> OwnStage:
    """Add an entrant's rank in their group, and by how much they moved in the whole stage."""
    group = [other for other in read.standings if other.group == row.group]
    way = rank_changes(read.history, read.entered, read.standings)
    return replace(
        shown,
        rank=1 + sum(other.rank < row.rank for other in group),
        among=len(group),
        moved=movement(way[row.id]) if row.id in way else "",
    )


def _lines(
    history: History,
    own: Entered,
    names: Names,
    mine: Mapping[int, Match],
    objections: Mapping[int, Remark],
    now: datetime,
) -> list[OwnLine]:
    results = {line.round: line for line in own.lines}
    lines = []
    for rows in history.rounds:
        number = rows.session_round.number
        seated, side, partners, opponents = _meeting(rows, own.id, names)
        met = OwnLine(
            round=number,
            kind="playing",
            side=side,
            partners=partners,
            opponents=opponents,
        )
        match = seated.match if seated else None
        if match is not None:
            met = replace(met, table=match.number if match.turn else 0, match=match.pk)
        line = results.get(number)
        if line is None:  # without a line it counts with its round
            lines.append(replace(met, kind=_absence(rows, own.id) or met.kind))
            continue
        kind = OFF if own.id in rows.worth else line.kind
        met = replace(met, kind=kind, points=figure(line.total_points))
        lines.append(met if match is None else _with_match(met, match, line, mine, objections, now))
    return lines


def _absence(rows: RoundRows, who: int) -> str:
    """Return why an entrant has no table in a session round; empty if they have one."""
    if who in rows.byes:
        return BYE
    if who in rows.worth:
        return OFF
    return ABSENT if who in rows.absent else ""


def _with_match(
    met: OwnLine,
    match: Match,
    line: Line,
    mine: Mapping[int, Match],
    objections: Mapping[int, Remark],
    now: datetime,
) -> OwnLine:
    """Return a line with its match's result, and what can be objected to."""
    own, other = ("", "") if line.kind in {BYE, ABSENT} else _score(match, line)
    row = mine.get(match.pk)
    return replace(
        met,
        own=own,
        other=other if has_two_sides(match.session_round.stage.variant) else "",
        won=match.settled and met.side is not None and match.winner == met.side,
        may_object=row is not None and may_object(row, now),
        objection=objections.get(match.pk),
        verdict=verdict_of(match, line),
    )


def _score(match: Match, line: Line) -> tuple[str, str]:
    """Return the score of a match, own side first: games if it has several, else Tichu points."""
    if line.kind == VOID and verdict_of(match):
        return NOTHING, NOTHING
    if has_rooms(match.session_round.stage):
        return signed(line.imps), signed(-line.imps)
    if match.session_round.stage.best_of > 1 and not match.plan:
        return str(line.games_won), str(line.games_lost)
    return figure(line.score), figure(line.score_against)


def _meeting(
    rows: RoundRows, who: int, names: Names
) -> tuple[Seated | None, int | None, People, People]:
    """Return an entrant's table in a session round, the index of their side if two play, their
    partners and their opponents; None without a match.
    """
    for seated in rows.seated:
        for index, side in enumerate(seated.sides):
            if who in side:
                partners = [one for one in side if one != who]
                opponents = [one for one in seated.everybody if one not in side]
                called = names_at_table(seated, names, in_full=True)
                two = len(seated.sides) == 2
                return (
                    seated,
                    index if two else None,
                    with_names(partners, called),
                    with_names(opponents, called),
                )
    return None, None, (), ()


def _seats(at: Seated, who: int, names: Names, side: int) -> Seats | None:
    """Return the seats around a table of two sides, as an entrant of this side sees them."""
    seated_as = names_at_table(at, names, in_full=True, marked=False)
    sides = [[seated_as.get(one, "").split(BETWEEN) for one in ids] for ids in at.sides]
    people = [[name for one in names_of_side for name in one] for names_of_side in sides]
    return seats_around(people, side, at.sides[side].index(who))


def _tables(
    history: History,
    who: int,
    names: Names,
    mine: Mapping[int, Match],
    told: Mapping[int, tuple[int, str]],
    now: datetime,
) -> Iterable[OwnTable]:
    """Yield an entrant's tables.

    `told` has everybody's rank and points, as far as they are public.
    """
    for rows in history.rounds:
        seated, side, partners, opponents = _meeting(rows, who, names)
        match = mine.get(seated.match.pk) if seated else None
        if seated is None or match is None or not is_open(match):
            continue
        pairs = seated.stand_ins.get(who, ())
        yield OwnTable(
            stage=stage_name(history.stage),
            round=rows.session_round.number,
            number=match.number,
            partners=partners,
            opponents=opponents,
            address=reverse("match", args=[token_of(match)]),
            clock=clock_face(match, now),
            side=side,
            seats=None
            if side is None or has_rooms(history.stage)
            else _seats(seated, who, names, side),
            standing=told.get(opponents[0][0]) if len(opponents) == 1 else None,
            called=own_name(rows),
            wait=wait_words((one.match for one in rows.seated), now).get(match.pk, ""),
            label=match.table_label,
            boards=boards_here(history, who, rows.session_round.number) if match.boards else None,
            match=match.pk,
            rooms=rooms_of(seated),
            may_stand_in=may_name(match, director=False),
            stand_ins=[stand_in_words(*pair, in_full=True) for pair in pairs],
        )


def seats_around(sides: Sequence[Sequence[str]], side: int, place: int) -> Seats | None:
    """Return the people of two sides around a table, as who has this place on a side sees them;
    None if there are not four. Who plays next sits to the right.
    """
    if [len(one) for one in sides] != [2, 2]:
        return None
    order = _at_table(seats_of(sides, 1))
    first = side + len(sides) * place
    own, right, opposite, left = [*order[first:], *order[:first]]
    return Seats(own, opposite, left, right)


def _at_table(names: Sequence[str]) -> list[str]:
    """Return how people call each other at a table: by first names, if those differ."""
    first = [name.partition(" ")[0] for name in names]
    return first if len(set(first)) == len(names) else list(names)


def clock_face(match: Match, now: datetime) -> ClockFace | None:
    """Return the round's clock as this table sees it, with its extra minutes; None if it was not
    started.
    """
    clock = clock_of_match(match)
    return face_of(clock, now, match.extra_minutes) if clock.started_at is not None else None


# Later changes
# --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OwnNotice:
    """A notice to an entrant, shown until they confirm it."""

    pk: int
    line: ShownLine


def notices_of(entrant: Entrant) -> list[OwnNotice]:
    """Return an entrant's unconfirmed notices, newest first. One query if there are none."""
    rows = list(Notice.objects.filter(entrant=entrant, seen_at__isnull=True).select_related("line"))
    lines = (
        format_lines(entrant.tournament, [row.line for row in rows], public=True) if rows else []
    )
    return [OwnNotice(row.pk, line) for row, line in zip(rows, lines, strict=True)]
