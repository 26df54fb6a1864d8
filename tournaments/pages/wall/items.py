"""The items of a venue screen, read for the public: without results kept for the prize-giving.

Lists are cut into pages that fill a screen: see `screen_fit`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import Max
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.games.access.links import qr_svg
from scoring.games.round_words import MINUS
from tournaments import clock as clocks
from tournaments.actions.drawing import total_rounds
from tournaments.models import Match, Screen, SessionRound, Stage, Tournament
from tournaments.names import BETWEEN, names_at_table, shown_members, side_names
from tournaments.pages.discs import movement
from tournaments.pages.public.bracket import Tree, bracket_page
from tournaments.pages.public.criteria import Column, columns_of, figure_of
from tournaments.pages.public.session_round import TableShown, table_shown
from tournaments.pages.rendering import EMPTY
from tournaments.pages.round_names import round_name
from tournaments.pages.seat_list import ABSENT, WhereLine, where_lines
from tournaments.pages.viewer import Viewer, entrants_of
from tournaments.pages.wall.screen_fit import Fit, Name, fit, paginate, people_of, width, wrap_text
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.knockout import Knockout
from tournaments.stage import frozen_results
from tournaments.stage.history import History, RoundRows, rows_of
from tournaments.stage.outcomes import Outcome, outcomes_of
from tournaments.stage.ranking import Ranked, entered_of, ranked
from tournaments.stage.results import rank_changes

LATEST = 6  # results
ANNOUNCED_SHOWN = 5  # announced ranks shown under the newest
BEST = 10  # ranks on the screen once all are announced
COLUMNS = 3  # figures beside a name; a screen shows as many as fit
FEW = 16  # lines of the standings that a portrait screen shows in one size for all names
# Maximum width of a line of a name there, in hundredths of the type size
UPRIGHT = 1360
# Maximum width of the word over a figure, in hundredths of the type size
HEAD = 550
MOST_MATCHES = 4  # of a bracket, one below the other
ALL_ROUNDS = 20  # a segment each
ALL_TABLES = 12  # up to so many unfinished tables are listed by number


@dataclass(frozen=True)
class Content:
    """The content of an item: a heading, and its lines page by page. `fit` is their layout."""

    heading: str
    pages: Sequence[Sequence[Any]]
    fit: Fit = field(default_factory=Fit)
    note: str = ""
    about: dict[str, Any] = field(default_factory=dict)
    mark: str = ""  # changes when the same page has news, and restarts its time


@dataclass(frozen=True)
class TableLine:
    """A table: its number and the names of its sides; and their scores, if shown."""

    number: int
    sides: Sequence["SideLine"]
    done: bool = False


@dataclass(frozen=True)
class SideLine:
    """A side of a table, its name in lines; `won` if that is shown."""

    name: Name
    figure: str = ""
    won: bool = False


@dataclass(frozen=True)
class NameLine:
    """A person, the name in lines, and where they sit: see `WhereLine`."""

    name: Name
    given: Name
    where: WhereLine


@dataclass(frozen=True)
class RankLine:
    """A place in the standings; without a name until the prize-giving announces it.

    `lines` is the name in lines, `rank_changes` is drawn. `people` play under a team's own name.
    """

    rank: int
    name: str
    figures: Sequence[str]
    rank_changes: SafeString = EMPTY
    lines: Name = ()
    people: str = ""

    @property
    def upright(self) -> list[list[str]]:
        """Return the lines of the name, each in parts that fit a portrait screen."""
        return [wrap_text(line, UPRIGHT) for line in self.lines]

    @property
    def height(self) -> int:
        """Return how many lines that takes."""
        return sum(map(len, self.upright))


@dataclass(frozen=True)
class ClockFace:
    """A round clock for the page: seconds left, end, and a state of `tournaments.clock`."""

    state: str
    left: int | None
    ends_at: datetime | None

    @property
    def digits(self) -> str:
        """Format it like a clock: 7:05, 75:00; with a minus after the end."""
        if self.left is None:
            return ""
        minutes, seconds = divmod(abs(self.left), 60)
        return f"{MINUS if self.left < 0 else ''}{minutes}:{seconds:02}"

    @property
    def paused(self) -> bool:
        return self.state == clocks.PAUSED


def content_of(
    show: str, screen: Screen, seen: Viewer, now: datetime, address: str
) -> Content | None:
    """Return the content of an item, None if there is nothing to show."""
    if show == "code":
        return code(seen, address)
    if show == "words":
        return Content("", [[screen.text]]) if screen.text else None
    if show == "reveal":
        return reveal(seen)
    if show == "standings":
        return standings(seen)
    readers: dict[str, Callable[[Viewer, SessionRound, datetime], Content | None]] = {
        "tables": tables,
        "names": names,
        "clock": clock,
        "latest": latest,
    }
    now_on = round_now(seen)
    return None if now_on is None else readers[show](seen, now_on, now)


def _bye_note(rows: RoundRows, names: Mapping[int, str]) -> str:
    byes = ", ".join(names.get(who, f"#{who}") for who in sorted(rows.byes))
    return _("Bye: %(names)s") % {"names": byes} if byes else ""


def round_now(seen: Viewer) -> SessionRound | None:
    """Return the hall's current session round: the last published one of the last stage that has
    begun.
    """
    rounds = SessionRound.objects.filter(stage__tournament=seen.tournament).exclude(
        state=SessionRound.State.DRAFT
    )
    found = rounds.select_related("stage").order_by("-stage__number", "-number").first()
    if found is not None:
        found.stage.tournament = seen.tournament
    return found


def clock_face(session_round: SessionRound | None, now: datetime) -> ClockFace | None:
    """Return the clock of a session round, None if it was not started or the round is closed."""
    if session_round is None or session_round.state == SessionRound.State.CLOSED:
        return None
    found = clocks.clock_of(session_round)
    if found.started_at is None:
        return None
    return ClockFace(
        clocks.state(found, now), clocks.remaining(found, now), clocks.ends_at(found, now)
    )


# Pairings
# ------------------------------------------------------------------------------------------------


def tables(seen: Viewer, session_round: SessionRound, _now: datetime) -> Content | None:
    """Return the tables by number, then the byes."""
    (rows,) = rows_of([session_round])
    called = seen.names()
    told = seen.shows_results(session_round.stage, session_round.number)
    lines = [
        TableLine(
            seated.match.number,
            [SideLine(people_of(name)) for name in side_names(seated.sides, called)],
            told and seated.match.settled,
        )
        for seated in sorted(rows.seated, key=lambda seated: seated.match.number)
    ]
    found = fit("tables", len(lines), [side.name for line in lines for side in line.sides])
    note = _bye_note(rows, called)
    shown = [_fitted(line, found) for line in lines]
    about = {"hundreds": any(line.number > 99 for line in lines)}
    return Content(round_name(rows), paginate(shown, found), found, note, about) if lines else None


def _fitted(table: TableLine, found: Fit) -> TableLine:
    return replace(
        table, sides=[replace(side, name=found.broken(side.name)) for side in table.sides]
    )


def names(seen: Viewer, session_round: SessionRound, _now: datetime) -> Content | None:
    """Return every person by name with their table; people not shown by name under their
    entrant's.
    """
    (rows,) = rows_of([session_round])
    lines = [line for line in where_lines(seen.tournament, rows) if line.free != ABSENT]
    found = fit(
        "names",
        len(lines),
        [(line.name, line.given) if line.given else (line.name,) for line in lines],
    )
    heading = _("%(round)s: who sits where") % {"round": round_name(rows)}
    shown = [
        NameLine(found.broken([line.name]), found.broken([line.given] if line.given else []), line)
        for line in lines
    ]
    about = {"hundreds": any((line.table or 0) > 99 for line in lines)}
    return Content(heading, paginate(shown, found), found, about=about) if lines else None


# Current round
# -------------------------------------------------------------------------------------------------


def clock(_seen: Viewer, session_round: SessionRound, now: datetime) -> Content | None:
    """Return the time left and the unfinished tables. Finished tables do not reveal who won."""
    (rows,) = rows_of([session_round])
    format_ = FORMATS[session_round.stage.format]
    # For a bracket or a full schedule, computing the number takes a draw.
    total = (
        None if format_.whole_stage or format_.ranks_itself else total_rounds(session_round.stage)
    )
    playing = sorted(seated.match.number for seated in rows.seated if not seated.match.settled)
    about = {
        "going": clock_face(session_round, now),
        "playing": playing if len(playing) <= ALL_TABLES else [],
        "done": len(rows.seated) - len(playing),
        "of": len(rows.seated),
        "closed": session_round.state == SessionRound.State.CLOSED,
        "rounds": _segments(session_round, total, rows),
    }
    heading = round_name(rows)
    if total:
        heading = _("Round %(number)s of %(rounds)s") % {
            "number": session_round.number,
            "rounds": total,
        }
    return Content(heading, [[about]], about=about) if rows.seated else None


def _segments(
    session_round: SessionRound, total: int | None, rows: RoundRows
) -> list[tuple[int, int]]:
    """Return (finished, all) tables for each session round of the stage, with one for the other
    rounds.

    Empty if the number of rounds is unknown, or too large to draw.
    """
    if not total or total > ALL_ROUNDS:
        return []
    here = session_round.number
    done = sum(seated.match.settled for seated in rows.seated)
    return [
        (done, len(rows.seated)) if number == here else (int(number < here), 1)
        for number in range(1, total + 1)
    ]


def latest(seen: Viewer, session_round: SessionRound, _now: datetime) -> Content | None:
    """Return the latest results, newest first."""
    if not seen.shows_results(session_round.stage, session_round.number):
        return None
    (rows,) = rows_of([session_round])
    moved = dict(
        Match.objects.filter(session_round=session_round, done=True)
        .order_by()
        .annotate(moved=Max("games__game__seals__position"))
        .values_list("pk", "moved")
    )
    (rows,) = frozen_results.without_waiting(seen.tournament, [rows])
    done = [seated for seated in rows.seated if seated.match.pk in moved and seated.match.result]
    done.sort(
        key=lambda seated: (moved[seated.match.pk] is not None, moved[seated.match.pk] or 0),
        reverse=True,
    )
    called = seen.names()
    lines = [
        _result(table_shown(seated, names_at_table(seated, called, public=not seen.whole)))
        for seated in done[:LATEST]
    ]
    found = fit("latest", len(lines), [side.name for line in lines for side in line.sides])
    heading = _("%(round)s: latest results") % {"round": round_name(rows)}
    return Content(heading, [[_fitted(line, found) for line in lines]], found) if lines else None


def _result(table: TableShown) -> TableLine:
    sides = [
        SideLine(
            people_of(BETWEEN.join(name for _id, name in side.who)),
            side.score or side.points,
            side.won,
        )
        for side in table.sides
    ]
    return TableLine(table.number, sides)


# Standings
# --------------------------------------------------------------------------------------------------


def standings(seen: Viewer) -> Content | None:
    """Return the public standings; during the prize-giving, what it has announced.

    Of a knock-out the tree, once it fits on one screen.
    """
    stage = seen.stage(seen.stage_now)
    history = seen.history(stage)
    if not history.rounds:
        return None
    if stage.format == Knockout.key and (trees := _trees(seen, stage)):
        return Content(
            _("Bracket"),
            [trees],
            note=_frozen_note(seen, stage),
            about={"trees": trees, "frozen": None},
        )
    outcomes = outcomes_of(history)
    entered = entered_of(history, outcomes)
    rows = ranked(history, entered)
    way = rank_changes(history, entered, rows)
    called = seen.names(entrants_of(history))
    columns = _columns(stage)
    keys = [column.key for column in columns]
    told = {row.id for row in rows}
    if _is_revealing(seen.tournament, stage):
        rows, way = ranked(Viewer(seen.tournament, whole=True).history(stage)), {}
        told = _announced(seen.tournament, stage, rows)
    lines = [(row.group, _line(row, called, keys, told=row.id in told, way=way)) for row in rows]
    found = _fit_groups(lines)
    groups, pages = _pages_of_groups(lines, found)
    legend = [column for column in columns if column.is_short]
    about = {"groups": groups, "columns": columns, "moved": bool(way), "legend": legend}
    about["few"] = found.columns * found.rows <= FEW
    return Content(_standings_name(outcomes), pages, found, _frozen_note(seen, stage), about)


def _pages_of_groups(
    lines: Iterable[tuple[str, RankLine]], found: Fit
) -> tuple[list[str], list[Sequence[RankLine]]]:
    """Return the pages of all groups, and the group of each page."""
    groups: list[str] = []
    pages: list[Sequence[RankLine]] = []
    for group, own in groupby(lines, key=lambda line: line[0]):
        broken = [replace(line, lines=found.broken(people_of(line.name))) for _group, line in own]
        cut = paginate(broken, found)
        pages += cut
        groups += [group] * len(cut)
    return groups, pages


def _fit_groups(lines: Sequence[tuple[str, RankLine]]) -> Fit:
    """Return the layout for the largest group."""
    names = [people_of(line.name) for _group, line in lines]
    return fit("standings", max(Counter(group for group, _line in lines).values()), names)


def _is_revealing(tournament: Tournament, stage: Stage) -> bool:
    """Whether the prize-giving of a stage has begun."""
    return tournament.revealed is not None and tournament.frozen_stage == stage.number


def _announced(tournament: Tournament, stage: Stage, rows: Sequence[Ranked]) -> set[int]:
    """Return whose places the prize-giving has announced."""
    steps = frozen_results.steps_of(tournament, stage, rows)
    done = steps[: frozen_results.steps_revealed(steps, tournament.revealed or 0)]
    return {row.id for level in done for row in level}


def _columns(stage: Stage) -> list[Column]:
    """Return the figures beside a name; none in a cup, where the bracket decides the places."""
    if FORMATS[stage.format].ranks_itself:
        return []
    return [_headed(column) for column in columns_of(stage.criteria)[:COLUMNS]]


def _frozen_note(seen: Viewer, stage: Stage) -> str:
    until = seen.results_until(stage)
    if until is None or seen.tournament.revealed is not None:
        return ""
    return _("Frozen after round %(number)s until the prize-giving.") % {"number": until}


def _trees(seen: Viewer, stage: Stage) -> list[Tree]:
    """Return the rounds of a bracket that fit on a screen; empty while a larger one is played."""
    trees = bracket_page(seen, stage).trees
    for tree in trees:
        tree.rounds = [
            one for one in tree.rounds if len(one.matches) <= MOST_MATCHES or one is tree.now
        ]
    fits = all(len(one.matches) <= MOST_MATCHES for tree in trees for one in tree.rounds)
    return list(trees) if fits else []


def _standings_name(outcomes: Sequence[Outcome]) -> str:
    """Return after which session round the standings are, once all of its results are in."""
    counting = [outcome for outcome in outcomes if outcome.counts]
    if not counting or counting[-1].left:
        return _("Standings")
    return _("Standings after round %(number)s") % {"number": counting[-1].number}


def _headed(column: Column) -> Column:
    """Return a column under its full name, if that is no wider than its figures."""
    return replace(column, short=column.name) if width(column.name) <= HEAD else column


def _line(
    row: Ranked,
    called: Mapping[int, str],
    keys: Sequence[str],
    *,
    told: bool,
    way: Mapping[int, int] | None = None,
) -> RankLine:
    if not told:
        return RankLine(row.rank, "", ["\N{EM DASH}"] * len(keys))
    way_up = movement(way[row.id]) if way else EMPTY
    return RankLine(
        row.rank, called[row.id], [figure_of(key, row.values[key]) for key in keys], way_up
    )


# The prize-giving
# -----------------------------------------------------------------------------------------------


def _is_played(tournament: Tournament, stage: Stage) -> bool:
    return (
        tournament.state == Tournament.State.FINISHED
        or stage.state == Stage.State.FINISHED
        or _all_closed(stage)
    )


def reveal(seen: Viewer) -> Content | None:
    """Return what the prize-giving has announced, newest first; at the end, the top of all.

    Before it begins, only an announcement; nothing while the tournament is played.
    """
    tournament = seen.tournament
    stage = list(seen.stages)[-1]
    if stage.state == Stage.State.WAITING:
        return None
    frozen = frozen_results.is_frozen(tournament)
    if frozen and tournament.revealed is None:
        return Content(_("Prize-giving"), [[]], about={"soon": True})
    if not frozen and not _is_played(tournament, stage):
        return None
    history = Viewer(tournament, whole=True).history(stage)
    rows = ranked(history)
    lines = _ranking_lines(seen, stage, history, rows)
    if frozen:
        return _announced_steps(tournament, stage, rows, lines)
    return _final_ranking([lines[row.id] for row in rows if row.rank <= BEST])


def _ranking_lines(
    seen: Viewer, stage: Stage, history: History, rows: Sequence[Ranked]
) -> dict[int, RankLine]:
    """Return everybody's line, with the first figure of the standings and the people of a team."""
    entrants = entrants_of(history)
    called = seen.names(entrants)
    keys = [column.key for column in _columns(stage)[:1]]
    behind = {
        entrant.pk: shown_members(entrant, seen.people.get(entrant.pk, ())) for entrant in entrants
    }
    return {
        row.id: replace(_line(row, called, keys, told=True), people=behind[row.id]) for row in rows
    }


def _final_ranking(best: Sequence[RankLine]) -> Content | None:
    """Return the top of all. The winner is alone on the screen before the others appear below."""
    if not best:
        return None
    # First places are large and leave little room: if so many are tied that the screen would cut
    # them off, they are smaller.
    first, top = (sum(line.rank <= rank for line in best) for rank in (1, 3))
    winners = best[:first] if first < min(len(best), 3) else []
    about: dict[str, Any] = {
        "all": True,
        "many": first > 3 or top > 4,
        "more": len(best[BEST:]),
        "newest": winners,
    }
    pages = [page for page in (winners, best[:BEST]) if page]
    return Content(_("Prize-giving"), pages, mark="all", about=about)


def _announced_steps(
    tournament: Tournament, stage: Stage, rows: Sequence[Ranked], lines: Mapping[int, RankLine]
) -> Content:
    """Return the last announced step, and the earlier ones below it."""
    found = frozen_results.steps_of(tournament, stage, rows)
    done = found[: frozen_results.steps_revealed(found, tournament.revealed or 0)]
    newest = [lines[row.id] for row in done[-1]] if done else []
    before = [lines[row.id] for level in reversed(done[:-1]) for row in level]
    # Many tied entrants get the screen to themselves. A line "one more" would take the room of that
    # one.
    some = newest if len(newest) == ANNOUNCED_SHOWN + 1 else newest[:ANNOUNCED_SHOWN]
    told = before[:ANNOUNCED_SHOWN] if len(newest) < 3 else []
    about = {"newest": some, "more": len(newest) - len(some), "before": told}
    return Content(_("Prize-giving"), [newest], mark=str(len(done)), about=about)


def _all_closed(stage: Stage) -> bool:
    states = list(SessionRound.objects.filter(stage=stage).values_list("state", flat=True))
    return bool(states) and all(state == SessionRound.State.CLOSED for state in states)


# The code
# --------------------------------------------------------------------------------------------------


def code(seen: Viewer, address: str) -> Content:
    """Return the QR code of the tournament's public page."""
    drawn: SafeString | None = qr_svg(address) if address else None
    return Content(seen.tournament.name, [[address]], about={"qr": drawn, "address": address})
