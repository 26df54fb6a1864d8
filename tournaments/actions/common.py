"""Shared by all desk actions: locking a tournament, bumping its version, writing its log.

Locks are taken in one order everywhere: a table's game, then the tournament, then its matches. Code
that holds a tournament must not lock a game.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db.models import Q, UUIDField

from scoring.games import lock_groups
from scoring.games.actions.common import conflict, rule_error
from scoring.games.chain import reason_seal
from scoring.games.names.validation import clean_text
from scoring.games.prepared import Given, Prepared
from scoring.rules.words import gettext_noop
from tournaments import lifecycle
from tournaments.actions.messages import queue_tables
from tournaments.actions.outbox import queue_event
from tournaments.actions.room_tables import call_waiting
from tournaments.actions.sealing import add_seals
from tournaments.channels import bump_tournament
from tournaments.log_actions import ACTIONS
from tournaments.match.reasons import WITHDRAWN
from tournaments.models import Entrant, LogLine, Match, SessionRound, Stage, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


LONGEST_REASON = 200
# Matches with something written at the table, typed from its sheet, or decided by somebody
BEGUN = (
    Q(games__game__rounds__isnull=False)
    | Q(typed__isnull=False)
    | (Q(ruling__isnull=False) & ~Q(ruling__reason=WITHDRAWN))
)

__all__ = [
    "BEGUN",
    "bump_version",
    "conflict",
    "lock",
    "lock_entrant",
    "lock_match",
    "lock_round",
    "lock_stage",
    "log",
    "match_params",
    "rule_error",
]


def lock(tournament: Tournament, action: str = "") -> Tournament:
    """Lock the tournament's row until the transaction ends; with an action, check that its state
    allows it.
    """
    lock_groups.note_lock(tournament.pk)
    held = _LOCKED.get(tournament=tournament.pk)
    if action:
        lifecycle.check_tournament(action, held)
    return held


_LOCKED = Prepared(
    lambda: Tournament.objects.select_for_update(no_key=True).filter(
        pk=Given("tournament", UUIDField())
    )
)


def bump_version(tournament: Tournament, *, hall: bool = False, **columns: Any) -> None:
    """Bump the version that pages show; `hall`: also the one the whole hall waits for.

    Saves `columns` of the tournament as well. Every change of a result ends here, so this is where
    the next match of a queue is called to a table that has become free.
    """
    bump_tournament(tournament.pk, hall=hall, **columns)
    for match in call_waiting(tournament):
        log(tournament, "called_to_table", None, match_params(match))


def log(
    tournament: Tournament,
    action: str,
    by: "AbstractBaseUser | None",
    params: Mapping[str, object] | None = None,
    reason: str = "",
) -> LogLine:
    """Log a change that others rely on, bump the version, and notify the club's webhooks and the
    players who asked for messages.

    `action` is one of `log_actions`. Call it when the change is made: directors' decisions up to
    then are sealed with the line.
    """
    hall = ACTIONS[action].hall
    line = LogLine.objects.create(
        tournament=tournament,
        action=action,
        by_id=by.pk if by else None,
        params=dict(params or {}),
        reason=reason,
        reason_seal=reason_seal(reason),
    )
    bump_version(tournament, hall=hall, **add_seals(tournament.pk, lines=[line]))
    queue_event(tournament, action, line.params)
    queue_tables(tournament, action, line.params)
    return line


def match_params(match: Match) -> dict[str, Any]:
    """Return where a match is, for a line of the log."""
    return {
        "stage": match.session_round.stage.number,
        "round": match.session_round.number,
        "table": match.number,
        "match": match.pk,
    }


def lock_stage(stage: Stage, action: str = "") -> Stage:
    """Return the current stage, its tournament locked. Raises RuleError if its state forbids the
    action.
    """
    now = Stage.objects.select_related("tournament").get(pk=stage.pk)
    if action:
        lifecycle.check_stage(action, now)
    return now


def lock_round(session_round: SessionRound, action: str = "") -> SessionRound:
    """Return the current session round, its tournament locked. Raises RuleError if its state
    forbids the action.
    """
    now = SessionRound.objects.select_related("stage__tournament").get(pk=session_round.pk)
    if action:
        lifecycle.check_round(action, now)
    return now


def lock_match(match: Match) -> Match:
    """Return the current match, its tournament locked. Raises RuleError if it was redrawn."""
    now = (
        Match.objects.select_related("session_round__stage__tournament").filter(pk=match.pk).first()
    )
    if now is None:
        raise conflict(
            "match_gone",
            "match",
            gettext_noop("This match was redrawn: check the round again."),
        )
    return now


def lock_entrant(entrant: Entrant) -> Entrant:
    """Return the current entrant, their tournament locked. Raises RuleError if they were
    removed.
    """
    now = Entrant.objects.filter(pk=entrant.pk).first()
    if now is None:
        raise conflict(
            "entrant_gone",
            "entrant",
            gettext_noop("They were removed from the list: enter them again."),
        )
    return now


def check_reason(action: str, text: str) -> str:
    """Return a reason as logged. Raises RuleError if it is missing and the action requires one."""
    reason = clean_text(text, "reason", most=LONGEST_REASON)
    if not reason and ACTIONS[action].needs_reason:
        raise rule_error(
            "reason_missing",
            "reason",
            gettext_noop("Give a reason: everybody concerned can read it."),
        )
    return reason
