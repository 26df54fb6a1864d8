"""Where everybody sits, by name: a list that people look through, on the wall and by the door."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.names import alphabetical
from tournaments.models import Entrant, Tournament
from tournaments.names import BETWEEN, family_and_given, members_of, shown_name
from tournaments.pages.seen import is_shielded
from tournaments.stage.history import RoundRows

BYE, ABSENT = "bye", "absent"


@dataclass(frozen=True)
class WhereLine:
    """Where somebody sits: the table's number and the side, or `free`, "bye" or "absent".

    `name` is what they look for, `given` what else a person is called. `beside` is who they are with: partner or team.
    """

    name: str
    given: str
    beside: str
    table: int | None
    side: int | None = None
    free: str = ""


def where_lines(tournament: Tournament, rows: RoundRows) -> list[WhereLine]:
    """Everybody by name with their table, each person of a pair or team alone: two queries.

    Who asked not to be shown by name stands there as on the public pages, and whoever plays with them, too.
    """
    entrants = {row.pk: row for row in Entrant.objects.filter(tournament=tournament, pk__in=rows.everybody)}
    members = members_of(entrants.values())
    found: list[WhereLine] = []
    for seated in rows.seated:
        two_sides = len(seated.sides) == 2
        for index, side in enumerate(seated.sides):
            for who in side:
                for name, given, beside in _called(entrants.get(who), members):
                    found.append(WhereLine(name, given, beside, seated.match.number, index if two_sides else None))
    for free, many in ((BYE, rows.byes), (ABSENT, rows.absent)):
        found += [
            WhereLine(name, given, beside, None, free=free)
            for who in many
            for name, given, beside in _called(entrants.get(who), members)
        ]
    return sorted(found, key=lambda line: (alphabetical(line.name), alphabetical(line.given), line.table or 0))


def _called(entrant: Entrant | None, members: Mapping[int, Sequence[str]]) -> list[tuple[str, str, str]]:
    """The names by which the people of an entrant look for their table, and with whom."""
    if entrant is None:
        return []
    own = members.get(entrant.pk, ())
    if is_shielded(entrant) or not own:
        return [(shown_name(entrant, own), "", "")]
    return [
        (*family_and_given(name), entrant.label or BETWEEN.join(other for other in own if other != name))
        for name in own
    ]
