"""The cross table: everybody against everybody if that fits a screen, otherwise round by round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.safestring import SafeString

from scoring.games.round_words import figure
from tournaments.models import Place, Stage
from tournaments.pages.discs import Discs, round_disc
from tournaments.pages.rendering import EMPTY
from tournaments.pages.viewer import Viewer, entrants_of
from tournaments.stage.history import History, Seated
from tournaments.stage.outcomes import outcomes_of
from tournaments.stage.ranking import Ranked, ranked
from tournaments.stage.results import LOST, PLACED, PLAYING, Result, results_of
from tournaments.standings.numbers import load

MOST_IN_A_GRID = 24  # entrants of a group
PARTNER, OPPONENT = "partner", "opponent"


@dataclass(frozen=True)
class Mark:
    """A meeting.

    `points` are those of the row's entrant, empty before the result; `kind` is how they met, `disc`
    the result for the row.
    """

    match_id: int
    round: int
    points: str = ""
    kind: str = OPPONENT
    disc: SafeString = EMPTY


@dataclass(frozen=True)
class Cell:
    """A cell: in a grid the meetings of two entrants, in a list a round of one."""

    marks: Sequence[Mark] = ()
    own: bool = False  # the diagonal
    others: Sequence[tuple[str, int]] = ()  # in a list: (partner or opponent, rank) of a round
    free: str = ""  # in a list: "bye" or "absent"


@dataclass(frozen=True)
class Line:
    rank: int
    id: int
    name: str
    cells: Sequence[Cell]
    points: str


@dataclass(frozen=True)
class Section:
    """A group, in the order of the standings.

    With `grid` it has a cell for each entrant, otherwise for each round.
    """

    group: str
    grid: bool
    lines: Sequence[Line]


@dataclass(frozen=True)
class CrossTable:
    stage: Stage
    rounds: Sequence[int]
    sections: Sequence[Section]
    partners: bool  # sides are redrawn, so partners matter
    frozen: int | None = None  # the last session round whose results are public; None if all are


@dataclass
class Met:
    """One entrant's meetings in a session round."""

    seated: Seated
    partners: tuple[int, ...]
    opponents: tuple[int, ...]
    points: str
    result: str = PLAYING

    def mark(self, number: int, kind: str = OPPONENT) -> Mark:
        return Mark(
            self.seated.match.pk, number, self.points, kind, round_disc(number, self.result)
        )


def cross_table(seen: Viewer, stage: Stage) -> CrossTable:
    """Return the cross table of a stage's published rounds.

    The number of queries does not depend on entrants and rounds.
    """
    history = seen.history(stage)
    names = seen.names(entrants_of(history))
    met = meetings(history)
    for who, results in results_of(outcomes_of(history), history).items():
        for result in results:
            if (who, result.round) in met:
                met[who, result.round].result = LOST if result.kind == PLACED else result.kind
    groups: dict[str, list[Ranked]] = {}
    for row in ranked(history):
        groups.setdefault(row.group, []).append(row)
    rounds = [rows.session_round.number for rows in history.rounds]
    free = _without_table(history)
    return CrossTable(
        stage=stage,
        rounds=rounds,
        sections=[
            _section(group, rows, rounds, met, free, names) for group, rows in groups.items()
        ],
        partners=any(one.partners for one in met.values()),
        frozen=seen.results_until(stage),
    )


def _without_table(history: History) -> dict[tuple[int, int], str]:
    """Return who has a bye, given or requested, or is absent, by entrant and round number."""
    return {
        (who, rows.session_round.number): kind
        for rows in history.rounds
        for kind, many in (
            (Place.Kind.BYE.value, [*rows.byes, *rows.worth]),
            (Place.Kind.ABSENT.value, [who for who in rows.absent if who not in rows.worth]),
        )
        for who in many
    }


def meetings(history: History) -> dict[tuple[int, int], Met]:
    """Return everybody's meetings by entrant and round number."""
    return {
        (who, rows.session_round.number): _met(seated, side, who)
        for rows in history.rounds
        for seated in rows.seated
        for side in seated.sides
        for who in side
    }


def _met(seated: Seated, side: Sequence[int], who: int) -> Met:
    """Return whom an entrant meets at a table: those drawn, until the match has a result."""
    result: Mapping[str, Mapping[str, Any]] = seated.match.result or {}
    line = result.get(str(who))
    points = "" if line is None else figure(load(str(line.get("points", 0))))
    if line is not None and "opponents" in line:
        return Met(seated, tuple(line.get("partners", ())), tuple(line["opponents"]), points)
    partners = tuple(one for one in side if one != who)
    opponents = tuple(one for other in seated.sides if other != side for one in other)
    return Met(seated, partners, opponents, points)


def _section(
    group: str,
    rows: Sequence[Ranked],
    rounds: Sequence[int],
    met: Mapping[tuple[int, int], Met],
    free: Mapping[tuple[int, int], str],
    names: Mapping[int, str],
) -> Section:
    grid = len(rows) <= MOST_IN_A_GRID
    place = {row.id: number for number, row in enumerate(rows, start=1)}
    discs = Discs(place)
    lines = []
    for row in rows:
        own = {number: met[row.id, number] for number in rounds if (row.id, number) in met}
        cells = (
            [
                Cell(own=True) if other.id == row.id else Cell(_marks(own, other.id))
                for other in rows
            ]
            if grid
            else [
                _round_cell(own.get(number), number, free.get((row.id, number), ""), place, discs)
                for number in rounds
            ]
        )
        lines.append(Line(place[row.id], row.id, names[row.id], cells, figure(row.points)))
    return Section(group, grid, lines)


def _marks(own: Mapping[int, Met], other: int) -> list[Mark]:
    marks = []
    for number, one in own.items():
        if other in one.partners:
            marks.append(one.mark(number, PARTNER))
        if other in one.opponents:
            marks.append(one.mark(number))
    return marks


def _round_cell(
    one: Met | None, number: int, free: str, place: Mapping[int, int], discs: Discs
) -> Cell:
    if one is None:
        return Cell(free=free)
    others = [(PARTNER, place[who]) for who in one.partners if who in place]
    others += [(OPPONENT, place[who]) for who in one.opponents if who in place]
    mark = replace(
        one.mark(number), disc=discs.row([Result(number, one.result, one.opponents)], [number])
    )
    return Cell([mark], others=others)
