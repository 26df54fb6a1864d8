"""Duplicate: the results of a session to download, as rows for a spreadsheet and as the record that
`manage.py duplicate` reads.

Both are public once results are shown. The desk gets them before that, except for directors who
play in the session.
"""

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.games.round_words import call_name
from scoring.rules.words import gettext_noop
from tournaments.names import side_names
from tournaments.pages.figures import plain_number
from tournaments.pages.public.access import public_page
from tournaments.pages.public.boards import duplicate_stage, files_for
from tournaments.pages.public.downloads import csv_file, escape_formula, file_name
from tournaments.pages.session_results import (
    SessionResult,
    has_record,
    record_of,
    session_results,
)
from tournaments.pages.travellers import average_in_percent
from tournaments.pages.viewer import Viewer, entrants_of
from tournaments.stage.history import History
from tournaments.standings.duplicate.values import Values

Rows = Iterator[list[str]]
KEPT = gettext_noop(
    "Results are shown once the session is over: others have yet to play the same boards."
)


@public_page
def travellers_csv(request: HttpRequest, seen: Viewer, stage: int) -> HttpResponse:
    """Download all results of a session, a row for each."""
    seen, history = _shown(request, seen, stage)
    return csv_file(seen, f"travellers-{stage}", _rows(seen, history))


@public_page
def session_record(request: HttpRequest, seen: Viewer, stage: int) -> HttpResponse:
    """Download a session of pairs as a duplicate record: one line of JSON."""
    seen, history = _shown(request, seen, stage)
    if not has_record(history):
        raise Http404(_("Only sessions of pairs have a record."))
    record = record_of(history, seen.names(entrants_of(history)))
    name = file_name(seen, f"record-{stage}", "jsonl")
    return HttpResponse(
        json.dumps(record, ensure_ascii=False) + "\n",
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _shown(request: HttpRequest, seen: Viewer, number: int) -> tuple[Viewer, History]:
    """Return the session as the reader may know it. Raises Http404 if its results are kept."""
    stage = duplicate_stage(seen, number)
    viewer = files_for(request, seen, stage)
    if viewer is None:
        raise Http404(_(KEPT))
    return viewer, viewer.history(stage)


def _rows(seen: Viewer, history: History) -> Rows:
    """Yield a row for each result, below a head."""
    names = seen.names(entrants_of(history))
    sides = (_("North–South"), _("East–West"))
    values = (
        _("Matchpoints"),
        _("Results compared with"),
        _("Percent"),
        _("Difference from the mean"),
        _("Log difference"),
        _("IMPs"),
        _("Boldness"),
    )
    yield [
        pgettext("duplicate", "Board"),
        pgettext("duplicate", "Deal"),
        pgettext("tournament", "Round"),
        _("Table"),
        *sides,
        *(f"{_('Score')}, {side}" for side in sides),
        *(f"{_('Average')}, {side}" for side in sides),
        *(f"{_('Calls')}, {side}" for side in sides),
        *(f"{value}, {side}" for side in sides for value in values),
    ]
    for one in session_results(history):
        yield [
            str(one.board),
            str(one.deal) if one.deal else _("struck out"),
            *map(str, (one.round, one.table)),
            *map(escape_formula, side_names(one.sides, names)),
            *_pair([str(score) for score in one.scores or ()]),
            *_pair([average_in_percent(average) for average in one.averages or ()]),
            *(_calls(one, direction) for direction in range(len(sides))),
            *(figure for own in one.values for figure in _figures(own)),
        ]


def _pair(cells: Sequence[str]) -> Sequence[str]:
    return cells or ("", "")


def _calls(one: SessionResult, direction: int) -> str:
    if one.scores is None:
        return ""
    if one.calls is None:
        return _("calls not recorded")
    return ", ".join(call_name(call.call) for call in one.calls_of(direction))


def _figures(values: Values) -> list[str]:
    percent = values.percent
    return [
        plain_number(values.matchpoints),
        plain_number(values.others),
        "" if percent is None else plain_number(percent),
        plain_number(values.difference),
        plain_number(Fraction(values.log_difference)),
        plain_number(values.imps),
        plain_number(values.boldness),
    ]
