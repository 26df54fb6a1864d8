"""The standings of a stage: everybody's rank, and every number with the way to its sum."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.wording import figure
from tournaments.models import Entrant, Stage
from tournaments.pages.public.queries.bracket import BracketRound, bracket_of
from tournaments.pages.public.queries.criteria import Column, columns_of
from tournaments.pages.seen import Seen, entrants_of
from tournaments.pairing.formats import FORMATS
from tournaments.stage import freezing
from tournaments.stage.history import History, participations_of
from tournaments.stage.outcomes import Outcome, outcomes_of, read_outcomes
from tournaments.stage.ranking import Ranked, entered_of, ranked

DASH = "\N{EM DASH}"


class Row(NamedTuple):
    """One line of the table. `cells` are those of all columns, each a link to its sum. `id` is empty where nobody is
    named. `note` is what else there is to say: withdrawn, or still playing where others are out."""

    rank: str
    id: str
    name: str
    note: str
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
    frozen: int | None = None  # the last session round whose results are told; None where all are
    revealing: bool = False  # the prize-giving tells the ranks, one after the other

    @property
    def tables(self) -> list[tuple[str, SafeString]]:
        """Each section's group, and the rows of its table.

        Put together here because a template takes five times as long for the hundreds of them, and everybody asks for
        this page at the end of a round.
        """
        return [(section.group, _drawn(number, section.rows)) for number, section in enumerate(self.sections, start=1)]


def standings_page(seen: Seen, stage: Stage) -> StandingsPage:
    """What the page of a stage's standings shows. As many queries for any number of entrants, tables and rounds."""
    history, outcomes = _read(seen, stage)
    revealing = seen.tournament.revealed is not None and seen.tournament.frozen_stage == stage.number
    revealing = revealing and not seen.whole
    names = seen.names(entrants_of(history))
    columns = columns_of(stage.criteria)
    gone = {row.entrant_id for row in history.participations if row.entrant.state == Entrant.State.WITHDRAWN}
    keys = [column.key for column in columns]
    rows = ranked(history, entered_of(history, outcomes))
    notes = {row.id: _("still playing") for row in rows if row.open and not all(one.open for one in rows)}
    notes |= dict.fromkeys(gone, _("withdrawn"))
    if revealing:
        sections = _revealed(Seen(seen.tournament, whole=True), stage, names, keys)
    else:
        sections = [
            Section(group, [_row(row, names[row.id], keys, notes.get(row.id, "")) for row in own])
            for group, own in groupby(rows, key=lambda row: row.group)
        ]
    return StandingsPage(
        stage=stage,
        columns=columns,
        sections=sections,
        waiting=[outcome for outcome in outcomes if outcome.left],
        rounds=[outcome.number for outcome in outcomes],
        bracket=bracket_of(history, names),
        frozen=seen.told_until(stage),
        revealing=revealing,
    )


def _read(seen: Seen, stage: Stage) -> tuple[History, list[Outcome]]:
    """A stage with its outcomes. Only a bracket needs to know at which table somebody sat."""
    if FORMATS[stage.format].ranks_itself:
        history = seen.history(stage)
        return history, outcomes_of(history)
    cut = seen.cuts.get(stage.number)
    kept = not seen.whole and freezing.keeps_blind(seen.tournament)
    outcomes = read_outcomes(stage, blind=freezing.KEPT_BLIND if kept else ())
    return History(stage, (), participations_of(stage), cut), freezing.cut_outcomes(outcomes, cut)


def _revealed(whole: Seen, stage: Stage, names: Mapping[int, str], keys: Sequence[str]) -> list[Section]:
    """The standings as far as the prize-giving has told them; everybody else is a dash."""
    history, outcomes = _read(whole, stage)
    rows = ranked(history, entered_of(history, outcomes))
    found = freezing.steps(rows)
    told = {row.id for level in found[: freezing.told(found, whole.tournament.revealed or 0)] for row in level}
    return [
        Section(group, [_plain(row, names[row.id], keys) if row.id in told else _untold(row, keys) for row in own])
        for group, own in groupby(rows, key=lambda row: row.group)
    ]


def _plain(row: Ranked, name: str, keys: Sequence[str]) -> Row:
    """A row whose sums are not told yet."""
    cells = "".join([f"<td><span>{figure(row.values[key])}</span></td>" for key in keys])
    return Row(str(row.rank), str(row.id), name, note="", cells=mark_safe(cells))  # noqa: S308


def _untold(row: Ranked, keys: Sequence[str]) -> Row:
    """A rank that is still to be told: neither who has it nor with what."""
    cells = f"<td><span>{DASH}</span></td>" * len(keys)
    return Row(str(row.rank), "", DASH, note="", cells=mark_safe(cells))  # noqa: S308


def _drawn(number: int, rows: Sequence[Row]) -> SafeString:
    """The rows of the table with this number, as the page has them."""
    drawn = []
    for at, row in enumerate(rows, start=1):
        name = escape(row.name)
        who = f'<a href="../../entrants/{row.id}/"><bdi>{name}</bdi></a>' if row.id else f"<span>{name}</span>"
        note = f" <small>{escape(row.note)}</small>" if row.note else ""
        drawn.append(f'<tr><td>{row.rank}<th scope="row" id="row-{number}-{at}">{who}{note}{row.cells}')
    return mark_safe("\n".join(drawn))  # noqa: S308 - what people typed is escaped above


def _row(row: Ranked, name: str, keys: Sequence[str], note: str) -> Row:
    who, values = str(row.id), row.values
    # Figures and keys, nothing that people typed.
    cells = "".join([f'<td><a href="{who}/{key}/">{figure(values[key])}</a>' for key in keys])
    return Row(str(row.rank), who, name, note, mark_safe(cells))  # noqa: S308
