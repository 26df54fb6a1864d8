"""A session round for the public: who sits where, results, who does not play."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from scoring.games.round_words import figure
from tournaments.match.team_boards import has_rooms
from tournaments.models import Match, SessionRound, Stage
from tournaments.names import names_at_table
from tournaments.pages.figures import games_or_score, verdict_of
from tournaments.pages.requested_byes import absence_words
from tournaments.pages.round_names import (
    fold_rounds,
    has_names,
    in_the_cup,
    match_names,
    own_name_by_number,
    round_name,
)
from tournaments.pages.search import found_in, with_marks
from tournaments.pages.viewer import Viewer, with_names
from tournaments.pages.waiting import playing_order, shift_tags, wait_words
from tournaments.pairing.formats import FORMATS
from tournaments.stage import frozen_results
from tournaments.stage.history import RoundRows, Seated, rows_of
from tournaments.standings.numbers import load

FEW = 4  # few enough tables to need no search
MOST_ROUNDS = 30  # that are still to come


@dataclass(frozen=True)
class SideShown:
    """One side of a table.

    `score` is games won or Tichu points, `points` ranking points; empty before the result.
    """

    who: Sequence[tuple[int, str]]
    score: str = ""
    points: str = ""
    won: bool = False


@dataclass(frozen=True)
class TableShown:
    """A table.

    `agreed` if its result is settled; `hand` is the current one, 0 if several games are played.
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
    kept: bool = False  # progress and result are kept for the prize-giving
    verdict: str = ""  # a decision that gives neither side anything, in words
    called: str = ""  # the final or the match for third place, if both are played
    wait: str = ""  # what it waits for, if no table is free for it yet
    shift: str = ""  # if the round is played in several
    label: str = ""  # the number of the table; a dash if it has none yet
    anchor: str = ""  # the end of its id in a list

    @property
    def two_sides(self) -> bool:
        return len(self.sides) == 2

    @property
    def everybody(self) -> set[int]:
        """Return the entrants who sit here."""
        return {who for side in self.sides for who, _name in side.who}

    def side_of(self, who: int) -> int | None:
        """Return the index of an entrant's side; None if they sit elsewhere."""
        found = (index for index, side in enumerate(self.sides) if who in dict(side.who))
        return next(found, None)


@dataclass(frozen=True)
class RoundPage:
    """A page of a session round. `numbers` are the stage's published rounds, each with its own name
    or number, `coming` those still to come.

    `absent` has the reason in words. `typed` is the search; `shown` are the tables that match it,
    or all.
    """

    stage: Stage
    session_round: SessionRound
    name: str
    tables: Sequence[TableShown]
    shown: Sequence[TableShown]
    byes: Sequence[tuple[int, str]]
    absent: Sequence[tuple[int, str, str]]
    numbers: Sequence[tuple[int, str]]
    coming: Sequence[int]
    typed: str = ""
    frozen: bool = False  # its results are kept for the prize-giving

    @property
    def done(self) -> int:
        """Return how many tables are finished."""
        return sum(table.done for table in self.tables)

    @property
    def folded_numbers(self) -> tuple[Sequence[tuple[int, str]], Sequence[tuple[int, str]]]:
        """Return the numbers that are folded away, and the others."""
        return fold_rounds(self.numbers)

    @property
    def searched(self) -> bool:
        """Whether there are enough tables for a search field."""
        return len(self.tables) > FEW


def round_page(seen: Viewer, stage: Stage, number: int, typed: str = "") -> RoundPage:
    """Return a session round. Raises Http404 if it is missing or not published."""
    by_number = {row.number: row for row in seen.rounds if row.stage_id == stage.pk}
    session_round = by_number.get(number)
    if session_round is None:
        raise Http404(_("There is no such round, or it is not published yet."))
    (rows,) = rows_of([session_round])
    names = seen.names()
    rows, frozen = visible_rows(seen, stage, rows), not seen.shows_results(stage, number)
    tables = tables_of(seen, rows, names)
    total = known_rounds(stage, len(rows.everybody)) or 0
    among = in_the_cup(stage) if has_names(stage) else 0
    return RoundPage(
        stage=stage,
        session_round=session_round,
        name=round_name(rows),
        tables=tables,
        shown=_shown(tables, typed),
        byes=_matching(rows.byes, names, typed),
        absent=[
            (who, name, absence_words(rows, who))
            for who, name in _matching(rows.absent, names, typed)
        ],
        numbers=[(one, own_name_by_number(stage, one, among) or str(one)) for one in by_number],
        coming=range(max(by_number) + 1, min(total, MOST_ROUNDS) + 1),
        typed=typed,
        frozen=frozen,
    )


def known_rounds(stage: Stage, entrants: int) -> int | None:
    """Return how many session rounds a stage has by its settings; None in a bracket, which may be
    cut short.
    """
    format_ = FORMATS[stage.format]
    return (
        None
        if format_.ranks_itself
        else format_.rounds(entrants, format_.read(stage.format_settings))
    )


def _shown(tables: Sequence[TableShown], typed: str) -> Sequence[TableShown]:
    """Return the table with this number, else those with a matching name; all without a search."""
    if not typed.strip():
        return tables
    by_number = [table for table in tables if table.label == typed.strip()]
    return by_number or [found for table in tables if (found := _found(table, typed))]


def _found(table: TableShown, typed: str) -> TableShown | None:
    """Return a table with matching names marked; None without a match."""
    if not any(found_in(name, typed) for side in table.sides for _, name in side.who):
        return None
    sides = [
        replace(side, who=[(who, with_marks(name, typed)) for who, name in side.who])
        for side in table.sides
    ]
    return replace(table, sides=sides)


def _matching(who: Iterable[int], names: Mapping[int, str], typed: str) -> list[tuple[int, str]]:
    """Return those with a matching name; all without a search."""
    return [
        (one, name)
        for one, name in with_names(sorted(who), names)
        if not typed.strip() or found_in(name, typed)
    ]


def visible_rows(seen: Viewer, stage: Stage, rows: RoundRows) -> RoundRows:
    """Return a session round as far as the viewer may know it."""
    if not seen.shows_results(stage, rows.session_round.number):
        rows = frozen_results.without_results(rows)
    return rows if seen.whole else frozen_results.without_waiting(seen.tournament, [rows])[0]


def tables_of(seen: Viewer, rows: RoundRows, names: Mapping[int, str]) -> list[TableShown]:
    """Return the tables of a session round by number."""
    kept = not seen.shows_results(rows.session_round.stage, rows.session_round.number)
    shown = [
        table_shown(seated, names_at_table(seated, names, public=not seen.whole))
        for seated in rows.seated
    ]
    called = match_names(rows)
    matches = [seated.match for seated in rows.seated]
    waits, shifts = wait_words(matches), shift_tags(matches, rows.session_round.stage.tournament)
    places = playing_order(matches)
    return [
        replace(
            table,
            kept=kept,
            called=called.get(table.match_id, ""),
            wait=waits.get(table.match_id, ""),
            shift=shifts.get(table.match_id, ""),
        )
        for table in sorted(shown, key=lambda table: places[table.match_id])
    ]


def table_shown(seated: Seated, names: Mapping[int, str]) -> TableShown:
    """Return a table with what is known of its result.

    If partners change at the table, everybody is a side of their own.
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
        hand=current_hand(match, result),
        verdict=verdict_of(match),
        label=match.table_label,
        anchor=match.anchor,
    )


def current_hand(match: Match, result: Mapping[str, Mapping[str, Any]]) -> int:
    """Return the number of the current hand; 0 before the first, and if the sides play several
    games.
    """
    stage = match.session_round.stage
    if match.done or match.plan or stage.best_of > 1 or has_rooms(stage):
        return 0
    return max((int(line.get("hands", 0)) + 1 for line in result.values()), default=0)


def _side(side: Sequence[int], match: Match, names: Mapping[int, str], *, won: bool) -> SideShown:
    line = (match.result or {}).get(str(side[0])) if side else None
    who = with_names(side, names)
    if line is None:
        return SideShown(who)
    return SideShown(
        who, games_or_score(line, match), figure(load(str(line.get("points", 0)))), won
    )
