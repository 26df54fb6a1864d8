"""Certificates for entrants, with the line of their ranks."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.games.round_words import labelled
from scoring.pages.rank_line import Point, RankLine, rank_line
from scoring.templatetags.figures import pts_of
from tournaments.models import Participation, Stage
from tournaments.names import BETWEEN, members_of, shown_name
from tournaments.pages.figures import points_of
from tournaments.pages.public.criteria import column, figure_in
from tournaments.pages.public.entrant import ranks_by_round
from tournaments.pages.public.standing import others_of
from tournaments.pages.round_names import UNFOLDED
from tournaments.pages.stage_facts import of_unit
from tournaments.pages.viewer import Viewer, entrants_of
from tournaments.pairing.formats import FORMATS
from tournaments.stage.history import History, history_of
from tournaments.stage.outcomes import outcomes_of
from tournaments.stage.prize_lists import prize_lists, winners
from tournaments.stage.ranking import Ranked, entered_of, ranked

LONG = 24  # characters from which a name is printed in smaller letters
# Alternating rings and triangles, as a path of 1584 x 17
BEADS = "".join(
    f"M{28 * n + 2.4:g} 8.5a6 6 0 1 0 12 0a6 6 0 1 0-12 0"
    if n % 2 == 0
    else f"M{28 * n + 8.4:g} 2.8l6.4 11.4h-12.8z"
    for n in range(57)
)
LEAST = 8  # least ranks for the full height, so that a drop by one does not look steep


@dataclass(frozen=True)
class Certificate:
    """An entrant's certificate.

    `members` are those of a team or label; empty if the name has them. `earned` is what decides
    the place, in words, points or a percentage; empty in a cup. `prize` is the name of the prize
    list; empty for the standings.
    """

    rank: int
    place: str
    name: str
    members: str
    club: str
    among: str
    earned: str
    line: RankLine | None = None
    prize: str = ""

    @property
    def fine(self) -> bool:
        """Whether it is one of the first three."""
        return self.rank <= 3

    @property
    def people(self) -> Sequence[str]:
        """Return the name in lines, one for each person."""
        return [self.name] if self.members else self.name.split(BETWEEN)

    @property
    def deep(self) -> float:
        """Return the height of the line's drawing, down to the lowest rank."""
        return max(point.y for point in self.line.points) if self.line else 0

    @property
    def dots(self) -> Sequence[Point]:
        """Return the points that are drawn: of a long event those with a rank beside them."""
        points = self.line.points if self.line else ()
        return points if len(points) <= UNFOLDED else [one for one in points if one.text]

    @property
    def way(self) -> str:
        """Return the line in words."""
        ranks = ", ".join(str(point.rank) for point in self.line.points) if self.line else ""
        return labelled(_("Rank after each round"), ranks)

    @property
    def long(self) -> bool:
        return max(map(len, self.people)) > LONG or len(self.people) > 2


def certificates(stage: Stage, most: int) -> tuple[list[Certificate], bool]:
    """Return certificates for the entrants up to this rank of a stage, best first, by group if it
    has groups; then for those who stopped in an earlier stage, up to this place among all.

    Also return whether some are left out because their place is still to be played for.
    """
    rows, found = _of_stage(stage, most)
    others, _entrants = others_of(Viewer(stage.tournament, whole=True), stage)
    places = {one.row.id: one.place for one in others if one.place <= most}
    for earlier in {one.stage.pk: one.stage for one in others}.values():
        found += _of_stage(earlier, most, places)[1]
    return sorted(found, key=lambda one: one.rank), any(
        row.open for row in rows if row.rank <= most
    )


def _of_stage(
    stage: Stage, most: int, places: Mapping[int, int] | None = None
) -> tuple[Sequence[Ranked], list[Certificate]]:
    """Return the standings of a stage and its certificates; with `places` only for these entrants,
    who have such a place among all.
    """
    history = history_of(stage, drafts=False)
    entered = entered_of(history, outcomes_of(history))
    rows = ranked(history, entered)
    ranks = ranks_by_round(history, entered)
    sizes = _sizes(stage, rows)
    written = _Written(history)
    found = []
    for row in rows:
        rank = row.rank if places is None else places.get(row.id, most + 1)
        if rank > most or row.open or row.unranked:
            continue
        group = row.group if places is None else ""
        found.append(
            written.certificate(
                row.id,
                rank,
                among=among_words(stage.tournament.unit, sizes[group], group),
                earned=_earned(stage, row),
                line=ranks_line(row.id, ranks),
            )
        )
    return rows, found


def list_certificates(stage: Stage, key: str, most: int) -> list[Certificate]:
    """Return certificates for the entrants up to this rank of a prize list, best first."""
    history = history_of(stage, drafts=False)
    rows = winners(prize_lists(history), most).get(key, ())
    name, unit = column(key).name, stage.tournament.unit
    written, everybody = _Written(history), _sizes(stage, rows)[""]
    return [
        written.certificate(
            row.id,
            row.rank,
            among=among_words(unit, everybody, ""),
            earned=labelled(name, figure_in(row, key)),
            prize=name,
        )
        for row in rows
    ]


class _Written:
    """Writes the entrants of a stage on certificates: two queries."""

    def __init__(self, history: History) -> None:
        self.entrants = {row.pk: row for row in entrants_of(history)}
        self.members = members_of(self.entrants.values())

    def certificate(
        self,
        who: int,
        rank: int,
        *,
        among: str,
        earned: str,
        line: RankLine | None = None,
        prize: str = "",
    ) -> Certificate:
        entrant, members = self.entrants[who], self.members.get(who, ())
        own, name = BETWEEN.join(members), shown_name(entrant, members, public=False)
        return Certificate(
            rank=rank,
            place=place_words(rank),
            name=name,
            members="" if own == name else own,
            club=entrant.club_name,
            among=among,
            earned=earned,
            line=line,
            prize=prize,
        )


def _earned(stage: Stage, row: Ranked) -> str:
    format_ = FORMATS[stage.format]
    if format_.compares_boards:
        return points_of(stage, row)
    return pts_of(row.points) if format_.needs_awards else ""


def _sizes(stage: Stage, rows: Iterable[Ranked]) -> dict[str, int]:
    """Return how many there are by group; without groups, all entrants of the tournament."""
    everybody = Participation.objects.filter(
        stage__tournament=stage.tournament_id, stage__number=1
    ).count()
    return {**Counter(row.group for row in rows), "": everybody}


def ranks_line(who: int, ranks: Mapping[int, Mapping[int, int]]) -> RankLine | None:
    """Return an entrant's rank after each session round; None after a single one, which makes no
    line.
    """
    own = [ranks[number].get(who) for number in sorted(ranks)]
    told = [rank for rank in own if rank is not None]
    return rank_line(own, max(*told, LEAST), len(own)) if len(told) > 1 else None


def place_words(rank: int) -> str:
    """Return a place in the words of a certificate."""
    first = {1: _("First place"), 2: _("Second place"), 3: _("Third place")}
    ends = {1: _("%(rank)sst place"), 2: _("%(rank)snd place"), 3: _("%(rank)srd place")}
    usual = _("%(rank)sth place")
    return first.get(rank) or (usual if rank // 10 % 10 == 1 else ends.get(rank % 10, usual)) % {
        "rank": rank
    }


def among_words(unit: str, count: int, group: str) -> str:
    """Return the number of competitors in words."""
    said = of_unit(unit, count)
    return f"{said}, {_('Group %(name)s') % {'name': group}}" if group else said
