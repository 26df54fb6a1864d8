"""Standings and results as rows for a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.rules.words import gettext_noop
from tournaments.match.board_results import deal_of
from tournaments.models import Stage
from tournaments.names import BETWEEN, names_at_table
from tournaments.pages.figures import plain_number
from tournaments.pages.public.access import public_page
from tournaments.pages.public.criteria import columns_of
from tournaments.pages.public.standing import others_of
from tournaments.pages.requested_byes import word_of
from tournaments.pages.viewer import Viewer, entrants_of
from tournaments.stage.corrections import Correction
from tournaments.stage.history import History, Seated
from tournaments.stage.prize_lists import prize_lists
from tournaments.stage.ranking import entered_of, ranked
from tournaments.stage.words import stage_name

Rows = Iterator[list[str]]
KINDS = {
    "played": gettext_noop("played"),
    "forfeit": gettext_noop("forfeit"),
    "void": gettext_noop("does not count"),
    "bye": gettext_noop("bye"),
    "absent": gettext_noop("absent"),
}
LAST = 10**6  # who had no table stands below those who had one
# First characters that make some spreadsheet read a cell as a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def escape_formula(text: str) -> str:
    """Prefix typed text with an apostrophe if a spreadsheet could run it as a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(FORMULA) else text


def standings_rows(seen: Viewer, stage: Stage) -> Rows:
    """Return a row for each entrant, best first, below a head."""
    history = seen.history(stage)
    names = seen.names(entrants_of(history))
    clubs = {row.entrant_id: seen.club(row.entrant) for row in history.participations}
    columns = columns_of(stage.criteria)
    lists = _list_columns(history)
    rows = [] if seen.keeps_boards(stage) else ranked(history)
    grouped = any(row.group for row in rows)
    corrected = _days(seen.corrections)
    yield [
        *([_("Group")] if grouped else []),
        _("Rank"),
        _("Name"),
        _("Club"),
        *(column.name for column in columns),
        *(name for name, _figures in lists),
        *([_("Corrected")] if corrected else []),
    ]
    for row in rows:
        yield [
            *([escape_formula(row.group)] if grouped else []),
            str(row.rank),
            escape_formula(names[row.id]),
            escape_formula(clubs[row.id]),
            *(plain_number(row.values[column.key]) for column in columns),
            *(figures.get(row.id, "") for _name, figures in lists),
            *corrected,
        ]
    for others in _others_rows(seen, stage, len(columns) + len(lists), grouped=grouped):
        yield [*others, *corrected]


def _list_columns(history: History) -> list[tuple[str, dict[int, str]]]:
    """Return the name of each prize list that is not a column of the standings, and the figures of
    those in it.
    """
    found = prize_lists(history)
    return [
        (column.name, {row.id: plain_number(row.values[column.key]) for row in found[column.key]})
        for column in columns_of([key for key in found if key not in history.stage.criteria])
    ]


def _days(corrections: Sequence[Correction]) -> list[str]:
    """Return the day of the last correction for a column of its own; none without any."""
    return [timezone.localdate(corrections[-1].at).isoformat()] if corrections else []


def _others_rows(seen: Viewer, stage: Stage, columns: int, *, grouped: bool) -> Rows:
    """Yield those who did not reach the stage, without figures."""
    others, entrants = others_of(seen, stage)
    names = seen.names(entrants)
    clubs = {entrant.pk: seen.club(entrant) for entrant in entrants}
    for one in others:
        yield [
            *([""] if grouped else []),
            str(one.place),
            escape_formula(names[one.row.id]),
            escape_formula(clubs[one.row.id]),
            *([""] * columns),
        ]


def results_rows(seen: Viewer) -> Rows:
    """Return a row for each entrant and finished session round of all stages, below a head."""
    yield [
        _("Stage"),
        pgettext("tournament", "Round"),
        _("Table"),
        *([pgettext("duplicate", "Boards")] if seen.boards else []),
        _("Name"),
        _("Partners"),
        _("Opponents"),
        _("Kind"),
        _("Points"),
        _("Points against"),
        _("Tichu points"),
        _("Tichu points against"),
        *([_("Corrected")] if seen.corrections else []),
    ]
    names = seen.names()
    for stage in seen.stages:
        yield from _stage_results(seen, stage, names)


def _corrected_at(seen: Viewer, stage: int, number: int, table: str) -> list[str]:
    """Return the cell of the last column, if there is one: day and reason of the corrections of a
    table.
    """
    if not seen.corrections:
        return []
    own = [
        f"{_days([one])[0]} {one.reason}".strip()
        for one in seen.corrections
        if (one.stage, one.round, str(one.table)) == (stage, number, table)
    ]
    return ["; ".join(own)]


def _stage_results(seen: Viewer, stage: Stage, names: Mapping[int, str]) -> Rows:
    """Yield the rows of a stage, by session round and table."""
    history = seen.history(stage)
    seated_at = _tables_of(history)
    tables = {key: one.match.number for key, one in seated_at.items() if one.match.turn}
    off = {
        (who, rows.session_round.number): word_of(worth)
        for rows in history.rounds
        for who, worth in rows.worth.items()
    }
    found = [(line, one.id) for one in entered_of(history) for line in one.lines]
    for line, who in sorted(
        found, key=lambda row: (row[0].round, tables.get((row[1], row[0].round), LAST))
    ):
        seated, called = seated_at.get((who, line.round)), names
        if seated is not None:
            called = names_at_table(seated, names, public=not seen.whole)
        kind = _("both lose") if line.both_lose else _(KINDS[line.kind])
        figures = (line.total_points, line.points_against, line.total_score, line.score_against)
        table = str(tables.get((who, line.round), ""))
        yield [
            escape_formula(stage_name(stage)),
            str(line.round),
            table,
            *([_boards_cell(seated)] if seen.boards else []),
            _names_cell([who], called),
            _names_cell(line.partners, called),
            _names_cell(line.opponents, called),
            off.get((who, line.round)) or kind,
            *map(plain_number, figures),
            *_corrected_at(seen, stage.number, line.round, table),
        ]


def _tables_of(history: History) -> dict[tuple[int, int], Seated]:
    """Return where each entrant sits in each round."""
    return {
        (who, rows.session_round.number): seated
        for rows in history.rounds
        for seated in rows.seated
        for who in seated.everybody
    }


def _boards_cell(seated: Seated | None) -> str:
    """Return the boards of a match; of one that was fouled before, which deal was played."""
    if seated is None:
        return ""
    deals = [(board, deal_of(seated.match, board)) for board in sorted(seated.match.boards)]
    return ", ".join(
        str(board)
        if deal == 1
        else pgettext("duplicate", "%(board)s (deal %(deal)s)") % {"board": board, "deal": deal}
        for board, deal in deals
    )


def _names_cell(ids: Iterable[int], names: Mapping[int, str]) -> str:
    return escape_formula(BETWEEN.join(names.get(who, f"#{who}") for who in ids))


BYTE_ORDER_MARK = "\ufeff"  # marks UTF-8 for spreadsheets


@public_page
def standings_csv(_request: HttpRequest, seen: Viewer, stage: int) -> HttpResponse:
    """Download the standings of a stage."""
    return csv_file(seen, f"standings-{stage}", standings_rows(seen, seen.stage(stage)))


@public_page
def results_csv(_request: HttpRequest, seen: Viewer) -> HttpResponse:
    """Download everybody's results for every session round."""
    return csv_file(seen, "results", results_rows(seen))


def csv_file(seen: Viewer, what: str, rows: Iterable[list[str]]) -> HttpResponse:
    """Return rows as a file to download; `what` is in its name."""
    text = io.StringIO()
    # Quote all cells: spreadsheets that split at semicolons or tabs must not find any outside of
    # quotes.
    csv.writer(text, quoting=csv.QUOTE_ALL).writerows(rows)
    return HttpResponse(
        (BYTE_ORDER_MARK + text.getvalue()).encode(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{file_name(seen, what, "csv")}"'},
    )


def file_name(seen: Viewer, what: str, kind: str) -> str:
    """Return the name of a tournament's file to download."""
    return f"{'-'.join(filter(None, (slugify(seen.tournament.name), what)))}.{kind}"
