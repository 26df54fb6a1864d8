"""A session round as everybody may see it: who sits where, what came out, who does not play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from scoring.names import alphabetical
from scoring.wording import figure
from tournaments.models import Match, SessionRound, Stage
from tournaments.names import names_then
from tournaments.pages.public.queries.bracket import games_or_score
from tournaments.pages.searching import found_in
from tournaments.pages.seen import Seen, named
from tournaments.stage import freezing
from tournaments.stage.history import RoundRows, Seated, rows_of
from tournaments.standings.numbers import load


@dataclass(frozen=True)
class SideShown:
    """One side of a table. `score` are games won or Tichu points, `points` ranking points; empty until there are."""

    who: Sequence[tuple[int, str]]
    score: str = ""
    points: str = ""
    won: bool = False


@dataclass(frozen=True)
class TableShown:
    """A table. `agreed`: its result is settled; `hand` is the one being played, 0 where several games are."""

    match_id: int
    number: int
    sides: Sequence[SideShown]
    done: bool
    begun: bool
    ruled: bool
    agreed_for: Any = None
    agreed: bool = False
    hand: int = 0

    @property
    def two_sides(self) -> bool:
        return len(self.sides) == 2

    def side_of(self, who: int) -> int | None:
        """The index of the side on which somebody sits; None where they sit elsewhere."""
        found = (index for index, side in enumerate(self.sides) if who in dict(side.who))
        return next(found, None)


@dataclass(frozen=True)
class RoundPage:
    stage: Stage
    session_round: SessionRound
    tables: Sequence[TableShown]
    by_name: Sequence[tuple[str, int, int]]  # name, entrant's id, number of the table
    byes: Sequence[tuple[int, str]]
    absent: Sequence[tuple[int, str]]
    before: int | None
    after: int | None
    frozen: bool = False  # what comes out of it is not told yet

    def of_name(self, text: str) -> list[tuple[str, int, int]]:
        """Whoever is called so at a table; nobody where nothing is asked."""
        return [row for row in self.by_name if found_in(row[0], text)]

    @property
    def done(self) -> int:
        """How many tables are over."""
        return sum(table.done for table in self.tables)


def round_page(seen: Seen, stage: Stage, number: int) -> RoundPage:
    """A session round. Raises Http404 for one that is not there or not published."""
    published = list(SessionRound.objects.filter(stage=stage).exclude(state=SessionRound.State.DRAFT))
    session_round = next((one for one in published if one.number == number), None)
    if session_round is None:
        raise Http404(_("There is no such session round, or it is not published yet."))
    session_round.stage = stage
    (rows,) = rows_of([session_round])
    names = seen.names()
    numbers = {one.number for one in published}
    rows, frozen = as_told(seen, stage, rows), not seen.tells(stage, number)
    return RoundPage(
        stage=stage,
        session_round=session_round,
        tables=tables_of(seen, rows, names),
        by_name=_by_name(rows, names, public=not seen.whole),
        byes=named(sorted(rows.byes), names),
        absent=named(sorted(rows.absent), names),
        before=number - 1 if number - 1 in numbers else None,
        after=number + 1 if number + 1 in numbers else None,
        frozen=frozen,
    )


def as_told(seen: Seen, stage: Stage, rows: RoundRows) -> RoundRows:
    """A session round as far as whoever looks may know of it."""
    if not seen.tells(stage, rows.session_round.number):
        rows = freezing.without_results(rows)
    return rows if seen.whole else freezing.without_waiting(seen.tournament, [rows])[0]


def tables_of(seen: Seen, rows: RoundRows, names: Mapping[int, str]) -> list[TableShown]:
    """The tables of a session round, by their numbers."""
    return [table_shown(seated, names_then(seated, names, public=not seen.whole)) for seated in rows.seated]


def _by_name(rows: RoundRows, names: Mapping[int, str], *, public: bool) -> list[tuple[str, int, int]]:
    found = [
        (called.get(who, f"#{who}"), who, seated.match.number)
        for seated in rows.seated
        for called in [names_then(seated, names, public=public)]
        for who in seated.everybody
    ]
    return sorted(found, key=lambda row: (alphabetical(row[0]), row[1]))


def table_shown(seated: Seated, names: Mapping[int, str]) -> TableShown:
    """A table with what is known of its result. Where partners change at the table everybody is a side alone."""
    match = seated.match
    result: Mapping[str, Mapping[str, Any]] = match.result or {}
    return TableShown(
        match_id=match.pk,
        number=match.number,
        sides=[
            _side(side, result, names, won=match.done and index == match.winner)
            for index, side in enumerate(seated.sides)
        ],
        done=match.done,
        begun=bool(result),
        ruled=match.ruling is not None,
        agreed_for=match.agreed_for,
        agreed=match.ruling is not None or match.agreement == Match.Agreement.AGREED,
        hand=hand_of(match, result),
    )


def hand_of(match: Match, result: Mapping[str, Mapping[str, Any]]) -> int:
    """The number of the hand that is played; 0 before the first was written, and where the sides play several games."""
    if match.done or match.plan or match.session_round.stage.best_of > 1:
        return 0
    return max((int(line.get("hands", 0)) + 1 for line in result.values()), default=0)


def _side(
    side: Sequence[int], result: Mapping[str, Mapping[str, Any]], names: Mapping[int, str], *, won: bool
) -> SideShown:
    line = result.get(str(side[0])) if side else None
    who = named(side, names)
    if line is None:
        return SideShown(who)
    return SideShown(who, games_or_score(line), figure(load(str(line.get("points", 0)))), won)
