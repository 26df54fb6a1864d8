"""What a finished game at home meant to its players: a line or two on its end card.

`finished_game` is the game itself, `history` what was played before it, `queries` reads that, and
`kinds` lists what may be remarkable. Nothing is stored: an older game's card says what it meant
then, and a correction, an undo or a deleted game changes it.

The lines mention other games of the same list of people, so they are for phones that may write in
this game: those at the table, or in its list. Viewers by a link get neither the lines nor the card,
and the picture that is shared leaves them out.
"""

from collections.abc import Sequence

from scoring.games.queries import Table
from scoring.people.milestones.finished_game import Ended, has_milestones
from scoring.people.milestones.history import History
from scoring.people.milestones.kinds import KINDS, Line
from scoring.people.milestones.queries import read

MOST = 2

__all__ = ["MOST", "Line", "milestones_of"]


def milestones_of(table: Table) -> Sequence[Line]:
    """Return the most remarkable lines about a game, most important first.

    At most six queries, however much was played before. No query and no line before the game is
    over, for a tournament's, and for games without points.
    """
    if not has_milestones(table):
        return ()
    ended = Ended(table)
    return lines_about(ended, read(ended))[:MOST]


def lines_about(ended: Ended, history: History) -> list[Line]:
    """Return all lines about a game, most important first."""
    return [line for _weight, kind in KINDS for line in [kind(ended, history)] if line is not None]
