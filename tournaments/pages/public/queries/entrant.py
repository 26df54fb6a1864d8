"""One entrant's results: the rank round by round, each round with table, opponents and result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.http import Http404
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.games.access.claims import are_found
from scoring.games.round_words import figure
from scoring.models import Player
from scoring.pages.rank_line import RankLine, rank_line
from tournaments.models import Entrant, Stage
from tournaments.models.rounds import Place
from tournaments.names import BETWEEN, names_at_table
from tournaments.pages.discs import Discs, movement
from tournaments.pages.figures import games_or_score
from tournaments.pages.public.page_cache import cached
from tournaments.pages.public.queries.criteria import column, figure_of
from tournaments.pages.public.queries.cross_table import Met, meetings
from tournaments.pages.public.queries.rulings import RulingShown, rulings_of
from tournaments.pages.public.queries.session_round import current_hand
from tournaments.pages.viewer import Viewer, entrants_of
from tournaments.pairing.formats import FORMATS
from tournaments.stage import frozen_results
from tournaments.stage.history import History
from tournaments.stage.outcomes import outcomes_of
from tournaments.stage.ranking import Ranked, entered_of, ranked, total_points
from tournaments.stage.results import LOST, WON, Result, as_of_round, rank_changes, results_of
from tournaments.stage.words import stage_name
from tournaments.standings.lines import Entered, Line

SUMS = 2  # criteria shown among the figures beside the points


@dataclass(frozen=True)
class RoundOfOne:
    """A session round of one entrant.

    `kind` is "table", "bye", "absent", or empty before a late entry. `own` and `other` are games
    won or Tichu points of both sides, `points` ranking points; empty before the result. `side` is
    the index of the own side if two meet, else None. `disc` is drawn; `hand` is the current one.
    """

    number: int
    kind: str
    disc: SafeString
    table: int = 0
    match_id: int | None = None
    partners: str = ""
    opponents: str = ""
    side: int | None = None
    own: str = ""
    other: str = ""
    won: bool = False
    points: str = ""
    running: str = ""
    hand: int = 0


@dataclass(frozen=True)
class StageOfOne:
    """One entrant's results in a stage.

    `rank` is None before anything is published. `rounds` are newest first. `line` is the rank after
    each session round, `figures` are (description, name, key of its sum or empty), `moved`
    is drawn. `frozen` is the last session round whose results are public; None if all are.
    """

    stage: Stage
    name: str
    group: str
    rank: int | None
    of: int
    points: str
    line: RankLine | None
    moved: SafeString | str
    figures: Sequence[tuple[str, str, str]]
    rounds: Sequence[RoundOfOne]
    rulings: Sequence[RulingShown]
    carried: str
    frozen: int | None = None

    @property
    def discs(self) -> list[SafeString]:
        """Return the discs below the line, oldest first."""
        return [one.disc for one in reversed(self.rounds)]


@dataclass(frozen=True)
class EntrantPage:
    entrant: Entrant
    name: str
    club: str
    stages: Sequence[StageOfOne]
    found: bool  # all its people asked to be listed by search engines, and may be


@dataclass(frozen=True)
class StageResults:
    """Everybody's results in a stage; `names` are in the order of the standings."""

    history: History
    names: Mapping[int, str]
    entered: Mapping[int, Entered]
    met: Mapping[tuple[int, int], Met]
    discs: Discs
    results: Mapping[int, Sequence[Result]]

    def rounds_of(self, who: int, *, public: bool) -> list[RoundOfOne]:
        """Return an entrant's session rounds, newest first."""
        results = {one.round: one for one in self.results[who]}
        return _rounds(
            self.history,
            self.met,
            self.entered[who],
            self.names,
            self.discs,
            results,
            public=public,
        )


def cached_results(seen: Viewer, stage: Stage) -> StageResults:
    """Read a stage once for each version of its tournament."""
    return cached(seen, ("ways", stage.pk), lambda: _read_results(seen, stage))


def _read_results(seen: Viewer, stage: Stage) -> StageResults:
    history = seen.history(stage)
    outcomes = outcomes_of(history)
    entered = entered_of(history, outcomes)
    rows = ranked(history, entered)
    names = seen.names(entrants_of(history))
    return StageResults(
        history=history,
        names={row.id: names[row.id] for row in rows},
        entered={one.id: one for one in entered},
        met=meetings(history),
        discs=Discs({row.id: row.rank for row in rows}),
        results=results_of(outcomes, history.participations),
    )


def entrant_page(seen: Viewer, entrant_id: int) -> EntrantPage:
    """Return an entrant's page.

    Raises Http404 for one of another tournament, or an unconfirmed registration.
    """
    entrant = Entrant.objects.filter(
        pk=entrant_id,
        tournament=seen.tournament,
        state__in=(Entrant.State.ENTERED, Entrant.State.WITHDRAWN),
    ).first()
    if entrant is None:
        raise Http404(_("Nobody in this tournament has this number."))
    names = seen.names()
    rulings = rulings_of(entrant.pk)
    stages = []
    for stage in reversed(seen.stages):
        if stage.state == Stage.State.WAITING:
            continue
        history = seen.history(stage)
        if any(row.entrant_id == entrant.pk for row in history.participations):
            own = [
                one
                for one in rulings
                if one.stage == stage.pk and history.shows_results(one.round or 0)
            ]
            stages.append(_stage(seen, history, entrant.pk, names, own))
    return EntrantPage(entrant, names[entrant.pk], seen.club(entrant), stages, _is_found(entrant))


def _is_found(entrant: Entrant) -> bool:
    """Whether search engines may list the page; not for an entrant with an alias or number.

    At most two queries.
    """
    if entrant.alias or entrant.hidden:
        return False
    people = Player.objects.filter(memberships__entrant=entrant, memberships__active=True)
    return are_found(people.select_related("club").distinct())


def _stage(
    seen: Viewer,
    history: History,
    who: int,
    names: Mapping[int, str],
    rulings: Sequence[RulingShown],
) -> StageOfOne:
    stage = history.stage
    outcomes = outcomes_of(history)
    entered = entered_of(history, outcomes)
    (own,) = (one for one in entered if one.id == who)
    rows = ranked(history, entered)
    (row,) = (row for row in rows if row.id == who)
    of = sum(other.group == row.group for other in rows)
    told = bool(history.rounds) and history.cut != frozen_results.ALL
    way = rank_changes(history, entered, rows)
    found = results_of(outcomes, history.participations)[who]
    discs = Discs({other.id: other.rank for other in rows})
    ranks = cached(seen, ("ranks", stage.pk), lambda: ranks_by_round(history, entered))
    numbers = [rows_.session_round.number for rows_ in history.rounds]
    return StageOfOne(
        stage=stage,
        name=stage_name(stage),
        group=row.group,
        rank=row.rank if told else None,
        of=of,
        points=figure(row.points),
        line=rank_line(
            [ranks[number].get(who) for number in numbers if number in ranks], of, len(numbers)
        ),
        moved=movement(way[who]) if who in way else "",
        figures=_figures(stage, row, found) if told else (),
        rounds=_rounds(
            *(history, meetings(history), own, names, discs, {one.round: one for one in found}),
            public=not seen.whole,
        ),
        rulings=rulings,
        carried=figure(own.carried_points) if own.carried_points else "",
        frozen=None if history.cut is None else max(history.cut - 1, 0),
    )


def ranks_by_round(history: History, entered: Sequence[Entered]) -> dict[int, dict[int, int]]:
    """Return everybody's rank after each session round that counts; empty for brackets, which have
    no movement.

    It ranks once for each round: see `kept`.
    """
    if FORMATS[history.stage.format].ranks_itself:
        return {}
    numbers = sorted({line.round for one in entered for line in one.lines})
    first = {row.entrant_id: row.first_round for row in history.participations}
    return {
        number: {
            row.id: row.rank
            for row in ranked(history, as_of_round(entered, number))
            if first[row.id] <= number
        }
        for number in numbers
    }


def _figures(stage: Stage, row: Ranked, results: Sequence[Result]) -> list[tuple[str, str, str]]:
    """Return the figures below the line: points, matches won and lost, the first tie-breaks."""
    won, lost = (sum(one.kind == kind for one in results) for kind in (WON, LOST))
    record = [(f"{won} – {lost}", _("won – lost"), "")] if won + lost else []
    keys = [key for key in stage.criteria if key != "points"][:SUMS]
    sums = [(figure_of(key, row.values[key]), column(key).name, key) for key in keys]
    points = (figure(row.points), _("points"), "points" if "points" in stage.criteria else "")
    return [points, *record, *sums]


def _rounds(
    history: History,
    met: Mapping[tuple[int, int], Met],
    own: Entered,
    names: Mapping[int, str],
    discs: Discs,
    results: Mapping[int, Result],
    *,
    public: bool,
) -> list[RoundOfOne]:
    lines = {line.round: line for line in own.lines}
    worst_dropped = history.stage.worst_dropped
    found = []
    for rows in reversed(history.rounds):
        number = rows.session_round.number
        line = lines.get(number)
        so_far = replace(own, lines=tuple(line for line in own.lines if line.round <= number))
        running = figure(total_points(so_far, worst_dropped=worst_dropped))
        disc = discs.row(results.values(), [number])
        one = met.get((own.id, number))
        if one is not None:
            called = names_at_table(one.seated, names, public=public)
            found.append(_at_table(number, disc, one, line, running, own.id, called))
            continue
        kind = (
            Place.Kind.BYE
            if own.id in rows.byes
            else Place.Kind.ABSENT
            if own.id in rows.absent
            else ""
        )
        points = figure(line.total_points) if line else ""
        found.append(RoundOfOne(number, str(kind), disc, points=points, running=running))
    return found


def _at_table(
    number: int,
    disc: SafeString,
    one: Met,
    line: Line | None,
    running: str,
    who: int,
    names: Mapping[int, str],
) -> RoundOfOne:
    match = one.seated.match
    result = match.result or {}
    own, other = result.get(str(who)), None
    two_sides = len(one.seated.sides) == 2
    if two_sides and one.opponents:
        other = result.get(str(one.opponents[0]))
    side = (
        next((index for index, ids in enumerate(one.seated.sides) if who in ids), None)
        if two_sides
        else None
    )
    return RoundOfOne(
        number=number,
        kind=Place.Kind.TABLE.value,
        disc=disc,
        table=match.number,
        match_id=match.pk,
        partners=BETWEEN.join(names.get(id_, f"#{id_}") for id_ in one.partners),
        opponents=BETWEEN.join(names.get(id_, f"#{id_}") for id_ in one.opponents),
        side=side,
        own=games_or_score(own, match) if own is not None else "",
        other=games_or_score(other, match) if other is not None else "",
        won=match.settled and side is not None and match.winner == side,
        # The line includes the round's penalties, the match does not.
        points=figure(line.total_points) if line is not None else one.points,
        running=running if line is not None else "",
        hand=current_hand(match, result),
    )
