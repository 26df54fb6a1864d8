"""Whom draws keep apart from an entrant: only the desk sees it."""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.models import Entrant
from tournaments.names import names_of
from tournaments.pairing.kept_apart import PARTNERS


class KeptApart(NamedTuple):
    """Another entrant; `partners` if they may meet, but not as partners."""

    number: int
    name: str
    partners: bool


def kept_apart_from(entrant: Entrant) -> Sequence[KeptApart]:
    """Return those who are kept apart from an entrant. No query if there are none."""
    found = {
        (two if one == entrant.number else one): kind
        for one, two, kind in entrant.tournament.kept_apart
        if entrant.number in (one, two)
    }
    names = dict(_named(entrant)) if found else {}
    return [
        KeptApart(number, names.get(number, f"#{number}"), kind == PARTNERS)
        for number, kind in sorted(found.items())
    ]


def others_to_choose(entrant: Entrant) -> Sequence[tuple[int, str]]:
    """Return all other entrants by number."""
    return [(number, name) for number, name in _named(entrant) if number != entrant.number]


def _named(entrant: Entrant) -> list[tuple[int, str]]:
    names = names_of(entrant.tournament, public=False)
    rows = Entrant.objects.filter(
        tournament=entrant.tournament, state=Entrant.State.ENTERED
    ).values_list("number", "pk")
    return sorted((number, names[pk]) for number, pk in rows if pk in names)
