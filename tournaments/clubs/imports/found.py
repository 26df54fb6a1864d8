"""What readers give: plain values, the same for every form, and nothing that anybody has decided
about yet.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime

from scoring.rules import Mistake, RuleError
from scoring.rules.bounds import Bounds
from scoring.rules.record import ScoreRecord, read_record

LARGEST = 1_000_000  # bytes of a file that comes by a page; the command takes any
LONGEST_NAME = 200  # characters that are looked at; whether a name may be so long is asked later
MOST_ROUNDS = 500  # of one game, as at a table
A_GAME = Bounds(rounds=MOST_ROUNDS, name=LONGEST_NAME, mistakes=20)

When = datetime | date | None


@dataclass(frozen=True)
class PersonLine:
    """Somebody of a list. `guest` is None where the list does not say. Lines count from 1, as the
    text came.
    """

    line: int
    name: str
    other_names: tuple[str, ...] = ()
    guest: bool | None = None


@dataclass(frozen=True)
class Draft:
    """A game as a form tells it: a score record that nobody has checked. `lines` are those of its
    rounds, where each has its own.
    """

    line: int
    record: object
    at: When = None
    lines: tuple[int, ...] = ()


@dataclass(frozen=True)
class GameLine:
    """A game that keeps the rules. `at` is when it began: a moment, a day, or None where the form
    does not say.
    """

    line: int
    record: ScoreRecord
    at: When = None


@dataclass(frozen=True)
class Refused:
    """What was not taken, and why. `line` is None where the whole is meant."""

    line: int | None
    mistake: Mistake


@dataclass(frozen=True)
class Reading:
    """All that was understood of a text, and what was not. `left_out` are columns that nobody
    knows.
    """

    form: str
    people: tuple[PersonLine, ...] = ()
    games: tuple[GameLine, ...] = ()
    refused: tuple[Refused, ...] = ()
    left_out: tuple[str, ...] = ()


def checked(form: str, drafts: Iterable[Draft], refused: Iterable[Refused] = ()) -> Reading:
    """The drafts that keep the rules as games, the mistakes of the others each beside its line."""
    games: list[GameLine] = []
    wrong = list(refused)
    for draft in drafts:
        try:
            games.append(GameLine(draft.line, read_record(draft.record, A_GAME), draft.at))
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
    """All mistakes of an error, beside one line."""
    return [Refused(line, replace(mistake, round=None)) for mistake in error.mistakes]
