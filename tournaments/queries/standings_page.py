"""The standings of a stage: everybody's rank, and every number with the way to its sum."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from tournaments.history import History, participations_of
from tournaments.models import Entrant, Stage
from tournaments.outcomes import Outcome, outcomes_of, read_outcomes
from tournaments.pairing.formats import FORMATS
from tournaments.queries.bracket import BracketRound, bracket_of
from tournaments.queries.criteria import Column, columns_of
from tournaments.queries.figures import points_shown
from tournaments.queries.seen import Seen, entrants_of
from tournaments.ranking import Ranked, entered_of, ranked


class Row(NamedTuple):
    """One line of the table. `cells` are those of all columns, each a link to its sum."""

    rank: str
    id: str
    name: str
    withdrawn: bool
    cells: SafeString


@dataclass(frozen=True)
class Section:
    """The standings of one group; of everybody, with an empty name, where there are no groups."""

    group: str
    rows: Sequence[Row]


@dataclass(frozen=True)
class StandingsPage:
    stage: Stage
    columns: Sequence[Column]
    sections: Sequence[Section]
    waiting: Sequence[Outcome]  # the session rounds of which not all results are in
    rounds: Sequence[int]  # the numbers of those published
    bracket: Sequence[BracketRound]


def standings_page(seen: Seen, stage: Stage) -> StandingsPage:
    """What the page of a stage's standings shows. As many queries for any number of entrants, tables and rounds."""
    history, outcomes = _read(seen, stage)
    names = seen.names(entrants_of(history))
    columns = columns_of(stage.criteria)
    gone = {row.entrant_id for row in history.participations if row.entrant.state == Entrant.State.WITHDRAWN}
    keys = [column.key for column in columns]
    sections = [
        Section(group, [_row(row, names[row.id], keys, withdrawn=row.id in gone) for row in own])
        for group, own in groupby(ranked(history, entered_of(history, outcomes)), key=lambda row: row.group)
    ]
    return StandingsPage(
        stage=stage,
        columns=columns,
        sections=sections,
        waiting=[outcome for outcome in outcomes if outcome.left],
        rounds=[outcome.number for outcome in outcomes],
        bracket=bracket_of(history, names),
    )


def _read(seen: Seen, stage: Stage) -> tuple[History, list[Outcome]]:
    """A stage with its outcomes. Only a bracket needs to know at which table somebody sat."""
    if FORMATS[stage.format].ranks_itself:
        history = seen.history(stage)
        return history, outcomes_of(history)
    return History(stage, (), participations_of(stage)), read_outcomes(stage)


def _row(row: Ranked, name: str, keys: Sequence[str], *, withdrawn: bool) -> Row:
    who, values = str(row.id), row.values
    # Figures and keys, nothing that people typed. Put together here because a template takes five times as long for
    # the hundreds of them, and everybody asks for this page at the end of a round.
    cells = "".join([f'<td><a href="{who}/{key}/">{points_shown(values[key])}</a>' for key in keys])
    return Row(str(row.rank), who, name, withdrawn, mark_safe(cells))  # noqa: S308
