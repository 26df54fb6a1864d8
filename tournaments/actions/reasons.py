"""Which buttons of the desk ask why: one rule for all of them, in one place."""

from scoring.games.names.checking import clean_text
from scoring.rules.words import gettext_noop
from tournaments.actions.common import LONGEST_REASON, refuse

# A reason is compulsory where a published result or draw that others rely on is changed, where a
# penalty is given, and where something is decided against somebody. Everywhere else it may be said
# and need not. Names are the log's.
MUST_SAY_WHY = frozenset(
    {
        # The draw that people came to their tables by
        *("unpublished", "redrawn", "changed_places", "reseated"),
        # What stood, and counted
        *("result_corrected", "result_moved", "ruling_undone", "undone", "stage_set"),
        *("ruled", "settled", "penalised", "late_left"),  # decided against somebody
        "objection_answered",  # an answer without words is none
    }
)


def a_reason(action: str, text: str) -> str:
    """A reason as it will stand in the log. Raises RuleError where there is none and the action
    needs one.
    """
    reason = clean_text(text, "reason", most=LONGEST_REASON)
    if not reason and action in MUST_SAY_WHY:
        raise refuse(
            "reason_missing",
            "reason",
            gettext_noop("Please write why: everybody concerned can read it."),
        )
    return reason
