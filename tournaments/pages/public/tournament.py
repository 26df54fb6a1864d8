"""The first page of a tournament: an overview."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.safestring import SafeString

from scoring.games.round_words import figure
from scoring.pages.podium import Step, podium
from tournaments.actions.last_round import all_rounds_played
from tournaments.models import Entrant, SessionRound, Stage, Tournament
from tournaments.names import BETWEEN
from tournaments.pages.discs import Discs, movement
from tournaments.pages.figures import points_of
from tournaments.pages.public.bracket import BracketPage, bracket_page
from tournaments.pages.public.running import Running, running
from tournaments.pages.public.session_round import TableShown, known_rounds, tables_of, visible_rows
from tournaments.pages.public.standing import (
    Standing,
    is_prize_giving_on,
    others_of,
    standing_of,
)
from tournaments.pages.rendering import EMPTY
from tournaments.pages.round_names import (
    fold_rounds,
    has_names,
    in_the_cup,
    is_beside,
    own_name_by_number,
    with_disc,
)
from tournaments.pages.search import found_in, with_marks
from tournaments.pages.viewer import Viewer
from tournaments.pairing.formats import FORMATS
from tournaments.stage.history import History, rows_of
from tournaments.stage.ranking import Ranked
from tournaments.stage.words import facts_of, plain_words, stage_name
from tournaments.standings.lines import PLAYED

FIRST, ALL = 10, 12  # of the standings: all if there are up to so many, else the first
OF_A_GROUP = 3


@dataclass(frozen=True)
class StageShown:
    """A stage: `words` describe how it is played, `facts` the same at a glance (icon, words, fewer
    words).
    """

    stage: Stage
    name: str
    words: Sequence[str]
    facts: Sequence[tuple[str, str, str]]

    @property
    def begun(self) -> bool:
        return self.stage.state != Stage.State.WAITING


@dataclass(frozen=True)
class RankLine:
    """A row of the short standings. `moved` and `discs` are drawn."""

    rank: int
    id: int
    name: str
    points: str
    moved: SafeString | str
    discs: SafeString
    withdrawn: bool = False


@dataclass(frozen=True)
class Best:
    """The top of a stage, by group if it has groups.

    `of` is the number of entrants, `shown` of those shown.
    """

    stage: Stage
    groups: Sequence[tuple[str, Sequence[RankLine]]]
    of: int
    after: int
    whole: bool

    @property
    def shown(self) -> int:
        return sum(len(rows) for _, rows in self.groups)

    @property
    def points(self) -> bool:
        """Whether points rank them: not in a bracket."""
        return any(line.points for _, rows in self.groups for line in rows)


@dataclass(frozen=True)
class Champion:
    """An entrant on the podium; `people` are the names of its people."""

    step: Step
    id: int
    people: Sequence[str]
    points: str


@dataclass(frozen=True)
class RoundNow:
    """A session round being played, with its tables and byes."""

    round: Running
    tables: Sequence[TableShown]
    byes: Sequence[int]


@dataclass(frozen=True)
class ClearestWin:
    """A finished session round, with its clearest winner; none if no match had two sides.

    `called` is its own name, if it has one besides its number. A round of an earlier stage has that
    stage's name.
    """

    stage: Stage
    number: int
    called: str = ""
    name: str = ""
    score: str = ""


@dataclass(frozen=True)
class TournamentPage:
    """The first page.

    `entrants` are (id, name, withdrawn) in order of entry; `waiting` counts the waiting list.
    """

    stages: Sequence[StageShown]
    now: Sequence[RoundNow]
    entrants: Sequence[tuple[int, str, bool]]
    waiting: int
    frozen: int | None
    boards: bool  # the stage compares them
    revealing: bool
    clubs: Mapping[int, str]
    over: bool = False  # no further round comes
    # Everything below is empty before the start and during the prize-giving.
    standing: Standing | None = None
    best: Best | None = None  # None before anything is published
    champions: Sequence[Champion] = ()  # once the tournament is finished
    past: Sequence[ClearestWin] = ()
    bracket: BracketPage | None = None  # of a cup being played, in place of its ranks

    @property
    def begun(self) -> bool:
        return bool(self.now or self.past or self.best or self.bracket)

    @property
    def folded_past(self) -> list[Sequence[ClearestWin]]:
        """Return the newest rounds played, and those of a long event that are folded away."""
        earlier, newest = fold_rounds(self.past[::-1])
        return [newest[::-1], earlier[::-1]]

    @property
    def names(self) -> dict[int, str]:
        return {id_: name for id_, name, _ in self.entrants}

    def found(self, text: str) -> list[tuple[int, SafeString, int | None]]:
        """Return entrants with a matching name: id, name with the match marked, the table where
        they play; none for an empty text.
        """
        tables = {
            who: table.number
            for one in reversed(self.now)
            for table in one.tables
            if table.label == str(table.number)  # else it has none, and a place in the queue
            for side in table.sides
            for who, _ in side.who
        }
        return [
            (id_, with_marks(name, text), tables.get(id_))
            for id_, name, _ in self.entrants
            if found_in(name, text)
        ]


def tournament_page(seen: Viewer) -> TournamentPage:
    """Return a tournament's first page.

    The number of queries does not depend on how many entrants, stages or rounds there are.
    """
    rows = list(Entrant.objects.filter(tournament=seen.tournament))
    in_it = [row for row in rows if row.state in {Entrant.State.ENTERED, Entrant.State.WITHDRAWN}]
    names = seen.names(in_it)
    stage = seen.stage(seen.stage_now)
    begun = stage.state != Stage.State.WAITING
    page = TournamentPage(
        stages=[_stage_shown(one, len(in_it)) for one in seen.stages],
        now=_now(seen, names),
        entrants=[(row.pk, names[row.pk], row.state == Entrant.State.WITHDRAWN) for row in in_it],
        waiting=sum(row.state == Entrant.State.WAITING for row in rows),
        frozen=seen.results_until(stage) if begun else None,
        boards=FORMATS[stage.format].compares_boards,
        revealing=is_prize_giving_on(seen, stage),
        clubs={row.pk: seen.club(row) for row in in_it},
        over=all_rounds_played(seen.tournament),
    )
    if not begun or page.revealing:
        return page
    return _with_results(page, seen, standing_of(seen, stage))


def _with_results(page: TournamentPage, seen: Viewer, standing: Standing) -> TournamentPage:
    """Add what the standings show: the podium at the end, before it the bracket of a cup or the
    top ranks, and the rounds played.
    """
    names = page.names
    champions = _champions(seen, standing, names)
    bracket = None if champions else _bracket(seen, standing)
    gone = {id_ for id_, _, withdrawn in page.entrants if withdrawn}
    return replace(
        page,
        standing=standing,
        best=None if bracket else _best(seen, standing, names, gone),
        champions=champions,
        past=_past(seen, standing, names),
        bracket=bracket,
    )


def _stage_shown(stage: Stage, entrants: int) -> StageShown:
    facts = facts_of(stage, known_rounds(stage, entrants))
    return StageShown(stage, stage_name(stage), plain_words(stage), facts)


def _bracket(seen: Viewer, standing: Standing) -> BracketPage | None:
    """Return the bracket of a cup being played: its ranks are mostly shared, and people want to
    know who is still in it.
    """
    if not standing.rounds:
        return None
    stage = standing.history.stage
    if not FORMATS[stage.format].ranks_itself:
        return None
    return replace(bracket_page(seen, stage), frozen=None)


def _now(seen: Viewer, names: Mapping[int, str]) -> list[RoundNow]:
    rounds = {one.pk: one for one in running(seen)}
    rows = rows_of([row for row in seen.rounds if row.pk in rounds]) if rounds else []
    return [
        RoundNow(
            round=rounds[one.session_round.pk],
            tables=tables_of(seen, visible_rows(seen, one.session_round.stage, one), names),
            byes=one.byes,
        )
        for one in rows
    ]


def _best(
    seen: Viewer, standing: Standing, names: Mapping[int, str], gone: Iterable[int]
) -> Best | None:
    """Return the first of each group, without groups also of those who stopped in an earlier
    stage; None before anything is published.
    """
    rows, rounds = standing.rows, standing.rounds
    if not rounds:
        return None
    # Points do not decide the rank
    ranks_itself = FORMATS[standing.history.stage.format].ranks_itself
    discs = Discs({row.id: row.rank for row in rows})
    gone = set(gone)

    def line(row: Ranked) -> RankLine:
        return RankLine(
            *(row.rank, row.id, names[row.id]),
            points="" if ranks_itself else points_of(standing.history.stage, row),
            moved=movement(standing.way[row.id]) if row.id in standing.way else "",
            discs=discs.row(standing.results[row.id], with_disc(rounds)),
            withdrawn=row.id in gone,
        )

    grouped = [
        (group, list(map(line, own))) for group, own in groupby(rows, key=lambda row: row.group)
    ]
    others = [
        RankLine(*(one.place, one.row.id, names[one.row.id], "", "", EMPTY), one.row.id in gone)
        for one in others_of(seen, standing.history.stage)[0]
    ]
    of = len(rows) + len(others)
    if len(grouped) == 1:
        grouped[0][1].extend(others)
    most = OF_A_GROUP if len(grouped) > 1 else of if of <= ALL else FIRST
    return Best(
        stage=standing.history.stage,
        groups=[(group, lines[:most]) for group, lines in grouped],
        of=of,
        after=standing.after,
        whole=standing.whole,
    )


def _champions(seen: Viewer, standing: Standing, names: Mapping[int, str]) -> list[Champion]:
    """Return the first three of the last stage; none before the end and the prize-giving, or if
    nothing was played.
    """
    if not _is_over(seen, standing):
        return []
    # Parallel groups have no overall winner.
    rows = [row for row in standing.rows if row.rank <= 3 and not row.unranked]
    if len({row.group for row in rows}) > 1:
        return []
    steps = podium([row.rank for row in rows])
    return [
        Champion(
            step,
            row.id,
            names[row.id].split(BETWEEN),
            points_of(standing.history.stage, row),
        )
        for step in steps
        for row in [rows[step.index]]
    ]


def _is_over(seen: Viewer, standing: Standing) -> bool:
    """Whether these are the final results of the tournament, all public and at least one played."""
    number = standing.history.stage.number
    return (
        seen.tournament.state == Tournament.State.FINISHED
        and number == seen.stages[-1].number
        and number not in seen.cuts
        and bool(standing.after)
    )


def _winners_and_score(
    best: tuple[int, int, int, tuple[int, ...]], names: Mapping[int, str]
) -> tuple[str, str]:
    ahead, score, against, ids = best
    winners = BETWEEN.join(names[who] for who in ids if who in names)
    return winners, f"{figure(score)} : {figure(against)}" if ahead else ""


def _past(seen: Viewer, standing: Standing, names: Mapping[int, str]) -> list[ClearestWin]:
    """Return the finished session rounds, newest first."""
    stage = standing.history.stage
    clearest = _clearest(standing)
    among = {one.pk: in_the_cup(one) for one in seen.stages if has_names(one)}
    found = []
    for row in reversed(seen.rounds):
        if row.state != SessionRound.State.CLOSED:
            continue
        called = own_name_by_number(row.stage, row.number, among.get(row.stage_id))
        words: tuple[str, ...] = ()
        if row.stage_id != stage.pk:
            words = (stage_name(row.stage),)
        elif row.number in clearest:
            words = _winners_and_score(clearest[row.number], names)
        found.append(ClearestWin(row.stage, row.number, called, *words))
    return found


def _beside_the_cup(history: History) -> set[tuple[int, int]]:
    """Return who played outside the cup itself, with the number of the round."""
    return {
        (rows.session_round.number, who)
        for rows in history.rounds
        for seated in rows.seated
        if is_beside(seated.match)
        for who in seated.everybody
    }


def _clearest(standing: Standing) -> dict[int, tuple[int, int, int, tuple[int, ...]]]:
    """Return the largest difference of Tichu points by session round: the difference, both scores,
    who won. In a knock-out only matches of the cup itself count.
    """
    beside = _beside_the_cup(standing.history)
    found: dict[int, tuple[int, int, int, tuple[int, ...]]] = {}
    if FORMATS[standing.history.stage.format].compares_boards:
        return found
    for one in standing.entered:
        for line in one.lines:
            ahead = int(line.score) - int(line.score_against)
            played = line.kind == PLAYED and not line.places and (line.round, one.id) not in beside
            if played and ahead > found.get(line.round, (0,))[0]:
                found[line.round] = (
                    ahead,
                    int(line.score),
                    int(line.score_against),
                    (one.id, *line.partners),
                )
    return found
