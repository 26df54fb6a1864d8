"""Method "level": close ranks at a table, the first with the fourth against the second with the
third.
"""

from scoring.rules.words import gettext_noop
from tournaments.pairing.individual.drawing import draw_by_ranks
from tournaments.pairing.individual.fives import FOUR, sizes
from tournaments.pairing.individual.history import history
from tournaments.pairing.individual.seated import Seated, seated_draw
from tournaments.pairing.values import Draw, Field, Note


def swiss_draw(field: Field) -> Draw:
    """Draw by rank, using the entrants' places in the field."""
    past = history(field.past)
    drawn = draw_by_ranks(field, past, sizes(len(field.entrants), field.settings["odd"]))
    places = {entrant.id: entrant.place for entrant in field.entrants}
    seated = []
    for group in drawn.groups:
        first, second = " ".join(str(places[id_]) for id_ in group[:2]), ""
        if len(group) == FOUR:
            second = " ".join(str(places[id_]) for id_ in group[2:])
            text = gettext_noop("By ranks: places %(first)s play against places %(second)s.")
            reason = Note("level", text, {"first": first, "second": second})
        else:
            all_places = " ".join(str(places[id_]) for id_ in group)
            reason = Note(
                "level", gettext_noop("By ranks: places %(places)s."), {"places": all_places}
            )
        seated.append(Seated(group, reason))
    return seated_draw(field, past, seated, (), drawn.known)
