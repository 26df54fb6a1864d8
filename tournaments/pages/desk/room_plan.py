"""What a room with few tables means for the first stage, for its set-up: shifts and who plays in
them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Stage, Tournament
from tournaments.pages.waiting import needs_more_tables, shift_name
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.groups import Groups, sizes_of
from tournaments.plans.plan import tables_of
from tournaments.room import RoomMatch, Spot, in_shifts
from tournaments.standings.points import ALONE


@dataclass(frozen=True)
class RoomNeeds:
    """A warning, a line for each shift, and how long a round takes; empty without minutes."""

    sentence: str
    shifts: Sequence[tuple[str, str]]
    length: str


def room_needs(stage: Stage, entered: int) -> RoomNeeds | None:
    """Return how a round of the first stage is played with the tables in the room; None if they
    are enough, and where the number of matches is not known.
    """
    tournament = stage.tournament
    tables, plan = tournament.tables, tournament.room_plan
    matches = _matches(stage, entered)
    if tables is None or stage.number > 1 or len(matches) <= tables:
        return None
    if plan == Tournament.RoomPlan.QUEUE:
        return RoomNeeds(needs_more_tables(len(matches), tables, plan), (), "")
    spots = in_shifts(matches, tables)
    sizes = sorted(Counter(spot.turn for spot in spots.values()).items())
    return RoomNeeds(
        _in_shifts(tables, [size for _shift, size in sizes]),
        [_shift_line(shift, matches, spots) for shift, _size in sizes],
        _length(len(sizes) * (stage.minutes or 0)),
    )


def _shift_line(
    shift: int, matches: Sequence[RoomMatch], spots: Mapping[int, Spot]
) -> tuple[str, str]:
    """Return the name of a shift, and its tables and groups."""
    of_shift = [one for one in matches if spots[one.id].turn == shift]
    numbers = sorted(spots[one.id].table for one in of_shift)
    groups = sorted({one.group for one in of_shift} - {""})
    name = shift_name(shift) if shift > 1 else _("first shift")
    return name, _line(numbers, groups)


def _in_shifts(tables: int, sizes: Sequence[int]) -> str:
    """Return what shifts of these sizes make of a round."""
    text = ngettext(
        "Matches: %(matches)s, tables: %(tables)s. It takes %(shifts)s shift of %(sizes)s matches.",
        "Matches: %(matches)s, tables: %(tables)s. It takes %(shifts)s shifts of %(sizes)s "
        "matches.",
        len(sizes),
    )
    in_words = get_text_list([str(size) for size in sizes], _("and"))
    values = {"matches": sum(sizes), "tables": tables, "shifts": len(sizes), "sizes": in_words}
    return text % values


def _length(minutes: int) -> str:
    if not minutes:
        return ""
    return ngettext(
        "A round takes about %(minutes)s minute, without the changes between shifts.",
        "A round takes about %(minutes)s minutes, without the changes between shifts.",
        minutes,
    ) % {"minutes": minutes}


def _line(numbers: Sequence[int], groups: Sequence[str]) -> str:
    tables = _("tables %(first)s to %(last)s") % {"first": numbers[0], "last": numbers[-1]}
    if len(numbers) == 1:
        tables = _("table %(number)s") % {"number": numbers[0]}
    if not groups:
        return tables
    said = ngettext("group %(groups)s, %(tables)s", "groups %(groups)s, %(tables)s", len(groups))
    return said % {"groups": ", ".join(groups), "tables": tables}


def _matches(stage: Stage, entered: int) -> list[RoomMatch]:
    """Return the matches of the first round of a stage with so many entrants, with their groups."""
    if tables_of(stage.variant) == ALONE:
        return []
    if stage.format == Groups.key:
        settings = FORMATS[stage.format].read(stage.format_settings)
        sizes = sizes_of(settings["groups"], entered) if entered else []
        names = [chr(ord("A") + at) for at, size in enumerate(sizes) for _one in range(size // 2)]
        return [RoomMatch(id=number, group=name) for number, name in enumerate(names)]
    each = 4 if stage.tournament.unit == Tournament.Unit.PERSON else 2
    return [RoomMatch(id=number) for number in range(entered // each)]
