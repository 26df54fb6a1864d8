"""Closes a session round and starts what follows in one request: all of it, or nothing."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from django.db import transaction

from scoring.rules import Conflict, Mistake, RuleError
from scoring.rules.words import gettext_noop
from tournaments.actions.common import lock, lock_round
from tournaments.actions.drawing import draw_round
from tournaments.actions.publishing import close_round
from tournaments.actions.stages import finish_stage
from tournaments.models import SessionRound

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


def close_and_draw(
    session_round: SessionRound,
    by: "AbstractBaseUser | None",
    *,
    accept: bool = True,
    impossible: Collection[int] | None = None,
    only_checked_in: bool = False,
) -> SessionRound:
    """Close a session round, then draw and return the next: a draft, or unchanged if already drawn.

    Raises RuleError if either fails; then neither is done.
    """
    with transaction.atomic():
        lock(session_round.stage.tournament, "lead")
        session_round = close_round(session_round, by, accept=accept, impossible=impossible)
        try:
            return draw_round(
                session_round.stage,
                by,
                session_round.number + 1,
                only_checked_in=only_checked_in,
                together_with=session_round.number,
            )
        except RuleError as error:
            raise _not_closed(session_round, error) from error


def close_and_finish(
    session_round: SessionRound,
    by: "AbstractBaseUser | None",
    *,
    accept: bool = True,
    impossible: Collection[int] | None = None,
) -> SessionRound:
    """Close the last session round of a stage and finish the stage. Raises RuleError if either
    fails.
    """
    with transaction.atomic():
        lock(session_round.stage.tournament, "lead")
        session_round = close_round(session_round, by, accept=accept, impossible=impossible)
        try:
            finish_stage(session_round.stage, by)
        except RuleError as error:
            raise _not_closed(session_round, error) from error
        return lock_round(session_round)


def _not_closed(session_round: SessionRound, error: RuleError) -> Conflict:
    text = gettext_noop("Round %(number)s was not closed, because the next step failed:")
    return Conflict(
        [
            Mistake("nothing_closed", "round", text, {"number": session_round.number}),
            *error.mistakes,
        ]
    )
