"""Exports that lack what games need: recognised, so that users are told why."""

from scoring.rules import Mistake
from scoring.rules.words import gettext_noop
from tournaments.clubs.imports.documents import is_json
from tournaments.clubs.imports.found import Reading, Refused

FORM = "not_readable"
# What they contain, and why that is not enough.
BY_TEAMS = gettext_noop(
    "This counter keeps what a team called, not who, and no names of players: a game with people "
    "cannot be made of it. "
    "A list of rounds, a line each, can be."
)
TOTALS = gettext_noop(
    "This counter gives what each team got in a round, with the calls in it: what was played does "
    "not follow from "
    "that. A list of rounds, a line each, can be read."
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
