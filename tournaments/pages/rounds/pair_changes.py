"""Duplicate at the desk: who has left or come late, and what follows from it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.actions.coming_rounds import not_begun
from tournaments.models import Entrant
from tournaments.pages.movements import is_due, late_pairs, numbers_in
from tournaments.pages.printed.guides import renewed_cards
from tournaments.pairing.duplicate.seating import holders_of, places_for_late

if TYPE_CHECKING:
    from tournaments.pages.rounds.movement import MovementPage


def changes_in(page: "MovementPage") -> dict[str, object]:
    """Return who has left or come late, in words, whether drawn rounds have to be seated again, and
    whose guide cards changed from which round on. Nothing before the first draw.
    """
    if not page.drawn or page.found is None:
        return {}
    rows = not_begun(page.stage)
    first = rows[0].number if rows else len(page.drawn) + 1
    late = late_pairs(page.stage)
    return {
        "changes": [*_left(page, len(late)), *_joined(page), *_coming_late(page, late)],
        "stale": bool(rows) and (bool(late) or not is_due(page.history, first)),
        "renewed": [one.number for one in renewed_cards(page.history, page.names, first)],
        "from_round": first,
    }


def _left(page: "MovementPage", late: int) -> list[str]:
    """Return who has left. The first ones are replaced by so many late pairs."""
    numbers = numbers_in(page.history)
    holders = holders_of(numbers)
    left = {row.entrant_id for row in page.history.participations if row.has_left}
    replaced = places_for_late(page.count, numbers, left)[:late]
    return [
        (
            _("Number %(number)s has left: %(name)s.")
            if numbers[row.entrant_id] in replaced
            else _(
                "Number %(number)s has left: %(name)s. From round %(round)s on, the others at that "
                "table sit out."
            )
        )
        % {
            "number": numbers[row.entrant_id],
            "name": page.names[row.entrant_id],
            "round": (row.last_round or 0) + 1,
        }
        for row in page.history.participations
        if row.has_left and holders.get(numbers.get(row.entrant_id, 0)) == row.entrant_id
    ]


def _joined(page: "MovementPage") -> list[str]:
    numbers = numbers_in(page.history)
    found = []
    for row in page.history.participations:
        if row.first_round > 1 and row.entrant_id in page.history.active:
            about = {"round": row.first_round, "name": page.names[row.entrant_id]}
            if row.entrant_id in numbers:
                about["number"] = numbers[row.entrant_id]
                text = _("Number %(number)s from round %(round)s on: %(name)s.")
            else:
                text = _("%(name)s came late, and the movement has no place left.")
            found.append(text % about)
    return found


def _coming_late(page: "MovementPage", late: Sequence[Entrant]) -> list[str]:
    """Return which place each late pair would take."""
    numbers = numbers_in(page.history)
    left = {row.entrant_id for row in page.history.participations if row.has_left}
    places = places_for_late(page.count, numbers, left)
    found = []
    for index, entrant in enumerate(late):
        about = {"name": page.names.get(entrant.pk, f"#{entrant.pk}")}
        if index >= len(places):
            text = _(
                "%(name)s came late, and the movement has no place: nobody has left, and nobody "
                "sits out without an opponent."
            )
        elif places[index] > page.count:
            text = _("%(name)s came late and will play against the pair that would sit out.")
        else:
            about["number"] = str(places[index])
            text = _("%(name)s came late and will be number %(number)s, in place of one that left.")
        found.append(text % about)
    return found
