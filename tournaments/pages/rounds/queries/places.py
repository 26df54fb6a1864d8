"""Everybody of a session round with their place, to choose from."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Match, Place, SessionRound
from tournaments.names import names_of


@dataclass(frozen=True)
class Choice:
    """An entrant to choose: the name, and their place in words.

    `done` if their table has a result already.
    """

    id: int
    name: str
    where: str
    done: bool


def seats_to_choose(session_round: SessionRound) -> Sequence[Choice]:
    """Return everybody in a session round, by table, then the others: four queries."""
    names = names_of(session_round.stage.tournament, public=False)
    matches = Match.objects.filter(session_round=session_round).values_list("pk", "number", "done")
    tables = {pk: (number, done) for pk, number, done in matches}
    words = {Place.Kind.BYE: _("bye"), Place.Kind.ABSENT: _("absent")}
    found = []
    for place in Place.objects.filter(session_round=session_round):
        number, done = tables.get(place.match_id, (0, False)) if place.match_id else (0, False)
        where = (
            _("table %(number)s") % {"number": number}
            if number
            else str(words[Place.Kind(place.kind)])
        )
        found.append(
            (
                (not number, number, place.side, place.order),
                Choice(
                    place.entrant_id,
                    names.get(place.entrant_id, f"#{place.entrant_id}"),
                    where,
                    done,
                ),
            )
        )
    return [choice for _key, choice in sorted(found, key=lambda one: one[0])]
