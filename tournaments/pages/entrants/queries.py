"""Who is missing, and who is here without a table: the desk checks these before and after a
draw.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from django.utils.translation import gettext as _

from scoring.games.names.alphabet import plain
from scoring.games.names.validation import alphabetical
from tournaments.models import Absence, Entrant, Match, Place, SessionRound, Stage, Tournament
from tournaments.names import members_of, shown_name
from tournaments.stage.drop_outs import ends_at_half

K = Place.Kind


class Line(Protocol):
    """A line of a list of entrants. `members` is empty if the name already has them."""

    @property
    def entrant(self) -> Entrant: ...
    @property
    def name(self) -> str: ...
    @property
    def members(self) -> Sequence[str]: ...


L = TypeVar("L", bound=Line)


def filter_by_name(lines: Iterable[L], text: str) -> list[L]:
    """Filter lines by the name, the names of people, the club or the number; all if the text is
    empty.
    """
    wanted = plain(text.strip())
    return [line for line in lines if not wanted or _matches(line, wanted)]


def _matches(line: Line, wanted: str) -> bool:
    texts = (line.name, *line.members, line.entrant.club_name)
    return wanted == str(line.entrant.number) or any(wanted in plain(text) for text in texts)


@dataclass(frozen=True)
class MissingLine:
    """An entrant on the page.

    `table` is theirs in the current session round, 0 for none. `begun` if hands were written there.
    `misses` is the coming session round that they announced to miss, 0 for none.
    """

    entrant: Entrant
    name: str
    members: Sequence[str] = ()  # empty if the name already has them
    table: int = 0
    match: int = 0
    begun: bool = False
    misses: int = 0
    is_short: bool = False  # a pair with an open place


@dataclass
class Missing:
    """The page of missing entrants.

    `now` is the current session round, None if none is. `coming` is the number of the next
    unpublished one, 0 if no stage is running. `playing` counts those who play without being checked
    in.
    """

    entered: int
    here: int
    stage: Stage | None
    now: SessionRound | None
    coming: int
    playing: int = 0
    missing: list[MissingLine] = field(default_factory=list)
    without_table: list[MissingLine] = field(default_factory=list)
    absent: list[MissingLine] = field(default_factory=list)

    @property
    def listed(self) -> int:
        """Return how many entrants the page lists."""
        return len(self.missing) + len(self.without_table) + len(self.absent)

    def search(self, text: str) -> None:
        """Keep only those whose name matches."""
        for lines in (self.missing, self.without_table, self.absent):
            lines[:] = filter_by_name(lines, text)


def missing_of(tournament: Tournament) -> Missing:
    """Return who is not here, who is here without a table, and who announced to be absent: at most
    seven queries.
    """
    entrants = list(tournament.entrants.filter(state=Entrant.State.ENTERED))
    members = members_of(entrants)
    stage = tournament.stages.filter(state=Stage.State.RUNNING).order_by("-number").first()
    rounds = list(stage.session_rounds.exclude(state=SessionRound.State.DRAFT)) if stage else []
    on = [one for one in rounds if one.state == SessionRound.State.PUBLISHED]
    now = min(on, key=lambda one: one.number, default=None)
    coming = 1 + max((one.number for one in rounds), default=0) if stage else 0
    found = Missing(
        entered=len(entrants),
        here=sum(entrant.checked_in_at is not None for entrant in entrants),
        stage=stage,
        now=now,
        coming=coming,
    )
    places = _places(now)
    misses = _announced_absences(stage, coming)
    for entrant in entrants:
        place = places.get(entrant.pk)
        people = members.get(entrant.pk, ())
        _put(found, _line(entrant, people, place, misses.get(entrant.pk, 0)), place)
    for lines in (found.missing, found.without_table, found.absent):
        lines.sort(key=lambda one: alphabetical(one.name))
    return found


def _line(entrant: Entrant, people: Sequence[str], place: Place | None, misses: int) -> MissingLine:
    match = place.match if place else None
    return MissingLine(
        entrant=entrant,
        name=shown_name(entrant, people, public=False),
        members=people if entrant.label else (),
        table=match.number if match and match.turn else 0,
        match=match.pk if match else 0,
        begun=bool(match and (match.result or match.done)),
        misses=misses,
        is_short=entrant.tournament.unit == Tournament.Unit.PAIR and len(people) == 1,
    )


def _announced_absences(stage: Stage | None, coming: int) -> dict[int, int]:
    """Return the first round from `coming` on that each entrant announced to miss."""
    if stage is None:
        return {}
    absences = Absence.objects.filter(stage=stage, round_number__gte=coming)
    return dict(absences.order_by("-round_number").values_list("entrant", "round_number"))


def _places(session_round: SessionRound | None) -> dict[int, Place]:
    if session_round is None:
        return {}
    rows = Place.objects.filter(session_round=session_round).select_related("match")
    return {place.entrant_id: place for place in rows}


def _put(found: Missing, line: MissingLine, place: Place | None) -> None:
    here = line.entrant.checked_in_at is not None
    if line.misses == found.coming and found.coming and not line.table:
        found.absent.append(line)
    elif not here and line.begun:
        found.playing += 1
    elif not here:
        found.missing.append(line)
    elif found.now is not None and (place is None or place.kind == K.ABSENT):
        found.without_table.append(line)


def matches_losing_side(entrant: Entrant) -> list[str]:
    """Return a sentence for each match without a result at which this entrant sits, in a round
    being played, unless the match is decided if they leave. One query.
    """
    matches = Match.objects.filter(
        places__entrant=entrant, done=False, session_round__state=SessionRound.State.PUBLISHED
    ).select_related("session_round__stage")
    said = _(
        "Table %(table)s in round %(round)s loses a side: decide the match, or redraw it if "
        "nothing has been entered."
    )
    return [
        said % {"table": match.number, "round": match.session_round.number}
        for match in matches.order_by("session_round__stage__number", "session_round__number")
        if match.result is not None or not ends_at_half(match.session_round.stage)
    ]
