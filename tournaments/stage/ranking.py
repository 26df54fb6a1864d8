"""Standings of a stage, computed from what was played; nothing is stored."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from tournaments.models import Participation, Ruling, Stage
from tournaments.pairing.bracket_progress import Reached
from tournaments.pairing.formats import FORMATS
from tournaments.plans.usual import requested_byes
from tournaments.stage.history import History, history_of, unranked_entrants, void_entrants
from tournaments.stage.outcomes import Outcome, outcomes_of
from tournaments.stage.words import plan_of
from tournaments.standings import criteria_settings
from tournaments.standings.criteria.boards import BoardPercent, without_comparison
from tournaments.standings.duplicate.board_results import BoardResult, as_carried
from tournaments.standings.field import Field, Settings
from tournaments.standings.lines import (
    ABSENT,
    BYE,
    Award,
    Entered,
    Line,
    Number,
    without_matches_of,
)
from tournaments.standings.numbers import load
from tournaments.standings.points import adjust
from tournaments.standings.ranking import rank


@dataclass(frozen=True)
class Ranked:
    """One row of the standings: shared rank, entrant id, group, ranking points (in duplicate the
    percentage), criterion values.

    `open`: in a running knock-out, the place is still being played for. `void`: none of their
    matches counts; `unranked`: they withdrew and are ranked below all others; see `Participation`.
    `bare`: in duplicate none of their boards has a second result yet; `bare_here`: none of those of
    this stage.
    """

    rank: int
    id: int
    group: str
    points: Number
    values: Mapping[str, Number]
    open: bool = False
    void: bool = False
    unranked: bool = False
    bare: bool = False
    bare_here: bool = False


def entered_of(history: History, outcomes: Sequence[Outcome] | None = None) -> tuple[Entered, ...]:
    """Return all participants with a line for each counted session round (see `Outcome.counts`).

    Drafts do not count. `outcomes` are those of its session rounds, if already read.
    """
    stage = history.stage
    awards = adjust.read(stage.awards)
    results = _Results(stage, outcomes_of(history) if outcomes is None else outcomes)
    rulings: dict[int, list[Ruling]] = {}
    for ruling in Ruling.objects.filter(stage=stage, undone_at__isnull=True):
        if not history.shows_results(ruling.round_number or 0):
            continue
        rulings.setdefault(ruling.entrant_id, []).append(ruling)
    found = [
        _entered(
            row,
            results.lines(row, awards),
            rulings.get(row.entrant_id, ()),
            carried=history.shows_results(0),
        )
        for row in history.participations
    ]
    if boards := _boards_before(history):
        found = [replace(one, carried_boards=boards.get(one.id, ())) for one in found]
    unranked = unranked_entrants(history.participations)
    found = [replace(one, last=True) if one.id in unranked else one for one in found]
    return without_matches_of(void_entrants(history.participations), found)


def _boards_before(history: History) -> dict[int, tuple[BoardResult, ...]]:
    """Return the results on boards that are carried into this session of duplicate, by entrant.

    They were compared among everybody who played that session.
    """
    stage = history.stage
    compares = FORMATS[stage.format].compares_boards
    if not compares or stage.carry == Stage.Carry.NOTHING or not history.shows_results(0):
        return {}
    earlier = Stage.objects.select_related("tournament")
    before = earlier.filter(tournament=stage.tournament_id, number=stage.number - 1).first()
    if before is None:
        return {}
    boards = Field(entered_of(history_of(before, drafts=False))).counted_boards
    return {who: as_carried(own, before.number) for who, own in boards.items()}


class _Results:
    """Every entrant's results by session round, looked up once."""

    def __init__(self, stage: Stage, outcomes: Sequence[Outcome]) -> None:
        self.byes_count = FORMATS[stage.format].byes_count
        self.numbers = [outcome.number for outcome in outcomes if outcome.counts]
        self.at_table = {outcome.number: outcome.lines for outcome in outcomes}
        self.byes = {outcome.number: outcome.byes for outcome in outcomes}
        self.absent = {outcome.number: outcome.absent for outcome in outcomes}
        self.worth = {outcome.number: outcome.worth for outcome in outcomes}
        self.requested = requested_byes(plan_of(stage)) if any(self.worth.values()) else {}

    def lines(self, row: Participation, awards: Mapping[str, Any]) -> list[Line]:
        """Return one entrant's lines, oldest first; a match still being played has none yet."""
        late = [number for number in self.numbers if number < row.first_round]
        lines = [
            line
            for number in self.numbers
            if number >= row.first_round
            and (line := self._line(row.entrant_id, awards, number)) is not None
        ]
        return self._before_entry(awards, late, lines) + lines

    def _line(self, who: int, awards: Mapping[str, Any], number: int) -> Line | None:
        if who in self.at_table[number]:
            return self.at_table[number][who]
        if who in self.byes[number]:
            before = sum(who in byes for other, byes in self.byes.items() if other < number)
            return self._settled(partial(adjust.bye, before=before), awards, number, BYE)
        if self.worth[number].get(who) in self.requested:
            worth = self.worth[number][who]
            return adjust.requested_bye(worth, number, *self.requested[worth]).line
        if who in self.absent[number]:
            return self._settled(adjust.absence, awards, number, ABSENT)
        return Line(number, ABSENT)

    def _before_entry(
        self, awards: Mapping[str, Any], late: Sequence[int], own: Sequence[Line]
    ) -> list[Line]:
        """Return the lines of the rounds before a late entry; zero as in `_settled`.

        In a schedule their matches are still to come.
        """
        settled = awards["late_entry"] != "absent" or None not in (
            awards["absent_points"],
            awards["absent_score"],
        )
        if not self.byes_count or not settled:
            return [Line(number, ABSENT) for number in late]
        return [adjust.late_entry(awards, number, own).line for number in late]

    def _settled(
        self,
        award: Callable[[Mapping[str, Any], int], Award],
        awards: Mapping[str, Any],
        number: int,
        kind: str,
    ) -> Line:
        """Return a bye's or absence's line; zero in a schedule or bracket, and while unsettled.

        The draw insists on a settled value; but withdrawing it must not break the standings page.
        """
        points = awards["bye_points" if kind == BYE else "absent_points"]
        score = awards["bye_score" if kind == BYE else "absent_score"]
        settled = self.byes_count and points is not None and score is not None
        return award(awards, number).line if settled else Line(number, kind)


def _entered(
    row: Participation, lines: list[Line], rulings: Sequence[Ruling], *, carried: bool
) -> Entered:
    extra_points: Number = 0
    extra_score = penalties = 0
    by_round = {line.round: index for index, line in enumerate(lines)}
    for ruling in rulings:
        points, counted = load(ruling.points), ruling.kind != Ruling.Kind.BONUS
        index = by_round.get(ruling.round_number or 0)
        if index is None:
            extra_points += points
            extra_score += ruling.score
            penalties += counted
        else:
            line = lines[index]
            lines[index] = replace(
                line,
                penalty_points=line.penalty_points + points,
                penalty_score=line.penalty_score + ruling.score,
                penalties=line.penalties + counted,
            )
    return Entered(
        id=row.entrant_id,
        seed=row.seed,
        lines=tuple(lines),
        carried_points=load(row.carried_points) if carried else 0,
        carried_score=load(row.carried_score) if carried else 0,
        extra_points=extra_points,
        extra_score=extra_score,
        penalties=penalties,
        number=row.entrant.number,
    )


def total_points(entered: Entered, *, worst_dropped: bool) -> Number:
    """Return an entrant's ranking points, as the criterion `points` counts them."""
    return Field((entered,), worst_dropped=worst_dropped).points[entered.id]


def reached_in(history: History) -> Reached:
    """Return the places in a stage ranked by a bracket; otherwise as if nothing had been
    reached.
    """
    stage = history.stage
    everybody = [row.entrant_id for row in history.participations]
    return FORMATS[stage.format].reached(
        history.past(10**6), everybody, stage.format_settings, history.active, history.groups
    )


def ranking_settings(history: History) -> Settings:
    """Return the settings for `rank` and `explain`, besides the criteria."""
    stage = history.stage
    return {
        "unplayed": stage.unplayed,
        "lot_seed": stage.tournament.seed,
        "worst_dropped": stage.worst_dropped,
        "round_robin": FORMATS[stage.format].whole_stage,
        "reached": reached_in(history).levels if FORMATS[stage.format].ranks_itself else (),
        **criteria_settings.settings_of(stage.criteria_settings),
    }


def ranked(
    history: History,
    entered: Sequence[Entered] | None = None,
    criteria: Sequence[str] | None = None,
) -> tuple[Ranked, ...]:
    """Return the standings of a stage, best first; by its own criteria unless others are given.

    Groups follow each other, each from rank 1; a knock-out is ranked by the places reached, with
    those in its consolation cup behind the others.
    """
    stage = history.stage
    entered = entered_of(history) if entered is None else entered
    criteria = stage.criteria if criteria is None else criteria
    bare: Collection[int] = ()
    bare_here: Collection[int] = ()
    one_list = FORMATS[stage.format].ranks_itself
    groups = {row.entrant_id: "" if one_list else row.group for row in history.participations}
    rows = rank(entered, criteria, apart=groups, **ranking_settings(history))
    if "points" in criteria:
        points: Mapping[int, Number] = {row.id: row.values["points"] for row in rows}
    elif FORMATS[stage.format].compares_boards:
        field = Field(entered)
        points, bare = BoardPercent().values(field), without_comparison(field.counted_boards)
        bare_here = without_comparison(field.boards)
    else:
        points = Field(entered, worst_dropped=stage.worst_dropped).points
    void = void_entrants(history.participations)
    unranked = unranked_entrants(history.participations)
    found = [
        Ranked(
            row.rank,
            row.id,
            groups[row.id],
            points[row.id],
            row.values,
            void=row.id in void,
            unranked=row.id in unranked,
            bare=row.id in bare,
            bare_here=row.id in bare_here,
        )
        for row in rows
    ]
    return _by_reached(history, found) if FORMATS[stage.format].ranks_itself else tuple(found)


def _by_reached(history: History, rows: Sequence[Ranked]) -> tuple[Ranked, ...]:
    """Rank the rows by the places reached in the bracket; among equals they keep their order."""
    row_of = {row.id: row for row in rows}
    order = {row.id: place for place, row in enumerate(rows)}
    reached = reached_in(history)
    still_open = reached.open if history.stage.state == Stage.State.RUNNING else ()
    found: list[Ranked] = []
    for level in reached.levels:
        first = len(found) + 1
        found += [
            replace(row_of[who], rank=first, open=who in still_open)
            for who in sorted(level, key=order.__getitem__)
        ]
    return tuple(found)
