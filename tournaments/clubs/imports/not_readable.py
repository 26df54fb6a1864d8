"""Exports that lack what games need: recognised, so that users are told why."""

from scoring.rules import Mistake
from scoring.rules.words import gettext_noop
from tournaments.clubs.imports.documents import is_json
from tournaments.clubs.imports.found import Reading, Refused

FORM = "not_readable"
# What they contain, and why that is not enough.
BY_TEAMS = gettext_noop(
    "This app records which team called, not who, and no player names, so its games cannot be "
    "imported. A list of rounds, one per line, can be."
)
TOTALS = gettext_noop(
    "This app gives each team’s total for a round, calls included, which does not show what was "
    "played. A list of rounds, one per line, can be read."
)
KNOWN = (
    (('"flags"', '"doubleWin"'), BY_TEAMS),  # phiwut/tichu-counter
    (('"doubleWinA"', '"scoreA"'), BY_TEAMS),  # the same, before version 2
    (('"hasEnded"', '"team1"', '"team2"'), TOTALS),  # jarosma/tichu-score
    (('"roundScores"', '"team1"'), TOTALS),
)


def recognises(text: str) -> bool:
    return _why(text) is not None


def read(text: str) -> Reading:
    """Return no games, with the reason. Never raises."""
    why = _why(text) or BY_TEAMS
    return Reading(FORM, refused=(Refused(None, Mistake("not_readable", "file", why)),))


def _why(text: str) -> str | None:
    if not is_json(text):
        return None
    return next((why for words, why in KNOWN if all(word in text for word in words)), None)
