"""Ties at the qualifying line of a stage: the standings around it, and the ways to break them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games.parsing import whole_of
from scoring.pages.common import by_field, status_of
from scoring.rules import RuleError
from tournaments.actions.stages import TieDecision, previous_stage
from tournaments.models import Stage
from tournaments.names import names_of
from tournaments.pages.common import SignedInRequest
from tournaments.pages.public.criteria import columns_of, figure_of
from tournaments.pairing.formats import FORMATS
from tournaments.stage.history import history_of
from tournaments.stage.qualifying import Tie, line_of
from tournaments.stage.ranking import Ranked
from tournaments.stage.words import stage_name

AROUND = 4  # rows shown above and below the tied entrants
COLUMNS = 3


@dataclass(frozen=True)
class RowShown:
    """A row of the standings; `last` if it is directly above the line."""

    id: int
    rank: int
    name: str
    figures: Sequence[str]
    level: bool
    last: bool


@dataclass(frozen=True)
class LevelShown:
    """The tied entrants of a group, and the rows around them."""

    heading: str
    group: str
    rows: Sequence[RowShown]
    places: int

    @property
    def who(self) -> list[RowShown]:
        return [row for row in self.rows if row.level]


def levels_shown(stage: Stage, before: Stage) -> dict[str, Any]:
    """Return the context about the stage that is to begin."""
    line = line_of(history_of(before), stage)
    names = names_of(stage.tournament, public=False)
    columns = columns_of(before.criteria)[:COLUMNS]
    keys = [column.key for column in columns]
    shown = [_shown(one, line.groups[one.group], names, keys) for one in line.levels]
    everybody = {who for one in line.levels for who in one.who}
    field = sum(map(len, line.groups.values()))
    fewest = sum(min(line.take, len(rows)) for rows in line.groups.values())
    return {
        "levels": shown,
        "columns": columns,
        "title": shown[0].heading if len(shown) == 1 else _("Several are level at the line"),
        "before_name": stage_name(before),
        "next_name": stage_name(stage),
        "fewest": fewest,
        "field": field,
        "with_all": len(line.through(everybody)),
        "more_rounds": _rounds(stage, len(line.through(everybody))) - _rounds(stage, fewest),
    }


def _rounds(stage: Stage, entrants: int) -> int:
    format_ = FORMATS[stage.format]
    return format_.rounds(entrants, format_.read(stage.format_settings)) or 0


def _shown(
    level: Tie, rows: Sequence[Ranked], names: Mapping[int, str], keys: Sequence[str]
) -> LevelShown:
    at = [index for index, row in enumerate(rows) if row.id in level.who]
    about = rows[max(at[0] - AROUND, 0) : at[-1] + 1 + AROUND]
    shown = [
        RowShown(
            row.id,
            row.rank,
            names.get(row.id, f"#{row.id}"),
            [figure_of(key, row.values[key]) for key in keys],
            row.id in level.who,
            last=row.id == level.who[-1],
        )
        for row in about
    ]
    return LevelShown(_heading(level), level.group, shown, level.places)


def _heading(level: Tie) -> str:
    count = len(level.who)
    if level.places == 1:
        place = level.rank + level.places - 1
        said = ngettext(
            "%(count)s is level for place %(place)s",
            "%(count)s are level for place %(place)s",
            count,
        )
        return said % {"count": count, "place": place}
    said = ngettext(
        "%(count)s are level for %(places)s place",
        "%(count)s are level for %(places)s places",
        level.places,
    )
    return said % {"count": count, "places": level.places}


OPEN, UNWON = "level_at_line", "play_off_open"
MOST_WINNERS = 1000  # that are read


def level_choice(request: SignedInRequest) -> TieDecision | None:
    """Return the choice made on the page: field `level`, and the winners of a play-off (fields
    `through`).
    """
    how = request.POST.get("level", "")
    if how not in Stage.AtLine.values:
        return None
    return TieDecision(
        how, {whole_of(text, 0) for text in request.POST.getlist("through")[:MOST_WINNERS]}
    )


def level_page(request: SignedInRequest, row: Stage, error: RuleError) -> HttpResponse | None:
    """Return the page that lists the tied entrants and asks; None if the error is another one.

    The action is sent again with the answer, so the page posts to the same address.
    """
    codes = {mistake.code for mistake in error.mistakes}
    if not codes <= {OPEN, UNWON}:
        return None
    context = {
        "tournament": row.tournament,
        "tab": "rounds",
        "stage": row,
        **levels_shown(row, previous_stage(row)),
        "chosen": request.POST.get("level") or row.at_line,
        "won": {whole_of(text, 0) for text in request.POST.getlist("through")[:MOST_WINNERS]},
        "error": by_field(error.mistakes).get("level", "") if UNWON in codes else "",
        "goes": request.path,
        "only_here": "only_here" in request.POST,
    }
    return render(request, "tournaments/rounds/level.html", context, status=status_of(error))
