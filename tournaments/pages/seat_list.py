"""The list of where everybody sits, by name, for the wall and the door."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.games.names.seat_names import erased_name
from scoring.games.names.validation import alphabetical
from tournaments.models import Entrant, Tournament
from tournaments.names import BETWEEN, People, family_and_given, numbered, people_in, seen_name
from tournaments.pages.waiting import shift_tags, wait_words
from tournaments.stage.history import RoundRows, Seated

BYE, ABSENT = "bye", "absent"

Called = tuple[str, str, str]  # sort name, the rest of it, companions


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
    names = {who: _names_for(entrants.get(who), people) for who in rows.everybody}
    matches = [seated.match for seated in rows.seated]
    queued = wait_words(one for one in matches if one.in_queue)
    waits = {**shift_tags(matches, tournament), **queued}
    found = [
        line
        for seated in rows.seated
        for line in _lines_at(seated, names, waits.get(seated.match.pk, ""))
    ]
    for free, many in ((BYE, rows.byes), (ABSENT, rows.absent)):
        found += [WhereLine(*called, None, free=free) for who in many for called in names[who]]
    return sorted(
        found, key=lambda line: (alphabetical(line.name), alphabetical(line.given), line.table or 0)
    )


def _lines_at(seated: Seated, names: Mapping[int, list[Called]], wait: str) -> Iterator[WhereLine]:
    match = seated.match
    table = match.number if match.turn else None
    for index, ids in enumerate(seated.sides):
        side = index if len(seated.sides) == 2 else None
        for called in (called for who in ids for called in names[who]):
            yield WhereLine(*called, table, side, wait=wait, later=match.turn != 1)


def _names_for(entrant: Entrant | None, people: People) -> list[Called]:
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
