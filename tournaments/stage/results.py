"""Result of each session round by entrant as one word, and the change of ranks."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from tournaments.models import Absence
from tournaments.pairing.formats import FORMATS
from tournaments.stage.history import History, void_entrants
from tournaments.stage.outcomes import Outcome
from tournaments.stage.ranking import Ranked, ranked
from tournaments.standings.lines import ABSENT, BYE, VOID, Entered, Line, Number

WON, LOST, LEVEL, PLAYING = "won", "lost", "level", "playing"
PLACED = "placed"  # everybody played alone, and this one is not first
OVER = "over"  # boards are compared: nobody wins a match


class Result(NamedTuple):
    """An entrant's session round. `kind` is one of those above, or "bye", "absent" or "void".

    `met` are the entrants of the other side; `places` are those in the games if everybody played
    alone, where some share 1 and 2 as 1½ each.
    """

    round: int
    kind: str
    met: tuple[int, ...] = ()
    places: tuple[Number, ...] = ()


def results_of(outcomes: Sequence[Outcome], history: History) -> dict[int, list[Result]]:
    """Return everybody's session rounds, oldest first, without those before a late entry.
    Linear.
    """
    found: dict[int, list[Result]] = {row.entrant_id: [] for row in history.participations}
    void = void_entrants(history.participations)
    boards = FORMATS[history.stage.format].compares_boards
    for outcome in outcomes:
        for who in outcome.lines.keys() & found.keys():
            result = _at_table(outcome, who, void)
            if boards and result.kind in {WON, LOST, LEVEL}:
                result = result._replace(kind=OVER)
            found[who].append(result)
        byes = outcome.byes | {
            who for who, worth in outcome.worth.items() if worth != Absence.Worth.NONE
        }
        for who in found.keys() & byes:
            found[who].append(Result(outcome.number, BYE))
        for who in found.keys() & (outcome.absent - byes):
            found[who].append(Result(outcome.number, ABSENT))
    return found


def _at_table(outcome: Outcome, who: int, void: Collection[int]) -> Result:
    line = outcome.lines[who]
    met = line.opponents if line else outcome.playing.get(who, ())
    if who in void or any(other in void for other in met):
        return Result(outcome.number, VOID, met)
    return _of_line(line) if line else Result(outcome.number, PLAYING, met)


def _of_line(line: Line) -> Result:
    """Classify a line as matches are decided: by games won, points, then Tichu points."""
    if line.kind in {BYE, ABSENT, VOID}:
        return Result(line.round, line.kind, line.opponents)
    if line.both_lose:
        return Result(line.round, LOST, line.opponents)
    if line.places:
        first = all(place == 1 for place in line.places)
        return Result(line.round, WON if first else PLACED, line.opponents, line.places)
    own = (line.games_won, line.points, line.score)
    other = (line.games_lost, line.points_against, line.score_against)
    return Result(
        line.round, LEVEL if own == other else WON if own > other else LOST, line.opponents
    )


def rank_changes(
    history: History, entered: Sequence[Entered], rows: Collection[Ranked]
) -> Mapping[int, int]:
    """Return how many ranks each entrant rose (negative: fell) by the newest counted session round.

    Empty if there is nothing to compare: after the first one, and in a knock-out.
    """
    numbers = {line.round for one in entered for line in one.lines}
    if len(numbers) < 2 or FORMATS[history.stage.format].ranks_itself:
        return {}
    before = {row.id: row.rank for row in ranked(history, as_of_round(entered, max(numbers) - 1))}
    return {row.id: before[row.id] - row.rank for row in rows}


def as_of_round(entered: Sequence[Entered], number: int) -> list[Entered]:
    """Return the entrants as of the end of this session round."""
    return [
        replace(one, lines=tuple([line for line in one.lines if line.round <= number]))
        for one in entered
    ]
