"""The list of where everybody sits, by name, for the wall and the door."""

from dataclasses import dataclass

from scoring.games.names.seat_names import erased_name
from scoring.games.names.validation import alphabetical
from tournaments.models import Entrant, Tournament
from tournaments.names import BETWEEN, People, family_and_given, numbered, people_in, seen_name
from tournaments.pages.waiting import shift_tags, wait_words
from tournaments.stage.history import RoundRows

BYE, ABSENT = "bye", "absent"


@dataclass(frozen=True)
class WhereLine:
    """A person's place: the table's number and the side, or `free`, "bye" or "absent".

    `wait` is the shift, or the place in the queue of those without a table. `name` is the sort
    name, `given` the rest of it. `beside` is their partner or team.
    """

    name: str
    given: str
    beside: str
    table: int | None
    side: int | None = None
    free: str = ""
    wait: str = ""
    later: bool = False  # not in the first shift


def where_lines(tournament: Tournament, rows: RoundRows) -> list[WhereLine]:
    """Return everybody by name with their table, each person of a pair or team separately: two
    queries.

    Names are public ones. People who asked not to be shown by name appear as their entrant does,
    and so do the partners of somebody who asked that for the whole entrant.
    """
    entrants = {
        row.pk: row for row in Entrant.objects.filter(tournament=tournament, pk__in=rows.everybody)
    }
    people = people_in(entrants.values())
    found: list[WhereLine] = []
    matches = [seated.match for seated in rows.seated]
    waits = dict(shift_tags(matches, tournament))
    waits |= {one.pk: wait_words(matches)[one.pk] for one in matches if one.in_queue}
    for seated in rows.seated:
        two_sides = len(seated.sides) == 2
        table = seated.match.number if seated.match.turn else None
        for index, side in enumerate(seated.sides):
            for who in side:
                for name, given, beside in _names_for(entrants.get(who), people):
                    found.append(
                        WhereLine(
                            name,
                            given,
                            beside,
                            table,
                            index if two_sides else None,
                            wait=waits.get(seated.match.pk, ""),
                            later=seated.match.turn != 1,
                        )
                    )
    for free, many in ((BYE, rows.byes), (ABSENT, rows.absent)):
        found += [
            WhereLine(name, given, beside, None, free=free)
            for who in many
            for name, given, beside in _names_for(entrants.get(who), people)
        ]
    return sorted(
        found, key=lambda line: (alphabetical(line.name), alphabetical(line.given), line.table or 0)
    )


def _names_for(entrant: Entrant | None, people: People) -> list[tuple[str, str, str]]:
    """Return the names by which an entrant's people look for their table, and their companions."""
    if entrant is None:
        return []
    own = people.get(entrant.pk, ())
    whole = seen_name(entrant, own)
    if entrant.alias or entrant.hidden or not own:
        return [(whole, "", "")]
    seen = [one.seen or erased_name() for one in own]
    label = whole if whole == entrant.label else ""
    found = [
        (*family_and_given(one.seen), label or BETWEEN.join(seen[:at] + seen[at + 1 :]))
        for at, one in enumerate(own)
        if one.seen
    ]
    # Hidden people look for the number from their own page.
    return found if len(found) == len(own) else [*found, (numbered(entrant), "", "")]
