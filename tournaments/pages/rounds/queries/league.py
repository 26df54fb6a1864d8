"""Reminders for the director of a league: matches that are due, and promotion and relegation at the
end.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from tournaments.models import Stage, Tournament
from tournaments.names import names_of
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.league import OVERDUE, movers
from tournaments.stage.deadlines import due_matches
from tournaments.stage.history import history_of
from tournaments.stage.ranking import ranked


@dataclass(frozen=True)
class DueLine:
    """A match that is due."""

    match: int
    sides: Sequence[str]
    day: date | None
    overdue: bool


@dataclass(frozen=True)
class MoveLine:
    """An entrant who changes division for the next season."""

    name: str
    after: str
    up: bool


def due_lines(tournament: Tournament, today: date) -> list[DueLine]:
    """Return matches due within a week or overdue, the most urgent first; none without
    deadlines.
    """
    dated = tournament.stages.filter(
        state=Stage.State.RUNNING, session_rounds__due_on__isnull=False
    ).distinct()
    stages = list(dated)
    if not stages:
        return []
    names = names_of(tournament, public=False)
    found = []
    for stage in stages:
        stage.tournament = tournament
        for one in due_matches(history_of(stage, drafts=False), today):
            sides = [names[who] for who in one.match.sides]
            found.append(DueLine(int(one.match.key), sides, one.match.due, one.kind == OVERDUE))
    return found


def move_lines(tournament: Tournament) -> list[MoveLine]:
    """Return who is promoted or relegated after a finished league with several divisions; none
    otherwise.
    """
    found: list[MoveLine] = []
    for stage in tournament.stages.filter(format="league", state=Stage.State.FINISHED):
        stage.tournament = tournament
        settings = FORMATS[stage.format].read(stage.format_settings)
        if settings["groups"] < 2:
            continue
        divisions: dict[str, list[int]] = {}
        for row in ranked(history_of(stage, drafts=False)):
            divisions.setdefault(row.group, []).append(row.id)
        names = names_of(tournament, public=False)
        moves = movers(divisions, settings["up"], settings["down"])
        found += [MoveLine(names[move.id], move.after, move.after < move.before) for move in moves]
    return found
