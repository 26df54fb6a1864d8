"""A score that a game brings along: rounds that were played before anybody recorded them here."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.rules import (
    NOTHING_CARRIED,
    VARIANTS,
    Carried,
    Mistake,
    RuleError,
    RuleSet,
    opening,
)
from scoring.rules.settings import is_whole
from scoring.rules.words import gettext_noop

MOST_ROUNDS = 99
MOST_POINTS = 10_000
STEP = 5

WRONG_POINTS = gettext_noop("Write the points as multiples of %(step)s from -%(most)s to %(most)s.")
WRONG_ROUNDS = gettext_noop("Write the number of rounds as a whole number from 0 to %(most)s.")
ALREADY_OVER = gettext_noop(
    "This score would already have ended the game. Check the figures, or the end of the game in "
    "the rules."
)


def _is_total(value: Any) -> bool:
    return is_whole(value) and abs(value) <= MOST_POINTS and not value % STEP


def read_carried(rules: RuleSet, n_players: int, data: object) -> Carried:
    """Read a score from JSON: `rounds`, and `totals` by score column in games with points.

    None and an empty object mean none. Raises RuleError with every mistake; those of a single total
    have its place as their field, "carried_0" for the first.
    """
    if data is None or data == {}:
        return NOTHING_CARRIED
    rounds, totals = _parts(data, len(opening(rules, n_players).columns))
    found = [
        Mistake("bad_points", f"carried_{at}", WRONG_POINTS, {"step": STEP, "most": MOST_POINTS})
        for at, total in enumerate(totals)
        if not _is_total(total)
    ]
    if not is_whole(rounds) or not 0 <= rounds <= MOST_ROUNDS:
        found.append(Mistake("bad_rounds", "carried_rounds", WRONG_ROUNDS, {"most": MOST_ROUNDS}))
    if found:
        raise RuleError(found)
    carried = Carried(rounds, tuple(totals)) if rounds or any(totals) else NOTHING_CARRIED
    check_carried(rules, n_players, carried)
    return carried


def _parts(data: object, columns: int) -> tuple[Any, Sequence[Any]]:
    """Return the rounds and the totals as they were sent. Raises RuleError for another shape."""
    if not isinstance(data, Mapping) or {*data} - {"rounds", "totals"}:
        text = gettext_noop("carried must be an object with the keys rounds and totals.")
        raise RuleError([Mistake("wrong_type", "carried", text)])
    totals = data.get("totals", [])
    if not isinstance(totals, list | tuple) or len(totals) != columns:
        text = gettext_noop(
            "carried must have a total for each score column; columns: %(columns)s."
        )
        if not columns:
            text = gettext_noop("This game has no points; leave out the totals.")
        raise RuleError([Mistake("wrong_type", "carried", text, {"columns": columns})])
    return data.get("rounds", 0), totals


def check_carried(rules: RuleSet, n_players: int, carried: Carried) -> None:
    """Raises RuleError if a game under these rules would have been over with this score."""
    position = opening(rules, n_players, carried)
    if carried and VARIANTS[rules.variant].ended_before(position):
        raise RuleError([Mistake("carried_over", "carried", ALREADY_OVER)])
