"""The standings of a stage: everybody's rank, with links to the sum of each number."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.games.parsing import whole_of
from scoring.pages.live_pages import asks_for_part
from tournaments.models import Entrant, Stage, Tournament
from tournaments.pages.discs import Discs, movement
from tournaments.pages.drop_outs import lines_below_standings
from tournaments.pages.public.access import clocked_page, show, show_live
from tournaments.pages.public.criteria import Column, column, columns_of, figure_in
from tournaments.pages.public.page_cache import cached
from tournaments.pages.public.score_breakdown import Value, breakdown_of
from tournaments.pages.public.standing import (
    Standing,
    is_prize_giving_on,
    others_of,
    read_stage,
    standing_of,
)
from tournaments.pages.rendering import StandingsRow, standings_rows
from tournaments.pages.round_names import fold_rounds, with_disc
from tournaments.pages.search import found_in, looked_for, with_marks
from tournaments.pages.stand_ins import lines_of_stand_ins
from tournaments.pages.viewer import Viewer, entrants_of
from tournaments.pairing.formats import FORMATS
from tournaments.stage import frozen_results
from tournaments.stage.outcomes import Outcome
from tournaments.stage.prize_lists import prize_lists
from tournaments.stage.ranking import Ranked, entered_of, ranked
from tournaments.stage.words import stage_name

DASH = "\N{EM DASH}"
# Session rounds with a number over each disc; of more, discs wrap
NUMBERED = 12
# Widths in pixels, to decide whether column heads fit as whole words: the names need the rest of
# the page.
ROUND, LETTER, BESIDE = 34, 8, 16
ON_TABLETS, ON_LAPTOPS = 450, 700
FEW = 8  # few enough rows to need no search


@dataclass(frozen=True)
class Section:
    """The standings of one group; of everybody, with an empty name, without groups."""

    group: str
    rows: Sequence[StandingsRow]


@dataclass(frozen=True)
class StandingsPage:
    stage: Stage
    columns: Sequence[Column]
    sections: Sequence[Section]
    waiting: Sequence[Outcome]  # session rounds with missing results
    rounds: Sequence[int]  # numbers of the published ones
    after: int  # the newest session round that counts; 0 for none
    whole: bool  # all of its results count
    frozen: int | None = None  # the last session round whose results are public; None if all are
    kept: bool = False  # nothing of a stage of duplicate is public yet: nobody has a rank
    revealing: bool = False  # the prize-giving announces the ranks one by one
    typed: str = ""  # the search: `sections` are then the rows found, `of` how many
    of: int = 0
    earlier: int | None = None  # the standings as they were after this session round
    choices: Sequence[int] = ()  # session rounds after which they can be shown
    final: bool = False  # of a tournament that is over
    # Whether the matches of those who have left count, and who stood in
    left: Sequence[str] = ()
    lists: Sequence["StandingsPage"] = ()  # prize lists: each has a name, and one column
    name: str = ""

    @property
    def cup(self) -> bool:
        """Whether the bracket ranks."""
        return FORMATS[self.stage.format].ranks_itself

    @property
    def clubs(self) -> bool:
        """Whether any club may be shown."""
        return any(row.club for section in self.sections for row in section.rows)

    @property
    def boards(self) -> bool:
        """Whether boards are compared: who scored more at a table then says nothing."""
        return FORMATS[self.stage.format].compares_boards

    @property
    def keys(self) -> list[str]:
        """The keys of the columns."""
        return [column.key for column in self.columns]

    @property
    def numbers(self) -> Sequence[int]:
        """Return the numbers over the discs."""
        return self.rounds if len(self.rounds) <= NUMBERED and not self.boards else ()

    @property
    def folded_choices(self) -> tuple[Sequence[int], Sequence[int]]:
        """Return the rounds to choose from that are folded away, and the others."""
        return fold_rounds(self.choices)

    @property
    def last_discs(self) -> int:
        """Return of how many rounds the discs are, if not of all; else 0."""
        return len(with_disc(self.rounds)) if with_disc(self.rounds) != self.rounds else 0

    @property
    def wide(self) -> bool:
        """Whether the table may be wider than a laptop's window."""
        return len(self.columns) > 5 or len(self.rounds) > NUMBERED

    @property
    def in_words(self) -> str:
        """Return where column heads fit as whole words: "always", "laptop", or "" for nowhere."""
        letters = sum(len(column.word or column.short) for column in self.columns)
        needed = (
            ROUND * min(len(self.rounds), NUMBERED) + LETTER * letters + BESIDE * len(self.columns)
        )
        return "always" if needed <= ON_TABLETS else "laptop" if needed <= ON_LAPTOPS else ""

    @property
    def legend(self) -> list[tuple[Column, bool]]:
        """Return the columns to explain, and whether on a laptop too."""
        short = [column for column in self.columns if column.is_short]
        if self.in_words == "always":
            short = [column for column in short if not column.word]
        return [(column, not (self.in_words and column.word)) for column in short]

    @property
    def legend_on_laptops(self) -> bool:
        return any(on_laptops for _, on_laptops in self.legend)

    @property
    def shown(self) -> int:
        """Return how many rows are shown."""
        return sum(len(section.rows) for section in self.sections)

    @property
    def searched(self) -> bool:
        """Whether there are enough rows for a search field."""
        return self.of > FEW and not self.revealing

    @property
    def tables(self) -> list[tuple[str, SafeString]]:
        """Each section's group with the HTML of its rows."""
        return [
            (section.group, standings_rows(section.rows, self.keys, clubs=self.clubs))
            for section in self.sections
        ]


def standings_page(seen: Viewer, stage: Stage, after: int | None = None) -> StandingsPage:
    """Return a stage's standings, now or `after` an earlier session round.

    The number of queries does not depend on entrants, tables and rounds.
    """
    now = standing_of(seen, stage)
    revealing = is_prize_giving_on(seen, stage)
    earlier = () if revealing or FORMATS[stage.format].ranks_itself else now.rounds
    if after in earlier:
        now = standing_of(seen, stage, after)
    else:
        after = None
    names = seen.names(entrants_of(now.history))
    columns = columns_of(stage.criteria)
    keys = [column.key for column in columns]
    if revealing:
        sections = _revealed(Viewer(seen.tournament, whole=True), stage, names, keys)
    else:
        sections = _sections(seen, now, names, keys, linked=after is None)
    others = _others(seen, stage, keys) if after is None else []
    kept = seen.keeps_boards(stage) and not revealing
    page = StandingsPage(
        stage=stage,
        columns=columns,
        sections=() if kept else _with_others(sections, others),
        waiting=[outcome for outcome in now.outcomes if outcome.left],
        rounds=now.rounds,
        after=now.after,
        whole=now.whole,
        frozen=seen.results_until(stage),
        kept=kept,
        revealing=revealing,
        of=0 if kept else len(now.rows) + len(others),
        earlier=after,
        choices=earlier if len(earlier) > 1 else (),
        final=after is None and _is_final(seen, now),
        left=() if revealing else _lines_below(seen, now, names),
    )
    return page if revealing else replace(page, lists=_lists(seen, now, page, names))


def _lists(
    seen: Viewer, now: Standing, page: StandingsPage, names: Mapping[int, str]
) -> list[StandingsPage]:
    """Return the prize lists beside these standings; without sections if nothing was recorded that
    could rank anybody.
    """
    return [
        replace(
            page,
            name=column(key).name,
            columns=[column(key)],
            sections=_sections(
                seen, replace(now, rows=rows, way={}), names, [key], linked=page.earlier is None
            ),
        )
        for key, rows in prize_lists(now.history, now.entered).items()
    ]


def _is_final(seen: Viewer, now: Standing) -> bool:
    """Whether these are the standings after the last stage of a finished tournament."""
    is_last = now.history.stage.number == len(seen.stages)
    return now.whole and is_last and seen.tournament.state == Tournament.State.FINISHED


def _lines_below(seen: Viewer, now: Standing, names: Mapping[int, str]) -> list[str]:
    """Return who has left, and who stood in."""
    return [
        *lines_below_standings(now.history, names),
        *lines_of_stand_ins(now.history.stage, names, public=not seen.whole),
    ]


def _with_others(sections: list[Section], others: list[StandingsRow]) -> list[Section]:
    """Add those who did not reach a stage: after its groups, if it has several."""
    if not others:
        return sections
    if len(sections) == 1:
        return [Section("", [*sections[0].rows, *others])]
    return [*sections, Section("", others)]


def _others(seen: Viewer, stage: Stage, keys: Sequence[str]) -> list[StandingsRow]:
    """Return those who did not reach this stage, placed as they stood where they stopped."""
    others, entrants = others_of(seen, stage)
    names = seen.names(entrants) if entrants else {}
    clubs = {entrant.pk: seen.club(entrant) for entrant in entrants}
    return [
        StandingsRow(
            str(one.place),
            str(one.row.id),
            names[one.row.id],
            [""] * len(keys),
            note=stage_name(one.stage),
            club=clubs[one.row.id],
        )
        for one in others
    ]


def _sections(
    seen: Viewer,
    now: Standing,
    names: Mapping[int, str],
    keys: Sequence[str],
    *,
    linked: bool,
) -> list[Section]:
    """Return the rows of each group, with clubs, movement, and a disc for each session round."""
    row_of = _linked_row if linked else _plain_row
    notes = _notes(now)
    discs = Discs({row.id: row.rank for row in now.rows}, in_order=True)
    clubs = {row.entrant_id: seen.club(row.entrant) for row in now.history.participations}
    boards = FORMATS[now.history.stage.format].compares_boards
    rounds = () if boards else with_disc(now.rounds)

    def drawn(row: Ranked) -> StandingsRow:
        return row_of(row, names[row.id], keys, notes.get(row.id, ""))._replace(
            club=clubs[row.id],
            moved=movement(now.way[row.id]) if row.id in now.way else "",
            discs=discs.row(now.results[row.id], rounds),
        )

    return [
        Section(group, list(map(drawn, own)))
        for group, own in groupby(now.rows, key=lambda row: row.group)
    ]


def _notes(now: Standing) -> dict[int, str]:
    """Return who still plays while others are out, and who has withdrawn."""
    playing = [row.id for row in now.rows if row.open]
    if len(playing) == len(now.rows):
        playing = []
    gone = [
        row.entrant_id
        for row in now.history.participations
        if row.entrant.state == Entrant.State.WITHDRAWN
    ]
    void = [row.id for row in now.rows if row.void]
    below = [row.id for row in now.rows if row.unranked]
    return (
        dict.fromkeys(playing, _("still playing"))
        | dict.fromkeys(gone, _("withdrawn"))
        | dict.fromkeys(below, _("withdrawn, ranked last"))
        | dict.fromkeys(void, _("withdrawn, does not count"))
    )


def found_in_standings(page: StandingsPage, typed: str) -> StandingsPage:
    """Return the rows with a matching name or club, with the match marked."""
    sections = [
        Section(
            section.group, [_marked(row, typed) for row in section.rows if _is_found(row, typed)]
        )
        for section in page.sections
    ]
    lists = [found_in_standings(one, typed) for one in page.lists]
    return replace(
        page,
        sections=[section for section in sections if section.rows],
        lists=[one for one in lists if one.sections],
        typed=typed,
    )


def _is_found(row: StandingsRow, typed: str) -> bool:
    return bool(row.id) and (found_in(row.name, typed) or found_in(row.club, typed))


def _marked(row: StandingsRow, typed: str) -> StandingsRow:
    return row._replace(name=with_marks(row.name, typed), club=with_marks(row.club, typed))


def with_sum(page: StandingsPage, value: Value) -> StandingsPage:
    """Return the page with the sum of one number under its row."""
    if value.column.key not in page.keys:
        return replace(page, lists=[with_sum(one, value) for one in page.lists])
    context = {"value": value, "width": len(page.columns) + (5 if page.clubs else 4)}
    below = render_to_string("tournaments/public/_sum_under.html", context)
    who = str(value.entrant_id)
    sections = [
        Section(
            section.group,
            [
                row._replace(opened=value.column.key, below=below) if row.id == who else row
                for row in section.rows
            ],
        )
        for section in page.sections
    ]
    return replace(page, sections=sections)


def _revealed(
    whole: Viewer, stage: Stage, names: Mapping[int, str], keys: Sequence[str]
) -> list[Section]:
    """Return the standings as far as the prize-giving has announced them, with a dash for everybody
    else.
    """
    history, outcomes = read_stage(whole, stage)
    rows = ranked(history, entered_of(history, outcomes))
    others, _entrants = others_of(whole, stage)
    found = frozen_results.steps_of(whole.tournament, stage, rows, others)
    told = frozen_results.announced_rows(whole.tournament, found)
    return [
        Section(
            group,
            [
                _plain_row(row, names[row.id], keys) if row.id in told else _hidden_row(row, keys)
                for row in own
            ],
        )
        for group, own in groupby(rows, key=lambda row: row.group)
    ]


def _plain_row(row: Ranked, name: str, keys: Sequence[str], note: str = "") -> StandingsRow:
    """Return a row without links: the sums would be those of now, or are still kept."""
    return StandingsRow(str(row.rank), str(row.id), name, _figures(row, keys), note)


def _hidden_row(row: Ranked, keys: Sequence[str]) -> StandingsRow:
    """Return a rank that the prize-giving has not announced: without name and figures."""
    return StandingsRow(str(row.rank), "", DASH, [DASH] * len(keys))


def _linked_row(row: Ranked, name: str, keys: Sequence[str], note: str) -> StandingsRow:
    return StandingsRow(str(row.rank), str(row.id), name, _figures(row, keys), note, linked=True)


def _figures(row: Ranked, keys: Sequence[str]) -> list[str]:
    return [figure_in(row, key) for key in keys]


@clocked_page
def standings(request: HttpRequest, seen: Viewer, stage: int) -> HttpResponse:
    """Show a stage's standings; `?q=` filters by name or club, `?after=` shows them after an
    earlier session round.
    """
    return _standings(request, seen, seen.stage(stage))


def _standings(
    request: HttpRequest, seen: Viewer, row: Stage, opened: Value | None = None
) -> HttpResponse:
    """Render the standings; `opened` is a number whose sum is shown under its row."""
    typed = looked_for(request).strip()
    after = whole_of(request.GET.get("after", ""), None, digits=4)

    def shown() -> dict[str, Any]:
        return {"page": page_now(), "stage": row, "tab": "standings"}

    def page_now() -> StandingsPage:
        if not typed and opened is None:
            return standings_page(seen, row, after)
        # Requested with every letter of a search, and with every number that is opened.
        page = cached(
            seen, ("standings", row.number, after), partial(standings_page, seen, row, after)
        )
        if typed:
            page = found_in_standings(page, typed)
        return page if opened is None else with_sum(page, opened)

    asked = {**({"q": typed} if typed else {}), **({"after": after} if after is not None else {})}
    url = f"{request.path}?{urlencode(asked)}" if asked else request.path if opened else ""
    return show_live(request, "standings", seen, shown, url=url)


@clocked_page
def standings_value(
    request: HttpRequest, seen: Viewer, stage: int, entrant_id: int, criterion: str
) -> HttpResponse:
    """Show the sum of one number of the standings; as a part, the standings with the sum in their
    row.
    """
    row = seen.stage(stage)
    if asks_for_part(request):
        with suppress(Http404):  # it no longer exists: show the standings without it
            return _standings(request, seen, row, breakdown_of(seen, row, entrant_id, criterion))
        return _standings(request, seen, row)
    value = breakdown_of(seen, row, entrant_id, criterion)
    return show(
        request,
        "tournaments/public/explaining.html",
        seen,
        value=value,
        stage=value.stage,
        tab="standings",
    )
