"""Beginning a stage with those who are in it, ending it, and sending the first of it on."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from django.db import transaction

from scoring.rules.words import gettext_noop
from tournaments import lifecycle
from tournaments.actions.common import lock, log, refuse, the_stage
from tournaments.actions.drawing import by_seed
from tournaments.actions.resting import check_next_stage
from tournaments.actions.taking_part import settle_who_left
from tournaments.durability import check_durable
from tournaments.models import Entrant, Participation, SessionRound, Stage
from tournaments.pairing.stages import qualify
from tournaments.stage.history import History, history_of
from tournaments.stage.ranking import entered_of, ranked
from tournaments.standings.numbers import dump
from tournaments.standings.points.carry import carried

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


def begin_stage(stage: Stage, by: "AbstractBaseUser | None") -> Stage:
    """Say who is in a stage: everybody entered in the first, those who got through in a later one.

    Beginning twice changes nothing. Raises RuleError where nobody is there, the stage before is not
    finished, or its hands would not be safe: see `durability`.
    """
    with transaction.atomic():
        tournament = lock(stage.tournament, "lead")
        stage = the_stage(stage)
        if stage.state == Stage.State.RUNNING:
            return stage
        lifecycle.check_stage("begin", stage)
        check_durable()
        rows = _first(stage) if stage.number == 1 else _through(stage)
        if not rows:
            raise refuse("nobody_there", "stage", gettext_noop("Nobody is entered yet: enter people first."))
        Participation.objects.bulk_create(rows)
        stage.state = Stage.State.RUNNING
        stage.save(update_fields=["state"])
        log(tournament, "stage_begun", by, {"stage": stage.number, "entrants": len(rows)})
    return stage


def _first(stage: Stage) -> list[Participation]:
    entrants = stage.tournament.entrants.filter(state=Entrant.State.ENTERED)
    return [Participation(stage=stage, entrant=entrant, seed=n) for n, entrant in enumerate(by_seed(entrants), start=1)]


def _through(stage: Stage) -> list[Participation]:
    before = Stage.objects.select_related("tournament").get(tournament=stage.tournament_id, number=stage.number - 1)
    if before.state != Stage.State.FINISHED:
        raise refuse(
            "stage_before_running",
            "stage",
            gettext_noop("The stage before is not finished: finish it first, then it is known who got through."),
        )
    history = history_of(before)
    through = who_gets_through(history, stage)
    entered = {one.id: one for one in entered_of(history)}
    rows = []
    for seed, who in enumerate(through, start=1):
        brought = carried(stage.carry, entered[who], through, worst_dropped=before.worst_dropped)
        rows.append(
            Participation(
                stage=stage,
                entrant_id=who,
                seed=seed,
                carried_points=dump(brought.points),
                carried_score=dump(brought.score),
            )
        )
    return rows


def who_gets_through(history: History, stage: Stage) -> Sequence[int]:
    """Who goes from a finished stage into the next, in the order of their new seeds. Who withdrew is passed over."""
    gone = {row.entrant_id for row in history.participations if row.entrant.state != Entrant.State.ENTERED}
    by_group: dict[str, list[int]] = {}
    for row in ranked(history):
        if row.id not in gone:
            by_group.setdefault(row.group, []).append(row.id)
    groups: Mapping[str, Sequence[int]] = by_group
    return qualify(groups, stage.take if stage.take is not None else max(map(len, by_group.values()), default=0))


def finish_stage(stage: Stage, by: "AbstractBaseUser | None") -> Stage:
    """End a stage. Raises RuleError where a session round of it is not closed."""
    with transaction.atomic():
        tournament = lock(stage.tournament, "lead")
        stage = the_stage(stage, "finish")
        left = stage.session_rounds.exclude(state=SessionRound.State.CLOSED).first()
        if left is not None:
            raise refuse(
                "round_not_closed",
                "round",
                gettext_noop("Round %(number)s is not closed yet: close it first, the draw goes by its results."),
                number=left.number,
            )
        stage.state = Stage.State.FINISHED
        stage.save(update_fields=["state"])
        log(tournament, "stage_finished", by, {"stage": stage.number})
    return stage


def reopen_stage(stage: Stage, by: "AbstractBaseUser | None") -> Stage:
    """Open a finished stage again, as long as the next has not begun."""
    with transaction.atomic():
        tournament = lock(stage.tournament, "lead")
        stage = the_stage(stage, "reopen")
        check_next_stage(stage)
        settle_who_left(stage)
        stage.state = Stage.State.RUNNING
        stage.save(update_fields=["state"])
        log(tournament, "stage_reopened", by, {"stage": stage.number})
    return stage
