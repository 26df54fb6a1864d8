"""A session round as everybody may see it: who sits where, what came out, who does not play."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from scoring.games.round_words import figure
from tournaments.models import Match, SessionRound, Stage
from tournaments.names import names_then
from tournaments.pages.figures import games_or_score
from tournaments.pages.round_names import round_name
from tournaments.pages.search import found_in, with_marks
from tournaments.pages.viewer import Viewer, named
from tournaments.pairing.formats import FORMATS
from tournaments.stage import frozen_results
from tournaments.stage.history import RoundRows, Seated, rows_of
from tournaments.standings.numbers import load

FEW = 4  # tables that are looked over at a glance
MOST_ROUNDS = 30  # that are still to come


@dataclass(frozen=True)
class SideShown:
    """One side of a table. `score` are games won or Tichu points, `points` ranking points; empty
    until there are.
    """

    who: Sequence[tuple[int, str]]
    score: str = ""
    points: str = ""
    won: bool = False


@dataclass(frozen=True)
class TableShown:
    """A table. `agreed`: its result is settled; `hand` is the one being played, 0 where several
    games are.
    """

    match_id: int
    number: int
    sides: Sequence[SideShown]
    done: bool
    begun: bool
    ruled: bool
    agreed_for: Any = None
    agreed: bool = False
    hand: int = 0
    kept: bool = False  # how far it is, and its result, is kept for the prize-giving

    @property
    def two_sides(self) -> bool:
        return len(self.sides) == 2

    def side_of(self, who: int) -> int | None:
        """The index of the side on which somebody sits; None where they sit elsewhere."""
        found = (index for index, side in enumerate(self.sides) if who in dict(side.who))
        return next(found, None)


@dataclass(frozen=True)
class RoundPage:
    """`numbers` are those of the stage's session rounds that are published, `coming` those that are
    still to come.

    `typed` is what is looked for: `shown` are then the tables where it is found, else all of them.
    """

    stage: Stage
    session_round: SessionRound
    name: str
    tables: Sequence[TableShown]
    shown: Sequence[TableShown]
    byes: Sequence[tuple[int, str]]
    absent: Sequence[tuple[int, str]]
    numbers: Sequence[int]
    coming: Sequence[int]
    typed: str = ""
    frozen: bool = False  # what comes out of it is not told yet

    @property
    def done(self) -> int:
        """How many tables are over."""
        return sum(table.done for table in self.tables)

    @property
    def searched(self) -> bool:
        """Whether there are so many tables that somebody may look for one."""
        return len(self.tables) > FEW


def round_page(seen: Viewer, stage: Stage, number: int, typed: str = "") -> RoundPage:
    """A session round. Raises Http404 for one that is not there or not published."""
    numbers = [row.number for row in seen.rounds if row.stage_id == stage.pk]
    session_round = next(
        (row for row in seen.rounds if row.stage_id == stage.pk and row.number == number), None
    )
    if session_round is None:
        raise Http404(_("There is no such round, or it is not published yet."))
    (rows,) = rows_of([session_round])
    names = seen.names()
    rows, frozen = as_told(seen, stage, rows), not seen.tells(stage, number)
    tables = tables_of(seen, rows, names)
    total = known_rounds(stage, len(rows.everybody)) or 0
    return RoundPage(
        stage=stage,
        session_round=session_round,
        name=round_name(rows),
        tables=tables,
        shown=_shown(tables, typed),
        byes=_named_as(rows.byes, names, typed),
        absent=_named_as(rows.absent, names, typed),
        numbers=numbers,
        coming=range(max(numbers) + 1, min(total, MOST_ROUNDS) + 1),
        typed=typed,
        frozen=frozen,
    )


def known_rounds(stage: Stage, entrants: int) -> int | None:
    """How many session rounds a stage has, as far as its settings tell; None in a bracket, which
    may be cut short.
    """
    format_ = FORMATS[stage.format]
    return (
        None
        if format_.ranks_itself
        else format_.rounds(entrants, format_.read(stage.format_settings))
    )


def _shown(tables: Sequence[TableShown], typed: str) -> Sequence[TableShown]:
    """The table of this number, else those where somebody is called so; all of them where nothing
    is looked for.
    """
    if not typed.strip():
        return tables
    by_number = [table for table in tables if str(table.number) == typed.strip()]
    return by_number or [found for table in tables if (found := _found(table, typed))]


def _found(table: TableShown, typed: str) -> TableShown | None:
    """A table with what was looked for marked in its names; None where it has none."""
    if not any(found_in(name, typed) for side in table.sides for _, name in side.who):
        return None
    sides = [
        replace(side, who=[(who, with_marks(name, typed)) for who, name in side.who])
        for side in table.sides
    ]
    return replace(table, sides=sides)


def _named_as(who: Iterable[int], names: Mapping[int, str], typed: str) -> list[tuple[int, str]]:
    """Those of them who are called so; all of them where nothing is looked for."""
    return [
        (one, name)
        for one, name in named(sorted(who), names)
        if not typed.strip() or found_in(name, typed)
    ]


def as_told(seen: Viewer, stage: Stage, rows: RoundRows) -> RoundRows:
    """A session round as far as the viewer may know of it."""
    if not seen.tells(stage, rows.session_round.number):
        rows = frozen_results.without_results(rows)
    return rows if seen.whole else frozen_results.without_waiting(seen.tournament, [rows])[0]


def tables_of(seen: Viewer, rows: RoundRows, names: Mapping[int, str]) -> list[TableShown]:
    """The tables of a session round, by their numbers."""
    kept = not seen.tells(rows.session_round.stage, rows.session_round.number)
    shown = [
        table_shown(seated, names_then(seated, names, public=not seen.whole))
        for seated in rows.seated
    ]
    return [replace(table, kept=kept) for table in shown]


def table_shown(seated: Seated, names: Mapping[int, str]) -> TableShown:
    """A table with what is known of its result. Where partners change at the table everybody is a
    side alone.
    """
    match = seated.match
    result: Mapping[str, Mapping[str, Any]] = match.result or {}
    return TableShown(
        match_id=match.pk,
        number=match.number,
        sides=[
            _side(side, match, names, won=match.settled and index == match.winner)
            for index, side in enumerate(seated.sides)
        ],
        done=match.settled,
        begun=bool(result),
        ruled=match.ruling is not None,
        agreed_for=match.agreed_for,
        agreed=match.ruling is not None or match.agreement == Match.Agreement.AGREED,
        hand=hand_of(match, result),
    )


def hand_of(match: Match, result: Mapping[str, Mapping[str, Any]]) -> int:
    """The number of the hand that is played; 0 before the first was written, and where the sides
    play several games.
    """
    if match.done or match.plan or match.session_round.stage.best_of > 1:
        return 0
    return max((int(line.get("hands", 0)) + 1 for line in result.values()), default=0)


def _side(side: Sequence[int], match: Match, names: Mapping[int, str], *, won: bool) -> SideShown:
    line = (match.result or {}).get(str(side[0])) if side else None
    who = named(side, names)
    if line is None:
        return SideShown(who)
    return SideShown(
        who, games_or_score(line, match), figure(load(str(line.get("points", 0)))), won
    )
