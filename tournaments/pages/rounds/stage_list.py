"""The desk's page of all rounds: the stages with their session rounds, what comes next, and a
league's reminders.

The number of queries is constant.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import Count, Q

from tournaments.actions.drawing import total_rounds
from tournaments.models import Entrant, SessionRound, Stage, Tournament
from tournaments.names import names_of
from tournaments.pages.rounds_advice import everybody_advances
from tournaments.pairing.format import Format
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.league import OVERDUE, Dated, Reminder, movers, reminders
from tournaments.stage.history import History, history_of
from tournaments.stage.ranking import ranked
from tournaments.stage.words import plan_of, sentences


def due_matches(history: History, today: date) -> tuple[Reminder, ...]:
    """Return published matches that are due within a week, or overdue; `sides` are entrant ids.

    The key of each is the match's id.
    """
    dated = [
        Dated(
            key=str(seated.match.pk),
            sides=seated.everybody,
            due=rows.session_round.due_on,
            done=seated.match.done,
        )
        for rows in history.rounds
        if rows.session_round.state == SessionRound.State.PUBLISHED
        for seated in rows.seated
    ]
    return tuple(reminders(dated, today))


FEWEST_FOR_FORECAST = 4  # entrants; with fewer, the final number is still unknown
DRAFT, PUBLISHED, CLOSED = (
    SessionRound.State.DRAFT,
    SessionRound.State.PUBLISHED,
    SessionRound.State.CLOSED,
)


@dataclass(frozen=True)
class RoundLine:
    """A session round in its stage's list: how many of its tables are finished."""

    session_round: SessionRound
    tables: int
    done: int

    @property
    def all_done(self) -> bool:
        return self.done == self.tables


@dataclass(frozen=True)
class StageLine:
    """A stage with its rounds.

    `total` rounds are planned, None if its course decides. `step` is what comes next: "wait" (for
    the stage before), "draw", "publish", "play", "close", "finish" or "over". `at` is the round
    that the step is about, `following` whether a later stage has begun.
    """

    stage: Stage
    format_name: str
    rounds: Sequence[RoundLine]
    total: int | None
    step: str
    at: int
    following: bool
    cost_forecast: Sequence[str] = ()  # what its settings will cost, until something is drawn
    spares: bool = False  # another setting would avoid that

    @property
    def compares_boards(self) -> bool:
        """Whether it has a movement and boards."""
        return FORMATS[self.stage.format].compares_boards

    @property
    def may_draw_all(self) -> bool:
        """Whether all remaining rounds can be drawn at once."""
        whole = FORMATS[self.stage.format].whole_stage and self.total is not None
        return whole and self.step not in {"wait", "over"} and len(self.rounds) < (self.total or 0)

    @property
    def drafts(self) -> int:
        """Return how many rounds wait to be published; several only if the schedule is known
        beforehand.
        """
        return sum(line.session_round.state == DRAFT for line in self.rounds)

    @property
    def has_more(self) -> bool:
        """Whether rounds are left to draw, so that the stage can be ended early."""
        return self.total is None or len(self.rounds) < self.total

    @property
    def may_finish(self) -> bool:
        """Whether the stage may end before its last round."""
        closed = all(line.session_round.state == CLOSED for line in self.rounds)
        return (
            self.stage.state == Stage.State.RUNNING
            and closed
            and bool(self.rounds)
            and self.step != "finish"
        )


def stage_lines(tournament: Tournament, entered: int) -> list[StageLine]:
    """Return every stage of a tournament with this many entrants, in order: two queries."""
    stages = list(tournament.stages.annotate(people=Count("participations")))
    rounds: dict[int, list[RoundLine]] = {stage.pk: [] for stage in stages}
    counted = SessionRound.objects.filter(stage__in=rounds).annotate(
        tables=Count("matches"), done=Count("matches", filter=Q(matches__done=True))
    )
    for row in counted.order_by("number"):
        rounds[row.stage_id].append(RoundLine(row, row.tables, row.done))
    lines: list[StageLine] = []
    for index, stage in enumerate(stages):
        stage.tournament = tournament
        before = stages[index - 1] if index else None
        begun_after = any(later.state != Stage.State.WAITING for later in stages[index + 1 :])
        line = _stage_line(stage, rounds[stage.pk], before, entered, following=begun_after)
        if index == 0 and stage.state == Stage.State.WAITING and len(stages) > 1:
            warning = everybody_advances(plan_of(stage), plan_of(stages[1]), entered)
            line = replace(line, cost_forecast=[*line.cost_forecast, *filter(None, [warning])])
        lines.append(line)
    return lines


def cost_forecast(format_: Format, settings: Mapping[str, Any], entered: int) -> list[str]:
    """Return what these settings of a format will cost, in words: with this many entrants, or with
    any number while there are few.
    """
    return sentences(format_.preview(settings, entered if entered >= FEWEST_FOR_FORECAST else None))


def _stage_line(
    stage: Stage,
    rounds: Sequence[RoundLine],
    before: Stage | None,
    entered: int,
    *,
    following: bool,
) -> StageLine:
    format_ = FORMATS[stage.format]
    people: int = stage.people  # type: ignore[attr-defined]
    total = total_rounds(stage) if people else None
    step, at = _step(stage, rounds, before, total)
    told: list[str] = []
    settings = format_.read(stage.format_settings)
    if stage.state == Stage.State.WAITING:
        told = cost_forecast(format_, settings, entered if stage.number == 1 else 0)
    return StageLine(
        stage,
        format_.name,
        rounds,
        total,
        step,
        at,
        following,
        told,
        spares=bool(format_.remedy(settings)),
    )


def _first_in(rounds: Sequence[RoundLine], state: str) -> RoundLine | None:
    return next((line for line in rounds if line.session_round.state == state), None)


def _step(
    stage: Stage, rounds: Sequence[RoundLine], before: Stage | None, total: int | None
) -> tuple[str, int]:
    following = len(rounds) + 1
    if stage.state == Stage.State.FINISHED:
        return "over", 0
    if stage.state == Stage.State.WAITING:
        return ("wait" if before and before.state != Stage.State.FINISHED else "draw"), following
    published, draft = _first_in(rounds, PUBLISHED), _first_in(rounds, DRAFT)
    if published:
        return ("close" if published.all_done else "play"), published.session_round.number
    if draft:
        return "publish", draft.session_round.number
    return ("finish" if total is not None and following > total else "draw"), following


@dataclass(frozen=True)
class Attendance:
    """How many are entered, and how many of them are checked in."""

    entered: int
    here: int


def attendance(tournament: Tournament) -> Attendance:
    """Return the attendance. One query."""
    found = tournament.entrants.filter(state=Entrant.State.ENTERED).aggregate(
        entered=Count("pk"), here=Count("pk", filter=Q(checked_in_at__isnull=False))
    )
    return Attendance(found["entered"], found["here"])


@dataclass(frozen=True)
class DueLine:
    """A match that is due."""

    match: int
    sides: Sequence[str]
    day: date | None
    overdue: bool


@dataclass(frozen=True)
class MoveLine:
    """An entrant who changes division for the next season."""

    name: str
    after: str
    up: bool


def due_lines(tournament: Tournament, today: date) -> list[DueLine]:
    """Return matches due within a week or overdue, the most urgent first; none without
    deadlines.
    """
    dated = tournament.stages.filter(
        state=Stage.State.RUNNING, session_rounds__due_on__isnull=False
    ).distinct()
    stages = list(dated)
    if not stages:
        return []
    names = names_of(tournament, public=False)
    found = []
    for stage in stages:
        stage.tournament = tournament
        for one in due_matches(history_of(stage, drafts=False), today):
            sides = [names[who] for who in one.match.sides]
            found.append(DueLine(int(one.match.key), sides, one.match.due, one.kind == OVERDUE))
    return found


def move_lines(tournament: Tournament) -> list[MoveLine]:
    """Return who is promoted or relegated after a finished league with several divisions; none
    otherwise.
    """
    found: list[MoveLine] = []
    for stage in tournament.stages.filter(format="league", state=Stage.State.FINISHED):
        stage.tournament = tournament
        settings = FORMATS[stage.format].read(stage.format_settings)
        if settings["groups"] < 2:
            continue
        divisions: dict[str, list[int]] = {}
        for row in ranked(history_of(stage, drafts=False)):
            divisions.setdefault(row.group, []).append(row.id)
        names = names_of(tournament, public=False)
        moves = movers(divisions, settings["up"], settings["down"])
        found += [MoveLine(names[move.id], move.after, move.after < move.before) for move in moves]
    return found
