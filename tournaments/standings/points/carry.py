"""What comes along from one stage into the next."""

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
    "carry": (gettext_noop("Brought along"), gettext_noop("What counts on from the stage before.")),
}
CHOICES: Mapping[str, str] = {
    "none": gettext_noop("Nothing: everybody starts at 0"),
    "points": gettext_noop("All points"),
    "matches": gettext_noop("Only matches with others who also got through"),
}
ROUND = gettext_noop("Round %(round)s of the stage before")
MATCH = gettext_noop("Round %(round)s of the stage before, against somebody who also got through")
BESIDE = gettext_noop(
    "Bonuses less penalties of the stage before, and what was brought along into it"
)


@dataclass(frozen=True)
class Carried:
    """What one entrant brings along: ranking points, Tichu points, and the sum of the ranking
    points.
    """

    points: Number = 0
    score: Number = 0
    parts: tuple[Part, ...] = ()


def carried(
    how: str, before: Entered, qualified: Collection[int], *, worst_dropped: bool = False
) -> Carried:
    """What somebody who stood like this at the end of the stage before brings along.

    "points": the totals of its standings. Bonuses and penalties are in them, with or without a
    round, and what came along into that stage; the worst round is not, where that stage drops it
    (`worst_dropped`).

    "matches": its matches, played or forfeit, in which all opponents are among the `qualified` ids;
    where partners change, it does not matter who the partner was. Byes and absences are matches
    with nobody. Bonuses and penalties of such a match's round come along with it; those of other
    rounds or of no round do not, and neither does what came along into that stage. A dropped round
    counts here, since the opponents bring the same match along.
    """
    if how == "none":
        return Carried()
    if how == "matches":
        kept = [
            line
            for line in before.lines
            if line.kind in {PLAYED, FORFEIT}
            and line.opponents
            and set(line.opponents) <= set(qualified)
        ]
        points, score = (
            sum(line.total_points for line in kept),
            sum(line.total_score for line in kept),
        )
        return Carried(
            plain(points), plain(score), _parts(MATCH, ((line, line.total_points) for line in kept))
        )
    field = Field((before,), worst_dropped=worst_dropped)
    counted = field.counted[before.id]
    parts = _parts(ROUND, ((line, line.points) for line in counted))
    points = field.points[before.id]
    beside = points - sum(line.points for line in counted)
    if beside:
        parts += ((BESIDE, {}, plain(beside)),)
    return Carried(plain(points), plain(field.score[before.id]), parts)


def _parts(text: str, rounds: Iterable[tuple[Line, Number]]) -> tuple[Part, ...]:
    in_order = sorted(rounds, key=lambda one: one[0].round)
    return tuple((text, {"round": line.round}, plain(points)) for line, points in in_order)
