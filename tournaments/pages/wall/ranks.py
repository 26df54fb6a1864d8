"""Standings, brackets and the prize-giving on a venue screen."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.templatetags.figures import full_day
from tournaments.actions.drawing import total_rounds
from tournaments.models import Entrant, SessionRound, Stage, Tournament
from tournaments.names import shown_members
from tournaments.pages.discs import movement
from tournaments.pages.public.bracket import Tree, bracket_page
from tournaments.pages.public.criteria import Column, column, columns_of, figure_in
from tournaments.pages.public.standing import others_of
from tournaments.pages.rendering import EMPTY
from tournaments.pages.round_names import numbered, short_name
from tournaments.pages.viewer import Viewer, entrants_of
from tournaments.pages.wall.screen_fit import (
    Content,
    Fit,
    Name,
    fit,
    paginate,
    people_of,
    width,
    wrap_text,
)
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.knockout import Knockout
from tournaments.stage import frozen_results
from tournaments.stage.final_ranking import Placed
from tournaments.stage.history import History
from tournaments.stage.outcomes import Outcome, outcomes_of
from tournaments.stage.prize_lists import prize_lists, winners
from tournaments.stage.ranking import Ranked, entered_of, ranked
from tournaments.stage.results import rank_changes

ANNOUNCED_SHOWN = 5  # announced ranks shown under the newest
BEST = 10  # ranks on the screen once all are announced
COLUMNS = 3  # figures beside a name; a screen shows as many as fit
FEW = 16  # lines of the standings that a portrait screen shows in one size for all names
# Maximum width of a line of a name there, in hundredths of the type size
UPRIGHT = 1360
# Maximum width of the word over a figure, in hundredths of the type size
HEAD = 550
# Maximum widths of points and tie-breaks in their usual columns, in hundredths of the type size
FIGURES = (240, 340, 340)
MOST_MATCHES = 4  # of a bracket, one below the other
MOST_COLUMNS = 5  # rounds of brackets beside each other, of those for lower places


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


def standings(seen: Viewer) -> Content | None:
    """Return the public standings; during the prize-giving, what it has announced. None while all
    results of a stage of duplicate are kept.

    Of a knock-out the tree, once it fits on one screen.
    """
    stage = seen.stage(seen.stage_now)
    kept = seen.keeps_boards(stage) and not _is_revealing(seen.tournament, stage)
    history = seen.history(stage)
    if kept or not history.rounds:
        return None
    if stage.format == Knockout.key and (screens := _pages_of_trees(seen, stage)):
        return Content(
            _("Bracket"),
            [[{"trees": trees, "frozen": None}] for trees in screens],
            note=_note_below(seen, stage),
            about={"trees": screens[0], "heads": [_heading_of(trees) for trees in screens]},
        )
    return _standings_content(seen, stage, history)


def _standings_content(seen: Viewer, stage: Stage, history: History) -> Content:
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
    about = {
        "groups": groups,
        "columns": columns,
        "moved": bool(way),
        "legend": [column for column in columns if column.is_short],
        "few": found.columns * found.rows <= FEW,
        "long": any(_is_long(line) for _group, line in lines),
    }
    return Content(_standings_name(outcomes), pages, found, _note_below(seen, stage), about)


def _is_long(line: RankLine) -> bool:
    return any(width(figure) > most for figure, most in zip(line.figures, FIGURES, strict=False))


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
    return frozen_results.announced_rows(tournament, _steps(tournament, stage, rows))


def _steps(tournament: Tournament, stage: Stage, rows: Sequence[Ranked]) -> list[list[Ranked]]:
    others, _entrants = others_of(Viewer(tournament, whole=True), stage)
    return frozen_results.steps_of(tournament, stage, rows, others)


def _columns(stage: Stage) -> list[Column]:
    """Return the figures beside a name; none in a cup, where the bracket decides the places."""
    if FORMATS[stage.format].ranks_itself:
        return []
    return [_headed(column) for column in columns_of(stage.criteria)[:COLUMNS]]


def _note_below(seen: Viewer, stage: Stage) -> str:
    """Return that the standings are frozen, or when they were last corrected after the end."""
    until = seen.results_until(stage)
    if until is not None and seen.tournament.revealed is None:
        return _("Frozen after round %(number)s until the prize-giving.") % {
            "number": numbered(stage, until)
        }
    days = [full_day(one.at) for one in seen.corrections]
    return _("Corrected on %(day)s.") % {"day": days[-1]} if days else ""


def _pages_of_trees(seen: Viewer, stage: Stage) -> list[list[Tree]]:
    """Return the rounds of a bracket that fit on a screen, those for lower places and a consolation
    cup on screens of their own; empty while a larger one is played.
    """
    trees = bracket_page(seen, stage).trees
    for tree in trees:
        tree.rounds = [
            one for one in tree.rounds if len(one.matches) <= MOST_MATCHES or one is tree.now
        ]
    cup = [tree for tree in trees if tree.name in ("", short_name("third_place", {}))]
    if not all(map(_fits, cup)):
        return []
    others = [tree for tree in trees if tree not in cup and _fits(tree)]
    return _arranged(cup, others)


def _arranged(cup: list[Tree], others: Iterable[Tree]) -> list[list[Tree]]:
    """Return screens: the cup's own, then as many of the others on each as fit side by side."""
    pages = [cup] if cup else []
    for tree in others:
        columns = sum(len(one.rounds) for one in pages[-1]) if len(pages) > 1 else MOST_COLUMNS
        if columns + len(tree.rounds) > MOST_COLUMNS:
            pages.append([])
        pages[-1].append(tree)
    return pages


def _heading_of(trees: Sequence[Tree]) -> str:
    """Return the heading of a screen: whose bracket it is, if its rounds do not say so."""
    first = trees[0]
    return first.name if len(first.rounds) > 1 and first.name else _("Bracket")


def _fits(tree: Tree) -> bool:
    return all(len(one.matches) <= MOST_MATCHES for one in tree.rounds)


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
    return RankLine(row.rank, called[row.id], [figure_in(row, key) for key in keys], way_up)


# The prize-giving
# -----------------------------------------------------------------------------------------------


def _is_finished(tournament: Tournament, stage: Stage) -> bool:
    return tournament.state == Tournament.State.FINISHED or stage.state == Stage.State.FINISHED


def _is_last_round_over(tournament: Tournament, stage: Stage) -> bool:
    """Whether no round is left; a stage that ended early is over once it is finished."""
    return _is_finished(tournament, stage) or (
        _all_closed(stage)
        and SessionRound.objects.filter(stage=stage).count() >= (total_rounds(stage) or 0)
    )


def reveal(seen: Viewer) -> Content | None:
    """Return what the prize-giving has announced, newest first; at the end, the top of all.

    Before it begins, only an announcement; nothing while the tournament is played. In duplicate
    results are kept from the beginning, so that is no sign of the end.
    """
    tournament = seen.tournament
    stage = list(seen.stages)[-1]
    frozen = frozen_results.is_frozen(tournament)
    played = frozen or _is_finished(tournament, stage) or _all_closed(stage)
    if stage.state == Stage.State.WAITING or not played:
        return None
    if frozen and tournament.revealed is None:
        if seen.keeps_boards(stage) and not _is_last_round_over(tournament, stage):
            return None
        return Content(_("Prize-giving"), [[]], about={"soon": True})
    history = Viewer(tournament, whole=True).history(stage)
    rows = ranked(history)
    others, entrants = others_of(seen, stage)
    lines = _ranking_lines(seen, stage, history, rows) | _lines_of_others(seen, others, entrants)
    if frozen:
        return _announced_steps(tournament, _steps(tournament, stage, rows), lines)
    best = _best([*rows, *(one.row for one in others)], lines)
    return _final_ranking(best, _prize_lines(history, lines))


def _lines_of_others(
    seen: Viewer, others: Sequence[Placed], entrants: Sequence[Entrant]
) -> dict[int, RankLine]:
    """Return the lines of those who did not reach the last stage."""
    called = seen.names(entrants) if entrants else {}
    return {one.row.id: RankLine(one.place, called[one.row.id], []) for one in others}


def _best(ranking: Iterable[Ranked], lines: Mapping[int, RankLine]) -> list[RankLine]:
    """Return the lines of the ranks at the top."""
    found = [lines[row.id] for row in ranking if not row.unranked]
    return [line for line in found if line.rank <= BEST]


def _prize_lines(history: History, lines: Mapping[int, RankLine]) -> dict[str, Sequence[RankLine]]:
    """Return the top of each prize list, by its name."""
    return {
        column(key).name: [
            replace(lines[row.id], rank=row.rank, figures=[figure_in(row, key)]) for row in rows
        ][:BEST]
        for key, rows in winners(prize_lists(history)).items()
    }


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


def _final_ranking(
    best: Sequence[RankLine], prizes: Mapping[str, Sequence[RankLine]]
) -> Content | None:
    """Return the top of all. The winner is alone on the screen before the others appear below;
    then come the prize lists.
    """
    if not best:
        return None
    # First places are large and leave little room: if so many are tied that the screen would cut
    # them off, they are smaller.
    first, top = (sum(line.rank <= rank for line in best) for rank in (1, 3))
    alone = best[:first] if first < min(len(best), 3) else []
    pages = [page for page in (alone, best[:BEST]) if page]
    about: dict[str, Any] = {
        "all": True,
        "many": first > 3 or max(top, *map(len, prizes.values()), 0) > 4,
        "more": len(best[BEST:]),
        "newest": alone,
        "ranking": len(pages),
        "heads": [*[_("Prize-giving")] * len(pages), *prizes],
    }
    pages += prizes.values()
    return Content(_("Prize-giving"), pages, mark="all", about=about)


def _announced_steps(
    tournament: Tournament, found: Sequence[Sequence[Ranked]], lines: Mapping[int, RankLine]
) -> Content:
    """Return the last announced step, and the earlier ones below it by rank."""
    done = frozen_results.announced(tournament, found)
    newest = [lines[row.id] for row in found[done[-1]]] if done else []
    before = [lines[row.id] for number in reversed(done[:-1]) for row in found[number]]
    # Many tied entrants get the screen to themselves. A line "one more" would take the room of that
    # one.
    some = newest if len(newest) == ANNOUNCED_SHOWN + 1 else newest[:ANNOUNCED_SHOWN]
    told = before[:ANNOUNCED_SHOWN] if len(newest) < 3 else []
    about = {
        "newest": some,
        "more": len(newest) - len(some),
        "before": sorted(told, key=lambda line: line.rank),
    }
    mark = f"{len(done)}-{done[-1]}" if done else "0"
    return Content(_("Prize-giving"), [newest], mark=mark, about=about)


def _all_closed(stage: Stage) -> bool:
    states = list(SessionRound.objects.filter(stage=stage).values_list("state", flat=True))
    return bool(states) and all(state == SessionRound.State.CLOSED for state in states)
