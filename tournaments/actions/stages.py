"""Begins a stage with its entrants, finishes it, and passes the best on to the next."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments import lifecycle
from tournaments.actions.attendance import update_last_rounds
from tournaments.actions.common import conflict, lock, lock_stage, log
from tournaments.actions.deals import seal_deals
from tournaments.actions.drawing import by_seed
from tournaments.actions.guards import check_next_stage
from tournaments.durability import check_durable
from tournaments.models import Entrant, Participation, SessionRound, Stage
from tournaments.models.tournaments import a_seed
from tournaments.pairing.formats import FORMATS
from tournaments.stage.frozen_results import is_frozen
from tournaments.stage.history import history_of
from tournaments.stage.qualifying import Line, Tie, by_lot, line_of
from tournaments.stage.ranking import entered_of
from tournaments.standings.numbers import dump
from tournaments.standings.points.carry import carried

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


@dataclass(frozen=True)
class TieDecision:
    """A director's decision on a tie at the qualifying line: `how` of `Stage.AtLine`, and after a
    play-off its winners.
    """

    how: str
    winners: Collection[int] = ()


def begin_stage(
    stage: Stage, by: "AbstractBaseUser | None", level: TieDecision | None = None
) -> Stage:
    """Set a stage's entrants: everybody entered in the first, the qualifiers in a later one.

    Idempotent. Raises RuleError without entrants, if the previous stage is not finished, for an
    undecided tie at the line (`level_at_line`), or if its hands would not be safe: see
    `durability`.
    """
    with transaction.atomic():
        tournament = lock(stage.tournament, "lead")
        stage = lock_stage(stage)
        if stage.state == Stage.State.RUNNING:
            return stage
        lifecycle.check_stage("begin", stage)
        check_durable()
        rows = _first(stage) if stage.number == 1 else _through(stage, by, level)
        if not rows:
            raise conflict(
                "nobody_there", "stage", gettext_noop("Nobody is entered yet: add people first.")
            )
        Participation.objects.bulk_create(rows)
        stage.state = Stage.State.RUNNING
        stage.save(update_fields=["state"])
        log(tournament, "stage_begun", by, {"stage": stage.number, "entrants": len(rows)})
        seal_deals(stage, by)
        if FORMATS[stage.format].compares_boards and not is_frozen(tournament):
            # Others have yet to play the same boards
            tournament.frozen_stage, tournament.frozen_round = stage.number, 1
            tournament.save(update_fields=["frozen_stage", "frozen_round"])
            log(tournament, "frozen", by, {"stage": stage.number, "round": 1})
    return stage


def _first(stage: Stage) -> list[Participation]:
    entrants = stage.tournament.entrants.filter(state=Entrant.State.ENTERED)
    return [
        Participation(stage=stage, entrant=entrant, seed=n)
        for n, entrant in enumerate(by_seed(entrants), start=1)
    ]


def _through(
    stage: Stage, by: "AbstractBaseUser | None", level: TieDecision | None
) -> list[Participation]:
    before = previous_stage(stage)
    history = history_of(before)
    line = line_of(history, stage)
    entering = line.entering(stage, _decided(stage, by, line, level))
    through = [who for who, _group in entering]
    entered = {one.id: one for one in entered_of(history)}
    rows = []
    for seed, (who, group) in enumerate(entering, start=1):
        brought = carried(stage.carry, entered[who], through, worst_dropped=before.worst_dropped)
        rows.append(
            Participation(
                stage=stage,
                entrant_id=who,
                seed=seed,
                group=group,
                carried_points=dump(brought.points),
                carried_score=dump(brought.score),
            )
        )
    return rows


def previous_stage(stage: Stage) -> Stage:
    """Return the previous stage. Raises RuleError if it is not finished."""
    before = Stage.objects.select_related("tournament").get(
        tournament=stage.tournament_id, number=stage.number - 1
    )
    if before.state != Stage.State.FINISHED:
        raise conflict(
            "stage_before_running",
            "stage",
            gettext_noop("Finish the previous stage first: it decides who qualifies."),
        )
    return before


def _decided(
    stage: Stage, by: "AbstractBaseUser | None", line: Line, level: TieDecision | None
) -> set[int]:
    """Return who of those tied at the line advances; logged, with the seed of a lot."""
    on: set[int] = set()
    if not line.levels:
        return on
    if level is None or level.how not in Stage.AtLine.values:
        text = gettext_noop("Some are level for the last place: decide who goes on.")
        raise conflict("level_at_line", "level", text)
    seed = a_seed()
    numbers = dict(stage.tournament.entrants.values_list("pk", "number"))
    for one in line.levels:
        places, order, how = one.places, one.who, {}
        if level.how == Stage.AtLine.LOT:
            order, how = by_lot(one, numbers, seed), {"lot": seed}
        elif level.how == Stage.AtLine.ALL:
            places = len(order)
        else:
            order, how = _winners_first(one, level.winners), {"won": True}
        on |= set(order[:places])
        params = {"stage": stage.number, "entrants": list(order), "places": places}
        log(stage.tournament, "level_decided", by, params | how)
    return on


def _winners_first(level: Tie, winners: Collection[int]) -> tuple[int, ...]:
    """Return those who are level in the order of a play-off. Raises RuleError unless as many won it
    as there are places.
    """
    if sum(who in winners for who in level.who) != level.places:
        text = ngettext_noop(
            "Choose who won the play-off: one of them goes on.",
            "Choose who won the play-off: %(places)s of them go on.",
            "places",
        )
        raise conflict("play_off_open", "level", text, places=level.places)
    return tuple(sorted(level.who, key=lambda who: who not in winners))


def finish_stage(stage: Stage, by: "AbstractBaseUser | None") -> Stage:
    """Finish a stage. Raises RuleError if a session round of it is not closed."""
    with transaction.atomic():
        tournament = lock(stage.tournament, "lead")
        stage = lock_stage(stage, "finish")
        left = stage.session_rounds.exclude(state=SessionRound.State.CLOSED).first()
        if left is not None:
            raise conflict(
                "round_not_closed",
                "round",
                gettext_noop("Close round %(number)s first: the draw depends on its results."),
                number=left.number,
            )
        stage.state = Stage.State.FINISHED
        stage.save(update_fields=["state"])
        log(tournament, "stage_finished", by, {"stage": stage.number})
    return stage


def reopen_stage(stage: Stage, by: "AbstractBaseUser | None") -> Stage:
    """Reopen a finished stage, if the next has not begun."""
    with transaction.atomic():
        tournament = lock(stage.tournament, "lead")
        stage = lock_stage(stage, "reopen")
        check_next_stage(stage)
        update_last_rounds(stage)
        stage.state = Stage.State.RUNNING
        stage.save(update_fields=["state"])
        log(tournament, "stage_reopened", by, {"stage": stage.number})
    return stage
