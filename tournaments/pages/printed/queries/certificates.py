"""Certificates: what each entrant takes home, with the line of their ranks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.pages.rank_line import RankLine, rank_line
from tournaments.models import Participation, Stage
from tournaments.names import BETWEEN, members_of, shown_name
from tournaments.pages.public.queries.entrant import ranks_by_round
from tournaments.pages.stage_facts import of_unit
from tournaments.pages.viewer import entrants_of
from tournaments.pairing.formats import FORMATS
from tournaments.stage.history import history_of
from tournaments.stage.outcomes import outcomes_of
from tournaments.stage.ranking import entered_of, ranked
from tournaments.standings.lines import Number

LONG = 24  # characters of a name that stands in smaller letters
# A string of rings and triangles in turn, as a path of 1584 x 17
BEADS = "".join(
    f"M{28 * n + 2.4:g} 8.5a6 6 0 1 0 12 0a6 6 0 1 0-12 0"
    if n % 2 == 0
    else f"M{28 * n + 8.4:g} 2.8l6.4 11.4h-12.8z"
    for n in range(57)
)
LEAST = 8  # ranks from the top of a line to its foot: so that two of them are no fall from a height


@dataclass(frozen=True)
class Certificate:
    """What one entrant takes home. `members` are those of a team or label; empty where the name is
    theirs. `points` only where they make the place: in a cup the bracket does.
    """

    rank: int
    place: str
    name: str
    members: str
    club: str
    among: str
    points: Number | None
    line: RankLine | None = None

    @property
    def fine(self) -> bool:
        """Whether it is one of the first three."""
        return self.rank <= 3

    @property
    def people(self) -> Sequence[str]:
        """The name in lines: each person has one."""
        return [self.name] if self.members else self.name.split(BETWEEN)

    @property
    def deep(self) -> float:
        """How high the drawing of the line is, down to the lowest rank there was."""
        return max(point.y for point in self.line.points) if self.line else 0

    @property
    def way(self) -> str:
        """The line in words."""
        ranks = ", ".join(str(point.rank) for point in self.line.points) if self.line else ""
        return f"{_('Rank after each round')}: {ranks}"

    @property
    def long(self) -> bool:
        return max(map(len, self.people)) > LONG or len(self.people) > 2


def certificates(stage: Stage, most: int) -> tuple[list[Certificate], bool]:
    """One for each entrant up to this rank of a stage, the first first; where it has groups, of
    each group.

    Also whether some are kept back whose place is still to be played for.
    """
    history = history_of(stage, drafts=False)
    entrants = {row.pk: row for row in entrants_of(history)}
    members = members_of(entrants.values())
    entered = entered_of(history, outcomes_of(history))
    rows = ranked(history, entered)
    ranks = ranks_by_round(history, entered)
    sizes: dict[str, int] = {}
    for row in rows:
        sizes[row.group] = sizes.get(row.group, 0) + 1
    if stage.number > 1:  # who came through is placed among all who began
        sizes[""] = Participation.objects.filter(
            stage__tournament=stage.tournament_id, stage__number=1
        ).count()
    found = []
    for row in rows:
        if row.rank > most or row.open:
            continue
        entrant = entrants[row.id]
        own = BETWEEN.join(members.get(row.id, ()))
        name = shown_name(entrant, members.get(row.id, ()), public=False)
        found.append(
            Certificate(
                rank=row.rank,
                place=place_words(row.rank),
                name=name,
                members="" if own == name else own,
                club=entrant.club_name,
                among=among_words(stage.tournament.unit, sizes[row.group], row.group),
                points=None if FORMATS[stage.format].ranks_itself else row.points,
                line=way_of(row.id, ranks),
            )
        )
    return sorted(found, key=lambda one: one.rank), any(
        row.open for row in rows if row.rank <= most
    )


def way_of(who: int, ranks: Mapping[int, Mapping[int, int]]) -> RankLine | None:
    """Somebody's rank after each session round; none of a single one, which is no way."""
    own = [ranks[number].get(who) for number in sorted(ranks)]
    told = [rank for rank in own if rank is not None]
    return rank_line(own, max(*told, LEAST), len(own)) if len(told) > 1 else None


def place_words(rank: int) -> str:
    """A place as a certificate says it."""
    first = {1: _("First place"), 2: _("Second place"), 3: _("Third place")}
    ends = {1: _("%(rank)sst place"), 2: _("%(rank)snd place"), 3: _("%(rank)srd place")}
    usual = _("%(rank)sth place")
    return first.get(rank) or (usual if rank // 10 % 10 == 1 else ends.get(rank % 10, usual)) % {
        "rank": rank
    }


def among_words(unit: str, count: int, group: str) -> str:
    """Among how many it was."""
    said = of_unit(unit, count)
    return f"{said}, {_('Group %(name)s') % {'name': group}}" if group else said
