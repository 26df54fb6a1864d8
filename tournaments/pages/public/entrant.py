"""One entrant's results: the rank round by round, each round with table, opponents and result."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.games.access.claims import are_found
from scoring.games.round_words import figure, points_word
from scoring.models import Player
from scoring.pages.rank_line import RankLine, rank_line
from tournaments.models import Entrant, Match, Stage
from tournaments.models.rounds import Place
from tournaments.names import BETWEEN, names_at_table
from tournaments.pages.discs import Discs, movement
from tournaments.pages.drop_outs import line_of_entrant
from tournaments.pages.figures import games_or_score, points_of, verdict_of
from tournaments.pages.public.criteria import column, figure_in
from tournaments.pages.public.cross_table import Met, meetings
from tournaments.pages.public.page_cache import cached
from tournaments.pages.public.score_breakdown import RulingShown, rulings_of
from tournaments.pages.public.session_round import current_hand
from tournaments.pages.requested_byes import OFF, coming_byes
from tournaments.pages.viewer import Viewer, entrants_of
from tournaments.pairing.formats import FORMATS
from tournaments.stage.history import History, RoundRows
from tournaments.stage.outcomes import outcomes_of
from tournaments.stage.ranking import Ranked, entered_of, ranked, total_points
from tournaments.stage.results import LOST, WON, Result, as_of_round, rank_changes, results_of
from tournaments.stage.words import stage_name
from tournaments.standings.lines import Entered, Line

SUMS = 2  # criteria shown among the figures beside the points


@dataclass(frozen=True)
class RoundOfOne:
    """A session round of one entrant.

    `kind` is "table", "bye", "off" for a requested bye, "absent", or empty before a late entry.
    `own` and `other` are games won or Tichu points of both sides, `points` ranking points; empty
    before the result. `side` is the index of the own side if two meet, else None. `disc` is drawn;
    `hand` is the current one.
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
    verdict: str = ""  # a decision that gives neither side anything, in words


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
    left: str = ""  # whether their matches count, if they have left

    @property
    def boards(self) -> bool:
        return FORMATS[self.stage.format].compares_boards

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
    byes: Sequence[str] = ()  # rounds off to come, in words


@dataclass(frozen=True)
class StageResults:
    """Everybody's results in a stage; `rows` are its standings."""

    history: History
    names: Mapping[int, str]
    entered: Mapping[int, Entered]
    rows: Sequence[Ranked]
    met: Mapping[tuple[int, int], Met]
    discs: Discs
    results: Mapping[int, Sequence[Result]]

    @property
    def is_public(self) -> bool:
        """Whether the results of any round are."""
        history = self.history
        return any(history.shows_results(rows.session_round.number) for rows in history.rounds)

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
    return cached(seen, ("ways", stage.pk), lambda: _read_stage(seen, stage))


def _read_stage(seen: Viewer, stage: Stage) -> StageResults:
    """Read a stage with the names in the order of the standings."""
    history = seen.history(stage)
    results = _results(history, seen.names(entrants_of(history)))
    return replace(results, names={row.id: results.names[row.id] for row in results.rows})


def _results(history: History, names: Mapping[int, str]) -> StageResults:
    outcomes = outcomes_of(history)
    entered = entered_of(history, outcomes)
    rows = ranked(history, entered)
    return StageResults(
        history=history,
        names=names,
        entered={one.id: one for one in entered},
        rows=rows,
        met=meetings(history),
        discs=Discs({row.id: row.rank for row in rows}),
        results=results_of(outcomes, history),
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
            stages.append(_stage(seen, _results(history, names), entrant.pk, own))
    return EntrantPage(
        entrant,
        names[entrant.pk],
        seen.club(entrant),
        stages,
        _is_found(entrant),
        coming_byes(entrant),
    )


def _is_found(entrant: Entrant) -> bool:
    """Whether search engines may list the page; not for an entrant with an alias or number.

    At most two queries.
    """
    if entrant.alias or entrant.hidden:
        return False
    people = Player.objects.filter(memberships__entrant=entrant, memberships__active=True)
    return are_found(people.select_related("club").distinct())


def _stage(
    seen: Viewer, results: StageResults, who: int, rulings: Sequence[RulingShown]
) -> StageOfOne:
    history, stage = results.history, results.history.stage
    (row,) = (row for row in results.rows if row.id == who)
    of = sum(other.group == row.group for other in results.rows)
    way = rank_changes(history, list(results.entered.values()), results.rows)
    carried = results.entered[who].carried_points
    return StageOfOne(
        stage=stage,
        name=stage_name(stage),
        group=row.group,
        rank=row.rank if results.is_public else None,
        of=of,
        points=points_of(stage, row),
        line=_line(seen, results, who, of),
        moved=movement(way[who]) if who in way else "",
        figures=_figures(stage, row, results.results[who]) if results.is_public else (),
        rounds=results.rounds_of(who, public=not seen.whole),
        rulings=rulings,
        carried=figure(carried) if carried else "",
        left=line_of_entrant(who, history),
        frozen=None if history.cut is None else max(history.cut - 1, 0),
    )


def _line(seen: Viewer, results: StageResults, who: int, of: int) -> RankLine | None:
    """Return an entrant's rank after each session round that counts, as a line."""
    history, entered = results.history, list(results.entered.values())
    ranks = cached(seen, ("ranks", history.stage.pk), lambda: ranks_by_round(history, entered))
    numbers = [rows.session_round.number for rows in history.rounds]
    return rank_line(
        [ranks[number].get(who) for number in numbers if number in ranks], of, len(numbers)
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
    sums = [(figure_in(row, key), column(key).name, key) for key in keys]
    points = (
        points_of(stage, row),
        "" if FORMATS[stage.format].compares_boards else points_word(row.points),
        "points" if "points" in stage.criteria else "",
    )
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
        boards = FORMATS[history.stage.format].compares_boards
        points = figure(line.total_points) if line and not boards else ""
        kind = _kind_without_table(own.id, rows)
        found.append(RoundOfOne(number, kind, disc, points=points, running=running))
    return found


def _kind_without_table(who: int, rows: RoundRows) -> str:
    if who in rows.byes:
        return Place.Kind.BYE.value
    if who in rows.worth:
        return OFF
    return Place.Kind.ABSENT.value if who in rows.absent else ""


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
    boards = FORMATS[match.session_round.stage.format].compares_boards
    own, other, side = result.get(str(who)), None, None
    if len(one.seated.sides) == 2:
        other = result.get(str(one.opponents[0])) if one.opponents else None
        side = one.seated.side_of(who)
    return RoundOfOne(
        number=number,
        kind=Place.Kind.TABLE.value,
        disc=disc,
        table=match.number if match.turn else 0,
        match_id=match.pk,
        partners=_together(one.partners, names),
        opponents=_together(one.opponents, names),
        side=side,
        own=_score(own, match),
        other=_score(other, match),
        won=match.settled and side is not None and match.winner == side,
        # The line includes the round's penalties, the match does not.
        points="" if boards else figure(line.total_points) if line is not None else one.points,
        running=running if line is not None and not boards else "",
        hand=current_hand(match, result),
        verdict=verdict_of(match, line),
    )


def _together(ids: Iterable[int], names: Mapping[int, str]) -> str:
    return BETWEEN.join(names.get(id_, f"#{id_}") for id_ in ids)


def _score(result: Mapping[str, Any] | None, match: Match) -> str:
    return games_or_score(result, match) if result is not None else ""
