"""A preview of how a registration will appear in the public list, from the fields typed; nothing is
saved.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Max

from scoring.games.names.validation import LONGEST_NAME, tidy
from tournaments.actions.entering import LONGEST_LABEL, SIZES
from tournaments.models import Entrant, Tournament
from tournaments.names import applicants, is_shielded, seen_name
from tournaments.pages.entrants.forms import BY_ALIAS, BY_NAME, BY_NUMBER

# Names shown before anything is typed
EXAMPLES = ("Anna Muster", "Jan Müller")


@dataclass(frozen=True)
class OwnRow:
    """A row of the public list. `club` is empty if it would identify a hidden person."""

    number: int
    name: str
    club: str


def own_row(tournament: Tournament, typed: Mapping[str, str]) -> OwnRow:
    """Return the row of these form fields: one query."""
    number = (tournament.entrants.aggregate(last=Max("number"))["last"] or 0) + 1
    return _row(tournament, typed, number)


def examples(tournament: Tournament, row: OwnRow) -> dict[str, str]:
    """Return what the public sees with each choice of name, for a fictional person."""
    return {how: _row(tournament, {"shown": how}, row.number).name for how in (BY_NAME, BY_NUMBER)}


def _row(tournament: Tournament, typed: Mapping[str, str], number: int) -> OwnRow:
    most = SIZES[tournament.unit][1]
    names = [_text(typed, f"name_{place}", LONGEST_NAME) for place in range(most)]
    how, alias = typed.get("shown"), _text(typed, "alias", LONGEST_LABEL)
    entrant = Entrant(
        number=number,
        label=_text(typed, "label", LONGEST_LABEL),
        club_name=_text(typed, "club_name", LONGEST_LABEL),
        alias=alias if how == BY_ALIAS else "",
        hidden=how == BY_NUMBER,
        asked_names=list(filter(None, names)) or list(EXAMPLES[:most]),
    )
    people = applicants(entrant, tournament)
    return OwnRow(
        number,
        seen_name(entrant, people),
        "" if is_shielded(entrant, people) else entrant.club_name,
    )


def _text(typed: Mapping[str, str], key: str, most: int) -> str:
    return tidy(typed.get(key, "")[:most])
