"""The state of a draft that a director has looked at, so that nobody publishes what somebody else
has changed since.
"""

import hashlib

from scoring.rules.words import gettext_noop
from tournaments.actions.common import conflict
from tournaments.log_actions import ACTIONS, Effect
from tournaments.models import Change, LogLine, SessionRound
from tournaments.stage.history import RoundRows, rows_of


def fingerprint_of(rows: RoundRows) -> str:
    """Return a short hash of who sits where; it changes as soon as anybody is moved."""
    tables = sorted((seated.match.number, seated.sides) for seated in rows.seated)
    told = repr((tables, sorted(rows.byes), sorted(rows.absent)))
    return hashlib.sha256(told.encode()).hexdigest()[:16]


# Log actions that a draw depends on: results, decisions, and who takes part
GROUNDS = [
    name for name, one in ACTIONS.items() if one.effect in {Effect.DRAW, Effect.HAND, Effect.RESULT}
]


def changed_since(session_round: SessionRound) -> bool:
    """Whether something that this draw depends on was changed after it. At most three queries.

    A correction that triggered the draw is logged after it, and does not count.
    """
    lines = LogLine.objects.filter(tournament=session_round.stage.tournament_id)
    own = {"params__stage": session_round.stage.number, "params__round": session_round.number}
    drawn = (
        lines.filter(action__in=("drawn", "redrawn"), **own)
        .order_by("-pk")
        .values_list("pk", flat=True)
        .first()
    )
    if drawn is None:
        return False
    drew = Change.objects.filter(
        line__in=lines, line__gt=drawn, rows__round__has_key=str(session_round.pk)
    )
    since = lines.filter(pk__gt=drawn, action__in=GROUNDS)
    return since.exclude(pk__in=list(drew.values_list("line", flat=True))).exists()


def check_fingerprint(session_round: SessionRound, seen: str) -> None:
    """Raise RuleError if a draft is no longer as the page showed it. The caller holds the
    tournament's lock.

    `seen` is the hash that the page sent along. An empty one is not checked, nor is a published
    round.
    """
    if not seen or session_round.state != SessionRound.State.DRAFT:
        return
    (rows,) = rows_of([session_round])
    if seen != fingerprint_of(rows):
        raise conflict(
            "draft_changed",
            "round",
            gettext_noop("This draft was changed: you see the current version. Check it again."),
        )
