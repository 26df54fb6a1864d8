"""Carry-over from one stage to the next."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from scoring.rules.settings import Choice, Setting
from scoring.rules.words import gettext_noop
from tournaments.standings.field import Field
from tournaments.standings.lines import FORFEIT, PLAYED, Entered, Line, Number

from .scoring_system import Part
from .tally import plain

SETTINGS: Mapping[str, Setting] = {"carry": Choice(("none", "points", "matches"))}
LABELS: Mapping[str, tuple[str, str]] = {
    "carry": (gettext_noop("Carried over"), gettext_noop("Carried over from the previous stage.")),
}
CHOICES: Mapping[str, str] = {
    "none": gettext_noop("Nothing: everybody starts at 0"),
    "points": gettext_noop("All points"),
    "matches": gettext_noop("Only matches against others who qualified"),
}
ROUND = gettext_noop("Round %(round)s of the previous stage")
MATCH = gettext_noop("Round %(round)s of the previous stage, against somebody who also qualified")
BESIDE = gettext_noop("Bonuses minus penalties in the previous stage, and what was carried into it")


@dataclass(frozen=True)
class Carried:
    """One entrant's carry-over: ranking points, Tichu points, and the sum behind the ranking
    points.
    """

    points: Number = 0
    score: Number = 0
    parts: tuple[Part, ...] = ()


def carried(
    how: str, before: Entered, qualified: Collection[int], *, worst_dropped: bool = False
) -> Carried:
    """Return an entrant's carry-over, given the result `before` of the previous stage.

    "points": the totals of its standings. They include bonuses and penalties, with or without a
    round, and what was carried into that stage, but not the worst round if that stage drops it
    (`worst_dropped`).

    "matches": its matches, played or forfeited, in which all opponents are among the `qualified`
    ids; if partners change, the partner does not matter. Byes and absences have no opponent and do
    not count. Bonuses and penalties of such a match's round are included; those of other rounds or
    of no round are not, and neither is what was carried into that stage. A dropped round counts
    here, since the opponents carry the same match.
    """
    if how == "none":
        return Carried()
    if how == "matches":
        return _carried_matches(before, set(qualified))
    field = Field((before,), worst_dropped=worst_dropped)
    counted = field.counted[before.id]
    parts = _parts(ROUND, ((line, line.points) for line in counted))
    points = field.points[before.id]
    beside = points - sum(line.points for line in counted)
    if beside:
        parts += ((BESIDE, {}, plain(beside)),)
    return Carried(plain(points), plain(field.score[before.id]), parts)


def _carried_matches(before: Entered, qualified: set[int]) -> Carried:
    kept = [
        line
        for line in before.lines
        if line.kind in {PLAYED, FORFEIT} and line.opponents and set(line.opponents) <= qualified
    ]
    points = sum(line.total_points for line in kept)
    score = sum(line.total_score for line in kept)
    parts = _parts(MATCH, ((line, line.total_points) for line in kept))
    return Carried(plain(points), plain(score), parts)


def _parts(text: str, rounds: Iterable[tuple[Line, Number]]) -> tuple[Part, ...]:
    in_order = sorted(rounds, key=lambda one: one[0].round)
    return tuple((text, {"round": line.round}, plain(points)) for line, points in in_order)
