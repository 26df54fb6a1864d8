"""What comes along from one stage into the next."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scoring.rules.settings import Choice, Setting
from scoring.rules.words import gettext_noop
from tournaments.standings.lines import FORFEIT, PLAYED, Line, Number

from .tally import plain
from .way import Part

SETTINGS: Mapping[str, Setting] = {"carry": Choice(("none", "points", "matches"))}
LABELS: Mapping[str, tuple[str, str]] = {
    "carry": (gettext_noop("Brought along"), gettext_noop("What counts on from the stage before.")),
}
CHOICES: Mapping[str, str] = {
    "none": gettext_noop("Nothing: everybody starts at 0"),
    "points": gettext_noop("All points"),
    "matches": gettext_noop("Only matches with others who also got through"),
}


@dataclass(frozen=True)
class Carried:
    """What one entrant brings along: ranking points, Tichu points, and the sum of the ranking points."""

    points: Number = 0
    score: Number = 0
    parts: tuple[Part, ...] = ()


def carried(how: str, lines: Sequence[Line], qualified: Collection[int]) -> Carried:
    """What somebody with these lines of the stage before brings along.

    "matches" counts matches, played or forfeit, in which all opponents are among the `qualified` ids; where
    partners change, it does not matter who the partner was. Byes and absences are matches with nobody.
    """
    if how == "none":
        return Carried()
    if how == "points":
        kept = list(lines)
        text = gettext_noop("Round %(round)s of the stage before")
    else:
        kept = [
            line
            for line in lines
            if line.kind in {PLAYED, FORFEIT} and line.opponents and set(line.opponents) <= set(qualified)
        ]
        text = gettext_noop("Round %(round)s of the stage before, against somebody who also got through")
    parts = tuple(
        (text, {"round": line.round}, plain(line.points)) for line in sorted(kept, key=lambda line: line.round)
    )
    return Carried(plain(sum(line.points for line in kept)), plain(sum(line.score for line in kept)), parts)
