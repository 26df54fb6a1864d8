"""What all actions of the desk share: locking a tournament, moving it on, writing down who did what
and why.

Locks are taken in one order everywhere: a table's game, then the tournament, then its matches.
Whoever holds a tournament asks for no game.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db.models import Q

from scoring.games import lock_groups
from scoring.games.actions.common import conflict, rule_error
from scoring.games.chain import reason_seal
from scoring.rules.words import gettext_noop
from tournaments import lifecycle
from tournaments.actions.outbox import tell
from tournaments.actions.sealing import add_seals
from tournaments.channels import tournament_moved
from tournaments.log_actions import ACTIONS
from tournaments.models import Entrant, LogLine, Match, SessionRound, Stage, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

LONGEST_REASON = 200
# Of matches: something was written at the table, or decided.
BEGUN = Q(games__game__rounds__isnull=False) | Q(ruling__isnull=False)

__all__ = [
    "BEGUN",
    "conflict",
    "lock",
    "log",
    "moved",
    "rule_error",
    "the_entrant",
    "the_match",
    "the_round",
    "the_stage",
]


def lock(tournament: Tournament, action: str = "") -> Tournament:
    """The tournament's row, locked until the transaction ends; with an action, only where its state
    takes it.
    """
    lock_groups.locks(tournament.pk)
    held = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    if action:
        lifecycle.check_tournament(action, held)
    return held


def moved(tournament: Tournament, *, hall: bool = False, **columns: Any) -> None:
    """What pages show of the tournament has changed; `hall`: also what everybody in the hall waits
    for.

    `columns` of the tournament are kept with it.
    """
    tournament_moved(tournament.pk, hall=hall, **columns)


def log(
    tournament: Tournament,
    action: str,
    by: "AbstractBaseUser | None",
    params: Mapping[str, object] | None = None,
    reason: str = "",
) -> LogLine:
    """Write down that something others rely on was changed; the tournament's version grows with it,
    and the club's webhooks are told. `action` is one of `log_actions`.

    Called when the change is made: what directors have decided by then is sealed with the line.
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
    moved(tournament, hall=hall, **add_seals(tournament.pk, lines=[line]))
    tell(tournament, action, line.params)
    return line


def the_stage(stage: Stage, action: str = "") -> Stage:
    """The stage as it is now, under the tournament's lock. Raises RuleError where its state forbids
    the action.
    """
    now = Stage.objects.select_related("tournament").get(pk=stage.pk)
    if action:
        lifecycle.check_stage(action, now)
    return now


def the_round(session_round: SessionRound, action: str = "") -> SessionRound:
    """The session round as it is now, under the tournament's lock, where its state takes the
    action.
    """
    now = SessionRound.objects.select_related("stage__tournament").get(pk=session_round.pk)
    if action:
        lifecycle.check_round(action, now)
    return now


def the_match(match: Match) -> Match:
    """The match as it is now, under the tournament's lock. Raises RuleError where it was redrawn
    since.
    """
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


def the_entrant(entrant: Entrant) -> Entrant:
    """The entrant as they are now, under the tournament's lock. Raises RuleError where they were
    taken out.
    """
    now = Entrant.objects.filter(pk=entrant.pk).first()
    if now is None:
        raise conflict(
            "entrant_gone",
            "entrant",
            gettext_noop("They were removed from the list: enter them again."),
        )
    return now
