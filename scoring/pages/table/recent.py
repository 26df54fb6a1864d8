"""The last rounds below the board, one line each: points, and calls and sweeps as signs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.games.queries import Agreements, Line, Table
from scoring.games.round_words import names_with_dummy, sweep_size
from scoring.pages.sheet_words import CallMade, Story, phrases, story
from scoring.rules import VARIANTS


@dataclass(frozen=True)
class Recent:
    """A recorded round.

    `words` are what has no sign; `calls` come with the side that made them; `marks` are one per
    player who went out together in a `sweep` of the side `swept`.
    """

    line: Line
    place: str  # how far it has travelled: see Agreements.sync_state
    words: str
    calls: tuple[tuple[int, CallMade], ...] = ()
    sweep: str = ""
    swept: int | None = None
    marks: range = range(0)
    names: tuple[str, str] = ("", "")  # who played together, where some sit out
    label: int = 0  # the number of its board, or else its own


def recent_rounds(table: Table, agreements: Agreements, boards: Sequence[int] = ()) -> list[Recent]:
    """Return all rounds, newest first; `boards` are the numbers of their boards, if any."""
    return [
        replace(
            _recent(table, line, agreements.sync_state(line.entry)),
            label=dict(enumerate(boards, start=1)).get(line.number, line.number),
        )
        for line in reversed(table.lines)
    ]


def _recent(table: Table, line: Line, place: str) -> Recent:
    result = line.result
    if not result.sides:
        return Recent(line, place, " · ".join(phrases(table, line)))
    in_words = story(table.rules, names_with_dummy(table.as_in(line.number)), line.played, result)
    wish = _("%(name)s did not fulfil the wish") % {"name": in_words.wish} if in_words.wish else ""
    words = " · ".join(filter(None, (wish, *in_words.bombs)))
    marks = range(sweep_size(result.sides))
    called = names_with_dummy(table)
    together = [" & ".join(called[seat] for seat in side) for side in result.sides]
    turns = VARIANTS[table.game.variant].turns
    return Recent(
        line,
        place,
        words,
        tuple(_by_side(result.sides, in_words)),
        in_words.sweep,
        result.sweep,
        marks,
        (together[0], together[1]) if turns else ("", ""),
    )


def _by_side(sides: tuple[tuple[int, ...], ...], in_words: Story) -> Iterator[tuple[int, CallMade]]:
    for call in in_words.calls:
        yield next(side for side, seats in enumerate(sides) if call.seats[0] in seats), call
