"""Hides the last results until the prize-giving, and reveals them there step by step."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max

from scoring.rules.words import gettext_noop
from tournaments.actions.common import lock, log, rule_error
from tournaments.actions.drawing import total_rounds
from tournaments.actions.games import invalidate_ratings
from tournaments.actions.messages import queue_prizes
from tournaments.models import LogLine, Match, SessionRound, Stage, Tournament
from tournaments.pairing.formats import FORMATS
from tournaments.stage import frozen_results
from tournaments.stage.final_ranking import below
from tournaments.stage.history import history_of
from tournaments.stage.ranking import Ranked, ranked

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

NEXT, FIVE, EVERYBODY = "next", "five", "all"
ROWS = {NEXT: 1, FIVE: 5}
ONE_BY_ONE = (2, 4, 8, 16)  # of a cup's best


@transaction.atomic
def freeze(
    tournament: Tournament, by: "AbstractBaseUser | None", stage_number: int, round_number: int
) -> Tournament:
    """Hide the results of this session round, and of all later ones, until they are revealed.

    Raises RuleError for an unknown session round, for one that is not of the last stage, and in a
    knock-out if the draw has already revealed the winners.
    """
    held = lock(tournament)
    stage = Stage.objects.filter(tournament=held).order_by("-number").first()
    if stage is None or stage.number != stage_number:
        raise rule_error(
            "not_the_last_stage",
            "round",
            gettext_noop(
                "Only results of the last stage can be held back: the next draw shows who "
                "qualified."
            ),
        )
    rounds = SessionRound.objects.filter(stage=stage)
    newest = (
        rounds.exclude(state=SessionRound.State.DRAFT).aggregate(last=Max("number"))["last"] or 0
    )
    if not 1 <= round_number <= last_to_keep(stage, newest):
        raise rule_error(
            "no_such_round", "round", gettext_noop("Choose one of the rounds in the list.")
        )
    if FORMATS[stage.format].ranks_itself and round_number < newest:
        raise rule_error(
            "draw_tells",
            "round",
            gettext_noop(
                "In a knock-out the next draw shows who won: only the newest round can be "
                "held back."
            ),
        )
    held.frozen_stage, held.frozen_round, held.revealed = stage.number, round_number, None
    held.announced = []
    held.save(update_fields=["frozen_stage", "frozen_round", "revealed", "announced"])
    log(held, "frozen", by, {"stage": stage.number, "round": round_number})
    return held


def last_to_keep(stage: Stage, newest: int) -> int:
    """Return the last session round whose results can be hidden: the one after the newest
    published.

    A bracket of unknown length counts its maximum; a finished stage has no further one.
    """
    if stage.state == Stage.State.FINISHED:
        return newest
    format_ = FORMATS[stage.format]
    total = total_rounds(stage)
    if total is None:
        total = format_.rounds(stage.participations.count(), format_.read(stage.format_settings))
    return newest + 1 if total is None or newest < max(total, 1) else newest


@transaction.atomic
def unfreeze(tournament: Tournament, by: "AbstractBaseUser | None") -> Tournament:
    """Reveal everything. Does nothing if nothing is hidden."""
    held = lock(tournament)
    if not frozen_results.is_frozen(held):
        return held
    return _thaw(held, by)


@transaction.atomic
def reveal(
    tournament: Tournament, by: "AbstractBaseUser | None", how: str, one_by_one: int | None = None
) -> Tournament:
    """Reveal the next rank in the chosen order (`next`), about five (`five`), or all (`all`).

    Level entrants are revealed together, the first three ranks one by one; of a cup the best
    `one_by_one`, chosen before the first rank is revealed. The last rank reveals everything. Raises
    RuleError if nothing is hidden, or if a result is missing or its round is not closed.
    """
    held = _frozen(tournament)
    _check_kept(held)
    if one_by_one is not None and not held.revealed:
        held.one_by_one = _singly(held, one_by_one)
    found = _steps(held)
    told = frozen_results.announced(held, found)
    left = frozen_results.to_announce(found, told, held.giving_order)
    more = left if how == EVERYBODY else frozen_results.next_steps(found, left, ROWS[how])
    return _announce(held, by, found, [*told, *more])


@transaction.atomic
def reveal_step(tournament: Tournament, by: "AbstractBaseUser | None", count: int) -> Tournament:
    """Reveal one step out of turn: `count` is one of `frozen_results.counts`.

    Does nothing if it is revealed. Raises RuleError as `reveal` does, and for an unknown step.
    """
    held = _frozen(tournament)
    _check_kept(held)
    found = _steps(held)
    told = frozen_results.announced(held, found)
    step = _step(found, count)
    return held if step in told else _announce(held, by, found, [*told, step])


@transaction.atomic
def hide_step(
    tournament: Tournament, by: "AbstractBaseUser | None", count: int | None = None
) -> Tournament:
    """Hide a revealed step again, the last one revealed if `count` does not name one; also the
    step that ended the prize-giving.

    Before the first rank the prize-giving has not begun.
    """
    held = lock(tournament)
    over = ended_prize_giving(held)
    if over is not None:
        held.frozen_stage, held.frozen_round = over
    elif not _frozen(held).revealed:
        raise rule_error("nothing_revealed", "do", gettext_noop("No rank has been announced yet."))
    _check_kept(held)
    found = _steps(held)
    told = frozen_results.announced(held, found)
    if over is not None and not told:  # a document from before the order was recorded
        told = list(range(len(found)))
    taken = _step(found, count) if count is not None else told[-1] if told else None
    return _announce(held, by, found, [step for step in told if step != taken])


@transaction.atomic
def choose_order(tournament: Tournament, order: str) -> Tournament:
    """Choose in which order the ranks come; what is announced stays so. Raises RuleError for an
    unknown order.
    """
    held = lock(tournament)
    if order not in Tournament.GivingOrder.values:
        raise rule_error("no_such_order", "order", gettext_noop("Choose one of the orders."))
    held.giving_order = order
    held.save(update_fields=["giving_order"])
    return held


def _announce(
    held: Tournament,
    by: "AbstractBaseUser | None",
    found: Sequence[Sequence[Ranked]],
    told: Sequence[int],
) -> Tournament:
    """Store which steps are announced, in this order; reveal everything if all are."""
    counts = frozen_results.counts(found)
    everybody = counts[-1] if counts else 0
    begins = not held.revealed
    held.announced = [counts[step] for step in told]
    held.revealed = sum(len(found[step]) for step in told)
    held.save(update_fields=["frozen_stage", "frozen_round", "revealed", "announced", "one_by_one"])
    log(held, "revealed", by, {"told": held.revealed, "of": everybody})
    if begins:
        queue_prizes(held)
    return _thaw(held, by) if len(told) == len(found) else held


def _step(found: Sequence[Sequence[Ranked]], count: int) -> int:
    counts = frozen_results.counts(found)
    if count not in counts:
        raise rule_error(
            "no_such_rank", "do", gettext_noop("The ranking has changed: load the page again.")
        )
    return counts.index(count)


def ended_prize_giving(tournament: Tournament) -> tuple[int, int] | None:
    """Return the stage and the session round from which the last prize-giving had hidden results,
    if it has revealed all; None if there was none, or something is hidden. Two queries.
    """
    lines = LogLine.objects.filter(
        tournament=tournament, action__in=("frozen", "revealed", "unfrozen")
    ).order_by("-pk")
    last = list(lines[:2])
    if [line.action for line in last] != ["unfrozen", "revealed"]:
        return None
    if last[1].params["told"] < last[1].params["of"]:
        return None
    frozen = lines.filter(action="frozen").first()
    return (frozen.params["stage"], frozen.params["round"]) if frozen else None


def one_by_one_choices(stage: Stage) -> list[int]:
    """Return how many of a cup's best can be revealed one by one: at least two, at most all."""
    entrants = stage.participations.count()
    return [number for number in ONE_BY_ONE if number <= max(entrants, 2)]


def _singly(held: Tournament, number: int) -> int:
    if number not in one_by_one_choices(_kept_stage(held)):
        raise rule_error(
            "no_such_number", "one_by_one", gettext_noop("Choose one of the numbers in the list.")
        )
    return number


def _frozen(tournament: Tournament) -> Tournament:
    held = lock(tournament)
    if not frozen_results.is_frozen(held):
        raise rule_error(
            "not_frozen",
            "do",
            gettext_noop("Nothing is held back: everyone sees the standings as they are."),
        )
    return held


def _thaw(held: Tournament, by: "AbstractBaseUser | None") -> Tournament:
    held.frozen_stage = held.frozen_round = held.revealed = None
    held.save(update_fields=["frozen_stage", "frozen_round", "revealed"])
    log(held, "unfrozen", by)
    invalidate_ratings(held)
    return held


def _check_kept(held: Tournament) -> None:
    check_results(held, _kept_stage(held))


def _steps(held: Tournament) -> list[list[Ranked]]:
    """Return the steps of the prize-giving over all stages."""
    stage = _kept_stage(held)
    rows = ranked(history_of(stage, drafts=False))
    return frozen_results.steps_of(held, stage, rows, below(stage))


def _kept_stage(held: Tournament) -> Stage:
    stage = Stage.objects.get(tournament=held, number=held.frozen_stage or 0)
    stage.tournament = held
    return stage


def check_results(held: Tournament, stage: Stage) -> None:
    """Raise RuleError if a result of the hidden stage is missing, or can change: a round is
    published and not closed. Two queries.
    """
    rounds = (
        SessionRound.objects.filter(stage=stage)
        .exclude(state=SessionRound.State.DRAFT)
        .order_by("number")
    )
    outcomes = list(rounds)
    open_round = next((one for one in outcomes if one.state != SessionRound.State.CLOSED), None)
    if open_round is not None:
        left = Match.objects.filter(session_round=open_round, done=False).order_by("number")
        tables = list(left.values_list("number", flat=True))
        text = gettext_noop("Round %(round)s is not closed yet: its results can still change.")
        if len(tables) == 1:
            text = gettext_noop("Table %(tables)s in round %(round)s has no result yet.")
        elif tables:
            text = gettext_noop("Tables %(tables)s in round %(round)s have no result yet.")
        params = {"round": open_round.number, "tables": ", ".join(map(str, tables))}
        raise rule_error("results_missing" if tables else "round_open", "do", text, **params)
    if not any(outcome.number >= (held.frozen_round or 0) for outcome in outcomes):
        raise rule_error(
            "nothing_to_reveal",
            "do",
            gettext_noop("Round %(number)s has not been played yet."),
            number=held.frozen_round,
        )
