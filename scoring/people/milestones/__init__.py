"""What a game at home meant to the people at its table: a line or two for the card of its end.

`ended` is the game itself, `history` what was played before it, `reading` the queries for that,
`kinds` the list of what may be remarkable. Nothing is kept: an older game's card says what it meant
then, and a correction, an undo or a game that is deleted changes what is said.

The lines speak of other games of the same list of people. So they are for phones that may write in
this game: those are at the table, or belong to its list. Whoever only watches by a link gets
neither them nor the card, and the picture that is sent to friends leaves them out.
"""

from collections.abc import Sequence

from scoring.games.queries import Table
from scoring.people.milestones.finished_game import Ended, is_told
from scoring.people.milestones.history import History
from scoring.people.milestones.kinds import KINDS, Line
from scoring.people.milestones.queries import read

MOST = 2

__all__ = ["MOST", "Line", "meant"]


def meant(table: Table) -> Sequence[Line]:
    """The most remarkable of a game, first things first: at most six queries, however much was
    played before. No query and no line before a game is over, nor of a tournament's or of one
    without points.
    """
    if not is_told(table):
        return ()
    ended = Ended(table)
    return told(ended, read(ended))[:MOST]


def told(ended: Ended, history: History) -> list[Line]:
    """All that there is to say, what weighs most first."""
    return [line for _weight, kind in KINDS for line in [kind(ended, history)] if line is not None]
