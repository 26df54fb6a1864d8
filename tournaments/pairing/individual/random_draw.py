"""Method "random": partners and opponents by lot, as far as the criteria leave a choice."""

from scoring.rules.words import gettext_noop
from tournaments.pairing.individual.drawing import draw_by_lot
from tournaments.pairing.individual.fives import sizes
from tournaments.pairing.individual.history import history
from tournaments.pairing.individual.seated import Seated, seated_draw
from tournaments.pairing.values import Draw, Field, Note


def random_draw(field: Field, relaxed: tuple[Note, ...] = ()) -> Draw:
    """Draw by lot; `relaxed` are the wishes already given up."""
    past = history(field.past)
    drawn = draw_by_lot(field, past, sizes(len(field.entrants), field.settings["odd"]))
    reason = Note("by_lot", gettext_noop("Drawn by lot."))
    return seated_draw(
        field, past, [Seated(group, reason) for group in drawn.groups], relaxed, drawn.known
    )
