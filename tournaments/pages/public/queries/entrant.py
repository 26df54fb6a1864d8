"""One entrant's way through a tournament: each round with table, partners, opponents, result and points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.http import Http404
from django.utils.translation import gettext as _

from scoring.wording import figure
from tournaments.models import Entrant, Stage
from tournaments.models.rounds import Place
from tournaments.names import names_then
from tournaments.pages.public.queries.bracket import games_or_score
from tournaments.pages.public.queries.cross_table import Met, meetings
from tournaments.pages.public.queries.rulings import RulingShown, rulings_of
from tournaments.pages.seen import Seen, named
from tournaments.stage import freezing
from tournaments.stage.history import History
from tournaments.stage.ranking import entered_of, ranked, total_points
from tournaments.stage.words import stage_name
from tournaments.standings.lines import Entered, Line


@dataclass(frozen=True)
class RoundOfOne:
    """A session round of one entrant. `kind` is "table", "bye", "absent", or empty where somebody came later.

    `own` and `other` are games won or Tichu points of both sides, `points` ranking points; empty until there are.
    """

    number: int
    kind: str
    table: int = 0
    match_id: int | None = None
    partners: Sequence[tuple[int, str]] = ()
    opponents: Sequence[tuple[int, str]] = ()
    own: str = ""
    other: str = ""
    points: str = ""
    running: str = ""


@dataclass(frozen=True)
class StageOfOne:
    """What one entrant did in a stage. `rank` is None before anything was published.

    `frozen`: the last session round whose results are told; None where all are.
    """

    stage: Stage
    name: str
    group: str
    rank: int | None
    of: int
    points: str
    rounds: Sequence[RoundOfOne]
    rulings: Sequence[RulingShown]
    carried: str
    frozen: int | None = None


@dataclass(frozen=True)
class EntrantPage:
    entrant: Entrant
    name: str
    club: str
    stages: Sequence[StageOfOne]


def entrant_page(seen: Seen, entrant_id: int) -> EntrantPage:
    """Somebody's page. Raises Http404 for one who is not of this tournament, or has only asked to be."""
    entrant = Entrant.objects.filter(
        pk=entrant_id, tournament=seen.tournament, state__in=(Entrant.State.ENTERED, Entrant.State.WITHDRAWN)
    ).first()
    if entrant is None:
        raise Http404(_("There is nobody of this number in the tournament."))
    names = seen.names()
    rulings = rulings_of(entrant.pk)
    stages = []
    for stage in seen.stages:
        if stage.state == Stage.State.WAITING:
            continue
        history = seen.history(stage)
        if any(row.entrant_id == entrant.pk for row in history.participations):
            own = [one for one in rulings if one.stage == stage.pk and history.tells(one.round or 0)]
            stages.append(_stage(history, entrant.pk, names, own, public=not seen.whole))
    return EntrantPage(entrant, names[entrant.pk], seen.club(entrant), stages)


def _stage(
    history: History, who: int, names: Mapping[int, str], rulings: Sequence[RulingShown], *, public: bool
) -> StageOfOne:
    entered = entered_of(history)
    (own,) = (one for one in entered if one.id == who)
    rows = ranked(history, entered)
    (row,) = (row for row in rows if row.id == who)
    return StageOfOne(
        stage=history.stage,
        name=stage_name(history.stage),
        group=row.group,
        rank=row.rank if history.rounds and history.cut != freezing.ALL else None,
        of=sum(other.group == row.group for other in rows),
        points=figure(row.points),
        rounds=_rounds(history, own, names, public=public),
        rulings=rulings,
        carried=figure(own.carried_points) if own.carried_points else "",
        frozen=None if history.cut is None else max(history.cut - 1, 0),
    )


def _rounds(history: History, own: Entered, names: Mapping[int, str], *, public: bool) -> list[RoundOfOne]:
    met = meetings(history)
    lines = {line.round: line for line in own.lines}
    worst_dropped = history.stage.worst_dropped
    found = []
    for rows in history.rounds:
        number = rows.session_round.number
        line = lines.get(number)
        so_far = replace(own, lines=tuple(line for line in own.lines if line.round <= number))
        running = figure(total_points(so_far, worst_dropped=worst_dropped))
        one = met.get((own.id, number))
        if one is not None:
            called = names_then(one.seated, names, public=public)
            found.append(_at_table(number, one, line, running, own.id, called))
            continue
        kind = Place.Kind.BYE if own.id in rows.byes else Place.Kind.ABSENT if own.id in rows.absent else ""
        points = figure(line.total_points) if line else ""
        found.append(RoundOfOne(number, str(kind), points=points, running=running))
    return found


def _at_table(number: int, one: Met, line: Line | None, running: str, who: int, names: Mapping[int, str]) -> RoundOfOne:
    match = one.seated.match
    result = match.result or {}
    own, other = result.get(str(who)), None
    if len(one.seated.sides) == 2 and one.opponents:
        other = result.get(str(one.opponents[0]))
    return RoundOfOne(
        number=number,
        kind=Place.Kind.TABLE.value,
        table=match.number,
        match_id=match.pk,
        partners=named(one.partners, names),
        opponents=named(one.opponents, names),
        own=games_or_score(own) if own is not None else "",
        other=games_or_score(other) if other is not None else "",
        # Penalties of the round are in the line and not in the match.
        points=figure(line.total_points) if line is not None else one.points,
        running=running if line is not None else "",
    )
