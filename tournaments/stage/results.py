"""What each session round brought everybody, in a word, and what it moved in the standings."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from tournaments.models import Participation, Place
from tournaments.pairing.formats import FORMATS
from tournaments.stage.history import History
from tournaments.stage.outcomes import Outcome
from tournaments.stage.ranking import Ranked, ranked
from tournaments.standings.lines import ABSENT, BYE, Entered, Line

WON, LOST, LEVEL, PLAYING = "won", "lost", "level", "playing"
PLACED = "placed"  # everybody played alone and is not the first


class Result(NamedTuple):
    """A session round of one entrant. `kind` is one of those above, or "bye", or "absent".

    `met` are the entrants of the other side; `place` is the place where everybody played alone.
    """

    round: int
    kind: str
    met: tuple[int, ...] = ()
    place: str = ""


def results_of(
    outcomes: Sequence[Outcome], participations: Sequence[Participation]
) -> dict[int, list[Result]]:
    """Everybody's session rounds, the oldest first. Who was not there yet has nothing of a round.
    Linear.
    """
    found: dict[int, list[Result]] = {row.entrant_id: [] for row in participations}
    for outcome in outcomes:
        for who, line in outcome.lines.items():
            if who in found:
                met = outcome.playing.get(who, ())
                found[who].append(_of_line(line) if line else Result(outcome.number, PLAYING, met))
        for many, kind in (
            (outcome.byes, Place.Kind.BYE.value),
            (outcome.absent, Place.Kind.ABSENT.value),
        ):
            for who in many:
                if who in found:
                    found[who].append(Result(outcome.number, kind))
    return found


def _of_line(line: Line) -> Result:
    """As a match decides who is ahead: by games won, then points, then Tichu points."""
    if line.kind in {BYE, ABSENT}:
        return Result(line.round, line.kind)
    if line.places:
        first = all(place == 1 for place in line.places)
        return Result(
            line.round, WON if first else PLACED, line.opponents, "/".join(map(str, line.places))
        )
    own = (line.games_won, line.points, line.score)
    other = (line.games_lost, line.points_against, line.score_against)
    return Result(
        line.round, LEVEL if own == other else WON if own > other else LOST, line.opponents
    )


def moved(
    history: History, entered: Sequence[Entered], rows: Collection[Ranked]
) -> Mapping[int, int]:
    """How many ranks everybody went up (or down, below 0) by the newest session round that counts
    anything.

    Empty where there is nothing to compare: after the first one, and in a knock-out, where nobody
    goes up.
    """
    numbers = {line.round for one in entered for line in one.lines}
    if len(numbers) < 2 or FORMATS[history.stage.format].ranks_itself:
        return {}
    before = {row.id: row.rank for row in ranked(history, until(entered, max(numbers) - 1))}
    return {row.id: before[row.id] - row.rank for row in rows}


def until(entered: Sequence[Entered], number: int) -> list[Entered]:
    """Everybody as they stood when this session round was over."""
    return [
        replace(one, lines=tuple([line for line in one.lines if line.round <= number]))
        for one in entered
    ]
