"""What the parsers return: plain values, the same for every format, before any decision
about them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime

from scoring.rules import Mistake, RuleError
from scoring.rules.bounds import Bounds
from scoring.rules.record import ScoreRecord, read_record

LARGEST = 1_000_000  # bytes of an uploaded file; the command accepts any size
LONGEST_NAME = 200  # characters that are read; the limit for names is checked later
MOST_ROUNDS = 500  # per game, as at a table
A_GAME = Bounds(rounds=MOST_ROUNDS, name=LONGEST_NAME, mistakes=20)

When = datetime | date | None


@dataclass(frozen=True)
class PersonLine:
    """A person in a list. `guest` is None if the list does not say. Lines count from 1."""

    line: int
    name: str
    other_names: tuple[str, ...] = ()
    guest: bool | None = None


@dataclass(frozen=True)
class Draft:
    """A game as parsed: an unchecked score record. `lines` are those of its rounds, if each has its
    own. `side_calls`: it may have calls of unknown players, which score records cannot have.
    """

    line: int
    record: object
    at: When = None
    lines: tuple[int, ...] = ()
    side_calls: bool = False


@dataclass(frozen=True)
class GameLine:
    """A game that follows the rules. `at` is its start: a time, a date, or None if unknown."""

    line: int
    record: ScoreRecord
    at: When = None


@dataclass(frozen=True)
class Refused:
    """Something rejected, and why. `line` is None for the whole text."""

    line: int | None
    mistake: Mistake


@dataclass(frozen=True)
class Reading:
    """Everything that was read of a text, and what was rejected. `left_out` are unknown columns."""

    form: str
    people: tuple[PersonLine, ...] = ()
    games: tuple[GameLine, ...] = ()
    refused: tuple[Refused, ...] = ()
    left_out: tuple[str, ...] = ()


def checked(form: str, drafts: Iterable[Draft], refused: Iterable[Refused] = ()) -> Reading:
    """Check the drafts: valid ones become games, errors of the others go beside their line."""
    games: list[GameLine] = []
    wrong = list(refused)
    for draft in drafts:
        try:
            record = read_record(draft.record, A_GAME, side_calls=draft.side_calls)
            games.append(GameLine(draft.line, record, draft.at))
        except RuleError as error:
            wrong += [
                Refused(_line_of(draft, mistake), mistake)
                for mistake in error.mistakes[: A_GAME.mistakes]
            ]
    return Reading(
        form, games=tuple(games), refused=tuple(sorted(wrong, key=lambda one: one.line or 0))
    )


def _line_of(draft: Draft, mistake: Mistake) -> int:
    if mistake.round is not None and mistake.round <= len(draft.lines):
        return draft.lines[mistake.round - 1]
    return draft.line


def at_line(line: int | None, error: RuleError) -> list[Refused]:
    """Return all messages of an error for a line."""
    return [Refused(line, replace(mistake, round=None)) for mistake in error.mistakes]
