"""Reasons for desk actions; `log_actions` defines which are required."""

from scoring.games.names.validation import clean_text
from scoring.rules.words import gettext_noop
from tournaments.actions.common import LONGEST_REASON, rule_error
from tournaments.log_actions import ACTIONS


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
