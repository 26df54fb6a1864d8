"""Reasons that the app itself gives for a decision: stored in English, shown in the reader's
language.
"""

from django.utils.translation import gettext as _

from scoring.rules.words import gettext_noop

PAPER_SHEET = gettext_noop("paper sheet")
WITHDRAWN = gettext_noop("withdrawn")


def display_reason(reason: str) -> str:
    """Return a reason for display; empty for the default of results from paper, which says no more
    than that they are.
    """
    if reason == PAPER_SHEET:
        return ""
    return _(reason) if reason == WITHDRAWN else reason
